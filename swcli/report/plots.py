"""Charts as SVG or PNG, drawn by matplotlib: an optional extra, loaded only when something is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from swcli.report.pictures import PlotError, cut, ready, save, styled, wrapped
from swcli.report.shares import percent
from swcli.scenario.faults import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["PlotError", "curve", "distribution", "heat_map", "ready"]

COLOURS: Final = ("#1f6f9f", "#d9822b", "#4f9a5b", "#8a5aa8", "#b5484e", "#6b6f76")
"""Of series, in order: apart in light and dark as well, so that they can be told without colours."""
GRID: Final = "#d8d8d8"
NOTHING: Final = "#ececec"
"""Where there is no value."""
WIDTH: Final = 6.4
"""Inches that a chart is wide, or more."""
LEAST: Final = 0.1
"""Inches between two names: less can't be read."""


def distribution(path: str, title: str, series: Sequence[tuple[str, Mapping[int, Fraction]]]) -> None:
    """Draw how likely each amount of damage is, as bars: those of several series side by side.

    Args:
        path: the file.
        title: over the chart.
        series: a name and the chance of each amount; an amount that is not named has none.

    Raises:
        PlotError: see `ready`; or the file can't be written.
    """
    amounts = [amount for _, chances in series for amount in chances]
    xs = list(range(min(amounts, default=0), max(amounts, default=0) + 1))
    figure, axes = _chart(path, title, max(WIDTH, min(14.0, 1.8 + 0.42 * len(xs))), 4.2)
    wide = 0.8 / max(1, len(series))
    for place, (name, chances) in enumerate(series):
        heights = [float(chances.get(amount, 0)) for amount in xs]
        at = [x + (place - (len(series) - 1) / 2) * wide for x in xs]
        bars = axes.bar(at, heights, wide * 0.94, color=COLOURS[place % len(COLOURS)], label=cut(name))
        if len(xs) * len(series) <= 16:
            labels = [_percent(chances.get(amount, Fraction(0))) for amount in xs]
            axes.bar_label(bars, labels, padding=2, fontsize=8 if len(series) == 1 else 7)
    axes.set_xlabel("damage")
    axes.set_ylabel("chance")
    _count(axes, xs)
    axes.margins(y=0.12)
    beside = max(0.7, (4 - len(xs)) / 2)  # one bar alone is not as wide as the chart
    axes.set_xlim(xs[0] - beside, xs[-1] + beside)
    axes.set_ylim(bottom=0)
    _in_percent(axes)
    _finish(figure, axes, path, len(series))


def curve(
    path: str,
    title: str,
    xs: Sequence[int],
    series: Sequence[tuple[str, Sequence[float]]],
    x_label: str,
    y_label: str,
) -> None:
    """Draw one or more lines.

    Args:
        path: the file.
        title: over the chart.
        xs: where there are values.
        series: a name and the values along `xs`.
        x_label: what `xs` are.
        y_label: what the values are; chances, from 0 to 1, where it speaks of a chance.

    Raises:
        PlotError: see `ready`; or the file can't be written.
    """
    figure, axes = _chart(path, title, WIDTH, 4.2)
    marks = "osD^vP"
    for place, (name, values) in enumerate(series):
        axes.plot(
            xs,
            values,
            color=COLOURS[place % len(COLOURS)],
            marker=marks[place % len(marks)] if len(xs) <= 40 else None,
            markersize=4.5,
            label=cut(name),
        )
    axes.set_xlabel(visible(x_label))
    axes.set_ylabel(visible(y_label))
    _count(axes, xs)
    if all(value >= 0 for _, values in series for value in values):
        axes.set_ylim(bottom=0)
    if "chance" in y_label.lower():
        axes.set_ylim(0, 1.03)
        _in_percent(axes)
    _finish(figure, axes, path, len(series))


def heat_map(
    path: str,
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
    label: str,
) -> None:
    """Draw a table as colours; where there is room the numbers stand in it.

    Args:
        path: the file.
        title: over the chart.
        rows: names.
        columns: names.
        values: row by row, None where there is no value.
        label: what the values are.

    Raises:
        PlotError: see `ready`; or the file can't be written.
    """
    ready(path)
    from matplotlib import colormaps
    from matplotlib.figure import Figure

    high, wide = len(rows), len(columns)
    cell = 0.62 if max(high, wide) <= 16 else 0.36 if max(high, wide) <= 60 else max(0.04, 20 / max(high, wide))
    size = min(9.0, cell * 54)
    with styled():
        # The table has its size, whatever its names take beside it: what is left over is cut off in the end.
        width, height = cell * wide, cell * high
        size_x, size_y = width + 8, height + 8
        figure = Figure(figsize=(size_x, size_y))
        axes = figure.add_axes((4 / size_x, 4 / size_y, width / size_x, height / size_y))
        numbers = [[float("nan") if value is None else value for value in row] for row in values]
        known = [value for row in values for value in row if value is not None]
        top = max(known, default=0.0) or 1.0
        colours = colormaps["viridis"].with_extremes(bad=NOTHING)
        image = axes.imshow(numbers, cmap=colours, vmin=min([0.0, *known]), vmax=top)
        _names(axes, rows, columns, cell, size)
        if cell >= 0.2:
            axes.set_xticks([place - 0.5 for place in range(1, wide)], minor=True)
            axes.set_yticks([place - 0.5 for place in range(1, high)], minor=True)
            axes.grid(which="minor", color="white", linewidth=1.0 if cell >= 0.5 else 0.5)
            axes.tick_params(which="minor", length=0)
        if cell >= 0.3:
            _write_in(axes, values, top, cell >= 0.5)
        axes.set_xlabel("defender")
        axes.set_ylabel("attacker")
        axes.set_title(wrapped(title, max(WIDTH, width)), loc="left", fontsize=12, fontweight="bold", pad=10)
        # As high as the table, or a little higher where that has few rows.
        tall = max(1.0, 1.4 / height)
        low, right = (1 - tall) / 2, 1 + 0.15 / width
        beside = axes.inset_axes((right, low, 0.18 / width, tall))
        bar = figure.colorbar(image, cax=beside)
        bar.set_label(visible(label))
        bar.outline.set_visible(False)
        if len(known) < high * wide:
            from matplotlib.patches import Patch

            box = Patch(facecolor=NOTHING, edgecolor="#b0b0b0", label="no odds")
            at = (right, low - 0.12 / height)
            axes.legend(handles=[box], loc="upper left", bbox_to_anchor=at, frameon=False, borderpad=0, borderaxespad=0)
        save(figure, path)


# -- parts of charts


def _chart(path: str, title: str, width: float, height: float) -> tuple[Figure, Axes]:
    ready(path)
    from matplotlib.figure import Figure

    with styled():
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.add_subplot()
        _title(figure, title)
        axes.set_axisbelow(True)
        axes.grid(axis="y", color=GRID, linewidth=0.8)
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(length=0)
    return figure, axes


def _finish(figure: Figure, axes: Axes, path: str, series: int) -> None:
    with styled():
        if series > 1:
            axes.legend(frameon=False, fontsize=9)
        save(figure, path)


def _count(axes: Axes, xs: Sequence[int]) -> None:
    """A tick at each whole number, or at every other, fifth or so if there are many."""
    if xs:
        every = next(step for step in (1, 2, 5, 10, 20, 50, 100, 10**9) if len(xs) <= 24 * step)
        axes.set_xticks([x for x in range(min(xs), max(xs) + 1) if (x - min(xs)) % every == 0])


def _title(figure: Figure, title: str) -> None:
    """The title over the whole figure, in lines that fit."""
    text = wrapped(title, figure.get_figwidth())
    figure.suptitle(text, x=0.01, ha="left", fontsize=12, fontweight="bold")


def _in_percent(axes: Axes) -> None:
    axes.yaxis.set_major_formatter(lambda value, _: f"{round(100 * value, 6):g} %")


def _names(axes: Axes, rows: Sequence[str], columns: Sequence[str], cell: float, size: float) -> None:
    """The names of rows and columns: all, or each second, third or so where they would overlap."""
    every = int(LEAST / cell) + 1 if cell < LEAST else 1
    size = max(size, LEAST * 54)
    axes.set_xticks(range(0, len(columns), every), [cut(name) for name in columns[::every]])
    axes.set_yticks(range(0, len(rows), every), [cut(name) for name in rows[::every]])
    axes.tick_params(length=0, labelsize=size)
    slanted = cell >= 0.5
    for text in axes.get_xticklabels():
        text.set_rotation(45 if slanted else 90)
        if slanted:
            text.set_horizontalalignment("right")
            text.set_rotation_mode("anchor")
    axes.spines[:].set_visible(False)


def _write_in(axes: Axes, values: Sequence[Sequence[float | None]], top: float, large: bool) -> None:
    for row, line in enumerate(values):
        for column, value in enumerate(line):
            if value is not None:
                colour = "black" if value > 0.6 * top else "white"
                text, size = (f"{value:.2f}", 8.5) if large else (f"{value:.1f}", 7)
                axes.text(column, row, text, ha="center", va="center", color=colour, fontsize=size)


def _percent(chance: Fraction) -> str:
    """A chance over a bar: nothing for none."""
    return percent(chance, 1) if chance else ""
