"""`swcli resolve`: play scenarios and tell what happens."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from swcli.cli.common import ExitStatus, complain, interrupts, say_json, show
from swcli.cli.rulings import choose
from swcli.drive.sensitivity import Enough
from swcli.report.blocks import Block, Gap, Line
from swcli.report.judged import Judged, judge
from swcli.report.layout import report
from swcli.report.record import record
from swcli.report.views import Level
from swcli.scenario.faults import visible

EVERY: Final = 0.2
"""Seconds between two reports of progress."""


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


class Progress:
    """How often a script has been resolved again, on one line of standard error that is taken away at the end.

    Args:
        interrupted: the interrupts that came.
    """

    def __init__(self, interrupted: list[int]) -> None:
        self.interrupted = interrupted
        self._shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._last = time.monotonic()
        self._width = 0

    def __call__(self, runs: int) -> None:
        """Say so, now and then.

        Raises:
            Enough: it was interrupted.
        """
        if self.interrupted:
            raise Enough
        now = time.monotonic()
        if self._shown and now - self._last >= EVERY:
            self._last = now
            text = f"{runs:,} runs of the script"
            print(f"\r{text}", end="", file=sys.stderr, flush=True)
            self._width = len(text)

    def clear(self) -> None:
        """Take the line away."""
        if self._width:
            print(f"\r{' ' * self._width}\r", end="", file=sys.stderr, flush=True)


@contextmanager
def following(wanted: bool) -> Iterator[Progress | None]:
    """Progress, where it is wanted; an interrupt then ends what goes on with what is known."""
    if not wanted:
        yield None
        return
    with interrupts() as interrupted:
        progress = Progress(interrupted)
        try:
            yield progress
        finally:
            progress.clear()


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
