"""What a scenario expects, held against what came out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from swcli.drive.halt import Ruling
from swcli.game.events import effect
from swcli.report import outcome
from swcli.scenario.script import Path


class Check(NamedTuple):
    """One expectation.

    Attributes:
        what: what is expected, `units.ahsoka.damage` or `fired ahsoka Deflect`.
        expected, found: the values; for what is simply there or not, True and False.
        path: its place in the file.
    """

    what: str
    expected: Any
    found: Any
    path: Path

    @property
    def held(self) -> bool:
        """Whether what was found is what is expected."""
        return bool(self.expected == self.found)

    def difference(self) -> str:
        """What is wrong, for one that does not hold."""
        if isinstance(self.expected, bool) and " " in self.what:
            return f"{self.what}: it {'did' if self.found else 'did not'}"
        return f"{self.what}: expected {_shown(self.expected)}, found {_shown(self.found)}"


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    return str(value).lower() if isinstance(value, bool) else str(value)


def compare(expect: Mapping[str, Any], ruling: Ruling) -> tuple[Check, ...]:
    """Every expectation of a file, in its order.

    Args:
        expect: the `expect` of the file, as validated plain data.
        ruling: what came out; of a refused script, what there was when it stopped.
    """
    return tuple(_checks(expect, ruling))


def fired(ruling: Ruling) -> frozenset[tuple[str, str]]:
    """The (unit or Equipment id, keyword in lower case) pairs that took effect or were played."""
    ids = [unit.id for unit in ruling.opening.table.units]
    pairs = (effect(event, ids) for event in ruling.events)
    return frozenset((bearer, ability.lower()) for bearer, ability in filter(None, pairs))


def cited(ruling: Ruling) -> frozenset[str]:
    """The clauses that the trace, or its refusal, cites."""
    found = {clause for event in ruling.events for clause in event.clauses}
    return frozenset(found | set(ruling.error.clauses if ruling.error else ()))


def _checks(expect: Mapping[str, Any], ruling: Ruling) -> Iterator[Check]:
    for key in expect:
        path: Path = ("expect", key)
        if key in ("units", "players"):
            standing = _standing(key, ruling)
            for name, wanted in (expect[key] or {}).items():
                for field, value in wanted.items():
                    found = standing.get(name, {}).get(field)
                    if field == "attached":
                        value, found = _attached(value, found)
                    yield Check(f"{key}.{name}.{field}", value, found, (*path, name, field))
        elif key in ("fired", "not_fired"):
            happened = fired(ruling)
            for place, line in enumerate(expect[key] or ()):
                unit, _, keyword = line.partition(" ")
                found = (unit, " ".join(keyword.lower().split())) in happened
                yield Check(f"{unit} {keyword} fired", key == "fired", found, (*path, place))
        elif key == "cites":
            clauses = cited(ruling)
            for place, clause in enumerate(_listed(expect[key])):
                yield Check(f"cites {clause}", True, clause in clauses, (*path, place))
        elif key == "illegal":
            refused_by = (*ruling.error.clauses, ruling.error.code) if ruling.error else ()
            for clause in _listed(expect[key]):
                found = clause if clause in refused_by else ", ".join(refused_by) or _end(ruling)
                yield Check("refused by", clause, found, path)


def _standing(key: str, ruling: Ruling) -> outcome.Standing:
    if key == "players":
        return outcome.players(ruling.position)
    standing = outcome.units(ruling.position)
    on = outcome.attached(ruling.position)
    for unit in standing:
        standing[unit]["attached"] = [equipment for equipment, bearer in on.items() if bearer == unit]
    for equipment, bearer in on.items():
        standing.setdefault(equipment, {})["attached"] = bearer
    return standing


def _attached(value: object, found: object) -> tuple[object, object]:
    """Wanted and found in one form: of an Equipment its unit or `none`, of a unit the Equipment on it, in any order."""
    if not isinstance(found, list):
        return value, "none" if found is None else found
    wanted = [] if value == "none" else [value] if isinstance(value, str) else value
    return sorted(wanted) if isinstance(wanted, list) else wanted, sorted(found)


def _listed(value: object) -> list[str]:
    return [value] if isinstance(value, str) else [str(item) for item in value] if isinstance(value, list) else []


def _end(ruling: Ruling) -> str:
    return "refused by no clause" if ruling.error else "not refused"
