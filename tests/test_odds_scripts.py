"""Odds of scripts in which nothing is left to chance or choice, and the two ways in which dice are looked at."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from swcli.drive.odds.objective import Objective
from swcli.drive.odds.players import Players
from swcli.drive.odds.solve import Odds, solve
from swcli.drive.script import resolve
from swcli.report.expect import fired
from swcli.scenario.duel import Fighter, duel, read_abilities
from swcli.scenario.read import from_data, parse, read
from swcli.scenario.script import Script
from swcli.scenario.setup import Scenario, load
from tests import odds_cases as cases
from tests.test_gallery import FILES, ROOT, ruling

CHANCE = [file for file in FILES if file.startswith("scenarios/odds/")]
TEXTS = {file: (ROOT / file).read_text("utf-8") for file in FILES}
PLAYED = [file for file in FILES if "\nscript:" in TEXTS[file] and "illegal:" not in TEXTS[file]]
WHOLE = [file for file in PLAYED if file not in CHANCE]
"""Scripts that come to an end, with all dice given."""
LARGE = ("scenarios/explore/heavy.yaml", "scenarios/battles/09-two-turns-with-ahsoka.yaml")
SCRIPT: Any = ("script", "script")
BEST: Any = ("optimal", "optimal")


def scenario_of(file: str) -> Scenario:
    return load(read(str(ROOT / file)))


@pytest.mark.parametrize("file", WHOLE)
def test_a_whole_script_has_one_outcome(file: str) -> None:
    """With all dice and plays given, odds are what `resolve` says, and what fires there fires here for certain."""
    scenario, there = scenario_of(file), ruling(file)
    assert there.error is None and scenario.script
    here = solve(scenario.position, scenario.script, SCRIPT, Objective()).odds
    before, after = scenario.position.state, there.position.state
    assert [odds.damage for odds in here.units] == [
        {now - then: Fraction(1)} for now, then in zip(after.damage, before.damage, strict=True)
    ]
    assert not here.missed
    assert here.fired is not None
    assert set(here.fired.values()) <= {Fraction(1)}
    assert {(who, ability.lower()) for who, ability in here.fired} == fired(there)


@pytest.mark.parametrize("file", [*CHANCE, *(file for file in FILES[::5] if file not in LARGE)])
def test_scenarios_have_odds(file: str) -> None:
    """Choices may be free where plays are written: chances add up, and nothing breaks."""
    scenario = scenario_of(file)
    for policies in (BEST, ("never", "always")):
        odds = solve(scenario.position, scenario.script, policies, Objective()).odds  # type: ignore[arg-type]
        for unit in odds.units:
            assert sum(unit.damage.values()) == 1
            assert 0 <= unit.discarded <= 1
        assert odds.fired is not None
        assert all(0 < chance <= 1 for chance in odds.fired.values())
        assert all(0 < chance <= 1 for chance in odds.missed.values())


def entries_with_few_dice(file: str) -> list[int]:
    """The attacks of a script whose dice may as well fall otherwise: at most three of them."""
    script = scenario_of(file).script
    return [place for place, entry in enumerate(script) if 0 < len(entry.rolls) <= 3]


DICED = [(file, place) for file in WHOLE for place in entries_with_few_dice(file)]


@pytest.mark.parametrize(("file", "place"), DICED)
def test_odds_are_what_all_rolls_come_to(file: str, place: int) -> None:
    """The dice of one attack are taken out of a script, and every roll is resolved instead."""
    scenario = scenario_of(file)
    script, table = scenario.script, scenario.position.table
    entry = script[place]

    def with_rolls(rolls: tuple[int, ...]) -> Script:
        return (*script[:place], entry._replace(rolls=rolls), *script[place + 1 :])

    share = Fraction(1, 6 ** len(entry.rolls))
    damage: list[Counter[int]] = [Counter() for _ in table.units]
    effects: Counter[tuple[str, str]] = Counter()
    for roll in product(range(1, 7), repeat=len(entry.rolls)):
        there = resolve(scenario.position, with_rolls(roll))
        if there.error is not None:
            pytest.skip("some rolls make a play of the script illegal")
        for unit, (now, before) in enumerate(
            zip(there.position.state.damage, scenario.position.state.damage, strict=True)
        ):
            damage[unit][now - before] += 1
        effects.update(fired(there))
    here = solve(scenario.position, with_rolls(()), SCRIPT, Objective()).odds
    assert [odds.damage for odds in here.units] == [
        {amount: count * share for amount, count in sorted(counter.items())} for counter in damage
    ]
    assert here.fired is not None
    assert {(who, ability.lower()): chance for (who, ability), chance in here.fired.items()} == {
        what: count * share for what, count in effects.items()
    }


OWN = ("Accuracy 1", "Accuracy 2", "Accuracy -1", "Critical Hit 1", "Ferocity", "Stun 1")
OTHERS = ("Armor", "Parry 1", "Riposte 1", "Shields 1", "Stun 1")


@pytest.mark.parametrize("seed", range(60))
def test_what_takes_effect_is_what_all_rolls_come_to(seed: int) -> None:
    """Nobody has a choice: every roll is resolved, and the trace tells what took effect."""
    rng = Random(seed)
    own, others = rng.sample(OWN, rng.randint(1, 3)), rng.sample(OTHERS, rng.randint(1, 4))
    attacker = Fighter(rng.randint(1, 4), 3, read_abilities(", ".join(own)))
    position, script = duel(attacker, Fighter(2, 3, read_abilities(", ".join(others))), rng.randint(0, 1))
    dice = max(0, attacker.power - ("Shields 1" in others))
    effects: Counter[tuple[str, str]] = Counter()
    for roll in product(range(1, 7), repeat=dice):
        effects.update(fired(resolve(position, (script[0]._replace(rolls=roll),))))
    here = solve(position, script, BEST, Objective()).odds
    assert here.fired is not None
    assert {(who, ability.lower()): chance for (who, ability), chance in here.fired.items()} == {
        what: Fraction(count, 6**dice) for what, count in effects.items()
    }


def by_single_dice(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> Odds:
    """The odds with every die rolled and picked up by itself, no blocks."""
    with monkeypatch.context() as patched:
        patched.setattr(Players, "rolls_freely", lambda self, node: False)
        return solve(scenario.position, scenario.script, BEST, Objective()).odds


FEW_DICE = [seed for seed in cases.MANY if max(unit.power for unit in cases.generated(seed).units) <= 4]


OTHERWISE: tuple[dict[str, Any], ...] = (
    {},
    {"priority": ["light", "dark"]},
    {"rulings": {"lucky-order": "light-first"}},
    {"rulings": {"lucky-of-the-intercepted": "yes", "parry-amount": "up-to"}},
    {"rulings": {"critical-hit-on-a-miss": "no", "critical-hit-in-excess": "yes"}},
)


@pytest.mark.parametrize("otherwise", OTHERWISE, ids=str)
@pytest.mark.parametrize("seed", FEW_DICE[::4])
def test_blocks_of_dice_are_what_single_dice_are(
    seed: int, otherwise: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = load(from_data({**cases.generated(seed).data(), **otherwise}))
    blocks = solve(scenario.position, scenario.script, BEST, Objective()).odds
    single = by_single_dice(scenario, monkeypatch)
    assert blocks.units == single.units
    assert (blocks.score, blocks.force, blocks.dice) == (single.score, single.force, single.dice)
    # Of dice that nothing can tell apart one is as likely picked up as another in a block, and the lowest elsewhere:
    # the trace alone can see that, where Accuracy or Armor makes a hit or a miss of some of them.
    assert blocks.fired is not None and single.fired is not None
    assert {what: chance for what, chance in blocks.fired.items() if what[1] not in ("Armor", "Accuracy")} == {
        what: chance for what, chance in single.fired.items() if what[1] not in ("Armor", "Accuracy")
    }


INTERCEPTED = """
players: {dark: {force: 1}, light: {force: 2}}
rulings: {lucky-of-the-intercepted: "yes"}
units:
  a: {player: dark, arena: ground, power: 3, health: 4, abilities: [Lucky 1, Critical Hit 1]}
  d: {player: light, arena: ground, power: 1, health: 2, abilities: [Parry 1, Lucky 1]}
  e: {player: light, arena: ground, power: 1, health: 3, abilities: [Pay 0 Force -> Intercept, Parry 1, Lucky 2]}
script:
  - attack: {by: a, target: d}
    plays:
      - intercept: {by: e}
"""


def test_two_luckys_of_one_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """By one reading the unit that was attacked first may use its Lucky, too."""
    scenario = load(parse(INTERCEPTED.encode()))
    blocks = solve(scenario.position, scenario.script, BEST, Objective()).odds
    single = by_single_dice(scenario, monkeypatch)
    assert blocks == single._replace(positions=blocks.positions)
    assert blocks.fired is not None and {("d", "Lucky"), ("e", "Lucky")} <= blocks.fired.keys()
