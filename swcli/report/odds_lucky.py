"""What to re-roll, by what the dice show: for dice looked at in a block, and for those looked at one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from swcli.drive.advice.rules import Decision, Face, advise
from swcli.drive.odds.arrivals import reached
from swcli.drive.odds.block import Stage, faces_at, with_dice
from swcli.drive.odds.solved import Solved
from swcli.game import engine
from swcli.game.canonical import sight
from swcli.game.dice import NONE
from swcli.game.frames import Attack, Pick, Pop
from swcli.game.plays import PASS, Option
from swcli.game.position import Choice, Position, State
from swcli.report import lines
from swcli.report.advice import legend, worded
from swcli.report.names import Names
from swcli.report.odds import Asked

Shape = tuple[int, int, int, State]
"""What chances about the same dice have in common: entry, plays made, player, the position but for its dice."""


class Told(NamedTuple):
    """What a player does at one kind of chance.

    Attributes:
        player: his place. where: the POP, and how to recognise the chance.
        rules: what to do, as "when: do"; the first that holds counts. legend: what the words mean, or empty.
        standing: how things stand, for chances of the same kind.
    """

    player: int
    where: str
    rules: tuple[str, ...]
    legend: str = ""
    standing: str = ""


def in_block(asked: Asked, names: Names, number: int) -> Iterator[Told]:
    """What is done about the dice of a block, at each of its chances that can come."""
    solved = asked.found.space.blocks[number]
    come = reached(solved)
    for stage in solved.block.stages:
        if len(stage.edges) > 1 and stage in come:
            yield _at_stage(asked, names, number, solved, stage, come[stage][1])


def _at_stage(asked: Asked, names: Names, number: int, solved: Solved, stage: Stage, masses: list[int]) -> Told:
    faces = [
        Face(group, hit, natural) for group, (hit, natural) in zip(stage.faces.classes, stage.faces.sight, strict=True)
    ]
    decisions = [
        Decision(one.counts, one.removed, mass, tuple(each for each in one.alike() if each != one.removed))
        for one, mass in zip(solved.decisions(stage), masses, strict=True)
        if mass
    ]
    options = [edge.option for edge in stage.edges[1:]]
    most = max(edge.most for edge in stage.edges)
    return _advised(asked, names, number, stage.position, options, faces, decisions, most)


# -- dice that were looked at one by one


def about_dice(asked: Asked, number: int) -> bool:
    """Whether a chance is one to re-roll dice, and nothing else is chosen there."""
    space = asked.found.space
    question = space.nodes[number].position.question
    return (
        isinstance(question, Choice)
        and (question.kind, question.pop) == ("pop", "re-roll")
        and all(edge.option == PASS or edge.option[0] == "lucky" for edge in space.edges[number])
    )


def picks_dice(asked: Asked, number: int) -> bool:
    """Whether a chance is one in the middle of picking up dice, which is told of where that began."""
    question = asked.found.space.nodes[number].position.question
    return isinstance(question, Choice) and question.kind == "pick"


def shape_of(asked: Asked, number: int) -> Shape:
    """What a chance has in common with others about the same dice."""
    node = asked.found.space.nodes[number]
    return node.entry, node.made, asked.found.space.who[number], with_dice(node.position, NONE).state


def die_by_die(asked: Asked, names: Names, numbers: Sequence[int]) -> Told:
    """What is done at chances that differ only by what the dice show."""
    space = asked.found.space
    first = space.nodes[numbers[0]].position
    faces = _faces(asked, first)
    decisions: dict[tuple[int, ...], Decision] = {}
    most = 0
    for number in numbers:
        frame = space.nodes[number].position.state.frames[0]
        assert isinstance(frame, Attack)
        shown = [face for face, count in enumerate(frame.dice, 1) for _ in range(count)]
        counts, removed = _by_class(faces, shown), _by_class(faces, _picked(asked, number))
        # Faces that only the trace tells apart are of one class: dice of it are picked up alike.
        decisions.setdefault(counts, Decision(counts, removed, asked.found.chances[number]))
        for edge in space.edges[number]:
            frames = space.nodes[edge.target].position.state.frames
            if frames and isinstance(frames[-1], Pick):
                most = max(most, frames[-1].left)
    options = [edge.option for edge in space.edges[numbers[0]] if edge.option != PASS]
    return _advised(asked, names, numbers[0], first, options, faces, list(decisions.values()), most)


def _faces(asked: Asked, position: Position) -> list[Face]:
    """The classes of faces there; every face is one where a card or a written re-roll may look at it."""
    if not (position.state.hand or asked.found.space.players.exact):
        found = faces_at(position)
        return [Face(group, hit, natural) for group, (hit, natural) in zip(found.classes, found.sight, strict=True)]
    seen = sight(engine.deal(position, ()))
    assert seen is not None
    return [Face((face,), hit, face) for face, (hit, _, _) in enumerate(seen, 1)]


def _by_class(faces: list[Face], dice: list[int]) -> tuple[int, ...]:
    return tuple(sum(die in one.faces for die in dice) for one in faces)


def _picked(asked: Asked, number: int) -> list[int]:
    """The dice that are picked up if a chance is taken as is best."""
    space, chosen = asked.found.space, asked.found.chosen
    found: list[int] = []
    edge = space.edges[number][chosen[number]]
    while edge.option != PASS:
        question = space.nodes[edge.target].position.question
        if not isinstance(question, Choice) or question.kind != "pick":
            break
        edge = space.edges[edge.target][chosen[edge.target]]
        if not edge.option[1]:
            break
        found.append(edge.option[1])
    return found


# -- words


def _advised(
    asked: Asked,
    names: Names,
    number: int,
    position: Position,
    options: Sequence[Option],
    faces: list[Face],
    decisions: list[Decision],
    most: int,
) -> Told:
    question, attack = position.question, position.state.frames[0]
    assert isinstance(question, Choice) and isinstance(attack, Attack)
    table = asked.opening.table
    own = question.player == table.units[attack.attacker].player
    rules = advise(faces, decisions, most)
    used = [names.unit(-1 - mark) for mark in attack.used if mark < 0]
    bearers = [names.unit(table.instances[option[1]].bearer) for option in options]
    after = f" after that of {' and '.join(used)}" if used else ""
    top = position.state.frames[-1]
    passed = f", {names.player(1 - top.player)} having passed" if isinstance(top, Pop) and top.passes else ""
    where = f"{entry_of(asked, names, number)}re-roll POP, Lucky of {' or '.join(bearers)}{after}{passed}"
    text = worded(rules, faces, "re-roll" if own else "make the attacker re-roll")
    return Told(question.player, where, tuple(text), legend(rules, faces), _standing(position, names))


def entry_of(asked: Asked, names: Names, number: int) -> str:
    """The entry of the script, where there are several."""
    entry = asked.found.space.nodes[number].entry
    return f"{lines.entry_name(names, asked.script, entry)}, " if len(asked.script) > 1 else ""


def _standing(position: Position, names: Names) -> str:
    """What units and players have."""
    state = position.state
    parts = [f"{counters} counters on {names.unit(unit)}" for unit, counters in enumerate(state.damage) if counters]
    parts += [f"{names.player(place)} {player.force} Force" for place, player in enumerate(state.players)]
    return ", ".join(parts)
