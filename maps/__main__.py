"""`python -m maps`: builds the maps named, or all of them, and fails if one of them contradicts the rules."""

import argparse
import sys

from maps import definition, preview
from maps.build import build


def main() -> int:
    known = definition.names()
    options = argparse.ArgumentParser(prog="python -m maps", description="Builds the maps of Sandtable.")
    options.add_argument("names", nargs="*", metavar="map", help=f"{', '.join(known)}; all of them if none is named")
    options.add_argument("--fast", action="store_true", help="neither relief nor pictures: for work on the tables")
    given = options.parse_args()
    unknown = [name for name in given.names if name not in known]
    if unknown:
        options.error(f"there is no map {unknown[0]!r}; there are {', '.join(known)}.")
    wrong = [f"{name}: {problem}" for name in given.names or known for problem in built(name, given.fast)]
    for problem in wrong:
        print(problem, file=sys.stderr)
    return 1 if wrong else 0


def built(name: str, fast: bool) -> list[str]:
    """Builds one map with its pictures and returns what is wrong with it."""
    try:
        problems = build(name, with_relief=not fast)
    except ValueError as error:
        return [str(error)]
    if not fast:
        preview.write(name)
    return problems


if __name__ == "__main__":
    sys.exit(main())
