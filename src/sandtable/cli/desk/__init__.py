"""The desk: Echoes of War on a whole terminal, by keyboard."""

from sandtable.cli.printing import result
from sandtable.cli.sitting import Sitting


def play_at_desk(sitting: Sitting) -> None:
    """Play until the player leaves; then say how it ended or how to go on."""
    from sandtable.cli.desk.app import Desk
    from sandtable.cli.echoes_text import TEXT
    from sandtable.cli.plain import resume_words

    sitting.begin()
    Desk(sitting, TEXT).run()
    if sitting.want is None:
        for line in TEXT.ending(sitting):
            result(line)
    else:
        result(f"The game is saved. Go on with: {resume_words(sitting)}")
