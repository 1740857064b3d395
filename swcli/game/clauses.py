"""The rules, clause by clause: ids and texts. Traces, refusals, tests and scenarios cite these ids; they are stable."""

from __future__ import annotations

from typing import Final

CLAUSES: Final[dict[str, str]] = {
    # critical-hit
    "critical-hit.cumulative": "All Critical Hit values on the unit add up to one bonus.",
    "critical-hit.triggered": "It happens by itself in the pending damage POP; nobody chooses and nothing is paid.",
    "critical-hit.natural-six": (
        "With at least one natural 6 among this unit's attack dice, this attack does X more damage."
    ),
    "critical-hit.once": "One natural 6 is enough and more natural 6s add nothing.",
    "critical-hit.after-rerolls": "The natural 6s counted are those of the dice finally used, after every re-roll.",
    "critical-hit.too-late": (
        "A unit that gets Critical Hit after the attack dice are rolled gets no bonus for that attack."
    ),
    "critical-hit.accuracy": "Accuracy never turns a die into a natural 6.",
    "critical-hit.reroll-effects": "Either player may re-roll dice and so make or unmake a natural 6.",
    "critical-hit.attack-dice-only": "Dice of damage (Retaliate and the like) never count for Critical Hit.",
    # deflect
    "deflect.layered": "Each Deflect on a unit is a separate ability, paid, limited and resolved on its own.",
    "deflect.prevent": "It prevents X of one pending damage to this unit.",
    "deflect.maximum": "It prevents as much as it can, up to X; less may not be chosen.",
    "deflect.may-damage": "Its controller may, but need not, send that damage on.",
    "deflect.any-unit": "The target is any unit in this unit's arena: enemy, own, the attacker, or this unit itself.",
    "deflect.same-arena": "A unit in another arena or the build zone can't be the target.",
    "deflect.equal": "The damage sent equals the damage actually prevented.",
    "deflect.new-damage": "What is sent is new pending damage whose source is the deflecting unit.",
    "deflect.chain": "Deflected damage may itself be deflected, any number of times.",
    "deflect.once-per-source": (
        "Each Deflect is played at most once for each source (unit or card) within one damage prevention POP."
    ),
    "deflect.placed-last": "Damage is placed only when all prevention and all deflects have resolved.",
    # evade
    "evade.layered": "Each Evade on a unit is a separate ability, paid, limited and resolved on its own.",
    "evade.up-to": "It prevents up to X of one pending damage to this unit, the amount chosen by its controller.",
    "evade.partial": "Its controller may choose less than X, even when X or more is pending.",
    "evade.once-per-instance": (
        "Each Evade is played at most once for each instance of damage; a new instance is a new chance."
    ),
    # parry
    "parry.cumulative": "All Parry values on the unit add up to one prevention.",
    "parry.natural-one": (
        "If the attacker rolled at least one natural 1 against this unit, X damage to this unit is prevented."
    ),
    "parry.once": "One natural 1 is enough and more natural 1s add nothing.",
    "parry.after-rerolls": "The natural 1s counted are those of the dice finally used, after every re-roll.",
    "parry.own-damage": "Parry does not reduce damage done by the parrying unit, unless that unit attacks itself.",
    "parry.unpreventable": "Parry can't affect damage that can't be prevented.",
    "parry.too-late": "A unit that gets Parry after the attack dice are rolled prevents nothing in that attack.",
    "parry.accuracy": "Accuracy never turns a die into a natural 1.",
    "parry.reroll-effects": "Either player may re-roll dice and so make or unmake a natural 1.",
    "parry.attack-dice-only": "Dice of damage (Retaliate and the like) never count for Parry.",
    # stun
    "stun.cumulative": "All Stun values on the unit add up.",
    "stun.damages": "A unit that this unit damages gets -X power until end of battle.",
    "stun.another-unit": "A unit never stuns itself.",
    "stun.counters-placed": "If the damage places no damage counter, there is no Stun.",
    "stun.any-damage": "Any damage by this unit counts (Retaliate, Riposte, Deflect, effects), not only its attacks.",
    "stun.deflect": (
        "Deflected damage stuns only through a Stun of the deflecting unit, never of the attacker it came from."
    ),
    "stun.until-end-of-battle": "The power loss lasts through later attacks and ends with the battle.",
    # upkeep
    "upkeep.layered": "Each Upkeep on a unit is separate; paying one never satisfies another, even with the same act.",
    "upkeep.build-step-start": (
        "It is due when its player's build step starts, once each turn; a second build step in the same "
        "turn does not ask for it again."
    ),
    "upkeep.must-pay": "It must be paid if any of its costs can be paid in full.",
    "upkeep.choose-cost": "Its player picks one of the costs that can be paid and ignores the others.",
    "upkeep.cannot-pay": "If none of its costs can be paid in full, it is ignored.",
    "upkeep.everywhere": (
        "It is due also in the build zone, as top card of a unique stack, and while piloting another unit."
    ),
    "upkeep.order": "Its player orders several Upkeeps freely, even so that a later one can no longer be paid.",
    # lucky
    "lucky.cumulative": "All Lucky values on the unit add up to one use.",
    "lucky.attacking": "When this unit attacks, up to X of its attack dice may be re-rolled.",
    "lucky.defending": (
        "When this unit is attacked, the opponent may be made to re-roll up to X attack dice against it."
    ),
    "lucky.pop": "Both players may use Lucky, by the usual play-or-pass order.",
    "lucky.once": "It is used once per attack.",
    "lucky.after-triggered": "It comes after all triggered re-rolls have resolved.",
    "lucky.dice-rolled": "No more dice than were rolled for the attack can be re-rolled.",
    "lucky.up-to": "Any number of dice up to X may be chosen, none included.",
    # riposte
    "riposte.cumulative": "All Riposte values on the unit add up.",
    "riposte.natural-two": (
        "If the attacker rolled at least one natural 2 against this unit, this unit does X damage to it."
    ),
    "riposte.attack-end": "That damage is done when the attack ends.",
    "riposte.once": "One natural 2 is enough and more natural 2s add nothing.",
    "riposte.after-rerolls": "The natural 2s counted are those of the dice finally used, after every re-roll.",
    "riposte.accuracy": "Negative Accuracy never turns a die into a natural 2.",
    "riposte.reroll-effects": "Either player may re-roll dice and so make or unmake a natural 2.",
    "riposte.attack-dice-only": "Dice of damage (Retaliate and the like) never count for Riposte.",
    "riposte.survives": (
        "Once set by the dice it is done even if its unit was discarded meanwhile (not in the source text; "
        "rules.md Q5)."
    ),
    # intercept
    "intercept.selective": "Instances stay separate; one is picked for each use.",
    "intercept.new-defender": (
        "When another of your units in the same arena is being attacked, the attacker attacks this unit instead."
    ),
    "intercept.same-attack": "It is the same attack: nothing ends and nothing starts anew.",
    "intercept.many": "Any number of units may intercept one attack, each instance of the ability once.",
    "intercept.has-been-attacked": "Every intercepting unit has been attacked.",
    "intercept.not-prevention": "It prevents no damage; it is played before the dice, in the attack POP.",
    "intercept.own-attacker": (
        "A unit may intercept an attack by its own side's unit, but not its own attack, if that unit can attack it."
    ),
    "intercept.cannot-be-attacked": (
        "If the attacker can't attack the interceptor, the cost may be paid but the defender stays."
    ),
    "intercept.for-this-attack": "Effects 'for this attack' do not trigger again for each intercept.",
    "intercept.effects-recheck": (
        "Effects tied to the old defender stop unless the new defender meets their conditions."
    ),
    "intercept.no-replay": (
        "An effect that addresses the attack can't be played again for each intercept, but may continue."
    ),
    # equip
    "equip.attach": "Paying the cost attaches the Equipment to a unit, which then has what the Equipment grants.",
    "equip.own-build-step": "It is played only during its player's own build step.",
    "equip.once-per-turn": "Its cost can be paid only once each turn.",
    # overkill
    "overkill.isolated": "A second Overkill on the unit adds nothing.",
    "overkill.excess": "Hits beyond the defender's remaining health may be moved to one other unit in the same arena.",
    "overkill.controller-decides": "The attacker's controller decides how many excess hits move, none to all.",
    "overkill.final": "The division can't be changed afterwards.",
    "overkill.defender-first": "Hits equal to the defender's remaining health must stay on the defender.",
    "overkill.remainder": "What is not moved stays on the defender.",
    "overkill.by-ability": "The moved damage is caused by the ability: Shields, Parry and Armor do nothing against it.",
    "overkill.other-prevention": "Prevention that does not speak of dice (Evade, Deflect) works on it.",
    "overkill.in-tandem": "Both units' damage is prevented, placed and checked for discard together.",
    # pop
    "pop.dark-first": "In every POP the Dark Side player has the first choice, whoever attacks.",
    "pop.alternate": "Players alternate one play or pass at a time; a pass does not shut a player out.",
    "pop.two-passes": "A POP ends when both players pass in a row.",
    "pop.no-stack": "Each play is paid and resolved completely before the next choice.",
    "pop.triggers-first": "Effects triggered at a POP resolve before the plays of that POP.",
    "cost.payable": (
        "A play whose whole cost can't be paid can't be made; Force never goes below zero; a tapped unit "
        "can't pay a tap cost."
    ),
    "damage.placement-together": "All pending damage of a prevention POP is placed at the same moment.",
    "damage.discard": (
        "A unit with damage counters equal to or above its health is discarded: after placement in a damage "
        "event, at once when its health falls."
    ),
    "damage.beyond-health": "Counters beyond health are placed and count as damage done.",
    "dice.power": "Attack dice = power and its modifiers less the defender's Shields, never below zero.",
    "dice.hit": "A die plus Accuracy of 4 or more hits; 5 or more against Armor.",
    "prevention.needs-damage": "A prevention ability is played only on damage pending on a unit that it may protect.",
    "prevention.unpreventable": (
        "Prevention may be played on damage that can't be prevented; its cost is paid, it prevents 0, and a "
        "Deflect then sends nothing on."
    ),
    # accuracy
    "accuracy.each-die": "X is added to each of this unit's attack dice before hits are counted; X may be negative.",
    "accuracy.too-late": "Accuracy gained after the attack dice are rolled changes nothing in that attack.",
    # armor
    "armor.five": "Dice hit this unit only on 5 or more; Accuracy still changes the dice.",
    "armor.dice-of-damage": "It holds against dice of damage too.",
    # shields
    "shields.power": "An attacker rolls X fewer attack dice against this unit.",
    "shields.at-the-roll": "Only the Shields of the defender at the moment of the roll matter.",
    # fury
    "fury.natural-four": (
        "With at least one natural 4 in the first roll of this unit's attack dice, X more attack dice are "
        "rolled; more 4s add nothing, and the new dice don't trigger it again."
    ),
    "fury.before-rerolls": (
        "A 4 that appears by a re-roll does not count; the added dice may be re-rolled like the others."
    ),
    # retaliate
    "retaliate.attack-end": (
        "When this unit is attacked by a unit of its arena it may be played; it does X dice of damage to "
        "the attacker when the attack ends."
    ),
    "retaliate.once-per-attack": (
        "Each Retaliate is played at most once per attack, by a unit that is or was the defender."
    ),
    "retaliate.survives": "It resolves even if its unit was discarded or another unit intercepted after it was played.",
    "retaliate.dice-of-damage": (
        "Its dice are dice of damage: no Accuracy, Shields, Lucky, Critical Hit, Fury, Parry or Riposte; "
        "Armor counts; the damage can be prevented, and Stun works."
    ),
    # ferocity
    "ferocity.unpreventable": "No damage whose source is this unit can be prevented.",
    # stealth
    "stealth.not-attacked": (
        "This unit can't be attacked, nor become the defender, while it is untapped and has no damage counter."
    ),
    "stealth.other-damage": (
        "Damage that is not an attack on it (Deflect, Overkill's second part, Riposte, Retaliate) may be "
        "done to it all the same."
    ),
    # attack
    "attack.legal-target": (
        "A unit attacks an opponent's unit in its own arena, untapped, once it can; anything else needs a "
        "card that allows it."
    ),
    "attack.cannot-be-attacked": (
        "A unit of which an ability says that it can't be attacked is no legal target, and an intercept "
        "does not make it the defender."
    ),
    "attack.tap": "The attacker taps first, before anything else in its attack.",
    # gone
    "gone.no-plays": (
        "A unit that has left its arena makes no more plays; what it had already played or set still happens."
    ),
    "gone.damage-dropped": (
        "Pending or delayed damage to a unit that has left the arena is dropped; dice for it are not rolled."
    ),
    "gone.no-defender": (
        "If attacker or defender is gone before the dice, none are rolled and the attack goes on to its end."
    ),
    # delayed
    "delayed.order": (
        "Effects due when the attack ends happen in the order in which they were created; of one moment, "
        "the first player's first, then in their owner's order."
    ),
    # bonus
    "bonus.once-per-attack": "An activated bonus is used at most once per attack, in the attack POP.",
    "bonus.duration": "A bonus lasts as long as it says: this attack, this battle, this turn.",
    # effect
    "effect.pop": "An effect happens in the POP that it names, and only if that POP comes.",
    # choice
    "choice.required": "A choice that a player must make, with several ways open, has to be made.",
}
"""Clause id to its text, in the order of the rules; an id is `group.name`."""
