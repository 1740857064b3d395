"""Questions to a walked graph: which outcomes there are and how they are reached, and whether a goal can be had."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from swcli.drive.goal import Goal
from swcli.drive.graph import BEGIN, SKIP, Graph
from swcli.game.plays import PASS, Option
from swcli.game.position import Player, Position

Answer = Literal["impossible", "possible", "certain", "forced", "unknown"]


class Outcome(NamedTuple):
    """What comes out, as far as players look at it: tuples along the table's units, Equipment and players."""

    damage: tuple[int, ...]
    arenas: tuple[str, ...]
    tapped: tuple[bool, ...]
    powers: tuple[int, ...]
    attached: tuple[int, ...]
    players: tuple[Player, ...]
    speeds: tuple[int, ...] = ()
    healths: tuple[int, ...] = ()


def outcome_of(position: Position) -> Outcome:
    """The outcome that a position at the end stands for."""
    state = position.state
    sheets = [position.sheet(unit) for unit in range(len(state.damage))]
    return Outcome(
        state.damage,
        state.arenas,
        state.tapped,
        tuple(sheet.power for sheet in sheets),
        state.attached,
        state.players,
        tuple(sheet.speed for sheet in sheets),
        tuple(sheet.health for sheet in sheets),
    )


class Step(NamedTuple):
    """One answer of a line: the number of the node at which it is given, who gives it, and what it is."""

    node: int
    who: int
    option: Option


class Result(NamedTuple):
    """What is known of a goal.

    `answer` is `impossible`, `possible`, `certain` (whatever anybody does), `forced` (by the player asked about,
    against everything the other and the dice may do) or `unknown` (the walk was not finished). `forced_by` are the
    players who can force it. `line` is a shortest line that reaches it; `strategy` what the first of those who can
    force it does at each of his chances that can come if he does it, until the goal is certain: (node, option). A walk
    that was not finished may find `possible` where more would have shown `certain` or `forced`.
    """

    answer: Answer
    forced_by: tuple[int, ...]
    line: tuple[Step, ...]
    strategy: tuple[Step, ...]


FREE: Final = frozenset({BEGIN, SKIP, "roll"})
"""Answers that nobody chose; a line is short if it has few others but passes."""

_MANY: Final = 10**12


# -- outcomes and lines


def outcomes(graph: Graph) -> dict[Outcome, list[int]]:
    """The distinct outcomes, each with its end nodes, in the order in which a shortest line reaches them."""
    found: dict[Outcome, list[int]] = {}
    length, _ = _shortest(graph)
    for number in sorted(graph.ends, key=lambda end: length[end]):
        found.setdefault(outcome_of(graph.nodes[number].position), []).append(number)
    return found


def line_to(graph: Graph, ends: list[int]) -> tuple[Step, ...]:
    """A shortest line to one of some nodes: fewest plays, then fewest answers."""
    length, before = _shortest(graph)
    number = min(ends, key=lambda end: length[end])
    steps: list[Step] = []
    while number:
        number, option = before[number]
        steps.append(Step(number, graph.who[number], option))
    return tuple(reversed(steps))


def is_play(option: Option) -> bool:
    """Whether an answer is something that a player did: no pass, no die, no end of picking up dice."""
    return option != PASS and option[0] not in FREE and option != ("pick", 0)


def _shortest(graph: Graph) -> tuple[list[tuple[int, int]], list[tuple[int, Option]]]:
    """For each node the (plays, answers) of a shortest line to it, and the last step of that line."""
    if graph.shortest is None:
        far = (1 << 60, 0)
        length: list[tuple[int, int]] = [far] * len(graph.nodes)
        before: list[tuple[int, Option]] = [(0, PASS)] * len(graph.nodes)
        length[0] = (0, 0)
        changed = True
        while changed:
            changed = False
            for number in reversed(graph.order()):
                plays, answers = length[number]
                for option, target in graph.edges[number]:
                    # The dice that a Lucky picks up belong to it.
                    new = (plays + (is_play(option) and option[0] != "pick"), answers + 1)
                    if new < length[target]:
                        length[target] = new
                        before[target] = (number, option)
                        changed = graph.endless  # without circles once through is enough
        graph.shortest = (length, before)
    return graph.shortest


# -- goals


def solve(graph: Graph, goal: Goal, player: int | None = None) -> Result:
    """Whether a goal is impossible, possible, certain, or can be forced by a player.

    Args:
        graph: what was walked; the player who is to force it has to be free in it.
        goal: what has to be true at the end.
        player: who is to force it; None asks of every player.
    """
    wins = {number for number in graph.ends if goal.holds(graph.nodes[number].position)}
    asked = tuple(range(graph.players)) if player is None else (player,)
    if not wins:
        return Result("impossible" if graph.complete else "unknown", (), (), ())
    line = line_to(graph, sorted(wins))
    must = _reached(graph, wins, lambda who: False)
    forces = {one: _reached(graph, wins, lambda who, one=one: who == one) for one in asked}  # type: ignore[misc]
    forced_by = tuple(one for one in asked if forces[one][0])
    if must[0] and graph.complete:
        return Result("certain", forced_by, line, ())
    if forced_by:
        return Result("forced", forced_by, line, _strategy(graph, forced_by[0], forces[forced_by[0]], must))
    return Result("possible", (), line, ())


def _reached(graph: Graph, wins: set[int], chooses: Callable[[int], bool]) -> list[int]:
    """For each node 0, or a rank if the goal is reached from there whatever those do who don't choose.

    `chooses` tells of whoever decides at a node whether one good answer is enough. Every node has a higher rank than
    those by which it is known. What goes on for ever does not reach anything.
    """
    rank = [0] * len(graph.nodes)
    clock = 0
    changed = True
    while changed:
        changed = False
        for number in graph.order():
            if rank[number]:
                continue
            edges = graph.edges[number]
            if not edges:
                good = number in wins
            elif chooses(graph.who[number]):
                good = any(rank[target] for _, target in edges)
            else:
                good = all(rank[target] for _, target in edges)
            if good:
                clock += 1
                rank[number] = clock
                changed = graph.endless
    return rank


def _strategy(graph: Graph, player: int, force: list[int], must: list[int]) -> tuple[Step, ...]:
    """What the player does at each of his chances that can come if he does it, until it does not matter any more.

    Where several answers are good, the one after which the least has to be said.
    """
    chosen: dict[int, tuple[Option, int]] = {}
    size = [0] * len(graph.nodes)
    for number in sorted((number for number, rank in enumerate(force) if rank), key=force.__getitem__):
        edges = graph.edges[number]
        if must[number] or not edges:
            continue
        if graph.who[number] == player:
            good = [(option, target) for option, target in edges if 0 < force[target] < force[number]]
            option, target = chosen[number] = min(good, key=lambda edge: size[edge[1]] + 2 * is_play(edge[0]))
            size[number] = min(_MANY, size[target] + 1 + 2 * is_play(option))
        else:
            size[number] = min(_MANY, sum(size[target] for target in {target for _, target in edges}))
    steps: list[Step] = []
    seen = {0}
    todo = [0]
    for number in todo:
        if must[number]:
            continue
        edges = graph.edges[number]
        if number in chosen:
            if len(edges) > 1:
                steps.append(Step(number, player, chosen[number][0]))
            edges = (chosen[number],)
        for _, target in edges:
            if target not in seen:
                seen.add(target)
                todo.append(target)
    return tuple(steps)
