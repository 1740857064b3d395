"""`swcli check`: run scenarios against what they expect, and see which clauses they exercise."""

from __future__ import annotations

from swcli.cli.common import ExitStatus, complain, say_json, show
from swcli.cli.rulings import choose
from swcli.report.blocks import Block, Gap, Line
from swcli.report.checking import Tally, scenarios
from swcli.scenario.faults import visible


def run(paths: list[str], coverage: bool, format: str, rulings: list[str] | None = None) -> ExitStatus:
    """Check every scenario under the paths; finding none is no success."""
    readings = choose("check", rulings)
    if readings is None:
        return ExitStatus.USAGE
    tally = Tally(readings)
    for file in scenarios(paths):
        tally.add(file)
        judged = tally.last
        if judged is not None and judged.status > ExitStatus.EXPECTATION:
            complain(judged)
    if format == "json":
        say_json(tally.record(with_coverage=coverage), one_line=False)
    else:
        show([*_lines(tally), *(_coverage(tally) if coverage else ()), *_summary(tally)])
    return tally.status


def _lines(tally: Tally) -> list[Block]:
    blocks: list[Block] = []
    for result in tally.results:
        name = f"{visible(result.file)}: {result.title}" if result.title != result.file else visible(result.file)
        blocks.append(Line("held" if result.passed else "failed", name))
        blocks += [Line("failed", difference, 1) for difference in result.differences]
    blocks += [Line("note", f"skipped {visible(file)}: {why}") for file, why in tally.skipped]
    return blocks


def _coverage(tally: Tally) -> list[Block]:
    blocks: list[Block] = [Gap(), Line("attack", "Clauses and the scenarios that exercise them")]
    for clause, files in tally.coverage().items():
        style = "held" if files else "failed"
        blocks.append(Line(style, f"{clause}: {len(files) or 'none'}", 1))  # type: ignore[arg-type]
        blocks += [Line("plain", visible(file), 3) for file in files]
    return blocks


def _summary(tally: Tally) -> list[Block]:
    coverage = tally.coverage()
    exercised = sum(1 for files in coverage.values() if files)
    passed = sum(1 for result in tally.results if result.passed)
    failed = len(tally.results) - passed
    if not tally.results:
        return [Line("failed", "no scenario with expectations found")]
    parts = [f"{passed} passed", *([f"{failed} failed"] if failed else [])]
    if tally.skipped:
        parts.append(f"{len(tally.skipped)} skipped")
    return [
        Gap(),
        Line("failed" if failed else "held", f"{', '.join(parts)}; {exercised} of {len(coverage)} clauses exercised"),
    ]
