"""The driver for a person at the table: the entries of a file, or those that the person names, with every choice asked.

Whoever asks the person is a `Person` (see `asked`). A question is answered, or `TakeBack` or `Leave` is raised.
Positions are immutable, so taking back is going on from an older one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Final, NamedTuple, TypeVar

from swcli.drive.asked import Asked, AskedDice, AskedEntry, AskedPicks, Person, TakeBack
from swcli.drive.begin import begin
from swcli.drive.script import resolve
from swcli.drive.writing import Step, Style, every, taken, written
from swcli.game import engine
from swcli.game.engine import Refused
from swcli.game.events import Event
from swcli.game.frames import Pick, Rolling
from swcli.game.plays import Option
from swcli.game.position import Position, Roll
from swcli.game.recorder import Mark, Recorder
from swcli.scenario.script import Entry, Play, Script


class _Going(NamedTuple):
    """The entry being played: how it began, all answers, and the dice and plays of the file that are not used yet."""

    entry: Entry
    before: Position
    steps: tuple[Step, ...] = ()
    dice: tuple[int, ...] = ()
    side: tuple[int, ...] = ()
    plays: tuple[Play, ...] = ()


class _State(NamedTuple):
    """All that an answer changes; the recorder's part of it as a mark with the events up to there."""

    position: Position
    done: Script
    place: int
    going: _Going | None
    mark: Mark
    events: tuple[Event, ...]


T = TypeVar("T")


class Session:
    """A scenario being played by a person.

    Attributes:
        script: what has been played, entries that are over.
        rec: its events are the trace of it.
        exact: whether everything could be written so that it comes out as it was played. (It can; were it not so, the
            person had better be told.)

    Args:
        opening: the position before the script.
        script: entries to be played first: attacks as declared, with the dice that they give.
        person: who is asked.
    """

    def __init__(self, opening: Position, script: Script, person: Person) -> None:
        self.opening = opening
        self.file = script
        self.person = person
        self.rec = Recorder()
        self.exact = True
        self._history: list[_State] = []
        self._state = _State(opening, (), 0, None, self.rec.mark(), ())

    @property
    def script(self) -> Script:
        """What has been played, entry by entry."""
        return self._state.done

    def play(self) -> Script:
        """Ask until the person has nothing more.

        Returns:
            The script, complete with plays and dice.

        Raises:
            Leave: the person left.
        """
        while True:
            try:
                if not self._go_on():
                    return self.script
            except TakeBack:
                self._take_back()

    # -- going on and back

    def _go_on(self) -> bool:
        """One step; False at the end."""
        position, going = self._state.position, self._state.going
        if going is None:
            return self._next()
        question = position.question
        if question is None:
            self._finish(going)
        elif isinstance(question, Roll):
            self._roll(going, question)
        elif question.kind == "pick":
            self._pick(going)
        else:
            options = tuple(dict.fromkeys(engine.options(position)))
            option = self._ask(lambda: self.person.choose(Asked(position, self.rec, options, bool(self._history))))
            self._answer(going, option)
        return True

    def _ask(self, question: Callable[[], T]) -> T:
        """Ask, and remember the state before."""
        self.person.happened(self.rec.events, self._state.going is None)
        before = self._state._replace(mark=self.rec.mark(), events=tuple(self.rec.events))
        answer = question()
        self._history.append(before)
        return answer

    def _take_back(self) -> None:
        """Back to the last question that was answered; to the one at hand where there is none."""
        if self._history:
            self._state = self._history.pop()
            self.rec.rewind(self._state.mark)
            self.rec.events[:] = self._state.events
        self.person.settled(self.rec.events)

    def _now(self, position: Position, going: _Going | None) -> None:
        self._state = self._state._replace(position=position, going=going)

    # -- entries

    def _next(self) -> bool:
        place = self._state.place
        if place < len(self.file):
            self._state = self._state._replace(place=place + 1)
            self._begin(self.file[place])
            return True
        asked = AskedEntry(self._state.position, bool(self._history))
        entry = self._ask(lambda: self.person.entry(asked))
        if entry is None:
            return False
        if not self._begin(entry):
            self._history.pop()
        return True

    def _begin(self, entry: Entry) -> bool:
        before = self._state.position
        try:
            position = begin(before, entry, self.rec)
        except Refused as refused:
            self.person.refused(entry, refused.reasons)
            return False
        side = _dice_of(entry.act) if entry.act else ()
        self._now(position, _Going(entry, before, (), entry.rolls, side, entry.plays))
        return True

    def _finish(self, going: _Going) -> None:
        """The entry is over: it is written, and what is written is what happened."""
        self.person.happened(self.rec.events, True)
        if going.dice:
            self.person.left_over(going.entry, going.dice)
        done, events = self._written(going)
        self.rec.finished()
        self.rec.events[:] = events
        self.person.settled(self.rec.events)
        position = engine.deal(self._state.position, ())
        self._state = self._state._replace(position=position, done=done, going=None)

    def _written(self, going: _Going) -> tuple[Script, list[Event]]:
        """The script with this entry, in the shortest way that comes out as it was played, and its trace."""
        state = self._state
        end, trace = engine.deal(state.position, ()), _facts(self.rec.events)
        path = ("script", len(state.done))
        entry = going.entry._replace(path=path)
        for style in Style:
            steps: Sequence[Step] = going.steps
            if style == Style.PASSES:
                steps = self._with_passes(going)
            entry = written(going.entry, steps, self.rec.events, style, path)
            ruling = resolve(self.opening, (*state.done, entry))
            if ruling.error is None and engine.deal(ruling.position, ()) == end and _facts(ruling.events) == trace:
                return (*state.done, entry), ruling.events
        self.exact = False
        return (*state.done, entry), list(self.rec.events)

    def _with_passes(self, going: _Going) -> list[Step]:
        """The steps of an entry with the passes at which nobody was asked, as the script driver meets them."""
        return every(begin(going.before, going.entry, Recorder(), every_choice=True), going.steps)

    # -- answers

    def _answer(self, going: _Going, option: Option) -> None:
        position = self._state.position
        step = taken(position, option, self.rec)
        after = engine.answer(position, option, self.rec)
        going = going._replace(steps=(*going.steps, step))
        if option[0] == "effect":
            going = self._given(going, lambda play: _is_card(play) and play.card == option[1])
        elif option[0] == "lucky":
            going = going._replace(side=())
        self._now(after, going)

    def _given(self, going: _Going, meant: Callable[[Play], bool]) -> _Going:
        """The dice that the file gives with a play are the next to fall."""
        play = next((play for play in going.plays if meant(play)), None)
        if play is None:
            return going._replace(side=())
        plays = tuple(other for other in going.plays if other is not play)
        return going._replace(side=_dice_of(play), plays=plays)

    def _pick(self, going: _Going) -> None:
        """Which dice a Lucky picks up: one question, though the engine asks for them one by one."""
        position = self._state.position
        frame = position.state.frames[-1]
        assert isinstance(frame, Pick)
        there = tuple(sorted(self.rec.faces()))
        most = min(frame.left, len(there))
        asked = AskedPicks(position, self.rec, there, most, bool(self._history))
        faces = sorted(self._ask(lambda: self.person.picks(asked)))
        unit = self.rec.facts["lucky"][0]
        if faces:
            going = self._given(
                going, lambda play: play.verb == "lucky" and play.unit == unit and sorted(play.faces) == faces
            )
        answers = [*faces, 0] if len(faces) < frame.left else faces
        for face in answers:
            step = Step(position, ("pick", face), seen=len(self.rec.events))
            position = engine.answer(position, step.answer, self.rec)
            going = going._replace(steps=(*going.steps, step))
        self._now(position, going)

    def _roll(self, going: _Going, roll: Roll) -> None:
        """Dice: those that the file gives, else those of the person."""
        position = self._state.position
        frame = position.state.frames[-1]
        assert isinstance(frame, Rolling)
        if frame.kind == "retaliate" and not sum(frame.faces):
            going = self._given(going, lambda play: play.verb == "retaliate" and play.unit == frame.source)
        elif self.rec.events[-1].reason == "triggered-reroll" and not sum(frame.faces):
            name, cards = self.rec.events[-1].ability, position.table.cards
            going = self._given(going, lambda play: _is_card(play) and cards[play.card].name == name)
        on_side = roll.purpose not in ("attack", "fury")
        given = going.side if on_side else going.dice
        if given:
            faces, rest = given[: roll.left], given[roll.left :]
            going = going._replace(side=rest) if on_side else going._replace(dice=rest)
        else:
            picked = tuple(sorted(self.rec.faces()[place] for place in self.rec.picked))
            asked = AskedDice(position, self.rec, roll.left, picked, bool(self._history))
            faces = self._ask(lambda: self.person.dice(asked))
        step = Step(position, ("roll", *faces), seen=len(self.rec.events))
        self._now(engine.roll(position, faces, self.rec), going._replace(steps=(*going.steps, step)))


def _is_card(play: Play) -> bool:
    return play.verb == "effect"


def _dice_of(play: Play) -> tuple[int, ...]:
    """The dice that a play gives, in the order in which they fall: those of a re-roll by the face picked up."""
    if not play.faces:
        return play.rolls
    pairs = sorted(zip(play.faces, play.rolls, strict=False), key=lambda pair: pair[0])
    return (*(face for _, face in pairs), *play.rolls[len(play.faces) :])


_fact = attrgetter(
    "attack", "step", "kind", "reason", "player", "unit", "other", "ability", "value", "amount", "damage", "dice"
)
_COMMENTS: Final = frozenset(("pass", "pop", "not-fired", "note"))


def _facts(events: Sequence[Event]) -> list[tuple[object, ...]]:
    """What happened, but for passes and what did not happen: these depend on cards that were at hand and not played."""
    return [_fact(event) for event in events if event.kind not in _COMMENTS]
