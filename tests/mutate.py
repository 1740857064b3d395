"""Runs scenarios against a copy of the program in which a few lines of source are changed.

The copy lives in this process: the modules of the package are taken out of `sys.modules`, imported again with the
changed source in place of that of the files, and put back afterwards. Nothing is written to disk.
"""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final, Literal, NamedTuple

import swcli
from swcli.scenario.faults import ScenarioError
from swcli.scenario.read import Document, read

PACKAGE: Final = Path(swcli.__file__).parent
GALLERY: Final = Path(__file__).parent.parent / "scenarios"
MOST_STEPS: Final = 20_000
"""So many steps of the engine, in one scenario, are taken for an endless loop; the longest one has about 200."""


class Mutation(NamedTuple):
    """A change of source: in `file` (below `swcli/`), `old`, which occurs `times` times, becomes `new`; `also` where
    one place is not enough.
    """

    file: str
    old: str
    new: str
    times: int = 1
    also: tuple[Mutation, ...] = ()

    @property
    def edits(self) -> tuple[Mutation, ...]:
        """All its places, one by one."""
        return (self._replace(also=()), *self.also)


class Stale(Exception):
    """A snippet is not in its file any more, or more often than it should be."""


def sources(mutation: Mutation) -> dict[str, str]:
    """The changed source of each module that a mutation touches, by the module's name.

    Raises:
        Stale: a snippet does not occur as often as it should.
    """
    changed: dict[str, str] = {}
    for edit in mutation.edits:
        module = "swcli." + edit.file.removesuffix(".py").replace("/", ".")
        source = changed.get(module) or (PACKAGE / edit.file).read_text(encoding="utf-8")
        found = source.count(edit.old)
        if found != edit.times:
            raise Stale(f"swcli/{edit.file} has {found} times, not {edit.times}: {edit.old}")
        changed[module] = source.replace(edit.old, edit.new)
    return changed


# -- a copy of the program


class _Loader(SourceFileLoader):
    """Loads a module from the text at hand instead of its file, or from its file, which is compiled once."""

    def __init__(self, name: str, path: str, text: str | None) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        """The compiled text."""
        if self._text is None:
            return _compiled(self.path)
        return compile(self._text, self.path, "exec", dont_inherit=True)


@cache
def _compiled(path: str) -> CodeType:
    return compile(Path(path).read_bytes(), path, "exec", dont_inherit=True)


class _Finder:
    """Finds the modules of the package, some of them changed."""

    def __init__(self, changed: Mapping[str, str]) -> None:
        self._changed = changed

    def find_spec(self, name: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The spec of a module of the package; None for others."""
        spec = PathFinder.find_spec(name, path) if name.partition(".")[0] == "swcli" else None
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(name, spec.loader.path, self._changed.get(name))
        return spec


class Runaway(Exception):
    """The engine takes more steps than any scenario needs."""


class Program:
    """The parts of one copy of the program that judge a scenario."""

    def __init__(self) -> None:
        self._load = importlib.import_module("swcli.scenario.setup").load
        self._resolve = importlib.import_module("swcli.drive.script").resolve
        self._compare = importlib.import_module("swcli.report.expect").compare
        self._steps = 0
        self._bound(importlib.import_module("swcli.game.engine")._STEPPERS)

    def _bound(self, steppers: dict[type, Callable[..., None]]) -> None:
        """Count the steps of the engine, so that an endless loop ends."""

        def bounded(step: Callable[..., None]) -> Callable[..., None]:
            def run(*args: Any) -> None:
                self._steps += 1
                if self._steps > MOST_STEPS:
                    raise Runaway
                step(*args)

            return run

        steppers.update({frame: bounded(step) for frame, step in steppers.items()})

    def judge(self, case: Case) -> Change | None:
        """What differs from what a scenario expects; None if nothing does.

        Raises:
            Exception: whatever a changed program may raise; that is no verdict.
        """
        self._steps = 0
        try:
            scenario = self._load(case.document)
        except ScenarioError as error:
            return Change(case.file, "refusal", str(error))
        ruling = self._resolve(scenario.position, scenario.script, scenario.seed)
        failed = [check for check in self._compare(case.expect, ruling) if not check.held]
        if ruling.error and "illegal" not in case.expect:
            by = ", ".join(ruling.error.clauses) or ruling.error.reason
            return Change(case.file, "refusal", f"refused by {by}")
        order = ("expectation", "refusal", "citation")
        changes = [Change(case.file, _how(check.what), check.difference()) for check in failed]
        return min(changes, key=lambda change: order.index(change.how)) if changes else None


@cache
def kept() -> frozenset[str]:
    """The modules of `swcli.scenario` that import nothing of the game, not even through others: no change reaches them.

    Copies of the program share them, and with them the documents already read and the costly models of the format.
    """
    imports = {f"swcli.scenario.{path.stem}": _imports(path) for path in PACKAGE.glob("scenario/*.py")}
    imports.pop("swcli.scenario.__init__", None)
    found = set(imports)
    while reached := {name for name in found if not imports[name] <= found}:
        found -= reached
    for name in found:
        importlib.import_module(name)  # now, so that no copy is the first to do it
    return frozenset(found)


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "swcli.scenario":
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return {name for name in found if name.startswith("swcli.")}


@contextmanager
def program(changed: Mapping[str, str]) -> Iterator[Program]:
    """A fresh copy of the program with the source of some modules changed (module name to text)."""
    finder = _Finder(changed)
    before = _take_out()
    sys.meta_path.insert(0, finder)
    try:
        yield Program()
    finally:
        sys.meta_path.remove(finder)
        _take_out()
        sys.modules.update(before)


def _take_out() -> dict[str, ModuleType]:
    shared = kept()
    names = [name for name in sys.modules if name.partition(".")[0] == "swcli" and name not in shared]
    return {name: sys.modules.pop(name) for name in names}


# -- scenarios and what a change does to them

How = Literal["expectation", "refusal", "citation"]


class Case(NamedTuple):
    """A scenario with expectations; `clauses` are those that it names in `cites` or `illegal`."""

    file: str
    document: Document
    expect: dict[str, Any]
    clauses: frozenset[str]


class Change(NamedTuple):
    """What a changed program does to a scenario: an expectation or a citation that fails, or a refusal that comes or
    stays away.
    """

    file: str
    how: How
    what: str


class Verdict(NamedTuple):
    """What became of a mutation: the first change that a scenario shows, and the scenarios in which it crashed."""

    change: Change | None
    named: bool
    """Whether the scenario names the clause."""
    crashes: tuple[str, ...]


def gallery() -> tuple[Case, ...]:
    """All scenarios with expectations."""
    cases = []
    for path in sorted(GALLERY.glob("**/*.yaml")):
        document = read(path)
        expect = document.data.get("expect")
        if expect:
            named = [*_listed(expect.get("cites")), *_listed(expect.get("illegal"))]
            cases.append(Case(path.relative_to(GALLERY).as_posix(), document, expect, frozenset(named)))
    return tuple(cases)


def _listed(value: object) -> list[str]:
    return [value] if isinstance(value, str) else [str(item) for item in value] if isinstance(value, list) else []


def _how(what: str) -> How:
    return "citation" if what.startswith("cites ") else "refusal" if what == "refused by" else "expectation"


def try_out(mutation: Mutation, clause: str, cases: Iterable[Case]) -> Verdict:
    """Run a changed program on the scenarios that name the clause, then on the others, until one shows the change.

    Among those that name the clause, one whose outcome changes goes before one that only loses a citation.
    """
    cases = list(cases)
    crashes: list[str] = []
    with program(sources(mutation)) as changed:
        for named in (True, False):
            citation = None
            for case in cases:
                if (clause in case.clauses) is not named:
                    continue
                try:
                    change = changed.judge(case)
                except Exception as error:  # a changed program may raise anything: that is no verdict
                    crashes.append(f"{case.file} ({type(error).__name__}: {error})")
                    continue
                if change and change.how != "citation":
                    return Verdict(change, named, tuple(crashes))
                citation = citation or change
            if citation:
                return Verdict(citation, named, tuple(crashes))
    return Verdict(None, False, tuple(crashes))
