"""`swcli matrix`: each cell is what one attack comes to, whoever solves it, and however often it was stopped."""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from swcli.cli.matrix_resume import Kept, ResumeError
from swcli.drive.odds.matrix import Cell, Plan, duel, fighters, opening, plan, solve_all, solved
from swcli.drive.odds.objective import Objective
from swcli.drive.odds.players import Policy
from swcli.drive.odds.solve import UnitOdds, solve
from swcli.game.position import Position
from swcli.game.rulings import Rulings
from swcli.report.matrix import Matrix, decimal, page
from swcli.report.text import render
from swcli.scenario.read import from_data
from swcli.scenario.setup import load
from tests.shell import ROOT, Write, run, writer

Units = dict[str, dict[str, Any]]

FORCE = {"dark": 2, "light": 3}
EVADE = "Pay 1 Force -> Evade 1"


def unit(player: str, power: int, health: int, *abilities: str, **more: Any) -> dict[str, Any]:
    return {"arena": "character", "player": player, "power": power, "health": health, "abilities": abilities, **more}


MANY: Units = {
    "maul": unit("dark", 4, 4, "Critical Hit 1", EVADE),
    "sidious": unit("dark", 5, 6, "Lucky 1", "Parry 1", "Riposte 1", damage=2),
    "ahsoka": unit("light", 3, 5, "Pay 2 Force -> Deflect 2", "Pay 1 Force -> Critical Hit 1 for this attack"),
    "ghost": unit("light", 2, 3, "Stealth", "Fury 1"),
    "seen": unit("light", 2, 3, "Stealth", "Armor", tapped=True),
    "fighter": unit("dark", 3, 3, arena="space"),
    "reserve": unit("light", 3, 3, arena="build"),
    "pilot": unit("dark", 3, 3, pilots="fighter", arena=None),
}
SABER = {"saber": {"player": "dark", "attached_to": "maul", "grants": [{"to": ["Maul"], "get": ["+2 power"]}]}}


def data(units: Units, force: dict[str, int] | None = None, **more: Any) -> dict[str, Any]:
    plain = {
        name: {
            key: list(value) if isinstance(value, tuple) else value for key, value in one.items() if value is not None
        }
        for name, one in units.items()
    }
    players = {player: {"force": amount} for player, amount in (force or FORCE).items()}
    return {"players": players, "units": plain, "script": [], **more}


def position(units: Units, **more: Any) -> Position:
    return load(from_data(data(units, **more))).position


def one_attack(units: Units, attacker: str, defender: str, policy: Policy = "optimal") -> UnitOdds:
    """The odds of the defender in a scenario of these two alone."""
    mine, theirs = units[attacker], units[defender]
    other = {"dark": "light", "light": "dark"}[mine["player"]]
    pair = {"a": {**mine, "tapped": False, "name": attacker}, "d": {**theirs, "player": other, "name": defender}}
    force = {mine["player"]: FORCE[mine["player"]], other: FORCE[theirs["player"]]}
    whole = {**data(pair, force), "script": [{"attack": {"by": "a", "target": "d"}}]}
    scenario = load(from_data(whole))
    return solve(scenario.position, scenario.script, (policy, policy), Objective(), told=False).odds.units[1]


def generated(number: int) -> Units:
    """Units of the benchmark."""
    spec = importlib.util.spec_from_file_location("benchmark", ROOT / "benchmarks" / "matrix.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Units = module.units(number, 7)
    return found


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writer(tmp_path)


@pytest.fixture
def many(write: Write) -> str:
    return write("many.json", json.dumps(data(MANY)))


@pytest.fixture(scope="module")
def big(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file whose cells take some seconds."""
    return writer(tmp_path_factory.mktemp("big"))("big.json", json.dumps(data(generated(18))))


@pytest.fixture(scope="module")
def whole(big: str) -> str:
    """All its cells, solved by one process."""
    done = run("matrix", big, "--format", "csv", "--jobs", "1")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


# -- cells


@pytest.mark.parametrize("policy", ["optimal", "never", "always"])
def test_a_cell_is_what_solving_the_one_attack_finds(policy: Policy) -> None:
    units = {name: MANY[name] for name in ("maul", "sidious", "ahsoka", "seen")}
    both = fighters(position(units))
    todo = plan(both, both, Rulings(), policy)
    assert todo.size == 16
    for row, attacker in enumerate(units):
        for column, defender in enumerate(units):
            cell = solved(todo.duel(todo.number(row, column)))
            odds = one_attack(units, attacker, defender, policy)
            assert (cell.damage, cell.discarded, cell.reasons) == (odds.expected_damage, odds.discarded, ())


def test_attached_equipment_counts_for_whom_it_is() -> None:
    both = fighters(position(MANY, equipment=SABER))
    bare = fighters(position(MANY))
    stronger = {**MANY, "maul": {**MANY["maul"], "power": 6}}
    assert solved(duel(both[0], both[2], Rulings(), "never")) == solved(
        duel(fighters(position(stronger))[0], bare[2], Rulings(), "never")
    )
    other = fighters(position({**MANY, "maul": {**MANY["maul"], "name": "Savage"}}, equipment=SABER))
    cells = [solved(duel(each[0], both[2], Rulings(), "never")) for each in (other, bare, both)]
    assert cells[0] == cells[1] != cells[2]


def test_what_only_ids_names_and_wording_tell_apart_is_solved_once() -> None:
    units = {
        "a": unit("dark", 4, 4, "Pay 1 Force -> Evade 1", name="Darth A", subtypes=["Sith"]),
        "b": unit("dark", 4, 4, "pay 1 force → evade 1", name="Darth B", subtypes=["Sith"]),
        "c": unit("light", 4, 4, "Pay 1 Force -> Evade 1", subtypes=["Sith"]),
        "d": unit("dark", 4, 4, "Pay 1 Force -> Evade 1", subtypes=["Jedi"]),
        "e": unit("dark", 4, 4, "Pay 1 Force -> Evade 1", subtypes=["Sith"], damage=1),
        "f": unit("dark", 4, 4, "Pay 1 Force -> Evade 1", subtypes=["Sith"], tapped=True),
        "g": unit("dark", 4, 4, "Pay 1 Force -> Evade 1", subtypes=["Sith"], arena="space"),
    }
    both = fighters(position(units, force={"dark": 1, "light": 1}))
    todo = plan(both, both, Rulings(), "optimal")
    assert todo.rows == (0, 0, 1, 2, 3, 0, 4), "an attacker is untapped"
    assert todo.columns == (0, 0, 0, 1, 2, 3, 4), "a defender is put on the other side"
    assert todo.size == 25
    parted = fighters(position(units))
    assert plan(parted, parted, Rulings(), "optimal").columns == (0, 0, 1, 2, 3, 4, 5), "Force differs"
    same = fighters(position(units), force=1)
    assert plan(same, same, Rulings(), "optimal") == todo
    assert len({plan(both, both, *rest).key() for rest in ((Rulings(), "never"), (Rulings(), "optimal"))}) == 2


@pytest.mark.parametrize(
    ("attacker", "defender", "reasons"),
    [
        ("maul", "ghost", [("stealth.not-attacked", "stealth")]),
        ("maul", "fighter", [("attack.legal-target", "other-arena")]),
        ("maul", "reserve", [("attack.legal-target", "target-not-in-arena")]),
        ("reserve", "maul", [("attack.legal-target", "attacker-not-in-arena")]),
        ("pilot", "fighter", [("attack.legal-target", "attacker-not-in-arena")]),
        ("maul", "seen", []),
        ("seen", "maul", []),
        ("maul", "maul", []),
    ],
)
def test_a_pair_that_is_not_legal_says_why(attacker: str, defender: str, reasons: list[tuple[str, str]]) -> None:
    both = dict(zip(MANY, fighters(position(MANY)), strict=True))
    cell = solved(duel(both[attacker], both[defender], Rulings(), "optimal"))
    assert list(cell.reasons) == reasons
    assert (cell.damage is None, cell.discarded is None) == (bool(reasons), bool(reasons))


def test_each_side_has_the_force_of_its_own_file() -> None:
    mine, theirs = fighters(position(MANY)), fighters(position(MANY, force={"dark": 9, "light": 8}))
    table = opening(duel(mine[2], theirs[0], Rulings(), "optimal"))
    assert [player.force for player in table.state.players] == [9, 3], "light attacks, its defender is dark's"
    table = opening(duel(mine[0], theirs[1], Rulings(), "optimal"))
    assert [player.force for player in table.state.players] == [2, 9], "dark against dark"


def test_what_is_too_much_to_look_at_says_so() -> None:
    units = {"a": unit("dark", 999, 4, "Critical Hit 1"), "d": unit("light", 1, 4)}
    both = fighters(position(units))
    assert solve_all([duel(both[0], both[1], Rulings(), "optimal")])[0] == [Cell(None, None, (("", "too-many-dice"),))]


# -- what is printed


def test_csv_json_and_text_tell_the_same(many: str) -> None:
    done = run("matrix", many, "--format", "csv")
    assert (done.returncode, done.stderr) == (0, "")
    rows = list(csv.DictReader(StringIO(done.stdout)))
    assert done.stdout.startswith(
        "attacker,defender,expected_damage,expected_damage_decimal,discarded,discarded_decimal,reason\n"
    )
    assert [(row["attacker"], row["defender"]) for row in rows] == [(a, d) for a in MANY for d in MANY]
    found = json.loads(run("matrix", many, "--format", "json").stdout)
    assert (found["format"], found["play"], found["force"]) == ("swcli.matrix/1", "optimal", None)
    assert found["attackers"]["units"][0] == {"id": "maul", "name": "maul"}
    text = run("matrix", many).stdout
    for row, cell in zip(rows, found["cells"], strict=True):
        assert {name: "" if value is None else str(value) for name, value in cell.items() if name != "clauses"} == row
        if row["reason"]:
            assert not row["expected_damage"] and not row["discarded_decimal"]
            continue
        odds = one_attack(MANY, row["attacker"], row["defender"])
        assert (Fraction(row["expected_damage"]), Fraction(row["discarded"])) == (odds.expected_damage, odds.discarded)
        assert float(row["discarded_decimal"]) == float(odds.discarded) and "/" in row["discarded"]
        assert f"{float(odds.expected_damage):.2f}" in text or not odds.expected_damage
    assert "the defender has Stealth, is untapped and has no damage counter [stealth.not-attacked]" in rows[3]["reason"]
    assert "8 attackers against 8 defenders\n" in text
    text = " ".join(text.split())
    assert "the defender does not stand in an arena by itself (" in text
    assert "evade-nothing" in found["rulings"] and "contested rulings are read: " in text


def test_text_fits_80_columns_and_says_what_is_left_out(write: Write, tmp_path: Path) -> None:
    units = {f"a-rather-long-unit-name-{n}": unit("dark", 1 + n % 2, 3) for n in range(12)}
    write("a.json", json.dumps(data(units)))
    done = run("matrix", "a.json", cwd=tmp_path)
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80 and not done.stderr
    assert "of 12 defenders are shown: --format csv and json have all" in done.stdout
    heads = next(line for line in lines if line.startswith("attacker")).split()
    assert len(set(heads)) == len(heads) > 3


def matrix_of(*cells: Cell) -> str:
    table = position({"a": MANY["maul"]})
    both = fighters(table)
    todo = plan(both, both, Rulings(), "optimal")
    return "".join(
        render(page(Matrix(("f", "f"), table.table.units, table.table.units, todo, {0: cell}, None), 80))
        for cell in cells
    )


def test_none_and_certain_are_told_only_where_they_are() -> None:
    tiny = Fraction(1, 10**40)
    text = matrix_of(Cell(tiny, tiny), Cell(Fraction(5), 1 - tiny), Cell(Fraction(0), Fraction(0)))
    assert "<0.01 <1 %" in text and "5.00 >99 %" in text and " 0 0 %" in text
    assert "5.00 100 %" in matrix_of(Cell(Fraction(5), Fraction(1)))
    assert (decimal(Fraction(1)), decimal(Fraction(0))) == (1.0, 0.0)
    assert decimal(tiny) > 0 and decimal(1 - tiny) < 1 and decimal(1 + tiny) > 1


def test_two_files_force_play_and_rulings(write: Write) -> None:
    dark = write("dark.json", json.dumps(data({"maul": MANY["maul"]})))
    light = write("light.json", json.dumps(data({"ahsoka": MANY["ahsoka"], "seen": MANY["seen"]})))

    def cells(*words: str) -> list[dict[str, Any]]:
        done = run("matrix", "--format", "json", *words)
        assert (done.returncode, done.stderr) == (0, "")
        found: list[dict[str, Any]] = json.loads(done.stdout)["cells"]
        return found

    assert [(cell["attacker"], cell["defender"]) for cell in cells(dark, light)] == [
        ("maul", "ahsoka"),
        ("maul", "seen"),
    ]
    never = cells(dark, light, "--play", "never")
    assert never != cells(dark, light)
    assert cells(dark, light, "--force", "0")[0]["expected_damage"] == never[0]["expected_damage"]
    other = write("other.json", json.dumps(data({"ahsoka": MANY["ahsoka"]}, rulings={"evade-nothing": "illegal"})))
    done = run("matrix", dark, other)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        "one file reads `evade-nothing` as `legal`, the other as `illegal`\nhint: choose one: --ruling " in done.stderr
    )
    assert run("matrix", dark, other, "--ruling", "evade-nothing=illegal").returncode == 0
    piped = run("matrix", dark, "-", "--format", "json", stdin=Path(light).read_text("utf-8"))
    assert json.loads(piped.stdout)["cells"] == cells(dark, light)


def test_a_picture_is_drawn(many: str, tmp_path: Path) -> None:
    picture = tmp_path / "a.svg"
    done = run("matrix", many, "--plot", str(picture))
    assert (done.returncode, done.stderr) == (0, "") and picture.read_bytes().startswith(b"<?xml")


# -- who solves them


def test_two_processes_find_the_same_as_one(big: str, whole: str) -> None:
    done = run("matrix", big, "--format", "csv", "--jobs", "2")
    assert (done.returncode, done.stderr, done.stdout) == (0, "", whole)


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    import distributed

    local: Any = distributed.LocalCluster
    with local(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp://", host="127.0.0.1"
    ) as running:
        yield running.scheduler_address


def test_a_cluster_finds_the_same_as_one_process(cluster: str, big: str, whole: str) -> None:
    done = run("matrix", big, "--format", "csv", "--dask", cluster)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", whole)


def test_a_cluster_that_is_not_there_is_2_and_said(many: str) -> None:
    done = run("matrix", many, "--dask", "tcp://127.0.0.1:9")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("swcli matrix: --dask: no scheduler answers at `tcp://127.0.0.1:9`")
    assert done.stderr.count("\n") == 2 and "hint: start one with " in done.stderr


@pytest.mark.parametrize(
    ("missing", "words", "extra"),
    [("distributed", ["--dask", "localhost:8786"], "dask"), ("matplotlib", ["--plot", "a.svg"], "plot")],
)
def test_a_missing_extra_says_what_to_install(
    missing: str, words: list[str], extra: str, many: str, tmp_path: Path
) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; from swcli.__main__ import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "matrix", many, *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert f"hint: install it: pip install 'swcli[{extra}]'\n" in done.stderr


# -- stopped, and gone on with


def start(*words: str, **more: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "swcli", "matrix", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"},
        stdout=subprocess.PIPE,
        start_new_session=True,
        **more,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_run_goes_on(jobs: str, big: str, whole: str, tmp_path: Path) -> None:
    kept = tmp_path / "cells.jsonl"
    words = [big, "--format", "csv", "--jobs", jobs, "--resume", str(kept)]
    process = start(*words, stderr=subprocess.PIPE)
    end = time.monotonic() + 30
    while not kept.exists() or kept.read_bytes().count(b"\n") < 20:
        assert time.monotonic() < end and process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)  # the whole group, as a terminal does
    output, errors = process.communicate(timeout=30)
    assert (process.returncode, output) == (130, b"")
    assert errors.startswith(b"swcli matrix: interrupted, with ") and b"the same command goes on" in errors
    assert errors.count(b"\n") == 2
    lines = kept.read_bytes().splitlines()
    assert len(lines) >= 20 and f"with {len(lines) - 1} of 324".encode() in errors
    kept.write_bytes(b"\n".join(lines)[:-7])  # as if it had been ended in the middle of a line
    done = run("matrix", *words)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", whole)
    full = kept.read_bytes()
    assert full.splitlines()[0] == lines[0] and full.count(b"\n") == 325
    again = run("matrix", *words)
    assert (again.stdout, kept.read_bytes()) == (whole, full), "nothing is left to solve"


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    both = fighters(position(MANY))[3:]
    todo = plan(both, both, Rulings(), "optimal")
    cells = dict(enumerate(solve_all([todo.duel(number) for number in range(todo.size)])[0]))
    file = tmp_path / "cells.jsonl"
    kept = Kept(str(file), todo)
    kept.add(cells)
    kept.close()
    full = file.read_bytes()

    def refused(status: int, why: str, text: bytes = full, other: Plan = todo) -> None:
        file.write_bytes(text)
        with pytest.raises(ResumeError) as caught:
            Kept(str(file), other)
        assert why in str(caught.value) and "\nhint: " in str(caught.value) and caught.value.status == status
        assert file.read_bytes() == text

    refused(2, "has cells of another input", other=plan(both, both, Rulings(), "never"))
    refused(2, "has cells of another input", other=plan(both, both[1:], Rulings(), "optimal"))
    refused(2, "has cells of another input", other=plan(both, both, Rulings(lucky_order="other"), "optimal"))
    refused(2, "was written by swcli `0.0.1`", full.replace(b'"version":"', b'"version":"0.0.1","was":"', 1))
    refused(3, "is no file of finished cells", b"units: {}\n")
    refused(3, "is no file of finished cells", b"no line end")
    first, second, *rest = full.splitlines(keepends=True)
    for line in (b"{}", b"[]", b"\xff", b"", b'{"cell":0}', b'{"cell":0,"damage":"1/0","discarded":"0/1"}'):
        refused(3, "line 2 of ", b"".join([first, line, b"\n", *rest]))
    for line in (b'{"cell":99,"reasons":[["",""]]}', b'{"cell":0,"reasons":[["a"]]}', b'{"cell":0,"reasons":1}'):
        refused(3, "line 2 of ", b"".join([first, line, b"\n", *rest]))
    for text, done in ((b"", 0), (first[:9], 0), (first, 0), (first + second, 1), (full[:-1], len(rest)), (full, 25)):
        file.write_bytes(text)
        kept = Kept(str(file), todo)
        assert kept.done == dict(list(cells.items())[:done])
        kept.add({number: cell for number, cell in cells.items() if number >= done})
        kept.close()
        assert file.read_bytes() == full and kept.done == cells


def test_a_foreign_file_is_refused_by_the_command(many: str, tmp_path: Path) -> None:
    file = tmp_path / "cells.jsonl"
    file.write_text("units: {}\n", "utf-8")
    done = run("matrix", many, "--resume", str(file))
    assert (done.returncode, done.stdout) == (3, "") and file.read_text("utf-8") == "units: {}\n"
    assert done.stderr.startswith("swcli matrix: --resume: ") and "\nhint: name a file that is not there" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX")
def test_progress_is_shown_on_a_terminal_and_ctrl_c_ends_it(big: str) -> None:
    import pty

    ours, theirs = pty.openpty()
    process = start(big, "--jobs", "2", stderr=theirs)
    os.close(theirs)
    seen = b""
    while b" s left" not in seen:
        seen += os.read(ours, 4096)
    os.killpg(process.pid, signal.SIGINT)
    output, _ = process.communicate(timeout=30)
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other side has closed
            break
        if not part:
            break
        seen += part
    os.close(ours)
    assert (process.returncode, output) == (130, b"")
    assert b"\r[" in seen and b" of 324 cells, " in seen and b"Traceback" not in seen
    assert b"interrupted, with " in seen and b"with --resume FILE what is done is kept" in seen


# -- wrong use


def test_wrong_use_and_bad_files(many: str, write: Write, tmp_path: Path) -> None:
    for words in (
        ["--jobs", "0"],
        ["--force", "-1"],
        ["--play", "script"],
        ["--plot", "a.gif"],
        ["--dask", "no address"],
        ["--jobs", "2", "--dask", "localhost:8786"],
        ["--ruling", "nonsense=1"],
        [""],
    ):
        done = run("matrix", many, *words)
        assert (done.returncode, done.stdout) == (2, ""), words
        assert done.stderr and "Traceback" not in done.stderr
    assert run("matrix").returncode == 2
    done = run("matrix", "-", "-", stdin=json.dumps(data(MANY)))
    assert done.returncode == 2 and "standard input can be read once" in done.stderr
    bad = write("bad.json", json.dumps(data({"a": {**MANY["maul"], "power": "x"}})))
    for words in ([bad], [many, bad], [many, "nowhere.yaml"]):
        done = run("matrix", *words)
        assert (done.returncode, done.stdout) == (3, "") and "Traceback" not in done.stderr
    for words in (["--resume", str(tmp_path / "no" / "cells")], ["--plot", str(tmp_path / "no" / "a.png")]):
        done = run("matrix", many, *words)
        assert (done.returncode, done.stdout) == (74, "") and "\nhint: " in done.stderr
