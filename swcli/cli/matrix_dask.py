"""`--dask ADDRESS`: the workers of a Dask cluster that runs already solve the cells. The one module that loads Dask."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from typing import Any, Final

from swcli import __version__
from swcli.cli.common import ExitStatus
from swcli.cli.matrix_jobs import EVERY, JobsError, Solved
from swcli.drive.odds.matrix import Duel, solve_all
from swcli.scenario.faults import shown

PATIENCE: Final = 5
"""Seconds to wait for the scheduler, and for the first worker."""
_ADDRESS: Final = re.compile(r"([a-z]+://)?[^\s/:]+:\d{1,5}|[a-z]+://[^\s]+")


class Cluster:
    """The workers of a cluster.

    Args:
        address: of its scheduler.

    Raises:
        JobsError: Dask is not installed, nobody answers there in time, there are no workers, or they are of no use.
    """

    def __init__(self, address: str) -> None:
        if not _ADDRESS.fullmatch(address):
            raise JobsError(f"--dask: {shown(address)} is no address", "write one such as tcp://localhost:8786")
        try:
            import distributed
        except ImportError as error:
            raise JobsError(
                f"--dask: Dask is not installed ({error})", "install it: pip install 'swcli[dask]'"
            ) from None
        logging.disable(logging.CRITICAL)  # it would print at length what is told here in a sentence
        where = f"--dask: no scheduler answers at {shown(address)}"
        try:
            client: Any = distributed.Client  # it has no types of its own
            self._client = client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, asyncio.CancelledError) as error:
            raise JobsError(
                f"{where} ({_short(error)})", "start one with `dask scheduler`, or leave --dask out"
            ) from None
        try:
            self._check()
        except BaseException:
            self._client.close(timeout=PATIENCE)
            raise

    def _check(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, TimeoutError):
            hint = "start one with `dask worker ADDRESS`"
            raise JobsError("--dask: the cluster has no workers", hint) from None
        try:
            versions = self._client.run(_version)
        except ImportError as error:
            raise _no_swcli(str(error)) from None
        except Exception as error:  # whatever a worker says, it is of no use here
            raise _no_swcli(_short(error)) from None
        others = sorted({str(version) for version in versions.values()} - {__version__})
        if others:
            raise _no_swcli(f"there is {', '.join(others)}")

    def room(self) -> int:
        """How many pieces of work they should have at a time; workers may come and go."""
        threads: int = sum(self._client.nthreads().values())
        return max(4, 3 * threads)

    def submit(self, duels: list[Duel]) -> Any:
        """Give them a piece of work."""
        return self._client.submit(solve_all, duels, pure=False)

    def wait(self, pending: set[Any]) -> set[Any]:
        """Those pieces that are done, after `EVERY` seconds at most."""
        end = time.monotonic() + EVERY
        while True:
            done = {piece for piece in pending if piece.done()}
            if done or time.monotonic() >= end:
                return done
            time.sleep(0.01)

    def result(self, piece: Any) -> Solved:
        """What came of a piece."""
        try:
            found: Solved = piece.result(timeout=PATIENCE)
        except (Exception, asyncio.CancelledError) as error:  # a worker that is lost says so in many ways
            raise JobsError(
                f"--dask: the cluster has failed ({_short(error)})",
                "with --resume FILE a run goes on from where it ended",
                ExitStatus.INTERNAL,
            ) from None
        return found

    def stop(self, now: bool) -> None:
        """Leave; what is not done is let go, and the cluster goes on."""
        self._client.close(timeout=PATIENCE)


def _version() -> str:
    """Asked where the workers run."""
    return __version__


def _no_swcli(why: str) -> JobsError:
    return JobsError(
        f"--dask: the workers of the cluster need swcli {__version__}, too ({why})",
        "install it where they run",
    )


def _short(error: BaseException) -> str:
    """The first words of an error that may be long."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 160 else f"{text[:157]}..."
