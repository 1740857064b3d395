"""Parry X: if the attacker rolled a natural 1 against this unit, X of the attack's damage to it is prevented."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from swcli.game import damage, dice
from swcli.game.keyword import Keyword, Kind, Label, Objections
from swcli.game.position import Choice

if TYPE_CHECKING:
    from swcli.game.frames import Damage, DamageEvent
    from swcli.game.game import Game
    from swcli.game.sheet import Instance

FACE = 1


def trigger(g: Game) -> None:
    """When the damage prevention POP of the attack opens, before anything is played in it."""
    attack, event = g.attack, g.event
    if attack is None or event is None or not event.attack:
        return
    unit = attack.defender
    value = _value(g, unit)
    pending = _pending(event, unit)
    fires = bool(value) and FACE in attack.naturals and pending is not None and pending.preventable
    if g.rec and g.rec.dice:
        _record(g, unit, value, pending, fires)
    if fires:
        g.touch("parry-amount")
        if g.table.rulings.parry_amount == "up-to":
            g.question = Choice(g.owner(unit), "parry", "damage prevention")
        else:
            _prevent(g, value)


def _counting(g: Game, unit: int) -> list[Instance]:
    """The instances of Parry that count (parry.too-late)."""
    return dice.at_roll(g, unit, "parry")


def _value(g: Game, unit: int) -> int:
    """X: all values of the unit together (parry.cumulative)."""
    return sum(instance.value for instance in _counting(g, unit))


def _pending(event: DamageEvent, unit: int) -> Damage | None:
    """The damage of the attack that is pending on the defender."""
    return next((one for one in event.pending if one.target == unit and one.kind == "attack"), None)


def _prevent(g: Game, amount: int) -> None:
    attack, event = g.attack, g.event
    assert attack is not None and event is not None
    unit = attack.defender
    pending = _pending(event, unit)
    assert pending is not None
    instances = _counting(g, unit)
    value = _value(g, unit)
    several = ("parry.cumulative",) if len(instances) > 1 else ()
    own = ("parry.own-damage",) if unit == attack.attacker else ()
    clauses = (*dice.natural_clauses(g, KEYWORD, True), *several, *own) if g.rec else ()
    if g.rec:
        g.rec.triggered = True
    prevented = damage.prevent(
        g, pending, amount, unit=unit, ability="Parry", value=value, clauses=("parry.natural-one", *clauses)
    )
    g.emit(
        "fired",
        "prevents",
        unit=unit,
        ability="Parry",
        value=value,
        amount=prevented,
        clauses=("parry.natural-one", *clauses),
        instances=tuple(instance.value for instance in instances),
        face=FACE,
    )


# -- its player chooses the amount: only where ruling parry-amount is read as up to X


def _most(g: Game) -> tuple[int, int]:
    """The instance that stands for all of the unit, and the most that may be prevented."""
    attack, event = g.attack, g.event
    assert attack is not None and event is not None
    pending = _pending(event, attack.defender)
    assert pending is not None
    return _counting(g, attack.defender)[0].id, min(_value(g, attack.defender), pending.amount)


def choices(g: Game) -> Iterator[tuple[str, int, int]]:
    """Every amount, as much as can be first."""
    instance, most = _most(g)
    for amount in range(most, -1, -1):
        yield ("parry", instance, amount)


def objections(g: Game, number: int, amount: int) -> Objections:
    """What forbids preventing this amount with this instance."""
    instance, most = _most(g)
    if number != instance:
        yield "parry.natural-one", "not-asked"
    if amount > most:
        yield "parry.natural-one", "more-than-can-be"


def take(g: Game, amount: int) -> None:
    """Its player has chosen."""
    if amount:
        _prevent(g, amount)
    else:
        attack = g.attack
        assert attack is not None
        unit = attack.defender
        g.emit("not-fired", "none-prevented", unit=unit, ability="Parry", value=_value(g, unit), face=FACE)
    damage.forget_dice(g)


def _record(g: Game, unit: int, value: int, pending: Damage | None, fires: bool) -> None:
    attack, event = g.attack, g.event
    assert attack is not None and event is not None
    if value and not fires:
        if not dice.shows(g, FACE):
            dice.no_natural(g, KEYWORD, unit, value)
        elif pending is not None:
            damage.say_unpreventable(g, pending, unit)
            g.emit(
                "not-fired",
                "unpreventable",
                unit=unit,
                ability="Parry",
                value=value,
                clauses=("parry.unpreventable", *damage.why_unpreventable(g, pending)),
            )
        else:
            g.emit("not-fired", "nothing-pending", unit=unit, ability="Parry", value=value)
    late = dice.late(g, unit, "parry")
    if late:
        dice.too_late(g, KEYWORD, unit, sum(instance.value for instance in late))
    if attack.attacker != unit and g.has(attack.attacker, "parry"):
        value = g.sheet(attack.attacker).total("parry")
        clauses = ("parry.own-damage",) if dice.shows(g, FACE) else ()
        g.emit("not-fired", "own-damage", unit=attack.attacker, ability="Parry", value=value, clauses=clauses)
    for one in event.pending:
        if one.kind == "overkill" and g.has(one.target, "parry"):
            value = g.sheet(one.target).total("parry")
            clauses = ("overkill.by-ability",) if dice.shows(g, FACE) else ()
            g.emit("not-fired", "by-ability", unit=one.target, ability="Parry", value=value, clauses=clauses)


def remark(g: Game, source: int, target: int, faces: tuple[int, ...]) -> None:
    """For the trace: dice of damage never count (parry.attack-dice-only)."""
    if FACE in faces and g.has(target, "parry"):
        dice.not_attack_dice(g, KEYWORD, target)


KEYWORD = Keyword(
    name="Parry",
    label=Label.CUMULATIVE,
    kind=Kind.TRIGGERED,
    moment="damage prevention",
    summary="If the attacker rolled a natural 1 against this unit, X damage to this unit is prevented.",
    natural=FACE,
    against=True,
    at_roll=True,
    belongs="parry.natural-one",
    trigger=trigger,
    remark=remark,
)
