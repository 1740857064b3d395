"""The contested rulings in words: the list, the page of one, as JSON, and docs/rulings.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from swcli.game.rulings import BY_NAME, RULINGS, SETTLED, Ruling
from swcli.report.blocks import Block, Gap, Line
from swcli.scenario.faults import nearest, shown, words


class UnknownRuling(Exception):
    """A name or reading that there is none of; the message says what is wrong and what was perhaps meant."""


def find(name: str) -> Ruling:
    """The ruling of a name.

    Raises:
        UnknownRuling: there is none.
    """
    ruling = BY_NAME.get(name)
    if ruling is None:
        near = nearest(name, BY_NAME) or next((known for known in BY_NAME if name and name in known), "")
        hint = f"did you mean `{near}`?" if near else "`swcli rulings` lists them"
        raise UnknownRuling(f"there is no ruling {shown(name)}; {hint}")
    return ruling


def chosen(options: list[str]) -> dict[str, str]:
    """The readings that are chosen by texts `NAME=READING`.

    Raises:
        UnknownRuling: a text is none such, or there is no such ruling or reading.
    """
    found: dict[str, str] = {}
    for option in options:
        name, equals, reading = (part.strip() for part in option.partition("="))
        if not equals:
            raise UnknownRuling(f"{shown(option)} does not say which reading; write NAME=READING")
        ruling = find(name)
        if reading not in ruling.readings:
            near = nearest(reading, ruling.readings)
            hint = f"did you mean `{near}`?" if near else f"write {words(ruling.readings)}"
            raise UnknownRuling(f"{shown(name)} has no reading {shown(reading)}; {hint}")
        if found.get(name, reading) != reading:
            raise UnknownRuling(f"{shown(name)} is read in two ways; keep one of the two")
        found[name] = reading
    return found


# -- text


def everything() -> list[Block]:
    """The list of all rulings."""
    blocks: list[Block] = []
    for ruling in RULINGS:
        blocks += [Line("step", ruling.name), Line("plain", ruling.question, 1), *_readings(ruling)]
    how = (
        "The first reading is the default. Others are chosen by `rulings: {NAME: READING}` in a file, or by --ruling "
        "NAME=READING. swcli rulings NAME tells more."
    )
    return [*blocks, Gap(), Line("note", how)]


def page(ruling: Ruling) -> Iterator[Block]:
    """All about one ruling."""
    yield Line("title", f"ruling {ruling.name}")
    yield Line("plain", ruling.question)
    yield Gap()
    yield from _readings(ruling)
    yield Gap()
    yield Line("plain", f"Why {ruling.readings[0]}: {ruling.reason}")
    yield Line("plain", f"Asked in {place(ruling)}")
    yield Line("plain", "Shown by")
    for reading in ruling.readings:
        yield Line("plain", ruling.scenario(reading), 1)


def _readings(ruling: Ruling) -> Iterator[Block]:
    for reading, meaning in ruling.meanings.items():
        default = " (default)" if reading == ruling.readings[0] else ""
        yield Line("plain", f"{reading}{default}: {meaning}", 2)


def place(ruling: Ruling) -> str:
    """Where the question stands in the documents."""
    if ruling.asked.startswith("docs/"):
        return ruling.asked
    return f"docs/rules.md, {'section 9, ' if ruling.asked.startswith('Q') else ''}{ruling.asked}"


# -- JSON


def record(ruling: Ruling) -> dict[str, Any]:
    """One ruling as JSON."""
    return {
        "name": ruling.name,
        "question": ruling.question,
        "default": ruling.readings[0],
        "readings": dict(ruling.meanings),
        "reason": ruling.reason,
        "asked": place(ruling),
        "scenarios": {reading: ruling.scenario(reading) for reading in ruling.readings},
    }


# -- the document


def document() -> str:
    """docs/rulings.md."""
    lines = [*_INTRODUCTION.splitlines(), ""]
    for ruling in RULINGS:
        lines += [f"## {ruling.name}", "", f"{ruling.question} ({place(ruling).removeprefix('docs/')})", ""]
        for reading, meaning in ruling.meanings.items():
            default = " (default)" if reading == ruling.readings[0] else ""
            lines.append(f"* [`{reading}`](../{ruling.scenario(reading)}){default}: {meaning}")
        lines += ["", f"Why `{ruling.readings[0]}`: {ruling.reason}", ""]
    lines += ["## Every question of rules.md, section 9", "", "| question | |", "|---|---|"]
    asked = {ruling.asked: f"[{ruling.name}](#{ruling.name})" for ruling in RULINGS if ruling.asked.startswith("Q")}
    for question, answer in sorted({**SETTLED, **asked}.items(), key=lambda item: int(item[0][1:])):
        lines.append(f"| {question} | {answer} |")
    return "\n".join(lines) + "\n"


_INTRODUCTION = """\
# Contested rulings

Where the rules leave a question open and the answer matters, `swcli` takes one reading by default and knows the others.
`swcli rulings` lists them and `swcli rulings NAME` explains one. Another reading is chosen in a file,

```yaml
rulings: {deflect-source: instance}
```

or for one run, where it goes before those of the file: `swcli resolve --ruling deflect-source=instance FILE`. `check`
and `validate` take the option, too: `swcli check --ruling deflect-source=instance scenarios` shows what a reading would
change in the whole gallery.

`swcli resolve` says in a line below the tables when another reading would change the outcome, and how.
`swcli resolve --sensitivity` shows all that it tried:

* every other reading of every ruling that matters in the scenario, one at a time. The engine notes at the one place
  where it reads a ruling whether the readings differ there: whether another thing happens, or another choice is open.
  What is not noted comes out the same and is not tried;
* where Parry is read as X: each smaller amount that its player might take if it were up to X;
* the Upkeeps of one build step in every order, each with the cost that the file gives, else with every cost that can be
  paid (120 ways at most; it says so if there are more);
* the Lucky of both sides in one attack in the other order, if the dice allow it.

Two readings open a choice: how much a Parry prevents (`parry-amount: up-to`, played as `parry: {by: U, prevent: N}`),
and who decides first on Lucky (`lucky-order: light-first`). A script answers the first as far as it says, else with as
much as can be. Its outcome does not depend on the second, since everybody passes until the next play that is written;
only passes that are written have to be in the order of the reading. Whoever plays or explores a scenario meets both as
choices.

A script is followed as it is written. Where another reading asks for other dice or decisions than the file has, that is
what it would change.

The readings in force are part of what the receipt of a trace is the hash of.

This page is made from the data of `swcli/game/rulings.py`. Each reading leads to a scenario that shows it."""
