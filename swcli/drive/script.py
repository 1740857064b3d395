"""The script driver: answers every question of the engine from what the file says was played and rolled.

Plays are matched in the order in which they are written: the next one is made at the first choice of its player at
which it is legal, until then everybody passes. A run goes fast first, past choices whose only answer is to pass;
only when something does not fit is the entry run again with a stop at every choice, to see where the play was refused.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from swcli.drive.entry.plays import Watch
from swcli.drive.entry.run import EntryRun, Limit
from swcli.drive.halt import Halt, Ruling
from swcli.game.events import Event
from swcli.game.position import Position
from swcli.game.recorder import Recorder
from swcli.scenario.script import Entry, Play, Script


def resolve(opening: Position, script: Script, seed: int | None = None, watch: Watch | None = None) -> Ruling:
    """Run a script from a position to its end, or to the first thing that the rules don't allow.

    Args:
        opening: the position before the script; nothing may be open in it.
        script: what happened.
        seed: where given, dice that the script does not give are rolled.
        watch: shown every choice, those included at which passing is the only answer.

    Returns:
        The ruling; it never raises for what a file says.
    """
    run = _Run(opening, random.Random(seed) if seed is not None else None, watch=watch)
    error: Halt | None = None
    try:
        for entry in script:
            run.entry(entry)
    except Halt as halt:
        error = halt.with_traceback(None)  # else it and this frame would keep each other
    position = error.position if error else run.position
    for unit in range(len(position.table.units)):
        position.sheet(unit)  # worked out here at the latest, so that rulings that matter to what units have are noted
    return Ruling(
        "refused" if error else "resolved",
        run.rec.finished(),
        opening,
        position,
        error,
        tuple(sorted(opening.table.touched)),
    )


class Reached(NamedTuple):
    """Where a script stands when an event has been recorded: the position at the next question, and what is to come.

    `entry` is the place of the entry going on; `plays`, `dice`, `side` and `back` are what is left of it: its plays,
    attack dice, dice of the play just made, and those of Retaliates (unit, faces).
    """

    position: Position
    events: list[Event]
    entry: int
    plays: tuple[Play, ...]
    dice: tuple[int, ...]
    side: tuple[int, ...]
    back: tuple[tuple[int, tuple[int, ...]], ...]


def reach(opening: Position, script: Script, number: int, seed: int | None = None) -> Reached:
    """Run a script until event `number` of its trace has been recorded, and on to the next question.

    A script that ends, or stops at a fault, before that is reached as far as it goes.
    """
    run = _Run(opening, random.Random(seed) if seed is not None else None, number)
    for place, entry in enumerate(script):
        try:
            run.entry(entry)
        except Limit as limit:
            left = limit.run
            back = tuple((unit, tuple(dice)) for unit, dice, _ in left.retaliations if dice)
            return Reached(
                limit.position,
                run.rec.finished(),
                place,
                tuple(left.plays),
                tuple(left.attack_dice),
                tuple(left.dice),
                back,
            )
        except Halt as halt:
            return Reached(halt.position, run.rec.finished(), place, (), (), (), ())
    return Reached(run.position, run.rec.finished(), len(script), (), (), (), ())


class _Run:
    """One run: the position so far, the recorder, the dice."""

    def __init__(
        self, opening: Position, rng: random.Random | None, limit: int | None = None, watch: Watch | None = None
    ) -> None:
        self.position = opening
        self.watch = watch
        self.limit = limit
        self.rec = Recorder()
        self.rng = rng

    def entry(self, entry: Entry) -> None:
        """Run one entry; a second time with a stop at every choice if something in it does not fit."""
        before, mark = self.position, self.rec.mark()
        state = self.rng.getstate() if self.rng else None
        careful = self.watch is not None or any(play.verb in ("pass", "upkeep", "order") for play in entry.plays)
        run = EntryRun(self, entry, careful)
        try:
            self.position = run.run(before)
        except Halt:
            if careful or run.sure:
                raise
            self.rec.rewind(mark)
            if self.rng and state:
                self.rng.setstate(state)
            again = EntryRun(self, entry, careful=True)
            # The play that was never made: its first refusal is the end of the second run.
            again.stuck = run.plays[0].path if run.plays else None
            self.position = again.run(before)
