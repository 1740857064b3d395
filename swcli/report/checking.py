"""Many scenarios judged: which there are, which passed, and which clauses they exercise."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from swcli.game.clauses import CLAUSES
from swcli.report.expect import cited
from swcli.report.judged import ExitStatus, Judged, judge, judge_document, ruled
from swcli.scenario.faults import ScenarioError
from swcli.scenario.read import is_scenario, read
from swcli.scenario.setup import load

ENDINGS: Final = (".yaml", ".yml", ".json")


class Result(NamedTuple):
    """What became of one scenario; `differences` are in words, `clauses` those that it exercises."""

    file: str
    title: str
    passed: bool
    differences: tuple[str, ...]
    clauses: frozenset[str]


def scenarios(paths: list[str]) -> Iterator[tuple[str, bool]]:
    """Every file to look at, in order, and whether it was named itself; folders are searched, hidden ones left out."""
    seen: set[str] = set()
    for path in paths:
        for file, named in _below(path):
            if file not in seen:
                seen.add(file)
                yield file, named


def _below(path: str) -> Iterator[tuple[str, bool]]:
    if path == "-" or not os.path.isdir(path):
        yield path, True
        return
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.lower().endswith(ENDINGS) and not name.startswith("."):
                yield Path(folder, name).as_posix(), False


class Tally:
    """Collects results.

    Args:
        rulings: readings of contested questions that go before those of the files.

    Attributes:
        results: of every scenario with expectations. skipped: (file, why) of the others.
        status: the exit status so far. last: the file judged last, None if it was skipped.
    """

    def __init__(self, rulings: Mapping[str, str] | None = None) -> None:
        self._rulings = rulings
        self.results: list[Result] = []
        self.skipped: list[tuple[str, str]] = []
        self.last: Judged | None = None
        self._worst = ExitStatus.OK

    @property
    def status(self) -> ExitStatus:
        """The highest status of all files; without any scenario, that of an expectation not met."""
        return max(self._worst, ExitStatus.OK if self.results else ExitStatus.EXPECTATION)

    def add(self, found: tuple[str, bool]) -> None:
        """Judge one file. A file of a folder that is no scenario at all is skipped; one that was named is a fault."""
        file, named = found
        self.last = None
        judged = self._judge(file, named)
        if judged is None:
            return
        self.last = judged
        self._worst = max(self._worst, judged.status)
        differences = [check.difference() for check in judged.checks if not check.held]
        if judged.status > ExitStatus.EXPECTATION:
            # What a script that was stopped has not come to says nothing: the fault does.
            differences = [f"{fault.where}: {fault.code} {fault.message}" for fault in judged.faults]
        clauses = cited(judged.ruling) if judged.ruling else frozenset()
        self.results.append(Result(file, judged.title, judged.status == ExitStatus.OK, tuple(differences), clauses))

    def _judge(self, file: str, named: bool) -> Judged | None:
        try:
            document = ruled(read(file), self._rulings)
        except ScenarioError:
            return judge(file)
        if not is_scenario(document) and not named:
            self.skipped.append((file, "no scenario"))
            return None
        try:
            if is_scenario(document) and "expect" not in document.data:
                load(document)  # `expct:` must not make a test vanish
                self.skipped.append((file, "expects nothing"))
                return None
            return judge_document(document)
        except ScenarioError as error:
            return Judged(
                document.file, ExitStatus.INVALID, document, None, (), error.faults, error.source, error.left_out
            )

    def coverage(self) -> dict[str, list[str]]:
        """Every clause of the rules with the files whose trace or refusal cites it; one that failed proves nothing."""
        return {
            clause: [result.file for result in self.results if result.passed and clause in result.clauses]
            for clause in CLAUSES
        }

    def record(self, *, with_coverage: bool) -> dict[str, Any]:
        """All of it as JSON."""
        found: dict[str, Any] = {
            "scenarios": [
                {
                    "file": result.file,
                    "title": result.title,
                    "passed": result.passed,
                    "differences": list(result.differences),
                }
                for result in self.results
            ]
        }
        if with_coverage:
            found["coverage"] = self.coverage()
        return found
