"""The dialogue with a person at a terminal: lines out, lines in; no cursor is moved, so it works anywhere.

A question shows what Enter stands for, where it has a default. The commands that are understood at every question are
those of `asking.HELP`.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from shutil import get_terminal_size
from typing import Final, NamedTuple, TypeVar

from swcli.cli.answers import Unclear, dice_faces, number
from swcli.cli.common import say, show
from swcli.drive.asked import Asked, AskedDice, AskedEntry, AskedPicks, Leave, TakeBack
from swcli.game.engine import Reasons
from swcli.game.events import Event
from swcli.game.plays import PASS, Option
from swcli.game.position import Position
from swcli.report import asking, choices, outcome
from swcli.report.blocks import Block, Gap, Line
from swcli.report.explaining import about
from swcli.report.names import Count, Names, faces
from swcli.report.text import render
from swcli.report.tracing import Growing
from swcli.report.views import Level
from swcli.scenario.faults import shown, visible
from swcli.scenario.script import Entry

FEW_ROWS: Final = 12
"""A window of fewer rows is taken to have so many: an option and the prompt have to fit."""
NARROW: Final = 40
"""The same for columns."""

T = TypeVar("T")


class Ended(Leave):
    """The input has ended."""


class Unreadable(Exception):
    """The input can't be read; the text says why."""


class Question(NamedTuple):
    """What is needed to talk about a question until it is answered.

    Attributes:
        prompt: stands before the answer.
        ask: puts the question, once more if need be.
        position: where it arises. back: whether there is an answer to take back.
        terms: what can be explained. numbered: the same for each numbered answer.
        more: shows the rest of a long list.
    """

    prompt: str
    ask: Callable[[], None]
    position: Position
    back: bool
    terms: Sequence[str] = ()
    numbered: Sequence[str] = ()
    more: Callable[[], None] | None = None


class Terminal:
    """A `Person` at standard input and output.

    Args:
        opening: the position before the script.
        level: how much of the trace is told.
        rng: rolls the dice that the person does not want to.
    """

    def __init__(self, opening: Position, level: Level, rng: random.Random) -> None:
        self.opening = opening
        self.names = Names(opening.table)
        self.rng = rng
        self.growing = Growing(opening.table, level)
        self.taken = False

    # -- what happens

    def happened(self, events: Sequence[Event], over: bool) -> None:
        """See `Person`."""
        _tell(self.growing.more(events, over))

    def settled(self, events: Sequence[Event]) -> None:
        """See `Person`."""
        self.growing.again(events)
        if self.taken:
            self.taken = False
            _tell([Line("attack", "Taken back. The last that stands:"), *self.growing.last()])

    def refused(self, entry: Entry, reasons: Reasons) -> None:
        """See `Person`."""
        _tell([Line("refused", asking.refusal(self.names, entry, reasons))])

    def left_over(self, entry: Entry, dice: tuple[int, ...]) -> None:
        """See `Person`."""
        _tell([Line("note", f"The file gives {Count(len(dice)):attack die} more than were rolled: {faces(dice)}")])

    # -- questions

    def choose(self, asked: Asked) -> Option:
        """See `Person`."""
        pages = _Pages(asked, self.names)
        count = len(pages.options)

        def parse(text: str) -> Option:
            if PASS in asked.options and text.lower() in ("", "p", "pass"):
                return PASS
            if not text:
                raise Unclear("this has to be answered: there is no default")
            return pages.options[number(text, count)]

        position = asked.position
        keys = [choices.keyword(position, option) for option in pages.options]
        terms = list(dict.fromkeys(key for key in keys if key)) or ["pop"]
        player = position.table.players[asked.choice.player]
        return self._answer(Question(player, pages.show, position, asked.back, terms, keys, pages.more), parse)

    def dice(self, asked: AskedDice) -> tuple[int, ...]:
        """See `Person`."""

        def parse(text: str) -> tuple[int, ...]:
            roll = text.lower().endswith("r")
            given = dice_faces(text[:-1] if roll else text)
            if not given and not roll:
                raise Unclear("dice have no default: type their faces, or r to roll")
            if len(given) > asked.number or (len(given) < asked.number and not roll):
                raise Unclear(f"{Count(asked.number):die} wanted, {len(given)} given")
            return (*given, *(self.rng.randint(1, 6) for _ in range(asked.number - len(given))))

        question = Question("dice", lambda: _ask(asking.dice(asked, self.names)), asked.position, asked.back)
        return self._answer(question._replace(terms=asking.dice_terms(asked)), parse)

    def picks(self, asked: AskedPicks) -> tuple[int, ...]:
        """See `Person`."""

        def parse(text: str) -> tuple[int, ...]:
            picked = dice_faces(text)
            if len(picked) > asked.most:
                raise Unclear(f"at most {asked.most} may be picked up, and {len(picked)} are named")
            missing = [face for face in picked if picked.count(face) > asked.there.count(face)]
            if missing:
                raise Unclear(f"not so many dice show {missing[0]}: they show {faces(asked.there)}")
            return picked

        return self._answer(
            Question("pick", lambda: _ask(asking.picks(asked)), asked.position, asked.back, ["lucky"]), parse
        )

    def entry(self, asked: AskedEntry) -> Entry | None:
        """See `Person`."""
        rows = asking.entries(asked, self.names)
        # Ending the game is not what Enter does: one too many, and there would be no way back.
        menu = asking.menu("What comes next?", [text for text, _ in rows], asking.DONE, "that was all")

        def parse(text: str) -> int:
            if text.lower() == asking.DONE:
                return -1
            if not text:
                raise Unclear("a number says what comes next; done, that it was all")
            return number(text, len(rows))

        while True:
            try:
                kind = self._answer(self._about_attacks("next", menu, asked), parse)
            except Ended:
                return None  # where nothing is going on, the input may end
            entry = None if kind < 0 else rows[kind][1] or self._attack(asked)
            if entry or kind < 0:
                return entry

    def _attack(self, asked: AskedEntry) -> Entry | None:
        """Who attacks whom; None to choose something else."""
        names, there = self.names, asking.fielded(asked.position)
        rows = [asking.unit_row(asked.position, names, unit) for unit in there]

        def choose(prompt: str, title: str, rows: Sequence[str]) -> int | None:
            menu = asking.menu(title, rows, asking.ENTER, "no attack after all")
            question = self._about_attacks(prompt, menu, asked)
            return self._answer(question, lambda text: there[number(text, len(rows))] if text else None)

        attacker = choose("attacker", "Who attacks?", rows)
        if attacker is None:
            return None
        forbidden = [bool(asked.attack_forbidden(attacker, unit)) for unit in there]
        targets = [text + asking.NEEDS_CARD * bad for text, bad in zip(rows, forbidden, strict=True)]
        target = choose("target", f"Whom does {names.unit(attacker)} attack?", targets)
        if target is None:
            return None
        entry = Entry("attack", (), attacker, target)
        reasons = asked.attack_forbidden(attacker, target)
        if not reasons:
            return entry
        refused = [Line("refused", asking.refusal(names, entry, reasons)), Line("plain", asking.ALLOWED_BY)]
        card = self._answer(self._about_attacks("card", refused, asked), lambda text: text)
        return entry._replace(allowed_by=card) if card else None

    def _about_attacks(self, prompt: str, blocks: Sequence[Block], asked: AskedEntry) -> Question:
        return Question(prompt, lambda: _ask(blocks), asked.position, asked.back, ["attack"])

    # -- lines

    def _answer(self, question: Question, parse: Callable[[str], T]) -> T:
        """Put a question, and read lines until one is an answer."""
        question.ask()
        while True:
            text = _line(question.prompt)
            try:
                if not self._command(text, question):
                    return parse(text)
            except Unclear as unclear:
                _tell([Line("refused", f"{unclear}.")])

    def _command(self, text: str, question: Question) -> bool:
        """Carry out a command; False if the line is none."""
        word = text.lower()
        if word == "u":
            if not question.back:
                raise Unclear("there is no answer to take back")
            self.taken = True
            raise TakeBack
        if word == "q":
            raise Leave
        if word.startswith("?"):
            _explain(text[1:].strip(), question)
        elif word in ("h", "help"):
            _tell(asking.help_page())
        elif word == "s":
            self._standing(question.position)
        elif word == "w":
            self._why_not(question.position)
        elif word == "o":
            question.ask()
        elif word == "m":
            if question.more is None:
                raise Unclear("all is shown")
            question.more()
        else:
            return False
        return True

    def _standing(self, position: Position) -> None:
        """How things stand, against how they stood at the beginning."""
        grids = (
            outcome.unit_grid(self.opening, position),
            outcome.equipment_grid(self.opening, position),
            outcome.player_grid(self.opening, position),
        )
        _tell([block for grid in grids if grid for block in (grid, Gap())])

    def _why_not(self, position: Position) -> None:
        closed = choices.closed(position, self.names)
        none = [Line("note", "every ability that is played here can be played now")]
        _tell([Line("not-fired", one.text(self.names), 1) for one in closed] or none)


class _Pages:
    """The options of a choice but for the pass, as many at a time as the window has room for."""

    def __init__(self, asked: Asked, names: Names) -> None:
        self.asked = asked
        self.names = names
        self.options = [option for option in asked.options if option != PASS]
        self.next = 0

    def show(self) -> None:
        """Show the first page."""
        self.next = 0
        self.more()

    def more(self) -> None:
        """Show the next page; after the last one there is none."""
        if self.next and self.next >= len(self.options):
            raise Unclear("all is shown; o shows the first ones again")
        size = get_terminal_size()
        room, width = max(size.lines, FEW_ROWS) - 6, max(size.columns, NARROW)
        asked, names = self.asked, self.names
        blocks: list[Block] = [asking.title(asked.choice, names)] if not self.next else []
        first = self.next
        while self.next < len(self.options) and (room > 0 or self.next == first):
            option = self.options[self.next]
            found = asking.offered(self.next + 1, choices.offer(asked.position, asked.rec, names, option))
            room -= render(found, width).count("\n")
            if room >= 0 or self.next == first:
                self.next += 1
                blocks += found
        if self.next < len(self.options):
            blocks.append(asking.row("m", f"more: {self.next + 1} to {len(self.options)}"))
        if PASS in asked.options:
            blocks.append(asking.passing(asked.choice))
        _ask(blocks)


def _explain(term: str, question: Question) -> None:
    if term.isascii() and term.isdigit() and question.numbered:
        key = question.numbered[number(term, len(question.numbered))]
        blocks = about(key) or asking.at_hand([key])
    elif term:
        blocks = about(term)
    elif len(question.terms) == 1:
        blocks = about(question.terms[0]) or asking.at_hand(question.terms)
    else:
        blocks = asking.at_hand(question.terms)
    if not blocks:
        raise Unclear(f"there is no keyword, clause or ruling {shown(term)}")
    _tell(blocks)


def _line(prompt: str) -> str:
    """One line of the person, without blanks around it.

    Raises:
        Ended: there is none any more.
        Unreadable: there is no telling.
    """
    say(f"{prompt}> ")
    try:
        raw = sys.stdin.buffer.readline()
    except OSError as error:
        say("\n")
        raise Unreadable(error.strerror or str(error)) from None
    if not raw.endswith(b"\n"):
        say("\n")
    elif not sys.stdin.isatty():
        say(visible(raw.decode("utf-8", "replace").rstrip("\r\n")) + "\n")  # what no terminal has shown
    if not raw:
        raise Ended
    return raw.decode("utf-8", "replace").strip()


def _ask(blocks: Sequence[Block]) -> None:
    """A question, apart from what stands before it."""
    _tell([Gap(), *blocks])


def _tell(blocks: Sequence[Block]) -> None:
    if blocks and isinstance(blocks[0], Gap):
        say("\n")  # `show` leaves out a gap at the start, which here is not the start
    show(blocks)
