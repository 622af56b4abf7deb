"""Which test proves which clause: the guard of `docs/rules/proven.json`.

A test names the clauses it proves with `@pytest.mark.rule("EW-TURN-01")`. A run of the whole suite that succeeds is
compared with the record: a clause that was proven and is not any more fails the run. `--update-ledger` writes it.
"""

from collections.abc import Generator
from pathlib import Path

import pytest

from sandtable import ledger

_SELECTIONS = ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "stepwise", "collectonly")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-ledger", action="store_true", help="record which tests prove which clauses")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("update_ledger") and not _whole_suite(config):
        raise pytest.UsageError("--update-ledger needs the whole suite: leave out paths and selections.")
    folder = config.rootpath / "docs" / "rules"
    games = {clause: game for game in ledger.games(folder) for clause in ledger.clauses(game, folder)}
    config.pluginmanager.register(MarkedTests(games))
    if not hasattr(config, "workerinput"):  # proofs are gathered where all reports arrive
        config.pluginmanager.register(Proofs(config, folder, games))


def _whole_suite(config: pytest.Config) -> bool:
    paths_given = config.args_source is pytest.Config.ArgsSource.ARGS
    return not paths_given and not any(config.getoption(name, None) for name in _SELECTIONS)


class MarkedTests:
    """Reads the `rule` marks of the tests that are collected."""

    def __init__(self, games: dict[str, str]) -> None:
        self.games = games

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """A clause that no ledger has is an error of the file that names it."""
        report = yield
        for item in report.result or []:
            unknown = [clause for clause in _clauses_of(item) if clause not in self.games]
            if unknown:
                report.outcome = "failed"
                report.longrepr = f"{item.nodeid} names {', '.join(unknown)}, which no ledger in docs/rules has."
        return report

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Let every report carry the clauses, also from one process to another."""
        for item in items:
            item.user_properties += [("rule", clause) for clause in _clauses_of(item)]


def _clauses_of(node: pytest.Item | pytest.Collector) -> list[str]:
    if not isinstance(node, pytest.Item):
        return []
    return [clause for mark in node.iter_markers("rule") for clause in mark.args]


class Proofs:
    """Gathers what the passing tests prove and compares it with the record."""

    def __init__(self, config: pytest.Config, folder: Path, games: dict[str, str]) -> None:
        self.config = config
        self.folder = folder
        self.games = games
        self.found: ledger.Proofs = {}
        self.note = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "call" or not report.passed:
            return
        for name, clause in report.user_properties:
            if name == "rule":
                tests = self.found.setdefault(self.games[str(clause)], {}).setdefault(str(clause), [])
                if report.nodeid not in tests:
                    tests.append(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if exitstatus != pytest.ExitCode.OK or not _whole_suite(self.config):
            return
        if self.config.getoption("update_ledger"):
            ledger.write_proofs(self.found, self.folder)
            self.note = f"docs/rules/proven.json now records {self._count()} proven clauses."
            return
        recorded = ledger.read_proofs(self.folder)
        lost = [clause for game in recorded for clause in recorded[game] if clause not in self.found.get(game, {})]
        if lost:
            self._fail(session, f"docs/rules/proven.json records {', '.join(lost)}, which no test proves any more.")
        elif recorded != self._sorted():
            self.note = "docs/rules/proven.json is behind the tests: record them with 'make ledger'."

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.note:
            terminalreporter.write_line(self.note)

    def _count(self) -> int:
        return sum(len(proofs) for proofs in self.found.values())

    def _sorted(self) -> ledger.Proofs:
        return {game: {clause: sorted(tests) for clause, tests in of.items()} for game, of in self.found.items()}

    def _fail(self, session: pytest.Session, sentence: str) -> None:
        """Count the sentence as an error, so that the last line of the run says so as well."""
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        report = pytest.CollectReport("the rules ledger", "failed", longrepr=sentence, result=None)
        reporter = self.config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None:
            reporter.stats.setdefault("error", []).append(report)
