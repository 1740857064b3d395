"""A judged file as a report: the sentence, the trace step by step, the tables, what was assumed, the receipt."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from swcli.drive.halt import Ruling
from swcli.report import assumed, outcome, sensitivity
from swcli.report.blocks import Block, Gap, Line
from swcli.report.judged import ExitStatus, Judged
from swcli.report.record import receipt
from swcli.report.summary import summary
from swcli.report.tracing import trace
from swcli.report.views import Level


def report(
    judged: Judged,
    level: Level,
    with_sensitivity: bool = False,
    numbers: bool = False,
    told: bool = False,
    progress: Callable[[int], None] | None = None,
) -> list[Block]:
    """The whole report on a file that is a valid scenario.

    Args:
        judged: see there.
        level: how much of the trace.
        with_sensitivity: also try the other readings of the rules.
        numbers: show the number of each event.
        told: the trace was told already, and every choice that is in it was asked.
        progress: told how often the script has been resolved again for that.
    """
    ruling = judged.ruling
    assert ruling is not None
    blocks: list[Block] = [Line("title", judged.title), *_ruling(judged, ruling), Gap()]
    notes = judged.scenario.get("notes")
    if isinstance(notes, str) and level != "outcome" and not told:
        # Lines of the file are joined to paragraphs, so that they wrap where the report does; an empty line parts them.
        paragraphs = ["\n".join(group) for group in _paragraphs(notes)]
        blocks += [*(Line("note", " ".join(text.split())) for text in paragraphs), Gap()]
    if level != "outcome" and not told:
        blocks += [*trace(ruling, level, numbers), Gap()]
    blocks += [outcome.unit_grid(ruling.opening, ruling.position), Gap()]
    equipment = outcome.equipment_grid(ruling.opening, ruling.position)
    if equipment:
        blocks += [equipment, Gap()]
    blocks += [outcome.player_grid(ruling.opening, ruling.position), Gap()]
    tried = sensitivity.asked(judged, progress) if with_sensitivity else None
    blocks += sensitivity.blocks(ruling, tried) if tried else sensitivity.lines(judged)
    if level != "outcome":
        lines = assumed.lines(judged, ruling, asked=told)
        if lines:
            blocks += [Line("attack", "Assumed"), *lines, Gap()]
    blocks += _expectations(judged)
    blocks.append(Line("receipt", receipt(judged).line()))
    return blocks


def _ruling(judged: Judged, ruling: Ruling) -> Iterator[Block]:
    if ruling.error is None:
        yield Line("ruling", summary(ruling.opening, ruling.position, ruling.events))
        return
    for fault in judged.faults:
        if judged.status == ExitStatus.OK:
            yield Line("ruling", f"Refused, as expected: {fault.message}.")
        else:
            place = f"line {fault.line}: " if fault.line else ""
            yield Line("refused", f"{place}{fault.code} {fault.message}")


def _expectations(judged: Judged) -> Iterator[Block]:
    if not judged.checks or judged.status == ExitStatus.REFUSED:
        return  # a script that was stopped has not come to what the file expects
    failed = [check for check in judged.checks if not check.held]
    count = len(judged.checks)
    if not failed:
        yield Line("held", f"expectations: all {count} hold" if count > 1 else "expectations: the one there is holds")
    else:
        yield Line("failed", f"expectations: {len(failed)} of {count} not met")
        for check in failed:
            yield Line("failed", check.difference(), indent=1)
    yield Gap()


_ITEM = re.compile(r"[-*] |\d+[.)]? [A-Z]")


def _paragraphs(text: str) -> list[list[str]]:
    """The lines of a text by paragraph.

    A line goes on with the one before it if it is indented, or if that one did not come to the end of a sentence.
    """
    found: list[list[str]] = [[]]
    for row in text.splitlines():
        if not row.strip():
            found.append([])
        elif row[:1].isspace() or not (_ITEM.match(row) or (found[-1] and found[-1][-1].rstrip()[-1:] in ".:!?")):
            found[-1].append(row)
        else:
            found.append([row])
    return [group for group in found if group]
