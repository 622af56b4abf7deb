"""Dice that anyone can verify, with nothing but Python's standard library. This file stands alone: copy it, run
`python fairness.py SAVE`, and every roll of a finished game is computed anew from the revealed secret.

Before play the table publishes SHA-256 of a secret; each seat adds words of its own; the key is the HMAC-SHA-256 of
these words under the secret. A roll is named by the game, the number of takebacks so far, its purpose and its
number among the rolls of that purpose. HMAC-SHA-256 of that name and a block number under the key gives eight
32-bit words a block; words beyond the largest multiple of the number of sides are passed over, so that no face is
favoured. The number counts within a purpose so that the same war has the same events for all who play it.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any


def canonical_json(value: Any) -> bytes:
    """The one text of a JSON value: sorted keys, no spaces, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def commitment(secret: bytes) -> str:
    """What is published before play."""
    return hashlib.sha256(secret).hexdigest()


def game_key(secret: bytes, nonces: Mapping[str, str]) -> bytes:
    """The key of a game: the secret of the table, and words of every seat that the table could not choose."""
    return hmac.new(secret, canonical_json(dict(nonces)), hashlib.sha256).digest()


def words(key: bytes, name: list[Any]) -> Iterator[int]:
    """An endless stream of 32-bit words for one roll."""
    block = 0
    while True:
        digest = hmac.new(key, canonical_json([*name, block]), hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def below(stream: Iterator[int], limit: int) -> int:
    """A number from 0 to limit - 1, all equally likely."""
    fair = 2**32 - 2**32 % limit
    return next(word for word in stream if word < fair) % limit


def roll_faces(key: bytes, name: list[Any], sides: int, dice: int) -> tuple[int, ...]:
    """The faces of a roll."""
    stream = words(key, name)
    return tuple(1 + below(stream, sides) for _ in range(dice))


def draw_places(key: bytes, name: list[Any], items: int, take: int) -> tuple[int, ...]:
    """The places of a draw without replacement."""
    stream = words(key, name)
    left = list(range(items))
    return tuple(left.pop(below(stream, len(left))) for _ in range(take))


def chain(before: str, entry: bytes) -> str:
    """The next link of a journal: a hash over the link before it and the canonical text of the entry."""
    return hashlib.sha256(before.encode() + b"\n" + entry).hexdigest()


def problems(lines: list[str]) -> list[str]:
    """What is wrong with the dice and the chain of a saved game, in sentences; nothing if all is well."""
    try:
        records = [json.loads(line) for line in lines]
        entries = [record["entry"] for record in records if "entry" in record]
        links = [record["chain"] for record in records if "entry" in record]
        setup = entries[0]
        game, nonces, committed = setup["id"], setup["nonces"], setup["commitment"]
    except (ValueError, KeyError, IndexError, TypeError):
        return ["this is not a saved game"]
    found, link = [], ""
    for number, entry in enumerate(entries):
        link = chain(link, canonical_json(entry))
        if link != links[number]:
            return [f"entry {number} was changed: the chain of hashes is broken there"]
    if not committed:
        return ["the dice of this game were thrown by hand, so there is nothing to verify"]
    reveals = [entry["secret"] for entry in entries if entry["kind"] == "reveal"]
    if not reveals:
        return ["the secret of the dice is not revealed yet: the game is not over"]
    secret = bytes.fromhex(reveals[-1])
    if commitment(secret) != committed:
        return ["the revealed secret is not the one that was committed to before play"]
    key = game_key(secret, nonces)
    for number, entry, due in rolls_in_order(entries):
        if [entry["takebacks"], entry["number"]] != due:
            found.append(f"entry {number}: {entry['what']} is not the next roll of its purpose: dice were passed over")
        name = [game, entry["takebacks"], entry["what"], entry["number"]]
        if entry["kind"] == "roll":
            right = roll_faces(key, name, entry["sides"], len(entry["faces"]))
        else:
            right = draw_places(key, name, entry["items"], len(entry["faces"]))
        if list(right) != entry["faces"]:
            found.append(f"entry {number}: {entry['what']} shows {entry['faces']}, but the secret gives {list(right)}")
    return found


def rolls_in_order(entries: list[Any]) -> Iterator[tuple[int, Any, list[int]]]:
    """Every roll with its place, and what its takebacks and number must be: no die may be passed over."""
    takebacks, in_force = 0, list[tuple[int, str]]()
    for place, entry in enumerate(entries):
        if entry["kind"] in ("undo", "takeback"):
            takebacks += entry["kind"] == "takeback"
            in_force = [roll for roll in in_force if roll[0] <= entry["to"]]
        elif entry["kind"] in ("roll", "draw"):
            yield place, entry, [takebacks, 1 + sum(what == entry["what"] for _, what in in_force)]
            in_force.append((place, entry["what"]))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python fairness.py SAVE")
    with open(sys.argv[1], encoding="utf-8") as saved:
        faults = problems(saved.read().splitlines())
    sys.exit("\n".join(faults) if faults else print("every roll is as the secret gives it"))
