"""The words of batch odds: lanes of units that dice of one colour hit, one unit after the other."""

from typing import NamedTuple


class Lane(NamedTuple):
    """Units that are hit by one colour, as states that hits lead through. State 0 is the beginning; every hit leads to
    a higher number. All fields but the first have an entry for each state."""

    chance: float  # of a die to show this colour
    hit: tuple[int, ...]  # the state after a hit; -1 if nothing can be hit
    finish: tuple[int, ...]  # the state after a late hit, which only a damaged unit can take; -1 if there is none
    shift: tuple[int, ...]  # the state after a hit meant for another lane; -1 if nobody can take it
    rest: tuple[int, ...]  # the state once the batch is over
    passes: tuple[int, ...]  # 1 if the next hit goes to the guards instead, where they can take it
    harm: tuple[float, ...]  # what has been destroyed and damaged, as those who roll see it
