"""Reading a scenario file: bytes to plain data, with the place of every key and value at hand for messages."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from typing import Any, Final

from swcli.scenario.faults import UNSAFE, Fault, ScenarioError, visible
from swcli.scenario.places import Flaw, Places, Spot, Unreadable
from swcli.scenario.script import Path

MAX_BYTES: Final = 1 << 20
STDIN: Final = "<stdin>"
_WHOLE: Final = Spot(0, 0)


class Document:
    """A file as plain data, and where everything in it stands.

    Attributes:
        data: dicts with text keys, lists, text, ints, floats, booleans, None.
        file: as it was named; empty for data that comes from no file.
        text: the text it was read from, for excerpts; empty for data that comes from no file.
        flaws: what reading found and could go on after. `setup.load` reports them together with all that it finds.
    """

    __slots__ = ("_json", "_places", "data", "file", "flaws", "text")

    def __init__(
        self, data: Any, file: str = "", text: str = "", flaws: tuple[Flaw, ...] = (), *, is_json: bool = False
    ) -> None:
        self.data = data
        self.file = file
        self.text = text
        self.flaws = flaws
        self._json = is_json
        self._places: tuple[Places, dict[Path, Path]] | None = None

    def spot(self, path: Path) -> Spot:
        """The place of the value at `path`, or of the nearest thing around it that exists; all 0 without a text.

        A step `evade` also finds the key `evade#2`. The places are worked out when first asked for.
        """
        if not self.text:
            return _WHOLE
        if self._places is None:
            self._places = self._look()
        places, numbered = self._places
        found: Path = ()
        for step in path:
            inner = (*found, step)
            if inner not in places:
                inner = numbered.get(inner, ())
                if not inner:
                    break
            found = inner
        return places.get(found, _WHOLE)

    def fault(
        self,
        code: str,
        message: str,
        path: Path = (),
        hint: str = "",
        *,
        key: bool = False,
        part: tuple[int, int] | None = None,
    ) -> Fault:
        """A fault at a place of this file.

        `path` is what is at fault: its value, or its key if `key` is set. `part` is the piece of the text there that is
        meant: the first character and the one after the last, from 0. The rest is as in `Fault`.
        """
        message, hint = visible(message), visible(hint)  # ids and keys of the file may stand in them as they are
        line, column, end, key_line, key_column, key_end = self.spot(path)
        if key and key_line:
            return Fault(code, message, hint, self.file, key_line, key_column, key_end)
        if part is not None and line:
            lead = self._lead(path, line, column)
            if lead >= 0:
                return Fault(code, message, hint, self.file, line, column + lead + part[0], column + lead + part[1])
        return Fault(code, message, hint, self.file, line, column, end)

    def error(self, faults: list[Fault]) -> ScenarioError:
        """The exception that reports `faults`."""
        return ScenarioError(faults, self.text)

    def _look(self) -> tuple[Places, dict[Path, Path]]:
        places: Places = {}
        flaws: list[Flaw] = []
        with suppress(Unreadable):  # places up to there are good
            (_read_json if self._json else _read_yaml)(self.text, flaws, places)
        self.flaws = tuple(flaws)  # the same ones, some with another place in the hint
        numbered = {
            (*path[:-1], path[-1].partition("#")[0]): path
            for path in places
            if path and isinstance(path[-1], str) and "#" in path[-1]
        }
        return places, numbered

    def _lead(self, path: Path, line: int, column: int) -> int:
        """How far behind its place the text of a scalar starts: 1 after a quote; -1 if it is not there as it is."""
        value = self.data
        try:
            for step in path:
                value = value[step]
        except (KeyError, IndexError, TypeError):
            return -1
        rows = self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        row = rows[line - 1][column - 1 :]
        lead = 1 if row[:1] in "\"'" else 0
        return lead if isinstance(value, str) and row.startswith(value, lead) else -1


def read(name: str | os.PathLike[str]) -> Document:
    """Read a file, or standard input if `name` is `-`.

    Raises:
        ScenarioError: it is missing, no regular file, too large, not UTF-8, or not YAML or JSON.
    """
    file = os.fspath(name)
    if file == "-":
        return parse(_stdin(), STDIN)
    return parse(_bytes(file), file)


def parse(raw: bytes, file: str = STDIN) -> Document:
    """Turn the bytes of a file into plain data.

    A file whose name ends in `.json` is JSON; any other that starts with `{` or `[` is JSON if it can be and else YAML.

    Args:
        raw: the whole content.
        file: its name, for messages.

    Raises:
        ScenarioError: too large, not UTF-8, or the text breaks the grammar. What is merely not allowed (a duplicate
            key, say) is kept in `Document.flaws`.
    """
    if len(raw) > MAX_BYTES:
        raise ScenarioError([_too_large(file)])
    text = _decode(raw, file)
    bad = UNSAFE.search(text)
    if bad is not None:
        line, column = _at(text, bad.start())
        what = f"the character U+{ord(bad[0]):04X} is not allowed"
        raise ScenarioError([Fault("SW106", what, "leave it out", file, line, column)], text)
    flaws: list[Flaw] = []
    is_json = file.lower().endswith(".json")
    try:
        if not is_json and text.lstrip()[:1] in ("{", "["):
            data, is_json = _either(text, flaws)
        else:
            data = (_read_json if is_json else _read_yaml)(text, flaws)
    except Unreadable as error:
        found = [Fault(f.code, f.message, f.hint, file, f.line, f.column, f.end) for f in (*flaws, error.flaw)]
        raise ScenarioError(found, text) from None
    if data is None and not flaws:
        raise ScenarioError([Fault("SW107", "the file is empty", "a scenario has at least `units:`", file)])
    return Document(data, file, text, tuple(flaws), is_json=is_json)


def from_data(data: Any) -> Document:
    """A document for plain data from no file, such as the `scenario` of a trace; its faults have no places."""
    return Document(data)


def is_scenario(document: Document) -> bool:
    """Whether this looks like a scenario at all, so that a folder of files can be searched for them."""
    return isinstance(document.data, dict) and not {"units", "script", "swcli"}.isdisjoint(document.data)


def _either(text: str, flaws: list[Flaw]) -> tuple[Any, bool]:
    try:
        return _read_json(text, flaws), True
    except Unreadable as error:
        if error.flaw.code != "SW111":
            raise
        flaws.clear()
        return _read_yaml(text, flaws), False


def _read_json(text: str, flaws: list[Flaw], places: Places | None = None) -> Any:
    from swcli.scenario.json_text import read_json

    return read_json(text, flaws, places)


def _read_yaml(text: str, flaws: list[Flaw], places: Places | None = None) -> Any:
    from swcli.scenario.yaml_text import read_yaml  # here, so that JSON is read without loading a YAML parser

    return read_yaml(text, flaws, places)


def _bytes(file: str) -> bytes:
    # Not blocking, so that opening a pipe nobody writes to returns at once; what was opened is then looked at.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(file, flags)
    except FileNotFoundError:
        raise ScenarioError([Fault("SW101", "there is no such file", "", file)]) from None
    except IsADirectoryError:
        raise ScenarioError([_not_regular(file, stat.S_IFDIR)]) from None
    except (OSError, ValueError) as error:
        raise ScenarioError([_refused(file, error)]) from None
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise ScenarioError([_not_regular(file, found.st_mode)])
        if found.st_size > MAX_BYTES:
            raise ScenarioError([_too_large(file, found.st_size)])
        with open(handle, "rb", closefd=False) as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise ScenarioError([_refused(file, error)]) from None
    finally:
        os.close(handle)


def _stdin() -> bytes:
    try:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    except (OSError, ValueError, AttributeError) as error:  # closed, or none at all
        raise ScenarioError([_refused(STDIN, error)]) from None


def _decode(raw: bytes, file: str) -> str:
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise ScenarioError([Fault("SW105", "the file is in UTF-16", "save it as UTF-8", file)])
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = raw.decode("utf-8-sig", "backslashreplace")
        line, column = _at(text, len(error.object[: error.start].decode("utf-8-sig", "replace")))
        what = f"byte {error.start} (0x{raw[error.start]:02x}) is not UTF-8"
        raise ScenarioError([Fault("SW105", what, "save the file as UTF-8", file, line, column)], text) from None


def _at(text: str, offset: int) -> tuple[int, int]:
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _too_large(file: str, size: int = 0) -> Fault:
    has = f"the file has {size:,} bytes" if size else "the file is too large"
    return Fault("SW104", f"{has}; a scenario may have {MAX_BYTES:,} bytes", "", file)


def _not_regular(file: str, mode: int) -> Fault:
    if stat.S_ISDIR(mode):
        return Fault("SW102", "this is a folder", "name a file in it", file)
    return Fault(
        "SW102", "this is a pipe or a device, not a regular file", "pipe it in and give `-` as the file name", file
    )


def _refused(file: str, error: Exception) -> Fault:
    why = getattr(error, "strerror", None) or str(error)
    return Fault("SW103", f"the file cannot be read: {why[:1].lower()}{why[1:]}", "", file)
