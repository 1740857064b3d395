"""Playing plans (see `tests/plans.py`) with random but legal answers, and writing down what was played as a script."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import groupby, takewhile
from typing import Any, Final, NamedTuple

from swcli.game import engine
from swcli.game.engine import Refused
from swcli.game.events import Event
from swcli.game.frames import Damage, Rolling
from swcli.game.lasting import CARD
from swcli.game.plays import PASS, Option
from swcli.game.position import Choice, Position, Roll
from swcli.game.recorder import Recorder
from swcli.scenario.cost_text import cost_text
from swcli.scenario.read import from_data
from swcli.scenario.script import Entry
from swcli.scenario.setup import Scenario, load
from tests.plans import Data

MOST_QUESTIONS: Final = 3000
"""No game of the sizes made here asks so many in one entry: more means that the engine does not end."""

# -- playouts


class Step(NamedTuple):
    """A question and the answer to it.

    Attributes:
        position: has the question. offered: all answers that were possible. answer: the one that was given.
        damage: the id in the trace of each instance of damage that an answer speaks of.
        seen: how many events were recorded before.
    """

    position: Position
    offered: tuple[Option, ...]
    answer: Option
    damage: dict[Damage, str]
    seen: int


class Played(NamedTuple):
    """An entry that was played: its place in the plan, the position before it, how it began, its questions, its end."""

    place: int
    before: Position
    act: Option
    steps: tuple[Step, ...]
    end: Position


class Playout(NamedTuple):
    """A plan played to its end."""

    plan: Data
    scenario: Scenario
    entries: tuple[Played, ...]
    position: Position
    rec: Recorder


def play_out(plan: Data, rng: random.Random, watch: Callable[[Step, Recorder], None] | None = None) -> Playout:
    """Play a plan with random answers and a stop at every choice; entries that are not legal are left out.

    Args:
        plan: see there.
        rng: decides everything, dice included.
        watch: shown every question, with its answer, before the answer is given.
    """
    scenario = load(from_data(plan))
    position, rec = scenario.position, Recorder()
    entries: list[Played] = []
    for place, entry in enumerate(scenario.script):
        before = deal(position, entry)
        act = _act(before, entry, rng)
        if entry.act and not act:
            continue
        try:
            position = begin(before, entry, act, rec)
        except Refused as refused:
            assert refused.reasons
            continue
        steps: list[Step] = []
        while position.question:
            assert len(steps) < MOST_QUESTIONS, "the engine does not end"
            step = _step(position, rng, rec)
            if watch:
                watch(step, rec)
            steps.append(step)
            position = engine.answer(position, step.answer, rec, stop=True)
        entries.append(Played(place, before, act, tuple(steps), position))
    return Playout(plan, scenario, tuple(entries), position, rec)


def deal(position: Position, entry: Entry) -> Position:
    """The position with the cards that may be played in an entry."""
    plays = (entry.act, *entry.plays)
    return engine.deal(position, tuple(play.card for play in plays if play and play.verb == "effect"))


def begin(
    position: Position, entry: Entry, act: Option, rec: Recorder | None = None, stop: bool = True
) -> Position:
    """Begin an entry; `act` is what is played where it is a play between attacks."""
    if entry.kind == "attack":
        return engine.begin_attack(position, entry.unit, entry.target, bool(entry.allowed_by), rec, stop)
    if entry.kind == "build":
        return engine.begin_build(position, entry.player, rec, stop)
    if entry.kind == "end":
        return engine.end(position, entry.what, rec)
    return engine.play_between(position, act, rec, stop)


def _act(position: Position, entry: Entry, rng: random.Random) -> Option:
    """What is played between attacks: a card, or an ability with a random target, a legal one if there is any; empty
    if nothing is, or can be.
    """
    if entry.act is None:
        return ()
    if entry.kind == "effect":
        return ("effect", entry.act.card, None)
    ways: list[Option] = [
        ("untap", instance.id, unit)
        for instance in position.sheet(entry.unit).of("untap")
        for unit in range(len(position.table.units))
    ]
    legal = [way for way in ways if not engine.objections(position, way)]
    return rng.choice(legal or ways or [()])


def _step(position: Position, rng: random.Random, rec: Recorder) -> Step:
    offered = tuple(engine.options(position))
    assert offered, "a question without an answer"
    # Of the many ways to play and the one way to pass, each is taken often enough for something to happen.
    answer = offered[0] if rng.random() < 0.3 else rng.choice(offered)
    pending = {damage: rec.damage_id(damage) for option in offered for damage in option if isinstance(damage, Damage)}
    return Step(position, offered, answer, pending, len(rec.events))


# -- what came out


def standing(position: Position) -> dict[str, Any]:
    """A position by what it means, to compare positions of two tables of one scenario; cards in hand are left out."""
    table, state = position.table, position.state
    boons = [
        boon._replace(
            amount=0,
            what=repr(table.granted[boon.amount]) if boon.what == "ability" else f"{boon.amount} {boon.what}",
            origin=(boon.origin[0], table.cards[boon.origin[1]].name if boon.origin[0] == CARD else boon.origin[1]),
        )
        for boon in state.boons
    ]
    return {**state._asdict(), "boons": sorted(map(repr, boons)), "hand": ()}


def happened(events: Sequence[Event]) -> list[tuple[Any, ...]]:
    """What happened, but for passes, and for what did not happen: these depend on cards that nobody played.

    Damage that is placed or dropped at one moment is sorted by its ids, since cards have other places in a script.
    """
    found = [
        (event.attack, event.step, event.kind, event.reason, event.player, max(event.unit, -1), event.other)
        + (event.ability, event.value, event.amount, event.damage, event.dice)
        for event in events
        if event.kind not in ("pass", "pop", "not-fired", "note")
    ]
    return [
        event
        for kind, group in groupby(found, lambda event: event[2])
        for event in (sorted(group, key=lambda event: (event[3], event[10])) if kind in ("placed", "lost") else group)
    ]


# -- scripts


def written(playout: Playout, passes: bool) -> Data:
    """The scenario that says what was played and rolled in a playout; `passes`: with every pass written."""
    writer = _Writer(playout, passes)
    return {**playout.plan, "script": [writer.entry(played) for played in playout.entries]}


def needs_passes(playout: Playout) -> bool:
    """Whether the script would say something else without passes: somewhere a player passed, and then came a play of
    his that could have been made there already.
    """
    for played in playout.entries:
        later: Step | None = None
        for step in reversed(played.steps):
            question = step.position.question
            if not isinstance(question, Choice) or step.answer[0] == "pick":
                continue
            if step.answer != PASS:
                later = step
            elif later and _meant(later, later.answer) in [_meant(step, option) for option in step.offered]:
                return True
    return False


def _meant(step: Step, option: Option) -> Option:
    """What of an answer tells it from others of its kind once it is written: its damage goes by its id."""
    named = tuple(step.damage[item] if isinstance(item, Damage) else item for item in option)
    return named[:3] if option[0] == "evade" else named


class _Writer:
    """Writes the entries of a playout as a script."""

    def __init__(self, playout: Playout, passes: bool) -> None:
        self.playout = playout
        self.table = playout.scenario.position.table
        self.passes = passes
        self.seen = 0
        self.plays: list[Data] = []
        self.attack_dice: list[int] = []
        self.dice: list[int] = []
        self.retaliations: list[tuple[int, list[int]]] = []
        self.cards: dict[str, Data] = {}
        for entry in playout.plan["script"]:
            for play in (entry, *entry.get("plays", ())):
                if "effect" in play:
                    self.cards[play["effect"]["name"]] = play["effect"]

    def entry(self, played: Played) -> Data:
        """One entry."""
        data = {**self.playout.plan["script"][played.place]}
        data.pop("plays", None)
        self.plays, self.attack_dice, self.retaliations = [], [], []
        if "effect" in data:
            data["effect"] = self._card(data["effect"]["name"])
        elif "use" in data:
            data["use"] = self._use(played.act)
        for place, step in enumerate(played.steps):
            self._triggered(step.seen)
            self._write(step, played.steps[place + 1 :])
        if self.attack_dice:
            data["attack"] = {**data["attack"], "roll": self.attack_dice}
        if self.plays:
            data["plays"] = self.plays
        return data

    def _triggered(self, seen: int) -> None:
        """Re-rolls that happened by themselves since the last question are plays, too."""
        for event in self.playout.rec.events[self.seen : seen]:
            if (event.kind, event.reason) == ("fired", "triggered-reroll"):
                self.plays.append({"effect": self._card(event.ability)})
        self.seen = seen

    def _write(self, step: Step, rest: tuple[Step, ...]) -> None:
        question, answer = step.position.question, step.answer
        if isinstance(question, Roll):
            self._die(step, question)
        elif answer == PASS:
            if self.passes and question and question.kind in ("pop", "build"):
                self.plays.append({"pass": self.table.players[question.player]})
        elif answer[0] == "lucky":
            picks = takewhile(lambda later: later.answer[0] == "pick", rest)
            faces = [later.answer[1] for later in picks if later.answer[1]]
            self.dice = []
            self.plays.append({"lucky": {"by": self._bearer(answer), "reroll": faces, "to": self.dice}})
        elif answer[0] != "pick":
            self.plays.append(self._play(step))

    def _die(self, step: Step, question: Roll) -> None:
        frame = step.position.state.frames[-1]
        assert isinstance(frame, Rolling)
        if question.purpose in ("attack", "fury"):
            self.attack_dice.append(step.answer[1])
            return
        if frame.kind == "retaliate" and not sum(frame.faces):
            mine = next(one for one in self.retaliations if one[0] == frame.source)
            self.retaliations.remove(mine)
            self.dice = mine[1]
        self.dice.append(step.answer[1])

    def _bearer(self, option: Option) -> str:
        return self.table.units[self.table.instances[option[1]].bearer].id

    def _card(self, name: str) -> Data:
        """A card, with room for the dice that it will have rolled."""
        card = {**self.cards[name]}
        for action, dice, faces in (("damage", "dice", "roll"), ("reroll", "dice", "to")):
            if card.get(action, {}).get(dice):
                self.dice = []
                card[action] = {**card[action], faces: self.dice}
        return card

    def _use(self, option: Option) -> Data:
        use = {"by": self._bearer(option), "ability": self.table.instances[option[1]].ability.text}
        return {**use, "to": self.table.units[option[2]].id} if option[0] == "untap" else use

    def _play(self, step: Step) -> Data:
        answer = step.answer
        verb, units = answer[0], self.table.units
        if verb == "effect":
            card = self._card(self.table.cards[answer[1]].name)
            if answer[2] is not None:
                card["prevent"] = {**card["prevent"], "of": step.damage[answer[2]]}
            return {"effect": card}
        if verb == "equip":
            return {"equip": {"card": self.table.equipment[answer[1]].id, "to": units[answer[2]].id}}
        if verb == "overkill":
            return {"overkill": {"to": units[answer[1]].id, "hits": answer[2]}}
        if verb in ("bonus", "untap"):
            return {"use": self._use(answer)}
        instance = self.table.instances[answer[1]]
        group = step.position.sheet(instance.bearer).of(verb)
        body: Data = {"by": self._bearer(answer)}
        if verb == "evade":
            body |= {"prevent": answer[3], "of": step.damage[answer[2]]}
        elif verb == "deflect":
            body |= {"to": units[answer[3]].id if answer[3] >= 0 else "none", "of": step.damage[answer[2]]}
        elif verb == "upkeep":
            body["pay"] = "none" if answer[2] < 0 else cost_text(instance.ability.alternatives[answer[2]])
        elif verb == "retaliate":
            body["roll"] = []
            self.retaliations.append((instance.bearer, body["roll"]))
        return {f"{verb}#{group.index(instance) + 1}" if len(group) > 1 else verb: body}
