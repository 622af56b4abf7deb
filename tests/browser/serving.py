"""A whole server in a process of its own, as people start it; optionally with other built screens, and with
positions that seldom come up."""

import os
import sys
from pathlib import Path
from random import Random

from sandtable.cli import main
from sandtable.server import static, unforeseen
from tests.browser import positions

if folder := os.environ.get("SANDTABLE_TEST_WEB"):
    static.WEB = Path(folder)


class SameLuck:
    """Deals the same names and secrets to the tables of a test whenever it runs. Which test runs is written in a file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.test, self.source = "", Random()

    def draw(self, size: int) -> bytes:
        if (test := self.file.read_text()) != self.test:
            self.test, self.source = test, Random(test)
        return self.source.randbytes(size)


unforeseen.draw = SameLuck(Path(os.environ["SANDTABLE_TEST_NAME"])).draw

if os.environ.get("SANDTABLE_TEST_POSITIONS"):
    positions.stage()

if __name__ == "__main__":
    sys.argv[0] = "sandtable"
    main()
