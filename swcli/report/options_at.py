"""What each player may do at an event of a trace, and what can't be done there and why: as a page and as JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from swcli.drive.chances import Chance, Chances
from swcli.game.events import POPS, Event
from swcli.game.plays import PASS, Option
from swcli.game.position import Position
from swcli.game.recorder import Recorder
from swcli.game.table import Table
from swcli.report import choices
from swcli.report.blocks import Block, Gap, Line
from swcli.report.choices import Closed, Offer
from swcli.report.names import Names
from swcli.report.record import fields
from swcli.report.wording import sentences

FORMAT: Final = "swcli.options/1"

AsData = Callable[[Position, Option, Recorder], dict[str, Any]]
"""A play as a script has it."""


class Found(NamedTuple):
    """What there is to say about an event.

    Attributes:
        table: of the trace. names: of its units.
        event: the event. text: its sentence.
        chance: the choice that it belongs to; None if nobody has any choice after it.
        offers: for each player what he may do, each with the play as data.
        pending: the damage that is pending. closed: what is played at this choice and can't be played now.
        elsewhere: all other abilities that are there.
    """

    table: Table
    names: Names
    event: Event
    text: str
    chance: Chance | None
    offers: tuple[tuple[tuple[Offer, dict[str, Any]], ...], ...] = ()
    pending: tuple[str, ...] = ()
    closed: tuple[Closed, ...] = ()
    elsewhere: tuple[Closed, ...] = ()

    @property
    def nobody(self) -> bool:
        """Whether nobody could play anything."""
        return all(offer.option == PASS for offers in self.offers for offer, _ in offers)


def find(met: Chances, number: int, as_data: AsData) -> Found:
    """What there is to say about event `number`, which is one of the trace."""
    table = met.ruling.opening.table
    names = Names(table)
    event = met.ruling.events[number - 1]
    found = Found(table, names, event, sentences(table, met.ruling.events)[number - 1], met.at(number))
    chance = found.chance
    if chance is None:
        return found
    rec, position = met.set_to(chance), chance.position
    pop = chance.choice.pop if chance.choice.kind in ("pop", "build") else ""
    return found._replace(
        offers=tuple(
            tuple(
                (offer, as_data(position, offer.option, rec)) for offer in choices.offers(position, rec, names, player)
            )
            for player in range(len(table.players))
        ),
        pending=tuple(choices.pending(position, rec, names)),
        closed=tuple(choices.closed(position, names)),
        elsewhere=tuple(choices.elsewhere(position, names, pop)),
    )


# -- the page


def page(found: Found) -> list[Block]:
    """Everything in words."""
    blocks: list[Block] = [Line("title", f"Event {found.event.seq}: {found.text}")]
    chance = found.chance
    if chance is None:
        return [*blocks, Line("plain", "Nobody has any choice after it.")]
    blocks += [Line("plain", _where(found, chance)), *(Line("plain", text, 1) for text in found.pending), Gap()]
    if found.nobody:
        where = choices.place(chance.choice.pop)
        blocks += [Line("ruling", f"Nobody could play anything in {where}."), Gap()]
    else:
        for player, offers in enumerate(found.offers):
            blocks += [Line("attack", _heading(found, chance, player)), *_offers(offers), Gap()]
    for title, lines in (
        (f"Played in {choices.place(chance.choice.pop)}, but not now", found.closed),
        ("Not played here", found.elsewhere),
    ):
        if lines:
            blocks += [Line("attack", title), *(Line("not-fired", one.text(found.names), 1) for one in lines), Gap()]
    return blocks


def _where(found: Found, chance: Chance) -> str:
    choice, seq = chance.choice, found.event.seq
    player = found.names.player(choice.player)
    attack = f" of attack {found.event.attack}" if found.event.attack and choice.pop in POPS else ""
    where = f"{choices.place(choice.pop)}{attack}"
    if chance.seen < seq:
        return f"{player} had the choice before it, in {where}."
    if chance.home and chance.home <= seq:
        return f"{player} has the choice after it, in {where}."
    return f"The next choice after it is that of {player}, in {where} (event {chance.home or chance.seen})."


def _heading(found: Found, chance: Chance, player: int) -> str:
    name = found.names.player(player)
    return f"{name} may" if chance.choice.player == player else f"{name} could, were it his choice"


def _offers(offers: tuple[tuple[Offer, dict[str, Any]], ...]) -> list[Line]:
    lines = []
    for offer, _ in offers:
        lines.append(Line("played", offer.text, 1))
        if offer.effects:
            lines.append(Line("receipt", "; ".join(offer.effects), 2, mark=" "))
    return lines or [Line("plain", "play nothing", 1)]


# -- JSON


def record(found: Found, file: str) -> dict[str, Any]:
    """The same as plain data."""
    chance = found.chance
    return {
        "format": FORMAT,
        "file": file,
        "event": {**fields(found.event, found.table), "text": found.text},
        "choice": None
        if chance is None
        else {
            "player": found.table.players[chance.choice.player],
            "kind": chance.choice.kind,
            "pop": chance.choice.pop,
            "opened": chance.home,
            "after": chance.seen,
        },
        "pending": list(found.pending),
        "nobody_can_play": found.nobody,
        "players": {
            name: [{"text": offer.text, "effects": list(offer.effects), "play": play or None} for offer, play in offers]
            for name, offers in zip(found.table.players, found.offers, strict=False)
        },
        "not_playable": [_closed(found, one) for one in found.closed],
        "not_played_here": [_closed(found, one) for one in found.elsewhere],
    }


def _closed(found: Found, one: Closed) -> dict[str, Any]:
    return {
        "unit": found.table.units[one.unit].id,
        "ability": one.what.strip('"'),
        "reasons": [{"text": text, "clauses": list(clauses)} for text, clauses in one.reasons],
    }
