"""Golden traces: what `swcli resolve` prints for each of the ten battles, word for word, as text and as JSON.

After a wanted change of the output, write them anew and read the diff as a reviewer would:

    pytest tests/test_golden.py --update-golden
    git diff tests/golden

The version changes with every release and the hash of the rules with every clause that is worded better: both are
masked. That hashes are right is shown in test_gallery.py.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden"
BATTLES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "scenarios" / "battles").glob("*.yaml"))

RECEIPT = re.compile(r"^receipt: swcli \S+, rules [0-9a-f]+", re.MULTILINE)


def resolved(*words: str) -> str:
    """What `swcli resolve` prints to a pipe."""
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    done = subprocess.run(
        [sys.executable, "-m", "swcli", "resolve", *words],
        cwd=ROOT,
        env={**plain, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode("utf-8")


def as_text(file: str) -> str:
    return RECEIPT.sub("receipt: swcli *, rules *", resolved(file, "--explain", "full"))


def as_json(file: str) -> str:
    """Each event on one line, so that a diff shows events."""
    found = json.loads(resolved(file, "--format", "json"))
    found["receipt"] |= {"version": "*", "rules": "*"}
    lines = [json.dumps(event, ensure_ascii=False) for event in found["events"]]
    found["events"] = "EVENTS"
    text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    return text.replace('"EVENTS"', "[\n  " + ",\n  ".join(lines) + "\n ]")


def check(path: Path, found: str, update: bool) -> None:
    """Compare with a golden file, or write it."""
    if update:
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8", newline="\n")
    assert path.exists(), f"there is no {path.name}: write it with --update-golden, and read it"
    golden = path.read_text(encoding="utf-8")
    changes = difflib.unified_diff(golden.splitlines(), found.splitlines(), "golden", "found", lineterm="", n=2)
    assert golden == found, "\n".join([f"{path.name} has changed; if it should have, use --update-golden", *changes])


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))


@pytest.mark.parametrize("file", BATTLES)
def test_text_is_as_it_was(file: str, update: bool) -> None:
    check(GOLDEN / f"{Path(file).stem}.txt", as_text(file), update)


@pytest.mark.parametrize("file", BATTLES)
def test_json_is_as_it_was(file: str, update: bool) -> None:
    check(GOLDEN / f"{Path(file).stem}.json", as_json(file), update)


def test_there_are_ten_battles_and_no_golden_file_of_another() -> None:
    assert len(BATTLES) == 10
    names = {Path(file).stem for file in BATTLES}
    assert {path.name for path in GOLDEN.iterdir()} == {f"{name}.{end}" for name in names for end in ("txt", "json")}
