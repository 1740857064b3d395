"""Plays found without the engine's own list of them: everything that could be said is tried, and what the engine
accepts is kept. And counts of lines ("perft"), to hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from swcli.game import engine
from swcli.game.cards import Prevent
from swcli.game.engine import Reasons, Refused
from swcli.game.frames import Attack, Damage, DamageEvent
from swcli.game.keywords import REGISTRY
from swcli.game.plays import PASS, Option
from swcli.game.position import Choice, Position, Roll
from swcli.scenario.script import Script

Answers = Callable[[Position], list[Option]]


def offered(position: Position) -> list[Option]:
    """The engine's own list."""
    return list(engine.options(position))


def accepted(position: Position) -> list[Option]:
    """Everything that could be said and is not refused."""
    return [option for option in sayable(position) if refusal(position, option) is None]


def refusal(position: Position, option: Option) -> Reasons | None:
    """Why an answer is refused, or None if it is not."""
    try:
        engine.answer(position, option)
    except Refused as refused:
        return refused.reasons
    return None


def sayable(position: Position) -> Iterator[Option]:
    """Everything that could be said to the open question, most of it nonsense, each once.

    Of an ability: every instance that there is on any unit, with all that may follow in any plays of its kind.
    """
    yield from dict.fromkeys(_sayable(position))


def _sayable(position: Position) -> Iterator[Option]:
    table, state = position.table, position.state
    units = range(len(table.units))
    for unit in units:
        position.sheet(unit)  # an instance is known from the moment at which somebody looks
    yield PASS
    for face in range(7):
        yield ("roll", face)
        yield ("pick", face)
    damages = [*_damages(position)]
    most = max([damage.amount for damage in damages], default=0) + 2
    hits = max([frame.hits for frame in state.frames if isinstance(frame, Attack)], default=0) + 2
    for unit in units:
        for count in range(-1, hits):
            yield ("overkill", unit, count)
    for instance in list(table.instances):
        base = (instance.keyword, instance.id)
        if instance.keyword == "evade":
            for damage in damages:
                for amount in range(-1, most):
                    yield (*base, damage, amount)
        elif instance.keyword == "deflect":
            for damage in damages:
                for target in (-1, *units):
                    yield (*base, damage, target)
        elif instance.keyword == "untap":
            for unit in units:
                yield (*base, unit)
        elif instance.keyword == "upkeep":
            for way in range(-2, len(instance.ability.alternatives) + 1):
                yield (*base, way)
        elif instance.keyword == "parry":
            for amount in range(-1, most):
                yield (*base, amount)
        elif REGISTRY[instance.keyword].options:
            yield base
    for card, info in enumerate(table.cards):
        prevents = any(isinstance(action, Prevent) for action in info.actions)
        for about in (None, *damages) if prevents else (None,):
            yield ("effect", card, about)
    for card in range(len(table.equipment)):
        for unit in units:
            yield ("equip", card, unit)


def _damages(position: Position) -> Iterator[Damage]:
    """All that is pending anywhere, and some that is not."""
    for frame in position.state.frames:
        if isinstance(frame, Attack | DamageEvent):
            yield from frame.pending
            for damage in frame.pending:
                yield damage._replace(amount=damage.amount + 1)
                yield damage._replace(target=(damage.target + 1) % len(position.table.units))
    yield Damage(0, 0, 1, "attack")


# -- counting lines


class Start(NamedTuple):
    """Where lines begin: a position with an open question, in an entry of a script."""

    position: Position
    script: Script
    entry: int


def perft(start: Start, depth: int, answers: Answers) -> int:
    """How many lines of exactly so many answers there are; every face of a die is an answer of its own."""
    return _Counter(start.script, answers).count(start.entry, start.position, depth)


def split(start: Start, depth: int, answers: Answers) -> dict[Option, int]:
    """The same by the first answer."""
    counter = _Counter(start.script, answers)
    return {
        option: counter.count(start.entry, engine.answer(start.position, option), depth - 1)
        for option in answers(start.position)
    }


class _Counter:
    def __init__(self, script: Script, answers: Answers) -> None:
        self.script = script
        self.answers = answers
        self.known: dict[tuple[int, Position, int], int] = {}

    def count(self, entry: int, position: Position, depth: int) -> int:
        """Lines from here on. Only positions that are equal to the last mark are counted as one, and only to save time:
        each counts as often as it comes.
        """
        if not depth:
            return 1
        while position.question is None:
            entry += 1
            if entry >= len(self.script):
                return 0
            position = begun(position, self.script, entry)
        key = (entry, position, depth)
        if key not in self.known:
            self.known[key] = sum(
                self.count(entry, engine.answer(position, option), depth - 1) for option in self.answers(position)
            )
        return self.known[key]


def begun(position: Position, script: Script, place: int) -> Position:
    """An entry of the script begun, or left out if it can't be."""
    entry = script[place]
    cards = tuple(play.card for play in (entry.act, *entry.plays) if play and play.verb == "effect")
    dealt = engine.deal(position, cards)
    try:
        if entry.kind == "attack":
            return engine.begin_attack(dealt, entry.unit, entry.target, bool(entry.allowed_by))
        if entry.kind == "build":
            return engine.begin_build(dealt, entry.player)
        if entry.kind == "end":
            return engine.end(dealt, entry.what)
        assert entry.act is not None and entry.act.verb == "effect"
        return engine.play_between(dealt, ("effect", entry.act.card, None))
    except Refused:
        return engine.deal(position, ())


def question_of(position: Position) -> str:
    """What is asked, for people who compare counts."""
    question = position.question
    if isinstance(question, Roll):
        return f"a die ({question.purpose})"
    return f"{position.table.players[question.player]} in {question.pop}" if isinstance(question, Choice) else "nothing"
