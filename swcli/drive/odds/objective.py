"""What the players play for: the damage done to defenders, or a goal."""

from __future__ import annotations

from typing import NamedTuple

from swcli.drive.goal import Goal
from swcli.game.frames import ATTACK_STEP_NAMES, Attack
from swcli.game.position import Position

_ROLLED = ATTACK_STEP_NAMES.index("roll")
"""The step of an attack from which on its dice are being rolled, or have been."""


class Objective(NamedTuple):
    """What is played for.

    Attributes:
        goal: what has to be true at the end; None: as much damage as possible, in each attack from its roll on, to the
            unit that is the defender then, for the attacker's player.
        player: who wants the goal.
    """

    goal: Goal | None = None
    player: int = 0

    def gained(self, before: Position, after: Position) -> int:
        """What an answer adds to the score of the first player; the other one's is the opposite."""
        if self.goal is not None:
            return 0
        frames = before.state.frames
        attack = frames[0] if frames else None
        if not isinstance(attack, Attack) or attack.step < _ROLLED:
            return 0
        done = after.state.damage[attack.defender] - before.state.damage[attack.defender]
        return done * _side(before.table.units[attack.attacker].player)

    def final(self, position: Position) -> int:
        """What the end of the script adds to the score of the first player."""
        if self.goal is None or not self.goal.holds(position):
            return 0
        return _side(self.player)


def _side(player: int) -> int:
    return 1 if player == 0 else -1
