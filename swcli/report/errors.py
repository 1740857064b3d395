"""What stopped a script, in words: the message of a refusal, and its place in the file."""

from __future__ import annotations

from typing import Final

from swcli.drive.halt import Halt
from swcli.drive.ways import meant
from swcli.game.cards import Prevent
from swcli.report import labels
from swcli.report.names import Count, Names, faces
from swcli.report.reasons import OBJECTIONS
from swcli.report.wording import number_of_dice
from swcli.scenario.faults import Fault
from swcli.scenario.read import Document
from swcli.scenario.script import NOBODY, Play

MOST: Final = 10
"""So many of the things that a player could do instead are listed in a hint; JSON has them all."""


def message(halt: Halt) -> str:
    """What is wrong, in a sentence without full stop."""
    names = Names(halt.position.table)
    play = halt.data.get("play")
    if halt.reason in ("play-refused", "order-refused") and isinstance(play, Play):
        return f"{_label(halt, names, play)} is refused{_where(halt)}: {_why(halt, names, play)}"
    if halt.reason == "attack-refused":
        return f"this attack is refused: {_why(halt, names, None)}"
    if halt.reason == "several-ways" and isinstance(play, Play):
        return f"{_label(halt, names, play)} {_open(halt)}{_cited(halt)}"
    if halt.reason == "several-costs":
        who = names.player(halt.player)
        return f"{who} has to choose how to pay the Upkeep of {_unit(halt, names)}: say which{_cited(halt)}"
    if halt.reason == "no-such-cost" and isinstance(play, Play):
        return f"the Upkeep of {names.unit(play.unit)} has no cost `{play.pay}`"
    if halt.reason == "die-missing":
        return _die_missing(halt, names)
    if halt.reason == "dice-left-over":
        return _left_over(halt, names)
    if halt.reason == "pass-left-over":
        return (
            f"no choice of {names.player(halt.player)} follows for this pass"
            if halt.player >= 0
            else ("no choice follows for this pass")
        )
    return halt.reason.replace("-", " ")


def _label(halt: Halt, names: Names, play: Play) -> str:
    """The play; a `use` of an ability by its number is told by the ability's text."""
    ability = meant(halt.position, play) if isinstance(play.ability, int) else None
    return labels.play(halt.position.table, names, play._replace(ability=ability.ability.text) if ability else play)


def options(halt: Halt) -> list[str]:
    """What the player could have done instead."""
    return labels.options(halt.position, Names(halt.position.table), halt.options)


def fault(halt: Halt, document: Document) -> Fault:
    """The refusal as a fault of the file, at the place of the play."""
    instead = options(halt)
    hint = ""
    if instead:
        more = f"; and {len(instead) - MOST} more" if len(instead) > MOST else ""
        hint = f"possible here: {'; '.join(instead[:MOST])}{more}"
    play = halt.data.get("play")
    path = halt.path
    if isinstance(play, Play) and halt.path == play.path:
        path = (*path, play.verb)
    return document.fault(halt.code, message(halt), path, hint, key=path != halt.path)


def _open(halt: Halt) -> str:
    """What a play leaves open: which way, how much, or both. Ways that differ by an amount alone are listed as one."""
    ways = options(halt)
    amounts = len(ways) < len(halt.options)
    if len(ways) == 1:
        return f"can be played for several amounts{_where(halt)}: say how much"
    which = "say which and how much" if amounts else "say which"
    return f"can be played in {Count(len(ways)):way}{_where(halt)}: {which}"


def _where(halt: Halt) -> str:
    question = halt.position.question
    pop = getattr(question, "pop", "")
    return "" if not pop else " in the build step" if pop == "build" else f" in the {pop} POP"


def _why(halt: Halt, names: Names, play: Play | None) -> str:
    operands = {"unit": _whose(halt, names, play), "of": play.of if play else ""}
    whys: dict[str, list[str]] = {}
    told = [pair for pair in halt.reasons if pair[1] != "not-asked"] or halt.reasons
    for clause, reason in told:
        whys.setdefault(OBJECTIONS.get(reason, reason.replace("-", " ")).format_map(operands), []).append(clause)
    # A clause is cited once: a reason that rests on those of the one before it shares their citation.
    parts: list[tuple[str, list[str]]] = []
    told_clauses: set[str] = set()
    for why, clauses in whys.items():
        mine = list(dict.fromkeys(clause for clause in clauses if clause))
        if parts and mine and set(mine) <= set(parts[-1][1]):
            parts[-1] = (f"{parts[-1][0]}, and {why}", parts[-1][1])
        else:
            parts.append((why, [clause for clause in mine if clause not in told_clauses]))
        told_clauses.update(mine)
    return "; ".join(f"{why} [{', '.join(cited)}]" if cited else why for why, cited in parts) or "it can't be played"


def _whose(halt: Halt, names: Names, play: Play | None) -> str:
    if play and play.unit >= 0:
        return names.unit(play.unit)
    actions = halt.position.table.cards[play.card].actions if play and play.verb == "effect" else ()
    protected = next((action.unit for action in actions if isinstance(action, Prevent)), NOBODY)
    return names.unit(protected) if protected >= 0 else "its unit"


def _cited(halt: Halt) -> str:
    return f" [{', '.join(halt.clauses)}]" if halt.clauses else ""


def _unit(halt: Halt, names: Names) -> str:
    unit = halt.data.get("unit")
    return names.unit(unit) if isinstance(unit, int) else "a unit"


def _die_missing(halt: Halt, names: Names) -> str:
    left, given = Count(halt.data.get("left", 0)), Count(halt.data.get("given", 0))  # type: ignore[call-overload]
    total = Count(left + given)
    purpose = halt.data.get("purpose")
    number = halt.data.get("number")
    if purpose == "attack" and isinstance(number, dict):
        return f"the rules ask for {total:attack die} ({number_of_dice(names, number)}), and {_given(given)}"
    of = {"fury": f"{total:more die} for Fury", "re-roll": f"{total:die} of the re-roll"}
    return f"the rules ask for {of.get(str(purpose), f'{total:die} of damage')}, and {_given(given)}"


def _given(given: Count) -> str:
    return "none is given" if not given else f"{given} {'is' if given == 1 else 'are'} given"


def _left_over(halt: Halt, names: Names) -> str:
    dice = halt.data.get("dice")
    over = dice if isinstance(dice, tuple) else ()
    asked = Count(halt.data.get("asked", 0))  # type: ignore[call-overload]
    number = halt.data.get("number")
    why = f" ({number_of_dice(names, number)})" if isinstance(number, dict) else ""
    why = {
        "retaliate": f" (Retaliate {asked})",
        "re-roll": f" ({asked:die} re-rolled)",
        "damage": f" ({asked} {'die' if asked == 1 else 'dice'} of damage)",
    }.get(str(halt.data.get("what", "")), why)
    return f"{Count(len(over)):die} left over ({faces(over)}): the rules ask for {asked}{why}"
