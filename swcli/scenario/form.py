"""Checks plain data against the form of `models`, and says what is wrong in words, with places.

Where there are faults, what is at fault is cut out of a copy and the rest goes on to `setup`, so that a misspelt key
does not hide an unknown unit further down: all faults of a file are reported in one go.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final, NamedTuple, get_args, get_origin

from swcli.game.keyword import Kind
from swcli.scenario import models
from swcli.scenario.faults import Fault, nearest, shown, visible, words
from swcli.scenario.keyword_names import find
from swcli.scenario.model_parts import TAGS, Form
from swcli.scenario.model_plays import PLAYS, PlayForm
from swcli.scenario.places import MAX_DEPTH
from swcli.scenario.read import Document
from swcli.scenario.script import Path

MOST_FAULTS: Final = 200
"""So many faults are put into words; more of them help nobody and cost time."""

_ROUNDS: Final = 12
_HOPELESS: Final = 1000
"""With more faults of form than this, what is left is not looked at any more."""
_KINDS: Final = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "string_type": "text",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}
_FORMS: Final = {"<grant>": models.GrantParts}


class Checked(NamedTuple):
    """What came of the check.

    Attributes:
        form: the scenario's form, without what is at fault; None if nothing of use is left.
        data: the plain data that `form` was made of.
        faults: what is wrong with the form.
        original: the path in the file of a path in `data`.
        lost: ids of units and Equipment that had to be cut out: they are no unknown ids.
        faulty: the paths of the faults.
    """

    form: models.ScenarioForm | None
    data: Any
    faults: list[Fault]
    original: Callable[[Path], Path]
    lost: frozenset[str] = frozenset()
    faulty: tuple[Path, ...] = ()


def check(document: Document) -> Checked:
    """Check the form of a document; never raises for what the document holds."""
    data = document.data
    if not isinstance(data, dict):
        problem = f"a scenario is a mapping with `units:` and so on, not {shown(data)}"
        return Checked(None, data, [document.fault("SW203", problem)], _same)
    try:
        return Checked(models.ScenarioForm.model_validate(data), data, [], _same)
    except models.ValidationError as error:
        errors = error.errors(include_url=False)
    faults = [_fault(document, each) for each in errors[:MOST_FAULTS]]
    faulty = tuple(_path(each) for each in errors[:MOST_FAULTS])
    if len(errors) > _HOPELESS:
        return Checked(None, data, faults, _same)
    rest = _Rest(data)
    for _ in range(_ROUNDS):
        if not rest.cut(errors):
            break
        try:
            form = models.ScenarioForm.model_validate(rest.data)
        except models.ValidationError as error:
            errors = error.errors(include_url=False)
            continue
        lost = frozenset(
            key
            for part in ("units", "equipment")
            for key in _keys(data.get(part))
            if key not in _keys(rest.data.get(part))
        )
        return Checked(form, rest.data, faults, rest.original, lost, faulty)
    return Checked(None, data, faults, _same)


def dotted(path: Path) -> str:
    """A path as text: `script[0].plays[1].evade`; items count from 0, as in most such notations."""
    text = visible("".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix("."))
    return text if len(text) < 80 else f"...{text[-70:]}"


class _Rest:
    """A copy of the data from which faults are cut out, and which remembers where its items stood before."""

    def __init__(self, data: Any) -> None:
        self.places: dict[int, list[int]] = {}
        self.data = self._copy(data, 0)

    def _copy(self, value: Any, depth: int) -> Any:
        if depth > MAX_DEPTH:
            return None
        if isinstance(value, dict):
            return {key: self._copy(each, depth + 1) for key, each in value.items()}
        if isinstance(value, list):
            made = [self._copy(each, depth + 1) for each in value]
            self.places[id(made)] = list(range(len(made)))
            return made
        return value

    def cut(self, errors: Iterable[Any]) -> bool:
        """Cut out what the errors are about; False if nothing can be."""
        targets = {_target(self.data, each) for each in errors}
        targets.discard(())
        # The last items first, so that the places of those before them stay what they were.
        for path in sorted(targets, key=lambda path: [(str(type(s)), s) for s in path], reverse=True):
            at = self.data
            try:
                for step in path[:-1]:
                    at = at[step]
                del at[path[-1]]
            except (KeyError, IndexError, TypeError):
                continue  # it went with something around it
            if isinstance(at, list):
                del self.places[id(at)][int(path[-1])]
        return bool(targets)

    def original(self, path: Path) -> Path:
        """The path in the file of a path in the copy."""
        at = self.data
        found: list[str | int] = []
        for step in path:
            if isinstance(at, list) and isinstance(step, int) and step < len(at):
                found.append(self.places[id(at)][step])
            else:
                found.append(step)
            try:
                at = at[step]
            except (KeyError, IndexError, TypeError):
                at = None
        return tuple(found)


def _same(path: Path) -> Path:
    return path


def _keys(value: Any) -> Iterable[str]:
    return value if isinstance(value, dict) else ()


def _path(error: Any) -> Path:
    """The path of an error, without the names of the ways to write a thing."""
    return tuple(step for step in error["loc"] if step not in TAGS)


def _target(data: Any, error: Any) -> Path:
    """What to cut out for an error, as a path of keys that exist."""
    path = _path(error)
    found: list[str | int] = []
    at = data
    for step in path:
        if isinstance(at, dict) and step not in at:
            step = next((key for key in at if str(key).startswith(f"{step}#")), step)
        try:
            at = at[step]
        except (KeyError, IndexError, TypeError):
            break  # a missing key: what lacks it has to go
        found.append(step)
    return tuple(found)


# -- faults in words


def _fault(document: Document, error: Any) -> Fault:
    kind: str = error["type"]
    path = _path(error)
    value = error["input"]
    context = error.get("ctx", {})
    if kind.startswith("SW"):
        return _own(document, kind, path, context)
    if (
        kind == "extra_forbidden"
        and error["loc"][-2:-1] == ("<parts>",)
        and isinstance(value, str)
        and path[-1] != "text"
    ):
        near = nearest(str(path[-1]), _known_keys(error["loc"][:-1]), 0.8)
        if not near and "cost" not in path:
            quoted = shown(f"{path[-1]}: {value}")[1:-1]
            hint = f'quote text with a colon in it: "{quoted}"'
            return document.fault("SW201", f"unknown key {shown(path[-1])}{_inside(path[:-1])}", path, hint, key=True)
    if kind == "extra_forbidden":
        return _unknown_key(document, path, _known_keys(error["loc"][:-1]))
    name = _name(path)
    if kind == "missing":
        return document.fault(
            "SW202", f"`{path[-1]}` is missing{_inside(path[:-1])}", path[:-1], _needs(path), key=True
        )
    if value is None:
        return document.fault(
            "SW203", f"{name} has no value", path, "give it one, or leave the key out", key=isinstance(path[-1], str)
        )
    if kind in _KINDS:
        problem = f"{name} must be {_KINDS[kind]}, not {_kind_of(kind, value)}"
        # A block that is the value begins on another line: its key is the better place to point at.
        key = isinstance(value, dict | list) and isinstance(path[-1], str)
        return document.fault("SW203", problem, path, _conversion(kind, path, value), key=key)
    if kind == "literal_error":
        allowed = re.findall(r"'([^']*)'", context["expected"]) or ["true"]
        near = nearest(value, allowed) if isinstance(value, str) else ""
        return document.fault(
            "SW205",
            f"{name} must be {words(allowed)}, not {shown(value)}",
            path,
            f"did you mean `{near}`?" if near else "",
        )
    if kind == "string_pattern_mismatch":
        return document.fault("SW220", f"{shown(value)} is no keyword", path, "give its value under `value`")
    return document.fault("SW204", f"{name} {_beyond(kind, path, value, context)}", path)


def _own(document: Document, code: str, path: Path, context: dict[str, Any]) -> Fault:
    """A fault that a validator of `models` found."""
    key = context["key"]
    at = (*path, key) if key else path
    if code == "SW201":
        what = context["hint"]
        known = PLAYS if what == "play" else models.ENTRIES
        keyword = find(key)
        if what == "play" and keyword is not None and keyword.kind is not Kind.ACTIVATED:
            return document.fault(
                code, f"{keyword.name} is not played", at, "it works by itself; leave it out", key=True
            )
        if what == "entry" and key.partition("#")[0] in PLAYS:
            return document.fault(
                code, f"{shown(key)} is a play, not an entry", at, "put it under the `plays:` of an entry", key=True
            )
        return _unknown_key(document, at, known, what)
    return document.fault(code, context["message"], at, context["hint"], key=bool(key))


def _unknown_key(document: Document, path: Path, known: Iterable[str], what: str = "key") -> Fault:
    key = str(path[-1])
    near = nearest(key, known)
    hint = f"did you mean `{near}`?" if near else f"possible here: {', '.join(known)}"
    return document.fault("SW201", f"unknown {what} {shown(key)}{_inside(path[:-1])}", path, hint, key=True)


def _inside(path: Path) -> str:
    return f" in `{dotted(path)}`" if path else ""


def _name(path: Path) -> str:
    if not path:
        return "this"
    if isinstance(path[-1], int):
        return f"item {path[-1] + 1}{' of `' + str(path[-2]) + '`' if len(path) > 1 else ''}"
    return shown(path[-1])


def _needs(path: Path) -> str:
    if path == ("units",):
        return "a scenario has at least one unit"
    return {"until": "write `until: attack`, `battle` or `turn`", "to": "write `to: [SUBTYPE, ...]`"}.get(
        str(path[-1]), ""
    )


def _kind_of(kind: str, value: Any) -> str:
    """A value that is of the wrong kind, with its kind where the text alone would not show it."""
    if kind == "string_type":
        return f"the number {shown(value)}" if type(value) in (int, float) else shown(value)
    return f"the text {shown(value)}" if isinstance(value, str) else shown(value)


def _conversion(kind: str, path: Path, value: Any) -> str:
    """What to write instead of a value of the wrong kind."""
    if kind == "string_type":
        if isinstance(value, dict) and len(value) == 1:
            ((key, inner),) = value.items()
            if isinstance(key, str) and isinstance(inner, str):
                return f'quote text with a colon in it: "{shown(f"{key}: {inner}")[1:-1]}"'
        return "" if isinstance(value, dict | list) else "put it in quotes"
    if kind in ("int_type", "int_from_float"):
        if isinstance(value, str) and re.fullmatch(r"[-+]?[0-9]{1,9}", value):
            return f"write {int(value)}, without quotes"
        return f"write {int(value)}" if isinstance(value, float) and value.is_integer() and abs(value) < 1e9 else ""
    if kind == "bool_type":
        return {"yes": "write `true`", "on": "write `true`", "no": "write `false`", "off": "write `false`"}.get(
            str(value).lower(), ""
        )
    if kind == "list_type":
        return "put it in square brackets, or one item a line, each after `- `"
    return ""


def _beyond(kind: str, path: Path, value: Any, context: dict[str, Any]) -> str:
    """How a value is out of bounds."""
    if kind in ("greater_than_equal", "less_than_equal", "less_than"):
        if (context.get("ge") == 1 and isinstance(path[-1], int)) or context.get("le") == 6:
            return f"is {shown(value)}; a die shows 1 to 6"
        if "ge" in context:
            return f"is {shown(value)}, less than {context['ge']:,}"
        return f"is {shown(value)}, more than {context.get('le', context.get('lt')):,}"
    if kind == "string_too_short":
        return "is empty"
    if kind == "string_too_long":
        return f"has more than {context['max_length']:,} characters"
    if kind == "too_short":
        return "is empty" if context["min_length"] == 1 else f"needs {context['min_length']} items"
    if kind == "too_long":
        return f"has more than {context['max_length']:,} items"
    return "is not what can stand here"


def _known_keys(location: tuple[str | int, ...]) -> tuple[str, ...]:
    """The keys of the mapping at a location of pydantic's."""
    form: type[Form] = models.ScenarioForm
    skip = False
    for step in location:
        if skip or isinstance(step, int):
            skip = False
        elif step in _FORMS:
            form = _FORMS[step]
        else:
            inner, skip = _inner(form, step)
            form = inner or form
    names = (field.alias or name for name, field in form.model_fields.items())
    return tuple(name for name in names if not (form is PlayForm and name == "number"))


@cache
def _inner(form: type[Form], key: str) -> tuple[type[Form] | None, bool]:
    """The form that a key of a form holds, if any, and whether it does so by ids."""
    field = form.model_fields.get(key)
    if field is None:
        return None, False
    todo = [field.annotation]
    while todo:
        at = todo.pop(0)
        if isinstance(at, type) and issubclass(at, Form):
            return at, get_origin(field.annotation) is dict
        todo.extend(get_args(at))
    return None, False
