# The C types of `rounds.py`: nothing else. The Python source is complete without this file.
cimport cython

cdef int LOW, MID, HIGH
cdef int HOLDS, HUNTS, TAKES, LEAVES, IDLE
cdef int ATTACKER_SWEPT, DEFENDER_SWEPT, HAS_TAKERS
cdef int GOES_ON, WIN, LOSS, DRAW, STANDOFF, RETREAT, _DIVES
cdef int STRIKE, DIVE
cdef int _AFTER_ALL, _FACTS, _TABLES, _NO_DICE
cdef int _SEEN, _LOW_LEFT, _HIGH_LEFT, _HUNTERS, _UNITS, _LEAVERS, _TAKERS, _IDLERS, _LOW_DICE, _MID_DICE, _HIGH_DICE
cdef int _LOW_HOLD, _MID_HOLD, _HIGH_HOLD
cdef int _LOWS, _MIDS, _HIGHS
cdef int _FIRST, _ALL, _REST, _NONE


@cython.final
cdef class Side:
    cdef public Py_ssize_t size, lows, mids, highs, low_step, mid_step, box, forms, fresh, extras
    cdef Py_ssize_t mid_start, high_start, room, used
    cdef public int plan
    cdef int[::1] line, good, serves, pairs, place, left, after
    cdef int[::1] facts, tables, left_now, served, spare
    cdef double[::1] chance, raised, worth, extra, hits

    @cython.locals(form=Py_ssize_t)
    cdef void _line_up(self) noexcept
    @cython.locals(lost="int[::1]", place=Py_ssize_t, group=Py_ssize_t, line=Py_ssize_t, at=Py_ssize_t)
    cdef void _lay_out(self, int[::1] count, int[::1] order) except *
    cpdef Py_ssize_t form(self, Py_ssize_t low, Py_ssize_t mid, Py_ssize_t high) noexcept
    cdef Py_ssize_t low_lost(self, Py_ssize_t form) noexcept
    cdef Py_ssize_t mid_lost(self, Py_ssize_t form) noexcept
    cdef Py_ssize_t high_lost(self, Py_ssize_t form) noexcept
    cdef bint has_dived(self, Py_ssize_t form) noexcept
    cdef bint is_fresh(self, Py_ssize_t form) noexcept
    cdef Py_ssize_t settled(self, Py_ssize_t form) noexcept
    cdef Py_ssize_t dived(self, Py_ssize_t form) noexcept
    cdef bint _is_swept(self, Py_ssize_t group) noexcept
    @cython.locals(group=Py_ssize_t, left=list)
    cpdef tuple remains(self, Py_ssize_t form, bint swept)
    @cython.locals(group=Py_ssize_t, total=double)
    cpdef double worth_of(self, Py_ssize_t form, bint swept) noexcept
    @cython.locals(low=Py_ssize_t, mid=Py_ssize_t, high=Py_ssize_t, group=Py_ssize_t)
    cdef void _count(self, Py_ssize_t form) noexcept
    @cython.locals(at=Py_ssize_t)
    cdef Py_ssize_t look(self, Py_ssize_t form) noexcept
    @cython.locals(group=Py_ssize_t, line=Py_ssize_t, left=int, good=int)
    cdef void _see(self, Py_ssize_t form, Py_ssize_t at) noexcept
    @cython.locals(low=Py_ssize_t, mid=Py_ssize_t, high=Py_ssize_t, low_at=int, mid_at=int, high_at=int, _=Py_ssize_t)
    cdef Py_ssize_t after_hits(self, Py_ssize_t form, Py_ssize_t hits, Py_ssize_t low_hits, Py_ssize_t high_hits) noexcept
    cdef int strength(self, Py_ssize_t at) noexcept
    cdef bint has_idlers(self, Py_ssize_t form) noexcept
    @cython.locals(at=Py_ssize_t)
    cdef bint has_dice(self, Py_ssize_t form) noexcept
    cdef bint dives(self, Py_ssize_t at, int hunters) noexcept
    @cython.locals(at=Py_ssize_t)
    cdef Py_ssize_t table(self, Py_ssize_t form, int lines) except -1
    @cython.locals(begin=Py_ssize_t, last=Py_ssize_t, group=Py_ssize_t, unit=Py_ssize_t, die=Py_ssize_t)
    cdef Py_ssize_t _roll(self, Py_ssize_t form, int lines) except -1
    @cython.locals(group=Py_ssize_t, at=Py_ssize_t, gains=Py_ssize_t, gives=Py_ssize_t, matched=int)
    cdef void _support(self) noexcept
    @cython.locals(miss=double, at=Py_ssize_t)
    cdef void _add_die(self, Py_ssize_t begin, Py_ssize_t last, double chance) noexcept
    cdef void _reserve(self, Py_ssize_t length) except *


@cython.final
cdef class Fire:
    cdef Side shooter, target
    cdef int[::1] to, seat
    cdef double[::1] odds
    cdef Py_ssize_t found
    cdef bint in_line

    @cython.locals(shooter=Side, target=Side)
    cdef bint can_hit(self, Py_ssize_t at, Py_ssize_t on) noexcept
    cdef double idle(self, Py_ssize_t at) noexcept
    @cython.locals(shooter=Side, target=Side, row=Py_ssize_t, row_there=Py_ssize_t, low=Py_ssize_t, mid=Py_ssize_t,
                   high=Py_ssize_t, lines=int, low_table=Py_ssize_t, mid_table=Py_ssize_t, high_table=Py_ssize_t)
    cdef Py_ssize_t volley(self, Py_ssize_t form, Py_ssize_t at, int kind) except -1
    @cython.locals(shooter=Side, target=Side, hit=Py_ssize_t, lost=Py_ssize_t, then=Py_ssize_t)
    cdef Py_ssize_t _in_order(self, Py_ssize_t at, Py_ssize_t table, Py_ssize_t dice) noexcept
    @cython.locals(shooter=Side, target=Side, found=Py_ssize_t, low_hits=Py_ssize_t, high_hits=Py_ssize_t, hit=Py_ssize_t,
                   here=Py_ssize_t, form=Py_ssize_t, chance=double)
    cdef Py_ssize_t _matched(self, Py_ssize_t at, Py_ssize_t low_table, Py_ssize_t low_dice, Py_ssize_t high_table,
                             Py_ssize_t high_dice, Py_ssize_t mid_table, Py_ssize_t mid_dice) noexcept


@cython.final
cdef class Battle:
    cdef public Side attacker, defender
    cdef Fire on_attacker, on_defender, first_on_attacker, first_on_defender
    cdef bint has_first
    cdef public bint repeats
    cdef public double rounds, error, attacker_left, defender_left, takes
    cdef public double prune
    cdef double below, stay, stay_first
    cdef public Py_ssize_t rows
    cdef Py_ssize_t fewer, wide, between, later, stride, capacity
    cdef int[::1] row
    cdef double[::1] mass, hope
    cdef public list ends

    cpdef list fight(self, starts, int rounds=*, Py_ssize_t fewer=*, double below=*)
    @cython.locals(attacker=Py_ssize_t, defender=Py_ssize_t, bits=int, ours=tuple, theirs=tuple, found=list)
    cpdef list finishes(self)
    @cython.locals(attacker=Py_ssize_t, defender=Py_ssize_t, chance=double)
    cdef _place(self, starts)
    cdef _clear(self)
    @cython.locals(row=Py_ssize_t, start=Py_ssize_t, defender=Py_ssize_t, at=Py_ssize_t)
    cdef void _next_round(self) noexcept
    cdef void _open(self, Py_ssize_t form) except *
    @cython.locals(a=Py_ssize_t, d=Py_ssize_t, strength=int, their_strength=int)
    cdef int _standing(self, Py_ssize_t attacker, Py_ssize_t defender) noexcept
    cdef bint _is_helpless(self, Py_ssize_t attacker, Py_ssize_t defender) noexcept
    @cython.locals(at=Py_ssize_t)
    cdef bint _breaks_off(self, Py_ssize_t attacker, Py_ssize_t defender) noexcept
    @cython.locals(a=Py_ssize_t, d=Py_ssize_t)
    cdef Py_ssize_t _beneath(self, Py_ssize_t attacker, Py_ssize_t defender) except -1
    @cython.locals(bits=int, d=Py_ssize_t)
    cdef void _finish(self, int how, Py_ssize_t attacker, Py_ssize_t defender, double chance) except *
    @cython.locals(attacker=Py_ssize_t, defender=Py_ssize_t, start=Py_ssize_t, begin=double, midway=double)
    cdef void _sweep(self, bint once) except *
    @cython.locals(how=int, there=Py_ssize_t, where=Py_ssize_t)
    cdef void _pass(self, Py_ssize_t attacker, Py_ssize_t defender, double begin, double midway, bint once) except *
    @cython.locals(a=Py_ssize_t, d=Py_ssize_t, we_first=bint, they_first=bint)
    cdef void _fire(self, Py_ssize_t attacker, Py_ssize_t defender, bint first) except *
    @cython.locals(a=Py_ssize_t, d=Py_ssize_t, share=double, start=Py_ssize_t, begin=Py_ssize_t)
    cdef void _spread(self, Fire ours, Fire theirs, double chance, Py_ssize_t where, bint moves) except *
    @cython.locals(attacker=Py_ssize_t, defender=Py_ssize_t, chance=double, how=int)
    cdef void _call_off(self) except *
    @cython.locals(attacker=Py_ssize_t, defender=Py_ssize_t, start=Py_ssize_t)
    cdef void _look_back(self) except *
    @cython.locals(how=int, then=double, hope=double)
    cdef void _look_back_from(self, Py_ssize_t attacker, Py_ssize_t defender, Py_ssize_t here) except *
    @cython.locals(total=double, part=double, a=Py_ssize_t, d=Py_ssize_t, start=Py_ssize_t)
    cdef double _gather(self, Fire ours, Fire theirs, Py_ssize_t where, bint moves) noexcept


cdef double[::1] _zeros(Py_ssize_t length)
@cython.locals(new="double[::1]", at=Py_ssize_t)
cdef double[::1] _grown(double[::1] old, Py_ssize_t length)
