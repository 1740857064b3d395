"""Keywords by the names that cards write: those with rules here, and those of the game that have none yet."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from swcli.game.keyword import Keyword
from swcli.game.keywords import REGISTRY
from swcli.scenario.faults import nearest, shown
from swcli.scenario.text_tools import Piece, TextError

OTHERS: Final = (
    "Absorb",
    "Adapt",
    "Alternative Cost",
    "Ambush",
    "Area Damage",
    "Avenge",
    "Backfire",
    "Barrage",
    "Bombard",
    "Bounty",
    "Consume",
    "Cunning",
    "Damage Control",
    "Deploy",
    "Double Damage",
    "Double Strike",
    "Elude",
    "Enhance",
    "Focus",
    "Foresight",
    "Forewarning",
    "Fortitude",
    "Hidden Cost",
    "INSERT",
    "Inspiration",
    "Intimidation",
    "Ion Cannon",
    "Last Stand",
    "Meditate",
    "Overload",
    "Persuade",
    "Pilot",
    "Precision",
    "Protect",
    "Redirect",
    "Reduced Cost",
    "Reserves",
    "Resilience",
    "Stack",
    "Surge",
    "Switch",
    "Tenacity",
    "Velocity",
)
"""Keywords of the game (rules.md 6.2) without rules here; one that gets its rules need not be taken out."""

IGNORE: Final = 'if it does not matter here, write `{text: "...", ignore: true}`'
_NAME = re.compile(r"\[?([a-z][a-z'-]*(?: +[a-z'-]+)*)", re.IGNORECASE)
_LIKE_A_KEYWORD = re.compile(r"[a-z'-]+(?: +[a-z'-]+){0,2}(?: +[-+]?\d+)?", re.IGNORECASE)


@cache
def printed() -> dict[str, Keyword]:
    """The keywords with rules, by their names in lower case."""
    return {keyword.name.lower(): keyword for keyword in REGISTRY.values() if keyword.printed}


@cache
def _others() -> dict[str, str]:
    return {name.lower(): name for name in OTHERS if name.lower() not in printed()}


def find(name: str) -> Keyword | None:
    """The keyword of a name, upper and lower case alike, dashes like blanks; None if there is none with rules."""
    known = printed()
    lower = name.lower()
    return known.get(lower) or known.get(" ".join(lower.replace("-", " ").split()))


def not_adjudicated(text: str) -> str:
    """The keyword of the game without rules here with which a text begins, or empty."""
    if text[:7].lower() == "[pilot]":
        return "Pilot"
    found = _NAME.match(text)
    words = found[1].lower().split() if found else []
    others = _others()
    for count in (2, 1):
        name = others.get(" ".join(words[:count])) if len(words) >= count else None
        # A word alone proves nothing: `Focus 2` is the keyword, `Stack three cards` is a sentence.
        if name and re.match(
            r"\s*(?:$|:|/|[-+]?\d|X\b)", text[text.lower().index(words[count - 1]) + len(words[count - 1]) :]
        ):
            return name
    return ""


def _known_start(text: str) -> tuple[str, str]:
    """The keyword with which a text begins and what follows it; empty if it begins with none."""
    for count in (2, 1):
        found = re.match(r"\S+" + r"\s+\S+" * (count - 1), text)
        keyword = find(found[0].rstrip(",;:.")) if found else None
        if found and keyword:
            return keyword.name, text[len(found[0].rstrip(",;:.")) :]
    return "", text


def unknown(part: Piece) -> TextError:
    """The fault of a piece that should be a keyword and is none."""
    text = part.text
    other = not_adjudicated(text)
    if other:
        return part.error("SW222", f"the keyword {shown(other)} is not yet adjudicated", IGNORE)
    if not text:
        return part.error(
            "SW221", "a keyword is missing here", "abilities look like `Parry 1` or `Pay 1 Force -> Evade 2`"
        )
    found = _NAME.match(text)
    name = found[1].strip() if found and find(found[1].strip()) is None else text
    known, rest = _known_start(text)
    if known:
        if re.match(r"\s*X\b", rest):
            return part.error("SW223", f"{known} X: values of X are not adjudicated", "write the number that X is")
        value = re.match(r"\s*[-+]?\d+", rest)
        start = part.text[: len(text) - len(rest) + (len(value[0]) if value else 0)]
        behind = part.cut(len(start), len(text))
        return behind.error("SW221", f"{shown(behind.text, 60)} is not understood after {shown(start)}", IGNORE)
    near = nearest(name, (*(keyword.name for keyword in printed().values()), *OTHERS))
    if _LIKE_A_KEYWORD.fullmatch(text) or (near and nearest(name, (near,), 0.8)):
        hint = f"did you mean {shown(near)}?" if near else IGNORE
        return part.error("SW220", f"{shown(name, 60)} is no keyword", hint)
    return part.error("SW221", f"{shown(text, 60)} is not understood", IGNORE)
