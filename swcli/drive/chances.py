"""The choices that a script met on its way, and which of them an event of the trace belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from swcli.drive.halt import Ruling
from swcli.drive.script import resolve
from swcli.game.events import Event
from swcli.game.frames import Build
from swcli.game.position import Choice, Position
from swcli.game.recorder import Mark, Recorder
from swcli.scenario.script import Script

_SETTLED: Final = frozenset(("overkill", "upkeep", "parry"))
"""Kinds of choice whose answer is no play: the very next event is what comes of it."""


class Chance(NamedTuple):
    """A choice that somebody had, be it only to pass.

    Attributes:
        position: has the question. mark: the recorder there.
        seen: how many events had been recorded before.
        home: the event with which its POP or build step opened, 0 outside one.
    """

    position: Position
    mark: Mark
    seen: int
    home: int

    @property
    def choice(self) -> Choice:
        """Who chooses, and what."""
        question = self.position.question
        assert isinstance(question, Choice)
        return question


class Chances(NamedTuple):
    """A ruling with all choices on the way to it.

    Attributes:
        ruling: what came out; its events are those of the trace.
        chances: in order.
        rec: the recorder, to be set to a chance by `set_to`.
    """

    ruling: Ruling
    chances: tuple[Chance, ...]
    rec: Recorder

    def set_to(self, chance: Chance) -> Recorder:
        """The recorder as it was at a chance; not for a later one after an earlier one."""
        self.rec.rewind(chance.mark)
        return self.rec

    def at(self, number: int) -> Chance | None:
        """The choice that event `number` of the trace is about.

        What answered a choice (a play, or a pass of somebody who could have played): that one. Anything else in a POP
        or build step: the next choice there, or the last one if there was none any more. Anything else: the next choice
        of all; None if there was none.
        """
        events = self.ruling.events
        event, home = events[number - 1], _home(events, number)
        before = [one for one in self.chances if one.seen < number and one.home == home]
        after = [one for one in self.chances if number <= one.seen <= len(events)]
        if event.kind in ("played", "pass") and event.reason != "nothing-to-play" and before:
            return before[-1]
        answered = [one for one in self.chances if one.seen == number - 1 and one.choice.kind in _SETTLED]
        if answered:
            return answered[-1]
        there = [one for one in after if one.home == home]
        if home and (there or before):
            return there[0] if there else before[-1]
        return after[0] if after else None


def chances(opening: Position, script: Script, seed: int | None = None) -> Chances:
    """Run a script as `resolve` does, and keep every choice."""
    found: list[Chance] = []
    recorders: list[Recorder] = []

    def watch(position: Position, rec: Recorder) -> None:
        recorders[:] = [rec]
        in_build = isinstance(position.state.frames[-1], Build)
        home = rec.pops[-1].seq if rec.pops else _home(rec.events, len(rec.events)) if in_build else 0
        found.append(Chance(position, rec.mark(), len(rec.events), home))

    ruling = resolve(opening, script, seed, watch)
    ruling = ruling._replace(events=list(ruling.events))
    return Chances(ruling, tuple(found), recorders[0] if recorders else Recorder())


def _home(events: Sequence[Event], number: int) -> int:
    """The event with which the POP or build step opened that an event lies in, 0 if it lies in none."""
    while number:
        event = events[number - 1]
        if event.kind == "pop" or (event.kind, event.reason) == ("declare", "build"):
            return number
        number = event.parent
    return 0
