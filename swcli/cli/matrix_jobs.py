"""Who solves the cells of a matrix: this process, a pool of processes, or the workers of a Dask cluster.

What comes out does not depend on it: a cell is a pure function of its duel.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, resource_tracker
from typing import Any, Final, Protocol

from swcli.cli.common import ExitStatus
from swcli.cli.progress import Progress
from swcli.drive.odds.matrix import Cell, Duel, Plan, solve_all, solved

EVERY: Final = 0.2
"""Seconds between two looks at whether it was interrupted."""
GRACE: Final = 1.0
"""Seconds that work which is going on gets to finish after an interruption."""
CHUNK: Final = 16
"""So many cells at most make a piece of work."""
PIECE: Final = 0.15
"""Seconds that a piece of work is to take: what is being done is lost when a run is stopped."""
FEW: Final = 48
"""So many cells are solved sooner than other processes start."""

Take = Callable[[Mapping[int, Cell]], None]
"""Takes cells as they are finished, by number; none, now and then, while there is nothing new."""
Solved = tuple[list[Cell], float]
"""What came of a piece of work: its cells, and the seconds that they took."""


class JobsError(Exception):
    """The work could not be done; the text says why and what to do instead."""

    def __init__(self, message: str, hint: str, status: ExitStatus = ExitStatus.USAGE) -> None:
        super().__init__(f"{message}\nhint: {hint}")
        self.status = status


class _Interrupted(Exception):
    """Raised in the middle of a cell."""


class Crew(Protocol):
    """Workers."""

    def room(self) -> int:
        """How many pieces of work they should have at a time."""

    def submit(self, duels: list[Duel]) -> Any:
        """Give them a piece of work; what is returned stands for it."""

    def wait(self, pending: set[Any]) -> set[Any]:
        """Those pieces that are done, after `EVERY` seconds at most."""

    def result(self, piece: Any) -> Solved:
        """What came of a piece.

        Raises:
            JobsError: it could not be done.
        """

    def stop(self, now: bool) -> None:
        """No more is to come; `now`: something is going on that nobody waits for."""


def solve_in_turn(plan: Plan, todo: list[int], take: Take, interrupted: list[int]) -> bool:
    """Solve cells one after the other in this process; returns whether all are done."""

    def look(_: int) -> None:
        if interrupted:
            raise _Interrupted

    for number in todo:
        try:
            look(0)
            take({number: solved(plan.duel(number), look)})
        except _Interrupted:
            return False
    return True


def solve_with(crew: Crew, plan: Plan, todo: list[int], take: Take, interrupted: list[int]) -> bool:
    """Have cells solved in pieces; returns whether all are done.

    Raises:
        JobsError: the workers have failed.
    """
    left = todo[::-1]
    pending: dict[Any, list[int]] = {}
    size = 1  # nobody knows yet how long a cell takes

    def gather() -> int:
        """Take what is done, and say how many cells the next piece should have."""
        longest = size
        for piece in crew.wait(set(pending)):
            cells, seconds = crew.result(piece)
            take(dict(zip(pending.pop(piece), cells, strict=True)))
            longest = max(1, min(2 * size, CHUNK, int(PIECE * len(cells) / max(seconds, 1e-6))))
        take({})
        return longest

    try:
        while (left or pending) and not interrupted:
            while left and len(pending) < crew.room():
                count = min(size, max(1, len(left) // crew.room()))
                numbers = [left.pop() for _ in range(count)]
                pending[crew.submit([plan.duel(number) for number in numbers])] = numbers
            size = gather()
        end = time.monotonic() + GRACE
        while pending and time.monotonic() < end:
            gather()
    finally:
        crew.stop(bool(pending))
    return not (left or pending)


# -- a pool of processes


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def ready() -> None:
    """What a worker process does first: Ctrl-C is for its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Pool:
    """Processes of this machine.

    They are started afresh, not forked: that is safe whatever threads a library has started here.

    Args:
        jobs: how many.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        if hasattr(signal, "pthread_sigmask"):
            resource_tracker.ensure_running()  # started with the first process, it would unblock what `_deaf` blocks
        self._pool = ProcessPoolExecutor(jobs, get_context("spawn"), ready)

    def room(self) -> int:
        """How many pieces of work they should have at a time."""
        return 2 * self._jobs

    def submit(self, duels: list[Duel]) -> Future[Solved]:
        """Give them a piece of work; a process may be started for it."""
        with _deaf():
            return self._submit(duels)

    def _submit(self, duels: list[Duel]) -> Future[Solved]:
        try:
            return self._pool.submit(solve_all, duels)
        except BrokenProcessPool as error:
            raise _ended() from error

    def wait(self, pending: set[Future[Solved]]) -> set[Future[Solved]]:
        """Those pieces that are done, after `EVERY` seconds at most."""
        return wait(pending, EVERY, FIRST_COMPLETED).done

    def result(self, piece: Future[Solved]) -> Solved:
        """What came of a piece."""
        try:
            return piece.result()
        except BrokenProcessPool as error:
            raise _ended() from error

    def stop(self, now: bool) -> None:
        """No more is to come; `now`: processes are in the middle of something, and are ended there."""
        if now:
            for process in active_children():
                process.terminate()
        self._pool.shutdown(cancel_futures=True)


def _ended() -> JobsError:
    return JobsError(
        "a worker process was ended from outside",
        "where memory is short, fewer of them may do (--jobs 1); with --resume FILE a run goes on from where it ended",
        ExitStatus.INTERNAL,
    )


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started here never hear Ctrl-C, not even before they are ready; this one does afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # there is none on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# -- progress


class Bar:
    """Tells how many cells are done, with a bar.

    Args:
        whole: how many cells there are. done: how many of them were there from the start.
    """

    WIDTH: Final = 24

    def __init__(self, whole: int, done: int) -> None:
        self._whole = whole
        self._first = self._done = done
        self._progress = Progress()

    def add(self, cells: int) -> None:
        """So many more are done."""
        self._done += cells
        self._progress.say(self._text)

    def clear(self) -> None:
        """Say no more."""
        self._progress.clear()

    def _text(self, took: float) -> str:
        new = self._done - self._first
        left = f", {took * (self._whole - self._done) / new:.0f} s left" if new else ""
        full = self.WIDTH * self._done // self._whole
        bar = f"[{'#' * full}{'.' * (self.WIDTH - full)}]"
        return f"{bar} {self._done:,} of {self._whole:,} cells, {took:.0f} s{left}"
