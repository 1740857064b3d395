"""Sensitivity: what would change an outcome is found, said, and nothing else; touches miss nothing."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from swcli.drive.explore import Walker
from swcli.drive.halt import Ruling as Outcome
from swcli.drive.script import resolve
from swcli.drive.sensitivity import MOST_ORDERS, Enough, Sensitivity, sensitivity, under
from swcli.game import engine
from swcli.game.position import Choice
from swcli.game.rulings import BY_NAME, RULINGS, Ruling, Rulings
from swcli.report.judged import ExitStatus, Judged, judge, judge_document
from swcli.report.layout import report
from swcli.report.record import record
from swcli.report.sensitivity import dependence, depends_on, difference
from swcli.report.text import render
from swcli.scenario.read import from_data, parse
from swcli.scenario.setup import Scenario, load
from tests.plans import Data, plans
from tests.playouts import Style, play_out, written
from tests.shell import ROOT, run

FILES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "scenarios").rglob("*.yaml"))


def judge_text(text: str) -> Judged:
    return judge_document(parse(text.encode("utf-8"), "a.yaml"))


def tried(judged: Judged) -> Sensitivity:
    assert judged.setup is not None and judged.ruling is not None
    return sensitivity(judged.setup.position, judged.setup.script, judged.ruling, judged.setup.seed)


def lines(judged: Judged) -> str:
    """The report in one line."""
    return " ".join(render(report(judged, "outcome")).split())


# -- what is not touched comes out the same


def untouched(scenario: Scenario, base: Outcome, *but: str) -> None:
    position = scenario.position
    for ruling in RULINGS:
        for reading in ruling.readings:
            if ruling.name not in (*base.touched, *but) and reading != position.table.rulings.reading(ruling.name):
                rulings = position.table.rulings.choose({ruling.name: reading})
                other = resolve(under(position, rulings), scenario.script, scenario.seed)
                assert not difference(base, other), (ruling.name, reading)


@pytest.mark.parametrize("file", FILES)
def test_a_ruling_that_is_not_touched_changes_nothing_in_the_gallery(file: str) -> None:
    found = judge(str(ROOT / file))
    assert found.setup is not None and found.ruling is not None
    untouched(found.setup, found.ruling)


@settings(
    derandomize=True,
    max_examples=60,
    database=None,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)
@given(plans(), st.integers(0, 1000), st.booleans(), st.sampled_from([None, *RULINGS]))
def test_a_ruling_that_is_not_touched_changes_nothing_in_random_games(
    plan: Data, seed: int, passes: bool, other: Ruling | None
) -> None:
    if other is not None:
        plan = {**plan, "rulings": {other.name: other.readings[-1]}}
    scenario = load(from_data(written(play_out(plan, random.Random(seed)), Style(passes=passes))))
    base = resolve(scenario.position, scenario.script)
    # Passes that are written fit the order of choices for which they were written.
    untouched(scenario, base, *(["lucky-order"] if passes else []))
    sensitivity(scenario.position, scenario.script, base)  # ends, whatever is tried


@cache
def touches() -> dict[tuple[str, str], tuple[str, ...]]:
    """For each file of the gallery and each ruling it touches the readings that change its outcome."""
    found = {}
    for file in FILES:
        judged = judge(str(ROOT / file))
        changing = {(variant.ruling, variant.reading) for variant, _ in dependence(judged)}
        assert judged.ruling is not None
        for name in judged.ruling.touched:
            found[file, name] = tuple(reading for ruling, reading in changing if ruling == name)
    return found


CHOICES = {"parry-amount", "overkill-second-unit", "evade-nothing", "lucky-order", "lucky-of-the-intercepted"}
"""Rulings that are touched where a choice is open that in most scripts nobody takes."""


@pytest.mark.parametrize("name", [ruling.name for ruling in RULINGS])
def test_a_touch_is_noted_where_it_matters_and_not_in_passing(name: str) -> None:
    files = [readings for (_, touched), readings in touches().items() if touched == name]
    assert len(files) >= 2
    assert len(files) < len(FILES) / 8
    if name not in CHOICES:
        assert sum(bool(readings) for readings in files) >= len(files) / 4


# -- a plain ruling says what it depends on


def test_a_line_below_the_table_says_what_the_outcome_depends_on() -> None:
    text = render(report(judge("scenarios/riposte/from-the-grave.yaml"), "outcome"))
    said = (
        "Depends on the contested ruling riposte-after-discard, read as `yes`; read as `no`: Jedi Peacekeepers: "
        "damage 2 -> 1, is not discarded."
    )
    assert said in " ".join(text.split())
    assert text.index("player  Force") < text.index("Depends on") < text.index("+ expectations")


def test_passes_that_are_written_make_no_ruling_matter() -> None:
    judged = judge("scenarios/contested/lucky-order-dark-first.yaml")
    assert judged.ruling is not None and "lucky-order" in judged.ruling.touched
    assert judge(judged.file, rulings={"lucky-order": "light-first"}).status is ExitStatus.REFUSED
    assert depends_on(judged) == []


def test_nothing_is_said_where_a_touched_ruling_changes_nothing() -> None:
    judged = judge("scenarios/contested/parry-amount-x.yaml", rulings={"stun-per-placement": "each"})
    assert judged.ruling is not None and "parry-amount" in judged.ruling.touched
    assert "Depends on" not in lines(judged) and depends_on(judged) == []


def test_most_of_the_gallery_depends_on_nothing_contested() -> None:
    """And where something is said, it is true: the reading is in the list of those that change the outcome."""
    saying = {file for (file, _), readings in touches().items() if readings}
    assert len(saying) < len(FILES) / 4
    for file in sorted(saying)[::10]:
        assert "Depends on" in lines(judge(str(ROOT / file)))


def test_a_script_that_another_reading_would_stop_says_so() -> None:
    said = lines(judge("scenarios/contested/evade-nothing-legal.yaml"))
    assert "read as `illegal`: the script would be refused: SW401 Evade of Obi-Wan Kenobi is refused" in said
    said = lines(judge("scenarios/contested/power-below-zero-kept.yaml"))
    assert "read as `zero`: the script would no longer fit: SW403 the rules ask for 3 attack dice" in said
    said = lines(judge("scenarios/contested/deflect-source-unit.yaml"))
    assert "read as `instance`: the script would not be refused; Darth Maul" in said


def test_the_record_has_what_the_outcome_depends_on() -> None:
    found = record(judge("scenarios/riposte/from-the-grave.yaml"))
    assert "sensitivity" not in found
    assert found["depends_on"] == [
        {
            "kind": "reading",
            "ruling": "riposte-after-discard",
            "reading": "yes",
            "instead": "no",
            "changes": {
                "units": {
                    "peacekeepers": {
                        "damage": [2, 1],
                        "discarded": [True, False],
                        "arena": ["discard pile", "ground"],
                    }
                }
            },
        }
    ]


def test_dependence_is_on_the_readings_that_are_not_in_force() -> None:
    found = depends_on(judge("scenarios/contested/riposte-after-discard-no.yaml"))
    assert [(one["reading"], one["instead"]) for one in found] == [("no", "yes")]


def test_an_invalid_file_depends_on_nothing() -> None:
    judged = judge("nowhere.yaml")
    assert judged.status is ExitStatus.INVALID
    assert record(judged, with_sensitivity=True)["depends_on"] == []
    assert record(judged, with_sensitivity=True)["sensitivity"] is None


# -- `--sensitivity`


def test_the_table_shows_all_that_was_tried() -> None:
    done = run("resolve", "--sensitivity", "-e", "outcome", "scenarios/riposte/from-the-grave.yaml")
    assert done.returncode == 0
    head, _, rest = done.stdout.partition("Sensitivity: other readings of contested rulings, and other orders\n")
    assert "Depends on" not in head + rest, "the table says it"
    assert rest.splitlines()[:3] == [
        "ruling                 other reading  what would change",
        "riposte-after-discard  no             Jedi Peacekeepers: damage 2 -> 1, is not",
        "                                      discarded",
    ]
    assert "Makes no difference here: deflect-source, parry-amount, " in rest


def test_nothing_to_try_is_said() -> None:
    text = render(report(judge("scenarios/stun/damages.yaml"), "outcome", with_sensitivity=True))
    assert "Nothing else to try: no ruling matters here." in text


def test_the_record_has_all_that_was_tried() -> None:
    found = record(judge("scenarios/contested/parry-amount-x.yaml"), with_sensitivity=True)["sensitivity"]
    assert [(one["kind"], one.get("prevents"), bool(one["changes"])) for one in found["tried"]] == [
        ("reading", None, False),
        ("parry", 0, True),
        ("parry", 1, True),
    ]
    assert found["tried"][1]["changes"]["units"] == {"maul": {"damage": [1, 2]}, "ahsoka": {"damage": [0, 1]}}
    assert set(found["untouched"]) == set(BY_NAME) - {"parry-amount"}
    assert found["orders_not_tried"] == 0
    json.dumps(found)


def test_dice_that_are_rolled_fall_alike_under_every_reading() -> None:
    data = judge("scenarios/riposte/from-the-grave.yaml").scenario
    script = [{"attack": {"by": "peacekeepers", "target": "mudtroopers"}}]
    for seed in range(30):
        judged = judge_document(from_data({**data, "script": script, "seed": seed, "expect": {}}))
        for variant, change in dependence(judged):
            assert variant.ruling == "riposte-after-discard"
            assert set(change) == {"units"} and set(change["units"]) == {"peacekeepers"}


# -- orders


UPKEEPS = """
players: {dark: {force: 3}}
units:
  a: {player: dark, arena: ground, health: 4, abilities: ["Upkeep: Pay 2 Force"]}
  b: {player: dark, arena: ground, health: 4, abilities: ["Upkeep: Pay 2 Force or put 1 damage counter on this unit"]}
  c: {player: light, arena: ground, health: 4}
script:
  - build: dark
"""


def test_the_order_of_upkeeps_that_is_written_nowhere_may_matter() -> None:
    judged = judge_text(UPKEEPS)
    assert "b: damage 1 -> 0" in lines(judged)
    where = "Depends on the order of Upkeeps in build step 1, which the file does not give; as b (Pay 2 Force), a"
    assert where in lines(judged)
    (found,) = depends_on(judged)
    assert found["kind"] == "upkeeps" and found["entry"] == 0
    assert found["order"][0] == {"unit": "b", "upkeep": 1, "pay": "Pay 2 Force"}
    assert found["changes"] == {"units": {"b": {"damage": [1, 0]}}}


def test_an_order_that_is_written_was_chosen_and_is_only_tried_when_asked() -> None:
    judged = judge_text(UPKEEPS + "    plays: [{upkeep: {by: a}}]\n")
    assert depends_on(judged) == []
    orders = [variant for variant in tried(judged).variants if variant.kind == "upkeeps"]
    assert [[one.unit for one in variant.made] for variant in orders] == [[0, 1], [1, 0], [1, 0]]
    assert judged.ruling is not None
    changes = [difference(judged.ruling, variant.result) for variant in orders]
    assert changes == [{}, {"units": {"b": {"damage": [1, 0]}}}, {}]


def test_a_cost_that_is_written_is_paid_in_every_order_where_it_can_be() -> None:
    judged = judge_text(UPKEEPS + "    plays: [{upkeep: {by: b, pay: Put 1 damage counter on this unit}}]\n")
    orders = [variant for variant in tried(judged).variants if variant.kind == "upkeeps"]
    assert len(orders) == 2
    assert judged.ruling is not None
    assert [difference(judged.ruling, variant.result) for variant in orders] == [{}, {}]


def test_orders_are_tried_in_bounds_and_it_is_said_how_many_are_not() -> None:
    units = "".join(
        f'  u{number}: {{player: dark, arena: ground, health: 4, abilities: ["Upkeep: Pay 1 Force"]}}\n'
        for number in range(7)
    )
    judged = judge_text(f"players: {{dark: {{force: 3}}}}\nunits:\n{units}script:\n  - build: dark\n")
    found = tried(judged)
    assert len(found.variants) == MOST_ORDERS and found.cut == 5040 - MOST_ORDERS
    text = " ".join(render(report(judged, "outcome", with_sensitivity=True)).split())
    assert f"{found.cut} more orders were not tried: {MOST_ORDERS} of each are." in text


def test_where_nobody_asked_no_more_is_tried_than_takes_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("swcli.drive.sensitivity.MOST_WORK", 0)
    judged = judge_text(
        UPKEEPS + "  - effect: {by: dark, force: {player: dark, amount: 3}}\n  - end: turn\n  - build: dark\n"
    )
    assert "Depends on the order of Upkeeps in build step 1" in lines(judged)
    assert "the order of Upkeeps in 1 more build step was not looked at. (--sensitivity does)" in lines(judged)


PARRIES = (
    "units:\n  a: {player: dark, arena: character, power: 3, health: 99}\n"
    "  b: {player: light, arena: character, power: 3, health: 99, abilities: [Parry 1]}\nscript:\n"
    + "  - attack: {by: a, target: b, roll: [1, 1, 6], allowed_by: x}\n"
    * 9
)


def test_the_script_is_resolved_so_often_and_it_is_said_where_that_was_not_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("swcli.drive.sensitivity.MOST_RUNS", 5)
    judged = judge_text(PARRIES)
    found = tried(judged)
    assert (found.runs, found.stopped) == (5, "limit") and found.variants
    text = " ".join(render(report(judged, "outcome", with_sensitivity=True)).split())
    assert "Stopped at the limit after 5 runs of the script: other readings and orders were not tried." in text
    assert record(judged, with_sensitivity=True)["sensitivity"]["stopped"] == "limit"


def test_a_long_script_is_resolved_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("swcli.drive.sensitivity.MOST_ASKED", 27)
    monkeypatch.setattr("swcli.drive.sensitivity.LEAST_RUNS", 2)
    found = tried(judge_text(PARRIES))
    assert (found.runs, found.stopped) == (3, "limit")


def test_an_interrupt_keeps_what_is_known() -> None:
    def after_three(runs: int) -> None:
        if runs == 3:
            raise Enough

    judged = judge_text(PARRIES)
    found = record(judged, with_sensitivity=True, progress=after_three)
    assert found["sensitivity"]["stopped"] == "interrupted" and found["sensitivity"]["tried"]
    assert (found["exit_code"], found["status"]) == (130, "resolved")
    text = render(report(judged, "outcome", with_sensitivity=True, progress=after_three))
    assert "Interrupted after 3 runs of the script: " in text


@pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of POSIX")
def test_progress_is_shown_on_a_terminal_and_ctrl_c_ends_it_cleanly(tmp_path: Path) -> None:
    import pty

    file = tmp_path / "long.yaml"
    attack = "  - attack: {by: a, target: b, roll: [1, 1, 6], allowed_by: x}\n"
    file.write_text(
        "units:\n  a: {player: dark, arena: character, power: 3, health: 999}\n"
        "  b: {player: light, arena: character, power: 3, health: 999, abilities: [Parry 1]}\nscript:\n" + attack * 900,
        "utf-8",
    )
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "swcli", "resolve", "--sensitivity", "-e", "outcome", str(file)],
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm"},
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)
    seen = b""
    while b" of the script" not in seen:
        seen += os.read(ours, 4096)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == 130 and b"\n" not in seen
    assert b"Interrupted after " in output and b"receipt: " in output


def test_two_alike_upkeeps_of_one_unit_are_one_order() -> None:
    judged = judge_text(UPKEEPS.replace('["Upkeep: Pay 2 Force"]', '["Upkeep: Pay 1 Force", "Upkeep: Pay 1 Force"]'))
    orders = {tuple(one.unit for one in variant.made) for variant in tried(judged).variants}
    assert orders == {(0, 0, 1), (0, 1, 0), (1, 0, 0)}


def test_the_lucky_of_both_sides_is_tried_in_the_other_order() -> None:
    judged = judge("scenarios/lucky/both-sides-in-turn.yaml")
    (order,) = [variant for variant in tried(judged).variants if variant.kind == "lucky"]
    assert order.result.error is not None and "lucky.dice-rolled" in order.result.error.clauses
    text = " ".join(render(report(judged, "outcome", with_sensitivity=True)).split())
    assert "order of Lucky, attack 1" in text and "not possible: SW401" in text
    assert depends_on(judged) == [], "the order is written"


# -- readings that open a choice


def test_parry_up_to_x_asks_its_player() -> None:
    setup = judge("scenarios/contested/parry-amount-x.yaml").setup
    assert setup is not None
    asked = []
    for rulings in (Rulings(), Rulings(parry_amount="up-to")):
        position = engine.begin_attack(under(setup.position, rulings), 0, 1)
        position = engine.roll(position, (6, 5, 4, 1))
        assert isinstance(position.question, Choice)
        asked.append(position.question.kind)
    assert asked == ["pop", "parry"]
    answers = list(engine.options(position))
    assert [answer[2] for answer in answers] == [2, 1, 0], "as much as can be comes first"
    assert engine.objections(position, ("pass",)) and engine.objections(position, ("parry", answers[0][1], 3))
    for answer, left in zip(answers, (1, 2, 3), strict=True):
        after = engine.answer(position, answer)
        event = after.state.frames[-2]
        assert [one.amount for one in event.pending] == [left]  # type: ignore[union-attr]  # a damage event


def test_exploring_sees_the_choice_that_a_reading_opens() -> None:
    setup = judge("scenarios/contested/parry-amount-x.yaml").setup
    assert setup is not None
    damages = []
    for rulings in (Rulings(), Rulings(parry_amount="up-to")):
        walker = Walker(setup.script, frozenset((0, 1)))
        graph = walker.walk(walker.start(under(setup.position, rulings)))
        damages.append({graph.nodes[end].position.state.damage for end in graph.ends})
    assert (0, 2) not in damages[0] and {(0, 1), (0, 2), (0, 3)} <= damages[1]


@pytest.mark.parametrize(("reading", "first"), [("dark-first", 0), ("light-first", 1)])
def test_who_decides_first_on_lucky_is_seen_by_all_drivers(reading: str, first: int) -> None:
    setup = judge("scenarios/lucky/both-sides-in-turn.yaml").setup
    assert setup is not None
    position = engine.begin_attack(under(setup.position, Rulings(lucky_order=reading)), 0, 1)
    position = engine.roll(position, (6, 4, 3, 2))
    assert position.question == Choice(first, "pop", "re-roll")


@pytest.mark.parametrize("amount", ["", ", prevent: 2"])
def test_a_parry_that_has_no_choice_may_be_written(amount: str) -> None:
    file = Path(ROOT / "scenarios/contested/parry-amount-x.yaml").read_text("utf-8")
    text = file.replace("plays:\n", f"plays:\n      - parry: {{by: ahsoka{amount}}}\n")
    assert judge_text(text).status is ExitStatus.OK


def test_a_parry_that_does_not_happen_is_refused() -> None:
    file = Path(ROOT / "scenarios/contested/parry-amount-x.yaml").read_text("utf-8")
    text = file.replace("plays:\n", "plays:\n      - parry: {by: ahsoka}\n").replace("5, 4, 1]", "5, 4, 2]")
    for rulings in ({}, {"parry-amount": "up-to"}):
        judged = judge_text(text.replace("units:\n", f"rulings: {json.dumps(rulings)}\nunits:\n", 1))
        assert judged.status is ExitStatus.REFUSED
        assert judged.ruling is not None and judged.ruling.error is not None
        assert judged.ruling.error.clauses == ("parry.natural-one",)


@pytest.mark.parametrize(
    ("amount", "status"), [(2, ExitStatus.EXPECTATION), (0, ExitStatus.OK), (3, ExitStatus.REFUSED)]
)
def test_a_parry_prevents_what_is_written_where_it_may(amount: int, status: ExitStatus) -> None:
    file = Path(ROOT / "scenarios/contested/parry-amount-up-to.yaml").read_text("utf-8")
    assert judge_text(file.replace("prevent: 0", f"prevent: {amount}")).status is status
