"""Every clause of the rules matters: break it, and a scenario says so."""

from __future__ import annotations

import ast
from functools import cache

import pytest
from swcli.game.clauses import CLAUSES

from tests.mutate import PACKAGE, Case, Mutation, Stale, gallery, program, sources, try_out
from tests.mutations import MEANINGLESS, MUTATIONS

EACH = [
    pytest.param(clause, mutation, id=f"{clause}{f'-{number}' if number > 1 else ''}")
    for clause, mutations in MUTATIONS.items()
    for number, mutation in enumerate(mutations, 1)
]


@cache
def scenarios() -> tuple[Case, ...]:
    return gallery()


def test_all_scenarios_hold_as_long_as_nothing_is_changed() -> None:
    with program({}) as unchanged:
        assert [change for case in scenarios() if (change := unchanged.judge(case))] == []


@pytest.mark.parametrize("clause", CLAUSES)
def test_clause_can_be_broken_or_it_is_said_why_not(clause: str) -> None:
    broken, excused = bool(MUTATIONS.get(clause)), bool(MEANINGLESS.get(clause))
    assert broken != excused, f"{clause} has to be in one of MUTATIONS and MEANINGLESS (tests/mutations.py)"


def test_nothing_is_broken_that_is_no_clause() -> None:
    assert (set(MUTATIONS) | set(MEANINGLESS)) - set(CLAUSES) == set()


@pytest.mark.parametrize(("clause", "mutation"), EACH)
def test_broken_clause_is_noticed(clause: str, mutation: Mutation) -> None:
    try:
        changed = sources(mutation)
    except Stale as stale:
        pytest.fail(f"the mutation of {clause} in tests/mutations.py has to be written anew: {stale}")
    for module, source in changed.items():
        path = PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py")
        assert ast.dump(ast.parse(source)) != ast.dump(ast.parse(path.read_text(encoding="utf-8"))), "changes nothing"
    verdict = try_out(mutation, clause, scenarios())
    crashes = "".join(f"\n  crashed: {crash}" for crash in verdict.crashes)
    assert verdict.change, f"{clause} is broken and no scenario notices: {mutation}{crashes}"
