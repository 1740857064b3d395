"""The brute force for odds: held against numbers worked out by hand and, rule by rule, against the engine."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import pytest

from swcli.game import engine
from swcli.game.boons import GONE
from swcli.game.canonical import canonical
from swcli.game.frames import Damage as EngineDamage
from swcli.game.position import Choice, Position, Roll
from swcli.game.recorder import Recorder
from swcli.scenario.read import from_data
from swcli.scenario.setup import load
from tests.odds_brute import Answer, Solver, solve
from tests.odds_cases import MANY, PLAYERS, STATIC, TOLD, Ability, Case, Unit, generated, keywords_of
from tests.odds_rules import CHANCE, PASS, Damage, Node, Rules, State, Step

# -- by hand


def duel(
    power: int,
    attacking: tuple[Ability, ...] = (),
    defending: tuple[Ability, ...] = (),
    force: tuple[int, int] = (0, 0),
    health: int = 9,
    others: tuple[Unit, ...] = (),
) -> Case:
    """A dark unit attacks a light one."""
    units = (Unit("a", "dark", power, 9, attacking), Unit("b", "light", 0, health, defending), *others)
    return Case(units, "a", "b", force)


def of(answer: Answer, unit: str = "b") -> dict[int, Fraction]:
    return answer.damage[unit]


def binomial(count: int, hit: Fraction) -> dict[int, Fraction]:
    return {hits: comb(count, hits) * hit**hits * (1 - hit) ** (count - hits) for hits in range(count + 1)}


@pytest.mark.parametrize("count", range(6))
@pytest.mark.parametrize(
    ("attacking", "defending", "faces"),
    [
        ((), (), 3),
        ((), (Ability("Armor"),), 2),
        ((Ability("Accuracy", 1),), (), 4),
        ((Ability("Accuracy", 2), Ability("Accuracy", -1)), (Ability("Armor"),), 3),
        ((Ability("Accuracy", -2),), (Ability("Armor"),), 0),
        ((Ability("Accuracy", 3),), (), 6),
    ],
)
def test_plain_dice_are_binomial(
    count: int, attacking: tuple[Ability, ...], defending: tuple[Ability, ...], faces: int
) -> None:
    answer = solve(duel(count, attacking, defending))
    expected = binomial(count, Fraction(faces, 6))
    assert of(answer) == {hits: chance for hits, chance in expected.items() if chance}
    assert answer.value == Fraction(count * faces, 6)


def test_shields_take_dice_away_and_never_below_none() -> None:
    assert of(solve(duel(3, (), (Ability("Shields", 1), Ability("Shields", 1))))) == binomial(1, Fraction(1, 2))
    assert of(solve(duel(1, (), (Ability("Shields", 2),)))) == {0: 1}


def test_a_natural_six_adds_the_critical_hit_once() -> None:
    answer = solve(duel(2, (Ability("Critical Hit", 1), Ability("Critical Hit", 2))))
    # By pairs of faces: both miss, one of 4 and 5 hits, both do; and with a 6: 1 or 2 hits and 3 more.
    assert of(answer) == {n: Fraction(ways, 36) for n, ways in {0: 9, 1: 12, 2: 4, 4: 6, 5: 5}.items()}
    assert answer.fired == {("a", "Critical Hit"): Fraction(11, 36)}


def test_a_natural_one_parries() -> None:
    answer = solve(duel(2, (), (Ability("Parry", 1),)))
    # One hit with a 1: 6 of 36 are parried; that is when Parry takes effect.
    assert of(answer) == {0: Fraction(9 + 6, 36), 1: Fraction(12, 36), 2: Fraction(9, 36)}
    assert answer.fired == {("b", "Parry"): Fraction(6, 36)}


def test_a_natural_two_ripostes_at_the_end() -> None:
    answer = solve(duel(2, (), (Ability("Riposte", 2), Ability("Stun", 1))))
    assert of(answer, "a") == {0: Fraction(25, 36), 2: Fraction(11, 36)}
    assert answer.fired == {("b", "Riposte"): Fraction(11, 36), ("b", "Stun"): Fraction(11, 36)}


def test_a_natural_four_gives_more_dice_once() -> None:
    answer = solve(duel(1, (Ability("Fury", 2),)))
    # A 4 hits by itself and brings two more dice; 5 and 6 just hit.
    assert of(answer) == {
        0: Fraction(1, 2),
        1: Fraction(1, 3) + Fraction(1, 24),
        2: Fraction(1, 12),
        3: Fraction(1, 24),
    }
    assert answer.fired == {("a", "Fury"): Fraction(1, 6)}


def test_the_attacker_rerolls_what_missed() -> None:
    answer = solve(duel(2, (Ability("Lucky", 2),)))
    assert of(answer) == binomial(2, Fraction(3, 4))
    # Nothing is announced where both dice hit, and no die that hit is picked up.
    assert answer.fired == {("a", "Lucky"): Fraction(3, 4)}
    assert answer.rerolled == {"dark": 1, "light": 0}


def test_the_defender_rerolls_what_hit() -> None:
    answer = solve(duel(1, (), (Ability("Lucky", 1),)))
    assert of(answer) == binomial(1, Fraction(1, 4))
    assert answer.rerolled == {"dark": 0, "light": Fraction(1, 2)}


def test_who_passes_first_in_vain_has_lost_his_chance() -> None:
    both = solve(duel(1, (Ability("Lucky", 1),), (Ability("Lucky", 1),)))
    # Dark re-rolls a miss at once, and Light what hits then; on a hit Dark passes: if Light re-rolls and it misses,
    # Dark has his chance again.
    miss = Fraction(1, 4)
    hit = Fraction(1, 2) + Fraction(1, 2) * Fraction(1, 2)
    assert both.value == (miss + hit) / 2


def test_evade_is_paid_for_where_it_helps() -> None:
    answer = solve(duel(1, (), (Ability("Evade", 2, 1),), (0, 1)))
    assert answer.value == 0 and answer.force == {"dark": 0, "light": Fraction(1, 2)}
    assert answer.fired == {("b", "Evade"): Fraction(1, 2)}
    poor = solve(duel(1, (), (Ability("Evade", 2, 2),), (0, 1)))
    assert poor.value == Fraction(1, 2) and poor.force == {"dark": 0, "light": 0}


def test_of_equals_the_cheaper_is_taken_and_of_those_the_first() -> None:
    answer = solve(duel(1, (), (Ability("Evade", 1, 2), Ability("Deflect", 1, 1)), (0, 2)))
    assert answer.fired == {("b", "Evade"): 0, ("b", "Deflect"): Fraction(1, 2)}
    # The first target of a Deflect is nobody.
    assert of(answer, "a") == {0: 1}


def test_deflected_damage_comes_back() -> None:
    attacker = (Ability("Deflect", 1, 0), Ability("Stun", 1))
    answer = solve(duel(1, attacker, (Ability("Deflect", 1, 1), Ability("Evade", 1, 2)), (0, 3)), "damage", "always")
    # b deflects 1 to a, a sends it back as damage of its own; b has deflected damage of a and evades it.
    assert answer.value == 0 and answer.force["light"] == Fraction(3, 2)
    assert answer.fired[("a", "Deflect")] == answer.fired[("b", "Evade")] == Fraction(1, 2)
    assert answer.fired[("a", "Stun")] == 0


def test_ferocity_leaves_nothing_to_prevent() -> None:
    case = duel(
        2, (Ability("Ferocity"),), (Ability("Evade", 2, 0), Ability("Parry", 1), Ability("Deflect", 1, 1)), (0, 1)
    )
    assert of(solve(case)) == binomial(2, Fraction(1, 2))
    assert solve(case).force == {"dark": 0, "light": 0}
    assert solve(case, play="always").force == {"dark": 0, "light": 0}


def test_overkill_moves_what_the_defender_does_not_need() -> None:
    bystander = Unit("c", "light", 0, 1)
    case = duel(3, (Ability("Overkill"),), (), health=2, others=(bystander,))
    # Counters beyond health are damage on the defender, too: for damage nothing is moved.
    assert solve(case).value == Fraction(3, 2) and solve(case).fired == {("a", "Overkill"): 0}
    answer = solve(case, ("discard", "c"))
    assert answer.value == answer.discarded["c"] == answer.fired[("a", "Overkill")] == Fraction(1, 8)
    assert answer.discarded["b"] == Fraction(1, 2)


def test_retaliate_hits_back_with_dice_of_damage() -> None:
    case = duel(1, (Ability("Armor"), Ability("Evade", 1, 1)), (Ability("Retaliate", 2, 1),), (0, 1))
    assert solve(case).fired[("b", "Retaliate")] == 0, "it does nothing to the damage on the defender"
    case = case._replace(units=(case.units[0]._replace(health=2), case.units[1]))
    answer = solve(case, ("discard", "a"))
    assert answer.value == Fraction(1, 9) and answer.fired[("b", "Retaliate")] == 1
    assert answer.force == {"dark": 0, "light": 1}


def test_the_better_one_intercepts() -> None:
    guard = Unit("c", "light", 0, 3, (Ability("Intercept", 0, 1), Ability("Armor")))
    answer = solve(duel(3, force=(0, 1), others=(guard,)))
    assert answer.defender == "c" and answer.value == 1 and answer.fired == {("c", "Intercept"): 1}
    assert answer.force == {"dark": 0, "light": 1}
    assert solve(duel(3, force=(0, 1), others=(guard,)), play="never").defender == "b"


# -- many cases


@cache
def solved(seed: int) -> Answer:
    return solve(generated(seed))


def test_every_keyword_is_there_and_fires() -> None:
    there = {key for seed in MANY for key in keywords_of(generated(seed))}
    assert {keyword for _, keyword in there} == {*TOLD, *STATIC}
    assert there >= {
        *(("attacker", keyword) for keyword in ("Lucky", "Armor", "Evade", "Deflect", "Parry", "Stun", "Critical Hit")),
        *(("defender", keyword) for keyword in ("Lucky", "Armor", "Evade", "Deflect", "Stun", "Ferocity", "Shields")),
        *(("bystander", keyword) for keyword in ("Intercept", "Evade", "Deflect", "Parry", "Riposte", "Retaliate")),
    }
    fires = {keyword for seed in MANY for (_, keyword), chance in solved(seed).fired.items() if chance}
    # Hits that Overkill moves are no damage on the defender.
    assert fires >= {*TOLD} - {"Overkill"}
    cases = [generated(seed) for seed in MANY]
    assert {unit.player for case in cases for unit in case.units if unit.id == case.attacker} == set(PLAYERS)
    assert {len(case.units) for case in cases} == {2, 3, 4}


def test_overkill_is_used_to_discard_another() -> None:
    fires = set()
    for seed in range(40):
        case = generated(seed)
        if len(case.units) == 3 and ("attacker", "Overkill") in keywords_of(case):
            answer = solve(case, ("discard", "c"))
            assert answer.value == answer.discarded["c"]
            fires |= {key for key, chance in answer.fired.items() if chance}
    assert ("a", "Overkill") in fires


def test_chances_add_up() -> None:
    for seed in MANY:
        answer = solved(seed)
        assert all(sum(chances.values()) == 1 for chances in answer.damage.values())
        assert answer.value == sum(amount * chance for amount, chance in of(answer, answer.defender).items())
        for unit in generated(seed).units:
            left = unit.health - unit.damage
            dead = sum(chance for amount, chance in of(answer, unit.id).items() if amount >= left)
            assert answer.discarded[unit.id] == dead


class RealFaces(Rules):
    """The rules, but for dice picked up by their real faces."""

    def least(self, state: State, face: int) -> int:
        return face


def test_dice_that_nothing_tells_apart_are_worth_the_same() -> None:
    tried = 0
    for seed in MANY:
        case = generated(seed)
        if ("attacker", "Lucky") in keywords_of(case) and solved(seed).states < 2000:
            rules = RealFaces(case)
            assert Solver(rules, "damage", "best").value(rules.start).score == solved(seed).value
            tried += 1
    assert tried > 10


def test_nobody_plays_or_everybody_prevents_at_once() -> None:
    for seed in MANY:
        case = generated(seed)
        never, always = solve(case, play="never"), solve(case, play="always")
        assert set(never.force.values()) == set(never.rerolled.values()) == set(always.rerolled.values()) == {0}
        assert never.defender == always.defender == case.defender
        played = {key for answer in (never, always) for key, chance in answer.fired.items() if chance}
        assert not {keyword for _, keyword in played} & {"Lucky", "Overkill", "Retaliate", "Intercept"}
        assert not any(chance for (_, keyword), chance in never.fired.items() if keyword in ("Evade", "Deflect"))


# -- against the engine


class Walk:
    """One attack played by the engine and by the rules of the brute force, with the same answers and dice."""

    def __init__(self, case: Case, rng: random.Random) -> None:
        self.rng = rng
        self.rules = Rules(case)
        self.state = self.rules.start
        self.force = [0, 0]
        self.fired: set[tuple[int, str]] = set()
        self.placed = [0] * len(case.units)
        scenario = load(from_data(case.data()))
        entry = scenario.script[0]
        self.rec = Recorder()
        self.position = engine.begin_attack(scenario.position, entry.unit, entry.target, rec=self.rec)

    def run(self) -> None:
        while True:
            node = self._forward()
            question = self._question()
            if not node.steps:
                assert question is None
                return
            if isinstance(question, Roll):
                assert node.player == CHANCE
                self._roll(node, question)
            else:
                assert isinstance(question, Choice) and question.player == node.player
                self._choose(node)

    def _forward(self) -> Node:
        """The next node at which something is open; whatever happens by itself, or is the only answer, happens."""
        node = self.rules.node(self.state)
        while len(node.steps) == 1:
            self._take(node, node.steps[0])
            node = self.rules.node(self.state)
        return node

    def _question(self) -> Choice | Roll | None:
        while isinstance(self.position.question, Choice):
            options = list(engine.options(self.position))
            if len(options) > 1:
                break
            self.position = engine.answer(self.position, options[0], self.rec)
        return self.position.question

    def _take(self, node: Node, step: Step) -> None:
        self.state = step.state
        if node.player != CHANCE:
            self.force[node.player] += step.spent
        self.fired |= step.fired
        if step.placed:
            self.placed = [a + b for a, b in zip(self.placed, step.placed, strict=True)]

    def _roll(self, node: Node, question: Roll) -> None:
        faces = [self.rng.randint(1, 6) for _ in range(question.left)]
        self.position = engine.roll(self.position, faces, self.rec)
        self._take(node, next(step for step in node.steps if step.name == ("roll", *sorted(faces))))

    def _choose(self, node: Node) -> None:
        options = self._options(self.position)
        steps = {self._plain(step.name): step for step in node.steps}
        assert list(options) == list(steps), "the same options in the same order"
        name = self.rng.choice(list(steps)[self.rng.random() < 0.7 :])
        before = self.position
        self.position = engine.answer(before, options[name], self.rec)
        self._take(node, steps[name])
        if name[0] == "Lucky":
            self._pick(engine.answer(canonical(before), options[name]))

    def _pick(self, merged: Position) -> None:
        """Dice are picked up; `merged` is the engine's position in which faces stand for those like them."""
        faces: list[int] = []
        while self.state.phase == "pick":
            node = self.rules.node(self.state)
            names = [step.name for step in node.steps]
            assert list(engine.options(merged)) == names
            step = self.rng.choice(node.steps)
            merged = engine.answer(merged, step.name)
            faces += (Counter(self.state.dice) - Counter(step.state.dice)).elements()
            self._take(node, step)
        for face in sorted(faces):
            self.position = engine.answer(self.position, ("pick", face), self.rec)
        if type(self.position.state.frames[-1]).__name__ == "Pick":
            self.position = engine.answer(self.position, ("pick", 0), self.rec)

    def _options(self, position: Position) -> dict[tuple[Any, ...], tuple[Any, ...]]:
        return {self._name(option): option for option in engine.options(position)}

    def _name(self, option: tuple[Any, ...]) -> tuple[Any, ...]:
        """An option of the engine as the brute force names it."""
        if option == PASS:
            return option
        if option[0] == "overkill":
            return ("Overkill", *option[1:])
        instance = self.position.table.instances[option[1]]
        if option[0] == "lucky":
            return ("Lucky", instance.bearer)
        group = self.position.sheet(instance.bearer).of(instance.keyword)
        rest = [_seen(item) if isinstance(item, EngineDamage) else item for item in option[2:]]
        return (option[0].title(), instance.bearer, group.index(instance), *rest)

    def _plain(self, name: tuple[Any, ...]) -> tuple[Any, ...]:
        """The name of a step with its ability counted among those of its keyword."""
        if name[0] not in ("Retaliate", "Intercept", "Evade", "Deflect"):
            return name
        unit, number = name[1]
        abilities = self.rules.units[unit].abilities[:number]
        rest = [_seen(item) if isinstance(item, Damage) else item for item in name[2:]]
        return (name[0], unit, sum(ability.keyword == name[0] for ability in abilities), *rest)


def _seen(damage: Damage | EngineDamage) -> tuple[Any, ...]:
    return (*damage[:5], len(damage[5]))


def ends_alike(walk: Walk, case: Case) -> None:
    position: Position = walk.position
    state = position.state
    before = [unit.damage for unit in case.units]
    assert list(state.damage) == [a + b for a, b in zip(before, walk.placed, strict=True)] == list(walk.state.counters)
    assert tuple(place == GONE for place in state.arenas) == walk.state.gone
    assert tuple(player.force for player in state.players) == walk.state.force
    assert walk.state.force == tuple(a - b for a, b in zip(case.force, walk.force, strict=True))
    happened = {(event.unit, event.ability) for event in walk.rec.events if event.kind in ("fired", "played")}
    assert {key for key in happened if key[1] in TOLD} == walk.fired


@pytest.mark.parametrize("batch", range(5))
def test_the_engine_goes_the_same_way(batch: int) -> None:
    for seed in range(batch * 100, batch * 100 + 100):
        case = generated(seed)
        for game in range(3):
            walk = Walk(case, random.Random(1000 * seed + game))
            walk.run()
            ends_alike(walk, case)
