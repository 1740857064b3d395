"""`swcli resolve -i`: play a scenario with a person who is asked for every choice, and write down what was played."""

from __future__ import annotations

import json
import os
import random
import sys
from typing import Any

from swcli.cli.common import ExitStatus, complain, show
from swcli.report.blocks import Line
from swcli.report.judged import Judged, judge_document, ruled
from swcli.report.views import Level
from swcli.scenario.faults import ScenarioError, shown, visible


def run(
    name: str, level: Level, seed: int | None, readings: dict[str, str], save: str | None, force: bool
) -> ExitStatus:
    """Play a scenario with a person, print the ruling, and save it if asked to."""
    wrong = _unusable(name, save, force)
    if wrong:
        print(f"swcli resolve: {wrong}", file=sys.stderr)
        return ExitStatus.USAGE
    from swcli.scenario.read import read
    from swcli.scenario.setup import load

    document = None
    try:
        document = ruled(read(name), readings)
        scenario = load(document)
    except ScenarioError as error:
        complain(Judged(name, ExitStatus.INVALID, document, None, (), error.faults, error.source, error.left_out))
        return ExitStatus.INVALID
    from swcli.cli.dialogue import Terminal
    from swcli.drive.asked import Leave
    from swcli.drive.person import Session
    from swcli.report import asking
    from swcli.scenario.write import card_bodies, scenario_data

    seed = scenario.seed if seed is None else seed
    terminal = Terminal(scenario.position, level, random.SystemRandom() if seed is None else random.Random(seed))
    session = Session(scenario.position, scenario.script, terminal)
    show([Line("title", scenario.title or name), Line("note", asking.WELCOME)])
    try:
        script = session.play()
    except (Leave, KeyboardInterrupt) as left:
        nothing = ", and nothing is saved" if save else ""
        print(f"{'' if isinstance(left, Leave) else chr(10)}left before the end: no ruling{nothing}", file=sys.stderr)
        return ExitStatus.INTERRUPTED
    cards = card_bodies(document.data, scenario.script)
    data = scenario_data(document.data, scenario.position.table, cards, script)
    return _end(data, document.data.get("expect"), name, save, force, session.exact)


def _unusable(name: str, save: str | None, force: bool) -> str:
    """What is wrong with the options; empty if nothing is."""
    if name == "-":
        return "-i needs standard input for your answers: name a file"
    if save is None:
        return "--force goes with --save" if force else ""
    folder = os.path.dirname(save) or "."
    if not os.path.isdir(folder):
        return f"--save: there is no folder {shown(folder)}"
    if os.path.isdir(save):
        return f"--save: {shown(save)} is a folder"
    if os.path.lexists(save) and not force:
        return f"--save: {shown(save)} is there already; --force writes over it"
    return ""


def _end(data: dict[str, Any], expect: Any, name: str, save: str | None, force: bool, exact: bool) -> ExitStatus:
    """The ruling on what was played; expectations of the file are kept if they hold for it."""
    from swcli.report.layout import report

    judged, text = _judge(data, name, save)
    if expect:
        with_expect, longer = _judge({**data, "expect": expect}, name, save)
        if with_expect.status == ExitStatus.OK:
            judged, text = with_expect, longer
    blocks = [Line("plain", ""), *report(judged, "full", told=True)]
    if expect and not judged.checks:
        blocks.append(Line("note", "What the file expects does not hold for what was played, and is left out."))
    show(blocks)
    if not exact:
        print("swcli: what was played can't be written down exactly; please report this", file=sys.stderr)
    if save is not None:
        return _save(text, save, force) or judged.status
    return judged.status


def _judge(data: dict[str, Any], name: str, save: str | None) -> tuple[Judged, str]:
    """What is judged is the text that is saved, so that it is sure to say what was played."""
    from swcli.scenario.read import parse

    if (save or name).lower().endswith(".json"):
        text = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    else:
        from swcli.scenario.yaml_writer import yaml_text

        text = yaml_text(data)
    return judge_document(parse(text.encode("utf-8"), save or name)), text


def _save(text: str, save: str, force: bool) -> ExitStatus:
    try:
        with open(save, "w" if force else "x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except OSError as error:
        print(f"swcli resolve: --save: {visible(save)}: {error.strerror or error}", file=sys.stderr)
        print(f"what was played:\n{text}", file=sys.stderr)
        return ExitStatus.INTERNAL
    show([Line("held", f"saved: {visible(save)}")])
    return ExitStatus.OK
