"""Telling how often a script has been resolved again, for those who try other readings of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from swcli.cli.common import interrupts
from swcli.cli.progress import Progress
from swcli.drive.sensitivity import Enough


class Telling:
    """Tells how often a script has been resolved again.

    Args:
        interrupted: the interrupts that came.
    """

    def __init__(self, interrupted: list[int]) -> None:
        self.interrupted = interrupted
        self._progress = Progress()

    def __call__(self, runs: int) -> None:
        """So often, so far.

        Raises:
            Enough: it was interrupted.
        """
        if self.interrupted:
            raise Enough
        self._progress.say(lambda _: f"{runs:,} runs of the script")

    def clear(self) -> None:
        """Say no more."""
        self._progress.clear()


@contextmanager
def following(wanted: bool) -> Iterator[Telling | None]:
    """Progress, where it is wanted; an interrupt then ends what goes on with what is known."""
    if not wanted:
        yield None
        return
    with interrupts() as interrupted:
        progress = Telling(interrupted)
        try:
            yield progress
        finally:
            progress.clear()
