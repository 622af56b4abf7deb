"""Aircraft that only carriers can save, and carriers that can come to meet them: how many find no place at best.

The answer is exact. A carrier that could go to several zones is seen by whom it could take aboard in each of them;
only zones where it meets different aircraft are tried against each other.
"""

FAR = 99
"""More moves than any aircraft has."""
Needy = tuple[int, dict[str, int], int]
"""Aircraft that only a carrier can save: how many, the ways from where they are, and the moves they have left."""
Berth = tuple[int, int]
"""Places in one zone, and the groups of aircraft that can reach it, as bits."""
Loose = tuple[int, tuple[int, ...], int]
"""Places on a carrier, the groups of aircraft it could meet in each of its zones, and how many carriers are like it."""


def fewest_without_deck(needy: list[Needy], carriers: list[tuple[int, tuple[str, ...]]]) -> int:
    """The fewest aircraft left over when carriers and aircraft meet as well as they can."""
    alike: dict[tuple[int, tuple[str, ...]], int] = {}
    for carrier in carriers:
        alike[carrier] = alike.get(carrier, 0) + 1
    met: dict[str, int] = {}
    fixed: dict[int, int] = {}
    loose: dict[tuple[int, tuple[int, ...]], int] = {}
    for (places, zones), number in alike.items():
        meetings = best_meetings(needy, zones, met)
        if len(meetings) == 1:
            fixed[meetings[0]] = fixed.get(meetings[0], 0) + places * number
        elif meetings:
            loose[places, meetings] = loose.get((places, meetings), 0) + number
    planes = [number for number, _, _ in needy]
    berths = [(places, groups) for groups, places in fixed.items()]
    kinds = [(places, meetings, number) for (places, meetings), number in sorted(loose.items())]
    return search(planes, berths, kinds, sum(planes) + 1)


def best_meetings(needy: list[Needy], zones: tuple[str, ...], met: dict[str, int]) -> tuple[int, ...]:
    """Whom a carrier could meet in one of its zones, without zones where it meets fewer of those it meets in another.
    `met` remembers the zones that were looked at."""
    found: list[int] = []
    for zone in zones:
        groups = met.get(zone, -1)
        if groups < 0:
            groups, bit = 0, 1
            for _, ways, reach in needy:
                if ways.get(zone, FAR) <= reach:
                    groups |= bit
                bit <<= 1
            met[zone] = groups
        if groups and groups not in found:
            found.append(groups)
    if len(found) < 2:
        return tuple(found)
    return tuple(sorted(one for one in found if not any(one | other == other != one for other in found)))


def search(planes: list[int], fixed: list[Berth], loose: list[Loose], best: int) -> int:
    """Try the loose carriers in their zones, one after the other. As long as some are loose, no plan can be better than
    if each of them were in all its zones at once; often that plan needs each in one zone only, and is a real one."""
    everywhere = [(places * number, union(meetings)) for places, meetings, number in loose]
    bound, aboard = seated(planes, fixed + everywhere)
    if bound >= best:
        return best
    if all(
        any(groups | meeting == meeting for meeting in meetings)
        for groups, (_, meetings, _) in zip(aboard[len(fixed) :], loose, strict=True)
    ):
        return bound
    places, meetings, number = loose[0]
    for at, groups in enumerate(meetings):
        # carriers that are alike take their zones in order, so that no plan is tried twice
        rest = [(places, meetings[at:], number - 1), *loose[1:]] if number > 1 else loose[1:]
        best = search(planes, [*fixed, (places, groups)], rest, best)
        if best <= bound:
            break
    return best


def union(meetings: tuple[int, ...]) -> int:
    found = 0
    for groups in meetings:
        found |= groups
    return found


def seated(planes: list[int], berths: list[Berth]) -> tuple[int, list[int]]:
    """How many aircraft find no place on these berths, and which groups sit on each: a maximum flow, by augmenting
    paths."""
    free = [places for places, _ in berths]
    sits = [[0] * len(planes) for _ in berths]

    def seat(group: int, seen: set[int]) -> bool:
        full = []
        for at, (_, groups) in enumerate(berths):
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
    aboard = [sum(1 << group for group, taken in enumerate(taken_by) if taken) for taken_by in sits]
    return lost, aboard
