"""Random scenarios as plain data.

A *plan* is a scenario whose script lists what may happen: entries, each with the cards that may be played in it. It is
made by choosing, again and again, one of several things; who chooses is up to the caller: Hypothesis (`plans`), which
can find the smallest plan that breaks a test since the first of the things is always the simplest, or a random number
generator (`plan(rng.choice)`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, TypeVar

from hypothesis import strategies as st

Data = dict[str, Any]
T = TypeVar("T")


class Choose(Protocol):
    """Chooses one of several things."""

    def __call__(self, things: Sequence[T], /) -> T:
        """One of them."""


PLAYERS: Final = ("dark", "light")
POPS: Final = (
    "attack",
    "damage prevention",
    "re-roll",
    "pending damage",
    "damage placement",
    "unit discard",
    "attack end",
)
NEVER: Final = (False,)
SELDOM: Final = (False,) * 4 + (True,)
OFTEN: Final = (False, True)

# -- abilities

LIVELY: Final = (
    "Critical Hit 1",
    "Overkill",
    "Lucky 2",
    "Parry 1",
    "Stun 1",
    "Riposte 1",
    "Accuracy 1",
    "Armor",
    "Shields 1",
    "Fury 1",
    "Critical Hit 2",
    "Lucky 1",
    "Parry 2",
    "Riposte 2",
    "Accuracy -1",
    "Ferocity",
    "Stealth",
)
PARTS: Final[dict[str, Sequence[str]]] = {
    "keyword": (*LIVELY, "Retaliate 1", "Intercept"),
    "n": ("1", "2", "3"),
    "cost": (
        *("Pay 1 Force", "Pay 2 Force", "Pay 0 Force", "Pay 1 Force", "[tap]"),
        *("Pay 1 Force, [tap]", "Pay 1 build point", "Discard a card from your hand", "Gain 1 Force"),
        *("Remove 1 card from your discard pile from the game", "Discard the top card of your deck"),
        *("Put 1 damage counter on this unit", "Draw a card"),
    ),
    "upkeep": ("Pay 1 Force", "tap", "Pay 1 build point", "Pay 1 Force and tap this unit"),
    "other upkeep": ("Discard a card from your hand", "Put 1 damage counter on this unit", "Each player gains 1 Force"),
    "bonus": ("+1 power", "-1 power", "+1 health", "-1 health", "+10 speed", *LIVELY),
    # What units have from the start: with less health one of them might not be there at all.
    "gift": ("+1 power", "-1 power", "+1 health", "+10 speed", *LIVELY),
    "until": ("for this attack", "until end of battle", "until end of turn"),
    "subtype": ("Sith", "Jedi", "Dark Jedi", "Droid"),
    "where": ("any arena", "the character arena"),
}
OWN: Final = (
    *("<keyword>", "<cost> -> Evade <n>", "<cost> -> Deflect <n>") * 3,
    "<cost> -> Retaliate <n>",
    "<cost> -> Intercept",
    "<cost> -> <bonus> <until>",
    "<cost> -> <bonus> and <bonus> <until>",
    "Upkeep: <upkeep>",
    "Upkeep: <upkeep> or <other upkeep>",
    "<cost> -> Untap one of your <subtype>",
)
"""Abilities that any unit may have, printed or given."""
PRINTED: Final = (
    *OWN,
    "Each of your other <subtype> gets <gift>",
    "Each of your <subtype> gets <gift> and <gift>",
    "As long as you have another <subtype> in <where>, this unit can't be attacked",
)


def ability(choose: Choose, forms: Sequence[str]) -> str:
    """An ability as on a card."""
    return re.sub("<(.+?)>", lambda part: choose(PARTS[part[1]]), choose(forms))


# -- scenarios


def plan(choose: Choose, cards: bool = True) -> Data:
    """A scenario whose script lists what may happen; `cards`: with cards outside the keyword list."""
    ids = "abcde"[: choose((2, 3, 4, 5))]
    units = {name: unit(choose) for name in ids}
    units["a"] |= {"player": "dark", "arena": "character"}
    units["b"] |= {"player": "light", "arena": "character"}
    if "d" in units and choose(SELDOM):
        units["d"] |= {"pilots": "a", "player": "dark"}
    found: Data = {
        "players": {
            player: {
                "force": choose((4, 8, 2, 1, 0)),
                **{what: choose((0, 1, 2)) for what in ("build_points", "hand", "discard_pile")},
            }
            for player in PLAYERS
        },
        "units": units,
    }
    if choose(SELDOM):
        found["equipment"] = {name: equipment(choose, ids) for name in choose(("x", "xy"))}
        for card in found["equipment"].values():
            if "attached_to" in card:
                card["player"] = units[card["attached_to"]]["player"]
    found["script"] = [entry(choose, ids, f"card {number}", cards) for number in range(choose((1, 2, 3, 4, 5)))]
    if choose(SELDOM):
        rulings = {
            "jedi-includes-dark-jedi": "yes",
            "critical-hit-in-excess": "yes",
            "riposte-after-discard": "no",
            "stun-per-placement": "each",
        }
        found["rulings"] = dict([choose(list(rulings.items()))])
    return found


@st.composite
def plans(draw: st.DrawFn, cards: bool = True) -> Data:
    """Plans chosen by Hypothesis."""

    def choose(things: Sequence[T], /) -> T:
        return things[draw(st.integers(0, len(things) - 1))]

    return plan(choose, cards)


def unit(choose: Choose) -> Data:
    """A unit that stands in an arena, seldom in the build zone."""
    health = choose((6, 3, 4, 2, 8, 1))
    return {
        "player": choose(PLAYERS),
        "arena": choose(("character",) * 6 + ("ground", "build")),
        "power": choose((3, 6, 4, 8, 5, 2, 1, 0)),
        "health": health,
        "abilities": [ability(choose, PRINTED) for _ in range(choose((1, 2, 3, 4, 5)))],
        **({"damage": choose(range(health))} if choose(SELDOM) else {}),
        **({"tapped": True} if choose(SELDOM) else {}),
        **({"subtypes": [choose(PARTS["subtype"])]} if choose(OFTEN) else {}),
    }


def equipment(choose: Choose, ids: str) -> Data:
    """An Equipment, perhaps on a unit already."""
    return {
        "player": choose(PLAYERS),
        "equip": choose(("Pay 0 Force", "Pay 1 Force", "Pay 1 build point")),
        "grants": [
            ability(choose, OWN),
            {"to": [choose(PARTS["subtype"])], "get": [choose(PARTS["gift"])]},
        ],
        **({"attached_to": choose(ids)} if choose(OFTEN) else {}),
    }


def entry(choose: Choose, ids: str, name: str, cards: bool) -> Data:
    """An entry of a plan, with the cards that may be played in it; their names begin with `name`."""
    kind = choose(("attack",) * 8 + ("build", "effect" if cards else "build", "use", "end"))
    if kind == "end":
        return {"end": choose(("battle", "turn"))}
    if kind == "use":
        return {"use": {"by": choose(ids), "ability": "Untap"}}
    hand = [f"{name}.{number}" for number in range(choose((0, 1, 2, 3)) if cards else 0)]
    if kind == "build":
        return {
            "build": choose(PLAYERS),
            "plays": [{"effect": _lasting(effect(choose, ids, each, ""))} for each in hand],
        }
    plays = [{"effect": effect(choose, ids, each, choose(POPS))} for each in hand]
    if kind == "effect":
        for play in plays:
            _lasting(play["effect"])
        return {"effect": _lasting(effect(choose, ids, name, "")), "plays": plays}
    pair = choose((ids[:2], ids[1::-1], ids[:2], ids[1::-1], choose(ids) + choose(ids)))
    attack = {"by": pair[0], "target": pair[1]}
    if choose((True, True, False)):
        attack["allowed_by"] = "a card"
    return {"attack": attack, "plays": plays}


# -- cards

TELLING: Final = {"damage prevention": "prevent", "re-roll": "reroll"}
"""What cards of these POPs are mostly about."""


def effect(choose: Choose, ids: str, name: str, pop: str) -> Data:
    """A card with one or two actions; `pop` is empty between attacks and in a build step."""
    actions: dict[str, Callable[[], Any]] = {
        "damage": lambda: {
            "unit": choose(ids),
            choose(("amount", "dice")): choose((1, 2, 3, 0)),
            "unpreventable": choose(SELDOM),
        },
        "give": lambda: _give(choose, ids),
        "lose": lambda: {
            "unit": choose(ids),
            "ability": choose(("Evade", "Deflect", "Lucky 1", *PARTS["keyword"])),
            "until": choose(("attack", "battle", "turn")),
        },
        "counters": lambda: {"unit": choose(ids), "amount": choose((1, 2, -1, -2))},
        "force": lambda: {"player": choose(PLAYERS), "amount": choose((1, 3, -1, -3))},
        "reroll": lambda: {
            "dice": sorted(choose((1, 2, 3, 4, 5, 6)) for _ in range(choose((1, 2)))),
            "triggered": choose(OFTEN),
        },
        "prevent": lambda: {"unit": choose(ids), **choose(({"amount": 1}, {"amount": 3}, {"all": True}))},
        **dict.fromkeys(("tap", "untap", "retreat", "discard"), lambda: choose(ids)),
    }
    card: Data = {"by": choose(PLAYERS), "name": name}
    if pop:
        card["pop"] = pop
    if choose(SELDOM):
        card["cost"] = choose(("Pay 1 Force", "Pay 2 Force", "Gain 1 Force", "Discard 1 card"))
    if choose(SELDOM):
        card["source"] = choose(ids)
    kinds = [choose([*[TELLING[pop]] * 8, *actions] if pop in TELLING else list(actions))]
    if choose(SELDOM):
        kinds.append(choose([kind for kind in actions if kind not in kinds]))
    card |= {kind: actions[kind]() for kind in kinds}
    if "reroll" in card and "dice" in card.get("damage", ()):
        del card["reroll"]  # one effect does not roll both kinds of dice
    if "reroll" in card and pop not in ("", "re-roll"):
        card["reroll"]["triggered"] = False
    return card


def _lasting(card: Data) -> Data:
    """A card that is played while no attack is going on: what it gives lasts to the end of the battle at least."""
    for action in (card.get("give"), card.get("lose")):
        if action and action["until"] == "attack":
            action["until"] = "battle"
    return card


def _give(choose: Choose, ids: str) -> Data:
    give: Data = {"unit": choose(ids), "until": choose(("attack", "battle", "turn"))}
    if choose(OFTEN):
        return give | {"ability": ability(choose, OWN)}
    give[choose(("power", "health"))] = choose((1, 2, -1, -2))
    if "power" in give and choose(SELDOM):
        give["against"] = choose((choose(ids), [choose(PARTS["subtype"])]))
    return give
