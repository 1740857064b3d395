"""A judged file as JSON, with the keys of the format page, and its receipt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from swcli import __version__
from swcli.drive.halt import Ruling
from swcli.game.events import Event
from swcli.game.table import Table
from swcli.report import outcome, sensitivity
from swcli.report.errors import options
from swcli.report.judged import ExitStatus, Judged
from swcli.report.receipt import Receipt, rules_hash, scenario_hash, trace_hash
from swcli.report.views import Level, view
from swcli.report.wording import sentences

FORMAT: Final = "swcli.trace/1"


def receipt(judged: Judged) -> Receipt:
    """The receipt of a judged file; of one that is no valid scenario, without scenario and trace."""
    ruling = judged.ruling
    rulings = ruling.opening.table.rulings if ruling else None
    return Receipt(
        __version__,
        rules_hash(rulings),
        scenario_hash(judged.scenario) if ruling else None,
        trace_hash([fields(event, ruling.opening.table) for event in ruling.events]) if ruling else None,
    )


def fields(event: Event, table: Table) -> dict[str, Any]:
    """An event as JSON, without its sentence: what does not apply is left out."""
    found: dict[str, Any] = {"seq": event.seq, "attack": event.attack, "step": event.step, "kind": event.kind}
    if event.player >= 0:
        found["player"] = table.players[event.player]
    if event.unit >= 0:
        found["unit"] = table.units[event.unit].id
    if event.ability:
        found["ability"] = event.ability
    if event.value is not None:
        found["value"] = event.value
    if event.amount is not None:
        found["amount"] = event.amount
    if event.damage:
        found["damage"] = event.damage
    if event.dice:
        found["dice"] = list(event.dice)
    if event.clauses:
        found["clauses"] = list(event.clauses)
    return found


def events(ruling: Ruling, level: Level = "full") -> list[dict[str, Any]]:
    """The events of a view, in order, each with its sentence."""
    table = ruling.opening.table
    texts = dict(
        zip((event.seq for event in ruling.events), sentences(table, ruling.events), strict=True),
    )
    found = []
    for event in view(ruling.events, level):
        item = fields(event, table)
        head = {key: item.pop(key) for key in ("seq", "attack", "step", "kind")}
        found.append({**head, "text": texts[event.seq], **item})
    return found


def record(
    judged: Judged,
    level: Level = "full",
    with_sensitivity: bool = False,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """The whole record of one file, as `--format json` prints it."""
    ruling = judged.ruling
    found: dict[str, Any] = {
        "format": FORMAT,
        "file": judged.file,
        "scenario": judged.scenario or None,
        "receipt": receipt(judged)._asdict(),
        "title": judged.title,
        "status": ruling.status if ruling else "invalid",
        "exit_code": int(judged.status),
        "events": events(ruling, level) if ruling else [],
        "outcome": {"units": outcome.units(ruling.position), "players": outcome.players(ruling.position)}
        if ruling
        else None,
        "expectations": [
            {"what": check.what, "expected": check.expected, "found": check.found, "held": check.held}
            for check in judged.checks
        ],
        "depends_on": sensitivity.depends_on(judged),
        "error": _error(judged),
    }
    if with_sensitivity:
        tried = sensitivity.asked(judged, progress)
        found["sensitivity"] = sensitivity.record(tried.base, tried) if tried else None
        if tried and tried.stopped == "interrupted":
            found["exit_code"] = int(ExitStatus.INTERRUPTED)
    return found


def _error(judged: Judged) -> dict[str, Any] | None:
    """The first fault; of an invalid file the others are listed beside it."""
    if not judged.faults:
        return None
    halt = judged.ruling.error if judged.ruling else None
    first = judged.faults[0]
    return {
        "message": first.message,
        "code": first.code,
        "file": first.file,
        "line": first.line,
        "column": first.column,
        "clauses": list(halt.clauses) if halt else [],
        "options": options(halt) if halt else [],
    }
