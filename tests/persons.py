"""Persons for tests: one who answers as it comes, one who answers by chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from swcli.drive.asked import Asked, AskedDice, AskedEntry, AskedPicks, TakeBack
from swcli.drive.person import Session
from swcli.drive.script import resolve
from swcli.game.engine import Reasons
from swcli.game.events import Event
from swcli.game.plays import Option
from swcli.report.record import fields
from swcli.scenario.read import from_data, parse
from swcli.scenario.script import Entry, Script
from swcli.scenario.setup import Scenario, load
from swcli.scenario.write import card_bodies, scenario_data
from swcli.scenario.yaml_writer import yaml_text

Data = dict[str, Any]


class Quiet:
    """A person who takes note of what is said, and answers nothing."""

    def __init__(self) -> None:
        self.events = 0
        self.refusals: list[tuple[Entry, Reasons]] = []
        self.over: list[tuple[int, ...]] = []

    def happened(self, events: Sequence[Event], over: bool) -> None:
        assert len(events) >= self.events, "the trace grows"
        self.events = len(events)

    def settled(self, events: Sequence[Event]) -> None:
        self.events = len(events)

    def refused(self, entry: Entry, reasons: Reasons) -> None:
        self.refusals.append((entry, reasons))

    def left_over(self, entry: Entry, dice: tuple[int, ...]) -> None:
        self.over.append(dice)


class Chance(Quiet):
    """A person who answers by chance, and who takes answers back as often as `undo` says.

    Answers that stand are kept in `answers`, so that a `Reader` can give them again.
    """

    def __init__(self, rng: random.Random, undo: float = 0.0, more: int = 0) -> None:
        super().__init__()
        self.rng = rng
        self.undo = undo
        self.more = more
        self.asked = 0
        self.answers: list[Any] = []

    def _give(self, back: bool, make: Callable[[], Any]) -> Any:
        self.asked += 1
        assert back == bool(self.answers)
        if back and self.asked < 200 and self.rng.random() < self.undo:
            self.answers.pop()
            raise TakeBack
        answer = make()
        self.answers.append(answer)
        return answer

    def choose(self, asked: Asked) -> Option:
        first, options = asked.options[0], asked.options
        return self._give(asked.back, lambda: first if self.rng.random() < 0.3 else self.rng.choice(options))

    def dice(self, asked: AskedDice) -> tuple[int, ...]:
        return self._give(asked.back, lambda: tuple(self.rng.randint(1, 6) for _ in range(asked.number)))

    def picks(self, asked: AskedPicks) -> tuple[int, ...]:
        return self._give(asked.back, lambda: tuple(self.rng.sample(asked.there, self.rng.randint(0, asked.most))))

    def entry(self, asked: AskedEntry) -> Entry | None:
        entry = self._give(asked.back, lambda: self._entry(asked))
        if entry is not None and entry.kind == "attack" and not self._stands(asked, entry):
            self.answers.pop()
        return entry

    def _stands(self, asked: AskedEntry, entry: Entry) -> bool:
        return not asked.attack_forbidden(entry.unit, entry.target, bool(entry.allowed_by))

    def _entry(self, asked: AskedEntry) -> Entry | None:
        if sum(isinstance(answer, Entry) for answer in self.answers) >= self.more or self.asked > 300:
            return None
        units, players = range(len(asked.position.table.units)), range(len(asked.position.table.players))
        uses = [Entry("use", (), play.unit, play.to, act=play) for _, play in asked.uses()]
        others = [
            Entry("build", (), player=self.rng.choice(players)),
            Entry("end", (), what=self.rng.choice(("battle", "turn"))),
            *uses,
        ]
        attack = Entry("attack", (), self.rng.choice(units), self.rng.choice(units))
        attack = attack._replace(allowed_by=self.rng.choice(("", "a card")))
        return attack if self.rng.random() < 0.6 else self.rng.choice(others)


class Reader(Quiet):
    """A person who gives answers from a list; `TakeBack` in it takes back. After the last one nothing more comes."""

    def __init__(self, answers: Sequence[Any]) -> None:
        super().__init__()
        self.answers = list(answers)
        self.asked: list[Any] = []

    def _next(self, asked: Any) -> Any:
        self.asked.append(asked)
        answer = self.answers.pop(0)
        if answer is TakeBack:
            raise TakeBack
        return answer

    def choose(self, asked: Asked) -> Option:
        answer = self._next(asked)
        if callable(answer):
            answer = next(option for option in asked.options if answer(option))
        assert answer in asked.options
        return answer

    def dice(self, asked: AskedDice) -> tuple[int, ...]:
        answer = self._next(asked)
        assert len(answer) == asked.number
        return answer

    def picks(self, asked: AskedPicks) -> tuple[int, ...]:
        return self._next(asked)

    def entry(self, asked: AskedEntry) -> Entry | None:
        return self._next(asked) if self.answers else None


class Doer(Quiet):
    """A person who makes plays in order, each as soon as it can be made, and passes otherwise.

    Args:
        entries: what comes next, in order. plays: tests of options, in order.
        dice: rolled in order, as many as are asked for. picks: dice picked up, in order.
    """

    def __init__(
        self,
        entries: Sequence[Entry],
        plays: Sequence[Callable[[Option], bool]] = (),
        dice: Sequence[int] = (),
        picks: Sequence[tuple[int, ...]] = (),
    ) -> None:
        super().__init__()
        self.entries = list(entries)
        self.plays = list(plays)
        self.faces = list(dice)
        self.picked = list(picks)

    @property
    def done(self) -> bool:
        return not (self.entries or self.plays or self.faces or self.picked)

    def choose(self, asked: Asked) -> Option:
        for option in asked.options:
            if self.plays and self.plays[0](option):
                self.plays.pop(0)
                return option
        return asked.options[0]

    def dice(self, asked: AskedDice) -> tuple[int, ...]:
        return tuple(self.faces.pop(0) for _ in range(asked.number))

    def picks(self, asked: AskedPicks) -> tuple[int, ...]:
        return self.picked.pop(0)

    def entry(self, asked: AskedEntry) -> Entry | None:
        return self.entries.pop(0) if self.entries else None


def play(scenario: Scenario, person: Any, script: Script | None = None) -> Session:
    """Play a scenario to its end."""
    session = Session(scenario.position, scenario.script if script is None else script, person)
    session.play()
    return session


def saved(data: Data, scenario: Scenario, session: Session) -> str:
    """What was played, as the text of a file."""
    table = scenario.position.table
    return yaml_text(scenario_data(data, table, card_bodies(data, scenario.script), session.script))


def trace(scenario: Scenario, events: Sequence[Event]) -> list[Data]:
    """A trace, as it is hashed."""
    return [fields(event, scenario.position.table) for event in events]


def traces(data: Data, scenario: Scenario, session: Session) -> tuple[list[Data], list[Data]]:
    """The trace of a session, and that of the file that it writes."""
    again = load(parse(saved(data, scenario, session).encode("utf-8"), "saved.yaml"))
    ruling = resolve(again.position, again.script)
    assert ruling.error is None, ruling.error
    return trace(scenario, session.rec.events), trace(again, ruling.events)


def scene(data: Data) -> Scenario:
    """A scenario of plain data."""
    return load(from_data(data))
