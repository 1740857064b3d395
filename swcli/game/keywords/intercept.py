"""Intercept: when another of your units in the same arena is being attacked, the attacker attacks this unit instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from swcli.game import lasting, targets
from swcli.game.keyword import Keyword, Kind, Label, Objections

if TYPE_CHECKING:
    from swcli.game.frames import Attack
    from swcli.game.game import Game
    from swcli.game.sheet import Instance


def concerns(g: Game, intercept: Instance) -> bool:
    """Whether another unit of its player is being attacked in its arena."""
    attack = g.attack
    return (
        attack is not None
        and intercept.bearer not in (attack.attacker, attack.defender)
        and g.owner(intercept.bearer) == g.owner(attack.defender)
        and g.arenas[intercept.bearer] == attack.arena
    )


def options(g: Game, intercept: Instance) -> Iterator[tuple[()]]:
    """There is one way to play it."""
    yield ()


def objections(g: Game, intercept: Instance) -> Objections:
    """What forbids it, whether or not the attacker can then attack this unit (intercept.new-defender,
    .own-attacker).
    """
    attack = g.attack
    if attack is None:
        yield "intercept.new-defender", "no-attack"
        return
    unit = intercept.bearer
    if unit == attack.attacker:
        yield "intercept.own-attacker", "own-attack"
    if unit == attack.defender:
        yield "intercept.new-defender", "is-defender"
    if g.owner(unit) != g.owner(attack.defender):
        yield "intercept.new-defender", "not-your-unit"
    if g.arenas[unit] != attack.arena:
        yield "intercept.new-defender", "other-arena"


def play(g: Game, intercept: Instance) -> None:
    """The cost is paid; this unit becomes the defender if the attacker can attack it (intercept.cannot-be-attacked)."""
    attack = g.attack
    assert attack is not None
    unit = intercept.bearer
    reasons = [*targets.cannot_be_attacked(g, unit), *_out_of_reach(g, attack)]
    if reasons:
        clauses = tuple(clause for clause, _ in reasons)
        g.emit(
            "not-fired",
            "cannot-be-attacked",
            unit=unit,
            other=attack.defender,
            ability="Intercept",
            clauses=tuple(dict.fromkeys(("intercept.cannot-be-attacked", *clauses, "attack.cannot-be-attacked"))),
            why=reasons[0][1],
        )
        for keyword in targets.protecting(g, unit):
            g.emit("fired", keyword.key, unit=unit, ability=keyword.name, clauses=(keyword.belongs,))
        return
    old = attack.defender
    clauses = _clauses(g, attack, unit) if g.rec else ()
    g.set_attack(defender=unit, attacked=(*attack.attacked, old))
    g.emit(
        "fired",
        "new-defender",
        unit=unit,
        other=old,
        ability="Intercept",
        clauses=clauses,
        attacked=(*attack.attacked, old, unit),
    )


def _out_of_reach(g: Game, attack: Attack) -> Objections:
    """Whether an attack into another arena reaches interceptors there (ruling intercept-across-arenas)."""
    if g.arenas[attack.attacker] != attack.arena:
        g.touch("intercept-across-arenas")
        if g.table.rulings.intercept_across_arenas == "no":
            yield "attack.legal-target", "other-arena"


def _clauses(g: Game, attack: Attack, unit: int) -> tuple[str, ...]:
    found = ["intercept.new-defender", "intercept.same-attack", "intercept.has-been-attacked"]
    if attack.attacked:
        found.append("intercept.many")
    if len(g.sheet(unit).of("intercept")) > 1:
        found.append("intercept.selective")
    if g.owner(attack.attacker) == g.owner(unit):
        found.append("intercept.own-attacker")
    mine = [boon for boon in g.boons if boon.bearer == attack.attacker]
    if any(boon.ends == "attack" and boon.origin == (lasting.UNIT, attack.attacker) for boon in mine):
        found.append("intercept.for-this-attack")
    if any(boon.against is not None for boon in mine):
        found.append("intercept.effects-recheck")
    return tuple(found)


KEYWORD = Keyword(
    name="Intercept",
    label=Label.SELECTIVE,
    kind=Kind.ACTIVATED,
    moment="attack",
    summary="When another of your units in the same arena is being attacked, the attacker attacks this unit instead.",
    valued=False,
    belongs="intercept.not-prevention",
    limit="intercept.many",
    concerns=concerns,
    options=options,
    objections=objections,
    play=play,
)
