"""Plays and answers in words: what a player could do, and what a line of the file says was done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from swcli.game.ability import Cost
from swcli.game.frames import Damage
from swcli.game.keywords import REGISTRY
from swcli.game.plays import Option
from swcli.game.position import Position
from swcli.game.table import Table
from swcli.report.names import Count, Names
from swcli.scenario.script import NOBODY, SENT_NOWHERE, Play

_VERBS: Final = {"use": "an ability", "effect": "a card", "equip": "Equip", "upkeep": "Upkeep", "order": "an order"}


def cost(parts: Cost) -> str:
    """A cost in words: `2 Force and a tap`; empty for none."""
    words = []
    for part in parts:
        amount = Count(part.amount)
        words.append(
            {"force": f"{amount:Force}", "build": f"{amount:build point}", "tap": "a tap"}.get(part.kind)
            or part.text
            or part.kind
        )
    return " and ".join(words)


def options(position: Position, names: Names, answers: Sequence[Option]) -> list[str]:
    """Possible answers to an open question, those that differ by an amount alone as one."""
    most: dict[int, int] = {}
    for answer in answers:
        if answer[0] == "overkill":
            most[answer[1]] = max(most.get(answer[1], 0), answer[2])
    found = []
    for answer in answers:
        if answer[0] == "overkill":
            found.append(f"Overkill: move 1 to {most[answer[1]]} hits to {names.unit(answer[1])}")
        else:
            found.append(option(position, names, answer))
    return list(dict.fromkeys(found))


def option(position: Position, names: Names, answer: Option) -> str:
    """One possible answer to an open question; of Evades that differ by the amount alone, all of them."""
    table = position.table
    verb = answer[0]
    if verb == "pass":
        return "pass"
    if verb in ("roll", "pick"):
        return f"{verb} {answer[1]}" if answer[1] else "pick no more dice"
    if verb == "equip":
        return f"Equip {table.equipment[answer[1]].name} to {names.unit(answer[2])}"
    if verb == "effect":
        return f"{table.cards[answer[1]].name}{_on(names, answer[2])}"
    instance = table.instances[answer[1]]
    keyword = REGISTRY[instance.keyword]
    name = keyword.name if keyword.printed else f'"{instance.ability.text}"'
    value = f" {instance.value}" if keyword.valued and keyword.printed else ""
    text = f"{name}{value} of {names.unit(instance.bearer)}"
    if verb == "upkeep":
        way = answer[2]
        return f"{text}: {cost(instance.ability.alternatives[way]) if way >= 0 else 'not paid'}"
    if verb == "evade":
        most = min(instance.value, answer[2].amount) if answer[2].preventable else 0
        return f"{text}: prevent {f'0 to {most}' if most else 0}{_on(names, answer[2])}"
    if verb == "parry":
        return f"Parry of {names.unit(instance.bearer)}: prevent {answer[2]}"
    if verb == "deflect":
        to = "to nobody" if answer[3] == NOBODY else f"to {names.unit(answer[3])}"
        return f"{text}{_on(names, answer[2])} {to}"
    if verb == "untap":
        return f"{text}: untap {names.unit(answer[2])}"
    return text


def _on(names: Names, damage: object) -> str:
    if not isinstance(damage, Damage):
        return ""
    return f" of {damage.amount} from {names.unit(damage.source)}"


def play(table: Table, names: Names, played: Play) -> str:
    """A play as the file has it, as the start of a sentence."""
    number = f"#{played.number}" if played.number else ""
    if played.verb == "effect" and played.card >= 0:
        return f"{table.cards[played.card].name} of {names.player(played.player)}"
    if played.verb == "equip" and played.card >= 0:
        to = f" to {names.unit(played.to)}" if played.to >= 0 else ""
        return f"Equip {table.equipment[played.card].name}{to}"
    if played.verb == "overkill":
        to = f" to {names.unit(played.to)}" if played.to >= 0 else ""
        return f"Overkill of {Count(played.amount or 0):hit}{to}"
    if played.verb == "pass":
        return f"The pass of {names.player(played.player)}"
    what = f'"{played.ability}"' if played.verb == "use" else _VERBS.get(played.verb, played.verb.title())
    by = f" of {names.unit(played.unit)}" if played.unit >= 0 else f" of {names.player(played.player)}"
    to = " to nobody" if played.to == SENT_NOWHERE else f" to {names.unit(played.to)}" if played.to >= 0 else ""
    return f"{what}{number}{by}{to}"
