"""The keywords, one file each, and the kinds of ability beside them. A new keyword is one file and one line here."""

from __future__ import annotations

from swcli.game.abilities import bonus, gift, ignored, unattackable, untap
from swcli.game.keywords import (
    accuracy,
    armor,
    critical_hit,
    deflect,
    equip,
    evade,
    ferocity,
    fury,
    intercept,
    lucky,
    overkill,
    parry,
    retaliate,
    riposte,
    shields,
    stealth,
    stun,
    upkeep,
)
from swcli.game.registry import REGISTRY, register

register(
    (
        accuracy.KEYWORD,
        armor.KEYWORD,
        critical_hit.KEYWORD,
        deflect.KEYWORD,
        equip.KEYWORD,
        evade.KEYWORD,
        ferocity.KEYWORD,
        fury.KEYWORD,
        intercept.KEYWORD,
        lucky.KEYWORD,
        overkill.KEYWORD,
        parry.KEYWORD,
        retaliate.KEYWORD,
        riposte.KEYWORD,
        shields.KEYWORD,
        stealth.KEYWORD,
        stun.KEYWORD,
        upkeep.KEYWORD,
        bonus.ABILITY,
        untap.ABILITY,
        gift.ABILITY,
        unattackable.ABILITY,
        ignored.ABILITY,
    )
)

__all__ = ["REGISTRY"]
