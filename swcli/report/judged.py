"""One file judged: read, played, held against what it expects, with the exit status that follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from swcli.drive.halt import Ruling
from swcli.report.errors import fault
from swcli.report.exit_status import ExitStatus
from swcli.report.expect import Check, compare
from swcli.scenario.faults import Fault, ScenarioError
from swcli.scenario.read import Document

if TYPE_CHECKING:
    from swcli.scenario.setup import Scenario

__all__ = ["ExitStatus", "Judged", "judge", "judge_document", "ruled"]


class Judged(NamedTuple):
    """What became of one file.

    Attributes:
        file: its name as given, `<stdin>` for standard input.
        status: the exit status that it asks for.
        document: the file as read; None where it could not be.
        ruling: what came out; None if the file is no valid scenario.
        checks: its expectations.
        faults: why it is invalid, or why its script was refused (one fault).
        source: the text of the file, for excerpts. left_out: how many more faults there are.
        seed: by which dice were rolled, or None.
        setup: the scenario that was played; None where there is none.
    """

    file: str
    status: ExitStatus
    document: Document | None = None
    ruling: Ruling | None = None
    checks: tuple[Check, ...] = ()
    faults: tuple[Fault, ...] = ()
    source: str = ""
    left_out: int = 0
    seed: int | None = None
    setup: Scenario | None = None

    @property
    def scenario(self) -> dict[str, object]:
        """The scenario as read, with the seed of the command line: what is needed to replay it."""
        data = self.document.data if self.document and isinstance(self.document.data, dict) else {}
        return data if self.seed is None else {**data, "seed": self.seed}

    @property
    def title(self) -> str:
        """The scenario's title, or the name of the file."""
        title = self.scenario.get("title")
        return title if isinstance(title, str) and title else self.file


def judge(name: str, seed: int | None = None, rulings: Mapping[str, str] | None = None) -> Judged:
    """Judge a file, or standard input for `-`. What is wrong with it is in the result: nothing is raised for that.

    Args:
        name: of the file.
        seed: for dice that the file does not give, instead of its own.
        rulings: readings of contested questions that go before those of the file.
    """
    from swcli.scenario.read import STDIN, read

    file = STDIN if name == "-" else name
    document = None
    try:
        document = ruled(read(name), rulings)
        return judge_document(document, seed)
    except ScenarioError as error:
        return Judged(file, ExitStatus.INVALID, document, None, (), error.faults, error.source, error.left_out, seed)


def ruled(document: Document, rulings: Mapping[str, str] | None) -> Document:
    """The document as if it chose these readings, too: so the scenario of a trace replays, and its hash says so."""
    if rulings and isinstance(document.data, dict):
        written = document.data.get("rulings", {})
        if isinstance(written, dict):
            document.data = {**document.data, "rulings": {**written, **rulings}}
    return document


def judge_document(document: Document, seed: int | None = None) -> Judged:
    """Judge what has been read.

    Raises:
        ScenarioError: it is no valid scenario.
    """
    from swcli.drive.script import resolve
    from swcli.scenario.setup import load

    scenario = load(document)
    ruling = resolve(scenario.position, scenario.script, scenario.seed if seed is None else seed)
    expect = document.data.get("expect") or {}
    checks = compare(expect, ruling)
    faults = (fault(ruling.error, document),) if ruling.error else ()
    return Judged(
        document.file,
        _status(ruling, checks, "illegal" in expect),
        document,
        ruling,
        checks,
        faults,
        document.text,
        0,
        seed,
        scenario,
    )


def _status(ruling: Ruling, checks: tuple[Check, ...], refusal_expected: bool) -> ExitStatus:
    if ruling.error and not refusal_expected:
        return ExitStatus.REFUSED
    return ExitStatus.OK if all(check.held for check in checks) else ExitStatus.EXPECTATION
