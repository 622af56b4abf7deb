"""What the operator can watch, in the form that Prometheus reads."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily

if TYPE_CHECKING:
    from sandtable.server.hall import Hall


class Metrics:
    """The counters of one process."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "sandtable_requests", "HTTP requests answered", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram("sandtable_request_seconds", "Time of HTTP requests", registry=self.registry)
        self.commands = Counter(
            "sandtable_commands", "Commands over sockets", ["kind", "outcome"], registry=self.registry
        )
        self.registry.register(self)  # anything with collect() will do

    def collect(self) -> Iterator[Any]:
        hall = self.hall
        lines = sum(len(lines) for room in hall.rooms.values() for lines in room.lines.values())
        yield GaugeMetricFamily("sandtable_loaded_tables", "Tables in memory", len(hall.rooms))
        yield GaugeMetricFamily("sandtable_lines", "Open sockets and streams", lines)
        yield GaugeMetricFamily("sandtable_commits", "Transactions written since the start", hall.store.commits)

    def text(self) -> str:
        return generate_latest(self.registry).decode()
