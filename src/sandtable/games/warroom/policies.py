"""Standing policies: answers that a nation can leave behind, so that slow play need not wait for it."""

from collections.abc import Mapping
from typing import Any

from sandtable.core.menus import Menu, Pick
from sandtable.core.versions import Policy
from sandtable.games.warroom.data import UNITS

ESCORT_ALL = "escort all"
ESCORT_NONE = "escort none"
COSTLIEST_FIRST = "costliest first"
CHEAPEST_FIRST = "cheapest first"
REPAIR_ALL = "repair all"


def escort_all(view: Any, menu: Menu) -> Any:
    """Let an escort take every hit on a Carrier or Battleship."""
    if isinstance(menu, Pick) and menu.rule == "WR-ESC-02":
        return menu.options[-1]
    return None


def escort_none(view: Any, menu: Menu) -> Any:
    """Never let an escort take a hit."""
    if isinstance(menu, Pick) and menu.rule == "WR-ESC-02":
        return menu.options[0]
    return None


def by_cost(sign: int) -> Policy:
    """Assign a hit to the costliest (or cheapest) unit that it can hit."""

    def policy(view: Any, menu: Menu) -> Any:
        if not isinstance(menu, Pick) or menu.rule not in ("WR-SURF-12", "WR-SURF-16"):
            return None
        targets = [option for option in menu.options if "/" in option]
        return max(targets, key=lambda option: (sign * sum(UNITS[option.split("/")[0]].cost), option))

    return policy


def repair_all(view: Any, menu: Menu) -> Any:
    """Repair everything that can be paid for, with whatever lies highest in stock."""
    return menu.default if menu.rule == "WR-DEBR-03" else None


POLICIES: Mapping[str, Policy] = {
    ESCORT_ALL: escort_all,
    ESCORT_NONE: escort_none,
    COSTLIEST_FIRST: by_cost(+1),
    CHEAPEST_FIRST: by_cost(-1),
    REPAIR_ALL: repair_all,
}
