"""The dice of an entry: those that the file gives, in order; missing ones and those left over."""

from __future__ import annotations

from collections import deque

from swcli.drive.entry.plays import EntryPlays
from swcli.drive.halt import Halt
from swcli.game.cards import Reroll
from swcli.game.frames import Pop, Rolling
from swcli.game.position import Position, Roll
from swcli.scenario.script import Path, Play


class EntryDice(EntryPlays):
    """Dice asked for, answered from what the file gives."""

    def _faces(self, at: Position, roll: Roll) -> list[int]:
        """The dice that the file gives for this roll; where it gives too few, they are rolled, or it is a fault."""
        frame = at.state.frames[-1]
        assert isinstance(frame, Rolling)
        queue, path = self._queue(at, roll, frame)
        faces = [queue.popleft() for _ in range(min(roll.left, len(queue)))]
        if self.rng:
            return faces + [self.rng.randint(1, 6) for _ in range(roll.left - len(faces))]
        if len(faces) == roll.left:
            return faces
        raise Halt(
            "SW403",
            "die-missing",
            path,
            at,
            player=roll.player,
            data={
                "purpose": roll.purpose,
                "kind": frame.kind,
                "left": roll.left - len(faces),
                "given": len(faces),
                "unit": frame.source,
                "number": self.rec.facts.get("number"),
            },
        )

    def _queue(self, at: Position, roll: Roll, frame: Rolling) -> tuple[deque[int], Path]:
        if roll.purpose in ("attack", "fury"):
            roll_path = (*self.script.path, "attack", "roll") if self.script.rolls else (*self.script.path, "attack")
            return self.attack_dice, roll_path
        if frame.kind == "retaliate":
            for unit, dice, path in self.retaliations:
                if unit == frame.source and dice:
                    return dice, path
            mine = [path for unit, _, path in self.retaliations if unit == frame.source]
            return deque(), mine[0] if mine else self.script.path
        if roll.purpose == "re-roll" and not self.dice and self.plays and not sum(frame.faces):
            self._triggered(at)
        return self.dice, self.dice_path

    def _is_triggered(self, at: Position, play: Play) -> bool:
        return play.verb == "effect" and any(
            isinstance(action, Reroll) and action.triggered for action in at.table.cards[play.card].actions
        )

    def _triggered(self, at: Position) -> None:
        """A triggered re-roll has begun by itself: it has to be the next play of the file."""
        triggered = [play for play in self.plays if self._is_triggered(at, play)]
        if not triggered or triggered[0].card in at.state.hand:
            return
        play = triggered[0]
        if self.plays[0] is not play:
            raise Halt(
                "SW401",
                "play-refused",
                play.path,
                at,
                (("lucky.after-triggered", "triggered-earlier"),),
                player=play.player,
                data={"play": play},
            )
        self.plays.popleft()
        self._use_dice(play)

    def _check_count(self, at: Position) -> None:
        """Once the attack dice lie, none may be left over."""
        if self.counted or self.script.kind != "attack":
            return
        at_roll = any(isinstance(frame, Pop) and frame.name == "attack" for frame in at.state.frames)
        if at_roll and at.question:
            return
        self.counted = True
        if self.attack_dice:
            raise Halt(
                "SW404",
                "dice-left-over",
                (*self.script.path, "attack", "roll"),
                at,
                data={
                    "dice": tuple(self.attack_dice),
                    "asked": len(self.script.rolls) - len(self.attack_dice),
                    "number": self.rec.facts.get("number"),
                },
            )
