"""The built screens and the maps: files that are the same for everybody, compressed, with tags that save sending them
again."""

import gzip
import hashlib
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

import sandtable
from sandtable.server.problems import NotFound
from sandtable.server.web import problem_response

PACKAGE = Path(sandtable.__file__).parent
WEB = PACKAGE / "web_dist"
"""The built screens, if this installation has them."""
MAPS = PACKAGE / "maps"

TYPES = {
    ".avif": "image/avif",
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
PACKED_ALREADY = (".avif", ".png", ".woff2", ".zip")


@lru_cache(maxsize=1000)
def read(file: Path, changed: int) -> tuple[bytes, bytes, str]:
    """A file as it is, compressed, and its tag. `changed` is when, so that a new build is noticed."""
    content = file.read_bytes()
    packed = b"" if file.suffix in PACKED_ALREADY else gzip.compress(content, 9, mtime=0)
    return content, packed, hashlib.sha256(content).hexdigest()[:32]


def found(folder: Path, path: str) -> Path | None:
    """A file within a folder; nothing outside of it, whatever the path says."""
    try:
        file = (folder / path).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() and file.suffix in TYPES else None
    except OSError:  # a name that is too long for any file
        return None


def file_response(request: Request, file: Path, fixed: bool = False) -> Response:
    """A file, or that it has not changed. `fixed`: its name changes with its content."""
    content, packed, tag = read(file, file.stat().st_mtime_ns)
    headers = {
        "ETag": f'"{tag}"',
        "Cache-Control": "public, max-age=31536000, immutable" if fixed else "no-cache",
        "Vary": "Accept-Encoding",
    }
    if tag in request.headers.get("if-none-match", ""):
        return Response(b"", 304, headers)
    if packed and "gzip" in request.headers.get("accept-encoding", ""):
        content = packed
        headers["Content-Encoding"] = "gzip"
    return Response(content, 200, headers, TYPES[file.suffix])


async def maps(request: Request) -> Response:
    """The maps of the games."""
    file = found(MAPS, request.path_params["file"])
    return file_response(request, file) if file else problem_response(NotFound("There is no such map."))


async def screens(request: Request) -> Response:
    """The built screens; every address that is no file is the application's own."""
    path = request.path_params["path"]
    if path.startswith("api/") or not (WEB / "index.html").is_file():
        return problem_response(NotFound("There is nothing here."))
    file = found(WEB, path) if path else None
    if file:
        return file_response(request, file, fixed=path.startswith("assets/"))
    if path.startswith("assets/"):
        return problem_response(NotFound("There is nothing here."))
    return file_response(request, WEB / "index.html")
