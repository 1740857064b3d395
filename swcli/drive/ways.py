"""From a play as written to the answers that make it: which instance, which damage, which target."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from swcli.game import engine
from swcli.game.ability import Cost
from swcli.game.boons import BUILD
from swcli.game.cards import Prevent
from swcli.game.frames import Attack, Damage, DamageEvent
from swcli.game.keywords import REGISTRY
from swcli.game.plays import Option
from swcli.game.position import Choice, Position
from swcli.game.recorder import Recorder
from swcli.game.sheet import Instance, fields, plain_name
from swcli.scenario.cost_text import cost_text
from swcli.scenario.script import NOBODY, SENT_NOWHERE, Play

Reasons = tuple[tuple[str, str], ...]

ASKED: Final = {"overkill": "pending damage", "upkeep": BUILD}
"""The POP, or the build step, in which plays are asked for that are no plays of a POP to the engine; those of other
keywords are made at the keyword's moment, and a card names its own.
"""

PLAYED_AS: Final = {
    "intercept": "played-as-intercept",
    "retaliate": "played-as-retaliate",
    "lucky": "played-as-lucky",
    "overkill": "played-as-overkill",
    "evade": "played-as-evade",
    "deflect": "played-as-deflect",
    "upkeep": "played-as-upkeep",
}
"""Keywords that have a play of their own, with the reason why `use` is none for them."""
NO_ABILITY: Final = ("no-such-ability", "not-played", *PLAYED_AS.values())
"""Reasons that say that there is nothing to be used."""


def pop_of(position: Position, play: Play) -> str:
    """The POP in which plays of this kind are made, or `build`."""
    if play.verb == "effect":
        return position.table.cards[play.card].pop or BUILD
    keyword = REGISTRY.get(_keyword(play))
    return ASKED.get(play.verb) or (keyword.moment if keyword else "")


def _keyword(play: Play) -> str:
    """The keyword that a play is one of: what is used is a bonus, or like one."""
    return "bonus" if play.verb == "use" else play.verb


def belongs(position: Position, play: Play) -> str:
    """The clause that says where such a play belongs, for one that never comes near its place."""
    if play.verb == "effect":
        return "effect.pop"
    if play.verb == "order":
        return "delayed.order"
    keyword = REGISTRY.get(_keyword(play))
    return keyword.belongs if keyword else "pop.two-passes"


def instances(position: Position, play: Play) -> tuple[Instance, ...]:
    """The ability instances of its unit that a play may mean, in order; `#n` picks one."""
    sheet = position.sheet(play.unit)
    if play.verb == "use":
        return tuple(_used(position, play))
    group = sheet.of(play.verb)
    if play.number:
        return group[play.number - 1 : play.number]
    # Of keywords that add up, the first instance stands for all.
    return group[:1] if play.verb == "lucky" else group


def _used(position: Position, play: Play) -> Iterator[Instance]:
    sheet = position.sheet(play.unit)
    found = [*sheet.of("bonus"), *sheet.of("untap")]
    if isinstance(play.ability, int):
        printed = position.table.units[play.unit].abilities
        wanted = printed[play.ability - 1] if 0 < play.ability <= len(printed) else None
        yield from (instance for instance in found if instance.ability is wanted)
        return
    text = normal(play.ability)
    exact = [instance for instance in found if normal(instance.ability.text) == text]
    yield from exact or [instance for instance in found if text in normal(instance.ability.text)]


def normal(text: str) -> str:
    """Text as it is compared: lower case, one blank between words, plain arrows."""
    return " ".join(text.lower().replace("→", "->").replace(".", " ").split())


def paid_as(cost: Cost, written: str) -> int | None:
    """Whether `pay` of an Upkeep means this cost: 0 to the word, 1 if its words are part of it, None if not."""
    text, wanted = normal(cost_text(cost)), normal(written)
    return 0 if text == wanted else 1 if wanted in text else None


def ways(position: Position, play: Play, rec: Recorder) -> tuple[list[Option], Reasons]:
    """The legal ways to make a play now: those of the first instance that has any; else why the nearest is refused."""
    refused: Reasons = ()
    if not _is_pending(position, play, rec):
        return [], (("prevention.needs-damage", "no-such-damage"),)
    for options in _by_instance(position, play, rec):
        legal: list[Option] = []
        for option in options:
            reasons = engine.objections(position, option) or _rehearse(position, play, option)
            if not reasons:
                legal.append(option)
            elif not refused or len(reasons) < len(refused):
                refused = reasons
        if legal:
            return list(dict.fromkeys(legal)), ()
    if play.unit != NOBODY and not fields(position.table.units[play.unit], position.state.arenas[play.unit]):
        refused = (("gone.no-plays", "unit-gone"), *refused)
    return [], refused or (("", unusable(position, play)),)


def _is_pending(position: Position, play: Play, rec: Recorder) -> bool:
    """Whether the damage that a play names is pending; yes where it names none, or none at all is pending there."""
    if not play.of:
        return True
    units = [play.unit]
    if play.verb == "effect":
        units = [action.unit for action in position.table.cards[play.card].actions if isinstance(action, Prevent)]
    pending = [one for unit in units for one in _pending(position, unit)]
    return not pending or any(named(position, play.of, one, rec) for one in pending)


def meant(position: Position, play: Play) -> Instance | None:
    """The ability of its unit that a `use` names, whether it can be used or not; None if there is none."""
    if play.verb != "use" or play.unit == NOBODY:
        return None
    used = next(_used(position, play), None)
    if used is not None:
        return used
    printed = position.table.units[play.unit].abilities
    has = [instance for group in position.sheet(play.unit).abilities.values() for instance in group]
    if isinstance(play.ability, int):
        wanted = printed[play.ability - 1] if 0 < play.ability <= len(printed) else None
        return next((instance for instance in has if instance.ability is wanted), None)
    text = normal(play.ability)
    found = [instance for instance in has if text in normal(instance.ability.text)]
    return next((instance for instance in found if normal(instance.ability.text) == text), found[0] if found else None)


def unusable(position: Position, play: Play) -> str:
    """Why a unit has nothing like a play: the reason constant."""
    ability = meant(position, play)
    if ability is None or not REGISTRY[ability.keyword].printed:
        return "no-such-ability"
    return PLAYED_AS.get(ability.keyword, "not-played")


def _rehearse(position: Position, play: Play, option: Option) -> Reasons:
    """What forbids the rest of a play that is more than one answer, or says more than the answer does."""
    if play.verb == "deflect" and play.amount is not None:
        damage = option[2]
        value = position.table.instances[option[1]].value
        if play.amount != (min(value, damage.amount) if damage.preventable else 0):
            return (("deflect.maximum", "less-than-maximum"),)
    if play.verb == "lucky":
        if not isinstance(position.question, Choice):
            return ()
        ahead = engine.answer(position, option, legal=True)
        for face in sorted(play.faces):
            if not isinstance(ahead.question, Choice) or ahead.question.kind != "pick":
                most, rolled = lucky_most(position, option)
                return ((("lucky.dice-rolled" if most == rolled else "lucky.up-to"), "too-many-dice"),)
            reasons = engine.objections(ahead, ("pick", face))
            if reasons:
                return reasons
            ahead = engine.answer(ahead, ("pick", face))
    return ()


def lucky_most(position: Position, option: Option) -> tuple[int, int]:
    """How many dice this Lucky may re-roll, and how many were rolled."""
    instance = position.table.instances[option[1]]
    attack = position.state.frames[0]
    assert isinstance(attack, Attack)
    return min(position.sheet(instance.bearer).total("lucky"), attack.rolled), attack.rolled


def _by_instance(position: Position, play: Play, rec: Recorder) -> Iterator[list[Option]]:
    if play.verb == "effect":
        pending = [
            one
            for action in position.table.cards[play.card].actions
            if isinstance(action, Prevent)
            for one in _pending(position, action.unit)
            if named(position, play.of, one, rec)
        ]
        yield [("effect", play.card, one) for one in pending] or [("effect", play.card, None)]
    elif play.verb == "equip":
        targets = [play.to] if play.to != NOBODY else range(len(position.table.units))
        yield [("equip", play.card, unit) for unit in targets]
    elif play.verb == "parry":
        yield list(_parries(position, play))
    elif play.verb == "overkill":
        targets = [play.to] if play.to != NOBODY else range(len(position.table.units))
        yield [("overkill", unit, play.amount or 0) for unit in targets]
    else:
        for instance in instances(position, play):
            yield list(_with(position, play, instance, rec))


def _parries(position: Position, play: Play) -> Iterator[Option]:
    """The amount that is written, else as much as can be; where nobody asks for it, an answer that is refused."""
    question = position.question
    if isinstance(question, Choice) and question.kind == "parry":
        first = next(engine.options(position))
        if position.table.instances[first[1]].bearer == play.unit:
            yield (*first[:2], first[2] if play.amount is None else play.amount)
    else:
        for instance in position.sheet(play.unit).of("parry")[:1]:
            yield ("parry", instance.id, play.amount or 0)


def _with(position: Position, play: Play, instance: Instance, rec: Recorder) -> Iterator[Option]:
    base = (instance.keyword, instance.id)
    if play.verb in ("evade", "deflect"):
        nothing = Damage(NOBODY, play.unit, 0, "")
        pending = [one for one in _pending(position, play.unit) if named(position, play.of, one, rec)] or [nothing]
        for one in pending:
            if play.verb == "evade":
                amounts = [play.amount] if play.amount is not None else range(instance.value + 1)
                for amount in amounts:
                    yield (*base, one, amount if amount > instance.value else min(amount, _most(one)))
            elif play.to == SENT_NOWHERE or (one.target != NOBODY and not one.preventable):
                yield (*base, one, NOBODY)
            elif play.to != NOBODY:
                yield (*base, one, play.to)
            else:
                for unit in (NOBODY, *range(len(position.table.units))):
                    yield (*base, one, unit)
    elif instance.keyword == "untap":
        for unit in [play.to] if play.to != NOBODY else range(len(position.table.units)):
            yield (*base, unit)
    else:
        yield base


def _most(damage: Damage) -> int:
    return damage.amount if damage.preventable else 0


def _pending(position: Position, unit: int) -> list[Damage]:
    for frame in reversed(position.state.frames):
        if isinstance(frame, DamageEvent):
            return [one for one in dict.fromkeys(frame.pending) if one.target == unit]
    return []


def named(position: Position, of: str, damage: Damage, rec: Recorder) -> bool:
    """Whether `of` (an id of the trace, `UNIT`, `UNIT KEYWORD`, or a card's name) means this instance of damage."""
    if not of:
        return True
    if rec.was_damage(of):
        return rec.damage_called(of) == damage
    table = position.table
    if damage.source < 0:
        return plain_name(table.cards[-1 - damage.source].name) == plain_name(of)
    unit, _, keyword = of.partition(" ")
    if table.units[damage.source].id != unit:
        return False
    return not keyword or normal(keyword).replace(" ", "-") == damage.kind
