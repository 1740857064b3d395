"""Odds of scripts in which nothing is left to chance or choice, and the two ways in which dice are looked at."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from swcli.drive.odds.objective import Objective
from swcli.drive.odds.players import Players
from swcli.drive.odds.solve import Odds, solve
from swcli.report.expect import fired
from swcli.scenario.read import from_data, read
from swcli.scenario.setup import Scenario, load
from tests import odds_cases as cases
from tests.test_gallery import FILES, ROOT, ruling

CHANCE = [file for file in FILES if file.startswith("scenarios/odds/")]
LARGE = ("scenarios/explore/heavy.yaml", "scenarios/battles/09-two-turns-with-ahsoka.yaml")
SCRIPT: Any = ("script", "script")
BEST: Any = ("optimal", "optimal")


def scenario_of(file: str) -> Scenario:
    return load(read(str(ROOT / file)))


@pytest.mark.parametrize("file", [file for file in FILES if file not in CHANCE])
def test_a_whole_script_has_one_outcome(file: str) -> None:
    """With all dice and plays given, odds are what `resolve` says, and what fires there fires here for certain."""
    scenario, there = scenario_of(file), ruling(file)
    if there.error is not None or not scenario.script:
        pytest.skip("nothing comes of it")
    here = solve(scenario.position, scenario.script, SCRIPT, Objective()).odds
    before, after = scenario.position.state, there.position.state
    assert [odds.damage for odds in here.units] == [
        {now - then: Fraction(1)} for now, then in zip(after.damage, before.damage, strict=True)
    ]
    assert not here.missed
    assert here.fired is not None
    assert set(here.fired.values()) <= {Fraction(1)}
    assert {(who, ability.lower()) for who, ability in here.fired} == fired(there)


@pytest.mark.parametrize("file", [*CHANCE, *FILES[::5]])
def test_scenarios_have_odds(file: str) -> None:
    """Choices may be free where plays are written: chances add up, and nothing breaks."""
    scenario = scenario_of(file)
    if not scenario.script or file in LARGE:
        pytest.skip("there is nothing to play, or too much for here")
    for policies in (BEST, ("never", "always")):
        odds = solve(scenario.position, scenario.script, policies, Objective()).odds  # type: ignore[arg-type]
        for unit in odds.units:
            assert sum(unit.damage.values()) == 1
            assert 0 <= unit.discarded <= 1
        assert odds.fired is not None
        assert all(0 < chance <= 1 for chance in odds.fired.values())
        assert all(0 < chance <= 1 for chance in odds.missed.values())


def by_single_dice(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> Odds:
    """The odds with every die rolled and picked up by itself, no blocks."""
    with monkeypatch.context() as patched:
        patched.setattr(Players, "rolls_freely", lambda self, node: False)
        return solve(scenario.position, scenario.script, BEST, Objective()).odds


@pytest.mark.parametrize("seed", range(0, 80, 2))
def test_blocks_of_dice_are_what_single_dice_are(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    case = cases.generated(seed)
    if max(unit.power for unit in case.units) > 4:
        pytest.skip("too many dice for one at a time")
    scenario = load(from_data(case.data()))
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
