"""Riposte X: if the attacker rolled a natural 2 against this unit, it does X damage to it when the attack ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swcli.game import damage, dice
from swcli.game.frames import Attack, Delayed
from swcli.game.keyword import Keyword, Kind, Label

if TYPE_CHECKING:
    from swcli.game.game import Game

FACE = 2


def trigger(g: Game) -> None:
    """Set when the natural faces are read, after every re-roll (riposte.natural-two, .once, .cumulative)."""
    attack = g.attack
    assert attack is not None
    unit = attack.defender
    value = g.sheet(unit).total("riposte")
    if not value or not attack.rolled:
        return
    if FACE in attack.naturals:
        value = _value_in_time(g, attack, value)
        if not value or not _in_reach(g, attack, value):
            return
        g.set_attack(delayed=(*attack.delayed, Delayed("riposte", unit, attack.attacker, value)))
        if g.rec:
            several = ("riposte.cumulative",) if len(g.sheet(unit).of("riposte")) > 1 else ()
            g.rec.facts["riposte"] = ("riposte.natural-two", *several, *dice.natural_clauses(g, KEYWORD, True))
            g.emit(
                "note",
                "set-for-attack-end",
                unit=unit,
                other=attack.attacker,
                ability="Riposte",
                value=value,
                clauses=g.rec.facts["riposte"],
                face=FACE,
            )
    else:
        dice.no_natural(g, KEYWORD, unit, value)


def _value_in_time(g: Game, attack: Attack, value: int) -> int:
    """The value without what was gained after the roll, where that is too late (ruling riposte-gained-late)."""
    unit = attack.defender
    late = sum(instance.value for instance in g.sheet(unit).of("riposte") if instance.id not in attack.snapshot)
    if not late:
        return value
    g.touch("riposte-gained-late")
    if g.table.rulings.riposte_gained_late == "counts":
        return value
    g.emit("not-fired", "too-late", unit=unit, ability="Riposte", value=late, face=FACE)
    return value - late


def _in_reach(g: Game, attack: Attack, value: int) -> bool:
    """Whether the attacker can be hit where it is (ruling riposte-across-arenas)."""
    if g.arenas[attack.attacker] == g.arenas[attack.defender]:
        return True
    g.touch("riposte-across-arenas")
    if g.table.rulings.riposte_across_arenas == "yes":
        return True
    g.emit("not-fired", "other-arena", unit=attack.defender, other=attack.attacker, ability="Riposte", value=value)
    return False


def due(g: Game, delayed: Delayed) -> None:
    """When the attack ends: plain damage, from a unit that may be gone by now (riposte.attack-end,
    riposte.survives).
    """
    gone = not g.in_play(delayed.unit)
    if gone:
        g.touch("riposte-after-discard")
        if g.table.rulings.riposte_after_discard == "no":
            g.emit("not-fired", "unit-gone", unit=delayed.unit, ability="Riposte", value=delayed.amount)
            return
    if g.rec:
        g.emit(
            "fired",
            "damage-at-end",
            unit=delayed.unit,
            other=delayed.target,
            ability="Riposte",
            value=delayed.amount,
            amount=delayed.amount,
            clauses=(
                *g.rec.facts.get("riposte", ()),
                "riposte.attack-end",
                *(("riposte.survives",) if gone else ()),
                *(("delayed.order",) if g.rec.facts.get("delayed", 0) > 1 else ()),
            ),
        )
    damage.begin(g, (damage.make(g, delayed.unit, delayed.target, delayed.amount, "riposte"),))


def remark(g: Game, source: int, target: int, faces: tuple[int, ...]) -> None:
    """For the trace: dice of damage never count (riposte.attack-dice-only)."""
    if FACE in faces and g.has(target, "riposte"):
        dice.not_attack_dice(g, KEYWORD, target)


KEYWORD = Keyword(
    name="Riposte",
    label=Label.CUMULATIVE,
    kind=Kind.TRIGGERED,
    moment="hits",
    summary="If the attacker rolled a natural 2 against this unit, it does X damage to it when the attack ends.",
    natural=FACE,
    against=True,
    dated=True,
    belongs="riposte.attack-end",
    trigger=trigger,
    due=due,
    remark=remark,
)
