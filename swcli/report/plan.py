"""A strategy in words: at each chance how to recognise it, and what to do there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from swcli.drive.graph import Graph, Node
from swcli.drive.solve import Step, is_play
from swcli.game.canonical import faces
from swcli.game.frames import Attack, Build, Damage, DamageEvent, Pop
from swcli.game.keywords import REGISTRY
from swcli.game.plays import Option
from swcli.game.position import Choice, Position
from swcli.report import lines
from swcli.report.names import Count, Names, listed
from swcli.scenario.script import Script


class Advice(NamedTuple):
    """What to do at one chance.

    `where` is the POP, after the entry of the script if there are several; `when` tells how things stand; `do` is what
    to do, and `plays` whether that is more than to pass; `data` is the same as plain data.
    """

    where: str
    when: str
    do: str
    plays: bool
    data: dict[str, Any]

    def record(self) -> dict[str, Any]:
        """As JSON."""
        return {"where": self.where, "when": self.when, "do": self.do, "pass": not self.plays, **self.data}


def advice(names: Names, script: Script, graph: Graph, strategy: Sequence[Step]) -> list[Advice]:
    """A strategy in words, in the order in which its chances come.

    Chances that look alike and have the same advice are told once; where the advice is not the same, what else tells
    them apart is told too.
    """
    steps = {step.node: step for step in strategy}
    told: list[tuple[Node, str, str, Step]] = []
    picked: set[int] = set()
    for step in strategy:
        if step.node not in picked:
            node = graph.nodes[step.node]
            told.append(
                (node, _when(names, graph.opening, node.position), _do(names, graph, steps, step, picked), step)
            )
    dos: dict[tuple[str, str], set[str]] = {}
    for node, when, do, _ in told:
        dos.setdefault((_where(names, script, node), when), set()).add(do)
    found: dict[tuple[str, str, str], Advice] = {}
    for node, when, do, step in told:
        where = _where(names, script, node)
        if len(dos[where, when]) > 1:
            when = "; ".join([when, *_more(names, node.position)])
        one = Advice(where, when, do, is_play(step.option), _data(node.position))
        found.setdefault((where, when, do), one)
    return list(found.values())


def _where(names: Names, script: Script, node: Node) -> str:
    question = node.position.question
    pop = question.pop if isinstance(question, Choice) else ""
    place = pop if pop == "build" else f"{pop} POP"
    return f"{lines.entry_name(names, script, node.entry)}, {place}" if len(script) > 1 else place


# -- what to do


def _do(names: Names, graph: Graph, steps: dict[int, Step], step: Step, picked: set[int]) -> str:
    """The answer in words; a Lucky together with the dice that it picks up, whose steps are told by that."""
    position = graph.nodes[step.node].position
    option = step.option
    if option[0] not in ("lucky", "pick"):
        by = lines.subject(position, names, option)
        return f"{by}: {lines.action(position, names, option)}" if by else lines.action(position, names, option)
    number = step.node
    dice: list[str] = []
    option = step.option
    while True:
        if option[0] == "pick" and option[1]:
            dice.append(_class(position, option[1]))
        number = _next(graph, number, option)
        question = graph.nodes[number].position.question
        if not isinstance(question, Choice) or question.kind != "pick":
            break
        picked.add(number)
        option = steps[number].option if number in steps else graph.edges[number][0][0]
    by = lines.subject(position, names, step.option)
    what = f"re-rolls {' '.join(dice)}" if dice else "re-rolls nothing"
    return f"{by}: Lucky {what}" if by else f"Lucky {what}"


def _next(graph: Graph, number: int, option: Option) -> int:
    return next(target for other, target in graph.edges[number] if other == option)


# -- how to recognise it


def _when(names: Names, opening: Position, position: Position) -> str:
    """How things stand, as far as is mostly enough to tell chances of a POP apart."""
    state = position.state
    table = position.table
    parts: list[str] = []
    attack = state.frames[0]
    top = state.frames[-1]
    event = next((frame for frame in reversed(state.frames) if isinstance(frame, DamageEvent)), None)
    if isinstance(attack, Attack):
        if isinstance(top, Pop) and top.name == "re-roll":
            dice = [_class(position, face) for face, count in enumerate(attack.dice, 1) for _ in range(count)]
            parts.append(f"dice {' '.join(dice)}")
        elif isinstance(top, Pop) and top.name == "attack" and attack.attacked:
            parts.append(f"{names.unit(attack.defender)} is attacked")
        elif isinstance(top, Attack):
            parts.append(f"{Count(attack.hits):hit} on {names.unit(attack.defender)}")
    if isinstance(top, Build) and top.due:
        due = [names.unit(table.instances[number].bearer) for number in top.due]
        parts.append(f"Upkeep due of {listed(due)}")
    if event and event.pending:
        parts.append(", ".join(_pending(names, damage) for damage in event.pending))
    before = opening.state.damage
    changed = [f"{names.unit(unit)} {now}" for unit, now in enumerate(state.damage) if now != before[unit]]
    if changed:
        parts.append(f"counters: {', '.join(changed)}")
    parts.append(
        f"Force {', '.join(f'{name} {p.force}' for name, p in zip(table.players, state.players, strict=True))}"
    )
    return "; ".join(parts)


def _pending(names: Names, damage: Damage) -> str:
    return f"{damage.amount} on {names.unit(damage.target)} from {names.unit(damage.source)}"


def _more(names: Names, position: Position) -> list[str]:
    """What else tells this chance from others that look alike: passes, and what was played on which damage."""
    frames = position.state.frames
    instances = position.table.instances
    top, attack = frames[-1], frames[0]
    parts = []
    if isinstance(top, Pop):
        other = names.player((top.player + 1) % len(position.table.players))
        parts.append(f"{other} has just passed" if top.passes else f"{other} has not just passed")
    event = next((frame for frame in reversed(frames) if isinstance(frame, DamageEvent)), None)
    used: list[str] = []
    if event:
        for damage in event.pending:
            used += [f"{_instance(names, instances[mark])} on the {damage.amount}" for mark in damage.marks]
        used += [f"{_instance(names, instances[mark])} on {names.unit(source)}'s" for mark, source in event.deflected]
    elif isinstance(attack, Attack):
        # Of keywords whose values make one use, the unit is marked.
        units = [names.unit(-1 - mark) for mark in attack.used if mark < 0]
        used += [_instance(names, instances[mark]) for mark in attack.used if mark >= 0]
        used += [f"Lucky of {unit}" for unit in units]
    if used:
        parts.append(f"played: {', '.join(dict.fromkeys(used))}")
    return parts


def _instance(names: Names, instance: Any) -> str:
    keyword = REGISTRY[instance.keyword]
    name = f"{keyword.name} {instance.value}" if keyword.valued else keyword.name
    return f"{name if keyword.printed else instance.ability.text} of {names.unit(instance.bearer)}"


def _class(position: Position, face: int) -> str:
    """The faces that make the same difference as this one: `4-6`."""
    same = faces(position)
    alike = [other for other in range(1, 7) if same[other - 1] == same[face - 1]]
    if alike == list(range(alike[0], alike[-1] + 1)):
        return str(alike[0]) if len(alike) == 1 else f"{alike[0]}-{alike[-1]}"
    return "/".join(map(str, alike))


def _data(position: Position) -> dict[str, Any]:
    """What is pending and what the players have, as plain data; a card's damage has no unit as its source."""
    table = position.table
    event = next((frame for frame in reversed(position.state.frames) if isinstance(frame, DamageEvent)), None)
    return {
        "pending": [
            {
                "source": table.units[one.source].id if one.source >= 0 else None,
                "target": table.units[one.target].id,
                "amount": one.amount,
            }
            for one in (event.pending if event else ())
        ],
        "force": {name: player.force for name, player in zip(table.players, position.state.players, strict=True)},
    }
