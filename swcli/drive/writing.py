"""From answers to a script: what a person answered, written down so that the script driver arrives at the same end.

A script leaves out what need not be said, and it says the rest in words that stay true when a file is edited: the unit
that did the damage rather than the damage's number. Whether so little is enough only running it can tell, so there are
four ways to write an entry, from the shortest to one that says everything; see `Style`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from swcli.drive.ways import named, normal
from swcli.game import engine
from swcli.game.cards import Reroll
from swcli.game.events import Event
from swcli.game.frames import Damage, DamageEvent, Rolling
from swcli.game.plays import PASS, Option
from swcli.game.position import Choice, Position, Roll
from swcli.game.recorder import Recorder
from swcli.game.sheet import Instance
from swcli.game.table import Table
from swcli.scenario.ability_text import spoken
from swcli.scenario.cost_text import cost_text
from swcli.scenario.script import NOBODY, SENT_NOWHERE, Entry, Path, Play

NUMBERED: Final = frozenset(("intercept", "retaliate", "evade", "deflect", "upkeep"))
"""Plays of an ability of which a unit may have several, each on its own: those that `#n` tells apart."""


class Style(IntEnum):
    """How much an entry says.

    `SHORT`: `of` where several damages are pending on the unit. `OF`: with every prevention play. `IDS`: by the
    damage's number in the trace. `PASSES`: also every pass.
    """

    SHORT = 0
    OF = 1
    IDS = 2
    PASSES = 3


class Step(NamedTuple):
    """A question and its answer.

    Attributes:
        position: has the question.
        answer: an option, or `("roll", face, ...)` for one or more dice at once.
        names: for the damage that the answer speaks of, ways to call it in the order in which they are to be preferred:
            what tells it from others pending on the unit now, and its id.
        alone: no other damage is pending on that unit.
        seen: how many events had been recorded before.
    """

    position: Position
    answer: Option
    names: tuple[str, ...] = ()
    alone: bool = True
    seen: int = 0


def taken(position: Position, answer: Option, rec: Recorder) -> Step:
    """A step as it is taken: what its damage is called has to be asked before the answer changes it."""
    damage = next((item for item in answer if isinstance(item, Damage)), None)
    if damage is None:
        return Step(position, answer, seen=len(rec.events))
    event = next(frame for frame in reversed(position.state.frames) if isinstance(frame, DamageEvent))
    rivals = {one for one in event.pending if one.target == damage.target and one != damage}
    calls = [
        call
        for call in _calls(position.table, damage)
        if named(position, call, damage, rec) and not any(named(position, call, one, rec) for one in rivals)
    ]
    return Step(position, answer, (*calls, rec.damage_id(damage)), not rivals, len(rec.events))


def _calls(table: Table, damage: Damage) -> Iterator[str]:
    """How a file might call a damage; the attack's own by its unit alone."""
    if damage.source < 0:
        name = table.cards[-1 - damage.source].name
        if name.split(" (", 1)[0] not in {unit.id for unit in table.units}:
            yield name
        return
    unit = table.units[damage.source].id
    if damage.kind == "attack":
        yield unit
    yield f"{unit} {damage.kind.title()}"


def written(entry: Entry, steps: Sequence[Step], events: Sequence[Event], style: Style, path: Path) -> Entry:
    """An entry as a script has it.

    Args:
        entry: how it began; its plays are those that the file had, whose cards were dealt.
        steps: all that was asked and answered in it.
        events: all that has been recorded.
        style: how much it says.
        path: where it will stand in the file.
    """
    writer = _Writer(entry, style, path)
    return writer.entry(steps, events)


def as_play(position: Position, option: Option, rec: Recorder, file: Sequence[Play]) -> Play:
    """An option as a script would have it, without dice; `file` are the plays that deal the cards."""
    return _Writer(Entry("", (), plays=tuple(file)), Style.SHORT, ()).play(taken(position, option, rec))


def every(position: Position, steps: Iterable[Step]) -> list[Step]:
    """The steps of an entry with those between them at which nobody had a choice.

    Args:
        position: where the entry has run to with a stop at every choice.
        steps: those at which somebody had one.
    """
    todo, found = deque(steps), []
    while position.question:
        question = position.question
        first = next(engine.options(position))
        if isinstance(question, Choice) and _idle(position, question, todo):
            one = Step(position, first)
        else:
            one = todo.popleft()._replace(position=position)
        found.append(one)
        if isinstance(question, Roll):
            position = engine.roll(position, one.answer[1:], stop=True)
        else:
            position = engine.answer(position, one.answer, stop=True)
    return found


def _idle(position: Position, question: Choice, todo: deque[Step]) -> bool:
    """Whether this is a question that is only asked where every choice is."""
    if question.kind in ("pop", "build"):
        return next(engine.plays_by(position, question.player), None) is None
    return question.kind == "upkeep" and not (todo and todo[0].answer[0] == "upkeep")


class _Dice:
    """Where the dice of a play go: those re-rolled, and others, each in the order rolled."""

    def __init__(self, place: int) -> None:
        self.place = place
        self.rerolled: list[int] = []
        self.rolled: list[int] = []


class _Writer:
    """Writes one entry."""

    def __init__(self, entry: Entry, style: Style, path: Path) -> None:
        self.begun = entry
        self.style = style
        self.path = path
        self.plays: list[Play] = []
        self.act = entry.act._replace(path=path, rolls=()) if entry.act else None
        self.attack_dice: list[int] = []
        self.dice = _Dice(-1)
        self.all_dice = [self.dice]
        self.retaliations: list[tuple[int, _Dice]] = []
        self.seen = 0

    def entry(self, steps: Sequence[Step], events: Sequence[Event]) -> Entry:
        """The entry with all its plays and dice."""
        self.seen = steps[0].seen if steps else len(events)
        hands: list[int] = [play.card for play in self.begun.plays if play.verb == "effect"]
        for place, step in enumerate(steps):
            self._triggered(step, events, hands)
            self._step(step, steps[place + 1 :])
        for dice in self.all_dice:
            self._lay(dice)
        return self.begun._replace(path=self.path, rolls=tuple(self.attack_dice), act=self.act, plays=tuple(self.plays))

    def _lay(self, dice: _Dice) -> None:
        """Put the dice of a play into it, those of a re-roll along the faces picked up."""
        play = self.plays[dice.place] if dice.place >= 0 else self.act
        if play is None:
            return
        faces = list(play.faces)
        order = sorted(range(len(faces)), key=faces.__getitem__)
        became = dict(zip(order, dice.rerolled, strict=False))
        rolls = (*dice.rolled, *(became[place] for place in range(len(faces)) if place in became))
        play = play._replace(rolls=rolls)
        if dice.place >= 0:
            self.plays[dice.place] = play
        else:
            self.act = play

    # -- steps

    def _step(self, step: Step, rest: Sequence[Step]) -> None:
        question, answer = step.position.question, step.answer
        if isinstance(question, Roll):
            self._roll(step, question)
        elif answer == PASS:
            if self.style == Style.PASSES and question and question.kind in ("pop", "build"):
                self._add(Play("pass", question.player, ()))
        elif answer[0] == "lucky":
            picks = []
            for later in rest:
                if later.answer[0] != "pick":
                    break
                picks += [later.answer[1]] * (later.answer[1] > 0)
            self._add(self.play(step)._replace(faces=tuple(picks)), dice=True)
        elif answer[0] != "pick":
            play = self.play(step)
            self._add(play, dice=play.verb == "effect")
            if play.verb == "retaliate":
                self.retaliations.append((play.unit, _Dice(len(self.plays) - 1)))
                self.all_dice.append(self.retaliations[-1][1])

    def _add(self, play: Play, dice: bool = False) -> None:
        self.plays.append(play._replace(path=(*self.path, "plays", len(self.plays))))
        if dice:
            self.dice = _Dice(len(self.plays) - 1)
            self.all_dice.append(self.dice)

    def _roll(self, step: Step, question: Roll) -> None:
        frame = step.position.state.frames[-1]
        assert isinstance(frame, Rolling)
        faces = step.answer[1:]
        if question.purpose in ("attack", "fury"):
            self.attack_dice += faces
        elif question.purpose == "re-roll":
            self.dice.rerolled += faces
        elif frame.kind == "retaliate":
            # Several Retaliates of one unit are carried out in the order in which they were played.
            mine = next(one for one in self.retaliations if one[0] == frame.source)
            mine[1].rolled += faces
            if len(faces) == question.left:
                self.retaliations.remove(mine)
        else:
            self.dice.rolled += faces

    def _triggered(self, step: Step, events: Sequence[Event], hand: list[int]) -> None:
        """Re-rolls that have happened by themselves are plays of the file, too."""
        table = step.position.table
        for event in events[self.seen : step.seen]:
            if (event.kind, event.reason) == ("fired", "triggered-reroll"):
                card = next(card for card in hand if _triggers(table, card) and table.cards[card].name == event.ability)
                hand.remove(card)
                old = next(play for play in self.begun.plays if play.verb == "effect" and play.card == card)
                self._add(old._replace(rolls=()), dice=True)
        self.seen = max(self.seen, step.seen)

    # -- plays

    def play(self, step: Step) -> Play:
        """The play that an answer is, without dice and path."""
        answer, position = step.answer, step.position
        table = position.table
        if answer[0] == "effect":
            old = next(play for play in self.begun.plays if play.verb == "effect" and play.card == answer[1])
            return old._replace(rolls=(), of=self._of(step))
        play = played(position, answer)
        return play._replace(of=self._of(step), number=0 if self._plain(step, table) else play.number)

    def _of(self, step: Step) -> str:
        if not step.names or (self.style == Style.SHORT and step.alone):
            return ""
        return step.names[-1 if self.style >= Style.IDS else 0]

    def _plain(self, step: Step, table: Table) -> bool:
        """Whether the play is read as meant without `#n`: its unit has one such ability."""
        if step.answer[0] not in NUMBERED:
            return True
        instance = table.instances[step.answer[1]]
        return len(step.position.sheet(instance.bearer).of(instance.keyword)) == 1


def _triggers(table: Table, card: int) -> bool:
    return any(isinstance(action, Reroll) and action.triggered for action in table.cards[card].actions)


def played(position: Position, option: Option) -> Play:
    """An option as a play, without dice, path and the damage it is about."""
    table = position.table
    verb = option[0]
    if verb == "equip":
        return Play(verb, table.equipment[option[1]].player, (), to=option[2], card=option[1])
    if verb == "effect":
        return Play(verb, table.cards[option[1]].player, (), card=option[1])
    if verb == "overkill":
        question = position.question
        assert isinstance(question, Choice)
        return Play(verb, question.player, (), to=option[1], amount=option[2])
    instance = table.instances[option[1]]
    sheet = position.sheet(instance.bearer)
    group = sheet.of(instance.keyword)
    number = group.index(instance) + 1 if verb in NUMBERED else 0
    play = Play(verb, table.units[instance.bearer].player, (), instance.bearer, number)
    if verb in ("evade", "parry"):
        return play._replace(amount=option[-1])
    if verb == "deflect":
        return play._replace(to=SENT_NOWHERE if option[3] == NOBODY else option[3])
    if verb == "upkeep":
        return play._replace(pay="none" if option[2] < 0 else cost_text(instance.ability.alternatives[option[2]]))
    if verb in ("bonus", "untap"):
        text = _enough((*sheet.of("bonus"), *sheet.of("untap")), instance)
        return play._replace(verb="use", ability=text, to=option[2] if verb == "untap" else NOBODY)
    return play


def _enough(group: tuple[Instance, ...], instance: Instance) -> str:
    """Enough of an ability's text to tell it from the others of its unit: what stands behind the cost, if that does."""
    text = instance.ability.text
    short = text.partition(" -> ")[2]
    others = [other.ability.text for other in group if other.ability.text != text]
    if short and not any(normal(spoken(short)) in normal(other) for other in others):
        found = normal(spoken(short)) in normal(text)
        return short if found else text
    return text
