"""The choices of an entry that are not play or pass: Overkill's division, Parry up to X, Upkeeps and their order."""

from __future__ import annotations

from collections import deque

from swcli.drive.entry.dice import EntryDice
from swcli.drive.halt import Halt
from swcli.drive.ways import paid_as, ways
from swcli.game import engine
from swcli.game.engine import Refused
from swcli.game.frames import Build
from swcli.game.keywords.upkeep import NOT_PAID
from swcli.game.position import Choice, Position
from swcli.scenario.script import NOBODY, Play


class EntryChoices(EntryDice):
    """Choices of a kind of their own."""

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
        return engine.answer(at, option, self.rec, self.careful, legal=True, until=self._until(at))

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
