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


def begin(position: Position, entry: Entry, act: Option, rec: Recorder | None = None, stop: bool = True) -> Position:
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
    boons = sorted(
        (
            boon.bearer,
            repr(table.granted[boon.amount]) if boon.what == "ability" else f"{boon.amount} {boon.what}",
            boon.ends,
            boon.origin[0],
            table.cards[boon.origin[1]].name if boon.origin[0] == CARD else table.units[boon.origin[1]].id,
            repr(boon.against),
        )
        for boon in state.boons
    )
    return {**state._asdict(), "boons": boons, "hand": ()}


def happened(events: Sequence[Event]) -> list[tuple[Any, ...]]:
    """What happened, but for passes, and for what did not happen: these depend on cards that nobody played.

    Damage that is placed or dropped at one moment is sorted by its ids, since cards have other places in a script.
    """
    found = [
        (
            *(event.kind, event.reason, event.damage, event.attack, event.step, event.player, max(event.unit, -1)),
            *(event.other, event.ability, event.value, event.amount, event.dice),
        )
        for event in events
        if event.kind not in ("pass", "pop", "not-fired", "note")
    ]
    return [
        event
        for kind, group in groupby(found, lambda event: event[0])
        for event in (sorted(group, key=lambda event: event[:3]) if kind in ("placed", "lost") else group)
    ]


# -- scripts


class Style(NamedTuple):
    """How a script is written: `passes`, with every pass; `terse`, without whatever may be left out."""

    passes: bool
    terse: bool = False


OMITTABLE: Final = {"evade": (1, 2), "deflect": (1, 2, 3), "intercept": (1,), "retaliate": (1,), "untap": (2,)}
OMITTABLE_OF_CARDS: Final = {"effect": (2,), "equip": (2,), "overkill": (1,)}
"""Which parts of an answer a play need not name where only one way is open: instance, damage, target."""


def written(playout: Playout, style: Style) -> Data:
    """The scenario that says what was played and rolled in a playout."""
    writer = _Writer(playout, style)
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

    def __init__(self, playout: Playout, style: Style) -> None:
        self.playout = playout
        self.table = playout.scenario.position.table
        self.style = style
        self.seen = 0
        self.plays: list[Data] = []
        self.dice: dict[str, list[int]] = {}
        self.retaliations: list[tuple[int, list[int]]] = []
        self.cards = {
            play["effect"]["name"]: play["effect"]
            for entry in playout.plan["script"]
            for play in (entry, *entry.get("plays", ()))
            if "effect" in play
        }

    def entry(self, played: Played) -> Data:
        """One entry."""
        entry = self.playout.plan["script"][played.place]
        self.plays, self.retaliations, self.dice = [], [], {"attack": []}
        found = {key: value for key, value in entry.items() if key != "plays"}
        if "effect" in entry:
            found["effect"] = self._card(entry["effect"]["name"])
        elif "use" in entry:
            found["use"] = self._use(played.act, frozenset())
        for place, step in enumerate(played.steps):
            self._triggered(step.seen)
            self._write(step, played.steps[place + 1 :])
        if self.dice["attack"]:
            found["attack"] = {**entry["attack"], "roll": self.dice["attack"]}
        return {**found, "plays": self.plays} if self.plays else found

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
            if self.style.passes and question and question.kind in ("pop", "build"):
                self.plays.append({"pass": self.table.players[question.player]})
        elif answer[0] == "lucky":
            picks = takewhile(lambda later: later.answer[0] == "pick", rest)
            faces = [later.answer[1] for later in picks if later.answer[1]]
            self.dice["re-roll"] = []
            body = {"by": self._bearer(answer), "reroll": faces, "to": self.dice["re-roll"]}
            self.plays.append({"lucky": body})
        elif answer[0] != "pick":
            self.plays.append(self._play(step))

    def _die(self, step: Step, question: Roll) -> None:
        frame = step.position.state.frames[-1]
        assert isinstance(frame, Rolling)
        if frame.kind == "retaliate" and not sum(frame.faces):
            mine = next(one for one in self.retaliations if one[0] == frame.source)
            self.retaliations.remove(mine)
            self.dice["damage"] = mine[1]
        self.dice["attack" if question.purpose == "fury" else question.purpose].append(step.answer[1])

    # -- plays

    def _card(self, name: str) -> Data:
        """A card, with room for the dice that it will have rolled."""
        card = {**self.cards[name]}
        for action, purpose, faces in (("damage", "damage", "roll"), ("reroll", "re-roll", "to")):
            if card.get(action, {}).get("dice"):
                self.dice[purpose] = []
                card[action] = {**card[action], faces: self.dice[purpose]}
        return card

    def _play(self, step: Step) -> Data:
        answer = step.answer
        verb, units = answer[0], self.table.units
        omitted = self._omitted(step) if self.style.terse else frozenset()
        if verb == "effect":
            card = self._card(self.table.cards[answer[1]].name)
            if answer[2] is not None and 2 not in omitted:
                card["prevent"] = {**card["prevent"], "of": self._of(step, answer[2])}
            return {"effect": card}
        if verb == "equip":
            equip = {"card": self.table.equipment[answer[1]].id, "to": units[answer[2]].id}
            return {"equip": _without(equip, {"to"} if 2 in omitted else set())}
        if verb == "overkill":
            overkill = {"to": units[answer[1]].id, "hits": answer[2]}
            return {"overkill": _without(overkill, {"to"} if 1 in omitted else set())}
        if verb in ("bonus", "untap"):
            return {"use": self._use(answer, omitted)}
        instance = self.table.instances[answer[1]]
        body: Data = {"by": self._bearer(answer)}
        if verb in ("evade", "deflect") and 2 not in omitted:
            body["of"] = self._of(step, answer[2])
        if verb == "evade":
            body["prevent"] = answer[3]
        elif verb == "deflect" and 3 not in omitted:
            body["to"] = units[answer[3]].id if answer[3] >= 0 else "none"
        elif verb == "upkeep":
            body["pay"] = "none" if answer[2] < 0 else cost_text(instance.ability.alternatives[answer[2]])
        elif verb == "retaliate":
            self.retaliations.append((instance.bearer, []))
            body["roll"] = self.retaliations[-1][1]
        group = step.position.sheet(instance.bearer).of(verb)
        return {verb if len(group) == 1 or 1 in omitted else f"{verb}#{group.index(instance) + 1}": body}

    def _bearer(self, option: Option) -> str:
        return self.table.units[self.table.instances[option[1]].bearer].id

    def _use(self, option: Option, omitted: frozenset[int]) -> Data:
        use = {"by": self._bearer(option), "ability": self.table.instances[option[1]].ability.text}
        return {**use, "to": self.table.units[option[2]].id} if option[0] == "untap" and 2 not in omitted else use

    def _of(self, step: Step, damage: Damage) -> str:
        """What a play calls a damage: its id or, in terse scripts, where it comes from, if that is plain enough."""
        alike = [one for one in step.damage if one[:2] == damage[:2] and one.kind == damage.kind]
        if self.style.terse and damage.source >= 0 and len(alike) == 1:
            return f"{self.table.units[damage.source].id} {damage.kind}"
        return step.damage[damage]

    def _omitted(self, step: Step) -> frozenset[int]:
        """The parts of an answer that need not be written: without them, there is still one way to make the play."""
        omitted: frozenset[int] = frozenset()
        for part in {**OMITTABLE, **OMITTABLE_OF_CARDS}.get(step.answer[0], ()):
            fewer = omitted | {part}
            if self._ways(step, fewer) == [step.answer]:
                omitted = fewer
        return omitted

    def _ways(self, step: Step, omitted: frozenset[int]) -> list[Option]:
        """The options that a play could mean without these parts; of several instances, the first one counts."""
        answer = step.answer
        by_unit = answer[0] in OMITTABLE
        found = [
            option
            for option in dict.fromkeys(step.offered)
            if option[0] == answer[0]
            and all(
                option[part] == item or (part == 3 and self._stands_for(step, option, item))
                for part, item in enumerate(answer)
                if part not in omitted
            )
            and (not by_unit or self._bearer(option) == self._bearer(answer))
        ]
        return [option for option in found if option[1] == found[0][1]] if by_unit else found

    def _stands_for(self, step: Step, option: Option, written: int) -> bool:
        """Whether an Evade of so much, or a Deflect to this unit, may mean an option that does less: as no more is
        pending, or as the damage can't be prevented.
        """
        if option[0] == "deflect":
            return not option[2].preventable
        most = max(other[3] for other in step.offered if other[:3] == option[:3])
        return bool(option[3] == most < written <= self.table.instances[option[1]].value)


def _without(body: Data, keys: set[str]) -> Data:
    return {key: value for key, value in body.items() if key not in keys}
