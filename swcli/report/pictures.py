"""Where pictures go: SVG or PNG by the name of the file, drawn by matplotlib, an optional extra."""

from __future__ import annotations

import io
import os
import warnings
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from swcli.report.exit_status import ExitStatus
from swcli.scenario.faults import shown, visible

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENDINGS: Final = ("svg", "png")
DPI: Final = 150
LONGEST: Final = 28
"""Names are cut to so many characters."""

_STYLE: Final[dict[Any, Any]] = {
    "svg.hashsalt": "swcli",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "text.parse_math": False,
    "text.usetex": False,
}


class PlotError(Exception):
    """A picture can't be drawn.

    Attributes:
        message: what is wrong. hint: what to do instead. status: of the program, then.
    """

    def __init__(self, message: str, hint: str, status: ExitStatus = ExitStatus.USAGE) -> None:
        super().__init__(f"{message}\nhint: {hint}")
        self.message = message
        self.hint = hint
        self.status = status


def ready(path: str) -> None:
    """Make sure that a picture can be drawn there, before long work is done for it.

    Raises:
        PlotError: its name has another ending, matplotlib is missing, or there is no such folder.
    """
    kind_of(path)
    try:
        import matplotlib.figure  # noqa: F401 - whether it is there
    except ImportError as error:
        hint = "install it: pip install 'swcli[plot]'"
        raise PlotError(f"pictures are drawn by matplotlib, which can't be loaded ({error})", hint) from None
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise PlotError(f"there is no folder {shown(folder)}", "make it first, or name another", ExitStatus.OUTPUT)
    if os.path.isdir(path):
        raise PlotError(f"{shown(path)} is a folder", "name a file", ExitStatus.OUTPUT)
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise PlotError(f"{shown(path)} can't be written", "name another file", ExitStatus.OUTPUT)


def kind_of(path: str) -> str:
    """The form that the name of a file asks for: `svg` or `png`.

    Raises:
        PlotError: it asks for another one.
    """
    ending = os.path.splitext(path)[1].lower().lstrip(".")
    if ending not in ENDINGS:
        raise PlotError(f"{shown(path)} ends neither in .svg nor in .png", "name a file such as odds.svg")
    return ending


def styled() -> Any:
    """Settings of this module for a while, whatever a user's own are."""
    import matplotlib

    usual: dict[Any, Any] = dict(matplotlib.rcParamsDefault)
    for name in [name for name in usual if name.startswith("backend")]:
        del usual[name]
    return matplotlib.rc_context(usual | _STYLE)


def save(figure: Figure, path: str) -> None:
    """Write a figure: the same bytes whenever the same is drawn.

    Raises:
        PlotError: the file can't be written.
    """
    data = io.BytesIO()
    kind = kind_of(path)
    about: dict[str, str | None] = {"Date": None} if kind == "svg" else {"Software": "swcli"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a letter that the font has not is drawn as a box
        figure.savefig(data, format=kind, dpi=DPI, bbox_inches="tight", pad_inches=0.15, metadata=about)
    try:
        Path(path).write_bytes(data.getvalue())
    except OSError as error:
        hint = "name another file"
        raise PlotError(f"{shown(path)} can't be written: {error.strerror}", hint, ExitStatus.OUTPUT) from None


# -- words in pictures


def cut(name: str) -> str:
    """A name as it is written at an axis or in a legend, which would leave out one with a _ in front."""
    text = visible(name)
    text = f" {text}" if text.startswith("_") else text
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}\u2026"


def wrapped(title: str, inches: float) -> str:
    """A title in up to three lines that fit."""
    return "\n".join(wrap(visible(title), int(inches * 9.5))[:3])
