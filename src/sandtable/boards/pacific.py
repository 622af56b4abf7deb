"""The board of Pacific 1940: control, units by arm, facilities, treasuries."""

from collections import Counter

from sandtable.boards.atlas import atlas
from sandtable.boards.maps import COARSE, Chip, Legend, counted, draw_map, small_map
from sandtable.games.axis1940.data import UNITS
from sandtable.games.axis1940.views import View

SHORT = {"minor_ic": "ic", "major_ic": "IC", "air_base": "AB", "naval_base": "NB"}


def draw(view: View) -> str:
    legends = [
        Legend(name, power.name, f"{power.treasury} IPCs, income {power.production}")
        for name, power in view.powers.items()
    ]
    phase = f", {view.powers[view.acting].name}: {view.phase}" if view.acting in view.powers else ""
    drawn = atlas(view.theatre)
    return draw_map(
        drawn,
        f"{drawn.title}, round {view.round}{phase}",
        view.control,
        {space: chips(view, space) for space in view.units},
        {space: marks(view, space) for space in view.facilities},
        legends,
    )


def draw_small(view: View) -> str:
    return small_map(atlas(view.theatre, COARSE), view.control)


def chips(view: View, space: str) -> list[Chip]:
    """One chip for each nation, in the order of play; others after them. Cargo counts where it stands: aboard."""
    units: dict[str, Counter[str]] = {}
    for stack in view.units[space]:
        units.setdefault(stack.owner, Counter())[stack.kind] += stack.n
        for cargo in stack.cargo:
            units.setdefault(cargo.owner, Counter())[cargo.kind] += stack.n
    found = []
    order = (*view.powers, *sorted(set(units) - set(view.powers)))
    for owner in (name for name in order if name in units):
        kinds = [(kind, units[owner][kind]) for kind in UNITS if units[owner][kind]]
        arms = {arm: sum(number for kind, number in kinds if UNITS[kind].arm == arm) for arm in ("land", "air", "sea")}
        says = counted((UNITS[kind].name if number == 1 else UNITS[kind].plural, number) for kind, number in kinds)
        found.append(Chip(owner, arms, f"{owner.replace('_', ' ')}: {says}"))
    return found


def marks(view: View, space: str) -> str:
    return " ".join(SHORT[item.kind] + (f"-{item.damage}" if item.damage else "") for item in view.facilities[space])
