"""Every code of reading and form, with its message and its place; and how faults are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from swcli.scenario.codes import CODES
from swcli.scenario.faults import MAX_FAULTS, Fault, ScenarioError, excerpt, nearest, shown, visible
from swcli.scenario.read import MAX_BYTES, parse, read
from swcli.scenario.setup import load


def faults_of(text: str | bytes, file: str = "s.yaml") -> tuple[Fault, ...]:
    raw = text.encode() if isinstance(text, str) else text
    with pytest.raises(ScenarioError) as caught:
        load(parse(raw, file))
    return caught.value.faults


UNIT = "player: dark, arena: ground, health: 5"


def scenario(*lines: str, a: str = "", script: str = "") -> str:
    """A small file: units a (dark) and b (light) in lines 1 to 3, then `lines`, then the plays of one attack."""
    plays = f"script:\n  - attack: {{by: a, target: b}}\n    plays:\n      - {script}\n" if script else ""
    head = f"units:\n  a: {{{UNIT}{', ' if a else ''}{a}}}\n  b: {{player: light, arena: ground, health: 5}}\n"
    return head + "".join(f"{line}\n" for line in lines) + plays


# code, file, message; every code at least once. § stands before the place that is reported, nowhere for the whole file.
CASES: list[tuple[str, str | bytes, str]] = [
    ("SW104", b"#" * (MAX_BYTES + 1), "the file is too large; a scenario may have 1,048,576 bytes"),
    ("SW105", "title: x".encode("utf-16"), "the file is in UTF-16"),
    ("SW106", "title: x§\x00y\n", "the character U+0000 is not allowed"),
    ("SW106", "a: 1\ntitle: §\u202ex\n", "the character U+202E is not allowed"),
    ("SW106", scenario('title: §"\\x1b[31m"'), r"`\x1b[31m` holds a character that is not allowed"),
    ("SW107", "", "the file is empty"),
    ("SW107", "# nothing\n", "the file is empty"),
    ("SW110", "units:\n§\ta: 1\n", "this is not valid YAML: found character that cannot start any token"),
    ("SW110", "a: b§: c\n", "this is not valid YAML: mapping values are not allowed in this context"),
    ("SW110", "a: 'x\n§", "this is not valid YAML: found unexpected end of stream"),
    ("SW112", scenario("title: x", "§title: y"), "the key `title` is given twice in one mapping"),
    ("SW113", scenario("title: §&t x"), "`&t` is an anchor"),
    ("SW113", scenario("title: §*t"), "`*t` is an alias"),
    ("SW114", scenario("§<<: {title: x}"), "`<<` is a merge key"),
    ("SW115", scenario("title: §!!str x"), "`!!str` is a tag"),
    ("SW115", scenario("title: §!x y"), "`!x` is a tag"),
    ("SW116", "units: {a: {player: dark, arena: ground, health: 1, §1: 2}}\n", "the key `1` is not text"),
    ("SW116", scenario("? §[a]", ": 1"), "a list or mapping can't be a key"),
    ("SW117", scenario("§---", "title: x"), "a second document starts here"),
    ("SW118", "a: " + "[" * 63 + "§[" + "]" * 64, "mappings and lists are nested more than 64 deep"),
    ("SW119", scenario("seed: §.inf"), "`.inf` is no number that can be used"),
    ("SW119", scenario("seed: §1" + "0" * 30), "this number has more than 18 digits"),
    ("SW120", "x: [" + "1," * 99_997 + "§1,1]", "the file holds more than 100,000 keys and values"),
    ("SW201", scenario("§tittle: x"), "unknown key `tittle`"),
    ("SW201", scenario(a="§powr: 1"), "unknown key `powr` in `units.a`"),
    ("SW201", scenario(script="§evede: {by: a}"), "unknown play `evede` in `script[0].plays[0]`"),
    ("SW201", scenario(script="§stun: {by: a}"), "Stun is not played"),
    ("SW201", scenario("script:", "  - §evade: {by: a}"), "`evade` is a play, not an entry"),
    ("SW202", "units:\n  §a: {player: dark, arena: ground}\n", "`health` is missing in `units.a`"),
    ("SW202", "§title: x\n", "`units` is missing"),
    ("SW202", scenario(script="§evade#2: {prevent: 1}"), "`by` is missing in `script[0].plays[0].evade`"),
    ("SW202", scenario(script="§effect: {by: dark, tap: a}"), "`pop` is missing in this effect"),
    ("SW203", "§[]", "a scenario is a mapping with `units:` and so on, not a list"),
    ("SW203", scenario(a="power: §six"), "`power` must be a whole number, not the text `six`"),
    ("SW203", scenario(a="power: §6.0"), "`power` must be a whole number, not `6.0`"),
    ("SW203", scenario(a="tapped: §no"), "`tapped` must be true or false, not the text `no`"),
    ("SW203", scenario("title: §2024"), "`title` must be text, not the number `2024`"),
    ("SW203", scenario("title: §true"), "`title` must be text, not `true`"),
    ("SW203", scenario(a="abilities: §Parry 1"), "`abilities` must be a list, not the text `Parry 1`"),
    ("SW203", scenario(a="§damage: "), "`damage` has no value"),
    ("SW204", scenario(a="power: §1001"), "`power` is `1001`, more than 1,000"),
    ("SW204", scenario(a="power: §-1"), "`power` is `-1`, less than 0"),
    ("SW204", scenario(script="lucky: {by: a, reroll: [§7]}"), "item 1 of `reroll` is `7`; a die shows 1 to 6"),
    ("SW204", scenario(script="lucky: {by: a, reroll: [6, §0]}"), "item 2 of `reroll` is `0`; a die shows 1 to 6"),
    ("SW204", scenario("title: §" + "x" * 2001), "`title` has more than 2,000 characters"),
    ("SW204", "units: §{}\n", "`units` is empty"),
    ("SW205", scenario("script:", "  - end: §game"), "`end` must be `battle` or `turn`, not `game`"),
    ("SW206", scenario(script="§{}"), "this play does not say what happens"),
    ("SW206", scenario(script="{evade: {by: a}, §deflect: {by: a}}"), "`evade` and `deflect` stand in one play"),
    ("SW206", scenario(script="§lucky#2: {by: a}"), "`lucky` takes no number"),
    ("SW206", scenario(script="§evade#0: {by: a}"), "`#` is followed by a number from 1 to 99, as in `evade#2`"),
    ("SW207", scenario("  §R2 D2: {player: dark, arena: ground, health: 1}"), "`R2 D2` is no id"),
    ("SW207", scenario("  §none: {player: dark, arena: ground, health: 1}"), "`none` can't be an id"),
    ("SW208", scenario("swcli: §2"), "this is format version `2`"),
    ("SW209", scenario("priority: [dark, §dark]"), "`priority` names `dark` twice"),
    ("SW209", scenario("script:", "  - end: turn", "    §plays: []"), "`end` takes no `plays`"),
    ("SW209", scenario(script="§effect: {by: dark, pop: attack}"), "this effect does nothing"),
    ("SW210", scenario(script="evade: {by: §c}"), "`c` is no unit"),
    ("SW211", scenario(script="pass: §sith"), "`sith` is no player"),
    ("SW212", scenario(script="equip: {card: §saber}"), "`saber` is no Equipment"),
    ("SW213", scenario(a="damage: §5"), "`a` has 5 damage and 5 health"),
    ("SW214", scenario("equipment:", "  §a: {player: dark, equip: Pay 1 Force}"), "`a` is a unit, too"),
    ("SW215", scenario(script="use: {by: a, ability: §1}"), "`a` has 0 abilities, so there is no number 1"),
    ("SW216", scenario(script="order: [a Riposte, §b Riposte]"), "this line is of the other player"),
    (
        "SW217",
        scenario("equipment:", "  e: {player: dark, attached_to: §b}"),
        "`b` is a unit of the other player",
    ),
    (
        "SW217",
        scenario("equipment:", "  e: {player: dark, attached_to: §a, fits: [Sith, Clone]}"),
        "`e` does not fit `a`: it is none of Sith, Clone",
    ),
    (
        "SW209",
        scenario(script="effect: {by: dark, pop: §attack, reroll: {dice: [1], to: [5], triggered: true}}"),
        "a triggered re-roll happens before the re-roll POP opens, in no other",
    ),
    (
        "SW209",
        scenario(script="{effect: {by: dark, reroll: {dice: [1], triggered: true}}, pop: §pending damage}"),
        "a triggered re-roll happens before the re-roll POP opens, in no other",
    ),
    (
        "SW209",
        scenario("script:", "  - effect: {by: dark, give: {unit: a, power: 1, until: §attack}}"),
        "no attack is going on here, to whose end it could last",
    ),
    (
        "SW209",
        scenario(
            "script:",
            "  - build: dark",
            "    plays:",
            "      - effect: {by: dark, lose: {unit: a, ability: Parry, until: §attack}}",
        ),
        "no attack is going on here, to whose end it could last",
    ),
    (
        "SW209",
        scenario(
            "script:",
            "  - effect: {by: dark, damage: {unit: b, amount: 1}}",
            "    plays:",
            "      - effect: {by: light, pop: damage prevention, give: {unit: b, power: 1, until: §attack}}",
        ),
        "no attack is going on here, to whose end it could last",
    ),
    ("SW220", scenario(a="abilities: [Pay 1 Force -> §Evede 2]"), "`Evede` is no keyword"),
    ("SW221", scenario(a="abilities: ['§When it attacks, win']"), "`When it attacks, win` is not understood"),
    ("SW222", scenario(a="abilities: [§Focus 2]"), "the keyword `Focus` is not yet adjudicated"),
    ("SW223", scenario(a="abilities: [§Evade]"), "Evade needs a value"),
    ("SW223", scenario(a="abilities: [Evade §0]"), "Evade needs a value of 1 or more, not `0`"),
    ("SW224", scenario(a="abilities: [§Pay 1 -> Evade 1]"), "`Pay 1` does not say of what"),
    ("SW225", scenario(a="abilities: [§Upkeep]"), "Upkeep needs its cost"),
    (
        "SW226",
        scenario(a="abilities: [Pay 1 Force -> §Luke gets +1 power for this attack]"),
        "`Luke` is not the unit that has this ability",
    ),
    ("SW230", scenario("expect: {illegal: §evade.partiel}"), "there is no clause `evade.partiel`"),
    ("SW231", scenario("rulings: {§deflect-sauce: unit}"), "there is no ruling `deflect-sauce`"),
    ("SW232", scenario("rulings: {deflect-source: §both}"), "`deflect-source` has no reading `both`"),
    ("SW233", scenario("expect: {fired: [§a Evade 2]}"), "`a Evade 2` names a value"),
    ("SW233", scenario("expect: {fired: [§a]}"), "`a` names no keyword"),
    (
        "SW240",
        scenario("script:", "  - §battle: ground", "    attacks: []"),
        "`battle:` (attacks in speed order) is not yet",
    ),
    ("SW240", "units:\n  a: {§card: Yoda}\n", "`card:` needs the card catalogue, which this version does not have"),
]


@pytest.mark.parametrize(("code", "text", "message"), CASES, ids=[f"{case[0]}-{n}" for n, case in enumerate(CASES)])
def test_each_code(code: str, text: str | bytes, message: str) -> None:
    line = column = 0
    if isinstance(text, str) and "§" in text:
        before, _, after = text.partition("§")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        text = before + after
    (fault,) = faults_of(text)
    assert fault.code == code
    assert fault.message.startswith(message)
    assert (fault.line, fault.column) == (line, column)


def test_bytes_that_are_not_utf8_are_named() -> None:
    (fault,) = faults_of(b"title: x\r\nnotes: caf\xe9\r\n")
    assert (fault.code, fault.line, fault.column) == ("SW105", 2, 11)
    assert fault.message == "byte 20 (0xe9) is not UTF-8"


def test_json_is_reported_as_json() -> None:
    (fault,) = faults_of('{"units": {},\n "a": 1,}', "s.json")
    assert (fault.code, fault.line) == ("SW111", 2)
    found = faults_of('{"title": "x",\n "title": "y", "seed": NaN, "units": {"a": {"health": 1e999}}}', "s.json")
    assert [(fault.code, fault.line, fault.column) for fault in found if fault.code < "SW200"] == [
        ("SW112", 2, 2),
        ("SW119", 2, 24),
        ("SW119", 2, 55),
    ]
    (fault,) = faults_of(
        '{"units": {"a": {"player": "dark", "arena": "ground", "health": 1, "name": "\\u0007"}}}', "s.json"
    )
    assert (fault.code, fault.column) == ("SW106", 76)
    (fault,) = faults_of("[" * 100_000, "s.json")
    assert (fault.code, fault.column) == ("SW118", 65)
    (fault,) = faults_of('{"units": [' + "1," * 100_001 + "1]}", "s.json")
    assert fault.code == "SW120"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for name, code in ((tmp_path / "none.yaml", "SW101"), (tmp_path, "SW102"), (Path("/dev/null"), "SW102")):
        with pytest.raises(ScenarioError) as caught:
            read(name)
        assert [fault.code for fault in caught.value.faults] == [code]
        assert str(name) in str(caught.value)
    with pytest.raises(ScenarioError) as caught:
        read("a\0b")
    assert caught.value.faults[0].code == "SW103"


def test_every_code_is_produced() -> None:
    produced = {code for code, *_ in CASES} | {"SW101", "SW102", "SW103", "SW105", "SW111"}
    assert produced == set(CODES)
    assert all(title and explanation.endswith(".") for title, explanation in CODES.values())


def test_all_faults_are_reported_at_once_in_order() -> None:
    text = scenario(
        "title: x",
        "title: 5",
        "notes: &n y",
        a="powr: 1, abilities: [Evede 1]",
        script="evade: {by: c, prevnt: 1}",
    )
    found = faults_of(text)
    assert [(fault.code, fault.line) for fault in found] == [
        ("SW201", 2),
        ("SW220", 2),
        ("SW112", 5),
        ("SW113", 6),
        ("SW210", 10),
        ("SW201", 10),
    ]
    assert list(found) == sorted(found, key=lambda fault: (fault.line, fault.column))


def test_what_was_cut_out_makes_no_faults_of_its_own() -> None:
    text = """\
units:
  a: {player: dark, arena: Ground, health: 5}
  b: {player: dark, arena: ground, healt: 5}
script:
  - attack: {by: a, target: b, roll: [7]}
    plays:
      - evede: {by: a}
      - effect: {by: dark, pop: attck, give: {unit: b, power: 1}}
      - use: {by: c, ability: Parry}
expect:
  units: {b: {damage: 1}, d: {damage: 1}}
"""
    found = faults_of(text)
    assert [(fault.code, fault.line, fault.column) for fault in found] == [
        ("SW205", 2, 28),
        ("SW202", 3, 3),
        ("SW201", 3, 36),
        ("SW204", 5, 39),
        ("SW201", 7, 9),
        ("SW205", 8, 33),
        ("SW202", 8, 40),
        ("SW210", 9, 19),
        ("SW210", 11, 27),
    ]


def test_hints() -> None:
    def hint(text: str) -> str:
        return faults_of(text)[0].hint

    assert hint(scenario(a="powr: 1")) == "did you mean `power`?"
    assert hint(scenario(a="power: '6'")) == "write 6, without quotes"
    assert hint(scenario(a="tapped: no")) == "write `false`"
    assert hint(scenario(a="arena: grund").replace("arena: ground, ", "", 1)) == "did you mean `ground`?"
    assert (
        hint(scenario(a="abilities: [Upkeep: Pay 1 Force]")) == 'quote text with a colon in it: "Upkeep: Pay 1 Force"'
    )
    assert hint("a: [tap] -> Evade 3\n").startswith("text that starts with `[` needs quotes")
    assert hint(scenario("title: x", "title: y")) == "it first stands in line 4; keep one of the two"
    assert hint(scenario(a="name: Darth Vader (A)", script="evade: {by: Darth Vader}")) == "use its id `a`"
    assert hint(scenario(script="evede: {by: a}")) == "did you mean `evade`?"
    assert hint(scenario("expect: {cites: [evade.partiel]}")) == "did you mean `evade.partial`?"
    assert hint(scenario(a="abilities: [Focus 2]")) == 'if it does not matter here, write `{text: "...", ignore: true}`'


def test_rendering() -> None:
    with pytest.raises(ScenarioError) as caught:
        load(parse(scenario(a="powr: 1").encode(), "judge/s.yaml"))
    assert str(caught.value) == (
        "judge/s.yaml:2:47: SW201 unknown key `powr` in `units.a`\n"
        "  2 |   a: {player: dark, arena: ground, health: 5, powr: 1}\n"
        "    |                                               ^^^^\n"
        "hint: did you mean `power`?"
    )
    fault = Fault("SW107", "the file is empty", "", "s.yaml")
    assert fault.render("") == "s.yaml: SW107 the file is empty"


def test_excerpts_are_bounded_and_safe() -> None:
    long = "a" * 5000 + "!" + "b" * 5000
    top, bottom = excerpt(long, 1, 5001).split("\n")
    assert len(top) < 120
    assert top[bottom.index("^")] == "!"
    top, bottom = excerpt("a\tb\x1b[31mc", 1, 8, 9).split("\n")
    assert top == r"  1 | a b\x1b[31mc"
    assert top[bottom.index("^")] == "m"
    wide = excerpt("漢字 x", 1, 4).split("\n")[1]
    assert wide.index("^") == len("  1 | ") + 5
    assert excerpt("", 1, 1) == "  1 | \n    | ^"
    assert excerpt("a", 99, 99) == "  99 | \n     | ^"
    assert visible("\ud800\u202e") == r"\ud800\u202e"
    assert shown("x" * 100) == "`" + "x" * 40 + "…`"
    assert shown([1]) == "a list"
    assert shown(10**400) == "a huge number"
    assert nearest("x" * 10_000, ["x"]) == ""


def test_faults_are_bounded() -> None:
    text = "units:\n" + "".join(f"  a{number}: 1\n" for number in range(180)) + "title: [\n]\n"
    with pytest.raises(ScenarioError) as caught:
        load(parse(text.encode()))
    assert len(caught.value.faults) == MAX_FAULTS
    assert caught.value.left_out > 100
    assert str(caught.value).endswith("more faults, at least")


def test_nothing_of_a_file_reaches_the_terminal_as_it_is() -> None:
    keys = '{"units": {"\\u001b[31m": {"player": "dark", "arena": "ground", "health": 5, "abilities": [1]}, "b": {}}, '
    text = keys + '"script": [{"attack": {"by": "c", "target": "\\u001b[31n", "roll": ["\\u202e"]}}]}'
    with pytest.raises(ScenarioError) as caught:
        load(parse(text.encode(), "\x1b]0;x\x07.json"))
    assert "\\x1b[31m" in str(caught.value)
    assert not {"\x1b", "\x07", "\u202e"} & set(str(caught.value))
    assert all(not {"\x1b", "\u202e"} & set(fault.message + fault.hint) for fault in caught.value.faults)
