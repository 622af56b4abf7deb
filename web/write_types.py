"""Writes the TypeScript types of everything that the server sends and takes: `python web/write_types.py`.

`src/api/types.ts` has the API and the shapes of menus; `src/api/<game>.ts` the views, menus and events of each game.
"""

import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from sandtable.core import forms
from sandtable.core.events import Event
from sandtable.core.menus import Menu
from sandtable.core.verdicts import Doubt, Refusal
from sandtable.core.views import Question, Waiting
from sandtable.games import MODULES
from sandtable.server import api
from sandtable.server.openapi import ProblemBody
from sandtable.server.web import ENDPOINTS, Done, Text

FOLDER = Path(__file__).parent / "src" / "api"
VIEWS = {"echoes": "echoes.views.EchoesView", "pacific": "axis1940.views.View", "warroom": "warroom.views.View"}
MORE = {"pacific": ["axis1940.forecast.Forecast"], "warroom": ["warroom.threats.Threat"]}
"""Records of a game that are no part of its view."""
NOTE = "// Written by web/write_types.py from the types of the server. Do not edit.\n"
SIMPLE: dict[Any, str] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
}
SHAPES = ("Pick", "Some", "Rank", "Count", "Done", "Bag", "Form")


class Writer:
    """One file of types: what is declared in it, and what it takes from another file."""

    def __init__(self, known: Iterable[type] = ()) -> None:
        self.known = set(known)
        self.imported: set[str] = set()
        self.declared: dict[type, str] = {}
        self.sent: set[type] = set()

    def name(self, kind: type) -> str:
        return kind.__name__

    def of(self, kind: inspect.Type) -> str:
        """A type as TypeScript; records it names are declared on the way."""
        if type(kind) in SIMPLE:
            return SIMPLE[type(kind)]
        if isinstance(kind, inspect.ListType | inspect.VarTupleType | inspect.SetType | inspect.FrozenSetType):
            return f"{bracketed(self.of(kind.item_type))}[]"
        if isinstance(kind, inspect.TupleType):
            return f"[{', '.join(self.of(item) for item in kind.item_types)}]"
        if isinstance(kind, inspect.DictType):
            return f"Record<string, {self.of(kind.value_type)}>"
        if isinstance(kind, inspect.LiteralType):
            return " | ".join(f'"{value}"' for value in kind.values)
        if isinstance(kind, inspect.UnionType):
            return " | ".join(dict.fromkeys(self.of(item) for item in kind.types))
        if isinstance(kind, inspect.Metadata):
            return self.of(kind.type)
        if isinstance(kind, inspect.StructType):
            return self.record(kind)
        return "unknown"

    def record(self, kind: inspect.StructType) -> str:
        cls = kind.cls
        if cls is Menu:
            return self.take("Menu") if Menu in self.known else "Menu"
        if cls in self.known:
            return self.take(self.name(cls))
        if not cls.__doc__ and not kind.fields and not kind.tag:
            return "unknown"
        if cls not in self.declared:
            self.declared[cls] = ""  # it may name itself
            self.declared[cls] = self.declaration(kind)
        return self.name(cls)

    def take(self, name: str) -> str:
        self.imported.add(name)
        return name

    def declaration(self, kind: inspect.StructType) -> str:
        cls = kind.cls
        may_be_missing = cls in self.sent or cls.__struct_config__.omit_defaults
        lines = [f"  {kind.tag_field}: {msgspec.json.encode(kind.tag).decode()};"] if kind.tag_field else []
        for field in kind.fields:
            missing = "?" if may_be_missing and not field.required else ""
            lines.append(f"  {field.encode_name}{missing}: {self.of(field.type)};")
        if issubclass(cls, Event):
            lines.append("  says: string;")
        about = " ".join((cls.__doc__ or "").partition("\n\n")[0].split())
        head = f"/** {about} */\n" if about and not about.startswith(f"{cls.__name__}(") else ""
        return f"{head}export interface {self.name(cls)} {{\n" + "\n".join(lines) + "\n}\n"

    def add(self, kind: Any) -> str:
        return self.of(inspect.type_info(kind))

    def text(self, *more: str) -> str:
        names = [self.name(kind) for kind in self.declared]
        assert len(set(names)) == len(names), f"two types have the same name: {sorted(names)}"
        taken = f'import type {{ {", ".join(sorted(self.imported))} }} from "./types";\n' if self.imported else ""
        return "\n".join([NOTE + taken, *self.declared.values(), *more])


def bracketed(text: str) -> str:
    return f"({text})" if " | " in text else text


def api_types() -> tuple[str, Writer]:
    """What the endpoints take and return, and the shapes of a menu."""
    assert api
    writer = Writer()
    for found in ENDPOINTS:
        if found.body not in (None, str):
            writer.sent |= records_in(found.body)
    for found in ENDPOINTS:
        for kind in (found.body, found.returns):
            if kind not in (None, str, dict, Done, Text):
                writer.add(kind)
    writer.add(ProblemBody)
    shapes = [getattr(forms, name) for name in SHAPES]
    for kind in (Refusal, Doubt, *shapes, forms.Part, Question, Waiting):
        writer.add(kind)
    union = (
        "/** A menu of a game's own: walk it with the server. */\n"
        "export interface OpenMenu {\n  menu: `${string}.${string}`;\n  rule: string;\n}\n\n"
        f"export type Shape = {' | '.join(SHAPES)};\nexport type Menu = Shape | OpenMenu;\n"
    )
    return writer.text(union), writer


def records_in(kind: Any) -> set[type]:
    """The records that a request can hold."""
    writer = Writer()
    writer.add(kind)
    return set(writer.declared)


def game_types(game: str, known: Iterable[type]) -> str:
    """The view of a game, its own menus and its events."""
    module, _, name = VIEWS[game].rpartition(".")
    view = getattr(import_module(f"sandtable.games.{module}"), name)
    package = f"sandtable.games.{MODULES[game].partition('.')[0]}"
    import_module(f"sandtable.games.{MODULES[game]}")
    writer = Writer([*known, Menu])
    shown = writer.add(view)
    for more in MORE.get(game, ()):
        module, _, name = more.rpartition(".")
        writer.add(getattr(import_module(f"sandtable.games.{module}"), name))
    own = [writer.add(kind) for kind in descendants(Menu) if kind.__module__.startswith(package) and is_tagged(kind)]
    told = [writer.add(kind) for kind in descendants(Event) if kind.__module__.startswith(package)]
    unions = [
        f"export type GameMenu = {' | '.join(own) or 'never'};\n",
        f"export type GameEvent = {' | '.join(told)};\n",
    ]
    if shown != "View":
        unions.append(f"export type View = {shown};\n")
    return writer.text(*unions)


def descendants(kind: type) -> list[type]:
    found = [below for child in kind.__subclasses__() for below in (child, *descendants(child))]
    return sorted(dict.fromkeys(found), key=lambda cls: (cls.__module__, cls.__name__))


def is_tagged(kind: Any) -> bool:
    return "." in str(kind.__struct_config__.tag)


def files() -> dict[str, str]:
    """Every file with its content."""
    text, writer = api_types()
    return {"types.ts": text} | {f"{game}.ts": game_types(game, writer.declared) for game in VIEWS}


def main() -> None:
    for name, text in files().items():
        Path(FOLDER, name).write_text(text)


if __name__ == "__main__":
    sys.exit(main())
