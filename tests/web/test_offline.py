"""Playing in the browser: the same rules, on a stand-in for the one library that a browser cannot have."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from sandtable.server.records import TableCard

ROOT = Path(__file__).parents[2]
STAND_IN = ROOT / "web" / "offline"
WARS = 12


def run(*command: str, path: Path | None = None, given: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **({"PYTHONPATH": str(path)} if path else {})}
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, input=given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done


def test_wars_are_the_same_to_the_last_byte_on_the_stand_in() -> None:
    script = str(ROOT / "tests" / "web" / "wars.py")
    real = run(script, str(WARS))
    standing_in = run(script, str(WARS), path=STAND_IN)
    assert str(STAND_IN) not in real.stderr
    assert str(STAND_IN) in standing_in.stderr
    assert standing_in.stdout == real.stdout
    assert len(set(real.stdout.splitlines())) == WARS + 2


def desk(*commands: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """What the desk of the browser answers to each of these commands, one after the other."""
    drive = "import sys, desk\nfor line in sys.stdin: print(desk.handle(line))"
    given = "".join(json.dumps(command) + "\n" for command in commands)
    return [json.loads(line) for line in run("-c", drive, path=STAND_IN, given=given).stdout.splitlines()]


def view_of(frames: list[dict[str, Any]]) -> Any:
    return next(frame for frame in frames if frame["type"] == "view")


def test_a_desk_answers_with_the_frames_of_a_socket() -> None:
    opened, refused, unknown = desk(
        {"do": "open", "re": 1, "war": "campaign/5"},
        {"do": "answer", "re": 2, "ask": 0, "nation": "allies", "choice": ["pass"]},
        {"do": "concede", "re": 3},
    )
    assert [frame["type"] for frame in opened] == ["message", "message", "table", "view", "ok"]
    card = opened[2]["table"]
    assert set(card) == set(TableCard.__struct_fields__), "the screens find whatever they look for on a card"
    assert card["war"] == "echoes/campaign/5"
    assert card["status"] == "playing"
    assert opened[3]["view"]["waiting"]["questions"][0]["nation"] == "allies"
    assert refused == [
        {
            "type": "refused",
            "seq": 0,
            "re": 2,
            "problem": {
                "title": "Refused",
                "status": 409,
                "detail": f"You answered question 0, but the table is at question {opened[3]['ask']}.",
            },
        }
    ]
    assert unknown[0]["problem"]["detail"] == "That cannot be done on this device."


def test_a_war_is_thrown_by_hand_saved_opened_again_and_advised_on() -> None:
    begin = {"do": "open", "re": 1, "dice": "hand"}
    calm = {"do": "declare", "re": 2, "nation": "allies", "what": "ew.tide.*", "choice": ["pass"]}
    faces = [{"do": "throw", "re": 3, "ask": 0, "faces": [face]} for face in (2, 1, 1, 1)]
    frames = desk(begin, calm, *faces, {"do": "save", "re": 9})
    shown = view_of(frames[5])
    assert shown["view"]["actions"] == 2
    save = frames[-1][-1]["result"]
    reopened, shifted, undone, hint, ends = desk(
        {"do": "open", "re": 1, "save": save},
        {"do": "answer", "re": 2, "ask": shown["ask"], "nation": "allies", "choice": ["shift", "USA"]},
        {"do": "undo", "re": 3, "ask": 0},
        {"do": "hint", "re": 4, "ask": shown["ask"] + 2},
        {"do": "estimate", "re": 5},
    )
    assert view_of(reopened)["view"] == shown["view"]
    assert view_of(shifted)["view"]["leads"]["USA"] == 1
    assert view_of(undone)["view"] == shown["view"]
    struck = next(frame for frame in undone if frame.get("kind") == "undone")
    assert struck["body"]["events"] == 1
    assert hint[-1]["result"]["bot"] == "expert"
    assert abs(sum(end["share"] for end in ends[-1]["result"]["ends"]) - 1) < 1e-9


def test_the_same_war_again_begins_as_it_began() -> None:
    first = desk({"do": "open", "re": 1}, {"do": "save", "re": 2})
    (again,) = desk({"do": "open", "re": 1, "save": first[1][-1]["result"], "again": True})
    assert view_of(again)["view"] == view_of(first[0])["view"]


def test_the_printed_page_of_the_screens_is_that_of_the_game() -> None:
    run(str(ROOT / "web" / "write_echoes.py"), "--check")
