"""Exploring: what the merged graph says is what playing out every line says; goals, lines and strategies hold."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from swcli.drive import real
from swcli.drive.explore import Walker
from swcli.drive.goal import Goal, parse
from swcli.drive.graph import CHANCE, Graph
from swcli.drive.script import reach, resolve
from swcli.drive.solve import Outcome, Result, line_to, outcome_of, outcomes, solve
from swcli.game.position import Position
from swcli.report import lines
from swcli.report.names import Names
from swcli.report.plan import advice
from swcli.scenario.faults import ScenarioError
from swcli.scenario.read import read
from swcli.scenario.setup import Scenario, load
from tests.brute import Brute, Data, Holds, TooMany, Truth, goals_of, scenario_of, small
from tests.playouts import Style, needs_passes, play_out, written

ROOT = Path(__file__).parent.parent
GALLERY = sorted(file.relative_to(ROOT).as_posix() for file in (ROOT / "scenarios").rglob("*.yaml"))
HEAVY = "scenarios/explore/heavy.yaml"
RARE = (170, 196, 197, 225, 259, 274, 327, 347, 377)
"""Seeds of scenarios with keywords that few have."""
SEEDS = [*range(int(os.environ.get("SWCLI_SEEDS", "120"))), *RARE]
BATCHES = 8
BOTH = frozenset({0, 1})


def walk(scenario: Scenario, free: frozenset[int] = BOTH) -> tuple[Walker, Graph]:
    walker = Walker(scenario.script, free)
    return walker, walker.walk(walker.start(scenario.position))


@cache
def heavy() -> tuple[Scenario, Graph]:
    scenario = load(read(str(ROOT / HEAVY)))
    return scenario, walk(scenario)[1]


# -- against playing out every line


def drawn(seeds: list[int], free: frozenset[int]) -> Iterator[tuple[int, Scenario, list[tuple[str, Holds]], Brute]]:
    """Small scenarios with all their lines played out; those with too many lines are left out."""
    for seed in seeds:
        try:
            scenario = scenario_of(small(seed))
            goals = goals_of(scenario)
            yield seed, scenario, goals, Brute(scenario, [holds for _, holds in goals], free, 600)
        except (ScenarioError, TooMany, RecursionError):
            continue


def expected(truth: Truth, number: int) -> tuple[str, tuple[int, ...]]:
    """What has to be said of a goal, and who can force it."""
    forced = tuple(player for player in (0, 1) if truth.force[player] >> number & 1)
    if not truth.can >> number & 1:
        return "impossible", ()
    return ("certain" if truth.must >> number & 1 else "forced" if forced else "possible"), forced


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("free", [(0, 1), (0,), (1,)], ids=["both free", "dark free", "light free"])
def test_the_graph_says_what_playing_out_every_line_says(free: tuple[int, ...], batch: int) -> None:
    count = 0
    for seed, scenario, goals, brute in drawn(SEEDS[batch::BATCHES], frozenset(free)):
        count += 1
        _, graph = walk(scenario, frozenset(free))
        assert set(outcomes(graph)) == brute.outcomes, seed
        for number, (text, holds) in enumerate(goals):
            goal = parse(text, scenario.position.table)
            result = solve(graph, goal)
            assert (result.answer, result.forced_by) == expected(brute.truth, number), (seed, text)
            for player in (0, 1):
                alone = solve(graph, goal, player)
                forces = player in result.forced_by
                assert alone.forced_by == ((player,) if forces else ()), (seed, text)
                if alone.answer == "forced":
                    assert follows(graph, goal, alone), (seed, text, "the strategy does not keep its promise")
            if result.line:
                _, end = real.played(graph, scenario.script, result.line)
                assert holds(end), (seed, text)
        if "lucky" not in brute.verbs and not chance(graph):
            assert graph.lines() == brute.lines, seed
    assert count >= 10


def test_the_small_scenarios_have_all_keywords_that_are_played() -> None:
    verbs: set[str] = set()
    count = 0
    for _, _, _, brute in drawn(SEEDS, BOTH):
        verbs |= brute.verbs
        count += 1
    assert count > 100
    assert verbs >= {
        *("pass", "bonus", "deflect", "effect", "equip", "evade", "intercept", "lucky", "overkill", "pick"),
        *("retaliate", "untap", "upkeep"),
    }


def chance(graph: Graph) -> bool:
    return any(who == CHANCE and len(edges) > 1 for who, edges in zip(graph.who, graph.edges, strict=True))


def follows(graph: Graph, goal: Goal, result: Result) -> bool:
    """Whether the goal is reached in every line in which a player does what the strategy says; where it says nothing,
    anything is tried.
    """
    (player,) = result.forced_by
    told = {step.node: step.option for step in result.strategy}
    seen, todo = {0}, [0]
    while todo:
        number = todo.pop()
        edges = graph.edges[number]
        if not edges and not goal.holds(graph.nodes[number].position):
            return False
        for option, target in edges:
            if graph.who[number] == player and number in told and told[number] != option:
                continue
            if target not in seen:
                seen.add(target)
                todo.append(target)
    return True


# -- lines


@pytest.mark.parametrize("batch", range(4))
def test_every_shortest_line_can_be_played_and_ends_as_it_says(batch: int) -> None:
    for _, scenario, _, _ in drawn(SEEDS[batch::8], BOTH):
        _, graph = walk(scenario)
        names = Names(scenario.position.table)
        for outcome, ends in outcomes(graph).items():
            made, end = real.played(graph, scenario.script, line_to(graph, ends))
            assert outcome_of(end) == outcome
            assert lines.sentence(names, scenario.script, lines.said(names, scenario.script, made))


def test_lines_of_the_heavy_scenario() -> None:
    scenario, graph = heavy()
    names = Names(scenario.position.table)
    found = outcomes(graph)
    sentences = []
    for outcome, ends in found.items():
        made, end = real.played(graph, scenario.script, line_to(graph, ends))
        assert outcome_of(end) == outcome
        sentences.append(lines.sentence(names, scenario.script, lines.said(names, scenario.script, made)))
    assert sentences[0] == "nobody plays anything"
    assert "luke: Deflect 2 on 3 damage to b3" in sentences
    assert any(text.startswith("vader: Lucky re-rolls 1 into ") for text in sentences)
    lengths = [text.count(";") for text in sentences]
    assert lengths == sorted(lengths), "the shortest come first"


# -- the other player


def test_with_nobody_free_the_walk_is_the_script() -> None:
    walked = 0
    for file in GALLERY:
        scenario = load(read(str(ROOT / file)))
        ruling = resolve(scenario.position, scenario.script)
        if ruling.error:
            continue  # refused, as the file expects, or dice are rolled by a seed
        walker, graph = walk(scenario, frozenset())
        assert list(outcomes(graph)) == [outcome_of(ruling.position)], file
        assert (graph.lines(), walker.dropped, walker.surplus) == (1, set(), set()), file
        walked += 1
    assert walked > 200


def test_with_nobody_free_the_walk_is_the_script_in_random_games_too() -> None:
    plays = 0
    for seed in range(150):
        plan = small(seed)
        for entry in plan["script"]:  # what was rolled and played is for the game to say
            if "attack" in entry:
                entry["attack"].pop("roll", None)
                entry["plays"] = [play for play in entry["plays"] if "effect" in play]
        game = play_out(plan, random.Random(seed * 7 + 1))
        if needs_passes(game):
            continue
        scenario = scenario_of(written(game, Style(passes=False)))
        ruling = resolve(scenario.position, scenario.script)
        walker, graph = walk(scenario, frozenset())
        assert list(outcomes(graph)) == [outcome_of(ruling.position)] and not walker.dropped, seed
        plays += sum(len(entry.plays) for entry in scenario.script)
    assert plays > 50


def test_from_any_event_on_the_walk_of_nobody_goes_where_the_script_went() -> None:
    for file in GALLERY[::6]:
        scenario = load(read(str(ROOT / file)))
        ruling = resolve(scenario.position, scenario.script)
        for event in range(1, len(ruling.events) + 1) if not ruling.error else ():
            walker = Walker(scenario.script, frozenset())
            graph = walker.walk(walker.at(reach(scenario.position, scenario.script, event), ruling.events))
            assert list(outcomes(graph)) == [outcome_of(ruling.position)], (file, event)
            assert (graph.lines(), walker.dropped) == (1, set()), (file, event)


DUEL: Data = {
    "players": {"dark": {"force": 2}, "light": {"force": 2}},
    "units": {
        "maul": {
            "player": "dark", "arena": "character", "power": 4, "health": 4, "abilities": ["Pay 1 Force -> Evade 1"],
        },
        "luke": {
            "player": "light", "arena": "character", "power": 5, "health": 5,
            "abilities": ["Pay 1 Force -> Deflect 1"],
        },
    },
    "script": [
        {
            "attack": {"by": "maul", "target": "luke", "roll": [6, 5, 4, 1]},
            "plays": [
                {"deflect": {"by": "luke", "to": "maul"}},
                {"evade": {"by": "maul", "prevent": 1}},
            ],
        }
    ],
}  # fmt: skip


def damages(graph: Graph) -> set[tuple[int, ...]]:
    return {outcome.damage for outcome in outcomes(graph)}


def with_retaliate(roll: list[int]) -> Data:
    entry = DUEL["script"][0]
    retaliate = {"retaliate": {"by": "luke", **({"roll": roll} if roll else {})}}
    luke = {**DUEL["units"]["luke"], "abilities": ["Pay 1 Force -> Deflect 1", "Pay 0 Force -> Retaliate 2"]}
    return {
        **DUEL,
        "units": {**DUEL["units"], "luke": luke},
        "script": [{**entry, "plays": [retaliate, *entry["plays"]]}],
    }


def test_dice_given_for_a_retaliate_fall_whoever_decides_that_it_is_played() -> None:
    given = damages(walk(scenario_of(with_retaliate([6, 1])))[1])
    assert {row[0] for row in given} == {0, 1, 2}, "one hit of Retaliate, one deflected, each may be evaded"
    missing = damages(walk(scenario_of(with_retaliate([])))[1])
    assert {row[0] for row in missing} == {0, 1, 2, 3}
    part = damages(walk(scenario_of(with_retaliate([1])))[1])
    assert {row[0] for row in part} == {0, 1, 2}


def test_the_other_player_does_what_the_file_says() -> None:
    scenario = scenario_of(with_retaliate([1, 1]))
    dark = damages(walk(scenario, frozenset({0}))[1])
    assert dark == {(0, 2), (1, 2)}, "Light deflects 1, whatever Dark does; Dark evades it or not"
    light = damages(walk(scenario, frozenset({1}))[1])
    assert light == {(0, 3), (0, 2)}, "Dark evades what is deflected at him; without it his play is left out"


def test_plays_that_name_damage_by_its_number_or_keyword_are_made() -> None:
    entry = DUEL["script"][0]
    for of in ("d2", "luke Deflect"):
        plays = [entry["plays"][0], {"evade": {"by": "maul", "prevent": 1, "of": of}}]
        scenario = scenario_of({**DUEL, "script": [{**entry, "plays": plays}]})
        assert damages(walk(scenario, frozenset({1}))[1]) == {(0, 3), (0, 2)}, of


LUCKY: Data = {
    "units": {
        "han": {"player": "light", "arena": "character", "power": 3, "health": 4, "abilities": ["Lucky 1"]},
        "boba": {"player": "dark", "arena": "character", "health": 9},
    },
    "script": [
        {
            "attack": {"by": "han", "target": "boba", "roll": [6, 2, 1]},
            "plays": [{"lucky": {"by": "han", "reroll": [2], "to": [5]}}],
        }
    ],
}


def test_dice_given_for_a_lucky_fall_where_the_same_dice_are_picked_up() -> None:
    # 2 and 1 miss alike, so either is the die of the file, which becomes a 5; of the 6 nothing is known.
    assert {row[1] for row in damages(walk(scenario_of(LUCKY))[1])} == {0, 1, 2}
    plain = {**LUCKY, "script": [{"attack": {"by": "han", "target": "boba", "roll": [6, 2, 1]}}]}
    assert chance(walk(scenario_of(plain))[1])


def test_dice_of_cards_fall_as_given() -> None:
    card = {"by": "dark", "name": "Blast", "pop": "attack", "damage": {"unit": "luke", "dice": 2, "roll": [6, 6]}}
    entry = DUEL["script"][0]
    scenario = scenario_of({**DUEL, "script": [{**entry, "plays": [{"effect": card}]}]})
    hits = {row[1] for row in damages(walk(scenario)[1])}
    assert max(hits) == 5 and not chance(walk(scenario)[1])
    del card["damage"]["roll"]  # type: ignore[attr-defined]  # a mapping
    missing = scenario_of({**DUEL, "script": [{**entry, "plays": [{"effect": card}]}]})
    assert chance(walk(missing)[1])


# -- from an event on


def test_only_choices_after_an_event_are_free() -> None:
    scenario = scenario_of(DUEL)
    ruling = resolve(scenario.position, scenario.script)
    everything = damages(walk(scenario)[1])
    sizes = []
    for event in range(1, len(ruling.events) + 1):
        walker = Walker(scenario.script, BOTH)
        graph = walker.walk(walker.at(reach(scenario.position, scenario.script, event)))
        found = damages(graph)
        assert outcome_of(ruling.position).damage in found, "what happened can still happen"
        assert found <= everything
        sizes.append(len(found))
    assert sizes[0] == len(everything) and sizes[-1] == 1
    assert sizes == sorted(sizes, reverse=True), "the later, the less is open"


def test_from_an_event_on_the_other_player_makes_only_what_is_left() -> None:
    scenario = scenario_of(DUEL)
    ruling = resolve(scenario.position, scenario.script)
    evade = next(e.seq for e in ruling.events if (e.kind, e.ability) == ("played", "Evade"))
    walker = Walker(scenario.script, frozenset({1}))
    graph = walker.walk(walker.at(reach(scenario.position, scenario.script, evade), ruling.events))
    assert damages(graph) == {(0, 2)}


# -- lines without end


def test_lines_that_go_round_in_a_circle_are_endless_and_goals_are_answered_all_the_same() -> None:
    unit = {"arena": "character", "power": 1, "health": 3, "abilities": ["Pay 0 Force -> Deflect 1"]}
    scenario = scenario_of(
        {
            "rulings": {"deflect-source": "instance"},
            "units": {"a": {**unit, "player": "dark"}, "b": {**unit, "player": "light"}},
            "script": [{"attack": {"by": "a", "target": "b", "roll": [6]}}],
        }
    )
    _, graph = walk(scenario)
    assert graph.endless and graph.lines() is None
    assert damages(graph) == {(0, 0), (0, 1), (1, 0)}
    table = scenario.position.table
    assert solve(graph, parse("damage on b = 0", table)).answer == "forced"
    assert solve(graph, parse("a survives", table)).answer in ("certain", "possible", "forced")
    for goal in ("damage on a = 0", "damage on b = 0", "damage on a = 1"):
        for player in (0, 1):
            result = solve(graph, parse(goal, table), player)
            if result.answer == "forced":
                assert follows(graph, parse(goal, table), result)


# -- walks that are not finished


def test_a_walk_that_is_stopped_keeps_what_it_knows_and_claims_no_more() -> None:
    scenario, whole = heavy()
    everything = set(outcomes(whole))
    goal = parse("luke survives", scenario.position.table)
    for most in (1, 10, 100, 2000):
        walker = Walker(scenario.script, BOTH)
        graph = walker.walk(walker.start(scenario.position), most)
        assert not graph.complete and len(graph.nodes) > most
        assert set(outcomes(graph)) <= everything
        assert solve(graph, goal).answer in ("unknown", "possible", "forced")
        assert solve(graph, parse("force of dark = 7", scenario.position.table)).answer == "unknown"


def test_the_heavy_scenario_is_merged_well() -> None:
    _, graph = heavy()
    count = graph.lines()
    assert count is not None and count > 20_000_000
    assert len(graph.nodes) < 15_000
    assert len(outcomes(graph)) > 1000
    # Nodes share equal parts; what is true of a tap equals a number, and must not stand in its place.
    for node in graph.nodes[::100]:
        assert {type(amount) for amount in node.position.state.damage} == {int}
        assert {type(tapped) for tapped in node.position.state.tapped} == {bool}


# -- strategies in words


def test_a_strategy_is_told_so_that_its_chances_can_be_recognised() -> None:
    scenario, graph = heavy()
    result = solve(graph, parse("luke survives", scenario.position.table), 1)
    assert result.answer == "forced" and follows(graph, parse("luke survives", scenario.position.table), result)
    told = advice(Names(scenario.position.table), scenario.script, graph, result.strategy)
    plays = [one for one in told if one.plays]
    assert [(one.where, one.when, one.do) for one in plays] == [
        ("damage prevention POP", "5 on luke from vader; Force dark 3, light 3", "luke: Evade 1 on 5 damage")
    ]
    assert len({(one.where, one.when) for one in told}) == len(told), "no two chances look alike"


@pytest.mark.parametrize(
    "goal", ["damage on vader <= 1", "damage on luke <= 2", "force of light >= 1 and luke survives"]
)
def test_strategies_of_the_heavy_scenario_hold(goal: str) -> None:
    scenario, graph = heavy()
    parsed = parse(goal, scenario.position.table)
    for player in (0, 1):
        result = solve(graph, parsed, player)
        if result.answer == "forced":
            assert follows(graph, parsed, result)


def test_strategies_tell_chances_apart_in_small_scenarios() -> None:
    for seed, scenario, goals, _ in drawn(SEEDS[::2], BOTH):
        _, graph = walk(scenario)
        for text, _ in goals:
            result = solve(graph, parse(text, scenario.position.table))
            if result.strategy:
                told = advice(Names(scenario.position.table), scenario.script, graph, result.strategy)
                alike: dict[tuple[str, str], set[str]] = {}
                for one in told:
                    alike.setdefault((one.where, one.when), set()).add(one.do)
                assert all(len(dos) == 1 for dos in alike.values()), (seed, text, alike)


def test_outcomes_tell_apart_what_players_look_at() -> None:
    scenario = scenario_of(DUEL)
    position = resolve(scenario.position, scenario.script).position
    plain = outcome_of(position)
    state = position.state
    changed = [
        state._replace(damage=(3, 2)),
        state._replace(tapped=(True, True)),
        state._replace(players=(state.players[0], state.players[1]._replace(force=9))),
    ]
    assert isinstance(plain, Outcome)
    assert len({plain, *(outcome_of(Position(scenario.position.table, other)) for other in changed)}) == 4
