"""Plain data to YAML text as a judge would write it: blocks for what is large, one line for what is short.

The text means exactly the data when `yaml_text.read_yaml` reads it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from swcli.scenario.faults import UNSAFE

WIDTH: Final = 110
"""Columns that a mapping or list written on one line may fill; text is never broken."""

_OPEN: Final = frozenset(("units", "equipment", "script", "plays", "abilities", "grants", "players", "expect"))
"""Keys whose value is always a block, however short; what is in them may stand on one line."""
_ONE_LINE: Final = frozenset(("abilities", "grants", "players"))
"""Those whose items stand on one line each, where they fit."""

# What a plain scalar may look like, here on purpose much less than YAML allows.
_PLAIN = re.compile(r"[^\W\d_](?:[\w .()\[\]+/'>;&=-]|,(?= )|(?<=\w)#)*")
_SIGNED = re.compile(r"[+-][0-9]+ [\w .()+/>-]*[\w)]")
_FLOW: Final = frozenset(",[]")
_WORDS: Final = frozenset(("", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n"))


def yaml_text(data: dict[str, Any]) -> str:
    """A mapping as YAML in block style, with short mappings and lists on one line.

    Args:
        data: dicts with text keys, lists, text, ints, floats, booleans and None, in the order in which they are to
            stand.
    """
    return "\n".join(_mapping(data, 0, True)) + "\n"


def one_line(value: Any) -> str:
    """A value on one line: `{by: ahsoka, prevent: 1}`."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(key, True)}: {one_line(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(one_line, value)) + "]"
    return _scalar(value, True)


def _mapping(data: dict[str, Any], indent: int, top: bool = False) -> Iterator[str]:
    """The lines of a mapping as a block; `top`: its values are the parts of a scenario."""
    for key, value in data.items():
        yield from _entry(key, value, indent, top)


def _entry(key: str, value: Any, indent: int, top: bool) -> Iterator[str]:
    pad = " " * indent
    head = f"{pad}{_scalar(key, False)}:"
    if isinstance(value, str) and "\n" in value and _literal(value):
        yield f"{head} |"
        yield from (f"{pad}  {line}" if line else "" for line in value[:-1].split("\n"))
    elif not isinstance(value, dict | list):
        yield f"{head} {_scalar(value, False)}"
    elif not value or (key not in _OPEN and _fits(f"{head} ", value)):
        yield f"{head} {one_line(value)}"
    elif isinstance(value, list):
        yield head
        yield from _list(value, indent + 2, key)
    else:
        yield head
        yield from _parts(value, indent + 2) if top and key in ("units", "equipment") else _mapping(value, indent + 2)


def _parts(data: dict[str, Any], indent: int) -> Iterator[str]:
    """Units or Equipment: each a block of its own."""
    for key, value in data.items():
        if isinstance(value, dict) and value:
            yield f"{' ' * indent}{_scalar(key, False)}:"
            yield from _mapping(value, indent + 2)
        else:
            yield from _entry(key, value, indent, False)


def _list(items: list[Any], indent: int, key: str) -> Iterator[str]:
    pad = " " * indent
    for item in items:
        lead = f"{pad}- "
        if not isinstance(item, dict | list):
            yield lead + _scalar(item, False)
        elif not item or isinstance(item, list) or (key in _ONE_LINE and _fits(lead, item)):
            yield lead + one_line(item)
        else:
            first, *rest = _mapping(item, indent + 2)
            yield lead + first[indent + 2 :]
            yield from rest


def _fits(head: str, value: Any) -> bool:
    return len(head) + len(one_line(value)) <= WIDTH


def _literal(text: str) -> bool:
    """Whether a text of several lines can be written as it is, behind `|`."""
    return (
        text.endswith("\n")
        and not text.endswith("\n\n")
        and not text.startswith((" ", "\n", "\t"))
        and "\r" not in text
        and not UNSAFE.search(text)
        and all(line == line.rstrip() for line in text.split("\n"))
    )


def _scalar(value: Any, flow: bool) -> str:
    if isinstance(value, str):
        return value if _plain(value, flow) else json.dumps(value, ensure_ascii=False)
    return "null" if value is None else json.dumps(value)


def _plain(text: str, flow: bool) -> bool:
    """Whether a text means itself without quotes; `flow`: inside brackets, where commas end it."""
    if text.lower() in _WORDS or text.endswith(" ") or (flow and not _FLOW.isdisjoint(text)):
        return False
    return bool(_PLAIN.fullmatch(text) or _SIGNED.fullmatch(text))
