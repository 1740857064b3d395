"""One line on standard error that tells how far long work has come, where that is a terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Final

EVERY: Final = 0.2
"""Seconds between two reports."""


class Progress:
    """The line, rewritten a few times a second.

    Attributes:
        began: when the work began, on the monotonic clock.
    """

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self.began = self._last = time.monotonic()
        self._width = 0

    def say(self, text: Callable[[float], str]) -> None:
        """Say how far it has come, if it is time to.

        Args:
            text: makes the line of the seconds that it took so far; called only when it is shown.
        """
        now = time.monotonic()
        if self._shown and now - self._last >= EVERY:
            self._last = now
            self._write(text(now - self.began))

    def clear(self) -> None:
        """Take the line away."""
        if self._width:
            self._write("")
            sys.stderr.write("\r")
            sys.stderr.flush()

    def _write(self, text: str) -> None:
        sys.stderr.write(f"\r{text.ljust(self._width)}")
        sys.stderr.flush()
        self._width = max(len(text), self._width)
