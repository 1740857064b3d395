"""`swcli validate`: read scenarios without playing them."""

from __future__ import annotations

from swcli.cli.common import ExitStatus, complain, show
from swcli.cli.rulings import choose
from swcli.report.blocks import Line
from swcli.report.judged import Judged, ruled
from swcli.scenario.faults import ScenarioError, visible
from swcli.scenario.read import STDIN, read
from swcli.scenario.setup import load


def run(files: list[str], rulings: list[str] | None = None) -> ExitStatus:
    """Read each file and report its faults; returns the highest status."""
    readings = choose("validate", rulings)
    if readings is None:
        return ExitStatus.USAGE
    worst = ExitStatus.OK
    for name in files:
        file = STDIN if name == "-" else name
        try:
            load(ruled(read(name), readings))
        except ScenarioError as error:
            worst = ExitStatus.INVALID
            complain(Judged(file, worst, faults=error.faults, source=error.source, left_out=error.left_out))
        else:
            show([Line("held", f"{visible(file)}: valid")])
    return worst
