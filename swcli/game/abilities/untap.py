"""`COST -> Untap one of your SUBTYPES`: in an attack POP or between attacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from swcli.game import units
from swcli.game.keyword import Keyword, Kind, Label, Objections
from swcli.game.sheet import selects

if TYPE_CHECKING:
    from swcli.game.game import Game
    from swcli.game.sheet import Instance


def options(g: Game, untap: Instance) -> Iterator[tuple[int]]:
    """Every unit that it speaks of and that is tapped."""
    selector = untap.ability.select
    for unit in range(len(g.arenas)):
        if g.tapped[unit] and selector and g.in_play(unit) and selects(g.table, selector, untap.bearer, unit):
            yield (unit,)


def objections(g: Game, untap: Instance, unit: int) -> Objections:
    """What forbids it: a unit that it does not speak of, or that is not tapped."""
    selector = untap.ability.select
    if selector is None or not g.in_play(unit) or not selects(g.table, selector, untap.bearer, unit):
        yield "bonus.once-per-attack", "not-such-a-unit"
    elif not g.tapped[unit]:
        yield "bonus.once-per-attack", "not-tapped"


def play(g: Game, untap: Instance, unit: int) -> None:
    """The unit untaps."""
    units.tap(g, unit, False, untap.ability.text)


ABILITY = Keyword(
    name="Untap",
    label=Label.LAYERED,
    kind=Kind.ACTIVATED,
    moment="attack",
    summary="Untaps one of its player's units of a subtype, in an attack POP or between attacks.",
    valued=False,
    printed=False,
    belongs="bonus.once-per-attack",
    between=True,
    limit="bonus.once-per-attack",
    options=options,
    objections=objections,
    play=play,
)
