"""Overkill: hits beyond the defender's remaining health may be moved to one other unit in the same arena."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from swcli.game.keyword import Keyword, Kind, Label, Objections
from swcli.game.keywords import critical_hit
from swcli.game.position import Choice

if TYPE_CHECKING:
    from swcli.game.frames import Attack
    from swcli.game.game import Game


def excess(g: Game, attack: Attack) -> int:
    """The hits that may move: those beyond the defender's remaining health (overkill.excess, .defender-first)."""
    if not g.in_play(attack.defender):
        return 0
    beyond = max(0, attack.hits - g.health_left(attack.defender))
    with_bonus = min(attack.hits, max(0, attack.hits + critical_hit.bonus(g) - g.health_left(attack.defender)))
    if with_bonus != beyond:
        g.touch("critical-hit-in-excess")
    return with_bonus if g.table.rulings.critical_hit_in_excess == "yes" else beyond


def others(g: Game, attack: Attack) -> list[int]:
    """The units that hits may move to: any other one in the defender's arena (rulings overkill-arena and
    overkill-second-unit).
    """
    arena = attack.arena
    if arena != g.arenas[attack.attacker]:
        g.touch("overkill-arena")
        if g.table.rulings.overkill_arena == "attacker":
            arena = g.arenas[attack.attacker]
    found = [
        unit for unit in range(len(g.arenas)) if unit != attack.defender and g.in_play(unit) and g.arenas[unit] == arena
    ]
    enemies = [unit for unit in found if g.owner(unit) != g.owner(attack.attacker)]
    if len(enemies) < len(found):
        g.touch("overkill-second-unit")
    return enemies if g.table.rulings.overkill_second_unit == "enemy" else found


def has_it(g: Game, attack: Attack) -> bool:
    """Whether the attacker has Overkill as the hits are divided (ruling overkill-gained-late)."""
    instances = g.sheet(attack.attacker).of("overkill")
    if instances and not any(instance.id in attack.snapshot for instance in instances):
        g.touch("overkill-gained-late")
        return g.table.rulings.overkill_gained_late == "counts"
    return bool(instances)


def ask(g: Game) -> None:
    """Before anything is added to the hits, the attacker's controller decides (overkill.controller-decides)."""
    attack = g.attack
    assert attack is not None
    if not attack.rolled:
        return
    if not has_it(g, attack):
        if g.has(attack.attacker, "overkill"):
            g.emit("not-fired", "too-late", unit=attack.attacker, ability="Overkill")
        return
    if not g.in_play(attack.defender):
        _not(g, attack, "defender-gone", ("gone.damage-dropped",))
        return
    most = excess(g, attack)
    if most and others(g, attack):
        g.question = Choice(g.owner(attack.attacker), "overkill", "pending damage")
    else:
        _not(g, attack, "no-excess" if not most else "no-other-unit", ("overkill.excess",) if not most else ())


def choices(g: Game) -> Iterator[tuple[int, ...] | tuple[str, int, int] | tuple[str]]:
    """Nothing, or one to all of the excess hits to one other unit."""
    attack = g.attack
    assert attack is not None
    yield ("pass",)
    for unit in others(g, attack):
        for count in range(1, excess(g, attack) + 1):
            yield ("overkill", unit, count)


def objections(g: Game, unit: int, count: int) -> Objections:
    """What forbids moving `count` hits to `unit` now."""
    attack = g.attack
    if attack is None:
        yield "overkill.excess", "no-attack"
        return
    if not has_it(g, attack):
        yield "overkill.excess", "no-overkill"
    if attack.moved:
        yield "overkill.final", "moved-already"
        if len(g.sheet(attack.attacker).of("overkill")) > 1:
            yield "overkill.isolated", "moved-already"
    elif not g.in_play(attack.defender):
        yield "gone.damage-dropped", "defender-gone"
    elif count < 1:
        yield "overkill.excess", "less-than-one"
    elif count > excess(g, attack):
        yield "overkill.excess", "more-than-excess"
        yield "overkill.defender-first", "more-than-excess"
    if unit not in others(g, attack):
        yield "overkill.excess", "not-another-unit-there"


def take(g: Game, unit: int, count: int) -> None:
    """Move the hits; what is not moved stays on the defender (overkill.remainder, .final)."""
    attack = g.attack
    assert attack is not None
    most = excess(g, attack)
    g.set_attack(moved=(unit, count))
    if g.rec:
        g.emit(
            "fired",
            "hits-moved",
            unit=attack.attacker,
            other=unit,
            ability="Overkill",
            amount=count,
            clauses=(
                "overkill.excess",
                "overkill.defender-first",
                *(("overkill.controller-decides", "overkill.remainder") if count < most else ()),
                *_isolated(g, attack),
            ),
            hits=attack.hits,
            excess=most,
            left=attack.hits - count,
            defender=attack.defender,
        )
        for name in ("armor", "shields"):
            if g.has(unit, name):
                g.emit("not-fired", "by-ability", unit=unit, ability=name.title(), clauses=("overkill.by-ability",))


def decline(g: Game) -> None:
    """No hits are moved."""
    attack = g.attack
    assert attack is not None
    _not(g, attack, "not-moved", ("overkill.controller-decides", *_isolated(g, attack)))


def _isolated(g: Game, attack: Attack) -> tuple[str, ...]:
    return ("overkill.isolated",) if len(g.sheet(attack.attacker).of("overkill")) > 1 else ()


def _not(g: Game, attack: Attack, reason: str, clauses: tuple[str, ...]) -> None:
    left = g.health_left(attack.defender)
    g.emit(
        "not-fired",
        reason,
        unit=attack.attacker,
        other=attack.defender,
        ability="Overkill",
        clauses=clauses,
        hits=attack.hits,
        health=left,
        excess=excess(g, attack),
    )


KEYWORD = Keyword(
    name="Overkill",
    label=Label.ISOLATED,
    kind=Kind.TRIGGERED,
    moment="hits divided",
    summary="Hits beyond the defender's remaining health may be moved to one other unit in the same arena.",
    valued=False,
    dated=True,
    belongs="overkill.excess",
    trigger=ask,
)
