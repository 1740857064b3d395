"""Every clause of the rules matters: break it, and a scenario says so."""

from __future__ import annotations

import ast
import sys
from functools import cache

import pytest

from swcli.game.clauses import CLAUSES
from tests.mutate import PACKAGE, Case, Mutation, Stale, gallery, program, sources, try_out
from tests.mutations import MEANINGLESS, MUTATIONS

EACH = [
    pytest.param(clause, number, mutation, id=f"{clause}{f'-{number}' if number > 1 else ''}")
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


@pytest.mark.parametrize(("clause", "number", "mutation"), EACH)
def test_broken_clause_is_noticed(clause: str, number: int, mutation: Mutation) -> None:
    """By any scenario; the first change of each clause, by one that says that it shows this clause."""
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
    if number == 1:
        assert verdict.named, (
            f"{clause} is broken and no scenario that names it notices, only {verdict.change}{crashes}"
        )


def test_a_snippet_that_is_gone_is_no_mutation() -> None:
    with pytest.raises(Stale, match=r"swcli/game/pop\.py has 0 times, not 1: no such line"):
        sources(Mutation("game/pop.py", "no such line", ""))


def test_a_crash_is_no_verdict() -> None:
    crash = Mutation("game/attack.py", "    STEPS[attack.step](g, attack)\n", "    raise KeyError\n")
    case = next(case for case in scenarios() if "attack.tap" in case.clauses)
    verdict = try_out(crash, "attack.tap", [case])
    assert verdict.change is None
    assert verdict.crashes == (f"{case.file} (KeyError: )",)


def test_an_endless_loop_is_no_verdict() -> None:
    loop = Mutation("game/attack.py", "(attack.step + 1, *attack[1:])", "(attack.step, *attack[1:])")
    case = next(case for case in scenarios() if "attack.tap" in case.clauses)
    verdict = try_out(loop, "attack.tap", [case])
    assert verdict.change is None
    assert verdict.crashes == (f"{case.file} (Runaway: )",)


def test_the_program_is_itself_again_afterwards() -> None:
    before = {name: module for name, module in sys.modules.items() if name.startswith("swcli")}
    with program({}):
        assert sys.modules["swcli.game.clauses"] is not before["swcli.game.clauses"]
    assert {name: module for name, module in sys.modules.items() if name.startswith("swcli")} == before
