"""Retaliate X: when this unit is attacked, it does X dice of damage to the attacker when the attack ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from swcli.game import dice
from swcli.game.frames import Delayed, Rolling
from swcli.game.keyword import Keyword, Kind, Label, Objections

if TYPE_CHECKING:
    from swcli.game.game import Game
    from swcli.game.sheet import Instance


def concerns(g: Game, retaliate: Instance) -> bool:
    """Whether its unit is or was attacked in this attack."""
    attack = g.attack
    return attack is not None and retaliate.bearer in (attack.defender, *attack.attacked)


def options(g: Game, retaliate: Instance) -> Iterator[tuple[()]]:
    """There is one way to play it."""
    yield ()


def objections(g: Game, retaliate: Instance) -> Objections:
    """What forbids it: its unit is not and was not the defender, or the attacker is in another arena."""
    attack = g.attack
    if attack is None:
        yield "retaliate.attack-end", "no-attack"
        return
    if retaliate.bearer != attack.defender and retaliate.bearer not in attack.attacked:
        yield "retaliate.once-per-attack", "not-attacked"
    if g.arenas[retaliate.bearer] != g.arenas[attack.attacker]:
        yield "retaliate.attack-end", "other-arena"


def play(g: Game, retaliate: Instance) -> None:
    """It is set for the end of the attack, X as it is now."""
    attack = g.attack
    assert attack is not None
    g.set_attack(delayed=(*attack.delayed, Delayed("retaliate", retaliate.bearer, attack.attacker, retaliate.value)))


def due(g: Game, delayed: Delayed) -> None:
    """Its dice are dice of damage (retaliate.dice-of-damage); its unit may be gone by now (retaliate.survives)."""
    attack = g.attack
    assert attack is not None
    if g.rec:
        elsewhere = not g.in_play(delayed.unit) or delayed.unit != attack.defender
        g.emit(
            "fired",
            "dice-at-end",
            unit=delayed.unit,
            other=delayed.target,
            ability="Retaliate",
            value=delayed.amount,
            clauses=(
                "retaliate.attack-end",
                "retaliate.dice-of-damage",
                *(("retaliate.survives",) if elsewhere else ()),
                *(("delayed.order",) if g.rec.facts.get("delayed", 0) > 1 else ()),
            ),
        )
    dice.roll(
        g,
        Rolling("damage", g.owner(delayed.unit), delayed.amount, dice.NONE, delayed.unit, delayed.target, "retaliate"),
    )


KEYWORD = Keyword(
    name="Retaliate",
    label=Label.LAYERED,
    kind=Kind.ACTIVATED,
    moment="attack",
    summary="When this unit is attacked, it does X dice of damage to the attacker when the attack ends.",
    belongs="retaliate.attack-end",
    limit="retaliate.once-per-attack",
    concerns=concerns,
    options=options,
    objections=objections,
    play=play,
    due=due,
)
