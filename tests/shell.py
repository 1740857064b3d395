"""Running the program as a shell does, for the tests of the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent
GALLERY = ROOT / "scenarios"
GOOD = "scenarios/deflect/send-back.yaml"
UNITS = """
units:
  maul: {player: dark, arena: character, power: 4, health: 4}
  luke: {player: light, arena: character, power: 5, health: 5, abilities: [Pay 1 Force -> Evade 2]}
players: {light: {force: 1}}
"""
HIT = UNITS + "script: [{attack: {by: maul, target: luke, roll: [6, 5, 1, 1]}}]\n"

Write = Callable[[str, str], str]
"""Writes a file, name and text, and returns its path."""


def run(*words: str, cwd: Path = ROOT, stdin: str | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return subprocess.run(
        [sys.executable, "-m", "swcli", *words],
        cwd=cwd,
        input=stdin,
        env={**clean, "PYTHONPATH": str(ROOT), **env},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


def writer(folder: Path) -> Write:
    """A writer of files in a folder."""

    def write(name: str, text: str) -> str:
        (folder / name).write_text(text, "utf-8")
        return str(folder / name)

    return write
