"""The keywords in play, by key and by what they do. `keywords/__init__.py` lists them; the engine only looks here."""

from __future__ import annotations

from swcli.game.keyword import Keyword

REGISTRY: dict[str, Keyword] = {}
"""Every keyword, and every kind of ability that is not one, by key."""

DICE: list[Keyword] = []
"""Those that change the number of attack dice against their unit."""
DIE: list[Keyword] = []
"""Those that change each attack die of their unit."""
THRESHOLD: list[Keyword] = []
"""Those that change what a die must reach to hit their unit."""
UNATTACKABLE: list[Keyword] = []
"""Those by which their unit may not be attacked."""
NATURALS: list[Keyword] = []
"""Those that look for a natural face of the final dice."""
FIRST_ROLL: list[Keyword] = []
"""Those that look for a natural face of the first roll."""
REMARKS: list[Keyword] = []
"""Those that have something to say about dice of damage."""
REROLLED: list[Keyword] = []
"""Those that have something to say about a re-roll."""

_moments: dict[str, list[Keyword]] = {}


def register(keywords: tuple[Keyword, ...]) -> None:
    """Put keywords into the registry, in the order in which they are asked at a common moment."""
    for keyword in keywords:
        REGISTRY[keyword.key] = keyword
        if keyword.trigger:
            _moments.setdefault(keyword.moment, []).append(keyword)
        if keyword.natural:
            (FIRST_ROLL if keyword.first_roll else NATURALS).append(keyword)
        for hook, group in (
            (keyword.dice, DICE),
            (keyword.die, DIE),
            (keyword.threshold, THRESHOLD),
            (keyword.unattackable, UNATTACKABLE),
            (keyword.remark, REMARKS),
            (keyword.rerolled, REROLLED),
        ):
            if hook:
                group.append(keyword)


def at(moment: str) -> list[Keyword]:
    """The keywords that are asked at a moment, in order."""
    return _moments.get(moment, [])
