"""Rounds of fire as numbers: the exact chances of all that two sides can do to each other.

This module knows no game. A side is a list of groups (so many units alike, each with its chance to hit) and the order
in which it loses them. The groups stand on three lines, LOW, MID and HIGH, and three rules bind the lines:

- dice of the low line never hit the high line; dice of the high line hit the low line only with a hunter beside them;
- dice of the low line fall first, and what they hit is gone before the other dice fall, unless the enemy has a hunter;
- as many hits as possible must be taken; within that the order decides.

With the order fixed, what is left of a side follows from three numbers, the losses of each line: a *form*. A battle is
a walk over pairs of forms in which losses only grow, so one pass in index order visits each pair once. A round that
changes nothing leads back to the same pair; that loop is summed as a geometric series. Nothing is sampled.

The module is plain Python and runs as it stands. `rounds.pxd` beside it gives the same names C types; where a compiler
is at hand the build turns both into an extension module that takes the place of this file. It is one file because calls
between compiled modules would cost more than most of what is called.
"""

from array import array
from collections.abc import Sequence

from sandtable.odds.terms import (
    ATTACKER_SWEPT,
    DEFENDER_SWEPT,
    DIVE,
    DRAW,
    GOES_ON,
    HAS_TAKERS,
    HIGH,
    HOLDS,
    HUNTS,
    IDLE,
    LEAVES,
    LOSS,
    LOW,
    MID,
    RETREAT,
    STANDOFF,
    STRIKE,
    TAKES,
    WIN,
    End,
    Finish,
    Force,
)

_DIVES = 6  # how a battle stands when a low line is about to leave it
_AFTER_ALL = 1 << 30  # the place in the order of a line that has nothing more to lose

# What is remembered of a form: one row of `Side.facts`.
_SEEN, _LOW_LEFT, _HIGH_LEFT, _HUNTERS, _UNITS, _LEAVERS, _TAKERS, _IDLERS = range(8)
_LOW_DICE, _MID_DICE, _HIGH_DICE, _LOW_HOLD, _MID_HOLD, _HIGH_HOLD, _FACTS = range(8, 15)

# The hit tables of a form, one for the dice of each choice of lines.
_LOWS, _MIDS, _HIGHS, _TABLES = 1 << LOW, 1 << MID, 1 << HIGH, 8
_NO_DICE = 0  # where the table of no dice at all begins

# The volleys of a round: first shots, all dice together, what is left to fire after the first shots, or nothing.
_FIRST, _ALL, _REST, _NONE = range(4)


class Side:
    """One side: its groups, the order of its losses, and what is known of each of its forms.

    Forms are numbered so that whatever can happen to a side leads to a higher number: the losses of the lines count in
    mixed radix, above them whether the first round is over (a *fresh* force has extra dice and does not break off), and
    above that whether the low line has dived out of the battle.
    """

    def __init__(self, force: Force, extra: Sequence[float] = (), fresh: bool = False) -> None:
        self.size = len(force.groups)
        self.plan = force.plan
        self.fresh = 2 if fresh or extra else 1
        groups = force.groups
        self.line = array("i", [group.line for group in groups])
        self.good = array("i", [group.good for group in groups])
        self.serves = array("i", [group.serves for group in groups])
        self.chance = array("d", [group.chance for group in groups])
        self.raised = array("d", [group.raised for group in groups])
        self.worth = array("d", [group.worth for group in groups])
        self.pairs = array("i", [number for pair in force.pairs for number in pair])
        self.extra = array("d", extra)
        self.extras = len(extra)
        self._lay_out(array("i", [group.units for group in groups]), array("i", force.order))
        self.forms = self.box * self.fresh * (2 if self.plan != STRIKE and self.lows > 0 else 1)
        self.after = array("i", bytes(4 * self.forms))
        self._line_up()
        self.facts = array("i", bytes(4 * _FACTS * self.forms))
        self.tables = array("i", bytes(4 * _TABLES * self.forms))
        self.hits = _zeros(512)
        self.hits[_NO_DICE] = 1.0
        self.room = 512
        self.used = 1
        self.left_now = array("i", bytes(4 * self.size))
        self.served = array("i", bytes(4 * self.size))
        self.spare = array("i", bytes(4 * self.size))

    def _lay_out(self, count: "array[int]", order: "array[int]") -> None:
        """For each line: where in the order its losses stand, and what is left of each group after each of them."""
        lost = array("i", bytes(12))
        for place in range(len(order)):
            lost[self.line[order[place]]] += 1
        self.lows, self.mids, self.highs = lost[LOW], lost[MID], lost[HIGH]
        self.mid_step = self.highs + 1
        self.low_step = (self.mids + 1) * self.mid_step
        self.box = (self.lows + 1) * self.low_step
        # The three lines one after the other, each from no losses to all.
        self.mid_start = self.lows + 1
        self.high_start = self.mid_start + self.mids + 1
        self.place = array("i", bytes(4 * (self.high_start + self.highs + 1)))
        self.left = array("i", bytes(4 * (self.high_start + self.highs + 1) * self.size))
        for line in range(3):
            at = 0 if line == LOW else self.mid_start if line == MID else self.high_start
            for group in range(self.size):
                self.left[at * self.size + group] = count[group]
            for place in range(len(order)):
                if self.line[order[place]] != line:
                    continue
                self.place[at] = place
                at += 1
                for group in range(self.size):
                    self.left[at * self.size + group] = self.left[(at - 1) * self.size + group]
                self.left[at * self.size + order[place]] -= 1
            self.place[at] = _AFTER_ALL

    def _line_up(self) -> None:
        """For each form, the form after one hit on anything: the next unit of the order is gone, if there is one."""
        for form in range(self.forms):
            self.after[form] = self.after_hits(form, 1, 1, 1)

    def form(self, low: int, mid: int, high: int) -> int:
        """The number of the form with these losses, before the first round."""
        return low * self.low_step + mid * self.mid_step + high

    def low_lost(self, form: int) -> int:
        """How much the low line has lost."""
        return form % self.box // self.low_step

    def mid_lost(self, form: int) -> int:
        """How much the mid line has lost."""
        return form % self.low_step // self.mid_step

    def high_lost(self, form: int) -> int:
        """How much the high line has lost."""
        return form % self.mid_step

    def has_dived(self, form: int) -> bool:
        """Is the low line out of the battle?"""
        return form >= self.box * self.fresh

    def is_fresh(self, form: int) -> bool:
        """Is the first round still to come?"""
        return self.fresh == 2 and form // self.box % 2 == 0

    def settled(self, form: int) -> int:
        """The form from which losses are counted: itself, or what becomes of a fresh force without losses."""
        return form + self.box if self.is_fresh(form) else form

    def dived(self, form: int) -> int:
        """The same force with its low line out of the battle."""
        return form + self.box * self.fresh

    def remains(self, form: int, swept: bool) -> tuple[int, ...]:
        """How many units of each group are left, those that dived included."""
        self._count(form)
        left: list[int] = []
        for group in range(self.size):
            left.append(0 if swept and self._is_swept(group) else self.left_now[group])
        return tuple(left)

    def _is_swept(self, group: int) -> bool:
        """Is this group swept away when its side is? Idle units that can leave do so in time."""
        return self.good[group] & (IDLE | LEAVES) == IDLE

    def worth_of(self, form: int, swept: bool) -> float:
        """What the remains are worth."""
        self._count(form)
        total = 0.0
        for group in range(self.size):
            if not (swept and self._is_swept(group)):
                total += self.left_now[group] * self.worth[group]
        return total

    def _count(self, form: int) -> None:
        """Write into `left_now` how many units of each group the form has."""
        low = self.low_lost(form) * self.size
        mid = (self.mid_start + self.mid_lost(form)) * self.size
        high = (self.high_start + self.high_lost(form)) * self.size
        for group in range(self.size):
            if self.line[group] == LOW:
                self.left_now[group] = self.left[low + group]
            elif self.line[group] == MID:
                self.left_now[group] = self.left[mid + group]
            else:
                self.left_now[group] = self.left[high + group]

    def look(self, form: int) -> int:
        """Where in `facts` the facts of a form begin; they are worked out when first asked for."""
        at = form * _FACTS
        if self.facts[at + _SEEN] == 0:
            self._see(form, at)
        return at

    def _see(self, form: int, at: int) -> None:
        self.facts[at + _SEEN] = 1
        self.facts[at + _LOW_LEFT] = 0 if self.has_dived(form) else self.lows - self.low_lost(form)
        self.facts[at + _HIGH_LEFT] = self.highs - self.high_lost(form)
        self._count(form)
        for group in range(self.size):
            left = self.left_now[group]
            line = self.line[group]
            good = self.good[group]
            if good & HOLDS:
                self.facts[at + _UNITS] += left
                if good & LEAVES:
                    self.facts[at + _LEAVERS] += left
            if self._is_swept(group):
                self.facts[at + _IDLERS] += left
            if line == LOW and self.has_dived(form):
                continue
            if good & HOLDS:
                self.facts[at + _LOW_HOLD + line] += left
            if good & HUNTS:
                self.facts[at + _HUNTERS] += left
            if good & TAKES:
                self.facts[at + _TAKERS] += left
            if self.chance[group] > 0.0:
                self.facts[at + _LOW_DICE + line] += left
        if self.is_fresh(form):
            self.facts[at + _MID_DICE] += self.extras

    def after_hits(self, form: int, hits: int, low_hits: int, high_hits: int) -> int:
        """The form after so many hits, of which the low line and the high line can take so many each."""
        low = self.lows if self.has_dived(form) else self.low_lost(form)
        mid = self.mid_lost(form)
        high = self.high_lost(form)
        for _ in range(hits):
            low_at = self.place[low] if low_hits > 0 else _AFTER_ALL
            mid_at = self.place[self.mid_start + mid]
            high_at = self.place[self.high_start + high] if high_hits > 0 else _AFTER_ALL
            if low_at < mid_at and low_at < high_at:
                low += 1
                low_hits -= 1
                form += self.low_step
            elif mid_at < high_at:
                mid += 1
                form += self.mid_step
            elif high_at < _AFTER_ALL:
                high += 1
                high_hits -= 1
                form += 1
        return form

    def strength(self, at: int) -> int:
        """How many units hold the battle, by the facts that begin here."""
        return self.facts[at + _LOW_HOLD] + self.facts[at + _MID_HOLD] + self.facts[at + _HIGH_HOLD]

    def has_idlers(self, form: int) -> bool:
        """Is there anything that can be swept away?"""
        return self.facts[self.look(form) + _IDLERS] > 0

    def has_dice(self, form: int) -> bool:
        """Can anything in this form still fire?"""
        at = self.look(form)
        return self.facts[at + _LOW_DICE] + self.facts[at + _MID_DICE] + self.facts[at + _HIGH_DICE] > 0

    def dives(self, at: int, hunters: int) -> bool:
        """Does the low line leave the battle now, by the facts that begin here and the enemy's hunters?"""
        if self.plan == STRIKE or hunters > 0 or self.facts[at + _LOW_HOLD] == 0:
            return False
        return self.plan == DIVE or self.facts[at + _MID_HOLD] + self.facts[at + _HIGH_HOLD] == 0

    def table(self, form: int, lines: int) -> int:
        """Where in `hits` the chances of 0, 1, 2, ... hits by the dice of these lines begin."""
        at = form * _TABLES + lines
        if self.tables[at] == 0:
            self.tables[at] = self._roll(form, lines)
        return self.tables[at]

    def _roll(self, form: int, lines: int) -> int:
        """Add up the dice of these lines, one by one."""
        begin = self.used
        self._reserve(1 + self.lows + self.mids + self.highs + self.extras)
        self._count(form)
        self._support()
        self.hits[begin] = 1.0
        last = begin
        for group in range(self.size):
            if self.chance[group] <= 0.0 or not lines >> self.line[group] & 1:
                continue
            for unit in range(self.left_now[group]):
                last += 1
                self._add_die(begin, last, self.raised[group] if unit < self.served[group] else self.chance[group])
        if lines & _MIDS and self.is_fresh(form):
            for die in range(self.extras):
                last += 1
                self._add_die(begin, last, self.extra[die])
        self.used = last + 1
        return begin

    def _support(self) -> None:
        """Match supporters with those they support, pair by pair: `served`."""
        for group in range(self.size):
            self.served[group] = 0
            self.spare[group] = self.left_now[group] * self.serves[group]
        for at in range(0, len(self.pairs), 2):
            gains = self.pairs[at]
            gives = self.pairs[at + 1]
            matched = min(self.spare[gives], self.left_now[gains] - self.served[gains])
            self.served[gains] += matched
            self.spare[gives] -= matched

    def _add_die(self, begin: int, last: int, chance: float) -> None:
        """One more die for the table that begins here; it now ends at `last`."""
        miss = 1.0 - chance
        self.hits[last] = self.hits[last - 1] * chance
        for at in range(last - 1, begin, -1):
            self.hits[at] = self.hits[at] * miss + self.hits[at - 1] * chance
        self.hits[begin] *= miss

    def _reserve(self, length: int) -> None:
        """Make room for one more table."""
        if self.used + length > self.room:
            self.room = 2 * self.room + length
            self.hits = _grown(self.hits, self.room)


class Fire:
    """What the dice of one side do to the other: the forms it may find itself in, with their chances."""

    def __init__(self, shooter: Side, target: Side) -> None:
        self.shooter = shooter
        self.target = target
        self.to = array("i", bytes(4 * target.forms))
        self.odds = array("d", bytes(8 * target.forms))
        self.found = 0
        self.in_line = target.lows + target.highs == 0  # the forms follow one another
        self.seat = array("i", b"\xff" * (4 * target.forms))  # where in `to` a form stands; -1 nowhere

    def idle(self, at: int) -> float:
        """The chance that the last volley left the enemy's form `at` as it was. That form always comes first."""
        return self.odds[0] if self.to[0] == at else 0.0

    def can_hit(self, at: int, on: int) -> bool:
        """Can any of the dice hit a unit that holds the battle? By the facts of both sides that begin here."""
        shooter = self.shooter
        target = self.target
        if shooter.facts[at + _MID_DICE] > 0:
            return True
        if shooter.facts[at + _LOW_DICE] > 0 and target.facts[on + _LOW_HOLD] + target.facts[on + _MID_HOLD] > 0:
            return True
        if shooter.facts[at + _HIGH_DICE] == 0:
            return False
        return target.facts[on + _MID_HOLD] + target.facts[on + _HIGH_HOLD] > 0 or shooter.facts[at + _HUNTERS] > 0

    def volley(self, form: int, at: int, kind: int) -> int:
        """Fire once from `form` at the enemy's form `at`: fills `to` and `odds`, returns how many forms there are."""
        shooter = self.shooter
        target = self.target
        row = shooter.look(form)
        low = shooter.facts[row + _LOW_DICE] if kind == _FIRST or kind == _ALL else 0
        mid = shooter.facts[row + _MID_DICE] if kind == _REST or kind == _ALL else 0
        high = shooter.facts[row + _HIGH_DICE] if kind == _REST or kind == _ALL else 0
        # Where the enemy has nothing that some dice cannot hit, these dice are as good as any.
        lines = 0 if kind == _FIRST else _MIDS
        row_there = target.look(at)
        if low > 0 and target.facts[row_there + _HIGH_LEFT] == 0:
            mid += low
            low = 0
            lines |= _LOWS
        if high > 0 and (shooter.facts[row + _HUNTERS] > 0 or target.facts[row_there + _LOW_LEFT] == 0):
            mid += high
            high = 0
            lines |= _HIGHS
        mid_table = shooter.table(form, lines) if mid > 0 else _NO_DICE
        if low + high == 0:
            self.found = self._in_order(target.settled(at), mid_table, mid)
        else:
            low_table = shooter.table(form, _LOWS) if low > 0 else _NO_DICE
            high_table = shooter.table(form, _HIGHS) if high > 0 else _NO_DICE
            self.found = self._matched(target.settled(at), low_table, low, high_table, high, mid_table, mid)
        return self.found

    def _in_order(self, at: int, table: int, dice: int) -> int:
        """Every hit takes the next unit of the order. Hits beyond the last unit are lost."""
        shooter = self.shooter
        target = self.target
        for hit in range(dice + 1):
            self.to[hit] = at
            self.odds[hit] = shooter.hits[table + hit]
            then = target.after[at]
            if then == at:
                for lost in range(hit + 1, dice + 1):
                    self.odds[hit] += shooter.hits[table + lost]
                return hit + 1
            at = then
        return dice + 1

    def _matched(
        self, at: int, low_table: int, low_dice: int, high_table: int, high_dice: int, mid_table: int, mid_dice: int
    ) -> int:
        """All combinations of hits by low dice, by high dice, and by dice that hit anything.

        The losses that can be matched with u low hits, v high hits and w others form a matroid: at most u + w on the
        low line, v + w on the high line, u + v + w in all. So going along the order and taking what still fits gives
        the preferred losses and wastes as few hits as can be; and each further hit on anything takes the next unit.
        """
        shooter = self.shooter
        target = self.target
        found = 0
        for low_hits in range(low_dice + 1):
            for high_hits in range(high_dice + 1):
                chance = shooter.hits[low_table + low_hits] * shooter.hits[high_table + high_hits]
                form = target.after_hits(at, low_hits + high_hits, low_hits, high_hits)
                for hit in range(mid_dice + 1):
                    here = self.seat[form]
                    if here < 0:
                        here = found
                        self.seat[form] = here
                        self.to[here] = form
                        self.odds[here] = 0.0
                        found += 1
                    self.odds[here] += chance * shooter.hits[mid_table + hit]
                    form = target.after[form]
        for here in range(found):
            self.seat[self.to[here]] = -1
        return found


class Battle:
    """Two sides and all that can happen between them.

    `mass` holds the chance that a pair of forms comes up: a row for each form of the attacker that does, in it a strip
    for the beginning of a round, one for the moment after the first shots if there are any, and one for the beginning
    of the next round where rounds are counted.
    """

    def __init__(self, attacker: Side, defender: Side, prune: float = 0.0) -> None:
        self.attacker = attacker
        self.defender = defender
        self.has_first = attacker.lows + defender.lows > 0
        self.on_attacker = Fire(defender, attacker)
        self.on_defender = Fire(attacker, defender)
        self.first_on_attacker = Fire(defender, attacker) if self.has_first else self.on_attacker
        self.first_on_defender = Fire(attacker, defender) if self.has_first else self.on_defender
        self.prune = prune  # a pair that is not more likely than this is left out
        self.fewer = 0
        self.below = 0.0
        self.rounds = 0.0
        self.error = 0.0
        self.attacker_left = 0.0  # the worth of what is left, on the average
        self.defender_left = 0.0
        self.takes = 0.0  # the chance to win with somebody left to take the ground
        self.repeats = attacker.plan != STRIKE or defender.plan != STRIKE
        self.ends: list[End] = []
        self.row = array("i", b"\xff" * (4 * attacker.forms))  # the number of each form's row; -1 if it has none
        self.rows = 0
        self.wide = defender.forms
        self.between = self.wide if self.has_first else 0
        self.later = 0
        self.stride = self.wide + self.between
        self.capacity = 0
        self.mass = _zeros(0)
        self.hope = _zeros(0)  # the chance to win by fighting to the end, for the same pairs
        # What `_fire` found for a pair: the chances that first shots and other dice change nothing.
        self.stay_first = 1.0
        self.stay = 0.0

    def fight(
        self, starts: Sequence[tuple[int, int, float]], rounds: int = 0, fewer: int = 0, below: float = 0.0
    ) -> list[End]:
        """All ends of a battle that begins with one of these pairs of forms.

        The attacker breaks off after so many rounds, with fewer than so many units, or when its chance to win by
        fighting to the end is below so much; 0 means never.
        """
        if rounds > 0:
            self.repeats = True
            self.later = self.stride
            self.stride += self.wide
        self.capacity = min(self.attacker.forms, 64)
        self.mass = _zeros(self.stride * self.capacity)
        if below > 0.0:
            self._place(starts)
            self._sweep(False)
            self._look_back()
            self._clear()
        self.fewer = fewer
        self.below = below
        self._place(starts)
        self._sweep(rounds > 0)
        for _ in range(1, rounds):
            self._next_round()
            self._sweep(True)
        if rounds > 0:
            self._next_round()
            self._call_off()
        return self.ends

    def finishes(self) -> list[Finish]:
        """The ends in terms of what is left. The same may come up more than once if `repeats`."""
        found: list[Finish] = []
        for how, attacker, defender, chance, bits in self.ends:
            ours = self.attacker.remains(attacker, bits & ATTACKER_SWEPT > 0)
            theirs = self.defender.remains(defender, bits & DEFENDER_SWEPT > 0)
            found.append((how, ours, theirs, chance))
        return found

    def _place(self, starts: Sequence[tuple[int, int, float]]) -> None:
        for attacker, defender, chance in starts:
            self._open(attacker)
            self.mass[self.row[attacker] * self.stride + defender] += chance

    def _clear(self) -> None:
        """Begin again, with the rows where they are."""
        self.mass = _zeros(self.stride * self.capacity)
        self.ends = []
        self.rounds = self.error = self.attacker_left = self.defender_left = self.takes = 0.0

    def _next_round(self) -> None:
        """What was later is now."""
        for row in range(self.rows):
            start = row * self.stride
            for defender in range(self.wide):
                self.mass[start + defender] = self.mass[start + self.later + defender]
            for at in range(start + self.wide, start + self.stride):
                self.mass[at] = 0.0

    def _open(self, form: int) -> None:
        """Give a form of the attacker its row."""
        if self.row[form] >= 0:
            return
        if self.rows == self.capacity:
            self.capacity = min(2 * self.capacity, self.attacker.forms)
            self.mass = _grown(self.mass, self.stride * self.capacity)
            self.hope = _grown(self.hope, self.stride * self.capacity)
        self.row[form] = self.rows
        self.rows += 1

    def _standing(self, attacker: int, defender: int) -> int:
        """How the battle stands at the beginning of a round."""
        a = self.attacker.look(attacker)
        d = self.defender.look(defender)
        strength = self.attacker.strength(a)
        their_strength = self.defender.strength(d)
        if strength == 0:
            if their_strength == 0:
                return DRAW
            return LOSS if self.attacker.facts[a + _UNITS] == 0 else RETREAT
        if their_strength == 0:
            return WIN
        if not self.on_defender.can_hit(a, d) and (
            not self.on_attacker.can_hit(d, a) or self._is_helpless(attacker, defender)
        ):
            return STANDOFF
        if (self.fewer > 0 or self.below > 0.0) and self._breaks_off(attacker, defender):
            return RETREAT
        if self.attacker.dives(a, self.defender.facts[d + _HUNTERS]):
            return _DIVES
        if self.defender.dives(d, self.attacker.facts[a + _HUNTERS]):
            return _DIVES
        return GOES_ON

    def _is_helpless(self, attacker: int, defender: int) -> bool:
        """Can an attacker who hits nobody that fights do nothing else either: neither fire at idle units, nor leave?
        That ends a battle, but never before its first round."""
        if self.attacker.is_fresh(attacker) or self.attacker.facts[self.attacker.look(attacker) + _LEAVERS] > 0:
            return False
        return not (self.attacker.has_dice(attacker) and self.defender.has_idlers(defender))

    def _breaks_off(self, attacker: int, defender: int) -> bool:
        """Does the attacker call it off here, before the next round?"""
        at = self.attacker.look(attacker)
        if self.attacker.facts[at + _LEAVERS] == 0 or self.attacker.is_fresh(attacker):
            return False
        if self.attacker.facts[at + _UNITS] < self.fewer:
            return True
        return self.below > 0.0 and self.hope[self.row[attacker] * self.stride + defender] < self.below

    def _beneath(self, attacker: int, defender: int) -> int:
        """Where the pair stands once the low lines that dive have dived; opens the row."""
        a = self.attacker.look(attacker)
        d = self.defender.look(defender)
        if self.attacker.dives(a, self.defender.facts[d + _HUNTERS]):
            attacker = self.attacker.dived(attacker)
        if self.defender.dives(d, self.attacker.facts[a + _HUNTERS]):
            defender = self.defender.dived(defender)
        self._open(attacker)
        return self.row[attacker] * self.stride + defender

    def _finish(self, how: int, attacker: int, defender: int, chance: float) -> None:
        """The battle is over. Idle units fall to an enemy that can fire and has no one else to fight."""
        bits = 0
        if (how == LOSS or how == STANDOFF) and self.attacker.has_idlers(attacker) and self.defender.has_dice(defender):
            d = self.defender.look(defender)
            if how == LOSS or not self.on_attacker.can_hit(d, self.attacker.look(attacker)):
                bits |= ATTACKER_SWEPT
        if (how == WIN or how == STANDOFF) and self.defender.has_idlers(defender) and self.attacker.has_dice(attacker):
            bits |= DEFENDER_SWEPT
        if bits > 0:
            self.repeats = True
        if self.attacker.facts[self.attacker.look(attacker) + _TAKERS] > 0:
            bits |= HAS_TAKERS
        self.ends.append((how, attacker, defender, chance, bits))
        if how == WIN and bits & HAS_TAKERS:
            self.takes += chance
        self.attacker_left += chance * self.attacker.worth_of(attacker, bits & ATTACKER_SWEPT > 0)
        self.defender_left += chance * self.defender.worth_of(defender, bits & DEFENDER_SWEPT > 0)

    def _sweep(self, once: bool) -> None:
        """Go through all pairs in the order of their numbers: one round of each, or each to the end of the battle."""
        for attacker in range(self.attacker.forms):
            if self.row[attacker] < 0:
                continue
            start = self.row[attacker] * self.stride
            for defender in range(self.wide):
                begin = self.mass[start + defender]
                midway = self.mass[start + self.between + defender] if self.has_first else 0.0
                if begin + midway <= self.prune:
                    self.error += begin + midway
                else:
                    self._pass(attacker, defender, begin, midway, once)

    def _pass(self, attacker: int, defender: int, begin: float, midway: float, once: bool) -> None:
        """One pair: so much of the whole arrives at the beginning of a round, so much after the first shots."""
        how = self._standing(attacker, defender)
        if how == GOES_ON or midway > 0.0:
            self._fire(attacker, defender, how == GOES_ON)
        if how == GOES_ON:
            if not once:
                begin = (begin + midway * self.stay) / (1.0 - self.stay_first * self.stay)
            self.rounds += begin
            midway += begin * self.stay_first
            if self.stay_first < 1.0:
                self._spread(self.first_on_attacker, self.first_on_defender, begin, self.between, self.stay_first > 0.0)
        elif not once and midway > 0.0:
            begin += midway * self.stay
        if midway > 0.0:
            where = self.later if once else 0
            self._spread(self.on_attacker, self.on_defender, midway, where, not once and self.stay > 0.0)
        if begin > 0.0 and how == _DIVES:
            there = self._beneath(attacker, defender)
            self.mass[there] += begin
        elif begin > 0.0 and how != GOES_ON:
            self._finish(how, attacker, defender, begin)

    def _fire(self, attacker: int, defender: int, first: bool) -> None:
        """Both sides fire: first shots if wanted, and the rest of the round."""
        a = self.attacker.look(attacker)
        d = self.defender.look(defender)
        we_first = self.attacker.facts[a + _LOW_DICE] > 0 and self.defender.facts[d + _HUNTERS] == 0
        they_first = self.defender.facts[d + _LOW_DICE] > 0 and self.attacker.facts[a + _HUNTERS] == 0
        self.stay_first = 1.0
        if first and (we_first or they_first):
            self.first_on_attacker.volley(defender, attacker, _FIRST if they_first else _NONE)
            self.first_on_defender.volley(attacker, defender, _FIRST if we_first else _NONE)
            self.stay_first = self.first_on_attacker.idle(attacker) * self.first_on_defender.idle(defender)
        self.on_attacker.volley(defender, attacker, _REST if they_first else _ALL)
        self.on_defender.volley(attacker, defender, _REST if we_first else _ALL)
        self.stay = self.on_attacker.idle(attacker) * self.on_defender.idle(defender)

    def _spread(self, ours: Fire, theirs: Fire, chance: float, where: int, moves: bool) -> None:
        """Share out a chance among the pairs that two volleys lead to; `moves` leaves out the pair it came from."""
        for a in range(ours.found):
            if self.row[ours.to[a]] < 0:
                self._open(ours.to[a])
            share = chance * ours.odds[a]
            start = self.row[ours.to[a]] * self.stride + where
            begin = 1 if a == 0 and moves else 0
            if theirs.in_line:
                start += theirs.to[0]
                for d in range(begin, theirs.found):
                    self.mass[start + d] += share * theirs.odds[d]
            else:
                for d in range(begin, theirs.found):
                    self.mass[start + theirs.to[d]] += share * theirs.odds[d]

    def _call_off(self) -> None:
        """The rounds are over: what has not ended is broken off."""
        for attacker in range(self.attacker.forms):
            if self.row[attacker] < 0:
                continue
            for defender in range(self.wide):
                chance = self.mass[self.row[attacker] * self.stride + defender]
                if chance > 0.0:
                    how = self._standing(attacker, defender)
                    self._finish(RETREAT if how == GOES_ON or how == _DIVES else how, attacker, defender, chance)

    def _look_back(self) -> None:
        """Fill `hope` for every pair that the last sweep came through, from the last to the first."""
        self.hope = _zeros(self.stride * self.capacity)
        for attacker in range(self.attacker.forms - 1, -1, -1):
            if self.row[attacker] < 0:
                continue
            start = self.row[attacker] * self.stride
            for defender in range(self.wide - 1, -1, -1):
                if self.mass[start + defender] + self.mass[start + self.between + defender] > 0.0:
                    self._look_back_from(attacker, defender, start + defender)

    def _look_back_from(self, attacker: int, defender: int, here: int) -> None:
        how = self._standing(attacker, defender)
        self._fire(attacker, defender, how == GOES_ON)
        then = self._gather(self.on_attacker, self.on_defender, 0, self.stay > 0.0)
        if how == GOES_ON:
            hope = 0.0
            if self.stay_first < 1.0:
                hope = self._gather(self.first_on_attacker, self.first_on_defender, self.between, self.stay_first > 0.0)
            hope = (hope + self.stay_first * then) / (1.0 - self.stay_first * self.stay)
        elif how == _DIVES:
            hope = self.hope[self._beneath(attacker, defender)]
        else:
            hope = 1.0 if how == WIN else 0.0
        self.hope[here] = hope
        if self.has_first:
            self.hope[here + self.between] = then + self.stay * hope

    def _gather(self, ours: Fire, theirs: Fire, where: int, moves: bool) -> float:
        """The mean of the hopes of the pairs that two volleys lead to, without the pair they came from."""
        total = 0.0
        for a in range(ours.found):
            if self.row[ours.to[a]] < 0:
                continue
            start = self.row[ours.to[a]] * self.stride + where
            part = 0.0
            for d in range(1 if a == 0 and moves else 0, theirs.found):
                part += theirs.odds[d] * self.hope[start + theirs.to[d]]
            total += part * ours.odds[a]
        return total


def _zeros(length: int) -> "array[float]":
    return array("d", bytes(8 * max(length, 1)))


def _grown(old: "array[float]", length: int) -> "array[float]":
    """A longer array with the same beginning; an array that is not in use stays as it is."""
    if len(old) == 1:
        return old
    new = _zeros(length)
    for at in range(len(old)):
        new[at] = old[at]
    return new
