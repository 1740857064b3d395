"""`--resume FILE`: finished cells, a line each, so that a run that was stopped can go on.

The first line says of which input the cells are; the others are told apart by their numbers in it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from swcli import __version__
from swcli.cli.common import ExitStatus
from swcli.drive.odds.matrix import Cell, Plan
from swcli.report.shares import fraction
from swcli.scenario.faults import shown

FORMAT: Final = "swcli.matrix-cells/1"
_FRACTION: Final = re.compile(r"(\d{1,4000})/([1-9]\d{0,3999})")
_ANOTHER_NAME: Final = "name a file that is not there yet: it is made"
_ANOTHER: Final = "name another file, or delete this one to begin anew"


class ResumeError(Exception):
    """A file that can't be gone on with; the text says why and what to do instead."""

    def __init__(self, message: str, hint: str, status: ExitStatus) -> None:
        super().__init__(f"{message}\nhint: {hint}")
        self.status = status


class Kept:
    """The file.

    Args:
        name: of the file; it is made if there is none.
        plan: what is solved.

    Attributes:
        done: the cells that it has, by number.

    Raises:
        ResumeError: it is the file of another input, or none of this kind, or can't be read or written.
    """

    def __init__(self, name: str, plan: Plan) -> None:
        self.name = name
        self.done: dict[int, Cell] = {}
        self._size = plan.size
        header = {"format": FORMAT, "version": __version__, "input": plan.key(), "cells": plan.size}
        self._header = _line(header)
        if os.path.exists(name) and not os.path.isfile(name):
            raise ResumeError(f"--resume: {shown(name)} is no regular file", _ANOTHER_NAME, ExitStatus.INVALID)
        try:
            self._file = os.open(name, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
            whole = Path(name).read_bytes()
        except OSError as error:
            raise self._unwritten(error) from None
        try:
            self._read(whole, header)
        except BaseException:
            os.close(self._file)
            raise

    def add(self, cells: Mapping[int, Cell]) -> None:
        """Keep finished cells.

        Raises:
            ResumeError: the file can't be written.
        """
        self.done.update(cells)
        self._write(b"".join(_line(_record(number, cell)) for number, cell in cells.items()))

    def close(self) -> None:
        """No more are to come."""
        os.close(self._file)

    def _read(self, whole: bytes, header: dict[str, Any]) -> None:
        end = whole.rfind(b"\n") + 1
        torn = whole[end:]
        if not end and not self._header.startswith(torn):
            raise self._no_such_file()
        if end:
            first, *lines = whole[:end].splitlines()
            self._compare(first, header)
            for number, line in enumerate(lines, 2):
                self._take(number, line)
        if torn:
            # What was being written when a run ended is no cell: it is solved again.
            try:
                os.ftruncate(self._file, end)
            except OSError as error:
                raise self._unwritten(error) from None
        if not end:
            self._write(self._header)

    def _compare(self, first: bytes, header: dict[str, Any]) -> None:
        found = _data(first)
        if found.get("format") != FORMAT:
            raise self._no_such_file()
        if found.get("version") != header["version"]:
            what = f"--resume: {shown(self.name)} was written by swcli {shown(str(found.get('version')))}"
            raise ResumeError(f"{what}, and this is {__version__}", _ANOTHER, ExitStatus.USAGE)
        if found != header:
            what = f"--resume: {shown(self.name)} has cells of another input: other units, Force, rulings or --play"
            raise ResumeError(what, _ANOTHER, ExitStatus.USAGE)

    def _take(self, number: int, line: bytes) -> None:
        found = _cell(_data(line), self._size)
        if found is None:
            what = f"--resume: line {number} of {shown(self.name)} is no finished cell: the file has been changed"
            raise ResumeError(what, _ANOTHER, ExitStatus.INVALID)
        self.done[found[0]] = found[1]

    def _write(self, data: bytes) -> None:
        try:
            while data:
                data = data[os.write(self._file, data) :]
        except OSError as error:
            raise self._unwritten(error) from None

    def _no_such_file(self) -> ResumeError:
        what = f"--resume: {shown(self.name)} is no file of finished cells"
        return ResumeError(what, _ANOTHER_NAME, ExitStatus.INVALID)

    def _unwritten(self, error: OSError) -> ResumeError:
        what = f"--resume: {shown(self.name)} can't be written: {error.strerror}"
        return ResumeError(what, "name a file in a folder in which you may write", ExitStatus.OUTPUT)


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode("ascii") + b"\n"


def _data(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _record(number: int, cell: Cell) -> dict[str, Any]:
    data: dict[str, Any] = {"cell": number}
    if cell.damage is not None and cell.discarded is not None:
        data |= {"damage": fraction(cell.damage), "discarded": fraction(cell.discarded)}
    if cell.reasons:
        data["reasons"] = cell.reasons
    if cell.rulings:
        data["rulings"] = cell.rulings
    return data


def _cell(data: dict[str, Any], size: int) -> tuple[int, Cell] | None:
    """The number and the cell that a line tells, or None if it tells none."""
    number, reasons, rulings = data.get("cell"), data.get("reasons", []), data.get("rulings", [])
    if not isinstance(number, int) or not 0 <= number < size or not isinstance(reasons, list):
        return None
    if not isinstance(rulings, list) or not all(isinstance(name, str) for name in rulings):
        return None
    told = []
    for pair in reasons:
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(text, str) for text in pair):
            return None
        told.append((pair[0], pair[1]))
    damage, discarded = _read(data.get("damage")), _read(data.get("discarded"))
    if (damage is None) != (discarded is None) or (damage is None) != bool(told):
        return None
    return number, Cell(damage, discarded, tuple(told), tuple(rulings))


def _read(text: object) -> Fraction | None:
    found = _FRACTION.fullmatch(text) if isinstance(text, str) else None
    return Fraction(int(found[1]), int(found[2])) if found else None
