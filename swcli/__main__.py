"""Where the program starts: the console script `swcli` and `python -m swcli` alike."""

from __future__ import annotations

import gc
import os
import signal
import sys

INTERRUPTED = 130
INTERNAL = 70


def main() -> None:
    """Run the command line; however it ends, it ends without a traceback."""
    # Start-up makes many lasting objects and no garbage, so looking for some is put off, here and (`freeze`) at the
    # end. And no plugin of pydantic's has a say in a ruling. Without all that a run would take a third longer.
    gc.set_threshold(100_000)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    if hasattr(signal, "SIGPIPE"):
        # `swcli ... | head` ends as quietly as any other program whose reader has gone.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        from swcli.cli.app import app

        app(prog_name="swcli")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except Exception as error:
        if os.environ.get("SWCLI_TRACEBACK"):
            raise
        sys.exit(_internal(error))
    finally:
        gc.freeze()


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
