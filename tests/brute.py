"""Every line of a small scenario, played out one by one: no merging, no canonical positions, no graph.

What `swcli.drive` finds is held against this. The scenarios come from a seed, so that a failing one can be made again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from swcli.drive.given import Follower
from swcli.drive.solve import Outcome, outcome_of
from swcli.game import engine
from swcli.game.boons import GONE
from swcli.game.canonical import faces
from swcli.game.cards import Reroll
from swcli.game.engine import Refused
from swcli.game.frames import Attack, Pick, Rolling
from swcli.game.plays import Option
from swcli.game.position import Choice, Position, Roll
from swcli.scenario.read import from_data
from swcli.scenario.script import Entry, Play
from swcli.scenario.setup import Scenario, load

Data = dict[str, Any]
Holds = Callable[[Position], bool]


class TooMany(Exception):
    """There are more lines than anybody wants to play out one by one."""


class Here(NamedTuple):
    """Where a line stands. `picked` are the dice that a Lucky has picked up so far; `back` is as in `Node`."""

    entry: int
    position: Position
    dice: tuple[int, ...] = ()
    side: tuple[int, ...] = ()
    back: tuple[tuple[int, tuple[int, ...]], ...] = ()
    picked: tuple[int, ...] = ()
    made: int = 0


class Truth(NamedTuple):
    """What is true of each goal at a point, as bits: it can be reached, is reached whatever happens, and can be forced
    by each of the two players.
    """

    can: int
    must: int
    force: tuple[int, int]


class Brute:
    """All lines of a scenario.

    Attributes:
        outcomes: the distinct outcomes. lines: how many lines there are, each face of a die counted.
        verbs: what was played in some line.
        truth: of the goals, in their order.
    """

    def __init__(
        self, scenario: Scenario, goals: list[Holds], free: frozenset[int] = frozenset({0, 1}), most: int = 10_000
    ) -> None:
        self.script = scenario.script
        self.goals = goals
        self.free = free
        self.most = most
        self.outcomes: set[Outcome] = set()
        self.verbs: set[str] = set()
        self.lines = 0
        self._follower = Follower(free)
        self.truth = self._entry(Here(0, scenario.position))

    def _entry(self, here: Here) -> Truth:
        """From the end of one entry on."""
        if here.entry >= len(self.script):
            return self._leaf(here.position)
        entry = self.script[here.entry]
        cards = tuple(play.card for play in (entry.act, *entry.plays) if play and play.verb == "effect")
        position = engine.deal(here.position, cards)
        side: tuple[int, ...] = ()
        try:
            if entry.kind == "attack":
                position = engine.begin_attack(position, entry.unit, entry.target, bool(entry.allowed_by))
            elif entry.kind == "build":
                position = engine.begin_build(position, entry.player)
            elif entry.kind == "end":
                position = engine.end(position, entry.what)
            else:
                assert entry.act is not None and entry.act.verb == "effect"
                side = dice_of(entry.act)
                position = engine.play_between(position, ("effect", entry.act.card, None))
        except Refused:
            return self._entry(Here(here.entry + 1, here.position))
        return self._go(Here(here.entry, position, entry.rolls, side))

    def _leaf(self, position: Position) -> Truth:
        self.lines += 1
        if self.lines > self.most:
            raise TooMany
        self.outcomes.add(outcome_of(position))
        bits = sum(1 << number for number, holds in enumerate(self.goals) if holds(position))
        return Truth(bits, bits, (bits, bits))

    def _go(self, here: Here) -> Truth:
        if len(here.position.state.frames) > 5:
            raise TooMany
        question = here.position.question
        if question is None:
            return self._entry(Here(here.entry + 1, here.position))
        who = -1 if isinstance(question, Roll) else question.player
        truths = [self._go(after) for after in self._after(here, question)]
        everything = (1 << len(self.goals)) - 1
        can, must = 0, everything
        some, every = [0, 0], [everything, everything]
        for truth in truths:
            can |= truth.can
            must &= truth.must
            for player in (0, 1):
                some[player] |= truth.force[player]
                every[player] &= truth.force[player]
        force = [some[player] if player == who else every[player] for player in (0, 1)]
        return Truth(can, must, (force[0], force[1]))

    def _after(self, here: Here, question: Choice | Roll) -> Iterator[Here]:
        if isinstance(question, Roll):
            yield from self._dice(here, question)
            return
        entry = self.script[here.entry]
        if question.player not in self.free:
            place, option = self._follower.next(entry, here.made, here.position)
            made = here.made | 1 << place if place >= 0 else here.made
            yield self._answer(here, entry, option)._replace(made=made)
            return
        for option in dict.fromkeys(engine.options(here.position)):
            yield self._answer(here, entry, option)

    def _answer(self, here: Here, entry: Entry, option: Option) -> Here:
        before = here.position
        self.verbs.add(option[0])
        after = here._replace(position=engine.answer(before, option), picked=())
        if option[0] == "effect":
            return after._replace(side=next(dice_of(play) for play in entry.plays if play.card == option[1]))
        if option[0] == "retaliate":
            unit = before.table.instances[option[1]].bearer
            group = [instance.id for instance in before.sheet(unit).of("retaliate")]
            mine = [play for play in entry.plays if play.verb == "retaliate" and play.unit == unit]
            # The scenarios made here number all Retaliates of a unit that has more than one.
            dice = next((p.rolls for p in mine if p.number in (0, group.index(option[1]) + 1)), ())
            return after._replace(back=(*here.back, (unit, dice)))
        if option[0] == "pick":
            picked = (*here.picked, option[1]) if option[1] else here.picked
            if after.position.state.frames and isinstance(after.position.state.frames[-1], Pick):
                return after._replace(picked=picked)
            return after._replace(side=_lucky(entry, before, picked))
        return after

    def _dice(self, here: Here, roll: Roll) -> Iterator[Here]:
        frame = here.position.state.frames[-1]
        assert isinstance(frame, Rolling)
        own = roll.purpose in ("attack", "fury")
        if not own and not sum(frame.faces):
            if frame.kind == "retaliate":
                place = next(n for n, (unit, _) in enumerate(here.back) if unit == frame.source)
                here = here._replace(side=here.back[place][1], back=here.back[:place] + here.back[place + 1 :])
            elif roll.purpose == "re-roll":
                here = here._replace(side=self._triggered(here) or here.side)
        given = here.dice if own else here.side
        for face in given[:1] or range(1, 7):
            after = here._replace(position=engine.answer(here.position, ("roll", face)))
            yield after._replace(dice=given[1:]) if own else after._replace(side=given[1:])

    def _triggered(self, here: Here) -> tuple[int, ...]:
        """Triggered re-rolls happen in the order of the file; the one going on is the last that left the hand."""
        table = here.position.table
        found: tuple[int, ...] = ()
        for play in self.script[here.entry].plays:
            if play.verb == "effect" and play.card not in here.position.state.hand:
                actions = table.cards[play.card].actions
                if any(isinstance(action, Reroll) and action.triggered for action in actions):
                    found = dice_of(play)
        # Once a play was made, none is going on any more.
        frames = here.position.state.frames
        return found if len(frames) == 2 else ()


def dice_of(play: Play) -> tuple[int, ...]:
    return tuple(face for _, face in sorted(zip(play.faces, play.rolls, strict=False))) + play.rolls[len(play.faces) :]


def _lucky(entry: Entry, position: Position, picked: tuple[int, ...]) -> tuple[int, ...]:
    same = faces(position)
    attack = position.state.frames[0]
    assert isinstance(attack, Attack)
    unit = -1 - attack.used[-1]
    wanted = sorted(same[face - 1] for face in picked)
    mine = [play for play in entry.plays if play.verb == "lucky" and play.unit == unit]
    return next((dice_of(p) for p in mine if sorted(same[face - 1] for face in p.faces) == wanted), ())


# -- goals


def goals_of(scenario: Scenario) -> list[tuple[str, Holds]]:
    """Goals that tell outcomes apart, each as text and as what it means."""
    table = scenario.position.table
    found: list[tuple[str, Holds]] = []
    for unit, info in enumerate(table.units):
        found.append((f"{info.id} survives", _survives(unit)))
        found += [(f"damage on {info.id} <= {most}", _at_most(unit, most)) for most in (0, 1, 2)]
    for player, name in enumerate(table.players):
        found += [(f"force of {name} = {amount}", _has_force(player, amount)) for amount in (0, 1, 2)]
    found.append(("a survives and not b survives", lambda p: p.state.arenas[0] != GONE and p.state.arenas[1] == GONE))
    found.append(("b untapped and damage on a >= 2", lambda p: not p.state.tapped[1] and p.state.damage[0] >= 2))
    return found


def _survives(unit: int) -> Holds:
    return lambda position: position.state.arenas[unit] != GONE


def _at_most(unit: int, most: int) -> Holds:
    return lambda position: position.state.damage[unit] <= most


def _has_force(player: int, amount: int) -> Holds:
    return lambda position: position.state.players[player].force == amount


# -- scenarios

COSTS: Final = (
    "Pay 0 Force",
    "Pay 1 Force",
    "Pay 1 Force",
    "Pay 2 Force",
    "[tap]",
    "Pay 1 build point",
    "Discard a card from your hand",
    "Remove 1 card from your discard pile from the game",
    "Put 1 damage counter on this unit",
    "Gain 1 Force",
    "Draw a card",
)
KEYWORDS: Final = (
    "Critical Hit 1",
    "Parry 1",
    "Stun 1",
    "Riposte 1",
    "Overkill",
    "Overkill",
    "Accuracy 1",
    "Accuracy -1",
    "Armor",
    "Shields 1",
    "Fury 1",
    "Ferocity",
    "Stealth",
    "Lucky 1",
    "Lucky 1",
    "Lucky 2",
)
ACTIVATED: Final = (
    "Evade 1",
    "Evade 2",
    "Deflect 1",
    "Deflect 2",
    "Retaliate 1",
    "Retaliate 2",
    "Intercept",
    "+1 power for this attack",
    "-1 health until end of turn",
    "Accuracy 1 for this attack",
    "Lucky 1 for this attack",
    "Critical Hit 1 until end of battle",
    "Untap one of your Sith",
)
POPS: Final = (
    "attack",
    "re-roll",
    "pending damage",
    "damage prevention",
    "damage prevention",
    "damage placement",
    "unit discard",
    "attack end",
)


def small(seed: int) -> Data:
    """A small scenario: one or two attacks among two to four units, with dice given, partly given or missing, sometimes
    a card, sometimes a build step.
    """
    rng = random.Random(seed)
    ids = ["a", "b", "c", "d"][: rng.choice((2, 2, 3, 3, 4))]
    units = {name: _unit(rng, name) for name in ids}
    data: Data = {
        "players": {
            player: {
                "force": rng.randint(0, 3),
                "build_points": rng.randint(0, 1),
                "hand": rng.randint(0, 1),
                "discard_pile": rng.randint(0, 1),
            }
            for player in ("dark", "light")
        },
        "units": units,
    }
    if rng.random() < 0.1:
        data["rulings"] = rng.choice(
            (
                {"deflect-source": "instance"},
                {"critical-hit-in-excess": "yes"},
                {"stun-per-placement": "each"},
                {"riposte-after-discard": "no"},
            )
        )
    data["script"] = [_attack(rng, units, "a", "b", ids)]
    if rng.random() < 0.15:
        data["script"].append(_attack(rng, units, *rng.choice((("b", "a"), (ids[-1], "b"), (ids[-1], "a"))), ids))
    if rng.random() < 0.15:
        data["equipment"] = {"x": {"player": "dark", "equip": "Pay 1 Force", "grants": ["Parry 1", "Evade 1"]}}
        units["a"]["abilities"].append("Upkeep: Pay 1 Force or [tap]")
        data["script"].insert(rng.choice((0, len(data["script"]))), {"build": "dark"})
    if rng.random() < 0.1:
        data["script"].insert(0, {"effect": _card(rng, ids, None)})
    if rng.random() < 0.1:
        data["script"].append({"end": "battle"})
    return data


def _unit(rng: random.Random, name: str) -> Data:
    abilities = rng.sample(KEYWORDS, rng.choice((0, 0, 1, 1, 2)))
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        abilities.append(f"{rng.choice(COSTS)} -> {rng.choice(ACTIVATED)}")
    if rng.random() < 0.1:
        abilities.append("Each of your Sith gets " + rng.choice(("+1 power", "Accuracy 1", "Lucky 1", "Parry 1")))
    return {
        "player": {"a": "dark", "b": "light"}.get(name) or rng.choice(("dark", "light")),
        "arena": "character",
        "power": rng.randint(1, 3),
        "health": rng.randint(1, 3),
        "abilities": abilities,
        "subtypes": [rng.choice(("Sith", "Jedi"))],
        "tapped": name not in "ab" and rng.random() < 0.4,
    }


def _attack(rng: random.Random, units: Data, by: str, target: str, ids: list[str]) -> Data:
    dice = [rng.randint(1, 6) for _ in range(rng.choice((0, 1, 2, 4, 6, 6, 6)))]
    plays: list[Data] = []
    for name, unit in units.items():
        group = [text for text in unit["abilities"] if "Retaliate" in text]
        for number, _ in enumerate(group, 1):
            if rng.random() < 0.6:
                rolls = [rng.randint(1, 6) for _ in range(rng.randint(1, 2))]
                plays.append({f"retaliate#{number}" if len(group) > 1 else "retaliate": {"by": name, "roll": rolls}})
        if name in (by, target) and any("Lucky" in text for text in unit["abilities"]) and dice and rng.random() < 0.5:
            plays.append({"lucky": {"by": name, "reroll": [rng.choice(dice)], "to": [rng.randint(1, 6)]}})
        for text in unit["abilities"]:
            if "-> Evade" in text and rng.random() < 0.5:
                plays.append({"evade": {"by": name, "prevent": 1}})
            elif "-> Deflect" in text and rng.random() < 0.5:
                plays.append({"deflect": {"by": name, "to": rng.choice([*ids, "none"])}})
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        plays.append({"effect": _card(rng, ids, rng.choice(POPS))})
    return {
        "attack": {"by": by, "target": target, "allowed_by": "a card", **({"roll": dice} if dice else {})},
        "plays": plays,
    }


def _card(rng: random.Random, ids: list[str], pop: str | None) -> Data:
    card: Data = {"by": rng.choice(("dark", "light")), "name": f"card {rng.randint(0, 10**9)}"}
    if pop:
        card["pop"] = pop
    if rng.random() < 0.3:
        card["cost"] = "Pay 1 Force"
    unit = rng.choice(ids)
    kinds = ["damage", "dice", "give", "counters", "untap", "force", "stat", "lose"]
    kinds += ["prevent"] * 3 if pop == "damage prevention" else []
    kinds += ["reroll"] * 8 if pop == "re-roll" else []
    kind = rng.choice(kinds)
    if kind == "damage":
        card["damage"] = {"unit": unit, "amount": rng.randint(1, 2)}
    elif kind == "dice":
        card["damage"] = {"unit": unit, "dice": rng.randint(1, 2)}
        if rng.random() < 0.5:
            card["damage"]["roll"] = [rng.randint(1, 6) for _ in range(card["damage"]["dice"])]
    elif kind == "give":
        card["give"] = {
            "unit": unit,
            "until": "attack" if pop else "turn",
            "ability": rng.choice(("Evade 1", "Accuracy 1", "Parry 1")),
        }
    elif kind == "stat":
        card["give"] = {"unit": unit, "until": "turn", rng.choice(("power", "health")): rng.choice((-1, 1))}
    elif kind == "lose":
        card["lose"] = {"unit": unit, "ability": rng.choice(("Parry", "Lucky", "Accuracy", "Critical Hit"))}
    elif kind == "counters":
        card["counters"] = {"unit": unit, "amount": rng.choice((-1, 1))}
    elif kind == "untap":
        card["untap"] = unit
    elif kind == "force":
        card["force"] = {"player": rng.choice(("dark", "light")), "amount": rng.choice((-1, 1))}
    elif kind == "prevent":
        card["prevent"] = {"unit": unit, "amount": 1}
    else:
        faces_up = [rng.randint(1, 6) for _ in range(rng.choice((1, 1, 2)))]
        card["reroll"] = {"dice": faces_up, "triggered": rng.random() < 0.5 and pop in (None, "re-roll")}
        if rng.random() < 0.5:
            card["reroll"]["to"] = [rng.randint(1, 6) for _ in faces_up]
    return card


def scenario_of(data: Data) -> Scenario:
    return load(from_data(data))
