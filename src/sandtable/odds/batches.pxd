# The C types of `batches.py`: nothing else. The Python source is complete without this file.
cimport cython

cdef Py_ssize_t BATCH, _PAIRS
cdef int _UNKNOWN


@cython.final
cdef class Target:
    cdef public Py_ssize_t size, states
    cdef public double wild, late
    cdef Py_ssize_t guard
    cdef int[::1] length, first, stride, hit, finish, shift, rest, passes, known_to, known_end
    cdef double[::1] chance, harm, split, pairs, weight
    cdef list full

    cpdef after(self, int dice)
    @cython.locals(wide=Py_ssize_t, lane=Py_ssize_t, rest=double)
    cpdef batch(self, begin, Py_ssize_t dice)
    @cython.locals(state=Py_ssize_t)
    cdef void _place(self, double[::1] begin, double[::1] mass, Py_ssize_t wide) noexcept
    @cython.locals(state=Py_ssize_t, at=Py_ssize_t, left=Py_ssize_t, here=double, there=Py_ssize_t, shown=Py_ssize_t,
                   onward=Py_ssize_t)
    cdef void _read(self, double[::1] mass, Py_ssize_t lane, Py_ssize_t wide) noexcept
    @cython.locals(state=Py_ssize_t, left=Py_ssize_t, here=double)
    cdef void _settle(self, double[::1] mass, double[::1] then, Py_ssize_t wide) noexcept
    @cython.locals(state=Py_ssize_t, some=bint, pair=Py_ssize_t, left=Py_ssize_t, here=double, wild=Py_ssize_t,
                   row=Py_ssize_t, late=Py_ssize_t)
    cdef void _end_all(self, double[::1] mass, double[::1] then, Py_ssize_t wide) noexcept
    @cython.locals(place=Py_ssize_t, found=Py_ssize_t)
    cpdef Py_ssize_t end(self, Py_ssize_t state, Py_ssize_t wild, Py_ssize_t late) noexcept
    cdef Py_ssize_t place(self, Py_ssize_t lane, Py_ssize_t state) noexcept
    @cython.locals(key=Py_ssize_t, found=Py_ssize_t, place=Py_ssize_t)
    cdef Py_ssize_t step(self, Py_ssize_t lane, Py_ssize_t state) noexcept
    @cython.locals(place=Py_ssize_t)
    cdef Py_ssize_t step_late(self, Py_ssize_t lane, Py_ssize_t state) noexcept
    cdef bint guards(self, Py_ssize_t state) noexcept
    @cython.locals(place=Py_ssize_t)
    cdef Py_ssize_t _passed_on(self, Py_ssize_t state) noexcept
    @cython.locals(there=Py_ssize_t, lane=Py_ssize_t, place=Py_ssize_t)
    cdef Py_ssize_t at_rest(self, Py_ssize_t state) noexcept
    @cython.locals(best=Py_ssize_t, most=double, lane=Py_ssize_t, there=Py_ssize_t, then=Py_ssize_t, value=double)
    cdef Py_ssize_t _best_wild(self, Py_ssize_t state, Py_ssize_t wild, Py_ssize_t late) noexcept
    @cython.locals(best=Py_ssize_t, most=double, lane=Py_ssize_t, then=Py_ssize_t, value=double)
    cdef Py_ssize_t _best_late(self, Py_ssize_t state, Py_ssize_t late) noexcept
    @cython.locals(total=double, lane=Py_ssize_t)
    cdef double harm_in(self, Py_ssize_t state) noexcept
    @cython.locals(wide=Py_ssize_t, left=Py_ssize_t, shown=Py_ssize_t, total=double)
    cdef void _share(self, double chance, Py_ssize_t dice) noexcept
    @cython.locals(neither=double, left=Py_ssize_t, wild=Py_ssize_t, row=Py_ssize_t, above=Py_ssize_t, late=Py_ssize_t,
                   total=double)
    cdef void _pair(self, double wild_chance, double late_chance, Py_ssize_t dice) noexcept
    cpdef lane_chances(self, mass, Py_ssize_t lane)
    @cython.locals(state=Py_ssize_t)
    cdef void _sort(self, double[::1] mass, Py_ssize_t lane, double[::1] found) noexcept
    cpdef totals(self, mass, numbers, Py_ssize_t most)
    @cython.locals(state=Py_ssize_t, total=Py_ssize_t, lane=Py_ssize_t)
    cdef void _add_up(self, double[::1] mass, int[::1] numbers, double[::1] found) noexcept


cpdef mixture(parts)
@cython.locals(state=Py_ssize_t)
cdef void _add(double[::1] found, double[::1] mass, double share) noexcept
