"""A player's build step: Upkeeps when it starts, then its plays (upkeep.*, equip.*)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swcli.game import plays
from swcli.game.frames import Build
from swcli.game.keywords import upkeep
from swcli.game.position import Choice

if TYPE_CHECKING:
    from swcli.game.game import Game


def begin(g: Game, player: int) -> None:
    """The build step of `player` starts."""
    g.frames.append(Build(player))
    g.emit("declare", "build", player=player, opens=True)


def step(g: Game, build: Build) -> None:
    """Settle the Upkeeps that are due, then ask for plays until the player passes."""
    if build.step == 0:
        g.frames[-1] = build._replace(step=1, due=upkeep.fall_due(g, build.player))
    elif build.due:
        upkeep.settle_or_ask(g, build)
    elif g.every_choice or plays.any_play(g, build.player):
        g.question = Choice(build.player, "build", "build")
    else:
        end(g, build)


def end(g: Game, build: Build) -> None:
    """The player is done."""
    g.emit("pass", "build-over", player=build.player)
    g.frames.pop()
