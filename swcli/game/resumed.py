"""A recorder for what comes of a position in the middle of things, where nothing that came before was recorded."""

from __future__ import annotations

from swcli.game.attack import number_facts
from swcli.game.dice import add, number
from swcli.game.frames import Attack, DamageEvent, Pick, Pop, Rolling
from swcli.game.game import Game
from swcli.game.position import Position
from swcli.game.recorder import PopFacts, Recorder

UNSEEN = 0
"""The face of a die that has been picked up and not yet fallen again, where it is not known what it showed."""


def resumed(position: Position) -> Recorder:
    """A recorder that can record what comes of a position.

    What fires and what comes of it is recorded as always. What rests on the history, such as the ids of damage and
    citations of earlier plays, starts anew here.
    """
    rec = Recorder()
    frames = position.state.frames
    for depth, frame in enumerate(frames, 1):
        if isinstance(frame, Pop):
            rec.pops.append(PopFacts(depth, False))
        if isinstance(frame, DamageEvent | Attack):
            for damage in frame.pending:
                rec.new_damage(damage)
    attack = frames[0] if frames else None
    if not isinstance(attack, Attack):
        return rec
    rec.begin_attack()
    top = frames[-1]
    lying = attack.dice
    again = isinstance(top, Rolling) and top.purpose == "re-roll"
    if isinstance(top, Pick):
        _picked(rec, position, attack, top)
        lying = add(lying, top.picked)
    elif isinstance(top, Rolling):
        rec.buffer = [face for face, count in enumerate(top.faces, 1) for _ in range(count)]
        rec.facts["number"] = number_facts(Game(position), attack, number(Game(position), attack))
    rec.dice = [[face] for face, count in enumerate(lying, 1) for _ in range(count)]
    if isinstance(top, Pick):
        left = list(top.picked)
        for place, die in enumerate(rec.dice):
            if left[die[0] - 1]:
                left[die[0] - 1] -= 1
                rec.picked.append(place)
    elif again and isinstance(top, Rolling):
        rec.picked = list(range(len(rec.dice), len(rec.dice) + top.left + len(rec.buffer)))
        rec.dice += [[UNSEEN] for _ in rec.picked]
    return rec


def _picked(rec: Recorder, position: Position, attack: Attack, pick: Pick) -> None:
    unit = -1 - attack.used[-1]
    rec.facts["lucky"] = (unit, position.sheet(unit).total("lucky"), pick.left + sum(pick.picked))
