"""Critical Hit X: with a natural 6 among this unit's final attack dice, the attack does X more damage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swcli.game import dice
from swcli.game.keyword import Keyword, Kind, Label

if TYPE_CHECKING:
    from swcli.game.frames import Attack
    from swcli.game.game import Game

FACE = 6


def bonus(g: Game) -> int:
    """The damage that it adds to the attack going on (critical-hit.cumulative, .natural-six, .once, .too-late)."""
    attack = g.attack
    assert attack is not None
    if FACE not in attack.naturals:
        return 0
    if not _counts(g, attack):
        return 0
    return sum(instance.value for instance in dice.at_roll(g, attack.attacker, "critical-hit"))


def _counts(g: Game, attack: Attack) -> bool:
    """Whether a natural 6 counts here, hit or miss (ruling critical-hit-on-a-miss)."""
    hits = FACE + dice.die_bonus(g, attack.attacker) >= dice.threshold(g, attack.defender, attack_dice=True)
    if not hits:
        g.touch("critical-hit-on-a-miss")
    return hits or g.table.rulings.critical_hit_on_a_miss == "yes"


def trigger(g: Game) -> None:
    """In the pending damage POP, by itself (critical-hit.triggered)."""
    attack = g.attack
    assert attack is not None
    added = bonus(g)
    if added:
        g.set_attack(bonus=attack.bonus + added)
    if g.rec and attack.rolled:
        _record(g, attack.attacker, added)


def _record(g: Game, unit: int, added: int) -> None:
    instances = dice.at_roll(g, unit, "critical-hit")
    late = dice.late(g, unit, "critical-hit")
    value = sum(instance.value for instance in instances)
    if added:
        several = ("critical-hit.cumulative",) if len(instances) > 1 else ()
        g.triggered(
            "more-damage",
            unit=unit,
            ability="Critical Hit",
            value=value,
            amount=added,
            clauses=(
                "critical-hit.natural-six",
                "critical-hit.triggered",
                *several,
                *dice.natural_clauses(g, KEYWORD, True),
            ),
            instances=tuple(instance.value for instance in instances),
            face=FACE,
        )
    elif instances:
        dice.no_natural(g, KEYWORD, unit, value)
    if late:
        dice.too_late(g, KEYWORD, unit, sum(instance.value for instance in late))


def remark(g: Game, source: int, target: int, faces: tuple[int, ...]) -> None:
    """For the trace: dice of damage never count (critical-hit.attack-dice-only)."""
    if source >= 0 and FACE in faces and g.has(source, "critical-hit"):
        dice.not_attack_dice(g, KEYWORD, source)


KEYWORD = Keyword(
    name="Critical Hit",
    label=Label.CUMULATIVE,
    kind=Kind.TRIGGERED,
    moment="pending damage",
    summary="With a natural 6 among its final attack dice, this attack does X more damage.",
    natural=FACE,
    at_roll=True,
    belongs="critical-hit.triggered",
    trigger=trigger,
    remark=remark,
)
