"""Fury X: with a natural 4 in the first roll of this unit's attack dice, X more attack dice are rolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swcli.game import dice
from swcli.game.frames import Rolling
from swcli.game.keyword import Keyword, Kind, Label

if TYPE_CHECKING:
    from swcli.game.game import Game

FACE = 4


def trigger(g: Game) -> None:
    """After the first roll: one natural 4 is enough, and the new dice don't trigger it again (fury.natural-four)."""
    attack = g.attack
    assert attack is not None
    unit = attack.attacker
    value = g.sheet(unit).total("fury")
    if not value or not attack.rolled:
        return
    fours = attack.dice[FACE - 1]
    g.emit(
        "fired" if fours else "not-fired",
        "more-dice" if fours else "no-natural",
        unit=unit,
        ability="Fury",
        value=value,
        amount=value if fours else None,
        clauses=("fury.natural-four",),
        face=FACE,
        dice=g.rec.faces() if g.rec else (),
    )
    if fours:
        dice.roll(g, Rolling("fury", g.owner(unit), value, dice.NONE, unit))


def after_rerolls(g: Game, old: tuple[int, ...], new: tuple[int, ...]) -> None:
    """For the trace: a 4 that appears by a re-roll is too late, one that is re-rolled away has done its work."""
    attack = g.attack
    if attack and g.has(attack.attacker, "fury") and (FACE in old) != (FACE in new):
        g.emit(
            "not-fired" if FACE in new else "note",
            "before-rerolls",
            unit=attack.attacker,
            ability="Fury",
            value=g.sheet(attack.attacker).total("fury"),
            clauses=("fury.before-rerolls",),
        )


KEYWORD = Keyword(
    name="Fury",
    label=Label.CUMULATIVE,
    kind=Kind.TRIGGERED,
    moment="roll",
    summary="With a natural 4 in the first roll of its attack dice, X more attack dice are rolled.",
    natural=FACE,
    first_roll=True,
    belongs="fury.natural-four",
    trigger=trigger,
    rerolled=after_rerolls,
)
