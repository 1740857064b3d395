"""What a person at the table can be asked, each question with all that is needed to put it; and who is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from swcli.drive.ways import ways
from swcli.drive.writing import played
from swcli.game import engine
from swcli.game.engine import Reasons, Refused
from swcli.game.events import Event
from swcli.game.plays import Option
from swcli.game.position import Choice, Position, Roll
from swcli.game.recorder import Recorder
from swcli.game.registry import REGISTRY
from swcli.scenario.script import Entry, Play


class TakeBack(Exception):
    """The person takes back the last answer."""


class Leave(Exception):
    """The person leaves before the end."""


class Asked(NamedTuple):
    """A choice: an option of `options` is wanted. `back` tells whether there is an answer to take back."""

    position: Position
    rec: Recorder
    options: tuple[Option, ...]
    back: bool

    @property
    def choice(self) -> Choice:
        """Who chooses, and what."""
        question = self.position.question
        assert isinstance(question, Choice)
        return question


class AskedDice(NamedTuple):
    """Dice: `number` faces are wanted, in the order in which they fall; those of a re-roll along `picked`."""

    position: Position
    rec: Recorder
    number: int
    picked: tuple[int, ...]
    back: bool

    @property
    def roll(self) -> Roll:
        """What the dice are for."""
        question = self.position.question
        assert isinstance(question, Roll)
        return question


class AskedPicks(NamedTuple):
    """Which attack dice are picked up: up to `most` of the faces `there` are wanted, or none."""

    position: Position
    rec: Recorder
    there: tuple[int, ...]
    most: int
    back: bool


class AskedEntry(NamedTuple):
    """What comes next: an entry is wanted, with any path, or None for nothing more."""

    position: Position
    back: bool

    def attack_forbidden(self, attacker: int, target: int, allowed: bool = False) -> Reasons:
        """What forbids an attack; empty if nothing does."""
        try:
            engine.begin_attack(self.position, attacker, target, allowed)
        except Refused as refused:
            return refused.reasons
        return ()

    def uses(self) -> list[tuple[Option, Play]]:
        """The abilities that can be used now, between attacks, each with each unit that it may be used on."""
        table = self.position.table
        found: list[tuple[Option, Play]] = []
        for unit, info in enumerate(table.units):
            sheet = self.position.sheet(unit)
            between = [key for key, keyword in REGISTRY.items() if keyword.between]
            for text in dict.fromkeys(instance.ability.text for key in between for instance in sheet.of(key)):
                for option in ways(self.position, Play("use", info.player, (), unit, ability=text), Recorder())[0]:
                    found.append((option, played(self.position, option)))
        return found


class Person(Protocol):
    """Somebody who is asked. Every question may raise `TakeBack` or `Leave`."""

    def happened(self, events: Sequence[Event], over: bool) -> None:
        """The trace so far; `over`: nothing is going on any more."""

    def settled(self, events: Sequence[Event]) -> None:
        """These events are the trace up to now, in place of what was told: an answer was taken back, or an entry is
        written.
        """

    def refused(self, entry: Entry, reasons: Reasons) -> None:
        """An entry can't be begun, and is left out."""

    def left_over(self, entry: Entry, dice: tuple[int, ...]) -> None:
        """Attack dice that the file gives were not needed."""

    def choose(self, asked: Asked) -> Option:
        """An option."""

    def dice(self, asked: AskedDice) -> tuple[int, ...]:
        """Faces."""

    def picks(self, asked: AskedPicks) -> tuple[int, ...]:
        """Faces picked up."""

    def entry(self, asked: AskedEntry) -> Entry | None:
        """What comes next."""
