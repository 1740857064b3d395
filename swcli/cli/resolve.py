"""`swcli resolve`: play scenarios and tell what happens."""

from __future__ import annotations

import sys

from swcli.cli.common import ExitStatus, complain, say_json, show
from swcli.cli.following import following
from swcli.cli.rulings import choose
from swcli.report.blocks import Block, Gap, Line
from swcli.report.judged import Judged, judge
from swcli.report.layout import report
from swcli.report.record import record
from swcli.report.views import Level
from swcli.scenario.faults import visible


def run(
    files: list[str],
    format: str,
    level: Level,
    seed: int | None,
    rulings: list[str] | None = None,
    sensitivity: bool = False,
    numbers: bool = False,
) -> ExitStatus:
    """Judge each file, print it, and return the highest status."""
    readings = choose("resolve", rulings)
    if readings is None:
        return ExitStatus.USAGE
    worst = ExitStatus.OK
    for place, name in enumerate(files):
        judged = judge(name, seed, readings)
        worst = max(worst, judged.status)
        if judged.status > ExitStatus.EXPECTATION:
            complain(judged)
        with following(sensitivity) as progress:
            found = record(judged, level, sensitivity, progress) if format == "json" else None
            blocks = (
                report(judged, level, sensitivity, numbers, progress=progress) if judged.ruling and not found else []
            )
        if found:
            say_json(found, one_line=len(files) > 1)
        elif blocks:
            show([*_head(judged, place, len(files)), *blocks])
        if progress is not None and progress.interrupted:
            return ExitStatus.INTERRUPTED
    return worst


def play(
    files: list[str],
    format: str,
    level: Level,
    seed: int | None,
    rulings: list[str] | None,
    sensitivity: bool,
    save: str | None,
    force: bool,
) -> ExitStatus:
    """Play one file with a person."""
    readings = choose("resolve", rulings)
    if readings is None:
        return ExitStatus.USAGE
    if len(files) > 1 or format != "text":
        wrong = "one file at a time" if len(files) > 1 else "text: --format json goes without it"
        print(f"swcli resolve: -i plays {wrong}", file=sys.stderr)
        return ExitStatus.USAGE
    from swcli.cli import play as command

    return command.run(command.Wanted(files[0], level, seed, readings, sensitivity, save, force))


def _head(judged: Judged, place: int, count: int) -> list[Block]:
    """With several files, each report starts with the file's name."""
    if count == 1:
        return []
    head = Line("receipt", f"== {visible(judged.file)}")
    return [Line("plain", ""), head, Gap()] if place else [head, Gap()]
