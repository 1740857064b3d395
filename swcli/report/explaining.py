"""The pages of `swcli explain`, all made from what the engine itself uses: keywords, clauses, codes, rulings."""

from __future__ import annotations

from collections.abc import Iterator

from swcli.drive.halt import CODES as RUN_CODES
from swcli.game.clauses import CLAUSES
from swcli.game.keyword import Keyword
from swcli.game.keywords import REGISTRY
from swcli.game.rulings import BY_NAME, RULINGS
from swcli.report.blocks import Block, Gap, Grid, Line
from swcli.report.names import listed
from swcli.report.rulings import page
from swcli.scenario.codes import CODES as READ_CODES

CODES = {**READ_CODES, **RUN_CODES}
"""Every error code: title and explanation."""


def keywords() -> list[Keyword]:
    """The keywords of the game, without the other kinds of ability."""
    return [keyword for keyword in REGISTRY.values() if keyword.printed]


def groups() -> dict[str, list[str]]:
    """The clauses by what they belong to: a keyword or a part of the rules, in their order."""
    found: dict[str, list[str]] = {}
    for clause in CLAUSES:
        found.setdefault(clause.partition(".")[0], []).append(clause)
    return found


def names() -> list[str]:
    """Everything that can be explained, as it is written."""
    return [
        *(keyword.name for keyword in keywords()),
        *groups(),
        *CLAUSES,
        *CODES,
        *(ruling.name for ruling in RULINGS),
    ]


def everything() -> list[Block]:
    """The list of all that can be explained."""
    known = groups()
    own = {keyword.key for keyword in keywords()}
    rest = [group for group in known if group not in own]
    return [
        Line("attack", "Keywords"),
        Grid(
            ("keyword", "label", "kind", "moment", "clauses"),
            tuple(
                (
                    _title(keyword),
                    keyword.label.value,
                    keyword.kind.value,
                    _moment(keyword),
                    str(len(known.get(keyword.key, ()))),
                )
                for keyword in keywords()
            ),
            frozenset({"clauses"}),
        ),
        Gap(),
        Line("attack", "Other parts of the rules"),
        Line("plain", ", ".join(f"{group} ({len(known[group])})" for group in rest), 1),
        Gap(),
        Line("attack", "Contested questions"),
        *(Line("plain", f"{ruling.name}: {ruling.question}", 1) for ruling in RULINGS),
        Gap(),
        Line("attack", "Error codes"),
        Grid(("code", "meaning"), tuple((code, title) for code, (title, _) in CODES.items())),
        Gap(),
        Line("note", "swcli explain NAME tells more, for instance: swcli explain deflect"),
    ]


def about(term: str) -> list[Block]:
    """The page about a keyword, a part of the rules, a clause, a code or a ruling; empty if there is none such."""
    key = "-".join(term.lower().split())
    if key.upper() in CODES:
        title, text = CODES[key.upper()]
        return [Line("title", f"{key.upper()}: {title}"), Line("plain", text)]
    if key in CLAUSES:
        return list(_clause(key))
    keyword = REGISTRY.get(key)
    if keyword and keyword.printed:
        return list(_keyword(keyword))
    if key in groups():
        return [Line("title", key), *_clauses(key)]
    return list(page(BY_NAME[key])) if key in BY_NAME else []


def summary(key: str) -> list[Block]:
    """What a keyword, or another kind of ability, does, in two lines; empty if there is none such."""
    keyword = REGISTRY.get(key)
    if keyword is None:
        return []
    title = f"{_title(keyword)}: {keyword.kind.value}; {_moment(keyword)}"
    return [Line("title", title), Line("plain", keyword.summary, 1)]


def _title(keyword: Keyword) -> str:
    return f"{keyword.name} X" if keyword.valued else keyword.name


def _moment(keyword: Keyword) -> str:
    from swcli.game.events import POPS

    return f"{keyword.moment} POP" if keyword.moment in POPS else keyword.moment


def _keyword(keyword: Keyword) -> Iterator[Block]:
    yield Line("title", _title(keyword))
    yield Line("plain", f"{keyword.label.value}, {keyword.kind.value}; {_moment(keyword)}")
    yield Line("plain", keyword.summary)
    yield Gap()
    yield from _clauses(keyword.key)


def _clauses(group: str) -> Iterator[Block]:
    for clause in groups().get(group, ()):
        yield Line("step", clause)
        yield Line("plain", CLAUSES[clause], 1)


def _clause(clause: str) -> Iterator[Block]:
    group = clause.partition(".")[0]
    yield Line("title", clause)
    yield Line("plain", CLAUSES[clause])
    beside = [other.partition(".")[2] for other in groups()[group] if other != clause]
    if beside:
        yield Gap()
        yield Line("note", f"also of {group}: {listed(beside)}")
