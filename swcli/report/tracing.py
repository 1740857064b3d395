"""The trace as lines: every event under its attack, step and POP."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from swcli.drive.halt import Ruling
from swcli.game.events import POPS, Event
from swcli.game.table import Table
from swcli.report.blocks import Block, Gap, Line, Style
from swcli.report.reasons import NOT_PLAYED
from swcli.report.views import Level, view
from swcli.report.wording import Operands, Wording, payment

PASSES_TO_END: Final = 2
LAST: Final = 3
"""So many lines remind of where a trace stands."""

SILENT: Final = frozenset({("note", "attack-over"), ("pop", "opens"), ("pop", "empty")})
"""Events that a reader learns from the layout already."""

_STYLES: Final[dict[str, Style]] = {"fired": "fired", "not-fired": "not-fired", "played": "played"}


class _Section:
    """A step or POP: what is told in it, and who passed."""

    def __init__(self, first: Event, title: Line | None) -> None:
        self.step = first.step
        self.number = ""
        self.attack = first.attack
        self.title = title
        self.lines: list[Line] = []
        self.opened = False
        self.played = False
        self.empty = False
        self.passes: list[tuple[Event, str]] = []

    def end(self) -> str:
        """How a POP in which nothing was played ended; empty for anything else."""
        if self.played or not self.opened:
            return ""
        idle = all(event.reason == "nothing-to-play" for event, _ in self.passes)
        return "nothing to play" if idle else "both pass"

    @property
    def over(self) -> bool:
        """Whether this is a POP that has ended."""
        return self.empty or (self.opened and len(self.passes) >= PASSES_TO_END)

    def closing(self) -> Iterator[Line]:
        """The line with which a POP closes, if it needs one."""
        if self.end() == "both pass":
            yield Line("plain", "both pass", 2)


def trace(ruling: Ruling, level: Level, numbers: bool = False) -> list[Block]:
    """The events of a ruling under their attacks, steps and POPs, as far as `level` goes; with their numbers, if
    `numbers`.
    """
    layout = _Layout(ruling.opening.table, numbers)
    shown = {event.seq for event in view(ruling.events, level)}
    for event in _in_reading_order(ruling.events):
        layout.tell(event, event.seq in shown)
    return list(_blocks(layout.sections))


class Growing:
    """A trace that is told as it grows: each time the lines that are new, none of which changes later."""

    def __init__(self, table: Table, level: Level) -> None:
        self._table = table
        self._level = level
        self.again(())

    def again(self, events: Sequence[Event]) -> None:
        """Take these events as told, whatever was told before."""
        self._layout = _Layout(self._table)
        self._seen = 0
        self._place = 0
        self._lines = -1
        self.more(events, False)

    def last(self) -> list[Block]:
        """The last lines of what was told, under their title."""
        told = [section for section in self._layout.sections if section.lines]
        return [block for section in told[-1:] for block in (*_head(section), *section.lines[-LAST:])]

    def more(self, events: Sequence[Event], over: bool) -> list[Block]:
        """What is new.

        Args:
            events: all events so far, those told before included.
            over: nothing is going on. Otherwise the last step or POP is not over, and may be told in parts.
        """
        # What was not played needs no telling to somebody who was asked for it.
        shown = {event.seq for event in view(events, self._level) if event.reason != NOT_PLAYED}
        for event in _in_reading_order(events[self._seen :]):
            self._layout.tell(event, event.seq in shown)
        self._seen = len(events)
        blocks: list[Block] = []
        sections = self._layout.sections
        if self._lines >= 0:
            section = sections[self._place]
            blocks += section.lines[self._lines :]
            self._lines = len(section.lines)
            if self._place == len(sections) - 1 and not over and not section.over:
                return blocks
            blocks += section.closing()
            self._place, self._lines = self._place + 1, -1
        rest = sections[self._place :]
        if over or not rest or rest[-1].over:
            self._place = len(sections)
            return blocks + list(_blocks(rest))
        *whole, last = rest
        blocks += _blocks(whole)
        self._place = len(sections) - 1
        if last.lines or (last.title and last.title.style == "attack"):
            blocks += [*_head(last), *last.lines]
            self._lines = len(last.lines)
        return blocks


def _in_reading_order(events: Sequence[Event]) -> Iterator[Event]:
    """The events, but a trigger that prevents before what it prevented: the cause comes first."""
    place = 0
    while place < len(events):
        event = events[place]
        after = events[place + 1] if place + 1 < len(events) else None
        if event.kind == "prevented" and after and (after.kind, after.reason) == ("fired", "prevents"):
            yield after
            yield event
            place += 2
        else:
            yield event
            place += 1


class _Layout:
    """Sorts events into sections. Payments go on the line of the play, or of the Upkeep, that they pay for."""

    def __init__(self, table: Table, numbers: bool = False) -> None:
        self._words = Wording(table)
        self._numbers = numbers
        self.sections: list[_Section] = []
        self._attacks = 0
        self._below = 0
        self._payable = False

    def tell(self, event: Event, shown: bool) -> None:
        """Lay out the next event."""
        text, dice = self._words.tell(event)
        if not shown:
            return
        text = self._number(event) + text
        if event.kind == "declare":
            self._declare(event, text)
            return
        section = self._section(event)
        if event.kind == "pop":
            section.opened = True
            section.empty = event.reason == "empty"
            section.number = self._number(event)
            if section.title:
                section.title = section.title._replace(text=section.number + section.title.text)
        elif event.kind == "pass":
            self._pass(section, event, text)
        elif event.kind == "paid" and self._payable:
            self._pay(section, event)
        if (event.kind, event.reason) in SILENT or (event.kind in ("pass", "paid") and self._payable):
            return
        if event.kind == "pass":
            return
        if event.kind == "played":
            self._settle(section)
            section.played = True
        if event.kind in _STYLES or event.kind in ("placed", "roll"):
            self._below = 0
        # A sub-line that rests on the very clauses of the line above need not repeat them.
        same = bool(self._below and section.lines and section.lines[-1].clauses == event.clauses)
        clauses = () if same else event.clauses
        section.lines.append(Line(_STYLES.get(event.kind, "plain"), text, 2 + self._below, dice, clauses))
        self._payable = event.kind == "played" or (event.kind, event.reason) == ("fired", "upkeep")
        if event.kind == "played" or (event.kind, event.reason) == ("fired", "prevents"):
            self._below = 1

    def _number(self, event: Event) -> str:
        return f"#{event.seq} " if self._numbers else ""

    def _declare(self, event: Event, text: str) -> None:
        if event.reason == "attack":
            self._attacks += 1
            number = self._number(event)
            text = f"{number}Attack {self._attacks}: {text[len(number) :]}"
        self.sections.append(_Section(event, Line("attack", text, clauses=event.clauses)))
        self._below = 0
        self._payable = False

    def _section(self, event: Event) -> _Section:
        """The section that an event belongs to; a new one where a step begins, or the same POP opens again."""
        last = self.sections[-1] if self.sections else None
        again = event.kind == "pop" and last is not None and last.opened
        if last is None or (last.attack, last.step) != (event.attack, event.step) or again:
            title = None
            if event.step in POPS:
                title = Line("step", f"{event.step} POP", 1)
            elif event.step in ("roll", "hits") or (event.step == "after" and event.attack):
                title = Line("step", event.step, 1)
            elif last is None or event.step == "after":
                title = Line("attack", "Between attacks")
            self.sections.append(_Section(event, title))
            self._below = 0
            self._payable = False
        return self.sections[-1]

    def _pass(self, section: _Section, event: Event, text: str) -> None:
        if event.reason != "build-over":
            section.passes.append((event, text))
        self._payable = False
        self._below = 0

    def _settle(self, section: _Section) -> None:
        """A play follows: the passes before it were no end, and are told as far as they were a choice."""
        section.lines += [
            Line("plain", text, 2, clauses=event.clauses) for event, text in section.passes if event.reason == "passes"
        ]
        section.passes = []

    def _pay(self, section: _Section, event: Event) -> None:
        line = section.lines[-1]
        paid = payment(Operands(event, self._words.names))
        start, joint = (line.text[:-1], ", ") if line.text.endswith(")") else (line.text, " (")
        section.lines[-1] = line._replace(text=f"{start}{joint}{paid})", clauses=(*line.clauses, *event.clauses))


def _blocks(sections: Iterable[_Section]) -> Iterator[Block]:
    """The sections as lines; POPs in which nothing at all happened share one line."""
    silent: list[_Section] = []
    for section in sections:
        if section.opened and not section.lines:
            if silent and silent[0].end() != section.end():
                yield _together(silent)
                silent = []
            silent.append(section)
            continue
        if silent:
            yield _together(silent)
            silent = []
        if not section.lines and not (section.title and section.title.style == "attack"):
            continue
        yield from _head(section)
        yield from section.lines
        yield from section.closing()
    if silent:
        yield _together(silent)


def _head(section: _Section) -> Iterator[Block]:
    if section.title:
        if section.title.style == "attack":
            yield Gap()
        yield section.title


def _together(silent: list[_Section]) -> Line:
    names = ", ".join(section.number + section.step for section in silent)
    end = silent[0].end()
    return Line("step", f"{names} POP{': ' + end if end else ''}", 1)
