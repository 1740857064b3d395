"""Ability text as on the cards to abilities: `Pay 2 Force -> Evade 2`, `Each of your other Sith gets Stun 1`, ...

The forms are those of the format page, section Ability text, and the harmless variants that real cards have. Everything
else is refused with its place in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple, cast

from swcli.game.ability import Ability, Cost, Selector, Stat, Until
from swcli.game.keyword import Keyword, Kind
from swcli.scenario.cost_text import MOST, alternatives_text, cost_text, parse_cost, read_alternatives, read_cost
from swcli.scenario.faults import shown
from swcli.scenario.keyword_names import IGNORE, find, unknown
from swcli.scenario.selector_text import read_subtypes
from swcli.scenario.text_tools import AND, ARROW, Piece, TextError, piece, squeezed, unquoted

__all__ = [
    "TextError",
    "as_printed",
    "from_parts",
    "parse_ability",
    "parse_cost",
    "parse_keyword",
    "spoken",
]

LASTS: Final[dict[str, str]] = {
    "attack": "for this attack",
    "battle": "until end of battle",
    "turn": "until end of turn",
}
STATS: Final = ("power", "speed", "health")

_UPKEEP = re.compile(r"upkeep\s*(?::|$)\s*", re.IGNORECASE)
_LASTING = re.compile(
    r"(?:^|(?<=\s))(?:for (?P<attack>this attack)|(?P<turn>this turn)"
    r"|until (?:the )?end of (?:this |the )?(?P<end>attack|battle|turn))$",
    re.IGNORECASE,
)
_OTHER_LASTING = re.compile(
    r"\s(?P<lasts>for (?:its|his|her|their|the) next attack|until (?!end of (?:attack|battle|turn)$).*|for .*)$",
    re.IGNORECASE,
)
_GETS = re.compile(r"(?P<who>.+?)\sgets?\s(?P<what>.*)", re.IGNORECASE)
_GIFT = re.compile(
    r"each of your (?P<other>other )?(?P<unique>unique )?(?P<whom>.+?) gets? (?P<what>.+)", re.IGNORECASE
)
_UNTAP = re.compile(r"untap (?:one|1) of your (?P<other>other )?(?P<unique>unique )?(?P<whom>.+)", re.IGNORECASE)
_UNATTACKABLE = re.compile(
    r"as long as your? have another (?P<unique>unique )?(?P<whom>.+?) in "
    r"(?:the (?P<arena>space|ground|character) arena|any arena)\s*,"
    r"\s*(?P<who>.+?) (?:can't|cannot|can not) be attacked",
    re.IGNORECASE,
)
_STAT = re.compile(r"(?P<n>[-+]\s?\d+)\s+(?P<stat>power|speed|health)", re.IGNORECASE)
_STAT_WITHOUT_SIGN = re.compile(r"(?P<n>\d+|[-+]?\s?X)\s+(?P<stat>power|speed|health)", re.IGNORECASE)
_KEYWORD = re.compile(
    r"(?P<name>[a-z][a-z'-]*(?: +[a-z'-]+)*?)(?:\s+(?P<value>[-+]?\d+|X(?:\s*[-+]\s*\d+)?))?", re.IGNORECASE
)
_OTHER_UNITS = re.compile(r"(?:one|each|all|any|up to|an?|your|another|that|this unit) |\d|X ", re.IGNORECASE)
_SELF: Final = ("this unit", "it")


class _Name(NamedTuple):
    """A name that stands where `this unit` might stand, and its place."""

    text: str
    start: int
    end: int


def parse_ability(text: str, names: Iterable[str] = ()) -> Ability | Stat:
    """The ability that a text says.

    Args:
        text: as on the card.
        names: the names that mean the unit itself; a name in the text has to be words of one of them, side by side.

    Returns:
        The ability, its `text` as a judge would read it; a change of power, speed or health is a `Stat`.

    Raises:
        TextError: the text is not understood, or names another unit.
    """
    ability, named = _read(text)
    for name in named:
        own = _name_words(name.text)
        if not any(_beside(own, _name_words(known)) for known in names):
            raise _wrong_name(name, next(iter(names), ""))
    return ability


@lru_cache(maxsize=1024)
def parse_keyword(text: str) -> tuple[str, int | None]:
    """The key and the value, None where none is written, of a keyword that is only spoken of (`lose: Shields`).

    Raises:
        TextError: there is no such keyword.
    """
    whole = piece(text)
    keyword, value = _named(whole)
    return keyword.key, None if value is None else int(value)


def from_parts(name: str, value: int | None, costs: tuple[Cost, ...] = (), until: str = "") -> Ability | Stat:
    """The ability that a structured form says.

    Args:
        name: of a keyword, or `power`, `speed`, `health`.
        value: None if there is none.
        costs: its cost, if it has a printed one; for Upkeep all alternatives.
        until: `attack`, `battle` or `turn` make it an activated bonus that lasts so long.

    Raises:
        TextError: there is no such keyword, or the parts do not fit together.
    """
    if name.lower() == "upkeep" and value is None and costs:
        return parse_ability(f"Upkeep: {alternatives_text(costs)}")
    stat = name.lower() in STATS
    text = f"{value or 0:+d} {name}" if stat else name if value is None else f"{name} {value}"
    if until or costs:
        text = f"{cost_text(costs[0] if costs else ())} -> {text} {LASTS.get(until, '')}"
    return parse_ability(text)


def as_printed(ability: Ability | Stat) -> str:
    """An ability in full, its cost included: `Pay 2 Force -> Evade 2`."""
    if isinstance(ability, Stat):
        return f"{ability.amount:+d} {ability.stat}"
    if ability.cost is None or "->" in ability.text:
        return ability.text
    return f"{cost_text(ability.cost)} -> {ability.text}"


@lru_cache(maxsize=1024)
def spoken(text: str) -> str:
    """A text that names an ability, as the ability's own `text` has it; what is no ability, with plain marks."""
    try:
        ability = _read(text)[0]
    except TextError:
        plain = squeezed(re.sub(r"->|→", " -> ", piece(text).text))
        return re.sub(r"(^|-> )(?:(?!->|\bgets? ).)+ gets? ", r"\1", plain)
    return as_printed(ability) if isinstance(ability, Stat) else ability.text


@lru_cache(maxsize=4096)
def _read(text: str) -> tuple[Ability | Stat, tuple[_Name, ...]]:
    named: list[_Name] = []
    return _ability(piece(text), named), tuple(named)


def _ability(whole: Piece, named: list[_Name]) -> Ability | Stat:
    if not whole.text:
        raise whole.error(
            "SW221", "this ability has no text", "abilities look like `Parry 1` or `Pay 1 Force -> Evade 2`"
        )
    arrow = ARROW.search(whole.mask)
    if arrow is not None:
        cost = read_cost(whole.cut(0, arrow.start()), lambda who: _subject(who, named))
        return _played(cost, whole.cut(arrow.end(), len(whole.text)), named)
    found = _UPKEEP.match(whole.mask)
    if found:
        return _upkeep(whole.cut(found.end(), len(whole.text)), whole, named)
    found = _GIFT.fullmatch(whole.mask)
    if found:
        select = Selector(read_subtypes(whole.group(found, "whom")), bool(found["other"]), bool(found["unique"]))
        bonuses = _bonuses(whole.group(found, "what"), named)
        return Ability("gift", text=squeezed(whole.text), bonuses=bonuses, select=select)
    found = _UNATTACKABLE.fullmatch(whole.mask)
    if found:
        _subject(whole.group(found, "who"), named)
        subtypes = read_subtypes(whole.group(found, "whom"))
        select = Selector(subtypes, True, bool(found["unique"]), (found["arena"] or "").lower())
        # "As long as your have" is what the real card says.
        text = re.sub(r"^(as long as you)r\b", r"\1", squeezed(whole.text), flags=re.IGNORECASE)
        return Ability("unattackable", text=text, select=select)
    lasting = _LASTING.search(whole.mask)
    if lasting:
        what = whole.cut(0, lasting.start())
        gets = _GETS.fullmatch(what.mask)
        whose = gets["who"] if gets else ""
        if re.search(r"[,:]|^when", whose, re.I) or not _looks_like_bonus(what.group(gets, "what") if gets else what):
            raise unknown(whole)
        hint = f"write `Pay 0 Force -> {squeezed(whole.text)[:60]}` if it is free"
        raise whole.error("SW225", "a bonus that lasts for a time needs its cost", hint)
    if "|" in whole.mask:
        raise whole.error("SW221", "several abilities stand in one text", "make each an item of the list")
    _refuse_list(whole)
    try:
        return _item(whole, named)
    except TextError:
        if _is_cost(whole):
            hint = "write `COST -> ABILITY`; in a list in square brackets, text with a comma needs quotes"
            raise whole.error("SW225", f"{shown(whole.text, 60)} is a cost without an ability", hint) from None
        raise


def _played(cost: Cost, effect: Piece, named: list[_Name]) -> Ability | Stat:
    """An ability with a printed cost."""
    lasting = _LASTING.search(effect.mask)
    if lasting:
        until = cast("Until", "attack" if lasting["attack"] else "turn" if lasting["turn"] else lasting["end"].lower())
        what = effect.cut(0, lasting.start())
        gets = _GETS.fullmatch(what.mask)
        if gets:
            _subject(what.group(gets, "who"), named)
            what = what.group(gets, "what")
        bonuses = _bonuses(what, named)
        text = f"{cost_text(cost)} -> {_join(bonuses)} {LASTS[until]}"
        return Ability("bonus", cost=cost, text=text, bonuses=bonuses, until=until)
    untap = _UNTAP.fullmatch(effect.mask)
    if untap:
        select = Selector(read_subtypes(effect.group(untap, "whom")), bool(untap["other"]), bool(untap["unique"]))
        rest = squeezed(effect.text)
        return Ability("untap", cost=cost, text=f"{cost_text(cost)} -> U{rest[1:]}", select=select)
    if effect.text.lower() == "equip":
        raise effect.error(
            "SW225", "Equip is no ability of a unit", "put the card under `equipment:` with `equip: COST`"
        )
    other = _OTHER_LASTING.search(effect.mask)
    if other and (_GETS.fullmatch(effect.mask) or _looks_like_bonus(effect)):
        allowed = "a bonus lasts `for this attack`, `until end of battle` or `until end of turn`"
        raise effect.group(other, "lasts").error(
            "SW221", f"{shown(squeezed(other['lasts']), 60)} is not adjudicated", allowed
        )
    gets = _GETS.fullmatch(effect.mask)
    if (gets and gets["who"].lower() in _SELF) or _STAT.fullmatch(effect.mask):
        raise _lasts_how_long(effect)
    ability = _item(effect, named)
    keyword = find(ability.keyword) if isinstance(ability, Ability) else None
    if not isinstance(ability, Ability) or keyword is None:
        raise unknown(effect)
    if keyword.kind is not Kind.ACTIVATED:
        raise _lasts_how_long(effect)
    return ability._replace(cost=cost)


def _lasts_how_long(effect: Piece) -> TextError:
    text = squeezed(effect.text)
    return effect.error(
        "SW225",
        f"{shown(text, 60)} does not say how long it lasts",
        "add `for this attack`, `until end of battle` or `until end of turn`",
    )


def _upkeep(costs: Piece, whole: Piece, named: list[_Name]) -> Ability:
    if not costs.text:
        raise whole.error("SW225", "Upkeep needs its cost", "write `Upkeep: Pay 1 build point or tap this unit`, say")
    alternatives = read_alternatives(costs, lambda who: _subject(who, named))
    return Ability("upkeep", text=f"Upkeep: {alternatives_text(alternatives)}", alternatives=alternatives)


def _bonuses(whole: Piece, named: list[_Name]) -> tuple[Stat | Ability, ...]:
    return tuple(_item(each, named) for each in whole.split(AND))


def _item(part: Piece, named: list[_Name]) -> Stat | Ability:
    """One bonus or plain ability: a stat, a keyword, or an ability in quotes."""
    inner = unquoted(part)
    if inner is not None:
        return _ability(inner, named)
    stat = _STAT.fullmatch(part.mask)
    if stat:
        amount = _number(part.group(stat, "n"))
        return Stat(stat["stat"].lower(), amount)
    stat = _STAT_WITHOUT_SIGN.fullmatch(part.mask)
    if stat:
        if "x" in stat["n"].lower():
            raise part.error("SW223", f"{shown(part.text)}: changes by X are not adjudicated", "write the number")
        raise part.error("SW223", f"{shown(part.text)} has no sign", f"write `+{part.text}` or `-{part.text}`")
    keyword, value = _named(part)
    if keyword.key == "equip":
        raise part.error("SW225", "Equip is no ability of a unit", "put the card under `equipment:` with `equip: COST`")
    if keyword.key == "upkeep":
        raise part.error("SW225", "Upkeep needs its cost", "write `Upkeep: Pay 1 build point or tap this unit`, say")
    if keyword.valued and value is None:
        raise part.error("SW223", f"{keyword.name} needs a value", f"write `{keyword.name} 1`, say")
    if not keyword.valued:
        return Ability(keyword.key, text=keyword.name)
    number = int(value or 0)
    return Ability(keyword.key, number, text=f"{keyword.name} {number}")


def _named(part: Piece) -> tuple[Keyword, str | None]:
    """The keyword of a text, and its value if one is written: digits, with a minus for Accuracy alone."""
    found = _KEYWORD.fullmatch(part.mask)
    keyword = find(found["name"]) if found else None
    if found is None or keyword is None:
        raise unknown(part)
    value = found["value"]
    if value is None:
        return keyword, None
    at = part.group(found, "value")
    if not keyword.valued:
        raise at.error("SW223", f"{keyword.name} has no value", f"write `{keyword.name}`")
    if "x" in value.lower():
        raise at.error(
            "SW223", f"{keyword.name} {value}: values of X are not adjudicated", "write the number that X is"
        )
    number = _number(at)
    if number == 0 or (number < 0 and keyword.key != "accuracy"):
        least = "a value other than 0" if keyword.key == "accuracy" else "a value of 1 or more"
        raise at.error("SW223", f"{keyword.name} needs {least}, not {shown(value)}")
    return keyword, str(number)


def _number(part: Piece) -> int:
    digits = part.text.replace(" ", "")
    number = int(digits) if len(digits) < 6 else MOST + 1
    if abs(number) > MOST:
        raise part.error("SW204", f"{shown(part.text)} is too large: at most {MOST:,}")
    return number


def _wrong_name(name: _Name, own: str) -> TextError:
    if _OTHER_UNITS.match(name.text):
        problem = f"{shown(name.text, 60)}: only this unit itself is understood here"
        return TextError("SW221", problem, name.start, name.end, IGNORE)
    hint = f"the ability belongs to {shown(own)}; write `this unit`" if own else "write `this unit`"
    problem = f"{shown(name.text, 60)} is not the unit that has this ability"
    return TextError("SW226", problem, name.start, name.end, hint)


def _subject(who: Piece, named: list[_Name]) -> None:
    if who.text.lower() not in _SELF:
        named.append(_Name(who.text, who.at, who.end))


def _looks_like_bonus(effect: Piece) -> bool:
    first = next(effect.split(AND))
    return bool(_STAT.match(first.mask)) or find(_words_before_value(first.mask)) is not None


def _words_before_value(text: str) -> str:
    return re.split(r"\s+[-+\d]", text, maxsplit=1)[0]


def _refuse_list(whole: Piece) -> None:
    """Say so where several abilities stand in one item, as in `Parry 1, Overkill`."""
    parts = list(whole.split(AND))
    if len(parts) > 1:
        try:
            for each in parts:
                _item(each, [])
        except TextError:
            return
        raise whole.error("SW221", "several abilities stand in one text", "make each an item of the list")


def _is_cost(whole: Piece) -> bool:
    try:
        return all(each.kind in ("force", "build", "tap") for each in read_cost(whole, lambda who: None))
    except TextError:
        return False


def _join(bonuses: tuple[Stat | Ability, ...]) -> str:
    texts = [f'"{full}"' if "->" in (full := as_printed(bonus)) else full for bonus in bonuses]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def _name_words(name: str) -> tuple[str, ...]:
    plain = re.sub(r"\s*\([^()]*\)\s*$", "", name).casefold().removeprefix("the ")
    return tuple(re.findall(r"[^\s,.\"]+", plain))


def _beside(wanted: tuple[str, ...], have: tuple[str, ...]) -> bool:
    size = len(wanted)
    return size > 0 and any(have[start : start + size] == wanted for start in range(len(have) - size + 1))
