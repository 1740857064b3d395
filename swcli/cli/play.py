"""`swcli resolve -i`: play a scenario with a person who is asked for every choice, and write down what was played."""

from __future__ import annotations

import json
import os
import random
import sys
from typing import Any, NamedTuple

from swcli.cli.common import ExitStatus, complain, say, show
from swcli.cli.dialogue import Terminal, Unreadable
from swcli.cli.following import following
from swcli.drive.asked import Leave
from swcli.drive.person import Session
from swcli.report import asking
from swcli.report.blocks import Line
from swcli.report.judged import Judged, judge_document, ruled
from swcli.report.layout import report
from swcli.report.views import Level
from swcli.scenario.faults import ScenarioError, shown, visible
from swcli.scenario.read import parse, read
from swcli.scenario.setup import load
from swcli.scenario.write import card_bodies, scenario_data
from swcli.scenario.yaml_writer import yaml_text


class Wanted(NamedTuple):
    """How to play: the options of the command line.

    Attributes:
        file: the scenario. level: how much of the trace is told.
        seed: rolls the dice, None: nobody knows how. readings: of contested rulings, instead of those of the file.
        sensitivity: whether other readings are tried at the end.
        save: where to write what was played, or None. force: whether to write over a file that is there.
    """

    file: str
    level: Level
    seed: int | None
    readings: dict[str, str]
    sensitivity: bool
    save: str | None
    force: bool


def run(wanted: Wanted) -> ExitStatus:
    """Play a scenario with a person, print the ruling, and save it if asked to."""
    wrong = _unusable(wanted)
    if wrong:
        print(f"swcli resolve: {wrong}", file=sys.stderr)
        return ExitStatus.USAGE
    document = None
    try:
        document = ruled(read(wanted.file), wanted.readings)
        scenario = load(document)
    except ScenarioError as error:
        faults, source = error.faults, error.source
        complain(Judged(wanted.file, ExitStatus.INVALID, document, None, (), faults, source, error.left_out))
        return ExitStatus.INVALID
    seed = scenario.seed if wanted.seed is None else wanted.seed
    rng = random.SystemRandom() if seed is None else random.Random(seed)
    session = Session(scenario.position, scenario.script, Terminal(scenario.position, wanted.level, rng))
    show([Line("title", scenario.title or visible(wanted.file)), Line("note", asking.WELCOME)])
    try:
        script = session.play()
    except (Leave, KeyboardInterrupt) as left:
        # A terminal shows ^C and stays on the line.
        gap = "\n" if isinstance(left, KeyboardInterrupt) else ""
        nothing = ", and nothing is saved" if wanted.save else ""
        print(f"{gap}left before the end: no ruling{nothing}", file=sys.stderr)
        return ExitStatus.INTERRUPTED
    except Unreadable as why:
        print(f"swcli resolve: -i reads your answers from standard input, which can't be read: {why}", file=sys.stderr)
        return ExitStatus.INVALID
    source = document.data
    data = scenario_data(source, scenario.position.table, card_bodies(source, scenario.script), script)
    if not session.exact:
        print("swcli: this can't be written down exactly as it was played: please report it", file=sys.stderr)
    return _end(wanted, data, source.get("expect"))


def _unusable(wanted: Wanted) -> str:
    """What is wrong with the options; empty if nothing is. It is better said before a game than after it."""
    save = wanted.save
    if wanted.file == "-":
        return "-i reads your answers from standard input: name a file"
    if save is None:
        return "--force goes with --save" if wanted.force else ""
    folder = os.path.dirname(save) or "."
    if not os.path.isdir(folder):
        return f"--save: there is no folder {shown(folder)}"
    if not save or os.path.isdir(save):
        return f"--save: {shown(save)} is a folder" if save else "--save: name a file"
    if os.path.lexists(save) and not wanted.force:
        return f"--save: {shown(save)} is there already; --force writes over it"
    return ""


def _end(wanted: Wanted, data: dict[str, Any], expect: Any) -> ExitStatus:
    """The ruling on what was played; expectations of the file are kept if they hold for it."""
    judged, text = _judge(wanted, data)
    if expect:
        with_expect, longer = _judge(wanted, {**data, "expect": expect})
        if with_expect.status == ExitStatus.OK:
            judged, text = with_expect, longer
    say("\n")
    with following(wanted.sensitivity) as progress:
        blocks = report(judged, "full", wanted.sensitivity, told=True, progress=progress)
    show(blocks)
    if expect and not judged.checks:
        show([Line("note", "What the file expects does not hold for what was played: it is left out.")])
    if wanted.save is not None and not _save(text, wanted.save, wanted.force):
        return ExitStatus.USAGE
    return ExitStatus.INTERRUPTED if progress is not None and progress.interrupted else judged.status


def _judge(wanted: Wanted, data: dict[str, Any]) -> tuple[Judged, str]:
    """What is judged is the very text that is saved, so that resolving it is sure to give the same."""
    name = wanted.save or wanted.file
    is_json = name.lower().endswith(".json")
    text = json.dumps(data, ensure_ascii=False, indent=2) + "\n" if is_json else yaml_text(data)
    return judge_document(parse(text.encode("utf-8"), name)), text


def _save(text: str, save: str, force: bool) -> bool:
    try:
        with open(save, "w" if force else "x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except OSError as error:
        print(f"swcli resolve: --save: {visible(save)}: {error.strerror or error}", file=sys.stderr)
        say(f"\n{text}")  # so that a long game is not lost
        return False
    show([Line("held", f"saved: {visible(save)}")])
    return True
