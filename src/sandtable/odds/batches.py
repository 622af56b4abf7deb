"""Batches of coloured dice as numbers: the exact chances of all that so many dice can do to a side.

This module knows no game. A side is a list of lanes (see `lanes`): dice of a lane's colour hit its units one after
the other. Dice fall in batches of ten. Within a batch the colours are dealt with in the order of the lanes, then come
*wild* dice, which hit in any lane, then *late* dice, which hit only units that are damaged. Hits on some units may go
to *guards* in another lane instead.

Wild and late dice go where they do the greatest harm by the end of the batch; among equals, to the first lane. With
that fixed, a batch leads from a state to states with higher numbers, and the dice of a colour are dealt with one
lane at a time: what is kept is the chance of each state with so many dice left to read. Nothing is sampled.

The module is plain Python and runs as it stands; `batches.pxd` gives the same names C types (see `rounds`).
"""

from array import array
from collections.abc import Sequence

from sandtable.odds.lanes import Lane

BATCH = 10
_PAIRS = (BATCH + 1) * (BATCH + 2) // 2  # of wild and late dice in a batch
_UNKNOWN = -2


class Target:
    """A side that dice fall on. A state of it is a number made of the states of its lanes."""

    def __init__(self, lanes: Sequence[Lane], guard: int = -1, wild: float = 0.0, late: float = 0.0) -> None:
        self.size = len(lanes)
        self.guard = guard
        self.wild = wild
        self.late = late
        self.chance = array("d", [lane.chance for lane in lanes])
        self.length = array("i", [len(lane.hit) for lane in lanes])
        self.first = array("i", [sum([len(lane.hit) for lane in lanes[:at]]) for at in range(len(lanes))])
        self.hit = _ints([lane.hit for lane in lanes])
        self.finish = _ints([lane.finish for lane in lanes])
        self.shift = _ints([lane.shift for lane in lanes])
        self.rest = _ints([lane.rest for lane in lanes])
        self.passes = _ints([lane.passes for lane in lanes])
        self.harm = _floats([lane.harm for lane in lanes])
        self.stride = array("i", [1] * max(self.size, 1))
        self.states = 1
        for at in range(self.size - 1, -1, -1):
            self.stride[at] = self.states
            self.states *= self.length[at]
        self.known_to = array("i", [_UNKNOWN]) * (self.states * max(self.size, 1))
        self.known_end = array("i", [_UNKNOWN]) * (self.states * _PAIRS)
        self.split = _zeros((BATCH + 1) * (BATCH + 1))
        self.pairs = _zeros((BATCH + 1) * _PAIRS)
        self.weight = _zeros(_PAIRS)
        begin = _zeros(self.states)
        begin[0] = 1.0
        self.full = [begin]

    def after(self, dice: int) -> "array[float]":
        """The chance of each state after so many dice."""
        whole, rest = divmod(dice, BATCH)
        while len(self.full) <= whole:
            self.full.append(self.batch(self.full[len(self.full) - 1], BATCH))
        return self.batch(self.full[whole], rest) if rest else self.full[whole]

    def batch(self, begin: "array[float]", dice: int) -> "array[float]":
        """The chances of states after one batch, from those before it."""
        wide = dice + 1
        mass = _zeros(self.states * wide)
        self._place(begin, mass, wide)
        rest = 1.0
        for lane in range(self.size):
            self._share(self.chance[lane] / rest, dice)
            self._read(mass, lane, wide)
            rest -= self.chance[lane]
        then = _zeros(self.states)
        if self.wild == 0.0 and self.late == 0.0:
            self._settle(mass, then, wide)
        else:
            self._pair(self.wild / rest, self.late / rest, dice)
            self._end_all(mass, then, wide)
        return then

    def _place(self, begin: "array[float]", mass: "array[float]", wide: int) -> None:
        """All dice are still to be read."""
        for state in range(self.states):
            mass[state * wide + wide - 1] = begin[state]

    def _read(self, mass: "array[float]", lane: int, wide: int) -> None:
        """Deal with one colour: of so many dice left, some show it. Hits lead to higher states, dice left get fewer;
        so what is moved in this pass is never met again in it."""
        for state in range(self.states - 1, -1, -1):
            at = state * wide
            for left in range(wide):
                here = mass[at + left]
                if here == 0.0:
                    continue
                mass[at + left] = 0.0
                there = state
                for shown in range(left + 1):
                    mass[there * wide + left - shown] += here * self.split[left * (BATCH + 1) + shown]
                    onward = self.step(lane, there)
                    if onward >= 0:
                        there = onward

    def _settle(self, mass: "array[float]", then: "array[float]", wide: int) -> None:
        """The end of a batch whose wild and late dice all miss."""
        for state in range(self.states):
            here = 0.0
            for left in range(wide):
                here += mass[state * wide + left]
            if here > 0.0:
                then[self.at_rest(state)] += here

    def _end_all(self, mass: "array[float]", then: "array[float]", wide: int) -> None:
        """Wild and late dice, for every number of them among the dice left to read."""
        for state in range(self.states):
            some = False
            for pair in range(_PAIRS):
                self.weight[pair] = 0.0
            for left in range(wide):
                here = mass[state * wide + left]
                if here == 0.0:
                    continue
                some = True
                for wild in range(left + 1):
                    row = wild * (2 * BATCH + 3 - wild) // 2
                    for late in range(left - wild + 1):
                        self.weight[row + late] += here * self.pairs[left * _PAIRS + row + late]
            if not some:
                continue
            for wild in range(wide):
                row = wild * (2 * BATCH + 3 - wild) // 2
                for late in range(wide - wild):
                    if self.weight[row + late] > 0.0:
                        then[self.end(state, wild, late)] += self.weight[row + late]

    def end(self, state: int, wild: int, late: int) -> int:
        """The state after so many wild and late dice and the end of the batch."""
        place = state * _PAIRS + wild * (2 * BATCH + 3 - wild) // 2 + late
        if self.known_end[place] != _UNKNOWN:
            return self.known_end[place]
        if wild:
            found = self._best_wild(state, wild, late)
        elif late:
            found = self._best_late(state, late)
        else:
            found = self.at_rest(state)
        self.known_end[place] = found
        return found

    # One hit

    def place(self, lane: int, state: int) -> int:
        """Where the facts of a lane in this state stand."""
        return self.first[lane] + state // self.stride[lane] % self.length[lane]

    def step(self, lane: int, state: int) -> int:
        """The state after a hit in a lane, -1 if there is nothing to hit."""
        key = lane * self.states + state
        found = self.known_to[key]
        if found == _UNKNOWN:
            place = self.place(lane, state)
            if self.hit[place] < 0:
                found = -1
            elif self.passes[place] and self.guards(state):
                found = self._passed_on(state)
            else:
                found = state + (self.hit[place] + self.first[lane] - place) * self.stride[lane]
            self.known_to[key] = found
        return found

    def step_late(self, lane: int, state: int) -> int:
        """The state after a late hit in a lane that has a damaged unit."""
        place = self.place(lane, state)
        if self.passes[place] and self.guards(state):
            return self._passed_on(state)
        return state + (self.finish[place] + self.first[lane] - place) * self.stride[lane]

    def guards(self, state: int) -> bool:
        """Whether a guard can take a hit for another unit."""
        return self.guard >= 0 and self.shift[self.place(self.guard, state)] >= 0

    def _passed_on(self, state: int) -> int:
        place = self.place(self.guard, state)
        return state + (self.shift[place] + self.first[self.guard] - place) * self.stride[self.guard]

    def at_rest(self, state: int) -> int:
        """The state once the batch is over."""
        there = state
        for lane in range(self.size):
            place = self.place(lane, state)
            there += (self.rest[place] + self.first[lane] - place) * self.stride[lane]
        return there

    # Where wild and late dice go

    def _best_wild(self, state: int, wild: int, late: int) -> int:
        """The end that does the greatest harm: the next wild die hits in some lane, or all of them miss."""
        best = self.end(state, 0, late)
        most = self.harm_in(best)
        for lane in range(self.size):
            there = self.step(lane, state)
            if there >= 0:
                then = self.end(there, wild - 1, late)
                value = self.harm_in(then)
                if value > most:
                    best, most = then, value
        return best

    def _best_late(self, state: int, late: int) -> int:
        """The same for a late die, which must hit a damaged unit if there is one."""
        best, most = -1, -1.0
        for lane in range(self.size):
            if self.finish[self.place(lane, state)] >= 0:
                then = self.end(self.step_late(lane, state), 0, late - 1)
                value = self.harm_in(then)
                if value > most:
                    best, most = then, value
        return best if best >= 0 else self.at_rest(state)

    def harm_in(self, state: int) -> float:
        """What has been destroyed and damaged in all lanes."""
        total = 0.0
        for lane in range(self.size):
            total += self.harm[self.place(lane, state)]
        return total

    # Dice

    def _share(self, chance: float, dice: int) -> None:
        """The chances that of so many dice so many show a colour."""
        wide = BATCH + 1
        self.split[0] = 1.0
        for left in range(1, dice + 1):
            for shown in range(left + 1):
                total = 0.0
                if shown < left:
                    total += self.split[(left - 1) * wide + shown] * (1.0 - chance)
                if shown:
                    total += self.split[(left - 1) * wide + shown - 1] * chance
                self.split[left * wide + shown] = total

    def _pair(self, wild_chance: float, late_chance: float, dice: int) -> None:
        """The chances that of so many dice so many are wild and so many late."""
        neither = 1.0 - wild_chance - late_chance
        self.pairs[0] = 1.0
        for left in range(1, dice + 1):
            for wild in range(left + 1):
                row = wild * (2 * BATCH + 3 - wild) // 2
                above = (wild - 1) * (2 * BATCH + 4 - wild) // 2
                for late in range(left - wild + 1):
                    total = 0.0
                    if wild + late < left:
                        total += self.pairs[(left - 1) * _PAIRS + row + late] * neither
                    if wild:
                        total += self.pairs[(left - 1) * _PAIRS + above + late] * wild_chance
                    if late:
                        total += self.pairs[(left - 1) * _PAIRS + row + late - 1] * late_chance
                    self.pairs[left * _PAIRS + row + late] = total

    # What is asked of a distribution

    def lane_chances(self, mass: "array[float]", lane: int) -> "array[float]":
        """The chance of each state of one lane."""
        found = _zeros(self.length[lane])
        self._sort(mass, lane, found)
        return found

    def _sort(self, mass: "array[float]", lane: int, found: "array[float]") -> None:
        for state in range(self.states):
            if mass[state] > 0.0:
                found[self.place(lane, state) - self.first[lane]] += mass[state]

    def totals(self, mass: "array[float]", numbers: Sequence[Sequence[int]], most: int) -> "array[float]":
        """The chance of each total of numbers, of which there is one for each state of each lane."""
        found = _zeros(most + 1)
        self._add_up(mass, _ints(numbers), found)
        return found

    def _add_up(self, mass: "array[float]", numbers: "array[int]", found: "array[float]") -> None:
        for state in range(self.states):
            if mass[state] > 0.0:
                total = 0
                for lane in range(self.size):
                    total += numbers[self.place(lane, state)]
                found[total] += mass[state]


def mixture(parts: "Sequence[tuple[float, array[float]]]") -> "array[float]":
    """Distributions over the same states, each with its share."""
    found = _zeros(len(parts[0][1]))
    for share, mass in parts:
        _add(found, mass, share)
    return found


def _add(found: "array[float]", mass: "array[float]", share: float) -> None:
    for state in range(len(mass)):
        found[state] += share * mass[state]


def _ints(rows: Sequence[Sequence[int]]) -> "array[int]":
    return array("i", [value for row in rows for value in row] or [0])


def _floats(rows: Sequence[Sequence[float]]) -> "array[float]":
    return array("d", [value for row in rows for value in row] or [0.0])


def _zeros(length: int) -> "array[float]":
    return array("d", bytes(8 * max(length, 1)))
