"""Positions: everything that can change while a scenario runs, immutable and hashable, and the questions they stop
at.
"""

from __future__ import annotations

from typing import NamedTuple

from swcli.game.boons import Boon
from swcli.game.frames import Frame
from swcli.game.sheet import Sheet, Surroundings, sheet_in, surroundings
from swcli.game.table import Table


class Player(NamedTuple):
    """What a player has: Force, build points, and numbers of cards in discard pile and hand."""

    force: int = 0
    build_points: int = 0
    discard_pile: int = 0
    hand: int = 0


class Choice(NamedTuple):
    """A player has to choose.

    `kind` is `pop` (play or pass), `pick` (a die to re-roll, or stop), `overkill` (how many hits move, and to whom),
    `parry` (how much is prevented, where a ruling leaves that to its player), `upkeep` (which one to pay next, and how)
    or `build` (a play of the build step, or its end).
    """

    player: int
    kind: str
    pop: str


class Roll(NamedTuple):
    """One die is needed: `purpose` is `attack`, `fury`, `re-roll` or `damage`; `left` counts it and those to follow."""

    player: int
    purpose: str
    left: int


class State(NamedTuple):
    """The changing part of a position; the tuples run along the table's players, units and Equipment.

    `arenas` holds an arena, `build` or GONE; `attached` the bearer of each Equipment or -1; `marks` what was used this
    turn; `hand` the cards that may still be played; `frames` what is going on, the innermost last.
    """

    players: tuple[Player, ...]
    damage: tuple[int, ...]
    tapped: tuple[bool, ...]
    arenas: tuple[str, ...]
    attached: tuple[int, ...]
    boons: tuple[Boon, ...] = ()
    marks: tuple[tuple[str, int], ...] = ()
    hand: tuple[int, ...] = ()
    frames: tuple[Frame, ...] = ()
    question: Choice | Roll | None = None


class Position:
    """A position of the game: the fixed table and the changing state. Equal if the state is and the table is the
    same.
    """

    __slots__ = ("_around", "_hash", "state", "table")

    def __init__(self, table: Table, state: State, around: Surroundings | None = None) -> None:
        self.table = table
        self.state = state
        self._around = around
        self._hash = 0

    @property
    def around(self) -> Surroundings:
        """What follows from where units are, what is attached to them and what lasts on them."""
        if self._around is None:
            state = self.state
            self._around = surroundings(self.table, (state.arenas, state.attached, state.boons))
        return self._around

    @property
    def question(self) -> Choice | Roll | None:
        """What has to be answered before the game can go on; None when nothing is open."""
        return self.state.question

    def sheet(self, unit: int) -> Sheet:
        """What a unit has now: its stats and abilities with everything that changes them."""
        return sheet_in(self.table, self.around, unit)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.table is other.table and self.state == other.state

    def __hash__(self) -> int:
        if not self._hash:
            self._hash = hash(self.state)
        return self._hash
