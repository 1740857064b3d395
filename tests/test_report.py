"""Reports: every event has words, views and receipts hold what they promise, the sentence says what mattered."""

from __future__ import annotations

import ast
import io
import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from swcli.drive.halt import Ruling
from swcli.game.clauses import CLAUSES
from swcli.game.events import KINDS, Event
from swcli.report import terminal
from swcli.report.blocks import Die, Gap, Grid, Line
from swcli.report.expect import cited, fired
from swcli.report.judged import ExitStatus, Judged, judge_document
from swcli.report.layout import report
from swcli.report.names import Count, listed, ordinal, possessive
from swcli.report.reasons import NOT_FIRED, NOT_PLAYED, OBJECTIONS
from swcli.report.receipt import canonical, digest, rules_hash, scenario_hash
from swcli.report.record import events, receipt, record
from swcli.report.running import Running
from swcli.report.summary import summary
from swcli.report.text import WIDTH, render
from swcli.report.views import Level, view
from swcli.report.wording import SENTENCES, sentences
from swcli.scenario.read import from_data, parse, read

ROOT = Path(__file__).parent.parent
FILES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "scenarios").rglob("*.yaml"))
UNITS = """
units:
  maul: {player: dark, arena: character, power: 4, health: 4}
  luke: {player: light, arena: character, power: 5, health: 5, abilities: [Pay 1 Force -> Evade 2]}
players: {light: {force: 1}}
"""


@cache
def judged(file: str) -> Judged:
    return judge_document(read(ROOT / file))


def ruling(file: str) -> Ruling:
    found = judged(file).ruling
    assert found is not None
    return found


def judge_text(text: str) -> Judged:
    return judge_document(parse(text.encode("utf-8"), "a.yaml"))


def sentence(file: str) -> str:
    found = ruling(f"scenarios/{file}.yaml")
    return summary(found.opening, found.position, found.events)


# -- words


@pytest.mark.parametrize("file", FILES)
def test_every_event_of_the_gallery_has_words(file: str) -> None:
    found = ruling(file)
    for event, text in zip(found.events, sentences(found.opening.table, found.events), strict=True):
        assert (event.kind, event.reason) in SENTENCES or (event.kind, "") in SENTENCES, (event.kind, event.reason)
        assert "?" not in text and "{" not in text and "None" not in text, text
        assert not text[0].islower(), text
        assert event.kind != "not-fired" or ": " in text or event.reason == NOT_PLAYED, text


def emitted() -> set[tuple[str, str]]:
    """The kinds and reasons that stand as constants in the engine's `emit` calls."""
    found = set()
    for file in (ROOT / "swcli" / "game").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "emit" and len(node.args) > 1:
                kinds, reasons = (constants(arg) for arg in node.args[:2])
                found |= {(kind, reason) for kind in kinds for reason in reasons if len(kinds) == 1}
    return found


def constants(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return [*constants(node.body), *constants(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def test_every_reason_that_the_engine_emits_has_words() -> None:
    found = emitted()
    assert len(found) > 30
    for kind, reason in found:
        assert kind in KINDS
        if kind == "not-fired":
            assert reason in NOT_FIRED or reason in OBJECTIONS or reason == NOT_PLAYED, reason
        else:
            assert (kind, reason) in SENTENCES or (kind, "") in SENTENCES, (kind, reason)


def test_every_objection_has_words_and_no_words_are_left_over() -> None:
    source = "\n".join(
        file.read_text("utf-8") for folder in ("game", "drive") for file in (ROOT / "swcli" / folder).rglob("*.py")
    )
    yielded = set(re.findall(r'yield (?:\(?\s*)"[a-z.-]*",\s*"([a-z-]+)"', source))
    assert len(yielded) > 30
    assert yielded <= set(OBJECTIONS), yielded - set(OBJECTIONS)
    for reason in (*OBJECTIONS, *NOT_FIRED):
        assert f'"{reason}"' in source, f"nobody says {reason} any more"


def test_words_know_what_a_number_counts() -> None:
    assert (
        f"{Count(1):hit} {Count(2):hit} {Count(3):attack die} {Count(1):attack die}"
        == "1 hit 2 hits 3 attack dice 1 attack die"
    )
    assert f"{Count(2):Force} {Count(2):+} {Count(-2):+} {Count(5)}" == "2 Force +2 -2 5"
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 102)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd",
    ]  # fmt: skip
    assert (possessive("Luke"), possessive("Sidious")) == ("Luke's", "Sidious'")
    assert (listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])) == ("a", "a and b", "a, b and c")


def test_units_with_one_name_are_told_apart() -> None:
    text = UNITS.replace("maul: {", "m1: {name: Maul (A), ").replace("luke: {", "m2: {name: Maul (B), ")
    found = judge_text(text + "script: [{attack: {by: m1, target: m2, roll: [6, 1, 1, 1]}}]\n").ruling
    assert found is not None
    assert sentences(found.opening.table, found.events)[0] == "Maul (A) attacks Maul (B)"


# -- the sentence


def test_the_sentence_says_what_mattered() -> None:
    assert sentence("deflect/send-back") == (
        "Darth Tyranus does 3 to Yoda: 3 hits; Yoda deflects 2 back at Darth Tyranus, takes 1 and survives with 3 "
        "health left; Darth Tyranus takes 2 by Deflect and survives with 3 health left."
    )
    assert sentence("parry/natural-one") == (
        "Darth Maul does 3 to Obi-Wan Kenobi: 3 hits; Obi-Wan Kenobi parries 2, takes 1 and survives with 6 health "
        "left."
    )
    assert sentence("stun/all-evaded") == (
        "Darth Maul does 2 to Obi-Wan Kenobi: 2 hits; Obi-Wan Kenobi evades 2 and takes nothing."
    )
    assert sentence("overkill/through-the-interceptor") == (
        "Droidbait intercepts for Luke Skywalker; Darth Tyranus does 1 to Droidbait and 3 to Luke Skywalker by "
        "Overkill: 4 hits; Droidbait takes 1 and is discarded; Luke Skywalker takes 3 and is discarded."
    )
    assert sentence("equip/exar-kuns-lightsaber").startswith("Exar Kun's Lightsaber (A) is attached to Exar Kun; then ")


def test_a_long_script_is_summed_up_by_its_results() -> None:
    assert sentence("source-cards/01-ahsoka-tano-whole-text") == (
        "After 4 attacks, Ahsoka Tano has taken 1 (4 health left) and Darth Maul is discarded."
    )


@pytest.mark.parametrize("file", FILES)
def test_the_sentence_is_one_and_agrees_with_the_outcome(file: str) -> None:
    found = ruling(file)
    text = summary(found.opening, found.position, found.events)
    assert text.endswith(".") and not text[0].islower() and "\n" not in text
    gone = sum(event.kind == "discarded" for event in found.events)
    assert text.count("is discarded") == gone


# -- views


@pytest.mark.parametrize("file", FILES[::7])
def test_views_keep_the_parents_of_what_they_keep(file: str) -> None:
    found = ruling(file).events
    levels: tuple[Level, ...] = ("outcome", "fired", "full")
    kept = [view(found, level) for level in levels]
    assert kept[2] == found
    for smaller, larger in pairwise(kept):
        assert {event.seq for event in smaller} <= {event.seq for event in larger}
    for some in kept:
        seqs = {event.seq for event in some}
        assert all(event.parent in seqs or not event.parent for event in some)
    assert all(event.kind != "not-fired" for event in kept[1])


# -- layout


@pytest.mark.parametrize("file", FILES)
def test_plain_text_is_ascii_within_its_width_and_tells_every_clause(file: str) -> None:
    found = judged(file)
    text = render(report(found, "full"))
    assert text.isascii() and text.endswith("\n") and "\n\n\n" not in text
    assert all(line == line.rstrip() for line in text.splitlines())
    body = [line for line in text.splitlines() if not re.search(r"  (dark|light) |^(unit|Equipment) ", line)]
    assert max(map(len, body)) <= WIDTH
    assert text.splitlines()[-1] == receipt(found).line()
    together = " ".join(text.split())
    for clause in cited(ruling(file)):
        assert re.search(rf"[\[ ]{re.escape(clause)}[,\]]", together), clause


@pytest.mark.parametrize("file", FILES[::5])
def test_the_terminal_says_the_same_words(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stdout", stream)
    monkeypatch.setenv("COLUMNS", "300")
    blocks = report(judged(file), "full")
    terminal.show(blocks)
    drawn = [word for word in stream.getvalue().split() if set(word) - set("─-+|")]
    plain = [word for word in render(blocks, 300).split() if set(word) - set("-+|")]
    assert drawn == plain


def test_every_style_has_a_look() -> None:
    styles = {block.style for file in FILES for block in report(judged(file), "full") if isinstance(block, Line)}
    assert styles <= set(terminal.STYLES)


def test_rerolled_dice_are_marked_where_they_lie() -> None:
    running = Running()
    blank: dict[str, Any] = {
        "parent": 0,
        "attack": 1,
        "step": "roll",
        "player": 0,
        "unit": 0,
        "other": 1,
        "ability": "",
    }
    rest: dict[str, Any] = {"value": None, "amount": None, "damage": "", "clauses": ()}

    def see(kind: str, reason: str, dice: tuple[int, ...], **data: object) -> tuple[Die, ...]:
        event = Event(seq=1, kind=kind, reason=reason, dice=dice, data=data, **blank, **rest)
        running.see(event)
        return running.dice(event)

    assert see("roll", "attack", (6, 2, 2, 4)) == (Die(6), Die(2), Die(2), Die(4))
    once = see("re-roll", "re-roll", (2, 5), old=(2, 6), all=(5, 2, 2, 4))
    assert [die.rerolled for die in once] == [True, True, False, False], (
        "a die that shows its face again was re-rolled too"
    )
    hits = see("roll", "hits", (5, 2, 2, 4), needed=4, bonus=0)
    assert [die.hit for die in hits] == [True, False, False, True]


def test_text_of_a_file_cannot_take_over_the_terminal() -> None:
    text = UNITS.replace("maul: {", 'maul: {name: "\\e[31mMaul\\nx", ')
    try:
        found = judge_text(
            text + 'title: "\\e[2Jx\\ty"\nscript: [{attack: {by: maul, target: luke, roll: [6, 1, 1, 1]}}]\n'
        )
    except Exception as error:  # refused by the reader: just as well
        assert "\x1b" not in str(error)
        return
    assert "\x1b" not in render(report(found, "full"))


def test_what_was_assumed_is_told() -> None:
    text = UNITS.replace("Evade 2]", 'Evade 2, {text: "Draw a card.", ignore: true}]')
    found = judge_text(text + "seed: 3\nscript: [{attack: {by: maul, target: luke}}]\n")
    shown = render(report(found, "full")).partition("Assumed\n")[2]
    assert "rolled by seed 3" in shown and 'Not adjudicated: "Draw a card." of luke.' in shown
    assert "Assumed" not in render(report(found, "outcome"))


def test_how_a_file_was_read_is_told() -> None:
    text = UNITS.replace("Evade 2]", 'Evade 2, "+1 power"]')
    found = judge_text(text + "script: [{attack: {by: maul, target: luke, roll: [6, 1, 1, 1]}}]\n")
    assert "+1 power is counted in the power of luke." in render(report(found, "full")).partition("Assumed\n")[2]


# -- record and receipt


@pytest.mark.parametrize("file", FILES)
def test_a_trace_replays_from_its_own_json(file: str) -> None:
    first = json.loads(json.dumps(record(judged(file))))
    again = json.loads(json.dumps(record(judge_document(from_data(first["scenario"])))))
    assert again["events"] == first["events"] and again["outcome"] == first["outcome"]
    assert again["receipt"] == first["receipt"]


def test_canonical_json_does_not_depend_on_order_or_writing() -> None:
    assert canonical({"b": [1, True, None], "a": "é"}) == '{"a":"\\u00e9","b":[1,true,null]}'
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1}) != digest({"a": 1, "b": 3})
    assert scenario_hash({"units": {}, "title": "x", "notes": "y", "expect": {}}) == scenario_hash({"units": {}})


def test_the_rules_hash_changes_with_clauses_and_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    from swcli.game.rulings import Rulings

    before = rules_hash()
    assert before == rules_hash(Rulings())
    assert rules_hash(Rulings()._replace(deflect_source="instance")) != before
    monkeypatch.setitem(CLAUSES, "evade.up-to", "Something else.")
    assert rules_hash() != before


def test_other_words_for_the_same_events_are_no_other_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    found = judged("scenarios/deflect/send-back.yaml")
    before, texts = receipt(found), [event["text"] for event in events(ruling("scenarios/deflect/send-back.yaml"))]
    monkeypatch.setitem(SENTENCES, ("moved", "tap"), "{unit} is tapped")
    assert [event["text"] for event in events(ruling("scenarios/deflect/send-back.yaml"))] != texts
    assert receipt(found) == before


# -- expectations


def test_expectations_are_held_against_what_came_out() -> None:
    script = (
        "script: [{attack: {by: maul, target: luke, roll: [6, 5, 1, 1]}, plays: [{evade: {by: luke, prevent: 1}}]}]\n"
    )
    found = judge_text(
        UNITS + script + "expect:\n  units: {luke: {damage: 1, power: 4}, maul: {tapped: true, arena: character}}\n"
        "  players: {light: {force: 1}}\n  fired: [luke Evade, maul Stun]\n  not_fired: [maul Evade, luke Evade]\n"
        "  cites: [evade.partial, parry.once]\n"
    )
    assert found.status == ExitStatus.EXPECTATION
    assert [check.difference() for check in found.checks if not check.held] == [
        "units.luke.power: expected 4, found 5",
        "players.light.force: expected 1, found 0",
        "maul Stun fired: it did not",
        "luke Evade fired: it did",
        "cites parry.once: it did not",
    ]


def test_what_fired_includes_equipment_and_upkeep() -> None:
    pairs = fired(ruling("scenarios/source-cards/01-ahsoka-tano-whole-text.yaml"))
    assert {("ahsoka", "upkeep"), ("ahsoka", "deflect"), ("ahsoka", "stun")} <= pairs
    assert ("saber", "equip") in fired(ruling("scenarios/equip/exar-kuns-lightsaber.yaml"))


# -- grids


def test_the_table_shows_before_and_after() -> None:
    grids = [block for block in report(judged("scenarios/deflect/send-back.yaml"), "full") if isinstance(block, Grid)]
    row = dict(zip(grids[0].head, grids[0].rows[1], strict=True))
    assert row["unit"] == "Yoda (B)" and row["damage"] == "0 -> 1" and row["health"] == "4" and row["tapped"] == "no"
    assert grids[-1].rows[1][1] == "6 -> 1"


def test_gaps_do_not_pile_up() -> None:
    assert render([Line("plain", "a"), Gap(), Gap(), Line("plain", "b")]) == "a\n\nb\n"
