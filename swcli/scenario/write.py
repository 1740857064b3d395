"""From a script back to the plain data of a file: what `setup` reads, written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from swcli.game.table import Table
from swcli.scenario.script import NOBODY, SENT_NOWHERE, Entry, Path, Play, Script

Data = dict[str, Any]

_BEFORE_SCRIPT: Final[tuple[str, ...]] = (
    "swcli",
    "title",
    "notes",
    "players",
    "priority",
    "rulings",
    "units",
    "equipment",
)
"""The keys of a scenario that are kept, in the order in which they are written; those of the dice and of what must come
out are the caller's to add.
"""


def scenario_data(source: Data, table: Table, cards: dict[int, Data], entries: Iterable[Entry]) -> Data:
    """A whole scenario.

    Args:
        source: the scenario that it was made of: all but its script, its `seed` and its `expect` is kept.
        table: that of the entries.
        cards: what the file says of each card (see `card_bodies`).
        entries: what happened.
    """
    data = {key: source[key] for key in _BEFORE_SCRIPT if key in source}
    script = [entry_data(table, cards, entry) for entry in entries]
    return {**data, "script": script} if script else data


def card_bodies(source: Data, script: Script) -> dict[int, Data]:
    """For each card of a script, by its place in the table, what the file that it was read from says of it."""
    found: dict[int, Data] = {}
    for entry in script:
        for play in (entry.act, *entry.plays):
            if play and play.verb == "effect":
                item = _at(source, play.path)
                found[play.card] = {**item["effect"], **({"pop": item["pop"]} if "pop" in item else {})}
    return found


def _at(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data


def entry_data(table: Table, cards: dict[int, Data], entry: Entry) -> Data:
    """One entry of a script."""
    data: Data = {}
    if entry.kind == "attack":
        units = table.units
        attack: Data = {"by": units[entry.unit].id, "target": units[entry.target].id}
        if entry.rolls:
            attack["roll"] = list(entry.rolls)
        if entry.allowed_by:
            attack["allowed_by"] = entry.allowed_by
        data["attack"] = attack
    elif entry.kind == "build":
        data["build"] = table.players[entry.player]
    elif entry.kind == "end":
        data["end"] = entry.what
    elif entry.act:
        data |= play_data(table, cards, entry.act)
    if entry.plays:
        data["plays"] = [play_data(table, cards, play) for play in entry.plays]
    return data


def play_data(table: Table, cards: dict[int, Data], play: Play) -> Data:
    """One play."""
    if play.verb == "pass":
        return {"pass": table.players[play.player], **({"pop": play.pop} if play.pop else {})}
    if play.verb == "order":
        return {"order": list(play.order)}
    verb = f"{play.verb}#{play.number}" if play.number else play.verb
    body = _effect(cards[play.card], play) if play.verb == "effect" else dict(_body(table, play))
    if play.pop:
        body["pop"] = play.pop
    return {verb: body}


def _body(table: Table, play: Play) -> Iterator[tuple[str, Any]]:
    """What a play says, key by key."""
    if play.verb == "equip":
        yield "card", table.equipment[play.card].id
    elif play.unit != NOBODY:
        yield "by", table.units[play.unit].id
    if play.ability != "":
        yield "ability", _ability(table, play)
    if play.verb == "lucky":
        yield "reroll", list(play.faces)
        if play.rolls:
            yield "to", list(play.rolls)
    if play.to != NOBODY:
        yield "to", "none" if play.to == SENT_NOWHERE else table.units[play.to].id
    if play.amount is not None:
        yield "hits" if play.verb == "overkill" else "prevent", play.amount
    if play.of:
        yield "of", play.of
    if play.verb == "retaliate" and play.rolls:
        yield "roll", list(play.rolls)
    if play.pay:
        yield "pay", play.pay


def _ability(table: Table, play: Play) -> str:
    """An ability by its text; its number, which counts those of the table, is no number of the file."""
    if isinstance(play.ability, int):
        return table.units[play.unit].abilities[play.ability - 1].text
    return play.ability


def _effect(card: Data, play: Play) -> Data:
    """What a card does, with the dice and the damage of this play."""
    body = {key: dict(value) if isinstance(value, dict) else value for key, value in card.items()}
    rolls = list(play.rolls)
    if "damage" in body:
        body["damage"].pop("roll", None)
        dice = body["damage"].get("dice", 0)
        if dice and rolls:
            body["damage"]["roll"], rolls = rolls[:dice], rolls[dice:]
    if "reroll" in body:
        body["reroll"].pop("to", None)
        if rolls:
            body["reroll"]["to"] = rolls
    if "prevent" in body:
        body["prevent"].pop("of", None)
        if play.of:
            body["prevent"]["of"] = play.of
    return body
