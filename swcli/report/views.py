"""How much of a trace to show. All views are of one record: they choose among its events and change none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from swcli.game.events import KINDS, Event

Level = Literal["outcome", "fired", "full"]

_OUTCOME: Final = frozenset({"placed", "discarded"})
_FIRED: Final = _OUTCOME | {
    "declare",
    "roll",
    "re-roll",
    "fired",
    "played",
    "pending",
    "prevented",
    "gained",
    "lost",
    "paid",
    "moved",
}
SHOWN: Final[dict[Level, frozenset[str]]] = {"outcome": _OUTCOME, "fired": _FIRED, "full": frozenset(KINDS)}
"""The kinds of event that each view is about."""


def view(events: Sequence[Event], level: Level) -> list[Event]:
    """The events that `level` is about, each with the events that led to it: its parent, and so on upwards."""
    wanted = SHOWN[level]
    parents = {event.seq: event.parent for event in events}
    kept: set[int] = set()
    for event in events:
        if event.kind in wanted:
            seq = event.seq
            while seq and seq not in kept:
                kept.add(seq)
                seq = parents.get(seq, 0)
    return [event for event in events if event.seq in kept]
