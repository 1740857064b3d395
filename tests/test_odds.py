"""`swcli odds` held against a brute force that restates the rules: every share, as a fraction."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from swcli.drive.goal import parse
from swcli.drive.odds.objective import Objective
from swcli.drive.odds.players import Policy
from swcli.drive.odds.solve import Odds, solve
from swcli.scenario.read import from_data
from swcli.scenario.setup import Scenario, load
from tests import odds_brute as brute
from tests import odds_cases as cases

BEST = ("optimal", "optimal")


def odds_of(scenario: Scenario, objective: Any = "damage", policies: tuple[Policy, ...] = BEST) -> Odds:
    table = scenario.position.table
    wanted = Objective()
    if objective != "damage":
        unit = next(info for info in table.units if info.id == objective[1])
        wanted = Objective(parse(f"{unit.id} discarded", table), 1 - unit.player)
    return solve(scenario.position, scenario.script, policies, wanted).odds


def agree(case: cases.Case, objective: Any = "damage", play: str = "best") -> None:
    scenario = load(from_data(case.data()))
    policies: Any = BEST if play == "best" else (play, play)
    mine = odds_of(scenario, objective, policies)
    theirs = brute.solve(case, objective, play)
    units = scenario.position.table.units
    assert {info.id: odds.damage for info, odds in zip(units, mine.units, strict=True)} == theirs.damage
    assert {info.id: odds.discarded for info, odds in zip(units, mine.units, strict=True)} == theirs.discarded
    assert list(mine.force) == [theirs.force[player] for player in scenario.position.table.players]
    assert mine.fired is not None
    assert {what: mine.fired.get(what, Fraction(0)) for what in theirs.fired} == theirs.fired
    for odds in mine.units:
        assert sum(odds.damage.values()) == 1


@pytest.mark.parametrize("seed", cases.MANY)
def test_brute_force_agrees(seed: int) -> None:
    agree(cases.generated(seed))


@pytest.mark.parametrize("seed", cases.MANY)
def test_brute_force_agrees_about_discards(seed: int) -> None:
    case = cases.generated(seed)
    agree(case, ("discard", case.units[seed % len(case.units)].id))


@pytest.mark.parametrize("play", ["never", "always"])
@pytest.mark.parametrize("seed", cases.MANY)
def test_brute_force_agrees_about_policies(seed: int, play: str) -> None:
    agree(cases.generated(seed), play=play)
