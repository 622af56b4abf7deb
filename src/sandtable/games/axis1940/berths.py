"""Aircraft that only carriers can save, and carriers that can come to meet them: how many find no place at best.

The answer is exact. A carrier that could go to several zones is seen by whom it could take aboard in each of them. What
can be settled without a choice is settled first (`simplify`); what is left falls into theatres that have nothing to do
with each other, and in each of them only carriers that a first plan would need in two zones at once are tried.
"""

from collections.abc import Iterable
from functools import lru_cache

FAR = 99
"""More moves than any aircraft has."""
Needy = tuple[int, tuple[str, ...]]
"""Aircraft that only a carrier can save: how many, and the zones that they can reach."""
Berth = tuple[int, int]
"""The groups of aircraft that can reach a zone, as bits, and the places there."""
Loose = tuple[int, tuple[int, ...], int]
"""Places on a carrier, the groups of aircraft it could meet in each of its zones, and how many carriers are like it."""


def fewest_without_deck(needy: list[Needy], carriers: list[tuple[int, tuple[str, ...]]]) -> int:
    """The fewest aircraft left over when carriers and aircraft meet as well as they can."""
    alike: dict[tuple[int, tuple[str, ...]], int] = {}
    for carrier in carriers:
        alike[carrier] = alike.get(carrier, 0) + 1
    who_comes: dict[str, int] = {}
    for group, (_, reach) in enumerate(needy):
        for zone in reach:
            who_comes[zone] = who_comes.get(zone, 0) | 1 << group
    loose: dict[tuple[int, tuple[int, ...]], int] = {}
    for (places, zones), number in alike.items():
        met = dict.fromkeys([who_comes[zone] for zone in zones if zone in who_comes])
        if met:
            kind = (places, undominated(list(met)))
            loose[kind] = loose.get(kind, 0) + number
    return fewest_left(
        tuple([number for number, _ in needy]),
        tuple([(places, meetings, number) for (places, meetings), number in sorted(loose.items())]),
    )


def undominated(meetings: list[int]) -> tuple[int, ...]:
    """The meetings without those where a carrier meets fewer of the aircraft that it meets in another."""
    if len(meetings) < 2:
        return tuple(meetings)
    return tuple(sorted(one for one in meetings if not any(one | other == other != one for other in meetings)))


@lru_cache(maxsize=4096)
def fewest_left(planes: tuple[int, ...], loose: tuple[Loose, ...]) -> int:
    """`fewest_without_deck` in numbers alone, so it can be remembered: the same question comes up move after move."""
    waiting, berths, carriers = simplify(planes, loose)
    lost = 0
    while any(waiting):
        # a theatre: the groups that carriers and zones connect with the first one that waits
        theatre, before = waiting_bit(waiting), 0
        while theatre != before:
            before = theatre
            for groups in (*(groups for groups, _ in berths), *(union(meetings) for _, meetings, _ in carriers)):
                if groups & theatre:
                    theatre |= groups
        lost += search(
            [number if theatre >> at & 1 else 0 for at, number in enumerate(waiting)],
            [berth for berth in berths if berth[0] & theatre],
            [kind for kind in carriers if kind[1][0] & theatre],
        )
        waiting = [0 if theatre >> at & 1 else number for at, number in enumerate(waiting)]
    return lost


def waiting_bit(waiting: list[int]) -> int:
    """The first group that has aircraft waiting."""
    return next(1 << at for at, number in enumerate(waiting) if number)


def simplify(planes: tuple[int, ...], loose: tuple[Loose, ...]) -> tuple[list[int], list[Berth], list[Loose]]:
    """Settle what needs no choice. Carriers that have one meeting, or room or aircraft for one only, are berths; where
    there is a place for all who can come, they are safe; a berth for one group alone takes as many of it as it can."""
    waiting = list(planes)
    berths: dict[int, int] = {}
    carriers = list(loose)
    while True:
        there = sum(1 << at for at, number in enumerate(waiting) if number)
        before, carriers = carriers, []
        for places, meetings, number in before:
            meetings = undominated(list(dict.fromkeys(met & there for met in meetings if met & there)))
            most = min(places, max((among(waiting, met) for met in meetings), default=0))
            if most == 1 or len(meetings) == 1:
                groups = union(meetings)
                berths[groups] = berths.get(groups, 0) + most * number
            elif meetings:
                carriers.append((places, meetings, number))
        settled = False
        for groups in list(berths):
            places = berths.pop(groups)
            groups &= there
            if not groups:
                continue
            alone = groups & (groups - 1) == 0
            if not alone and among(waiting, groups) > places:
                berths[groups] = berths.get(groups, 0) + places
                continue
            settled = True
            for at in range(len(waiting)):
                if groups >> at & 1:
                    waiting[at] = max(0, waiting[at] - places) if alone else 0
            there = sum(1 << at for at, number in enumerate(waiting) if number)
        if not settled:
            return waiting, list(berths.items()), carriers


def among(waiting: list[int], groups: int) -> int:
    """How many aircraft are in these groups."""
    return sum([number for at, number in enumerate(waiting) if groups >> at & 1])


def union(meetings: Iterable[int]) -> int:
    found = 0
    for groups in meetings:
        found |= groups
    return found


def search(planes: list[int], fixed: list[Berth], loose: list[Loose], best: int | None = None) -> int:
    """The fewest that find no place, `best` if it is no less. No plan can be better than if each loose carrier were in
    all its zones at once. If that plan can do with each of them in one zone, it is a real one; else a carrier of the
    kind that it would tear apart is tried in one zone after the other, where it is wanted most first."""
    best = sum(planes) + 1 if best is None else best
    pooled = [(union(meetings), places * number) for places, meetings, number in loose]
    bound, aboard = seated(planes, fixed + pooled)
    if bound >= best:
        return best
    for at, kind in enumerate(loose):
        if not can_divide(aboard[len(fixed) + at], kind):
            break
    else:
        return bound
    places, meetings, number = loose[at]
    wanted = aboard[len(fixed) + at]
    others = loose[:at] + loose[at + 1 :]
    in_turn = sorted(meetings, key=lambda met: -among(wanted, met))
    for tried, groups in enumerate(in_turn):
        # no other carrier of this kind goes where one was tried before: such plans have been seen
        rest = [(places, tuple(in_turn[tried:]), number - 1)] if number > 1 else []
        best = search(planes, [*fixed, (groups, places)], rest + others, best)
        if best <= bound:
            break
    return best


def can_divide(aboard: list[int], kind: Loose) -> bool:
    """Whether a plan that lets carriers of one kind be everywhere can do with each in one zone. Carriers go where they
    are wanted most, so a yes is certain, a no a guess."""
    places, meetings, number = kind
    left = list(aboard)
    for _ in range(number):
        groups = max(meetings, key=lambda met: min(places, among(left, met)))
        room = places
        for at, waiting in enumerate(left):
            if groups >> at & 1 and waiting and room:
                taken = min(room, waiting)
                left[at] -= taken
                room -= taken
    return not any(left)


def seated(planes: list[int], berths: list[Berth]) -> tuple[int, list[list[int]]]:
    """How many aircraft find no place on these berths, and how many of each group sit on each: a maximum flow, by
    augmenting paths."""
    free = [places for _, places in berths]
    sits = [[0] * len(planes) for _ in berths]

    def seat(group: int, seen: set[int]) -> bool:
        full = []
        for at, (groups, _) in enumerate(berths):
            if groups >> group & 1 and at not in seen:
                if free[at]:
                    free[at] -= 1
                    sits[at][group] += 1
                    return True
                full.append(at)
        for at in full:
            seen.add(at)
            for other, taken in enumerate(sits[at]):
                if taken and other != group and seat(other, seen):
                    sits[at][other] -= 1
                    sits[at][group] += 1
                    return True
        return False

    lost = 0
    for group, number in enumerate(planes):
        for done in range(number):
            if not seat(group, set()):
                lost += number - done  # the others of the group find no place either
                break
    return lost, sits
