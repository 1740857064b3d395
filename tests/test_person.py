"""The driver for a person: what it asks, taking back, and that what is written comes out as it was played."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from swcli.drive.asked import Asked, AskedDice, AskedEntry, AskedPicks, Leave, TakeBack
from swcli.drive.script import resolve
from swcli.game import engine
from swcli.game.events import Event
from swcli.game.plays import PASS, Option
from swcli.scenario.read import parse, read
from swcli.scenario.script import Entry, Play
from swcli.scenario.setup import load
from tests.persons import Chance, Doer, Quiet, Reader, play, saved, scene, trace, traces
from tests.plans import plans

GALLERY = Path(__file__).parent.parent / "scenarios"

DUEL: dict[str, Any] = {
    "players": {"dark": {"force": 6}, "light": {"force": 9, "build_points": 2}},
    "units": {
        "sidious": {
            "player": "dark",
            "arena": "character",
            "power": 4,
            "health": 8,
            "abilities": ["Riposte 1", "Pay 1 Force -> Evade 2", "Pay 1 Force -> Untap one of your Apprentices"],
        },
        "maul": {
            "player": "dark",
            "arena": "character",
            "power": 3,
            "health": 5,
            "tapped": True,
            "subtypes": ["Sith Apprentice"],
            "abilities": ["Lucky 2", "Overkill"],
        },
        "ahsoka": {
            "player": "light",
            "arena": "character",
            "power": 5,
            "health": 5,
            "abilities": [
                "Upkeep: Pay 1 Force or tap this unit",
                "Riposte 2",
                "Pay 1 Force -> Evade 1",
                "Pay 2 Force -> Evade 2",
                "Pay 1 Force -> Deflect 2",
                "Pay 1 Force -> Critical Hit 1 for this attack",
                "Pay 1 Force -> Critical Hit 1 until end of turn",
            ],
        },
        "obiwan": {
            "player": "light",
            "arena": "character",
            "power": 4,
            "health": 4,
            "abilities": ["Pay 1 Force -> Intercept", "Pay 1 Force -> Retaliate 2"],
        },
    },
    "equipment": {"saber": {"player": "light", "equip": "Pay 1 build point", "grants": ["Parry 1"]}},
}
SIDIOUS, MAUL, AHSOKA, OBIWAN = range(4)


def attack(by: int, target: int, allowed_by: str = "") -> Entry:
    return Entry("attack", (), by, target, allowed_by=allowed_by)


def verb(name: str, *rest: Any) -> Any:
    """Whether an option is of a keyword, and ends as given."""
    return lambda option: option[0] == name and option[len(option) - len(rest) :] == rest


def script_of(entries: list[Entry], *plays: Any, dice: tuple[int, ...] = (), picks: Any = ()) -> list[Any]:
    """The script that a duel writes, as data; it has to come out as it was played."""
    scenario = scene(DUEL)
    person = Doer(entries, plays, dice, picks)
    session = play(scenario, person)
    assert person.done and session.exact
    mine, file = traces(DUEL, scenario, session)
    assert mine == file
    script = parse(saved(DUEL, scenario, session).encode(), "a.yaml").data["script"]
    assert isinstance(script, list)
    return script


# -- what is asked and what is written


def test_a_build_step_and_an_ability_between_attacks() -> None:
    use = Play("use", 0, (), SIDIOUS, to=MAUL, ability="Untap one of your Apprentices")
    entries = [
        Entry("build", (), player=1),
        Entry("use", (), SIDIOUS, MAUL, act=use),
        Entry("end", (), what="turn"),
    ]
    assert script_of(entries, verb("upkeep", 0), verb("equip", OBIWAN)) == [
        {
            "build": "light",
            "plays": [
                {"upkeep": {"by": "ahsoka", "pay": "Pay 1 Force"}},
                {"equip": {"card": "saber", "to": "obiwan"}},
            ],
        },
        {"use": {"by": "sidious", "ability": "Untap one of your Apprentices", "to": "maul"}},
        {"end": "turn"},
    ]


def test_of_several_abilities_of_a_kind_the_one_that_was_played_is_written() -> None:
    plays = (verb("bonus"), verb("bonus"), verb("evade", 2), verb("deflect", MAUL))
    assert script_of([attack(SIDIOUS, AHSOKA)], *plays, dice=(6, 5, 4, 1)) == [
        {
            "attack": {"by": "sidious", "target": "ahsoka", "roll": [6, 5, 4, 1]},
            "plays": [
                {"use": {"by": "ahsoka", "ability": "Critical Hit 1 for this attack"}},
                {"use": {"by": "ahsoka", "ability": "Critical Hit 1 until end of turn"}},
                {"evade#2": {"by": "ahsoka", "prevent": 2}},
                {"deflect": {"by": "ahsoka", "to": "maul"}},
            ],
        }
    ]


def test_damage_is_named_where_several_are_pending() -> None:
    def later(option: Option) -> bool:
        return option[0] == "evade" and option[2].kind == "deflect" and option[3] == 1

    (entry,) = script_of([attack(SIDIOUS, AHSOKA)], verb("deflect", AHSOKA), later, dice=(6, 5, 4, 1))
    assert entry["plays"] == [
        {"deflect": {"by": "ahsoka", "to": "ahsoka"}},
        {"evade#1": {"by": "ahsoka", "prevent": 1, "of": "ahsoka Deflect"}},
    ]


def test_an_evade_kept_for_later_damage_says_for_which() -> None:
    def riposte(option: Option) -> bool:
        return option[0] == "evade" and option[2].kind == "riposte"

    # Ahsoka attacks herself: her Riposte comes back at her, when she has let the damage of the attack through.
    (entry,) = script_of([attack(AHSOKA, AHSOKA, "a card")], riposte, dice=(6, 2, 1, 1, 1))
    assert entry["plays"] == [{"evade#1": {"by": "ahsoka", "prevent": 1, "of": "ahsoka Riposte"}}]


def test_re_rolls_and_retaliate_are_written_with_their_dice() -> None:
    dice = (6, 6, 1, 4, 1, 4)
    (entry,) = script_of([attack(MAUL, OBIWAN, "a card")], verb("retaliate"), verb("lucky"), dice=dice, picks=[(1,)])
    assert entry == {
        "attack": {"by": "maul", "target": "obiwan", "roll": [6, 6, 1], "allowed_by": "a card"},
        "plays": [
            {"retaliate": {"by": "obiwan", "roll": [1, 4]}},
            {"lucky": {"by": "maul", "reroll": [1], "to": [4]}},
        ],
    }


def test_nothing_is_asked_where_passing_is_all_that_can_be_done() -> None:
    plain = {
        "units": {name: {"player": name, "arena": "ground", "power": 1, "health": 1} for name in ("dark", "light")}
    }
    person = Reader([attack(0, 1), (6,), None])
    session = play(scene(plain), person)
    assert [type(asked) for asked in person.asked] == [AskedEntry, AskedDice, AskedEntry]
    assert [entry.rolls for entry in session.script] == [(6,)]


def test_an_entry_that_the_rules_forbid_is_told_and_asked_again() -> None:
    person = Reader([attack(SIDIOUS, MAUL), attack(MAUL, AHSOKA), Entry("end", (), what="battle"), None])
    session = play(scene(DUEL), person)
    assert [entry.kind for entry in session.script] == ["end"]
    assert [entry.unit for entry, _ in person.refusals] == [SIDIOUS, MAUL]
    assert {reason for _, reasons in person.refusals for _, reason in reasons} == {"own-unit", "attacker-tapped"}
    assert not person.asked[1].back and not person.asked[2].back, "there is nothing to take back"


# -- with a script


def game(name: str) -> tuple[Any, Any]:
    document = read(GALLERY / name)
    return document.data, load(document)


def test_attacks_and_dice_of_the_file_are_used_and_its_plays_are_asked() -> None:
    data, scenario = game("lucky/both-sides-in-turn.yaml")
    person = Chance(random.Random(1))
    session = play(scenario, person)
    assert [entry.rolls for entry in session.script] == [entry.rolls for entry in scenario.script]
    assert any(isinstance(answer, tuple) and answer and answer[0] == "lucky" for answer in person.answers)
    mine, file = traces(data, scenario, session)
    assert session.exact and mine == file


def step_of(event: Event) -> tuple[Any, ...]:
    return (event.kind, event.reason, event.unit, event.other, event.ability, event.amount, event.damage, event.dice)


class Follower(Quiet):
    """Somebody who plays what leads to a trace, by trying; all dice are in the file."""

    def __init__(self, events: Sequence[Event]) -> None:
        super().__init__()
        self.wanted = [step_of(event) for event in events if event.reason != "carried"]
        self.picked = [event.dice for event in events if (event.kind, event.reason) == ("fired", "lucky")]

    def choose(self, asked: Asked) -> Option:
        best, most, mark = asked.options[0], -1, asked.rec.mark()
        before = [step_of(event) for event in asked.rec.events if event.reason != "carried"]
        for option in asked.options:
            engine.answer(asked.position, option, asked.rec)
            events = before + [step_of(event) for event in asked.rec.events[mark.events :]]
            asked.rec.rewind(mark)
            pairs = enumerate(zip(events, self.wanted, strict=False))
            same = next((number for number, (a, b) in pairs if a != b), len(events))
            if same > most:
                best, most = option, same
        return best

    def dice(self, asked: AskedDice) -> tuple[int, ...]:
        raise AssertionError("the file gives all dice")

    def picks(self, asked: AskedPicks) -> tuple[int, ...]:
        return self.picked.pop(0)

    def entry(self, asked: AskedEntry) -> Entry | None:
        return None


@pytest.mark.parametrize("file", sorted(GALLERY.rglob("*.yaml")), ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_playing_as_a_file_says_gives_the_trace_of_the_file(file: Path) -> None:
    document = read(file)
    scenario = load(document)
    ruling = resolve(scenario.position, scenario.script)
    if ruling.error:
        return  # a play that the rules forbid is never offered
    session = play(scenario, Follower(ruling.events))
    assert session.exact
    mine, again = traces(document.data, scenario, session)
    assert mine == again
    assert bare(mine) == bare(trace(scenario, ruling.events))


def bare(events: list[Any]) -> list[Any]:
    """A trace without the notes that a play was carried past an open POP: these depend on how it is written."""
    return [{**event, "seq": 0} for event in events if event["kind"] != "note"]


def test_dice_of_the_file_that_are_not_needed_are_told() -> None:
    data = {**DUEL, "script": [{"attack": {"by": "sidious", "target": "obiwan", "roll": [1, 1, 1, 1, 6, 6]}}]}
    person = Chance(random.Random(3))
    play(scene(data), person)
    assert person.over == [(6, 6)]


def test_an_attack_of_the_file_that_is_not_possible_any_more_is_left_out() -> None:
    entry = {"attack": {"by": "sidious", "target": "obiwan", "roll": [6, 6, 6, 6]}}
    data = {**DUEL, "script": [entry, {"end": "turn"}, {**entry, "plays": []}]}
    person = Reader([PASS] * 2 + [None])
    session = play(scene(data), person)
    assert [entry.kind for entry in session.script] == ["attack", "end"]
    assert [(entry.kind, entry.unit) for entry, _ in person.refusals] == [("attack", SIDIOUS)]


# -- taking back, leaving


def test_taking_back_asks_the_same_again_and_forgets_what_followed() -> None:
    answers = [attack(SIDIOUS, AHSOKA), PASS, TakeBack, TakeBack, TakeBack, attack(OBIWAN, SIDIOUS), PASS, PASS]
    answers += [(1, 1, 1, 1), TakeBack, (6, 1, 1, 1), PASS, None]
    person = Reader(answers)
    session = play(scene(DUEL), person)
    (entry,) = session.script
    assert (entry.unit, entry.rolls, entry.plays) == (OBIWAN, (6, 1, 1, 1), ())
    assert [asked.back for asked in person.asked][:6] == [False, True, True, True, False, False]


def test_whoever_leaves_leaves_with_what_is_over() -> None:
    class Leaver(Reader):
        def entry(self, asked: AskedEntry) -> Entry | None:
            if len(self.asked) > 1:
                raise Leave
            return super().entry(asked)

    from swcli.drive.person import Session

    session = Session(scene(DUEL).position, (), Leaver([Entry("end", (), what="turn"), Entry("end", (), what="turn")]))
    with pytest.raises(Leave):
        session.play()
    assert len(session.script) == 2


# -- anything goes

few = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@few
@given(plans(), st.integers(0, 10**6))
def test_whatever_is_played_is_written_so_that_it_comes_out_the_same(plan: dict[str, Any], seed: int) -> None:
    scenario = scene(plan)
    session = play(scenario, Chance(random.Random(seed), undo=0.1, more=2))
    assert session.exact
    mine, file = traces(plan, scenario, session)
    assert mine == file


@few
@given(plans(), st.integers(0, 10**6))
def test_answers_taken_back_leave_no_trace(plan: dict[str, Any], seed: int) -> None:
    scenario = scene(plan)
    person = Chance(random.Random(seed), undo=0.3, more=2)
    session = play(scenario, person)
    straight = play(scenario, Reader(person.answers))  # the same table, whose numbers the answers use
    assert straight.script == session.script
    assert trace(scenario, straight.rec.events) == trace(scenario, session.rec.events)
