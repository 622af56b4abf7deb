"""Plays wars and prints a fingerprint of everything that a player, a save or a journal could show, one line for each.
Run by `test_offline.py` on the real msgspec and on the stand-in of the browser."""

import hashlib
import random
import sys
from typing import Any

import msgspec

from sandtable.bots import bot_named
from sandtable.core import play, saves
from sandtable.core.events import told
from sandtable.core.state import decode, encode
from sandtable.core.steps import Ask
from sandtable.core.table import Table, new_setup
from sandtable.core.verdicts import BadInput, Illegal
from sandtable.core.views import Question
from sandtable.games import load_game
from sandtable.games.echoes.campaigns import shared

GAME = load_game("echoes")
SEAT = ("allies",)


class Fingerprint:
    def __init__(self) -> None:
        self.hash = hashlib.sha256()

    def take(self, value: Any) -> None:
        self.hash.update(value if isinstance(value, bytes) else str(value).encode())
        self.hash.update(b"\n")


def fight(number: int) -> str:
    """One war by random answers and those of a bot, with undos and a takeback on the way."""
    seen, rng = Fingerprint(), random.Random(number)
    war = shared(f"campaign/{number % 24 + 1}")
    setup = new_setup(
        GAME,
        id=f"{war.id}/{number}",
        scenario="war",
        options={},
        seats={"allies": SEAT},
        salt=war.salt,
        secret=war.secret,
        nonces=war.nonces,
    )
    table = Table(GAME, setup, war.secret)
    sensible = bot_named("echoes", "sensible")
    seen.take(msgspec.json.encode(told(table.run(), SEAT)))
    while isinstance(want := play.pending(table.state), Ask):
        view, menu = GAME.view(table.state, SEAT), want.menus["allies"]
        seen.take(msgspec.json.encode(view))
        seen.take(table.digest())
        seen.take([menu.list(), menu.default, menu.next().clicks])
        seen.take(menu.why_not(menu.read(["attack", "nowhere"])))
        choice = sensible.choose(view, Question("allies", menu), rng) if number % 2 else menu.sample(rng)
        table.answer("allies", choice)
        if rng.random() < 0.3 and not table.why_not_undo(SEAT):
            table.undo(SEAT)
            table.answer("allies", menu.sample(rng))
        seen.take(msgspec.json.encode(told(table.run(), SEAT)))
        seen.take(encode(decode(GAME.state, encode(table.state))))
        if number % 5 == 0 and not table.takebacks and len(table.moves) > 12:
            table.takeback(table.moves[6] - 1, ("allies",))
            table.run()
    seen.take("\n".join(table.journal.links))
    text = saves.write(table, "1.0")
    seen.take(text)
    again = saves.open_save(saves.read(text), GAME)
    seen.take(again.digest())
    seen.take(saves.glance(saves.read(text), GAME)[1])
    seen.take(GAME.result(again.state))
    return seen.hash.hexdigest()


def complaints() -> list[str]:
    """What is said to a damaged save or position must not depend on who reads it."""
    found = []
    for text in ("", "{", '{"sandtable":1}', '{"sandtable":9,"release":"x","game":"echoes","rules":1}'):
        try:
            saves.read(text)
        except BadInput as problem:
            found.append(str(problem))
    for data in (b"[]", b"{", b'{"turn": "one"}', b'{"rules":1,"steps":[{"step":"nonsense"}]}', b'{"nothing":1}'):
        try:
            decode(GAME.state, data)
        except BadInput as problem:
            found.append(str(problem).partition(":")[0])
    table = Table(GAME, new_setup(GAME, id="x", scenario="war", options={}, seats={}, salt=""))
    try:
        table.answer("allies", ["stop"])
    except Illegal as problem:
        found.append(str(problem))
    return found


def main(wars: int) -> None:
    print(*complaints(), sep=" / ")
    for number in range(wars):
        print(fight(number))
    expert = bot_named("echoes", "expert")
    state = GAME.start("war", {})
    rng = random.Random(5)
    play.settle(state)
    while not isinstance(want := play.pending(state), Ask):
        assert want is not None
        play.roll(state, tuple(1 + int(rng.random() * 6) for _ in range(getattr(want, "dice", 1))))
    question = Question("allies", want.menus["allies"])
    view = GAME.view(state, SEAT)
    print(expert.choose(view, question, rng), expert.explain(view, question))


if __name__ == "__main__":
    main(int(sys.argv[1]))
    print(msgspec.__file__, file=sys.stderr)
