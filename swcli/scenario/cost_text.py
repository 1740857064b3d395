"""Costs as cards write them: `Pay 2 Force`, `Pay 1 Force, [tap]`, `Discard a card from your hand`; and back to text."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from swcli.game.ability import Cost, Part
from swcli.scenario.faults import shown
from swcli.scenario.text_tools import AND, LISTED, LISTED_OR, OR, Piece, TextError, piece, squeezed

MOST: Final = 1000
KNOWN: Final = "costs look like `Pay 2 Force`, `Pay 1 build point`, `[tap]`, `Pay 1 Force, [tap]`"

_N = r"(?P<n>an?|\d+)"
_FORMS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (kind, re.compile(form, re.IGNORECASE))
    for kind, form in (
        ("force", r"(?:pay )?(?P<n>\d+) force(?: pay)?"),
        ("build", r"(?:pay )?(?P<n>\d+) build points?(?: pay)?"),
        ("tap", r"\[tap\]|tap(?: (?:this unit|it))?"),
        ("hand", rf"discard {_N} cards?(?: from your hand)?"),
        ("pile", rf"remove {_N} cards? (?:in|from) your discard pile from the game"),
        ("deck", rf"discard the top (?:{_N} )?cards? (?:of|from) your deck"),
        ("counters", rf"put {_N} damage counters? on (?:this unit|it)"),
        ("each-draw", rf"each player draws {_N} cards?"),
        ("draw", rf"draw {_N} cards?"),
        ("each-gain", r"each player gains (?P<n>\d+) force"),
        ("gain", r"gain (?P<n>\d+) force"),
    )
)
_WORDS: Final[dict[str, str]] = {
    "force": "Pay {n} Force",
    "build": "Pay {n} build point{s}",
    "tap": "Tap",
    "hand": "Discard {a} card{s} from your hand",
    "pile": "Remove {a} card{s} from your discard pile from the game",
    "deck": "Discard the top {top}card{s} of your deck",
    "counters": "Put {n} damage counter{s} on this unit",
    "each-draw": "Each player draws {a} card{s}",
    "draw": "Draw {a} card{s}",
    "each-gain": "Each player gains {n} Force",
    "gain": "Gain {n} Force",
}
_NAMED = re.compile(
    r"(?P<verb>tap|put (?:an?|\d+) damage counters? on) (?P<who>(?!one of|an? |your |up to )\S.*)", re.IGNORECASE
)
Subject = Callable[[Piece], None]
"""Told of every name that stands where `this unit` might stand."""


def part(kind: str, amount: int) -> Part:
    """One part of a cost, with its words."""
    one = amount == 1
    text = _WORDS[kind].format(
        n=amount, a="a" if one else amount, top="" if one else f"{amount} ", s="" if one else "s"
    )
    return Part(kind, amount, text)


@lru_cache(maxsize=1024)
def parse_cost(text: str) -> Cost:
    """The cost that a text says; `Pay 0 Force` is free of charge, hence empty.

    Raises:
        TextError: the text is no cost.
    """
    return read_cost(piece(text), _no_name)


@lru_cache(maxsize=1024)
def parse_alternatives(text: str) -> tuple[Cost, ...]:
    """The costs of which one is chosen, as after `Upkeep:`, where `or` separates alternatives; in a list with a comma
    before its `or` the other commas do, too.

    Raises:
        TextError: a part of the text is no cost.
    """
    return read_alternatives(piece(text), _no_name)


def parse_payment(text: str) -> Cost:
    """The cost that was paid, in the words of the ability; the unit's name may stand for `this unit`.

    Raises:
        TextError: the text is no cost.
    """
    return read_cost(piece(text), lambda who: None)


def read_cost(whole: Piece, subject: Subject) -> Cost:
    """`parse_cost` for a piece of a text."""
    return tuple(item for each in whole.split(AND) if (item := _read_part(each, subject)) is not None)


def read_alternatives(whole: Piece, subject: Subject) -> tuple[Cost, ...]:
    """`parse_alternatives` for a piece of a text."""
    return tuple(read_cost(each, subject) for each in whole.split(LISTED if LISTED_OR.search(whole.text) else OR))


def cost_text(cost: Cost) -> str:
    """A cost in words: `Pay 1 Force, tap`; `Pay 0 Force` when it is free of charge."""
    if not cost:
        return "Pay 0 Force"
    return ", ".join(
        item.text if place == 0 else item.text[:1].lower() + item.text[1:] for place, item in enumerate(cost)
    )


def alternatives_text(costs: tuple[Cost, ...]) -> str:
    """Alternatives in words: `Pay 1 build point, discard a card from your hand, or tap this unit`."""
    texts = [re.sub(r"\b([Tt]ap)$", r"\1 this unit", cost_text(cost).replace(", ", " and ")) for cost in costs]
    texts = [text if place == 0 else text[:1].lower() + text[1:] for place, text in enumerate(texts)]
    if len(texts) > 2:
        return f"{', '.join(texts[:-1])}, or {texts[-1]}"
    return " or ".join(texts)


def _read_part(item: Piece, subject: Subject) -> Part | None:
    text = squeezed(item.text)
    for kind, form in _FORMS:
        found = form.fullmatch(text)
        if found:
            return _sized(item, kind, found.groupdict().get("n"))
    named = _NAMED.fullmatch(item.text)
    if named:
        subject(item.group(named, "who"))
        text = f"{named['verb']} this unit"
        found = next((match for _, form in _FORMS if (match := form.fullmatch(squeezed(text)))), None)
        if found:
            return _sized(item, "tap" if named["verb"].lower() == "tap" else "counters", found.groupdict().get("n"))
    raise _not_a_cost(item, text)


def _sized(item: Piece, kind: str, number: str | None) -> Part | None:
    amount = 1 if number is None or not number.isdigit() else int(number) if len(number) < 5 else MOST + 1
    if amount > MOST:
        raise item.error("SW204", f"a cost may be 0 to {MOST:,}")
    return part(kind, amount) if amount else None


def _not_a_cost(item: Piece, text: str) -> TextError:
    if not text:
        return item.error("SW224", "a cost is missing here", KNOWN)
    if re.fullmatch(r"(?:pay )?\d{1,9}", text, re.IGNORECASE):
        return item.error("SW224", f"{shown(text)} does not say of what", f"write `{text} Force`, if Force is meant")
    if re.search(r"\bX\b", text, re.IGNORECASE):
        return item.error(
            "SW224",
            f"{shown(text, 60)}: costs of X are not adjudicated",
            "write the number that was paid, as in `Pay 2 Force`",
        )
    return item.error("SW224", f"{shown(text, 60)} is no cost that the reader knows", KNOWN)


def _no_name(who: Piece) -> None:
    raise who.error("SW224", f"{shown(who.text, 60)} is not understood in a cost", KNOWN)
