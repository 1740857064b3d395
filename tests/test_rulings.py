"""The published rulings: each is a scenario under `scenarios/rulings/`, or its README says why it can't be one yet."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "scenarios" / "rulings"
PUBLISHED = ROOT.parent / "shared" / "rulings.jsonl"
README = FOLDER / "README.md"

ROW = re.compile(r"\| (?P<id>[\w-]+) \| (?P<files>.+?) \| (?:(?P<remark>.+) )?\|")
LINK = re.compile(r"\]\((?P<file>[^)]+)\)")
HEAD = re.compile(r"# Ruling (?P<id>[\w-]+) \((?P<source>.+)\)\.")

FILES = sorted(path.name for path in FOLDER.iterdir() if path.name != README.name)


def rows() -> list[tuple[str, list[str], str]]:
    """The rows of the tables in the README: id, files, remark."""
    lines = [
        line for line in README.read_text("utf-8").splitlines() if line.startswith("| ") and "| files |" not in line
    ]
    found = [ROW.fullmatch(line) for line in lines]
    assert all(found), [line for line, row in zip(lines, found, strict=True) if not row]
    return [
        (row["id"], [link["file"] for link in LINK.finditer(row["files"])], row["remark"] or "") for row in found if row
    ]


def ruling_of(file: str, ids: set[str]) -> str | None:
    """The id after which a file is named, with or without a letter behind it."""
    stem = file.removesuffix(".yaml")
    return next((name for name in (stem, re.sub(r"-[a-z]$", "", stem)) if name in ids), None)


def comment(file: str) -> str:
    """The comment at the top of a file, below the line for editors, as one line."""
    editors, *lines = (FOLDER / file).read_text("utf-8").splitlines()
    assert editors == "# yaml-language-server: $schema=../../docs/scenario.schema.json"
    told = lines[: next(number for number, line in enumerate(lines) if not line.startswith("#"))]
    return " ".join(("#", *(line.removeprefix("#").strip() for line in told)))


@pytest.fixture(scope="module")
def published() -> dict[str, dict[str, str]]:
    if not PUBLISHED.is_file():
        pytest.skip(f"the list of published rulings is not here: {PUBLISHED}")
    rulings = [json.loads(line) for line in PUBLISHED.read_text("utf-8").splitlines() if line.strip()]
    return {ruling["id"]: ruling for ruling in rulings}


def test_every_ruling_is_in_the_readme_once(published: dict[str, dict[str, str]]) -> None:
    named = [name for name, _, _ in rows()]
    assert sorted(named) == sorted(published)


def test_every_ruling_has_a_file_or_the_readme_says_why_not(published: dict[str, dict[str, str]]) -> None:
    shown = {ruling_of(file, set(published)) for file in FILES}
    excused = {name for name, files, remark in rows() if not files and remark}
    assert set(published) - shown - excused == set()


def test_no_file_is_about_an_unknown_ruling(published: dict[str, dict[str, str]]) -> None:
    assert [file for file in FILES if ruling_of(file, set(published)) is None] == []


def test_source_and_date_are_those_of_the_ruling(published: dict[str, dict[str, str]]) -> None:
    for file in FILES:
        ruling = published[ruling_of(file, set(published)) or ""]
        assert comment(file).startswith(f"# Ruling {ruling['id']} ({ruling['source']}; {ruling['date']})."), file


def test_the_readme_links_every_file_from_the_row_of_its_ruling() -> None:
    linked = [(name, file) for name, files, _ in rows() for file in files]
    assert sorted(file for _, file in linked) == FILES
    assert [pair for pair in linked if ruling_of(pair[1], {pair[0]}) is None] == []


def test_the_readme_gives_a_reason_for_every_ruling_without_a_file() -> None:
    assert [name for name, files, remark in rows() if not files and not remark] == []


def test_the_readme_counts_right() -> None:
    (counts,) = re.findall(r"Of (\d+) rulings, (\d+) are shown and (\d+) are not", README.read_text("utf-8"))
    shown = sum(1 for _, files, _ in rows() if files)
    assert tuple(map(int, counts)) == (len(rows()), shown, len(rows()) - shown)


@pytest.mark.parametrize("file", FILES)
def test_file_is_named_after_the_ruling_that_it_is_about(file: str) -> None:
    """Also where the list is absent, the name and the comment agree."""
    head = HEAD.match(comment(file))
    assert head and ruling_of(file, {head["id"]}) == head["id"]


def test_one_of_several_files_is_not_without_its_letter() -> None:
    for name, files, _ in rows():
        letters = [file.removesuffix(".yaml").removeprefix(name) for file in files]
        assert letters in ([], [""], [f"-{letter}" for letter in "abcdefghij"[: len(files)]]), name
