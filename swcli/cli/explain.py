"""`swcli explain`: what a keyword, a clause, an error code or a ruling is."""

from __future__ import annotations

import sys

from swcli.cli.common import ExitStatus, show
from swcli.report.explaining import about, everything, names


def run(term: str) -> ExitStatus:
    """Explain `term`, or list all that can be explained."""
    if not term.strip():
        show(everything())
        return ExitStatus.OK
    blocks = about(term)
    if blocks:
        show(blocks)
        return ExitStatus.OK
    from swcli.scenario.faults import nearest, shown

    near = nearest(term, names())
    hint = f"; did you mean `{near}`?" if near else "; `swcli explain` lists all there is"
    print(f"swcli explain: there is no keyword, clause, code or ruling {shown(term)}{hint}", file=sys.stderr)
    return ExitStatus.USAGE
