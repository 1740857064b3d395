"""Lines of a graph as they could be played: merged positions and dice put back to real ones.

A node stands for many positions. A line through nodes is therefore played again from the position at which the walk
began, with that answer at each step which the line's answer stands for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from swcli.drive.begin import begin
from swcli.drive.graph import BEGIN, SKIP, Graph
from swcli.drive.solve import Step
from swcli.game import engine
from swcli.game.canonical import canonical, faces
from swcli.game.frames import Attack, Damage, Pick
from swcli.game.plays import Option
from swcli.game.position import Position
from swcli.scenario.script import Script


class Made(NamedTuple):
    """One answer of a line: the position before it, who gave it (a player, or CHANCE), what it is, and whether another
    one could have been given: dice that the file gives could not fall otherwise.
    """

    position: Position
    who: int
    option: Option
    open: bool


def played(graph: Graph, script: Script, line: Sequence[Step]) -> tuple[list[Made], Position]:
    """The answers of a line one after the other, and the position at its end.

    Args:
        graph: that was walked.
        script: of the walk.
        line: from the start of the graph.
    """
    made: list[Made] = []
    position = graph.opening
    number = 0
    while number < len(line):
        step = line[number]
        if step.option[0] == "pick":
            picks, number = _picks(position, line, number)
        else:
            after = graph.nodes[line[number + 1].node].position if number + 1 < len(line) else None
            picks, number = [_answer(position, step.option, after)], number + 1
        for option in picks:
            made.append(Made(position, step.who, option, len(graph.edges[step.node]) > 1))
            position = _go(position, script, option)
    return made, position


def _go(position: Position, script: Script, option: Option) -> Position:
    if option[0] == BEGIN:
        return begin(position, script[option[1]])  # it began in the graph
    if option[0] == SKIP:
        return position
    if option[0] == "roll":
        return engine.roll(position, option[1:])
    return engine.answer(position, option)


def _answer(position: Position, wanted: Option, after: Position | None) -> Option:
    """The real answer that one of a node stands for: of those that look like it, one that leads to what comes next."""
    if not any(isinstance(item, Damage) for item in wanted):
        return wanted
    look = _look(wanted)
    alike = [option for option in engine.options(position) if _look(option) == look]
    assert alike, "a node's answers can all be given where it stands for"
    for option in alike[:-1]:
        if after is None or canonical(engine.answer(position, option)) == after:
            return option
    return alike[-1]


def _look(option: Option) -> Option:
    """An answer without what canonical positions forget about damage."""
    return tuple(item._replace(kind="", marks=()) if isinstance(item, Damage) else item for item in option)


def _picks(position: Position, line: Sequence[Step], number: int) -> tuple[list[Option], int]:
    """The dice that a Lucky picks up, as real ones and by rising face; and where the line goes on after that."""
    wanted: list[int] = []
    ended = False
    while number < len(line) and line[number].option[0] == "pick" and not ended:
        ended = not line[number].option[1]
        wanted += [line[number].option[1]] * (not ended)
        number += 1
    attack, pick = position.state.frames[0], position.state.frames[-1]
    assert isinstance(attack, Attack) and isinstance(pick, Pick)
    same, dice, found = faces(position), list(attack.dice), []
    for face in wanted:
        real = face if dice[face - 1] else next(f for f in range(1, 7) if same[f - 1] == same[face - 1] and dice[f - 1])
        dice[real - 1] -= 1
        found.append(real)
    return [("pick", face) for face in sorted(found)] + [("pick", 0)] * ended, number
