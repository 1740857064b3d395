"""Stun X: another unit that this unit damages gets -X power until end of battle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swcli.game import lasting
from swcli.game.ability import Stat
from swcli.game.boons import GONE
from swcli.game.keyword import Keyword, Kind, Label

if TYPE_CHECKING:
    from swcli.game.frames import Damage
    from swcli.game.game import Game


def trigger(g: Game) -> None:
    """At placement: for each unit with Stun and each other unit that it has just put counters on (stun.damages)."""
    event = g.event
    assert event is not None
    for unit in (*g.present("stun"), *_discarded(g, event.placed)):
        mine = [placed for placed in event.placed if placed.source == unit]
        for target in dict.fromkeys(placed.target for placed in mine):
            hits = [placed for placed in mine if placed.target == target]
            if target == unit:
                _not(g, unit, "stuns-itself-never", ("stun.another-unit",), target)
                continue
            if len(hits) > 1:
                g.touch("stun-per-placement")
            _stun(g, unit, hits, 1 if g.table.rulings.stun_per_placement == "once" else len(hits))
        if g.rec:
            _record(g, unit, {placed.target for placed in mine})


def _discarded(g: Game, placed: tuple[Damage, ...]) -> list[int]:
    """The units with Stun that have been discarded and still do damage here."""
    sources = dict.fromkeys(one.source for one in placed if one.source >= 0)
    return [unit for unit in sources if g.arenas[unit] == GONE and g.as_source(unit).of("stun")]


def _stun(g: Game, unit: int, hits: list[Damage], times: int) -> None:
    value = g.as_source(unit).total("stun")
    lost = value * times
    target = hits[0].target
    kinds = {hit.kind for hit in hits}
    lasting.give(g, target, Stat("power", -lost), "battle", (lasting.STUN, unit))
    if g.rec:
        instances = g.as_source(unit).of("stun")
        g.triggered(
            "power-lost",
            unit=unit,
            other=target,
            ability="Stun",
            value=value,
            amount=lost,
            clauses=(
                "stun.damages",
                *(("stun.cumulative",) if len(instances) > 1 else ()),
                *(("stun.any-damage",) if "attack" not in kinds else ()),
                *(("stun.deflect",) if "deflect" in kinds else ()),
            ),
            instances=tuple(instance.value for instance in instances),
            power=g.sheet(target).power,
        )


def _record(g: Game, unit: int, damaged: set[int]) -> None:
    """Why it did not stun where one might think so: all prevented, or its damage was deflected on."""
    assert g.rec is not None
    for spent, name in g.rec.facts.get("spent", ()):
        if spent.source == unit and spent.target not in damaged and spent.target != unit:
            _not(g, unit, "no-counters", ("stun.counters-placed",), spent.target, name)
    for source, target in g.rec.facts.get("deflected", ()):
        if source == unit and target not in damaged and target != unit:
            _not(g, unit, "deflected-by-another", ("stun.deflect",), target)


def _not(g: Game, unit: int, reason: str, clauses: tuple[str, ...], target: int, damage: str = "") -> None:
    g.emit(
        "not-fired",
        reason,
        unit=unit,
        other=target,
        ability="Stun",
        value=g.as_source(unit).total("stun"),
        damage=damage,
        clauses=clauses,
    )


KEYWORD = Keyword(
    name="Stun",
    label=Label.CUMULATIVE,
    kind=Kind.TRIGGERED,
    moment="damage placement",
    summary="Another unit that this unit damages gets -X power until end of battle.",
    belongs="stun.damages",
    of_damage=True,
    trigger=trigger,
)
