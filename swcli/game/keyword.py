"""What a keyword is: the shape that every file of `keywords/` fills in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from swcli.game.frames import Delayed
    from swcli.game.game import Game
    from swcli.game.sheet import Instance


class Label(Enum):
    """How several instances on one unit combine (rules.md section 4.2); enforced by `sheet.py`, not by the keywords."""

    CUMULATIVE = "cumulative"
    LAYERED = "layered"
    ISOLATED = "isolated"
    SELECTIVE = "selective"


class Kind(Enum):
    """How a keyword comes into effect: by being there, by itself at its moment, or by being played."""

    STATIC = "static"
    TRIGGERED = "triggered"
    ACTIVATED = "activated"


Objections = Iterator[tuple[str, str]]
"""Pairs (clause, reason): why a play is not allowed; the reason is a constant that `report` puts into words."""


class Keyword(NamedTuple):
    """One keyword, or one kind of ability that is not a keyword.

    Attributes:
        name: as printed, `Critical Hit`.
        label, kind: see there.
        moment: the POP or step it lives in, as the trace names it.
        summary: one line that says what it does.
        valued: whether it has an X.
        printed: whether it is a keyword of the game, written by its name; False for the other kinds of ability.
        natural: the natural face that it looks for, 0 for none; `first_roll`: before re-rolls; `against`: among the
        dice
            rolled against its unit, not among its own.
        at_roll: whether it has to be there when the attack dice are rolled: a later gain is too late.
        dated: whether a reading of the rules asks if it was there then, so that the snapshot of the roll keeps it too.
        belongs: the clause that says where it is played.
        between: whether it may also be played between attacks.
        limit: the clause that allows each instance one use an attack, or empty.
        trigger: asked at its moment; does what it does, or says why not.
        due: carries out what it had set for the end of the attack.
        remark: says, for the trace alone, what dice of damage did not do: (game, source, target, faces).
        dice: change of the number of attack dice rolled against its unit.
        die: change of each attack die of its unit. threshold: what a die must reach to hit its unit, 0 for no demand:
            (game, unit, whether attack dice or dice of damage).
        rerolled: says, for the trace alone, what a re-roll changed: (game, faces before, faces after).
        unattackable: clauses by which its unit can't be attacked now, with the reason.
        unpreventable: whether its unit's damage can't be prevented. of_damage: whether it speaks of the damage that its
            unit does, so that it holds for what a discarded unit had already set.
        concerns: whether an instance has to do with what is going on in its POP; of one that has not, nothing is said.
        options: the plays that one instance might make: tuples of what follows the instance in an option.
        objections: the (clause, reason) pairs that forbid a play; none if it is legal.
        play: carries out a legal play whose cost is paid.
    """

    name: str
    label: Label
    kind: Kind
    moment: str
    summary: str
    valued: bool = True
    printed: bool = True
    natural: int = 0
    first_roll: bool = False
    against: bool = False
    at_roll: bool = False
    dated: bool = False
    belongs: str = ""
    between: bool = False
    limit: str = ""
    trigger: Callable[[Game], None] | None = None
    due: Callable[[Game, Delayed], None] | None = None
    remark: Callable[[Game, int, int, tuple[int, ...]], None] | None = None
    dice: Callable[[Game, int], int] | None = None
    die: Callable[[Game, int], int] | None = None
    threshold: Callable[[Game, int, bool], int] | None = None
    rerolled: Callable[[Game, tuple[int, ...], tuple[int, ...]], None] | None = None
    unattackable: Callable[[Game, int], Objections] | None = None
    unpreventable: bool = False
    of_damage: bool = False
    concerns: Callable[[Game, Instance], bool] | None = None
    options: Callable[[Game, Instance], Iterator[tuple[Any, ...]]] | None = None
    objections: Callable[..., Objections] | None = None
    play: Callable[..., None] | None = None

    @property
    def key(self) -> str:
        """Its key in the registry and in clause ids: `critical-hit`."""
        return _key(self.name)


@cache
def _key(name: str) -> str:
    return name.lower().replace(" ", "-")
