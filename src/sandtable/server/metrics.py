"""What the operator can watch, in the form that Prometheus reads."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

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
        self.commands: dict[tuple[str, str], int] = {}
        """Commands over sockets by kind and outcome. Counted with every answer, so in the plainest way."""
        self.registry.register(self)  # anything with collect() will do

    def command(self, kind: str, outcome: str) -> None:
        """Count a command over a socket."""
        self.commands[kind, outcome] = self.commands.get((kind, outcome), 0) + 1

    def collect(self) -> Iterator[Any]:
        hall = self.hall
        commands = CounterMetricFamily("sandtable_commands", "Commands over sockets", labels=["kind", "outcome"])
        for labels, number in tuple(self.commands.items()):
            commands.add_metric(labels, number)
        yield commands
        yield GaugeMetricFamily("sandtable_loaded_tables", "Tables in memory", len(hall.rooms))
        yield GaugeMetricFamily("sandtable_lines", "Open sockets and streams", len(hall.attending.lines))
        thinkers = hall.driving.thinkers
        yield CounterMetricFamily("sandtable_commits", "Transactions written", value=hall.store.commits)
        yield GaugeMetricFamily("sandtable_waiting_writes", "Changes that wait for the database", hall.store.unkept)
        yield GaugeMetricFamily("sandtable_thinking", "Processes in which a bot thinks now", len(thinkers.busy))
        yield CounterMetricFamily("sandtable_bot_failures", "Bots too slow or broken", value=thinkers.failures)
        yield CounterMetricFamily("sandtable_notices", "Notices sent", value=hall.notices.sent)
        yield CounterMetricFamily("sandtable_notice_failures", "Notices that failed", value=hall.notices.failed)
        yield CounterMetricFamily("sandtable_swept_sessions", "Expired sessions forgotten", value=hall.swept.sessions)
        yield CounterMetricFamily("sandtable_swept_guests", "Idle guests forgotten", value=hall.swept.guests)

    def text(self) -> str:
        return generate_latest(self.registry).decode()
