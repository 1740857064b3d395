"""What each player should do, by what the dice show and what is pending: as few rules as can be found, and exact.

Only chances are told that can come if both do as they are told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from swcli.drive.advice.rules import smallest
from swcli.game.frames import Attack, Damage, DamageEvent
from swcli.game.keywords import REGISTRY
from swcli.game.plays import Option
from swcli.game.position import Choice, Position
from swcli.report import lines
from swcli.report.advice import worded_choices
from swcli.report.blocks import Block, Gap, Line
from swcli.report.names import Names
from swcli.report.odds import Asked
from swcli.report.odds_lucky import Shape, Told, about_dice, die_by_die, entry_of, in_block, picks_dice, shape_of
from swcli.scenario.script import NOBODY

MOST_RULES: Final = 25
"""So many rules for one kind of chance are told in text; JSON has them all."""


def strategy(asked: Asked) -> list[Block]:
    """What each player should do, for people."""
    names = Names(asked.opening.table)
    told = _told(asked, names)
    blocks: list[Block] = [Line("attack", "What to do")]
    if not told:
        text = "Nobody has a choice." if "optimal" in asked.policies else "Nobody makes the best of his choices."
        return [*blocks, Line("plain", text, 1), Gap()]
    for one in told:
        blocks.append(Line("step", f"{names.player(one.player)}, {one.where}", 1))
        mark = "*" if len(one.rules) > 1 else ""
        blocks += [Line("plain", rule, 2, mark=mark) for rule in one.rules[:MOST_RULES]]
        if len(one.rules) > MOST_RULES:
            blocks.append(Line("plain", f"... and {len(one.rules) - MOST_RULES} more rules (--format json)", 2))
        if one.legend:
            blocks.append(Line("note", f"({one.legend})", 2))
    several = "Of several rules the first that holds counts. " if any(len(one.rules) > 1 for one in told) else ""
    blocks.append(
        Line(
            "note",
            f"{several}Only chances are told that can come if both do as they are told; of dice that are equally good "
            "to re-roll some are named.",
            1,
        )
    )
    return [*blocks, Gap()]


def strategy_record(asked: Asked) -> list[dict[str, Any]]:
    """The same as plain data."""
    names = Names(asked.opening.table)
    return [
        {
            "player": asked.opening.table.players[one.player],
            "where": one.where,
            "rules": list(one.rules),
            "legend": one.legend or None,
        }
        for one in _told(asked, names)
    ]


def _told(asked: Asked, names: Names) -> list[Told]:
    """In the order in which the chances come; those of one kind with the same rules are told once."""
    found = asked.found
    space = found.space
    groups: dict[tuple[int, str], list[int]] = {}
    told: list[tuple[int, Told]] = []
    come = [number for number in reversed(space.order() or []) if found.chances[number]]
    shapes: dict[Shape, list[int]] = {}
    for when, number in enumerate(come):
        if number in space.blocks:
            told += [(when, one) for one in in_block(asked, names, number)]
        elif number not in found.chosen or len(space.edges[number]) < 2:
            continue
        elif about_dice(asked, number):
            shapes.setdefault(shape_of(asked, number), []).append(when)
        elif not picks_dice(asked, number):
            groups.setdefault((space.who[number], _where(asked, names, number)), []).append(when)
    for times in shapes.values():
        told.append((times[0], die_by_die(asked, names, [come[when] for when in times])))
    for (player, where), times in groups.items():
        told.append((times[0], _choices(asked, names, player, where, [come[when] for when in times])))
    return _apart([one for _, one in sorted(told, key=lambda one: one[0])])


def _apart(told: list[Told]) -> list[Told]:
    """Each once; of those for the same kind of chance how things stand is told, too, if they are not the same."""
    several = Counter((one.player, one.where) for one in {(t.player, t.where, *t.rules): t for t in told}.values())
    return list(
        dict.fromkeys(
            one._replace(
                where=f"{one.where} ({one.standing})" if several[one.player, one.where] > 1 else one.where, standing=""
            )
            for one in told
        )
    )


# -- other choices


def _where(asked: Asked, names: Names, number: int) -> str:
    question = asked.found.space.nodes[number].position.question
    assert isinstance(question, Choice)
    kind = {"overkill": "Overkill", "parry": "Parry", "upkeep": "Upkeep", "pick": "Lucky"}.get(question.kind, "")
    pop = question.pop if question.pop == "build" else f"{question.pop} POP"
    return f"{entry_of(asked, names, number)}{pop}{f', {kind}' if kind else ''}"


def _choices(asked: Asked, names: Names, player: int, where: str, numbers: list[int]) -> Told:
    space, chosen = asked.found.space, asked.found.chosen
    positions = [space.nodes[number].position for number in numbers]
    actions = [
        _action(position, names, space.edges[number][chosen[number]].option)
        for number, position in zip(numbers, positions, strict=True)
    ]
    if len(set(actions)) == 1:
        return Told(player, where, (f"always: {actions[0]}",))
    facts = [Counter(dict(_facts(position, names))) for position in positions]
    names_of = list(dict.fromkeys(name for one in facts for name in one))
    telling = [name for name in names_of if len({one[name] for one in facts}) > 1]
    cases = [(tuple(one[name] for name in telling), action) for one, action in zip(facts, actions, strict=True)]
    known: dict[tuple[int, ...], str] = {}
    clash = any(known.setdefault(fact, action) != action for fact, action in cases)
    if clash or not telling:
        rules = [f"{_shown(one)}: {action}" for one, action in zip(facts, actions, strict=True)]
        return Told(player, where, tuple(rules))
    return Told(player, where, tuple(worded_choices(smallest(list(dict.fromkeys(cases)), telling))))


def _facts(position: Position, names: Names) -> Iterator[tuple[str, int]]:
    """What can be seen of a position, as numbers with names."""
    state = position.state
    table = position.table
    frames = state.frames
    attack = frames[0] if frames else None
    event = next((frame for frame in reversed(frames) if isinstance(frame, DamageEvent)), None)
    pending: Counter[str] = Counter()
    for damage in event.pending if event else ():
        pending[f"{{}} damage pending on {names.unit(damage.target)} from {names.unit(damage.source)}"] += damage.amount
    yield from pending.items()
    if isinstance(attack, Attack):
        for face, count in enumerate(attack.dice, 1):
            yield f"{{}} dice show {face}", count
        yield "{} hits", attack.hits
        for unit, _ in enumerate(table.units):
            yield f"{names.unit(unit)} is attacked|{names.unit(unit)} is not attacked", int(attack.defender == unit)
        for face in range(1, 7):
            yield f"a {face} shows|no {face} shows", int(face in attack.naturals)
    for place, player in enumerate(state.players):
        yield f"{names.player(place)} has {{}} Force", player.force
    for unit, counters in enumerate(state.damage):
        yield f"{{}} counters on {names.unit(unit)}", counters
    yield "the other has just passed|the other has not just passed", getattr(frames[-1], "passes", 0) if frames else 0
    marks = Counter(mark for damage in (event.pending if event else ()) for mark in damage.marks)
    marks.update(mark for mark, _ in (event.deflected if event else ()))
    if isinstance(attack, Attack):
        marks.update(mark for mark in attack.used if mark >= 0)
    for mark, count in sorted(marks.items()):
        instance = table.instances[mark]
        keyword = REGISTRY[instance.keyword]
        name = f"{keyword.name} {instance.value}" if keyword.valued else keyword.name
        whose = f"{name} of {names.unit(instance.bearer)}"
        yield f"{whose} has been played|{whose} has not been played", min(count, 1)


def _shown(facts: Counter[str]) -> str:
    parts = []
    for name, value in facts.items():
        yes, _, no = name.partition("|")
        parts.append((yes if value else no) if no else yes.format(value) if "{}" in yes else f"{yes} {value}")
    return ", ".join(part for part in parts if part)


def _action(position: Position, names: Names, option: Option) -> str:
    """What an answer does, in words that do not change with the amount pending."""
    if option[0] == "pick":
        return f"pick up a {option[1]}" if option[1] else "pick up no more dice"
    if option[0] not in ("evade", "deflect"):
        by = lines.subject(position, names, option)
        text = lines.action(position, names, option)
        return f"{text} ({by})" if by and option[0] != "overkill" else text
    instance = position.table.instances[option[1]]
    damage = option[2]
    assert isinstance(damage, Damage)
    keyword = REGISTRY[instance.keyword]
    name = f"{keyword.name} {instance.value} of {names.unit(instance.bearer)}"
    pending = next((f.pending for f in reversed(position.state.frames) if isinstance(f, DamageEvent)), ())
    sources = {one.source for one in pending if one.target == damage.target}
    on = f" on the damage from {names.unit(damage.source)}" if len(sources) > 1 else ""
    if option[0] == "deflect":
        return f"{name}{on}, {'to nobody' if option[3] == NOBODY else f'to {names.unit(option[3])}'}"
    most = min(instance.value, damage.amount) if damage.preventable else 0
    return f"{name}{on}" + (", preventing all that it can" if option[3] == most else f", preventing only {option[3]}")
