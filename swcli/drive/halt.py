"""What stops a script: a play refused, a die or a decision missing, something left over. Exit status 4."""

from __future__ import annotations

from itertools import islice
from typing import Final, NamedTuple

from swcli.game import engine
from swcli.game.events import Event
from swcli.game.plays import Option
from swcli.game.position import Position
from swcli.scenario.script import Path

CODES: Final[dict[str, tuple[str, str]]] = {
    "SW401": (
        "play refused",
        "A play is not allowed at any moment of its attack or build step. The clauses cited are all those that forbid"
        " it in the first play-or-pass chance in which plays of its kind are made.",
    ),
    "SW402": (
        "attack refused",
        "The attack is not legal: see the clauses cited. Where a card allows it, name the card with `allowed_by`.",
    ),
    "SW403": (
        "die missing",
        "The rules ask for more dice than the file gives. The message says how many and why. With `seed:` or `--seed`"
        " missing dice are rolled.",
    ),
    "SW404": ("die left over", "The file gives more dice than the rules ask for. The message says how many and why."),
    "SW405": (
        "decision missing",
        "A player has to choose between several ways, and the file does not say which. The message lists them.",
    ),
    "SW406": ("no such ability", "The unit has no activated ability of that text or at that place at this moment."),
    "SW407": ("pass left over", "A pass is written where no choice of that player follows."),
}
"""Codes of faults found by running the rules: title and explanation."""


MOST_OPTIONS: Final = 50


class Halt(Exception):
    """Why and where a script stopped.

    Attributes:
        code: one of `CODES`. reason: a constant that `report` puts into words, with `data` as operands.
        path: where in the file. reasons: every (clause, reason) that forbids it.
        position: the position there. player: who, or -1.
    """

    def __init__(
        self,
        code: str,
        reason: str,
        path: Path,
        position: Position,
        reasons: tuple[tuple[str, str], ...] = (),
        options: tuple[Option, ...] | None = (),
        player: int = -1,
        data: dict[str, object] | None = None,
    ) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason
        self.path = path
        self.position = position
        self.reasons = reasons
        self._options = options
        self.player = player
        self.data = data or {}

    @property
    def options(self) -> tuple[Option, ...]:
        """What the player could have done instead, at most MOST_OPTIONS; worked out when asked for."""
        if self._options is None:
            self._options = tuple(islice(engine.options(self.position), MOST_OPTIONS))
        return self._options

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that forbid it, each once."""
        return tuple(dict.fromkeys(clause for clause, _ in self.reasons if clause))


class Ruling(NamedTuple):
    """What `resolve` found.

    `status` is `resolved` or `refused`; `opening` is the position before the script, `position` the one after it, or
    the one at which it stopped; `touched` are the contested rulings that the outcome rests on.
    """

    status: str
    events: list[Event]
    opening: Position
    position: Position
    error: Halt | None
    touched: tuple[str, ...]
