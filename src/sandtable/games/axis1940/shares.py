"""Sea zones that share what lies on their coasts: new units from complexes, income lost to convoy raiders."""

from collections.abc import Mapping


def most_drawn(wanted: Mapping[str, int], coasts: Mapping[str, list[str]], stock: Mapping[str, int]) -> int:
    """How much of what zones want they can have from the territories on their coasts at best, each of which has so much
    for all: a small flow, by augmenting paths."""
    left = dict(stock)
    drawn: dict[tuple[str, str], int] = {}

    def draw(zone: str, seen: frozenset[str]) -> bool:
        for spot in coasts[zone]:
            if spot in seen:
                continue
            if left[spot] > 0:
                left[spot] -= 1
                drawn[zone, spot] = drawn.get((zone, spot), 0) + 1
                return True
            for other in wanted:
                if other != zone and drawn.get((other, spot), 0) and draw(other, seen | {spot}):
                    drawn[other, spot] -= 1
                    drawn[zone, spot] = drawn.get((zone, spot), 0) + 1
                    return True
        return False

    total = 0
    for zone, amount in wanted.items():
        for _ in range(amount):
            if not draw(zone, frozenset()):
                break  # nor will it find more later
            total += 1
    return total
