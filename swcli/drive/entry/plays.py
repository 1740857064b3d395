"""One entry of the script being run: what is still to come of it, making plays, and what a refused one leads to."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from swcli.drive.halt import Halt
from swcli.drive.ways import NO_ABILITY, pop_of
from swcli.game import engine
from swcli.game.cards import DoDamage
from swcli.game.events import Event
from swcli.game.plays import PASS, Option
from swcli.game.position import Choice, Position
from swcli.game.recorder import Recorder
from swcli.scenario.script import Entry, Path, Play

Watch = Callable[[Position, Recorder], None]
"""Shown a choice before it is answered, and the recorder as it is there."""


class Whole(Protocol):
    """What an entry needs of the whole run: the recorder, dice for what the file does not give, when to stop."""

    rec: Recorder
    rng: random.Random | None
    limit: int | None
    watch: Watch | None


class EntryPlays:
    """Plays still to come, in the order in which they are written."""

    def __init__(self, whole: Whole, entry: Entry, careful: bool) -> None:
        self.rec = whole.rec
        self.rng = whole.rng
        self.script = entry
        self.careful = careful
        self.plays: deque[Play] = deque(entry.plays)
        self.attack_dice: deque[int] = deque(entry.rolls)
        self.retaliations: list[tuple[int, deque[int], Path]] = []
        self.dice: deque[int] = deque()
        self.dice_path: Path = entry.path
        self.start = len(self.rec.events)
        self.since = self.start
        self.refusal: Halt | None = None
        self.refusal_mark: Any = None
        self.vague = False
        self.closed: tuple[Position, Choice] | None = None
        self.counted = False
        self.stuck: Path | None = None
        self.limit = whole.limit
        self.watch = whole.watch
        self.sure = False
        self.inside = ""

    def _until(self, at: Position) -> str | None:
        """The POP of the next play, as nobody plays in any before it; None where every choice has to be seen."""
        if self.careful or self.limit is not None:
            return None
        if not self.plays:
            return ""
        return self.plays[0].pop or pop_of(at, self.plays[0])

    def _pass(self, at: Position) -> Position:
        return engine.answer(at, PASS, self.rec, self.careful, legal=True, until=self._until(at))

    def _make(self, at: Position, play: Play, option: Option) -> Position:
        """Make a play: its answer, and for Lucky the dice picked up."""
        question = at.question
        assert isinstance(question, Choice)
        self.plays.popleft()
        self.refusal = None
        self._check_dice(at, play, option)
        self._say_carried(at, play)
        self.rec.prefer = play.of if self.rec.was_damage(play.of) else ""
        self._use_dice(play)
        at = engine.answer(at, option, self.rec, self.careful, legal=True, until=self._until(at))
        self.rec.prefer = ""
        if play.verb == "retaliate":
            self.retaliations.append((play.unit, deque(play.rolls), play.path))
        elif play.verb == "lucky":
            for face in sorted(play.faces):
                at = engine.answer(at, ("pick", face), self.rec, self.careful, until=self._until(at))
            if isinstance(at.question, Choice) and at.question.kind == "pick":
                at = engine.answer(at, ("pick", 0), self.rec, self.careful, until=self._until(at))
        self._next(question.pop)
        self.closed = None
        return at

    def _next(self, inside: str) -> None:
        """The next play of the file is due from here on, which is inside this POP."""
        self.since = len(self.rec.events)
        self.inside = inside
        self.refusal = None
        self.sure = False

    def _check_dice(self, at: Position, play: Play, option: Option) -> None:
        """What is played asks for so many dice; no more may be written with it."""
        what, asked, where = "", 0, ""
        if play.verb == "retaliate":
            what, asked, where = "retaliate", at.table.instances[option[1]].value, "roll"
        elif play.verb in ("lucky", "effect") and play.faces:
            what, asked, where = "re-roll", len(play.faces), "to" if play.verb == "lucky" else "reroll"
        elif play.verb == "effect":
            actions = at.table.cards[play.card].actions
            what, where = "damage", "damage"
            asked = sum(action.dice for action in actions if isinstance(action, DoDamage))
        if not what or len(play.rolls) <= asked:
            return
        key = f"{play.verb}#{play.number}" if play.number else play.verb
        inner = {"reroll": ("to",), "damage": ("roll",)}.get(where, ())
        data = {"dice": play.rolls[asked:], "asked": asked, "what": what, "unit": play.unit}
        raise Halt("SW404", "dice-left-over", (*play.path, key, where, *inner), at, player=play.player, data=data)

    def _use_dice(self, play: Play) -> None:
        if play.verb in ("lucky", "effect"):
            if play.faces:
                # Dice are picked up by rising face, so what they became goes along.
                pairs = sorted(zip(play.faces, play.rolls, strict=False), key=lambda pair: pair[0])
                rolls = [face for _, face in pairs] + list(play.rolls[len(play.faces) :])
            else:
                rolls = list(play.rolls)
            self.dice = deque(rolls)
            self.dice_path = play.path

    def _say_carried(self, at: Position, play: Play) -> None:
        """Say so where the play was carried past an open POP in which plays of its kind are made."""
        wanted = pop_of(at, play)
        opened = self._opened(at, play)
        if len(opened) > 1:
            engine.note(
                at,
                self.rec,
                "carried",
                unit=play.unit,
                player=play.player,
                ability=play.verb,
                pop=wanted,
                past=tuple(event.seq for event in opened[:-1]),
            )

    def _opened(self, at: Position, play: Play) -> list[Event]:
        """The POPs for plays of this kind that have opened since it became the next play."""
        wanted = pop_of(at, play)
        return [event for event in self.rec.events[self.since :] if event.kind == "pop" and event.ability == wanted]

    def _one(self, at: Position, play: Play, legal: list[Option]) -> None:
        if len(legal) > 1:
            self.sure = True
            raise Halt(
                "SW405",
                "several-ways",
                play.path,
                at,
                (("choice.required", "several-ways"),),
                tuple(legal),
                play.player,
                {"play": play},
            )

    def _refuse(self, at: Position, play: Play, reasons: tuple[tuple[str, str], ...]) -> None:
        """Keep the first refusal of a play; it is reported if the play never becomes legal."""
        vague = all(reason == "no-such-damage" for _, reason in reasons)
        if self.refusal and self.refusal.path == play.path and (vague or not self.vague):
            return
        self.vague = vague
        code = "SW406" if all(reason in NO_ABILITY for _, reason in reasons) else "SW401"
        self.refusal_mark = self.rec.mark()
        # Unless a POP of this kind went by without a stop, this is the first one, and nothing has to be run again.
        question = at.question
        elsewhere = isinstance(question, Choice) and question.kind != "pop"
        self.sure = elsewhere or len(self._opened(at, play)) == (0 if self.inside == pop_of(at, play) else 1)
        self.refusal = Halt(code, "play-refused", play.path, at, reasons, None, play.player, {"play": play})
        if play.path == self.stuck and not vague:  # the damage that it names may be pending later on
            raise self.refusal
