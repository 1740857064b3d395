"""`swcli matrix`: every unit of a file against every unit of another."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from shutil import get_terminal_size
from typing import Final, NamedTuple

from swcli.cli.common import ExitStatus, WrongUse, fancy, interrupts, say, say_json, show
from swcli.cli.files import opened
from swcli.cli.matrix_jobs import FEW, Bar, Crew, JobsError, Pool, cores, solve_in_turn, solve_with
from swcli.cli.matrix_resume import Kept, ResumeError
from swcli.cli.rulings import choose
from swcli.drive.odds.matrix import Cell, Plan, fighters, plan
from swcli.drive.odds.players import Policy
from swcli.game.rulings import RULINGS
from swcli.report import matrix as report
from swcli.report.plots import PlotError, heat_map
from swcli.report.plots import ready as plot_ready
from swcli.report.text import render
from swcli.scenario.faults import shown, visible
from swcli.scenario.read import STDIN
from swcli.scenario.setup import Scenario

WIDTH: Final = 80
"""Columns of the table where there is no terminal to follow."""


class Wanted(NamedTuple):
    """What was asked for.

    Attributes:
        attackers, defenders: files; None for the same again.
        play: how choices are made. force: what every player has, or None.
        format: `text`, `csv` or `json`. plot: a picture to draw, or None.
        jobs: how many processes, None for all cores. resume: a file of finished cells. dask: a scheduler's address.
    """

    attackers: str
    defenders: str | None
    play: Policy
    force: int | None
    format: str
    plot: str | None
    jobs: int | None
    resume: str | None
    dask: str | None


def run(wanted: Wanted, rulings: list[str] | None = None) -> ExitStatus:
    """Solve all cells and print them; `rulings` are readings of contested questions, as written."""
    readings = choose("matrix", rulings)
    if readings is None:
        return ExitStatus.USAGE
    try:
        if wanted.plot is not None:
            plot_ready(wanted.plot)
            if wanted.resume is not None and os.path.realpath(wanted.plot) == os.path.realpath(wanted.resume):
                raise WrongUse("--plot and --resume name the same file\nhint: give each one of its own")
        files = _files(wanted)
        scenarios = _read(files, readings)
        if scenarios is None:
            return ExitStatus.INVALID
        todo = _plan(files, scenarios, wanted)
        cells, status = _cells(todo, wanted)
        if status:
            return status
        mine, theirs = (each.position.table.units for each in (scenarios[0], scenarios[-1]))
        named = [STDIN if name == "-" else name for name in files]
        found = report.Matrix((named[0], named[-1]), mine, theirs, todo, cells, wanted.force)
        if wanted.plot is not None:
            heat_map(wanted.plot, "Expected damage to the defender", *report.heat(found), "expected damage")
        _print(found, wanted.format)
    except WrongUse as error:
        print(f"swcli matrix: {error}", file=sys.stderr)
        return ExitStatus.USAGE
    except (PlotError, ResumeError, JobsError) as error:
        option = "--plot: " if isinstance(error, PlotError) else ""
        print(f"swcli matrix: {option}{error}", file=sys.stderr)
        return error.status
    return ExitStatus.OK


# -- what was asked for


def _files(wanted: Wanted) -> list[str]:
    """The files by name: one, if it stands for both."""
    if wanted.defenders is None or wanted.defenders == wanted.attackers != "-":
        return [wanted.attackers]
    if wanted.defenders == wanted.attackers:
        raise WrongUse("standard input can be read once\nhint: leave the second - out: the units then fight each other")
    return [wanted.attackers, wanted.defenders]


def _read(files: list[str], readings: dict[str, str]) -> list[Scenario] | None:
    """The scenarios; None, with a word on standard error, if one is none."""
    found = [opened(name, readings) for name in files]  # what is wrong with the second one is told, too
    return None if None in found else [each.scenario for each in found if each is not None]


def _plan(files: list[str], scenarios: list[Scenario], wanted: Wanted) -> Plan:
    tables = [each.position.table for each in scenarios]
    for name, table in zip(files, tables, strict=True):
        if not table.units:
            raise WrongUse(f"there are no units in {shown(name)}\nhint: write them under `units`")
    for ruling in RULINGS:
        first, second = (table.rulings.reading(ruling.name) for table in (tables[0], tables[-1]))
        if first != second:
            raise WrongUse(
                f"one file reads `{ruling.name}` as {shown(first)}, the other as {shown(second)}\n"
                f"hint: choose one: --ruling {ruling.name}={first}"
            )
    mine, theirs = (fighters(each.position, wanted.force) for each in (scenarios[0], scenarios[-1]))
    return plan(mine, theirs, tables[0].rulings, wanted.play)


# -- solving


def _cells(todo: Plan, wanted: Wanted) -> tuple[dict[int, Cell], ExitStatus]:
    """All cells; if it was interrupted, those that are known, and the status that says so."""
    with interrupts() as interrupted, _kept(wanted, todo) as kept:
        cells = dict(kept.done) if kept else {}
        left = [number for number in range(todo.size) if number not in cells]
        bar = Bar(todo.size, len(cells))

        def take(found: Mapping[int, Cell]) -> None:
            cells.update(found)
            if kept and found:
                kept.add(found)
            bar.add(len(found))

        try:
            crew = _crew(wanted, len(left))
            done = (
                solve_with(crew, todo, left, take, interrupted)
                if crew
                else solve_in_turn(todo, left, take, interrupted)
            )
        finally:
            bar.clear()
    if done:
        return cells, ExitStatus.OK
    if kept and cells:
        hint = f"they are kept in {visible(kept.name)}, and the same command goes on from there"
    elif kept:
        hint = "nothing is lost: the same command begins anew"
    else:
        hint = "with --resume FILE what is done is kept"
    print(f"swcli matrix: interrupted, with {len(cells):,} of {todo.size:,} cells done\nhint: {hint}", file=sys.stderr)
    return cells, ExitStatus.INTERRUPTED


@contextmanager
def _kept(wanted: Wanted, todo: Plan) -> Iterator[Kept | None]:
    if wanted.resume is None:
        yield None
        return
    kept = Kept(wanted.resume, todo)
    try:
        yield kept
    finally:
        with suppress(OSError):
            kept.close()


def _crew(wanted: Wanted, cells: int) -> Crew | None:
    """Who solves so many cells; None for this process alone."""
    if not cells:
        return None
    if wanted.dask is not None:
        from swcli.cli.matrix_dask import Cluster

        return Cluster(wanted.dask)
    jobs = cores() if wanted.jobs is None else wanted.jobs
    if jobs == 1 or (wanted.jobs is None and cells <= FEW):
        return None
    return Pool(min(jobs, cells))


# -- telling


def _print(found: report.Matrix, format: str) -> None:
    if format == "json":
        say_json(report.record(found), one_line=False)
    elif format == "csv":
        say(report.table(found))
    else:
        width = get_terminal_size((WIDTH, 24)).columns if sys.stdout.isatty() else WIDTH
        blocks = report.page(found, width)
        if fancy():
            show(blocks)
        else:
            say(render(blocks, width))
