"""A bot for any game, over HTTP alone: sits at a table with a key and gives default answers by walking the menus.

SANDTABLE_KEY=... python bot.py http://localhost:8000 TABLE SEAT
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request

address, table, seat = sys.argv[1:4]
base = f"{address}/api/v1/tables/{table}/seats/{seat}"
headers = {"Authorization": f"Bearer {os.environ['SANDTABLE_KEY']}", "Content-Type": "application/json"}


def call(path="", body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(base + path, data, headers)) as response:
        return json.load(response)


while (seen := call())["view"]["waiting"]["kind"] != "over":
    open_questions = [q for q in seen["view"]["waiting"]["questions"] if q["answered"] is None]
    if not open_questions:
        time.sleep(0.5)  # somebody else is to decide
        continue
    ask = {"ask": seen["ask"], "nation": open_questions[0]["nation"]}
    clicks = []
    while not (walk := call("/walk", {**ask, "clicks": clicks}))["complete"]:
        clicks.append("ok" if "ok" in walk["clicks"] else walk["clicks"][0])  # the first thing that is legal
    try:
        call("/answer", {**ask, "choice": walk["answer"], "key": f"{seen['ask']}-{ask['nation']}"})
    except urllib.error.HTTPError as problem:
        print(json.load(problem)["detail"], file=sys.stderr)  # stale: look again
