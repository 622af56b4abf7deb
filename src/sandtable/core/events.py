"""What happened: as data, as one sentence, and with the audience that may know of it."""

from typing import Any

import msgspec


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    """One thing that happened. Games derive their own, tagged `<game>.<name>`."""

    def says(self) -> str:
        """The event as one sentence of the war diary."""
        raise AssertionError(f"{type(self).__name__} has no sentence")

    def audience(self) -> tuple[str, ...] | None:
        """The nations that may know of it; None means everyone, watchers included."""
        return None

    def reveals(self) -> bool:
        """Whether somebody learned a secret by it, so that no undo may go back behind it."""
        return False

    def may_be_told_to(self, nations: tuple[str, ...]) -> bool:
        audience = self.audience()
        return audience is None or any(nation in audience for nation in nations)


def told(events: list[Event], nations: tuple[str, ...]) -> list[dict[str, Any]]:
    """The events that a seat holding these nations may know, as data with their sentences."""
    return [{**msgspec.to_builtins(event), "says": event.says()} for event in events if event.may_be_told_to(nations)]
