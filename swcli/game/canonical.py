"""Positions with the same future made equal, for those who search: dead history and dice that nobody can tell apart.

A canonical position is a real one: it can be gone on from, and everything that can come of the position it stands for
can come of it. Only refusals and traces may say less, as a mark that is gone can't be cited any more.
"""

from __future__ import annotations

from swcli.game import costs, dice
from swcli.game.frames import Attack, Counts, Damage, DamageEvent, Frame, Pop, Rolling
from swcli.game.game import Game
from swcli.game.keyword import Keyword
from swcli.game.position import Position
from swcli.game.registry import DIE, FIRST_ROLL, THRESHOLD
from swcli.game.sheet import Instance
from swcli.game.table import Table

RISING = frozenset({"gain", "each-gain", "draw", "each-draw", "deck", "hand"})
"""Parts of costs by which a player comes to have more of something (a card discarded from hand is in the pile then)."""


def canonical(position: Position, kinds: bool = False, sharp: bool = False, dice: bool = False) -> Position:
    """The position that stands for all with the same future as this one, as far as it is seen here.

    Before hits are counted, a die's face becomes the least one that nothing in the attack can tell from it. In a
    prevention POP, marks are dropped of abilities that can't be paid any more, and of Deflects on a source that can do
    no more damage to their unit; so is the kind of pending damage. The order in which abilities were played in an
    attack POP is forgotten. Where cards are still to be played nothing is dropped, since a card may change what
    matters.

    Args:
        position: any position.
        kinds: keep the kind of pending damage, for those who speak of it.
        sharp: keep apart also faces that only the trace can tell apart (see `sight`).
        dice: keep all faces apart, for those who speak of them.
    """
    state = position.state
    frames = state.frames
    if not frames or state.hand:
        return position
    top = frames[-1]
    if type(top) is not Pop:
        return position
    changed: tuple[Frame, ...] = frames
    if top.name == "re-roll" and not dice:
        first = frames[0]
        assert isinstance(first, Attack)
        counts = _merge(first.dice, faces(position, sharp))
        if counts != first.dice:
            changed = (first._replace(dice=counts), *frames[1:])
    elif top.name == "attack":
        first = frames[0]
        assert isinstance(first, Attack)
        # Both are only ever asked whether something is among them.
        used, attacked = tuple(sorted(first.used)), tuple(sorted(set(first.attacked)))
        if (used, attacked) != (first.used, first.attacked):
            changed = (first._replace(used=used, attacked=attacked), *frames[1:])
    elif top.name == "damage prevention":
        event = frames[-2]
        assert isinstance(event, DamageEvent)
        tidy = _tidy(position, event, kinds)
        if tidy is not event:
            changed = (*frames[:-2], tidy, top)
    if changed is frames:
        return position
    return Position(position.table, state._replace(frames=changed), position.around)


Sight = tuple[tuple[bool, int, tuple[bool, ...]], ...]
"""For each face from 1 to 6: whether it hits, the face itself where it counts as a natural one (else 0), and whether it
would hit without each of the keywords that bear on that.
"""


def sight(position: Position, sharp: bool = False) -> Sight | None:
    """What can be seen of a face: among dice of damage while such are rolled, else among the dice of the attack going
    on; None where a card is still to be played, which may look at any face.

    Args:
        position: any position.
        sharp: look also at what only the trace tells: whether Accuracy or Armor made the difference.
    """
    g = Game(position)
    attack = g.attack
    top = g.frames[-1] if g.frames else None
    natural: set[int] = set()
    if isinstance(top, Rolling) and top.purpose == "damage":
        own, other, bonus = False, top.target, 0
    elif attack is None or g.hand:
        return None
    else:
        own, other, bonus = True, attack.defender, dice.die_bonus(g, attack.attacker)
        natural = dice.watched(g)
        if isinstance(top, Rolling) and top.purpose == "attack":
            natural |= {keyword.natural for keyword in FIRST_ROLL if g.has(_bearer(attack, keyword), keyword.key)}
    needed = dice.threshold(g, other, attack_dice=own)
    without: list[int] = []
    if sharp:
        without = [
            needed - bonus + keyword.die(g, attack.attacker) for keyword in DIE if own and attack and keyword.die
        ]
        without += [dice.threshold(g, other, own, keyword.key) - bonus for keyword in THRESHOLD]
    return tuple(
        (face + bonus >= needed, face if face in natural else 0, tuple(face >= least for least in without))
        for face in range(1, 7)
    )


def faces(position: Position, sharp: bool = False) -> tuple[int, ...]:
    """For each face from 1 to 6 the least face that nothing can tell from it; see `sight`."""
    seen = sight(position, sharp)
    if seen is None:
        return (1, 2, 3, 4, 5, 6)
    return tuple(seen.index(what) + 1 for what in seen)


def _bearer(attack: Attack, keyword: Keyword) -> int:
    """The unit whose keyword looks for a natural face among the dice of an attack."""
    return attack.defender if keyword.against else attack.attacker


def _merge(counts: Counts, least: tuple[int, ...]) -> Counts:
    merged = [0] * 6
    for count, face in zip(counts, least, strict=True):
        merged[face - 1] += count
    return (*merged,)  # type: ignore[return-value]  # six counts stay six


def _tidy(position: Position, event: DamageEvent, kinds: bool) -> DamageEvent:
    table = position.table
    marks = {mark for damage in event.pending for mark in damage.marks} | {mark for mark, _ in event.deflected}
    dead: set[int] = set()
    # By one reading of `deflect-source` a Deflect may be played on a source again and again; once says it all.
    deflected = set(event.deflected)
    if marks and not _can_rise(table):
        g = Game(position)
        dead = {number for number in marks if not _payable(g, table.instances[number])}
        deflected = {mark for mark in deflected if mark[0] not in dead and _may_come(g, event, *mark)}
    pending = tuple(sorted(_plain(damage, dead, kinds) for damage in event.pending))
    kept = tuple(sorted(deflected))
    if pending == event.pending and kept == event.deflected:
        return event
    return event._replace(pending=pending, deflected=kept)


def _payable(g: Game, instance: Instance) -> bool:
    return costs.payable(g, g.owner(instance.bearer), instance.bearer, instance.cost)


def _may_come(g: Game, event: DamageEvent, number: int, source: int) -> bool:
    """Whether damage of a source is, or may yet become, pending on the unit whose Deflect was played on that source:
    in a prevention POP without cards it comes of the source's own Deflects alone.
    """
    unit = g.table.instances[number].bearer
    if any(damage.source == source and damage.target == unit for damage in event.pending):
        return True
    return source >= 0 and any(_payable(g, instance) for instance in g.sheet(source).of("deflect"))


def _plain(damage: Damage, dead: set[int], kinds: bool) -> Damage:
    marks = tuple(mark for mark in damage.marks if mark not in dead) if dead else damage.marks
    return Damage(damage.source, damage.target, damage.amount, damage.kind if kinds else "", damage.preventable, marks)


def _can_rise(table: Table) -> bool:
    """Whether an ability in play may give a player more Force or cards as its cost is paid."""
    return any(part.kind in RISING for instance in table.instances for part in instance.cost)
