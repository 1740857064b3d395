"""The script driver: answers every question of the engine from what the file says was played and rolled.

Plays are matched in the order in which they are written: the next one is made at the first choice of its player at
which it is legal, until then everybody passes. A run goes fast first, past choices whose only answer is to pass;
only when something does not fit is the entry run again with a stop at every choice, to see where the play was refused.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

from swcli.drive.halt import Halt, Ruling
from swcli.drive.ways import belongs, paid_as, pop_of, ways
from swcli.game import engine
from swcli.game.cards import Reroll
from swcli.game.engine import Refused
from swcli.game.events import Event
from swcli.game.frames import Build, Pop, Rolling
from swcli.game.keywords.upkeep import NOT_PAID
from swcli.game.plays import PASS, Option
from swcli.game.position import Choice, Position, Roll
from swcli.game.recorder import Recorder
from swcli.scenario.script import NOBODY, Entry, Path, Play, Script

Watch = Callable[[Position, Recorder], None]
"""Shown a choice before it is answered, and the recorder as it is there."""


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
        error = halt
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
        except _Limit as limit:
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


class _Limit(Exception):
    """The event that was waited for has been recorded."""

    def __init__(self, position: Position, run: _EntryRun) -> None:
        super().__init__()
        self.position = position
        self.run = run


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
        run = _EntryRun(self, entry, careful)
        try:
            self.position = run.run(before)
        except Halt:
            if careful or run.sure:
                raise
            self.rec.rewind(mark)
            if self.rng and state:
                self.rng.setstate(state)
            again = _EntryRun(self, entry, careful=True)
            # The play that was never made: its first refusal is the end of the second run.
            again.stuck = run.plays[0].path if run.plays else None
            self.position = again.run(before)


class _EntryRun:
    """One entry of the script being run."""

    def __init__(self, run: _Run, entry: Entry, careful: bool) -> None:
        self.rec = run.rec
        self.rng = run.rng
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
        self.closed: tuple[Position, Choice] | None = None
        self.counted = False
        self.stuck: Path | None = None
        self.limit = run.limit
        self.watch = run.watch
        self.sure = False
        self.inside = ""

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

    # -- beginning

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
            raise Halt(
                "SW402", "attack-refused", (*entry.path, "attack"), position, refused.reasons, player=entry.player
            ) from None
        assert entry.act is not None
        return self._between(position, entry.act)

    def _between(self, position: Position, act: Play) -> Position:
        legal, reasons = ways(position, act, self.rec)
        if not legal:
            code = "SW406" if any(reason == "no-such-ability" for _, reason in reasons) else "SW401"
            raise Halt(code, "play-refused", act.path, position, reasons, player=act.player, data={"play": act})
        self._one(position, act, legal)
        self._use_dice(act)
        return engine.play_between(position, legal[0], self.rec, self.careful)

    # -- answering

    def _answer(self, at: Position) -> Position:
        question = at.question
        if self.limit is not None and len(self.rec.events) >= self.limit:
            raise _Limit(at, self)
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

    def _until(self, at: Position) -> str | None:
        """The POP of the next play, as nobody plays in any before it; None where every choice has to be seen."""
        if self.careful or self.limit is not None:
            return None
        if not self.plays:
            return ""
        return self.plays[0].pop or pop_of(at, self.plays[0])

    def _pass(self, at: Position) -> Position:
        return engine.answer(at, PASS, self.rec, self.careful, legal=True)

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

    def _make(self, at: Position, play: Play, option: Option) -> Position:
        """Make a play: its answer, and for Lucky the dice picked up."""
        question = at.question
        assert isinstance(question, Choice)
        self.plays.popleft()
        self._say_carried(at, play)
        self.rec.prefer = play.of if self.rec.was_damage(play.of) else ""
        self._use_dice(play)
        at = engine.answer(at, option, self.rec, self.careful, legal=True)
        self.rec.prefer = ""
        if play.verb == "retaliate":
            self.retaliations.append((play.unit, deque(play.rolls), play.path))
        elif play.verb == "lucky":
            for face in sorted(play.faces):
                at = engine.answer(at, ("pick", face), self.rec, self.careful)
            if isinstance(at.question, Choice) and at.question.kind == "pick":
                at = engine.answer(at, ("pick", 0), self.rec, self.careful)
        self._next(question.pop)
        self.closed = None
        return at

    def _next(self, inside: str) -> None:
        """The next play of the file is due from here on, which is inside this POP."""
        self.since = len(self.rec.events)
        self.inside = inside

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
        if self.refusal and self.refusal.path == play.path:
            return
        code = "SW406" if all(reason == "no-such-ability" for _, reason in reasons) else "SW401"
        self.refusal_mark = self.rec.mark()
        # Unless a POP of this kind went by without a stop, this is the first one, and nothing has to be run again.
        self.sure = len(self._opened(at, play)) == (0 if self.inside == pop_of(at, play) else 1)
        self.refusal = Halt(code, "play-refused", play.path, at, reasons, None, play.player, {"play": play})
        if play.path == self.stuck:
            raise self.refusal

    # -- the end of an entry

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
            raise Halt(
                "SW401", "order-refused", play.path, at, (("delayed.order", "order-given"),), data={"play": play}
            )
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

    # -- dice

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

    # -- choices that are not play or pass

    def _overkill(self, at: Position, question: Choice) -> Position:
        play = self.plays[0] if self.plays else None
        if play is None or play.verb != "overkill":
            return self._pass(at)
        if not play.amount:
            self.plays.popleft()
            self._next(question.pop)
            return self._pass(at)
        legal, reasons = ways(at, play, self.rec)
        if not legal:
            self._refuse(at, play, reasons)
            return self._pass(at)
        self._one(at, play, legal)
        return self._make(at, play, legal[0])

    def _parry(self, at: Position) -> Position:
        """How much a Parry prevents: what is written, else as much as it can."""
        play = self.plays[0] if self.plays and self.plays[0].verb == "parry" else None
        option = next(engine.options(at))
        if play:
            legal, reasons = ways(at, play, self.rec)
            if legal:
                option = legal[0]
                self.plays.popleft()
                self._next("")
            else:
                self._refuse(at, play, reasons)
        return engine.answer(at, option, self.rec, self.careful, legal=True)

    def _parried(self, at: Position) -> None:
        """A Parry that is written and has happened by itself has to have prevented what is written."""
        play = self.plays[0] if self.plays and self.plays[0].verb == "parry" else None
        if play is None:
            return
        for event in self.rec.events[self.start :]:
            if (event.kind, event.reason, event.unit) == ("fired", "prevents", play.unit):
                if play.amount not in (None, event.amount):
                    chosen = at.table.rulings.parry_amount == "up-to"
                    why = (
                        ("pop.triggers-first", "not-asked") if chosen else ("parry.natural-one", "prevents-all-it-can")
                    )
                    raise Halt("SW401", "play-refused", play.path, at, (why,), player=play.player, data={"play": play})
                self.plays.popleft()
                self._next("")
                return

    def _upkeep(self, at: Position, question: Choice) -> Position:
        frame = at.state.frames[-1]
        assert isinstance(frame, Build)
        if self.plays and self.plays[0].verb == "order":
            self._order(at)
        instances = at.table.instances
        due = [instances[number] for number in frame.due]
        play = self.plays[0] if self.plays and self.plays[0].verb == "upkeep" else None
        if play:
            mine = [one for one in due if one.bearer == play.unit]
            if play.number:
                group = at.sheet(play.unit).of("upkeep")
                mine = [one for one in mine if play.number <= len(group) and one is group[play.number - 1]]
            if not mine:
                self._refuse(at, play, (("upkeep.build-step-start", "not-due"),))
                assert self.refusal
                raise self.refusal
            return self._pay(at, play, mine[0].id)
        first = due[0]
        ways_open = [option for option in engine.options(at) if option[1] == first.id]
        if len(ways_open) > 1:
            raise Halt(
                "SW405",
                "several-costs",
                self.script.path,
                at,
                (("choice.required", "several-ways"), ("upkeep.choose-cost", "several-ways")),
                tuple(ways_open),
                question.player,
                {"unit": first.bearer},
            )
        return engine.answer(at, ways_open[0], self.rec, self.careful)

    def _pay(self, at: Position, play: Play, number: int) -> Position:
        instance = at.table.instances[number]
        open_ways = [option for option in engine.options(at) if option[1] == number]
        if play.pay == "none":
            chosen = [("upkeep", number, NOT_PAID)]
        elif play.pay:
            fits = [paid_as(cost, play.pay) for cost in instance.ability.alternatives]
            chosen = [("upkeep", number, way) for way, fit in enumerate(fits) if fit == 0]
            chosen = chosen or [("upkeep", number, way) for way, fit in enumerate(fits) if fit is not None]
            if not chosen:
                raise Halt("SW406", "no-such-cost", play.path, at, (), tuple(open_ways), play.player, {"play": play})
        else:
            chosen = open_ways
        self._one(at, play, chosen)
        try:
            after = engine.answer(at, chosen[0], self.rec, self.careful)
        except Refused as refused:
            raise Halt(
                "SW401",
                "play-refused",
                play.path,
                at,
                refused.reasons,
                tuple(open_ways),
                play.player,
                {"play": play},
            ) from None
        self.plays.popleft()
        self._next("build")
        return after

    def _order(self, at: Position) -> None:
        """`order` of Upkeeps: put their plays into that order, as if each were written."""
        play = self.plays.popleft()
        ids = {info.id: place for place, info in enumerate(at.table.units)}
        written = [later for later in self.plays if later.verb == "upkeep"]
        rest = [later for later in self.plays if later.verb != "upkeep"]
        ordered: list[Play] = []
        for line in play.order:
            unit_id, _, what = line.partition(" ")
            unit = ids.get(unit_id, NOBODY)
            digits = what.partition("#")[2]
            wanted = int(digits) if digits.isdigit() else 0
            match = next((one for one in written if one.unit == unit and one.number in (0, wanted)), None)
            if match:
                written.remove(match)
            ordered.append(match or Play("upkeep", play.player, play.path, unit, wanted))
        self.plays = deque([*ordered, *written, *rest])
