"""Pictures that commands draw. Only a picture is drawn over: a name that was mistyped must not cost anybody a war."""

from pathlib import Path

from sandtable.core.verdicts import BadInput

BEGINNING = b"<svg"


def write(file: Path, picture: str) -> None:
    try:
        if file.is_file() and (there := file.read_bytes()) and not there.startswith(BEGINNING):
            raise BadInput(f"{file} is no picture, so nothing is drawn over it")
        file.write_text(picture, "utf-8")
    except OSError as problem:
        raise BadInput(f"{file} cannot be written: {problem.strerror}") from None
