"""A judged file as a report: the sentence, the trace step by step, the tables, what was assumed, the receipt."""

from __future__ import annotations

from collections.abc import Iterator

from swcli.drive.halt import Ruling
from swcli.game.events import Event
from swcli.report import assumed, outcome
from swcli.report.blocks import Block, Gap, Line, Style
from swcli.report.judged import Judged
from swcli.report.record import receipt
from swcli.report.summary import summary
from swcli.report.views import Level, view
from swcli.report.wording import Operands, Wording, payment

SILENT = frozenset({("note", "attack-over"), ("pass", "build-over")})
"""Events that a reader learns from the layout already."""


def report(judged: Judged, level: Level) -> list[Block]:
    """The whole report on a file that is a valid scenario."""
    ruling = judged.ruling
    assert ruling is not None
    blocks: list[Block] = [Line("title", judged.title)]
    notes = judged.scenario.get("notes")
    if isinstance(notes, str) and level != "outcome":
        blocks += [Line("note", row.strip()) for row in notes.splitlines() if row.strip()]
    blocks += [Gap(), *_ruling(judged, ruling), Gap()]
    if level != "outcome":
        blocks += [*trace(ruling, level), Gap()]
    blocks += [outcome.unit_grid(ruling.opening, ruling.position), Gap()]
    equipment = outcome.equipment_grid(ruling.opening, ruling.position)
    if equipment:
        blocks += [equipment, Gap()]
    blocks += [outcome.player_grid(ruling.opening, ruling.position), Gap()]
    if level != "outcome":
        lines = assumed.lines(judged, ruling)
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
        place = f"line {fault.line}: " if fault.line else ""
        yield Line("refused", f"{place}{fault.message} ({fault.code})")
        if fault.hint:
            yield Line("plain", fault.hint, indent=1)


def _expectations(judged: Judged) -> Iterator[Block]:
    if not judged.checks:
        return
    failed = [check for check in judged.checks if not check.held]
    count = len(judged.checks)
    if not failed:
        yield Line("held", f"expectations: all {count} hold" if count > 1 else "expectations: the one there is holds")
    else:
        yield Line("failed", f"expectations: {len(failed)} of {count} not met")
        for check in failed:
            yield Line("failed", check.difference(), indent=1)
    yield Gap()


# -- the trace


def trace(ruling: Ruling, level: Level) -> list[Block]:
    """The events of a ruling under their attacks, steps and POPs, as far as `level` goes."""
    teller = _Trace(ruling, frozenset(event.seq for event in view(ruling.events, level)))
    for event in ruling.events:
        teller.tell(event)
    return teller.blocks()


class _Trace:
    """Lays the events of a trace out, one after the other.

    A POP in which nothing was played is told in its heading; payments go on the line of the play that they pay for.
    """

    def __init__(self, ruling: Ruling, shown: frozenset[int]) -> None:
        self._words = Wording(ruling.opening.table)
        self._shown = shown
        self._blocks: list[Block] = []
        self._step: tuple[int, str] = (-1, "")
        self._heading = -1
        self._play = -1
        self._passes: list[str] = []
        self._below = 0
        self._quiet = True
        self._attacks = 0

    def blocks(self) -> list[Block]:
        """What was laid out."""
        self._close()
        return self._blocks

    def tell(self, event: Event) -> None:
        """Lay out the next event."""
        text, dice = self._words.tell(event)
        if event.seq not in self._shown or (event.kind, event.reason) in SILENT:
            return
        if event.kind == "declare":
            self._begin(event, text)
            return
        if event.kind == "pass":
            self._pass(event, text)
            return
        self._enter(event)
        if event.kind == "pop":
            return
        if event.kind == "paid" and self._play >= 0:
            self._pay(event)
            return
        if event.kind in ("played", "fired", "not-fired"):
            self._below = 0
        if event.kind == "played":
            self._settle_passes()
            self._quiet = False
        style: Style = {"fired": "fired", "not-fired": "not-fired", "played": "played"}.get(event.kind, "plain")  # type: ignore[assignment]
        self._blocks.append(Line(style, text, 2 + self._below, dice, event.clauses))
        self._play = len(self._blocks) - 1 if event.kind in ("played", "fired") else -1
        if event.kind == "played":
            self._below = 1

    def _begin(self, event: Event, text: str) -> None:
        self._close()
        self._blocks.append(Gap())
        if event.reason == "attack":
            self._attacks += 1
            text = f"Attack {self._attacks}: {text}"
        self._blocks.append(Line("attack", text, clauses=event.clauses))
        self._step = (event.attack, event.step)
        self._heading = self._play = -1
        self._below = 0

    def _enter(self, event: Event) -> None:
        """Open a heading where a new step begins."""
        step = (event.attack, event.step)
        if event.kind == "pop" and self._passes:
            self._close()
            self._step = (-1, "")
        if step == self._step:
            return
        self._close()
        self._step = step
        self._below = 0
        self._play = -1
        if event.step in ("declare", "build", "after"):
            return
        pop = event.step not in ("roll", "hits")
        self._blocks.append(Line("step", f"{event.step} POP" if pop else event.step, 1))
        self._heading = len(self._blocks) - 1

    def _pass(self, event: Event, text: str) -> None:
        self._passes.append("-" if event.reason == "nothing-to-play" else text)
        if event.clauses:
            self._settle_passes(event.clauses)

    def _settle_passes(self, clauses: tuple[str, ...] = ()) -> None:
        """Tell the passes before a play, as far as they were a choice."""
        for text in self._passes:
            if text != "-":
                self._blocks.append(Line("plain", text, 2, clauses=clauses))
        self._passes = []

    def _close(self) -> None:
        """End the step: two passes end a POP, which its heading says if nothing else happened in it."""
        if self._passes and self._heading >= 0 and self._quiet:
            line = self._blocks[self._heading]
            assert isinstance(line, Line)
            idle = all(text == "-" for text in self._passes)
            self._blocks[self._heading] = line._replace(
                text=f"{line.text}: {'nothing to play' if idle else 'both pass'}"
            )
        self._passes = []
        self._heading = -1
        self._quiet = True

    def _pay(self, event: Event) -> None:
        line = self._blocks[self._play]
        assert isinstance(line, Line)
        paid = payment(Operands(event, self._words.names))
        joint = ", " if line.text.endswith(")") else " ("
        self._blocks[self._play] = line._replace(
            text=f"{line.text.removesuffix(')') if joint == ', ' else line.text}{joint}{paid})",
            clauses=(*line.clauses, *event.clauses),
        )
