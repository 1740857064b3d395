"""Contested questions of the rules and the readings that may be taken of them. The first reading is the default.

Each ruling is one value of `Table.rulings` and is read at one place of the engine, which also notes (`Game.touch`) when
its readings differ there: another thing happens, or another choice is open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Rulings(NamedTuple):
    """The readings in force, one field for each question of `RULINGS` (dashes become underscores)."""

    deflect_source: str = "unit"
    parry_amount: str = "x"
    critical_hit_in_excess: str = "no"
    critical_hit_on_a_miss: str = "yes"
    riposte_after_discard: str = "yes"
    stun_per_placement: str = "once"
    source_after_discard: str = "yes"
    power_below_zero: str = "kept"
    overkill_second_unit: str = "any"
    overkill_arena: str = "defender"
    riposte_across_arenas: str = "yes"
    intercept_across_arenas: str = "yes"
    evade_nothing: str = "legal"
    keyword_lost_after_the_roll: str = "lost"
    overkill_gained_late: str = "counts"
    discard_timing: str = "after-placement-pop"
    riposte_gained_late: str = "counts"
    prevention_of_unpreventable: str = "legal"
    lucky_of_the_intercepted: str = "no"
    armor_gained_late: str = "too-late"
    lucky_order: str = "dark-first"
    jedi_includes_dark_jedi: str = "no"

    def reading(self, name: str) -> str:
        """The reading taken of the question of this name."""
        return str(getattr(self, name.replace("-", "_")))

    def choose(self, readings: Mapping[str, str]) -> Rulings:
        """These, with other readings of some questions; names and readings have to be known ones."""
        return self._replace(**{name.replace("-", "_"): reading for name, reading in readings.items()})


class Ruling(NamedTuple):
    """A contested question.

    Attributes:
        name: by which it is chosen. question: in a sentence.
        meanings: each reading with what it says; the first is the default.
        reason: why that one is the default.
        asked: where docs/rules.md asks it: a question of section 9, or another section.
    """

    name: str
    question: str
    meanings: Mapping[str, str]
    reason: str
    asked: str

    @property
    def readings(self) -> tuple[str, ...]:
        """The names of the readings, the default first."""
        return tuple(self.meanings)

    def scenario(self, reading: str) -> str:
        """The file of the gallery that shows a reading."""
        return f"scenarios/contested/{self.name}-{reading}.yaml"


RULINGS: Final[tuple[Ruling, ...]] = (
    Ruling(
        "deflect-source",
        "Deflect works once for each source: is that each unit (or card), or each instance of damage?",
        {
            "unit": "A Deflect is played once for each unit or card that does damage, within one prevention POP.",
            "instance": "A Deflect is played once for each instance of damage, as Evade is.",
        },
        "The text says source where Evade says instance, and only this reading ends free loops.",
        "Q1",
    ),
    Ruling(
        "parry-amount",
        "Does Parry prevent X damage, or up to X, as its player likes?",
        {
            "x": "Parry prevents X, or all there is.",
            "up-to": "Its player chooses how much Parry prevents, from 0 to X; unless he says so, as much as can be.",
        },
        "The source cards say X. The community's list of keywords of 2025-26 says up to X; that matters to a player "
        "who wants damage left, to deflect it.",
        "6.1 Parry",
    ),
    Ruling(
        "critical-hit-in-excess",
        "Does Critical Hit damage count for the excess that Overkill may move?",
        {
            "no": "Only hits beyond the defender's health move; the bonus is no hit and stays on the defender.",
            "yes": "Hits and bonus together are held against the defender's health; what is beyond it moves, as far as "
            "there are hits.",
        },
        "Overkill speaks of hits, and the 2005 outline assigns hits before damage is determined.",
        "Q3",
    ),
    Ruling(
        "critical-hit-on-a-miss",
        "Does a natural 6 that is no hit still give Critical Hit?",
        {
            "yes": "A natural 6 is enough, hit or miss.",
            "no": "The natural 6 has to hit (Accuracy of -3, or -2 against Armor, makes it miss).",
        },
        "The condition is the face alone.",
        "Q4",
    ),
    Ruling(
        "riposte-after-discard",
        "Is Riposte's damage done if its unit has left the arena since the dice set it?",
        {
            "yes": "Once set by the dice it is done, even if its unit was discarded meanwhile.",
            "no": "A unit that is gone when the attack ends does no damage.",
        },
        "It is already triggered; Retaliate, of which that is stated, is the model.",
        "Q5",
    ),
    Ruling(
        "stun-per-placement",
        "When several damages of one unit are placed on one unit at the same moment, does it stun once or for each?",
        {
            "once": "All damage of one unit that is placed on another at one moment stuns once.",
            "each": "Each instance of damage of which counters are placed stuns.",
        },
        "It damages it once.",
        "Q7",
    ),
    Ruling(
        "source-after-discard",
        "Do Stun and Ferocity of a unit hold for damage that it does after it was discarded?",
        {
            "yes": "They hold: it is still the source of that damage.",
            "no": "They don't: a discarded unit has no abilities any more.",
        },
        "Riposte's source is its unit in every respect, Stun and Ferocity included, and any damage by a unit counts.",
        "6.1 Riposte",
    ),
    Ruling(
        "power-below-zero",
        "What if losses take a unit's power below zero?",
        {
            "kept": "The sum is kept, even below zero, and no dice are rolled; a later bonus counts from the sum.",
            "zero": "Power stops at zero: a loss takes away no more than there is, and a later bonus counts from zero.",
        },
        "Power is the sum of all that changes it, whatever the order; only the number of dice can't be below zero.",
        "Q8",
    ),
    Ruling(
        "overkill-second-unit",
        "Must the unit to which Overkill moves hits be an enemy?",
        {
            "any": "It may be any other unit in the arena, an own one too.",
            "enemy": "It has to be another unit of the opponent of the attacker's controller.",
        },
        "Overkill says another unit; the older Blaster Barrage says another of your opponent's units.",
        "Q9",
    ),
    Ruling(
        "overkill-arena",
        "When an attack goes into another arena, in which one does Overkill find its second unit?",
        {
            "defender": "In the arena of the defender.",
            "attacker": "In the arena of the attacker.",
        },
        "The hits that are beyond the defender's health go to a unit beside it.",
        "Q10",
    ),
    Ruling(
        "riposte-across-arenas",
        "Does Riposte work against an attack from another arena?",
        {
            "yes": "The attacker takes the damage, wherever it is.",
            "no": "An attacker in another arena is out of reach, as for Retaliate.",
        },
        "Unlike Retaliate, Riposte names no arena.",
        "Q11",
    ),
    Ruling(
        "intercept-across-arenas",
        "Can an attack that goes into another arena be intercepted there?",
        {
            "yes": "By a unit in the arena of the unit attacked: what allows the attack allows that.",
            "no": "The cost may be paid, but the attacker can't attack a unit of another arena, so the defender stays.",
        },
        "The attacker could have attacked the interceptor by the same ability.",
        "Q12",
    ),
    Ruling(
        "evade-nothing",
        "May Evade be played to prevent nothing?",
        {
            "legal": "It prevents up to X, so 0 may be chosen; the cost is paid and the use is spent.",
            "illegal": "At least 1 has to be prevented, where any damage can be.",
        },
        "Its player chooses how much, and no least amount is named.",
        "Q16",
    ),
    Ruling(
        "keyword-lost-after-the-roll",
        "Does a keyword that has to be there at the roll still count if it is lost before its moment?",
        {
            "lost": "It has to be there at the roll and at its moment.",
            "kept": "What was there at the roll counts for the whole attack.",
        },
        "An ability that is gone does nothing; the roll only decides which gains come too late.",
        "Q19",
    ),
    Ruling(
        "overkill-gained-late",
        "Does Overkill count if it was gained after the attack dice were rolled?",
        {
            "counts": "It is enough that it is there when the hits are divided.",
            "too-late": "It has to be there at the roll, like Critical Hit.",
        },
        "Its text has no sentence that says when it is too late, unlike Critical Hit's and Parry's.",
        "Q20",
    ),
    Ruling(
        "discard-timing",
        "When are units discarded whose damage reaches their health?",
        {
            "after-placement-pop": "After the damage placement POP, in which they may still be saved.",
            "at-placement": "At once as damage is placed, before that POP, as in 2005.",
        },
        "The source cards name a damage placement POP and, after it, a unit discard POP.",
        "Q28",
    ),
    Ruling(
        "riposte-gained-late",
        "Does Riposte count if it was gained after the attack dice were rolled?",
        {
            "counts": "It is enough that it is there when the natural faces are read, after all re-rolls.",
            "too-late": "It has to be there at the roll, like Critical Hit and Parry.",
        },
        "Its text has no sentence that says when it is too late, unlike Critical Hit's and Parry's.",
        "Q31",
    ),
    Ruling(
        "prevention-of-unpreventable",
        "May prevention be played on damage that can't be prevented?",
        {
            "legal": "The cost is paid, nothing is prevented, and a Deflect sends nothing on.",
            "illegal": "Damage that can't be prevented is none that prevention can be played on.",
        },
        "Abilities are played on pending damage; that it can't be prevented only says what comes of it.",
        "Q32",
    ),
    Ruling(
        "lucky-of-the-intercepted",
        "May the Lucky of a unit that was the defender be used after another unit has intercepted?",
        {
            "no": "The dice are not rolled against it, so it can't be used.",
            "yes": "It has been attacked in this attack, so it may have the dice re-rolled.",
        },
        "Lucky re-rolls dice against its unit; after an Intercept they are rolled against another.",
        "Q33",
    ),
    Ruling(
        "armor-gained-late",
        "Does Armor count if it was gained after the attack dice were rolled?",
        {
            "too-late": "The Armor counts that was there at the roll.",
            "counts": "The Armor counts that is there when hits are counted.",
        },
        "Accuracy, which changes the same comparison, is too late after the roll.",
        "3.2 A3",
    ),
    Ruling(
        "lucky-order",
        "Who has the first choice in the re-roll POP, where both sides may use Lucky?",
        {
            "dark-first": "The Dark Side (the first player of `priority`), as in every POP; then turn by turn.",
            "light-first": "The other player, who so decides on his Lucky first; then turn by turn.",
        },
        "In every POP the Dark Side has the first choice, no matter who attacks.",
        "8.1 Lucky + Lucky (both sides)",
    ),
    Ruling(
        "jedi-includes-dark-jedi",
        "Does an ability that speaks of Jedi also mean Dark Jedi?",
        {
            "no": "Jedi are units with Jedi among their subtypes, and not as part of Dark Jedi.",
            "yes": "A Dark Jedi is a Jedi, too.",
        },
        "Cards that mean both name both.",
        "docs/scenario-format.md, ability text",
    ),
)

BY_NAME: Final = {ruling.name: ruling for ruling in RULINGS}

SETTLED: Final[dict[str, str]] = {
    "Q2": "settled by clause pop.triggers-first: Parry is triggered, so it comes before the plays of the POP",
    "Q6": "settled by clause delayed.order. All effects that wait for the end of one attack belong to the defender's "
    "side, its Retaliates in the order of their activation are stated, and there is one Riposte at most",
    "Q13": "no second reading: did the other player pick the dice, he would pick those that he wants re-rolled",
    "Q14": "settled by clause lucky.once",
    "Q15": "no second reading: the rules make no exception for an attack on an own unit, or on itself",
    "Q17": "settled by clause prevention.needs-damage: there is no instance of damage to choose",
    "Q18": "settled by clause gone.no-defender. Did the attack end without its attack end POP instead, only cards that "
    "are played there would be lost: damage to an attacker that is gone is dropped anyway",
    "Q21": "Focus and Backfire are not adjudicated; that Fury's own dice do not trigger it is clause fury.natural-four",
    "Q22": "nothing depends on it: a scenario says itself when the battle ends (`end: battle`)",
    "Q23": "cannot come up: all damage of a prevention POP is placed together (clause damage.placement-together)",
    "Q24": "nothing depends on it: a play gives both players a new chance anyway, and abilities are limited by attack",
    "Q25": "settled by clause overkill.by-ability",
    "Q26": "settled by clause evade.once-per-instance",
    "Q27": "nothing depends on it: no keyword that is adjudicated triggers when a unit is discarded",
    "Q29": "a parameter of the scenario instead: `priority` names the players in their order",
    "Q30": "settled by clause pop.two-passes",
}
"""The questions of rules.md section 9 that are no ruling here, each with why a second reading makes no sense."""
