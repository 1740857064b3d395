"""Opening a scenario file for a command: read, with the readings that were chosen, or its faults told."""

from __future__ import annotations

from typing import NamedTuple

from swcli.cli.common import ExitStatus, complain
from swcli.report.judged import Judged, ruled
from swcli.scenario.faults import ScenarioError
from swcli.scenario.read import STDIN, Document, read
from swcli.scenario.setup import Scenario, load


class Opened(NamedTuple):
    """A scenario file.

    Attributes:
        file: its name for messages, `<stdin>` for standard input.
        document: as read, with the readings that were chosen. scenario: ready to be run.
    """

    file: str
    document: Document
    scenario: Scenario


def opened(name: str, readings: dict[str, str]) -> Opened | None:
    """The scenario of a file; None, with its faults on standard error, where it is none (`ExitStatus.INVALID`).

    Args:
        name: the file, `-` for standard input.
        readings: of contested questions, from `--ruling`.
    """
    file = STDIN if name == "-" else name
    try:
        document = ruled(read(name), readings)
        return Opened(file, document, load(document))
    except ScenarioError as error:
        complain(Judged(file, ExitStatus.INVALID, faults=error.faults, source=error.source, left_out=error.left_out))
        return None
