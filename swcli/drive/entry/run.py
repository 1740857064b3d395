"""An entry of the script from the position before it to the one after it."""

from __future__ import annotations

from swcli.drive.entry.choices import EntryChoices
from swcli.drive.halt import Halt
from swcli.drive.ways import NO_ABILITY, belongs, pop_of, ways
from swcli.game import engine
from swcli.game.engine import Refused
from swcli.game.frames import Pop
from swcli.game.position import Choice, Position, Roll
from swcli.scenario.script import Play


class Limit(Exception):
    """The event that was waited for has been recorded."""

    def __init__(self, position: Position, run: EntryRun) -> None:
        super().__init__()
        self.position = position
        self.run = run


class EntryRun(EntryChoices):
    """One entry of the script being run."""

    def run(self, position: Position) -> Position:
        """From the position before the entry to the one after it."""
        at = position
        try:
            at = self._begin(position)
            while at.question:
                at = self._answer(at)
            self._nothing_left(at)
        except Halt:
            # A play refused earlier is the fault to report, even if something is missing further on.
            if self.refusal:
                self.rec.rewind(self.refusal_mark)
                raise self.refusal from None
            raise
        return at

    def _begin(self, position: Position) -> Position:
        entry = self.script
        cards = [play.card for play in (entry.act, *entry.plays) if play and play.verb == "effect"]
        position = engine.deal(position, tuple(cards))
        try:
            if entry.kind == "attack":
                return engine.begin_attack(
                    position,
                    entry.unit,
                    entry.target,
                    bool(entry.allowed_by),
                    self.rec,
                    self.careful,
                    self._until(position),
                )
            if entry.kind == "build":
                return engine.begin_build(position, entry.player, self.rec, self.careful)
            if entry.kind == "end":
                return engine.end(position, entry.what, self.rec)
        except Refused as refused:
            self.sure = True
            raise Halt(
                "SW402", "attack-refused", (*entry.path, "attack"), position, refused.reasons, player=entry.player
            ) from None
        assert entry.act is not None
        return self._between(position, entry.act)

    def _between(self, position: Position, act: Play) -> Position:
        legal, reasons = ways(position, act, self.rec)
        if not legal:
            code = "SW406" if any(reason in NO_ABILITY for _, reason in reasons) else "SW401"
            raise Halt(code, "play-refused", act.path, position, reasons, player=act.player, data={"play": act})
        self._one(position, act, legal)
        self._check_dice(position, act, legal[0])
        self._use_dice(act)
        return engine.play_between(position, legal[0], self.rec, self.careful)

    def _answer(self, at: Position) -> Position:
        question = at.question
        if self.limit is not None and len(self.rec.events) >= self.limit:
            raise Limit(at, self)
        if isinstance(question, Roll):
            return engine.roll(at, self._faces(at, question), self.rec, self.careful, self._until(at))
        if self.watch:
            self.watch(at, self.rec)
        self._check_count(at)
        self._parried(at)
        assert isinstance(question, Choice)
        if question.kind == "overkill":
            return self._overkill(at, question)
        if question.kind == "upkeep":
            return self._upkeep(at, question)
        if question.kind == "parry":
            return self._parry(at)
        return self._choose(at, question)

    def _choose(self, at: Position, question: Choice) -> Position:
        """Play or pass: the next play if it is this player's and legal now."""
        play = self.plays[0] if self.plays else None
        until = self._until(at)
        if until is not None and question.kind == "pop" and until != question.pop:
            return engine.pass_all(at, self.rec, until)
        if play is None:
            return self._pass(at)
        if play.verb == "pass":
            if play.player == question.player and play.pop in ("", question.pop):
                self.plays.popleft()
                frame = at.state.frames[-1]
                if isinstance(frame, Pop) and frame.passes:
                    self.closed = (at, question)
            return self._pass(at)
        if play.verb in ("upkeep", "order") or play.player != question.player or play.pop not in ("", question.pop):
            return self._pass(at)
        if self._is_triggered(at, play):
            return self._pass(at)
        if question.pop != pop_of(at, play) and not play.pop:
            return self._pass(at)
        legal, reasons = ways(at, play, self.rec)
        if legal:
            self._one(at, play, legal)
            return self._make(at, play, legal[0])
        self._refuse(at, play, reasons)
        return self._pass(at)

    def _nothing_left(self, at: Position) -> None:
        self._check_count(at)
        self._parried(at)
        for unit, dice, path in self.retaliations:
            if dice:
                raise Halt("SW404", "dice-left-over", path, at, data={"dice": tuple(dice), "unit": unit, "asked": 0})
        if self.dice:
            raise Halt("SW404", "dice-left-over", self.dice_path, at, data={"dice": tuple(self.dice), "asked": 0})
        if not self.plays:
            return
        play = self.plays[0]
        if self.refusal and self.refusal.path == play.path:
            if self.closed:
                self._closed(play)
            self.rec.rewind(self.refusal_mark)
            raise self.refusal
        if self.closed:
            self._closed(play)
        if play.verb == "pass":
            raise Halt("SW407", "pass-left-over", play.path, at, (("pop.two-passes", "pass-left-over"),))
        if play.verb == "order":
            raise Halt("SW401", "order-refused", play.path, at, (_unordered(play),), data={"play": play})
        self.sure = pop_of(at, play) not in ("build", self.inside) and not self._opened(at, play)
        _, reasons = ways(at, play, self.rec)
        where = [(belongs(at, play), "no-such-pop")]
        own = [pair for pair in reasons if pair[1] in ("not-own-build-step", "unit-gone", "triggered-earlier")]
        raise Halt(
            "SW401",
            "play-refused",
            play.path,
            at,
            tuple(dict.fromkeys([*own, *where])),
            player=play.player,
            data={"play": play},
        )

    def _closed(self, play: Play) -> None:
        """The play would have been legal in the POP that two passes have ended."""
        assert self.closed is not None
        at, _ = self.closed
        legal, _ = ways(at, play, self.rec)
        if legal:
            raise Halt(
                "SW401",
                "play-refused",
                play.path,
                at,
                (("pop.two-passes", "pop-over"),),
                player=play.player,
                data={"play": play},
            )


def _unordered(play: Play) -> tuple[str, str]:
    """Why no order of these effects was asked for."""
    keywords = {line.partition(" ")[2].partition("#")[0].lower() for line in play.order}
    if keywords == {"upkeep"}:
        return "upkeep.order", "none-due"
    return "delayed.order", "order-given" if keywords <= {"retaliate", "riposte"} else "not-at-once"
