"""Questions to a walked graph: which outcomes there are and how they are reached, and whether a goal can be had."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from swcli.drive.graph import BEGIN, END, SKIP, UNKNOWN, Graph
from swcli.drive.goal import Goal
from swcli.game.plays import PASS, Option
from swcli.game.position import Player, Position

Answer = Literal["impossible", "possible", "certain", "forced", "unknown"]


class Outcome(NamedTuple):
    """What comes out, as far as players look at it: tuples along the table's units and players."""

    damage: tuple[int, ...]
    arenas: tuple[str, ...]
    tapped: tuple[bool, ...]
    powers: tuple[int, ...]
    attached: tuple[int, ...]
    players: tuple[Player, ...]


def outcome_of(position: Position) -> Outcome:
    """The outcome that a position at the end stands for."""
    state = position.state
    powers = tuple(position.sheet(unit).power for unit in range(len(state.damage)))
    return Outcome(state.damage, state.arenas, state.tapped, powers, state.attached, state.players)


class Step(NamedTuple):
    """One answer of a line: the number of the node at which it is given, who gives it, and what it is."""

    node: int
    who: int
    option: Option


class Result(NamedTuple):
    """What is known of a goal.

    `answer` is `impossible`, `possible`, `certain` (whatever anybody does), `forced` (by the player asked about,
    against everything the other and the dice may do) or `unknown` (the walk was not finished). `forced_by` are the
    players who can force it. `line` is a shortest line that reaches it; `strategy` what the player who forces it
    does at each of his chances that can come: (node, option).
    """

    answer: Answer
    forced_by: tuple[int, ...]
    line: tuple[Step, ...]
    strategy: tuple[Step, ...]


FREE: Final = frozenset({BEGIN, SKIP, "roll"})
"""Answers that nobody chose; a line is short if it has few others but passes."""


def outcomes(graph: Graph) -> dict[Outcome, list[int]]:
    """The distinct outcomes, each with its end nodes, in the order in which a shortest line reaches them."""
    found: dict[Outcome, list[int]] = {}
    length, _ = _shortest(graph)
    for number in sorted(graph.ends, key=lambda end: length[end]):
        found.setdefault(outcome_of(graph.nodes[number].position), []).append(number)
    return found


def line_to(graph: Graph, ends: list[int]) -> tuple[Step, ...]:
    """A shortest line to one of some end nodes: fewest plays, then fewest answers."""
    length, before = _shortest(graph)
    number = min(ends, key=lambda end: length[end])
    steps: list[Step] = []
    while number:
        number, option = before[number]
        steps.append(Step(number, graph.who[number], option))
    return tuple(reversed(steps))


def _shortest(graph: Graph) -> tuple[list[tuple[int, int]], list[tuple[int, Option]]]:
    """For each node the (plays, answers) of a shortest line to it, and the last step of that line."""
    if graph.shortest is None:
        far = (1 << 60, 0)
        length: list[tuple[int, int]] = [far] * len(graph.nodes)
        before: list[tuple[int, Option]] = [(0, PASS)] * len(graph.nodes)
        length[0] = (0, 0)
        for number in reversed(graph.order()):
            plays, answers = length[number]
            for option, target in graph.edges[number]:
                costs = option != PASS and option[0] not in FREE and option != ("pick", 0)
                new = (plays + costs, answers + 1)
                if new < length[target]:
                    length[target] = new
                    before[target] = (number, option)
        graph.shortest = (length, before)
    return graph.shortest


def solve(graph: Graph, goal: Goal, player: int | None = None) -> Result:
    """Whether a goal is impossible, possible, certain, or can be forced by a player.

    Args:
        graph: what was walked.
        goal: what has to be true at the end.
        player: who is to force it; None asks of every player.
    """
    wins = {number for number in graph.ends if goal.holds(graph.nodes[number].position)}
    asked = range(graph.players) if player is None else (player,)
    can, must, force = _values(graph, wins, tuple(asked))
    unknown = not graph.complete
    if not can[0]:
        return Result("unknown" if unknown else "impossible", (), (), ())
    line = line_to(graph, sorted(wins))
    forced_by = tuple(who for who in asked if force[who][0])
    if must[0] and not unknown:
        return Result("certain", forced_by, line, ())
    if forced_by:
        return Result("forced", forced_by, line, _strategy(graph, forced_by[0], force[forced_by[0]]))
    return Result("possible", (), line, ())


def _values(graph: Graph, wins: set[int], asked: tuple[int, ...]) -> tuple[bytearray, bytearray, dict[int, bytearray]]:
    """For each node whether the goal can be reached, is reached whatever happens, and can be forced by each player."""
    size = len(graph.nodes)
    can, must = bytearray(size), bytearray(size)
    force = {who: bytearray(size) for who in asked}
    for number in graph.order():
        who = graph.who[number]
        if who in (END, UNKNOWN):
            value = number in wins
            can[number] = must[number] = value
            for known in force.values():
                known[number] = value
            continue
        targets = [target for _, target in graph.edges[number]]
        can[number] = any(can[target] for target in targets)
        must[number] = all(must[target] for target in targets)
        for player, known in force.items():
            results = (known[target] for target in targets)
            known[number] = any(results) if who == player else all(results)
    return can, must, force


def _strategy(graph: Graph, player: int, force: bytearray) -> tuple[Step, ...]:
    """What the player does at each of his chances that can come if he does it; nothing where anything will do."""
    steps: list[Step] = []
    seen = {0}
    todo = [0]
    while todo:
        number = todo.pop(0)
        edges = graph.edges[number]
        if graph.who[number] == player:
            good = [(option, target) for option, target in edges if force[target]]
            option, target = good[0]
            if len(edges) > 1:
                steps.append(Step(number, player, option))
            edges = ((option, target),)
        for _, target in edges:
            if target not in seen:
                seen.add(target)
                todo.append(target)
    return tuple(steps)
