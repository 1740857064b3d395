"""Questions to a person at a terminal, in words: what can be answered, and what each answer would do and cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from swcli.drive.asked import AskedDice, AskedEntry, AskedPicks
from swcli.game.boons import ARENAS
from swcli.game.engine import Reasons
from swcli.game.frames import Attack, Rolling
from swcli.game.position import Choice, Position
from swcli.report import choices
from swcli.report.blocks import Block, Die, Line
from swcli.report.choices import Offer
from swcli.report.explaining import summary
from swcli.report.names import Count, Names, possessive
from swcli.report.wording import number_of_dice
from swcli.scenario.script import Entry

ENTER: Final = "Enter"
DONE: Final = "done"
_WIDE: Final = len(ENTER)

HELP: Final = (
    (ENTER, "the default, where the question shows one"),
    ("1 2 3", "the option of that number"),
    ("r", "roll the dice; 6 4 r rolls those that come after a 6 and a 4"),
    ("?", "explain what is at hand; ? 2 explains option 2, ? stun any keyword"),
    ("u", "take back the last answer; again, and the one before it"),
    ("w", "why the other abilities can't be played now"),
    ("s", "how things stand: units, Force, Equipment"),
    ("o", "ask again; m shows more of a long list"),
    ("q", "leave without a ruling, as Ctrl-C does"),
)
WELCOME: Final = "Numbers choose; Enter: the default; u: take back; ?: explain; h: all commands."
NEEDS_CARD: Final = " - needs a card that allows it"
ALLOWED_BY: Final = "If a card allows it, name the card; Enter if none does."


def row(mark: str, text: str) -> Line:
    """Something that can be answered, behind the answer."""
    return Line("plain", text, mark=mark.rjust(_WIDE))


def help_page() -> list[Block]:
    """The commands."""
    return [row(key, text) for key, text in HELP]


def menu(title: str, rows: Sequence[str], key: str, last: str) -> list[Block]:
    """A question with numbered answers, and one that has a key of its own."""
    return [
        Line("attack", title),
        *(row(str(number), text) for number, text in enumerate(rows, 1)),
        row(key, last),
    ]


# -- plays


def title(choice: Choice, names: Names) -> Line:
    """Who chooses what."""
    what = {
        "pop": f"{choice.pop} POP: play or pass",
        "build": "build step: play, or be done",
        "overkill": "pending damage: Overkill may move hits",
        "upkeep": "build step: which Upkeep is next, and how is it paid?",
        "parry": "damage prevention: how much does Parry prevent?",
    }.get(choice.kind, choice.pop)
    return Line("attack", f"{names.player(choice.player)}, {what}")


def offered(number: int, offer: Offer) -> list[Line]:
    """A numbered option, with what it would do and cost below it."""
    effects = "; ".join(offer.effects)
    return [
        row(str(number), offer.text),
        *([Line("receipt", effects, mark=" " * (_WIDE + 2))] if effects else []),
    ]


def passing(choice: Choice) -> Line:
    """The default of a choice that has one."""
    return row(ENTER, {"build": "done", "overkill": "move nothing"}.get(choice.kind, "pass"))


# -- dice


def dice(asked: AskedDice, names: Names) -> list[Block]:
    """Which dice are asked for, and why so many."""
    frame, attack = asked.position.state.frames[-1], asked.position.state.frames[0]
    assert isinstance(frame, Rolling)
    number = Count(asked.number)
    how = "their faces, in the order in which they fall" if asked.number > 1 else "its face"
    if frame.purpose in ("attack", "fury") and isinstance(attack, Attack):
        facts = asked.rec.facts["number"]
        why = f" ({number_of_dice(names, facts, names.unit(attack.defender))})" if frame.purpose == "attack" else ""
        what = f"{number:attack die} of {names.unit(attack.attacker)}{why}"
        if frame.purpose == "fury":
            what = f"{number:die} more for Fury of {names.unit(attack.attacker)}"
        elif asked.number < facts["number"]:
            what = f"{number:attack die} more of {names.unit(attack.attacker)}{why}"
    elif frame.purpose == "re-roll":
        what = f"{number:die} to re-roll"
        how = "their new faces in that order" if asked.number > 1 else "its new face"
    else:
        by = f"the Retaliate of {names.unit(frame.source)}" if frame.kind == "retaliate" else names.unit(frame.source)
        what = f"{number:die} of damage by {by}, against {names.unit(frame.target)}"
    return [
        Line("attack", what, dice=tuple(map(Die, asked.picked[-asked.number :]))),
        row("641" if asked.number > 1 else "6", how),
        row("r", "roll them" if asked.number > 1 else "roll it"),
    ]


def dice_terms(asked: AskedDice) -> list[str]:
    """What can be explained about dice."""
    frame = asked.position.state.frames[-1]
    assert isinstance(frame, Rolling)
    own = {"fury": ["fury"], "re-roll": ["lucky"]}.get(frame.purpose, [])
    return [*own, *(["retaliate"] if frame.kind == "retaliate" else []), "dice"]


def picks(asked: AskedPicks) -> list[Block]:
    """Which dice may be picked up."""
    return [
        Line("attack", f"Lucky: up to {Count(asked.most):die} may be picked up", dice=tuple(map(Die, asked.there))),
        row("113", "the faces of those picked up"),
        row(ENTER, "none"),
    ]


# -- what comes next


def entries(asked: AskedEntry, names: Names) -> list[tuple[str, Entry | None]]:
    """What may come next, in words; None stands for an attack, whose units are still to be asked."""
    position = asked.position
    found: list[tuple[str, Entry | None]] = [("an attack", None)]
    for place in range(len(position.table.players)):
        found.append((f"the build step of {names.player(place)}", Entry("build", (), player=place)))
    for option, play in asked.uses():
        ability = quoted(position.table.instances[option[1]].ability.text)
        text = f"{names.unit(play.unit)} uses {ability} on {names.unit(play.to)}"
        found.append((text, Entry("use", (), play.unit, play.to, act=play)))
    found.append(("the battle ends", Entry("end", (), what="battle")))
    found.append(("the turn ends", Entry("end", (), what="turn")))
    return found


def quoted(text: str) -> str:
    """An ability by its text, in quotes."""
    return f'"{text}"'


def fielded(position: Position) -> list[int]:
    """The units in an arena."""
    return [unit for unit, arena in enumerate(position.state.arenas) if arena in ARENAS]


def unit_row(position: Position, names: Names, unit: int) -> str:
    """A unit with what matters for choosing it."""
    sheet, state, info = position.sheet(unit), position.state, position.table.units[unit]
    tapped = ", tapped" if state.tapped[unit] else ""
    health = f"health {sheet.health}" + (f", damage {state.damage[unit]}" if state.damage[unit] else "")
    owner = position.table.players[info.player]
    return f"{names.unit(unit)} ({owner}, {state.arenas[unit]}): power {sheet.power}, {health}{tapped}"


def refusal(names: Names, entry: Entry, reasons: Reasons) -> str:
    """Why an entry can't be played, as a sentence."""
    unit = entry.act.unit if entry.act and entry.act.unit >= 0 else entry.unit
    why = "; ".join(choices.cited(text, clauses) for text, clauses in choices.told(names, unit, reasons))
    if entry.kind == "attack":
        what = f"{possessive(names.unit(entry.unit))} attack on {names.unit(entry.target)}"
    elif entry.act and entry.act.verb == "effect":
        what = names.table.cards[entry.act.card].name
    else:
        what = f"{quoted(str(entry.act.ability))} of {names.unit(unit)}" if entry.act else entry.kind
    return f"{what} is refused: {why or 'it can not be played'}."


# -- explaining what is at hand


def at_hand(terms: Sequence[str]) -> list[Block]:
    """A few lines on each of several keywords."""
    return [*(line for term in terms for line in summary(term)), Line("note", "? and a number or a keyword tells more")]
