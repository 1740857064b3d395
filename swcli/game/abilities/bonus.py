"""An activated bonus: a cost, and what its unit gets for this attack, this battle or this turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from swcli.game import effects, lasting
from swcli.game.ability import Stat
from swcli.game.keyword import Keyword, Kind, Label, Objections

if TYPE_CHECKING:
    from swcli.game.game import Game
    from swcli.game.sheet import Instance


def options(g: Game, bonus: Instance) -> Iterator[tuple[()]]:
    """There is one way to play it."""
    yield ()


def objections(g: Game, bonus: Instance) -> Objections:
    """What forbids it beyond the once an attack: after an Intercept it is not played anew (intercept.no-replay)."""
    attack = g.attack
    if attack and bonus.id in attack.used and attack.attacked:
        yield "intercept.no-replay", "used"


def play(g: Game, bonus: Instance) -> None:
    """The unit has the bonus until it ends (bonus.duration), unless its own cost was the end of it."""
    if not g.in_play(bonus.bearer):
        return
    for item in bonus.ability.bonuses:
        g.emit(
            "gained",
            "given",
            unit=bonus.bearer,
            ability=effects.name_of(item),
            amount=item.amount if isinstance(item, Stat) else None,
            until=bonus.ability.until,
            by="",
        )
        lasting.give(g, bonus.bearer, item, bonus.ability.until, (lasting.UNIT, bonus.bearer))


ABILITY = Keyword(
    name="Bonus",
    label=Label.LAYERED,
    kind=Kind.ACTIVATED,
    moment="attack",
    summary="An activated bonus: its unit gets what it says for this attack, this battle or this turn.",
    valued=False,
    printed=False,
    belongs="bonus.once-per-attack",
    limit="bonus.once-per-attack",
    options=options,
    objections=objections,
    play=play,
)
