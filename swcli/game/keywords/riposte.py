"""Riposte X: if the attacker rolled a natural 2 against this unit, it does X damage to it when the attack ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swcli.game import damage, dice
from swcli.game.frames import Delayed
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
    belongs="riposte.attack-end",
    trigger=trigger,
    due=due,
    remark=remark,
)
