"""The goal language: what goals mean, and what is said of those that are not understood."""

from __future__ import annotations

import pytest

from swcli.drive.goal import GoalError, parse
from swcli.drive.script import resolve
from swcli.game.position import Position
from swcli.scenario.setup import Scenario
from tests.brute import Data, scenario_of
from tests.test_explore import DUEL


def end_of(data: Data) -> tuple[Scenario, Position]:
    scenario = scenario_of(data)
    return scenario, resolve(scenario.position, scenario.script).position


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("luke survives", True),
        ("LUKE is Discarded", False),
        ("not luke discarded", True),
        ("not not maul tapped", True),
        ("luke untapped and maul tapped", True),
        ("damage on luke = 2", True),
        ("damage on luke == 2 and damage on luke != 3", True),
        ("damage on luke<2", False),
        ("damage on luke>=2 and damage on maul <= 0 and force of light > 0", True),
        ("force of DARK = 1", True),
        ("power of luke = 5 and health of luke = 3 and speed of luke = 0", True),
        ("build points of light < 1", True),
        ("luke survives and maul discarded", False),
        ("  luke\tsurvives  ", True),
    ],
)
def test_goals_say_what_they_mean(text: str, holds: bool) -> None:
    scenario, position = end_of(DUEL)
    assert parse(text, scenario.position.table).holds(position) is holds


def test_ids_that_begin_with_digits_or_differ_by_case_can_be_named() -> None:
    units = {name: {"player": "light", "arena": "character", "health": 2} for name in ("4-lom", "2", "Luke", "luke")}
    table = scenario_of({"units": units, "script": []}).position.table
    assert parse("4-LOM survives and damage on 2 <= 2 and luke survives and Luke survives", table).tests
    with pytest.raises(GoalError, match="may be `Luke` or `luke`"):
        parse("LUKE survives", table)


@pytest.mark.parametrize(
    ("text", "column", "message", "hint"),
    [
        ("", 1, "a unit is missing", "write for instance"),
        ("luk survives", 1, "no unit `luk`", "did you mean `luke`?"),
        ("luke survivs", 6, "says nothing of a unit", "did you mean `survives`?"),
        ("luke", 6, "not said what becomes of the unit", "`survives`"),
        ("luke survives or maul survives", 15, "where `and` is expected", "ask twice"),
        ("luke survives maul survives", 15, "where `and` is expected", "write `and`"),
        ("damage on luke => 2", 17, "`=>` is no comparison", "write `>=`"),
        ("luke survives and", 19, "a unit is missing", "there is `maul` or `luke`"),
        ("damage on luke", 16, "a comparison is missing", "`<=`"),
        ("damage on luke <= two", 19, "a whole number is missing", "such as `2`"),
        ("damage on luke <= 2.5", 19, "a whole number is missing", "such as `2`"),
        ("damage to luke <= 2", 1, "no unit `damage`", "did you mean `damage on`?"),
        ("force of drak >= 1", 10, "no player `drak`", "did you mean `dark`?"),
        ("luke survives, maul survives", 6, "`survives,` says nothing", "did you mean `survives`?"),
        ("luke survives " + "and luke survives " * 500, 1, "too long", "write for instance"),
        ("not " * 1000, 4001, "a unit is missing", ""),
    ],
)
def test_goals_that_are_not_understood(text: str, column: int, message: str, hint: str) -> None:
    table = scenario_of(DUEL).position.table
    with pytest.raises(GoalError) as raised:
        parse(text, table)
    assert (raised.value.column, message in raised.value.message, hint in raised.value.hint) == (column, True, True)
    shown = raised.value.render().splitlines()
    assert shown[0] == raised.value.message and shown[-1] == f"hint: {raised.value.hint}"
    assert set(shown[-2]) <= {" ", "^"} and "^" in shown[-2]


def test_control_characters_of_a_goal_are_not_printed() -> None:
    with pytest.raises(GoalError) as raised:
        parse("luke \x1b[31mdies\x1b[0m", scenario_of(DUEL).position.table)
    assert "\x1b" not in raised.value.render()
