"""Where the program starts: the console script `swcli` and `python -m swcli` alike."""

from __future__ import annotations

import errno
import gc
import io
import os
import signal
import sys
from contextlib import suppress

INTERRUPTED = 130
INTERNAL = 70
OUTPUT = 74


def main() -> None:
    """Run the command line; however it ends, it ends without a traceback."""
    # Start-up makes many lasting objects and no garbage, so looking for some is put off, here and (`freeze`) at the
    # end. And no plugin of pydantic's has a say in a ruling. Without all that a run would take a third longer.
    gc.set_threshold(100_000)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    if hasattr(signal, "SIGPIPE"):
        # `swcli ... | head` ends as quietly as any other program whose reader has gone.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    _open_streams()
    try:
        from swcli.cli.app import app, narrow

        narrow(sys.argv[1:])
        try:
            app(prog_name="swcli")
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except Exception as error:
        if os.environ.get("SWCLI_TRACEBACK"):
            raise
        # What fails to open has a name; what has none is a stream that can't be written to.
        unwritten = isinstance(error, OSError) and error.filename is None and error.errno is not None
        sys.exit(_unwritten(error) if unwritten else _internal(error))
    finally:
        gc.freeze()


class _Closed(io.RawIOBase):
    """Stands for a standard stream that is closed, so that using it is an ordinary error of reading or writing."""

    def __init__(self, name: str) -> None:
        self._name = name

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        raise OSError(errno.EBADF, f"{self._name} is closed")

    def write(self, data: object) -> int:
        raise OSError(errno.EBADF, f"{self._name} is closed")


def _open_streams() -> None:
    """Python has None for a stream that is closed; from here on each is there."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(_Closed("standard output")), encoding="utf-8")
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_Closed("standard input")), encoding="utf-8")


def _unwritten(error: Exception) -> int:
    """Say in one line that output can't be written, and why; what is left of it is dropped."""
    with suppress(OSError):
        print(
            f"swcli: the output can't be written: {getattr(error, 'strerror', '') or error}",
            file=sys.stderr,
            flush=True,
        )
    null = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        os.dup2(null.fileno(), sys.stdout.fileno())
    except OSError:
        sys.stdout = null
    return OUTPUT


def _internal(error: Exception) -> int:
    """Say in one line what broke and where, so that it can be reported."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = f" at {os.path.basename(at.tb_frame.f_code.co_filename)}:{at.tb_lineno}" if at is not None else ""
    what = " ".join(str(error).split())[:200]
    print(
        f"swcli: internal error: {type(error).__name__}: {what}{where}; this is a fault of swcli, not of your file: "
        "please report this line together with the file",
        file=sys.stderr,
    )
    return INTERNAL


if __name__ == "__main__":
    main()
