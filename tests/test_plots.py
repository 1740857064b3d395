"""Pictures: what they show, that they are the same each time, and what is said where they can't be drawn."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from swcli.report.judged import ExitStatus
from swcli.report.plots import PlotError, curve, distribution, heat_map, ready

HALF = {hits: Fraction(comb(5, hits), 32) for hits in range(6)}
CERTAIN = {0: Fraction(1)}


def spread(path: str) -> None:
    distribution(path, "Damage to Luke & $Leia$", [("with <Evade>", HALF), ("_without", CERTAIN)])


def line(path: str) -> None:
    curve(path, "By power", range(1, 41), [("plain", [power / 40 for power in range(1, 41)])], "power", "chance")


def table(path: str, rows: int = 3, columns: int = 4) -> None:
    values = [[None if row == column == 1 else float(row * column) for column in range(columns)] for row in range(rows)]
    names = [
        f"unit {number} with a name that is far too long to be written out" for number in range(max(rows, columns))
    ]
    heat_map(path, "Expected damage", names[:rows], names[:columns], values, "expected damage")


@pytest.mark.parametrize(
    ("draw", "ending"), [(spread, "svg"), (spread, "png"), (line, "svg"), (table, "svg"), (table, "PNG")]
)
def test_the_same_picture_is_the_same_bytes(draw: Callable[[str], None], ending: str, tmp_path: Path) -> None:
    first, second = tmp_path / f"a.{ending}", tmp_path / f"b.{ending}"
    draw(str(first))
    draw(str(second))
    data = first.read_bytes()
    assert data == second.read_bytes()
    assert data.startswith(b"<?xml" if ending == "svg" else b"\x89PNG")
    assert b"<dc:date>" not in data


def test_settings_of_the_user_make_no_difference(tmp_path: Path) -> None:
    import matplotlib

    table(str(tmp_path / "a.svg"))
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.hashsalt": "other"}):
        table(str(tmp_path / "b.svg"))
        assert matplotlib.rcParams["font.size"] == 30
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert "matplotlib.pyplot" not in sys.modules


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (40, 3), (3, 40), (70, 5)])
def test_tables_of_any_size_are_drawn(rows: int, columns: int, tmp_path: Path) -> None:
    table(str(tmp_path / "a.png"), rows, columns)
    assert (tmp_path / "a.png").stat().st_size > 5000


def test_nothing_at_all_is_drawn_too(tmp_path: Path) -> None:
    path = str(tmp_path / "a.png")
    distribution(path, "", [])
    curve(path, "", [], [], "", "")
    heat_map(path, "\x1b[31m\U0001f916", ["\U0001f916"], ["\u5149"], [[None]], "")


@pytest.mark.parametrize("name", ["a.gif", "a", ".svg", "svg", "a.svg.pdf"])
def test_another_ending_is_refused_before_anything_is_drawn(name: str, tmp_path: Path) -> None:
    with pytest.raises(PlotError, match=r"ends neither in \.svg nor in \.png") as caught:
        ready(str(tmp_path / name))
    assert caught.value.status == ExitStatus.USAGE and "\nhint: name a file such as" in str(caught.value)
    with pytest.raises(PlotError):
        table(str(tmp_path / name))
    assert list(tmp_path.iterdir()) == []


def test_a_missing_matplotlib_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(PlotError) as caught:
        ready(str(tmp_path / "a.svg"))
    assert "hint: install it: pip install 'swcli[plot]'" in str(caught.value)
    assert caught.value.status == ExitStatus.USAGE


def test_what_cant_be_written_is_74(tmp_path: Path) -> None:
    (tmp_path / "folder.svg").mkdir()
    for name in ("nowhere/a.svg", "folder.svg"):
        with pytest.raises(PlotError) as caught:
            ready(str(tmp_path / name))
        assert caught.value.status == ExitStatus.OUTPUT
    if Path("/dev/full").exists():
        (tmp_path / "full.png").symlink_to("/dev/full")
        ready(str(tmp_path / "full.png"))
        with pytest.raises(PlotError, match="can't be written: No space left") as caught:
            spread(str(tmp_path / "full.png"))
        assert caught.value.status == ExitStatus.OUTPUT
