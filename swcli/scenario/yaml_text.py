"""YAML text to plain data, strictly: YAML 1.2's core schema, and nothing that makes a file say what it does not show.

The parser's events are read one by one, so that no nesting can exhaust the stack, and anchors are seen even where no
alias uses them (a composed tree hides those).
"""

from __future__ import annotations

import re
from typing import Any, Final, NoReturn

import yaml  # noqa: TID253 - the home of yaml, itself imported where a YAML text is read
from yaml.events import (  # noqa: TID253
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from swcli.scenario.faults import UNSAFE, shown
from swcli.scenario.places import MAX_DEPTH, MAX_DIGITS, MAX_FLAWS, MAX_VALUES, Flaw, Places, Spot, Unreadable
from swcli.scenario.script import Path

try:
    from yaml.cyaml import CParser  # type: ignore[attr-defined]
except ImportError:  # pragma: no cover - PyYAML built without libyaml: slower, otherwise the same
    from yaml.loader import BaseLoader as CParser  # type: ignore[assignment]

_WORDS: Final[dict[str, bool | None]] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBER_START: Final = frozenset("0123456789+-.")
_INTEGER = re.compile(r"[-+]?[0-9]+")
_OTHER_BASE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_STARTS: Final = (MappingStartEvent, SequenceStartEvent)
_ENDS: Final = (MappingEndEvent, SequenceEndEvent)


def read_yaml(text: str, flaws: list[Flaw], places: Places | None = None) -> Any:
    """The plain data that `text` says: dicts with text keys, lists, text, ints, floats, booleans and None.

    Args:
        text: the whole file, without byte order mark and without `UNSAFE` characters.
        flaws: what is not allowed is added here, and reading goes on with a stand-in.
        places: filled with the place of every path, if given.

    Raises:
        Unreadable: broken grammar, several documents, too deep or too large.
    """
    try:
        return _Walk(text, flaws, places).document()
    except yaml.YAMLError as error:
        raise Unreadable(_grammar(error, text)) from None


def scalar(text: str) -> Any:
    """What a scalar without quotes means in YAML 1.2's core schema.

    Raises:
        ValueError: a number that is not usable; the message says why.
    """
    if text[:1] in _NUMBER_START and text:
        if _INTEGER.fullmatch(text):
            if len(text) > MAX_DIGITS and len(text.lstrip("+-0")) > MAX_DIGITS:
                raise ValueError(f"this number has more than {MAX_DIGITS} digits")
            return int(text)
        if _FLOAT.fullmatch(text):
            value = float(text)
            if value in (float("inf"), float("-inf")):
                raise ValueError("this number is too large")
            return value
        if _OTHER_BASE.fullmatch(text):
            if len(text) > MAX_DIGITS:
                raise ValueError(f"this number has more than {MAX_DIGITS} digits")
            return int(text, 0)
        if _NOT_FINITE.fullmatch(text):
            raise ValueError(f"{shown(text)} is no number that can be used")
    return _WORDS.get(text, text)


class _Walk:
    """One pass over the events of a text.

    `into` is the innermost open container and `key` where its next value goes: None in a mapping that waits for a key.
    Containers around it are on `stack`, each with the key of the container inside it; the outermost is a list of one.
    """

    def __init__(self, text: str, flaws: list[Flaw], places: Places | None) -> None:
        self.parser = CParser(text)
        self.flaws = flaws
        self.places = places
        self.into: Any = []
        self.key: Any = 0
        self.stack: list[tuple[Any, Any]] = []
        self.key_marks: list[Any] = []

    def document(self) -> Any:
        """Read everything up to the end of the text."""
        get = self.parser.get_event
        root = self.into
        get()
        if isinstance(get(), StreamEndEvent):
            return None
        count = 0
        event: Any = get()
        while type(event) is not DocumentEndEvent:
            count += 1
            if count > MAX_VALUES:
                self.stop("SW120", f"the file holds more than {MAX_VALUES:,} keys and values", event)
            kind = type(event)
            if kind is ScalarEvent:
                self.scalar(event)
            elif kind in _STARTS:
                self.start(event)
            elif kind in _ENDS:
                self.into, self.key = self.stack.pop()
                self.next()
            elif kind is AliasEvent:
                hint = "write the value out; text that starts with `*` needs quotes"
                self.flaw("SW113", f"{shown('*' + event.anchor)} is an alias", hint, event)
                self.put(None if self.key is not None else _key_of(event), event)
            event = get()
        event = get()
        if isinstance(event, DocumentStartEvent):
            self.stop("SW117", "a second document starts here", event, "put each scenario into a file of its own")
        return root[0]

    def scalar(self, event: Any) -> None:
        """Put a key or a value in its place."""
        value = event.value
        if event.style == '"' and UNSAFE.search(value):
            self.flaw("SW106", f"{shown(value)} holds a character that is not allowed", "leave it out", event)
        if event.tag is not None or event.anchor is not None:
            self.decorated(event)
        if self.key is None:
            self.put(self.name(event), event)
            return
        if not event.style:
            if value[:1] in _NUMBER_START:
                try:
                    value = scalar(value)
                except ValueError as error:
                    self.flaw("SW119", str(error), "", event)
                    value = 0
            else:
                value = _WORDS.get(value, value)
        self.put(value, event)

    def name(self, event: Any) -> str:
        """The key that a scalar is; flaws where it is none, or stands twice."""
        key: str = event.value
        if not event.style:
            if key == "<<":
                self.flaw("SW114", "`<<` is a merge key", "write the keys out", event)
            elif key[:1] in _NUMBER_START or key in _WORDS:
                try:
                    meant = scalar(key)
                except ValueError:
                    meant = 0
                if not isinstance(meant, str):
                    hint = f'write it with quotes: "{shown(key)[1:-1]}"'
                    self.flaw("SW116", f"the key {shown(key)} is not text", hint, event)
        if key in self.into:
            first = self.places.get((*self.path(), key)) if self.places is not None else None
            hint = f"it first stands in line {first.key_line}; keep one of the two" if first else "keep one of the two"
            self.flaw("SW112", f"the key {shown(key)} is given twice in one mapping", hint, event)
        return key

    def put(self, value: Any, event: Any) -> None:
        """Take a key or a value that is complete."""
        if self.key is None:
            self.key = value
            if self.places is not None:
                self.key_marks.append((event.start_mark, event.end_mark))
            return
        self.place(event)
        if type(self.into) is dict:
            self.into[self.key] = value
            self.key = None
        else:
            self.into.append(value)
            self.key += 1

    def next(self) -> None:
        """Go on behind a container that has been closed (it was put in its place when it was opened)."""
        self.key = None if type(self.into) is dict else self.key + 1

    def start(self, event: Any) -> None:
        """Open a container, and go into it."""
        if event.tag is not None or event.anchor is not None:
            self.decorated(event)
        if self.key is None:
            self.flaw("SW116", "a list or mapping can't be a key", "quote text that starts with `[` or `{`", event)
            self.skip()
            self.put(_key_of(event), event)
            return
        self.place(event)
        inner: Any = {} if type(event) is MappingStartEvent else []
        if type(self.into) is dict:
            self.into[self.key] = inner
        else:
            self.into.append(inner)
        self.stack.append((self.into, self.key))
        if len(self.stack) > MAX_DEPTH:
            self.stop("SW118", f"mappings and lists are nested more than {MAX_DEPTH} deep", event)
        self.into, self.key = inner, (None if type(inner) is dict else 0)

    def skip(self) -> None:
        """Pass over the rest of a container that cannot be used; its size is bounded by that of the file."""
        depth = 1
        while depth:
            kind = type(self.parser.get_event())
            depth += (kind in _STARTS) - (kind in _ENDS)

    def decorated(self, event: Any) -> None:
        """Refuse a tag and an anchor."""
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!", 1)
            self.flaw("SW115", f"{shown(tag)} is a tag", "leave it out; text that starts with `!` needs quotes", event)
        if event.anchor is not None:
            hint = "leave it out; text that starts with `&` needs quotes"
            self.flaw("SW113", f"{shown('&' + event.anchor)} is an anchor", hint, event)

    def path(self) -> Path:
        """The path of what comes next; that of the mapping itself while it waits for a key."""
        around = tuple(key for _, key in self.stack[1:])
        return around if self.key is None or not self.stack else (*around, self.key)

    def place(self, event: Any) -> None:
        """Note where the value that starts with `event` and its key stand."""
        if self.places is None:
            return
        start = event.start_mark
        spot = Spot(start.line + 1, start.column + 1, _end(event) if type(event) is ScalarEvent else 0)
        if type(self.into) is dict:
            key, key_end = self.key_marks.pop()
            at_end = key_end.column + 1 if key_end.line == key.line else 0
            spot = spot._replace(key_line=key.line + 1, key_column=key.column + 1, key_end=at_end)
        self.places[self.path()] = spot

    def flaw(self, code: str, message: str, hint: str, event: Any) -> None:
        """Note something that is not allowed, of the key or value that starts with `event`."""
        if len(self.flaws) >= MAX_FLAWS:
            return
        start = event.start_mark
        path = self.path() if self.key is not None else (*self.path(), _key_of(event))
        self.flaws.append(Flaw(code, message, hint, path, start.line + 1, start.column + 1, _end(event)))

    def stop(self, code: str, message: str, event: Any, hint: str = "") -> NoReturn:
        """Give up at `event`."""
        raise Unreadable(Flaw(code, message, hint, (), event.start_mark.line + 1, event.start_mark.column + 1))


def _key_of(event: Any) -> str:
    """What stands for a key that `event` starts, in data and paths: the key itself, or a stand-in where it is none."""
    if type(event) is ScalarEvent:
        return str(event.value)
    return f"*{event.anchor}" if type(event) is AliasEvent else "?"


def _end(event: Any) -> int:
    """The column after an event's last character, from 1; 0 if it goes on over several lines, or is nothing."""
    start, end = event.start_mark, event.end_mark
    return end.column + 1 if end.line == start.line and end.column > start.column else 0


def _grammar(error: yaml.YAMLError, text: str) -> Flaw:
    """What libyaml says about broken grammar, with a hint where the usual reasons can be told."""
    problem = getattr(error, "problem", None) or "it cannot be read"
    mark = getattr(error, "problem_mark", None)
    line, column = (mark.line, mark.column) if mark is not None else (0, 0)
    if "nesting depth" in problem:
        return Flaw("SW118", f"mappings and lists are nested more than {MAX_DEPTH} deep", "", (), line + 1, column + 1)
    rows = text.splitlines()
    row = rows[line] if line < len(rows) else ""
    context = getattr(error, "context_mark", None)
    first = rows[context.line] if context is not None and context.line < len(rows) else row
    hint = ""
    if "\t" in row[: column + 1]:
        hint = "indent with blanks, not with tabs"
    elif "mapping values" in problem:
        hint = 'text with `: ` in it needs quotes, as in "Upkeep: Pay 1 Force"; or the indentation is wrong'
    elif re.match(r"\s*(?:- |[\w#-]+: )?\[[^\]]*\] *\S", row) or re.match(r"\s*(?:- |[\w#-]+: )?\[[^\]]*\] *\S", first):
        hint = 'text that starts with `[` needs quotes, as in "[tap] -> Evade 3"'
    elif column < len(row) and row[column] in "@`%!&*":
        hint = f"text that starts with `{row[column]}` needs quotes"
    elif line >= len(rows) or "end of stream" in problem or "stream end" in problem:
        hint = "something that was opened is never closed: a quote, `[` or `{`"
    return Flaw("SW110", f"this is not valid YAML: {problem}", hint, (), line + 1, column + 1)
