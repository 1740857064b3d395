"""Choices in words: what a player may do, what each would do and cost, and what can't be done and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from swcli.game import engine
from swcli.game.engine import Reasons
from swcli.game.events import POPS, Event
from swcli.game.frames import Attack, Damage, DamageEvent, Pick, Rolling
from swcli.game.keyword import Keyword, Kind
from swcli.game.keywords import REGISTRY
from swcli.game.plays import PASS, Option
from swcli.game.position import Choice, Position
from swcli.game.recorder import Recorder
from swcli.game.sheet import Instance
from swcli.report import lines
from swcli.report.names import Count, Names
from swcli.report.reasons import OBJECTIONS, UNPLAYABLE
from swcli.report.wording import Operands, Wording, payment

_UNTOLD: Final = frozenset(("played", "pass", "not-fired", "note", "pop"))
_SAID: Final = frozenset(("upkeep", "hits-moved", "prevents"))
"""Kinds and reasons of events that say no more than the option itself, or nothing of what it does."""


class Offer(NamedTuple):
    """Something that a player may do.

    Attributes:
        option: the answer. keyword: what `explain` knows it by, or empty.
        by: the unit or player that does it. what: what is done.
        effects: what comes of it at once, payments first.
    """

    option: Option
    keyword: str
    by: str
    what: str
    effects: tuple[str, ...]

    @property
    def text(self) -> str:
        """What is done, by whom."""
        return f"{self.by}: {self.what}" if self.by else self.what


def offers(position: Position, rec: Recorder, names: Names, player: int) -> list[Offer]:
    """Everything that a player may do at the open choice; were it his, if it is the other's."""
    question = position.question
    if isinstance(question, Choice) and question.player == player:
        options = list(dict.fromkeys(engine.options(position)))
    else:
        options = list(dict.fromkeys(engine.plays_by(position, player)))
    return [offer(position, rec, names, option) for option in options]


def offer(position: Position, rec: Recorder, names: Names, option: Option) -> Offer:
    """An answer to the open question, tried out: `rec` is as it was afterwards."""
    what = lines.action(position, names, option)
    effects = () if option == PASS else tuple(_effects(position, rec, names, option))
    return Offer(option, keyword(position, option), lines.subject(position, names, option), what, effects)


def keyword(position: Position, option: Option) -> str:
    """What `explain` knows an answer by, or empty."""
    if option[0] in ("equip", "overkill", "effect"):
        return str(option[0])
    return "" if option[0] in ("pass", "pick") else position.table.instances[option[1]].keyword


def _effects(position: Position, rec: Recorder, names: Names, option: Option) -> Iterator[str]:
    mark, before = rec.mark(), len(rec.events)
    after = engine.answer(position, option, rec, stop=True, legal=True)
    events = rec.events[before:]
    rec.rewind(mark)
    words = Wording(position.table)
    for event in events:
        if event.kind == "pop":
            break  # what comes after that is no longer this answer's doing
        if event.kind not in _UNTOLD and event.reason not in _SAID:
            yield _effect(event, names, words)
    yield from _set(position, after, names)
    frame = after.state.frames[-1] if after.state.frames else None
    if isinstance(frame, Pick):
        yield f"then up to {Count(frame.left):die} may be picked up and re-rolled"
    elif isinstance(frame, Rolling) and option[0] == "effect":
        yield f"then {Count(frame.left):die} {'is' if frame.left == 1 else 'are'} rolled"


def _set(before: Position, after: Position, names: Names) -> Iterator[str]:
    """What is newly set for the end of the attack."""
    old, new = (each.state.frames[0] if each.state.frames else None for each in (before, after))
    if isinstance(old, Attack) and isinstance(new, Attack):
        for due in new.delayed[len(old.delayed) :]:
            dice = f"{Count(due.amount):die} of damage" if due.kind == "retaliate" else f"{Count(due.amount):damage}"
            yield f"{dice} to {names.unit(due.target)} as the attack ends"


def _effect(event: Event, names: Names, words: Wording) -> str:
    o = Operands(event, names)
    if event.kind == "paid":
        return payment(o)
    if event.kind == "prevented":
        if event.reason == "unpreventable":
            return "nothing is prevented: the damage can't be prevented"
        return (
            f"{o['left']} of {o['damage']} still pending on {o['other']}"
            if o["left"]
            else f"all of {o['damage']} is prevented"
        )
    if event.kind == "pending":
        return f"{o['amount']} damage pending on {o['other']}"
    return words.tell(event)[0]


# -- how things stand


def pending(position: Position, rec: Recorder, names: Names) -> list[str]:
    """The damage that is pending in the open damage event, an instance a line."""
    event = next((frame for frame in reversed(position.state.frames) if isinstance(frame, DamageEvent)), None)
    found = []
    for damage in event.pending if event else ():
        where = f"{damage.amount} damage pending on {names.unit(damage.target)} ({rec.damage_id(damage)})"
        found.append(
            f"{where}, from {_source(damage, names)}{'' if damage.preventable else '; it can not be prevented'}"
        )
    return found


def _source(damage: Damage, names: Names) -> str:
    by = names.unit(damage.source)
    return by if damage.kind in ("attack", "effect") else f"the {damage.kind.title()} of {by}"


def place(pop: str) -> str:
    """Where a choice is made, in words."""
    return f"the {pop} POP" if pop in POPS else "the build step"


# -- what can't be done


class Closed(NamedTuple):
    """An ability that can't be played at a choice: whose it is, which, and why, in words with clauses."""

    unit: int
    what: str
    keyword: str
    reasons: tuple[tuple[str, tuple[str, ...]], ...]

    def text(self, names: Names) -> str:
        """The whole line."""
        why = "; ".join(cited(text, clauses) for text, clauses in self.reasons)
        return f"{self.what} of {names.unit(self.unit)}: {why}"


def cited(text: str, clauses: tuple[str, ...]) -> str:
    """A reason with the clauses behind it."""
    return f"{text} [{', '.join(clauses)}]" if clauses else text


def told(names: Names, unit: int, reasons: Reasons) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Why something is forbidden, in words, each reason once with all its clauses; `unit` is the one it is said of."""
    operands = {"unit": names.unit(unit) if unit >= 0 else "its unit", "of": "as it is named"}
    whys: dict[str, list[str]] = {}
    for clause, reason in reasons:
        why = UNPLAYABLE.get(reason) or OBJECTIONS.get(reason, reason.replace("-", " "))
        whys.setdefault(why.format_map(operands), []).append(clause)
    return tuple((text, tuple(dict.fromkeys(filter(None, clauses)))) for text, clauses in whys.items())


def closed(position: Position, names: Names) -> list[Closed]:
    """The abilities that are played in the open POP and can't be played now, by unit and ability."""
    return [_closed(position, names, instance, reasons) for instance, reasons in engine.unplayable(position)]


def _closed(position: Position, names: Names, instance: Instance, reasons: Reasons) -> Closed:
    if not reasons or {reason for _, reason in reasons} == {"no-way"}:
        preventing = any(isinstance(frame, DamageEvent) for frame in position.state.frames)
        reasons = (("prevention.needs-damage", "nothing-pending") if preventing else ("", "no-way"),)
    return Closed(instance.bearer, _name(instance), instance.keyword, told(names, instance.bearer, reasons))


def elsewhere(position: Position, names: Names, pop: str) -> list[Closed]:
    """All other abilities of units in play, each with the moment at which it is played, or that it works by itself."""
    found = []
    for unit in range(len(position.table.units)):
        for key, group in position.sheet(unit).abilities.items():
            kind = REGISTRY[key]
            if key == "ignored" or (kind.options is not None and kind.moment == pop):
                continue
            found += [Closed(unit, _name(instance), key, (_moment(kind),)) for instance in group]
    return found


def _moment(kind: Keyword) -> tuple[str, tuple[str, ...]]:
    clauses = (kind.belongs,) if kind.belongs else ()
    where = f"the {kind.moment} POP" if kind.moment in POPS else kind.moment
    if kind.options is not None:
        return f"it is played in {where}", clauses
    if kind.kind == Kind.STATIC or not kind.printed:
        return "it is not played: it counts as long as it is there", clauses
    return f"it is not played: it happens by itself ({kind.moment})", clauses


def _name(instance: Instance) -> str:
    kind = REGISTRY[instance.keyword]
    if not kind.printed:
        return f'"{instance.ability.text}"'
    return f"{kind.name} {instance.value}" if kind.valued else kind.name
