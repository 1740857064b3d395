"""Random games for tests: scenarios as plain data, playouts of them, and the scripts that say what was played.

A *plan* is a scenario whose script lists what may happen: entries, each with the cards that may be played in it. A
*playout* runs a plan with random but legal answers and keeps every question with its answer. `written` turns that back
into a scenario with a script, as a judge would have noted it at the table, for the script driver to arrive at the same
end by itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import groupby, takewhile
from typing import Any, Final, NamedTuple

from hypothesis import strategies as st

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

Data = dict[str, Any]

MOST_QUESTIONS: Final = 3000
"""No game of the sizes made here asks so many: more means that the engine does not end."""

PLAYERS: Final = ("dark", "light")
POPS: Final = (
    "attack",
    "re-roll",
    "pending damage",
    "damage prevention",
    "damage placement",
    "unit discard",
    "attack end",
)

# -- plans


COSTS: Final = (
    "Pay 1 Force",
    "Pay 0 Force",
    "Pay 1 Force",
    "Pay 2 Force",
    "Pay 1 Force",
    "[tap]",
    "Pay 1 Force, [tap]",
    "Pay 1 build point",
    "Discard a card from your hand",
    "Remove 1 card from your discard pile from the game",
    "Discard the top card of your deck",
    "Put 1 damage counter on this unit",
    "Draw a card",
    "Gain 1 Force",
)
UPKEEPS: Final = (
    "Pay 1 Force",
    "Pay 1 Force and tap this unit",
    "Pay 1 build point",
    "tap",
    "Discard a card from your hand",
    "Put 1 damage counter on this unit",
    "Each player draws a card",
    "Each player gains 1 Force",
)
KEYWORDS: Final = (
    "Critical Hit 1",
    "Critical Hit 2",
    "Parry 1",
    "Parry 2",
    "Stun 1",
    "Lucky 1",
    "Lucky 2",
    "Riposte 1",
    "Riposte 2",
    "Overkill",
    "Accuracy 1",
    "Accuracy -1",
    "Armor",
    "Shields 1",
    "Fury 1",
    "Ferocity",
    "Stealth",
    "Retaliate 1",
    "Retaliate 2",
    "Intercept",
)
BONUSES: Final = ("+1 power", "-1 power", "+1 health", "-1 health", "+10 speed", *KEYWORDS[:-3])
LASTING: Final = tuple(bonus for bonus in BONUSES if bonus != "-1 health")
"""What units may have from the start: with less health one of them might not be there at all."""
LASTS: Final = ("for this attack", "until end of battle", "until end of turn")
SUBTYPES: Final = ("Sith", "Jedi", "Dark Jedi", "Droid")


def chance(times: int) -> st.SearchStrategy[bool]:
    """True once in so many times; false is the simpler of the two."""
    return st.integers(0, times - 1).map(lambda drawn: drawn == times - 1)


def abilities() -> st.SearchStrategy[str]:
    """An ability as on a card."""
    cost = st.sampled_from(COSTS)
    upkeep = st.sampled_from(UPKEEPS)
    bonus, lasting = st.sampled_from(BONUSES), st.sampled_from(LASTING)
    subtype = st.sampled_from(SUBTYPES)
    number = st.integers(1, 3)
    usual = [
        st.sampled_from(KEYWORDS),
        st.builds("{} -> Evade {}".format, cost, number),
        st.builds("{} -> Deflect {}".format, cost, number),
    ]
    return st.one_of(
        *usual * 3,
        st.builds("{} -> Retaliate {}".format, cost, number),
        st.builds("{} -> Intercept".format, cost),
        st.builds("{} -> {} {}".format, cost, bonus, st.sampled_from(LASTS)),
        st.builds("{} -> {} and {} {}".format, cost, bonus, bonus, st.sampled_from(LASTS)),
        st.builds("Upkeep: {}".format, upkeep),
        st.lists(upkeep, min_size=2, max_size=3, unique=True).map(lambda costs: f"Upkeep: {' or '.join(costs)}"),
        st.builds("{} -> Untap one of your {}".format, cost, subtype),
        st.builds("Each of your other {} gets {}".format, subtype, lasting),
        st.builds("Each of your {} gets {} and {}".format, subtype, lasting, lasting),
        st.builds(
            "As long as you have another {} in {}, this unit can't be attacked".format,
            subtype,
            st.sampled_from(("any arena", "the character arena")),
        ),
    )


@st.composite
def units(draw: st.DrawFn) -> Data:
    """A unit that stands in an arena, rarely in the build zone."""
    health = draw(st.sampled_from((6, 4, 8, 10, 3, 2, 1)))
    unit: Data = {
        "player": draw(st.sampled_from(PLAYERS)),
        "arena": draw(st.sampled_from(("character",) * 6 + ("ground", "build"))),
        "power": draw(st.sampled_from((3, 5, 4, 2, 1, 0))),
        "health": health,
        "abilities": [draw(abilities()) for _ in range(draw(st.integers(1, 5)))],
    }
    if draw(chance(4)):
        unit["damage"] = draw(st.integers(0, health - 1))
    if draw(chance(6)):
        unit["tapped"] = True
    if draw(chance(2)):
        unit["subtypes"] = [draw(st.sampled_from(SUBTYPES))]
    return unit


@st.composite
def effects(draw: st.DrawFn, ids: list[str], name: str, pop: str | None) -> Data:
    """What a card does: one or two actions. `pop` is None between attacks and in a build step."""
    unit = st.sampled_from(ids)
    until = st.sampled_from(("attack", "battle", "turn"))
    card: Data = {"by": draw(st.sampled_from(PLAYERS)), "name": name}
    if pop:
        card["pop"] = pop
    if draw(chance(4)):
        card["cost"] = draw(st.sampled_from(("Pay 1 Force", "Pay 2 Force", "Gain 1 Force", "Discard 1 card")))
    if draw(chance(3)):
        card["source"] = draw(unit)
    actions: dict[str, Callable[[], Any]] = {
        "damage": lambda: {
            "unit": draw(unit),
            draw(st.sampled_from(("amount", "dice"))): draw(st.integers(0, 3)),
            "unpreventable": draw(chance(5)),
        },
        "give": lambda: {
            "unit": draw(unit),
            "until": draw(until),
            **draw(
                st.one_of(
                    abilities().filter(lambda text: "Each" not in text and "As long" not in text).map(_ability),
                    st.builds(_stat, st.sampled_from(("power", "speed", "health")), st.integers(-2, 2)),
                )
            ),
            **draw(st.one_of(st.just({}), unit.map(_against), st.sampled_from(SUBTYPES).map(lambda s: _against([s])))),
        },
        "lose": lambda: {
            "unit": draw(unit),
            "ability": draw(st.sampled_from(("Evade", "Deflect", "Lucky 1", *KEYWORDS))),
            "until": draw(until),
        },
        "counters": lambda: {"unit": draw(unit), "amount": draw(st.integers(-2, 2))},
        "force": lambda: {"player": draw(st.sampled_from(PLAYERS)), "amount": draw(st.integers(-3, 3))},
        "tap": lambda: draw(unit),
        "untap": lambda: draw(unit),
        "retreat": lambda: draw(unit),
        "discard": lambda: draw(unit),
        "reroll": lambda: {
            "dice": sorted(draw(st.lists(st.integers(1, 6), min_size=1, max_size=2))),
            "triggered": draw(chance(2)),
        },
        "prevent": lambda: {"unit": draw(unit), **draw(st.sampled_from(({"amount": 1}, {"amount": 3}, {"all": True})))},
    }
    kinds = list(actions)
    if pop == "damage prevention":
        kinds = ["prevent", *kinds]
    elif pop == "re-roll":
        kinds = ["reroll", *kinds]
    for kind in draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=2, unique=True)):
        card[kind] = actions[kind]()
    return card


def _ability(text: str) -> Data:
    return {"ability": text}


def _stat(stat: str, amount: int) -> Data:
    return {stat: amount}


def _against(whom: object) -> Data:
    return {"against": whom}


@st.composite
def plans(draw: st.DrawFn, cards: bool = True) -> Data:
    """A scenario whose script lists what may happen; `cards`: with cards outside the keyword list."""
    ids = ["a", "b", "c", "d", "e"][: draw(st.integers(2, 5))]
    table = {name: draw(units()) for name in ids}
    table["a"] |= {"player": "dark", "arena": "character"}
    table["b"] |= {"player": "light", "arena": "character"}
    if len(ids) > 3 and draw(chance(6)):
        table["d"] |= {"pilots": "a", "player": "dark"}
    data: Data = {
        "players": {
            player: {
                "force": draw(st.sampled_from((4, 8, 2, 1, 0))),
                **{key: draw(st.integers(0, 2)) for key in ("build_points", "hand", "discard_pile")},
            }
            for player in PLAYERS
        },
        "units": table,
    }
    if draw(chance(3)):
        data["equipment"] = {
            name: {
                "player": draw(st.sampled_from(PLAYERS)),
                "equip": draw(st.sampled_from(("Pay 0 Force", "Pay 1 Force", "Pay 1 build point"))),
                "grants": [
                    draw(abilities().filter(lambda text: "Each" not in text and "As long" not in text)),
                    {"to": [draw(st.sampled_from(SUBTYPES))], "get": [draw(st.sampled_from(LASTING))]},
                ],
                **({"attached_to": draw(st.sampled_from(ids))} if draw(chance(2)) else {}),
            }
            for name in ("x", "y")[: draw(st.integers(1, 2))]
        }
    data["script"] = [
        draw(entries(ids, number, cards)) for number in range(draw(st.integers(1, 5)))
    ]
    if draw(chance(6)):
        data["rulings"] = draw(
            st.sampled_from(
                (
                    {"jedi-includes-dark-jedi": "yes"},
                    {"critical-hit-in-excess": "yes"},
                    {"riposte-after-discard": "no"},
                    {"stun-per-placement": "each"},
                )
            )
        )
    return data


@st.composite
def entries(draw: st.DrawFn, ids: list[str], number: int, cards: bool) -> Data:
    """An entry of a plan, with the cards that may be played in it."""
    kind = draw(st.sampled_from(("attack",) * 8 + ("build", "effect", "use", "end")))
    unit = st.sampled_from(ids)
    if kind == "end":
        return {"end": draw(st.sampled_from(("battle", "turn")))}
    if kind == "use":
        return {"use": {"by": draw(unit), "ability": "Untap"}}
    hand = range(draw(st.integers(0, 3)) if cards else 0)
    if kind == "build":
        plays = [{"effect": draw(effects(ids, f"card {number}.{place}", None))} for place in hand]
        return {"build": draw(st.sampled_from(PLAYERS)), "plays": plays}
    plays = [
        {"effect": draw(effects(ids, f"card {number}.{place}", draw(st.sampled_from(POPS))))} for place in hand
    ]
    if kind == "effect" and cards:
        return {"effect": draw(effects(ids, f"card {number}", None)), "plays": plays}
    attack = draw(st.sampled_from(({"by": "a", "target": "b"}, {"by": "b", "target": "a"}, {})))
    attack = attack or {"by": draw(unit), "target": draw(unit)}
    if draw(st.integers(0, 2)):
        attack = {**attack, "allowed_by": "a card"}
    return {"attack": attack, "plays": plays}


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
