"""Lines and single answers in few words: "Vader: Lucky re-rolls 3 into 5; Luke: Deflect 1 on 4 damage to b1"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from swcli.drive.graph import BEGIN, SKIP
from swcli.drive.real import Made
from swcli.drive.solve import is_play
from swcli.game.frames import Attack, Damage, DamageEvent, Rolling
from swcli.game.keywords import REGISTRY
from swcli.game.plays import Option
from swcli.game.position import Position
from swcli.report.labels import cost
from swcli.report.names import Count, Names, faces, ordinal, possessive
from swcli.scenario.script import NOBODY, Entry, Script


class Said(NamedTuple):
    """One step of a line in words: who decides it (a player's place, or CHANCE), in which entry of the script it comes,
    of whom it is said (empty: of nobody), and what.
    """

    who: int
    entry: int
    by: str
    text: str

    @property
    def whole(self) -> str:
        """The step with its subject."""
        return f"{self.by}: {self.text}" if self.by else self.text


def said(names: Names, script: Script, made: Sequence[Made], first: int = 0) -> list[Said]:
    """The steps of a line that are worth telling: no passes, no dice that could not fall otherwise.

    Args:
        names: of the table.
        script: of the walk.
        made: the answers of the line.
        first: the entry of the script in which the line begins.
    """
    found: list[Said] = []
    entry, place = first, 0
    while place < len(made):
        one = made[place]
        verb = one.option[0]
        count = 1
        if verb in (BEGIN, SKIP):
            entry = one.option[1]
            if verb == SKIP:
                found.append(Said(one.who, entry, "", f"{entry_name(names, script, entry)} can't be made"))
        elif verb == "roll":
            count = _roll(made, place)
            if any(other.open for other in made[place : place + count]):
                found.append(Said(one.who, entry, "", _dice(names, made[place : place + count])))
        elif verb == "lucky":
            picks = [other.option[1] for other in _picks(made, place + 1)]
            count += len(picks)
            dice = _roll(made, place + count) if any(picks) else 0
            became = _fallen(made[place + count : place + count + dice])
            count += dice
            what = f"Lucky re-rolls {faces(tuple(filter(None, picks)))} into {faces(became)}" if became else "Lucky"
            found.append(Said(one.who, entry, subject(one.position, names, one.option), what))
        elif is_play(one.option):
            what = action(one.position, names, one.option)
            found.append(Said(one.who, entry, subject(one.position, names, one.option), what))
        place += count
    return found


def sentence(names: Names, script: Script, steps: Sequence[Said]) -> str:
    """A line as one sentence without full stop; where the script has several entries, with the entry."""
    parts: list[str] = []
    entry = -1
    for step in steps:
        new = len(script) > 1 and step.entry != entry and bool(step.by)
        parts.append(f"[{entry_name(names, script, step.entry)}] {step.whole}" if new else step.whole)
        entry = step.entry if step.by else entry
    return "; ".join(parts) or "nobody plays anything"


def entry_name(names: Names, script: Script, place: int) -> str:
    """An entry of the script, as part of a sentence; attacks are counted."""
    entry: Entry = script[place]
    if entry.kind == "attack":
        return f"attack {sum(1 for other in script[: place + 1] if other.kind == 'attack')}"
    if entry.kind == "build":
        return f"build step of {names.player(entry.player)}"
    if entry.kind == "end":
        return f"end of the {entry.what}"
    if entry.act and entry.act.verb == "effect":
        return names.table.cards[entry.act.card].name
    return f"use of {names.unit(entry.act.unit if entry.act else entry.unit)}"


# -- one answer


def subject(position: Position, names: Names, option: Option) -> str:
    """Of whom an answer is said: the unit that does it, or the player."""
    table = position.table
    if option[0] == "effect":
        return names.player(table.cards[option[1]].player)
    if option[0] == "equip":
        return names.player(table.equipment[option[1]].player)
    if option[0] == "overkill":
        attack = position.state.frames[0]
        return names.unit(attack.attacker) if isinstance(attack, Attack) else ""
    if option[0] in ("pass", "pick", "roll"):
        return ""
    return names.unit(table.instances[option[1]].bearer)


def action(position: Position, names: Names, option: Option) -> str:
    """What an answer does, without whose it is."""
    table = position.table
    verb = option[0]
    if verb == "pass":
        return "pass"
    if verb == "pick":
        return f"pick up {option[1]}" if option[1] else "pick up no more dice"
    if verb == "overkill":
        return f"Overkill moves {Count(option[2]):hit} to {names.unit(option[1])}"
    if verb == "equip":
        return f"Equip {table.equipment[option[1]].name} to {names.unit(option[2])}"
    if verb == "effect":
        return f"{table.cards[option[1]].name}{_on(position, names, option[2]) if option[2] else ''}"
    instance = table.instances[option[1]]
    keyword = REGISTRY[instance.keyword]
    if not keyword.printed:
        text = instance.ability.text.rpartition("->")[2].strip()
        return f'"{text}"' + (f": {names.unit(option[2])}" if verb == "untap" else "")
    name = f"{keyword.name} {instance.value}" if keyword.valued and verb not in ("lucky", "parry") else keyword.name
    alike = [other.id for other in position.sheet(instance.bearer).of(verb) if other.value == instance.value]
    if len(alike) > 1 and verb not in ("lucky", "parry"):
        name += f" ({ordinal(alike.index(instance.id) + 1)})"
    if verb == "upkeep":
        return f"{name}, {f'pays {cost(instance.ability.alternatives[option[2]])}' if option[2] >= 0 else 'not paid'}"
    if verb == "parry":
        return f"Parry prevents {option[2]}"
    if verb == "evade":
        return name + _evaded(position, names, instance.value, option[2], option[3])
    if verb == "deflect":
        to = "to nobody" if option[3] == NOBODY else f"to {names.unit(option[3])}"
        return f"{name}{_on(position, names, option[2])} {to}"
    return name


def _evaded(position: Position, names: Names, value: int, damage: Damage, amount: int) -> str:
    on = _on(position, names, damage)
    if not damage.preventable or amount == min(value, damage.amount):
        return on
    return f"{on} prevents only {amount}" if amount else f"{on} prevents nothing"


def _on(position: Position, names: Names, damage: Damage) -> str:
    """Which damage is meant; where it comes from if there are several on the unit."""
    pending = next((f.pending for f in reversed(position.state.frames) if isinstance(f, DamageEvent)), ())
    several = len({one._replace(kind="", marks=()) for one in pending if one.target == damage.target}) > 1
    return f" on {damage.amount} damage{f' from {names.unit(damage.source)}' if several else ''}"


# -- dice


def _picks(made: Sequence[Made], place: int) -> Sequence[Made]:
    end = place
    while end < len(made) and made[end].option[0] == "pick":
        end += 1
    return made[place:end]


def _roll(made: Sequence[Made], place: int) -> int:
    """How many answers from here on are dice of one roll."""
    end = place
    while end < len(made) and made[end].option[0] == "roll" and (end == place or not _begins(made[end].position)):
        end += 1
    return end - place


def _begins(position: Position) -> bool:
    frame = position.state.frames[-1]
    return isinstance(frame, Rolling) and not sum(frame.faces)


def _fallen(made: Sequence[Made]) -> tuple[int, ...]:
    return tuple(face for one in made for face in one.option[1:])


def _dice(names: Names, made: Sequence[Made]) -> str:
    """A roll that is chance."""
    position = made[0].position
    attack, frame = position.state.frames[0], position.state.frames[-1]
    rolled = faces(_fallen(made))
    if not isinstance(frame, Rolling):
        return f"the dice show {rolled}"
    if frame.purpose == "damage":
        whose = possessive(names.unit(frame.source))
        return f"{whose} Retaliate rolls {rolled}" if frame.kind == "retaliate" else f"{whose} dice show {rolled}"
    if frame.purpose == "re-roll" or not isinstance(attack, Attack):
        return f"the dice re-rolled show {rolled}"
    more = " more for Fury" if frame.purpose == "fury" else ""
    return f"{names.unit(attack.attacker)} rolls {rolled}{more}"
