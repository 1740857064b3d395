"""What the commands share: where output goes and how it looks, and diagnostics."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from types import FrameType
from typing import TYPE_CHECKING, Any, TextIO

from swcli.report.blocks import Block
from swcli.report.exit_status import ExitStatus
from swcli.report.text import WIDTH, render
from swcli.scenario.faults import nearest, shown, words

if TYPE_CHECKING:
    from swcli.report.judged import Judged

__all__ = ["ExitStatus", "WrongUse", "complain", "fancy", "interrupts", "player_named", "say_json", "show"]


class WrongUse(Exception):
    """Wrong use of a command; the text says how and what is right."""


def player_named(name: str, players: tuple[str, ...], option: str) -> int:
    """The place of a player named by an option.

    Raises:
        WrongUse: there is no such player.
    """
    if name in players:
        return players.index(name)
    near = nearest(name, players)
    hint = f"did you mean `{near}`?" if near else f"there is {words(players)}"
    raise WrongUse(f"{option}: there is no player {shown(name)}\nhint: {hint}")


def fancy(stream: TextIO | None = None) -> bool:
    """Whether standard output gets colour and the width of its window.

    A terminal does, unless it is dumb; FORCE_COLOR makes a pipe one. (NO_COLOR is left to rich, which takes the colour
    away and leaves the rest.)
    """
    stream = stream or sys.stdout
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def show(blocks: Iterable[Block]) -> None:
    """Print a report to standard output in the form that suits it."""
    if fancy():
        from swcli.report.terminal import show as show_on_terminal

        show_on_terminal(blocks)
    else:
        say(render(blocks, get_terminal_size().columns if sys.stdout.isatty() else WIDTH))


def say(text: str) -> None:
    """Print results, in UTF-8 wherever they go: what is piped must not depend on a locale."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


def say_json(data: Any, *, one_line: bool) -> None:
    """Print one JSON object, on one line or indented."""
    say(json.dumps(data, ensure_ascii=False, indent=None if one_line else 2) + "\n")


def complain(judged: Judged) -> None:
    """Print the faults of a file to standard error, each with its place, an excerpt and a hint."""
    texts = [fault.render(judged.source) for fault in judged.faults]
    if judged.left_out:
        texts.append(f"and {judged.left_out} more faults")
    if texts:
        sys.stdout.flush()
        print("\n\n".join(texts), file=sys.stderr)


@contextmanager
def interrupts() -> Iterator[list[int]]:
    """Ctrl-C asks for an end instead of raising at once: the signals that came. The second one raises."""
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if came:
            raise KeyboardInterrupt
        came.append(number)

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, note)
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)
