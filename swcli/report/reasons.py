"""Why something did not happen: the engine's reason constants in words, for `not-fired` events and for refusals.

Each completes "Evade 2 of Ahsoka Tano did not fire: ..." or "... could not be played: ...". Operands in braces are
those of `wording.Operands`.
"""

from __future__ import annotations

from typing import Final

NOT_FIRED: Final[dict[str, str]] = {
    # dice
    "no-natural": "no natural {face} among {dice}",
    "too-late": "it was gained after the attack dice were rolled",
    "not-attack-dice": "dice of damage don't count, though one shows {face}",
    "before-rerolls": "the natural 4 came by a re-roll, and only the first roll counts",
    "no-difference": "the number of hits is the same with and without it",
    "not-defender-at-roll": "{unit} was no longer the defender when the dice were rolled",
    "faces-not-there": "no such dice ({dice}) lie there",
    # damage
    "nothing-pending": "no damage of the attack is pending on {unit}",
    "unpreventable": "the damage can't be prevented",
    "own-damage": "it does nothing against the damage that {unit} does",
    "by-ability": "the damage moved by Overkill is done by that ability, not by dice rolled against {unit}",
    "stuns-itself-never": "a unit never stuns itself",
    "no-counters": "its damage to {other} was prevented, and no counter placed",
    "deflected-by-another": "the damage to {other} was deflected, so it is not damage by {unit}",
    # hits
    "defender-gone": "its defender has left the arena, so all hits are dropped",
    "under-the-top-card": "only the top card of a stack owes its Upkeep",
    "no-excess": "{hits:hit} against {health} health left leave nothing to move",
    "no-other-unit": "there is no other unit there that hits may move to",
    "none-prevented": "its player chose to prevent nothing",
    "not-moved": "none of the {excess:excess hit} was moved",
    # attack
    "cannot-be-attacked": "{unit} can't be attacked, so {other} stays the defender",
    "unit-gone": "{unit} has left the arena",
    # build step
    "asked-this-turn": "it was due in the first build step of this turn, and is due once each turn",
    "cannot-pay": "none of its costs can be paid in full, so it is ignored",
}
"""Reason constants of `not-fired` events whose ability could not have been played, or plays by itself."""

OBJECTIONS: Final[dict[str, str]] = {
    "ability-gone": "{unit} does not have it any more",
    "attacker-not-in-arena": "the attacker is not in an arena",
    "attacker-tapped": "the attacker is tapped",
    "cannot-be-prevented": "that damage can't be prevented",
    "can-be-paid": "it can be paid, so it must be",
    "card-not-in-hand": "it was played already",
    "condition-holds": "an ability says that it can't be attacked now",
    "cost": "its cost can't be paid",
    "does-not-fit": "the Equipment does not fit this unit",
    "faces-not-there": "no such dice lie there",
    "is-defender": "{unit} is the defender already",
    "more-than-can-be": "so much can't be prevented",
    "more-than-excess": "there are not so many excess hits",
    "more-than-value": "that is more than its value",
    "moved-already": "hits were divided already",
    "no-attack": "no attack is going on",
    "no-overkill": "the attacker has no Overkill",
    "no-way": "there is no way to play it now",
    "not-another-unit-there": "there is no such other unit in the arena",
    "not-attacked": "{unit} is not being attacked and has not been",
    "counted-with-the-first": "all its values make one use, which is played by its first",
    "defender-gone": "the defender has left the arena, so all hits are dropped",
    "less-than-one": "at least 1 hit moves",
    "no-die-asked-for": "no die is asked for",
    "sends-nothing": "what can't be prevented can't be sent on",
    "none-due": "none of them is due",
    "no-such-damage": "no such damage ({of}) comes to be pending on {unit}",
    "no-such-ability": "{unit} has no such ability to play",
    "no-such-pop": "the moment at which it is played does not come",
    "not-at-once": "these are not due at one moment, so there is no order to choose",
    "not-played": "it is not played: it happens by itself, or counts as long as it is there",
    "not-asked": "there is nothing to decide about it now",
    "not-attacker-or-defender": "{unit} is neither attacking nor being attacked",
    "not-his-choice": "the other player has the choice",
    "not-due": "it is not due",
    "not-in-order": "the dice are picked up by rising face",
    "not-own-build-step": "it is not its player's build step",
    "not-own-unit-in-arena": "it goes to an own unit in an arena",
    "not-such-a-unit": "it does not speak of that unit",
    "not-tapped": "that unit is not tapped",
    "not-your-unit": "the defender is no unit of its player",
    "nothing-pending": "nothing is pending on {unit}",
    "other-arena": "it would have to be in the same arena",
    "other-pop": "it is played in another POP",
    "order-given": "effects due at the end happen in the order in which they were created",
    "own-attack": "{unit} can't intercept its own attack",
    "own-unit": "the target is a unit of the attacker's own player",
    "pass-left-over": "no choice of that player follows",
    "pick-needed": "dice have to be picked up first",
    **{
        f"played-as-{verb}": f"it is no ability for `use`: {verb.title()} is played as `{verb}:`"
        for verb in ("intercept", "retaliate", "lucky", "overkill", "evade", "deflect", "upkeep")
    },
    "pop-over": "both players passed in a row, so the POP is over",
    "prevents-all-it-can": "Parry prevents as much as it can, and its player can't choose less",
    "prevents-nothing": "it would prevent nothing",
    "roll-needed": "dice have to be rolled first",
    "several-ways": "there are several ways",
    "stealth": "it has Stealth, is untapped and has no damage counter",
    "target-elsewhere": "the target is not in its arena",
    "target-not-in-arena": "the target is not in an arena",
    "trigger-first": "a triggered effect has to be settled first",
    "triggered-earlier": "triggered re-rolls come before the re-roll POP",
    "unit-gone": "{unit} has left the arena",
    "used": "it was used already",
    "used-on-instance": "it was played on this damage already",
    "used-on-source": "it was played on damage of this source already",
}
"""Reason constants of what forbids a play, as keywords yield them."""

UNPLAYABLE: Final[dict[str, str]] = {
    "nothing-to-untap": "no unit that it speaks of is tapped",
    "not-such-a-unit": "no unit that it speaks of is tapped",
    "not-tapped": "no unit that it speaks of is tapped",
}
"""The same for an ability that nobody tried to play, where there is no one unit to speak of."""

NOT_PLAYED: Final = "not-played"
"""The reason of a `not-fired` event of an ability that could have been played."""
