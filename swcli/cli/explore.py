"""`swcli explore`: every line from a scenario's position, its outcomes, and whether a goal can be had."""

from __future__ import annotations

import sys
from shutil import get_terminal_size
from typing import NamedTuple

from swcli.cli.common import ExitStatus, WrongUse, complain, interrupts, player_named, say_json, show
from swcli.cli.files import opened
from swcli.cli.progress import Progress
from swcli.cli.rulings import choose
from swcli.drive.explore import Stopped, Walker
from swcli.drive.goal import Goal, GoalError, parse
from swcli.drive.graph import Graph, Node
from swcli.drive.script import reach, resolve
from swcli.drive.solve import Outcome, outcome_of, outcomes, solve
from swcli.report.assumed import of_file
from swcli.report.exploring import Explored, exploring, record
from swcli.report.judged import judge_document
from swcli.report.text import WIDTH
from swcli.scenario.setup import Scenario


class _Wanted(NamedTuple):
    """What was asked for, as far as it is understood."""

    walker: Walker
    node: Node
    first: int
    free: frozenset[int]
    player: int | None
    goal: Goal | None


def run(
    name: str,
    start: int,
    player: str | None,
    goal: str | None,
    limit: int,
    most: int,
    format: str,
    rulings: list[str] | None = None,
) -> ExitStatus:
    """Explore a file.

    Args:
        name: the file.
        start: after which event of its trace choices are free, 0 for all.
        player: whose choices are free or, with a goal, who is to force it; None for everybody.
        goal: as written, or None.
        limit: how many outcomes to print.
        most: how many positions to look at.
        format: `text` or `json`.
        rulings: readings of contested questions, as written.
    """
    readings = choose("explore", rulings)
    if readings is None:
        return ExitStatus.USAGE
    found = opened(name, readings)
    if found is None:
        return ExitStatus.INVALID
    file, document, scenario = found
    try:
        wanted = _understand(scenario, start, player, goal)
    except (WrongUse, GoalError) as error:
        text = f"--goal: {error.render()}" if isinstance(error, GoalError) else str(error)
        print(f"swcli explore: {text}", file=sys.stderr)
        return ExitStatus.USAGE
    if wanted is None:
        complain(judge_document(document))
        return ExitStatus.REFUSED
    graph, stopped, status = _walk(wanted, most)
    explored = Explored(
        file,
        scenario.title or file,
        wanted.walker.script,
        graph,
        wanted.first,
        start,
        tuple(sorted(wanted.free)),
        wanted.player,
        outcomes(graph),
        wanted.goal,
        solve(graph, wanted.goal, wanted.player) if wanted.goal else None,
        stopped,
        tuple(of_file(scenario)),
    )
    if format == "json":
        say_json(record(explored), one_line=False)
    else:
        show(exploring(explored, limit, get_terminal_size().columns if sys.stdout.isatty() else WIDTH))
    return status


# -- what was asked for


def _understand(scenario: Scenario, start: int, player: str | None, goal: str | None) -> _Wanted | None:
    """What was asked for; None if the script is refused before the event from which on choices are free.

    Raises:
        WrongUse, GoalError: it is not understood.
    """
    table = scenario.position.table
    place = None if player is None else player_named(player, table.players, "--player")
    wanted = parse(goal, table) if goal is not None else None
    free = frozenset(range(len(table.players)) if place is None or wanted else (place,))
    walker = Walker(scenario.script, free)
    if not start:
        return _Wanted(walker, walker.start(scenario.position), 0, free, place, wanted)
    ruling = resolve(scenario.position, scenario.script, scenario.seed)
    if len(ruling.events) < start:
        if ruling.error:
            return None
        raise WrongUse(
            f"--from: there is no event {start}, only {len(ruling.events)}\n"
            "hint: `swcli resolve --numbers` shows the numbers"
        )
    reached = reach(scenario.position, scenario.script, start, scenario.seed)
    node = walker.at(reached, ruling.events)
    return _Wanted(walker, node, min(reached.entry, len(scenario.script) - 1), free, place, wanted)


# -- walking


def _walk(wanted: _Wanted, most: int) -> tuple[Graph, str, ExitStatus]:
    """Walk, and say how far it has come; why it was stopped, if it was, and the status that follows."""
    with interrupts() as interrupted:
        progress = _Telling(interrupted)
        graph = wanted.walker.walk(wanted.node, most, progress)
        progress.clear()
    if graph.complete:
        return graph, "", ExitStatus.OK
    if interrupted:
        return graph, "Interrupted", ExitStatus.INTERRUPTED
    return graph, f"Stopped at --most {most:,} positions", ExitStatus.EXPECTATION


class _Telling:
    """Tells how far the walk has come."""

    def __init__(self, interrupted: list[int]) -> None:
        self._interrupted = interrupted
        self._progress = Progress()
        self._seen = 0
        self._outcomes: set[Outcome] = set()

    def __call__(self, graph: Graph) -> None:
        """So much of the graph is known.

        Raises:
            Stopped: it was interrupted.
        """
        if self._interrupted:
            raise Stopped
        self._progress.say(lambda _: self._text(graph))

    def clear(self) -> None:
        """Say no more."""
        self._progress.clear()

    def _text(self, graph: Graph) -> str:
        self._outcomes |= {outcome_of(graph.nodes[end].position) for end in graph.ends[self._seen :]}
        self._seen = len(graph.ends)
        return f"{len(graph.nodes):,} positions, {len(self._outcomes):,} outcomes, {graph.seconds:.0f} s"
