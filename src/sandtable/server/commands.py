"""All that a seat can do, in one list: the same commands come over the socket and over HTTP."""

from sandtable.server import plans, playing, sitting, takebacks
from sandtable.server.playing import Command

COMMANDS: tuple[type[Command], ...] = (*playing.COMMANDS, *takebacks.COMMANDS, *sitting.COMMANDS, *plans.COMMANDS)
