"""The dialogue with a person at a terminal: lines out, lines in; no cursor is moved, so it works anywhere.

Every question has a default, which Enter takes, or says that it has none. The commands that are understood at every
question are those of `HELP`.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from shutil import get_terminal_size
from typing import Final, TypeVar

from swcli.cli import asking
from swcli.cli.common import say, show
from swcli.drive.asked import Asked, AskedDice, AskedEntry, AskedPicks, Leave, TakeBack
from swcli.game.engine import Reasons
from swcli.game.events import Event
from swcli.game.plays import PASS, Option
from swcli.game.position import Position
from swcli.report import choices, outcome
from swcli.report.blocks import Block, Line
from swcli.report.choices import Offer
from swcli.report.explaining import about, summaries
from swcli.report.names import Names, faces
from swcli.report.text import render
from swcli.report.tracing import Growing
from swcli.report.views import Level
from swcli.scenario.faults import shown
from swcli.scenario.script import Entry

HELP: Final = (
    ("Enter", "the default, where the question shows one: pass, none, done"),
    ("1 2 3", "the option of that number"),
    ("r", "roll the dice that are asked for; 6 4 r rolls those after a 6 and a 4"),
    ("?", "explain the keyword at hand; ? 2 that of option 2, ? stun any other"),
    ("u", "take back the last answer, again and again if you like"),
    ("w", "why the other abilities can't be played now"),
    ("s", "how things stand: units, Force, Equipment"),
    ("o", "the options once more; m shows more of a long list"),
    ("q", "leave without a ruling; Ctrl-D and Ctrl-C do, too"),
)
FEW_ROWS: Final = 10
"""A terminal of fewer rows is treated like one of so many: an option has to fit."""

T = TypeVar("T")


class Unclear(Exception):
    """An answer that can't be taken, with the sentence that says why."""


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
        self.echo = not sys.stdin.isatty()
        self.back = False
        self.taken = False

    # -- what happens

    def happened(self, events: Sequence[Event], over: bool) -> None:
        """See `Person`."""
        self._tell(self.growing.more(events, over))

    def settled(self, events: Sequence[Event]) -> None:
        """See `Person`."""
        self.growing.again(events)
        if self.taken:
            self.taken = False
            self._tell([Line("step", "Taken back. The trace ends with:"), *self.growing.tail(events)])

    def refused(self, entry: Entry, reasons: Reasons) -> None:
        """See `Person`."""
        self._tell([Line("refused", asking.refusal(self.names, entry, reasons))])

    def left_over(self, entry: Entry, dice: tuple[int, ...]) -> None:
        """See `Person`."""
        what = "die" if len(dice) == 1 else "dice"
        self._tell([Line("note", f"Left over of the attack dice that the file gives: {what} {faces(dice)}")])

    # -- questions

    def choose(self, asked: Asked) -> Option:
        """See `Person`."""
        pages = _Pages(asked, self.names)
        default = PASS if PASS in asked.options else None

        def ask() -> None:
            self._tell(pages.page())

        def more() -> None:
            if not pages.turn():
                raise Unclear("there are no more options")
            ask()

        def parse(text: str) -> Option:
            if default and text.lower() in ("", "p", "pass"):
                return default
            if not text:
                raise Unclear("this has to be answered: there is no default")
            if not text.isascii() or not text.isdigit() or not 0 < int(text) <= len(pages.options):
                enter = ", Enter to pass" if default else ""
                raise Unclear(f"{shown(text)} is no answer here: a number from 1 to {len(pages.options)}{enter}, h for help")
            return pages.options[int(text) - 1]

        choice = asked.choice
        commands = {"o": ask, "m": more, "w": lambda: self._why_not(asked.position)}
        terms = asking.terms(asked.position, choice, pages.options)
        prompt = asked.position.table.players[choice.player]
        ask()
        return self._answer(prompt, parse, asked.back, asked.position, commands, terms, pages.numbered)

    def dice(self, asked: AskedDice) -> tuple[int, ...]:
        """See `Person`."""

        def ask() -> None:
            self._tell(asking.dice(asked, self.names))

        def parse(text: str) -> tuple[int, ...]:
            given, roll = _faces(text, rolling=True)
            if not given and not roll:
                raise Unclear("dice have no default: type their faces, or r to roll them")
            if len(given) > asked.number or (len(given) < asked.number and not roll):
                wanted = f"{asked.number} {'die is' if asked.number == 1 else 'dice are'} asked for"
                raise Unclear(f"{wanted}, and {len(given)} given")
            return (*given, *(self.rng.randint(1, 6) for _ in range(asked.number - len(given))))

        ask()
        return self._answer("dice", parse, asked.back, asked.position, {"o": ask}, asking.dice_terms(asked))

    def picks(self, asked: AskedPicks) -> tuple[int, ...]:
        """See `Person`."""

        def ask() -> None:
            self._tell(asking.picks(asked))

        def parse(text: str) -> tuple[int, ...]:
            picked, _ = _faces(text, rolling=False)
            if len(picked) > asked.most:
                raise Unclear(f"at most {asked.most} may be picked up, and {len(picked)} are named")
            missing = [face for face in set(picked) if picked.count(face) > asked.there.count(face)]
            if missing:
                raise Unclear(f"there are not so many dice that show {min(missing)}: they are {faces(asked.there)}")
            return picked

        ask()
        return self._answer("pick", parse, asked.back, asked.position, {"o": ask}, ["lucky"])

    def entry(self, asked: AskedEntry) -> Entry | None:
        """See `Person`."""
        entries = asking.entries(asked, self.names)
        while True:
            kind = self._menu(asked, "next", "What comes next?", [name for name, _ in entries], "done")
            if kind is None:
                return None
            made = entries[kind][1]
            entry = made if made is not None else self._attack(asked)
            if entry is not None:
                return entry

    def _attack(self, asked: AskedEntry) -> Entry | None:
        """Who attacks whom; None to choose something else."""
        position, names = asked.position, self.names
        there = asking.fielded(position)
        attackers = [asking.unit_line(position, names, unit) for unit in there]
        who = self._menu(asked, "attacker", "Who attacks?", attackers, "none after all")
        if who is None:
            return None
        targets, why = asking.targets(asked, names, there, there[who])
        whom = self._menu(asked, "target", f"{names.unit(there[who])} attacks whom?", targets, "nobody after all")
        if whom is None:
            return None
        entry = Entry("attack", (), there[who], there[whom])
        if not why[whom]:
            return entry
        self._tell([Line("refused", asking.refusal(names, entry, why[whom])), *asking.ALLOWED_BY])
        card = self._line("card").strip()
        return entry._replace(allowed_by=card) if card else None

    def _menu(self, asked: AskedEntry, prompt: str, title: str, rows: Sequence[str], default: str) -> int | None:
        def ask() -> None:
            self._tell(asking.menu(title, rows, default))

        def parse(text: str) -> int | None:
            if not text:
                return None
            if not text.isascii() or not text.isdigit() or not 0 < int(text) <= len(rows):
                raise Unclear(f"{shown(text)} is no answer here: a number from 1 to {len(rows)}, or Enter: {default}")
            return int(text) - 1

        ask()
        try:
            return self._answer(prompt, parse, asked.back, asked.position, {"o": ask}, ["attack"])
        except EOFError:
            self._tell([])
            return None  # the end of the input where nothing is going on is the end of what was played

    # -- lines

    def _answer(
        self,
        prompt: str,
        parse: Callable[[str], T],
        back: bool,
        position: Position,
        commands: dict[str, Callable[[], None]],
        terms: Sequence[str],
        numbered: Sequence[Offer] | Callable[[int], str] = (),
    ) -> T:
        """Read lines until one is an answer."""
        while True:
            line = self._line(prompt).strip()
            word = line.lower()
            try:
                if word == "u":
                    if not back:
                        raise Unclear("there is no answer to take back")
                    self.taken = True
                    raise TakeBack
                if word == "q":
                    raise Leave
                if word.startswith("?"):
                    self._explain(line[1:].strip(), terms, numbered)
                elif word in ("h", "help"):
                    self._tell([Line("plain", text, 1, mark=f"{key:>5}") for key, text in HELP])
                elif word == "s":
                    self._standing(position)
                elif word in commands:
                    commands[word]()
                else:
                    return parse(line)
            except Unclear as unclear:
                self._tell([Line("refused", f"{unclear}.")])

    def _line(self, prompt: str) -> str:
        """One line.

        Raises:
            EOFError: there is none any more.
        """
        say(f"{prompt}> ")
        raw = sys.stdin.buffer.readline()
        line = raw.decode("utf-8", "replace")
        if not line.endswith("\n"):
            say("\n")
        elif self.echo:
            say(line)
        if not line:
            raise EOFError
        return line

    def _tell(self, blocks: Sequence[Block]) -> None:
        if blocks:
            show(blocks)
