"""A whole server in a process of its own, as people start it; optionally with other built screens."""

import os
import sys
from pathlib import Path

from sandtable.cli import main
from sandtable.server import static

if folder := os.environ.get("SANDTABLE_TEST_WEB"):
    static.WEB = Path(folder)

if __name__ == "__main__":
    sys.argv[0] = "sandtable"
    main()
