"""Which units can be attacked (attack.legal-target, attack.cannot-be-attacked, stealth.not-attacked)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from swcli.game.keyword import Keyword
from swcli.game.registry import UNATTACKABLE

if TYPE_CHECKING:
    from swcli.game.game import Game


def cannot_be_attacked(g: Game, unit: int) -> Iterator[tuple[str, str]]:
    """Every (clause, reason) by which an ability says now that a unit can't be attacked."""
    for keyword in UNATTACKABLE:
        if keyword.unattackable:
            yield from keyword.unattackable(g, unit)


def protecting(g: Game, unit: int) -> list[Keyword]:
    """The keywords of the game by which a unit can't be attacked now."""
    return [
        keyword
        for keyword in UNATTACKABLE
        if keyword.printed and keyword.unattackable and next(keyword.unattackable(g, unit), None)
    ]


def objections(g: Game, attacker: int, target: int, allowed: bool) -> Iterator[tuple[str, str]]:
    """Every (clause, reason) that forbids this attack; `allowed`: a card allows what the rules alone don't."""
    if not g.in_play(attacker):
        yield "attack.legal-target", "attacker-not-in-arena"
    elif g.tapped[attacker] and not allowed:
        yield "attack.legal-target", "attacker-tapped"
    if not g.in_play(target):
        yield "attack.legal-target", "target-not-in-arena"
    elif not allowed:
        if g.owner(target) == g.owner(attacker):
            yield "attack.legal-target", "own-unit"
        if g.arenas[target] != g.arenas[attacker] and g.in_play(attacker):
            yield "attack.legal-target", "other-arena"
    if g.in_play(target):
        yield from cannot_be_attacked(g, target)
