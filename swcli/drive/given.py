"""What the file gives to a walk: the dice that it has for a play, and the plays of those who do as it says.

Dice belong to what they are written with: those of a Retaliate fall when that Retaliate is played, those of a Lucky
when the same dice are picked up, those of a card when the card is played; whoever decides that it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from swcli.drive.ways import instances, paid_as, pop_of, ways
from swcli.game import engine
from swcli.game.canonical import faces
from swcli.game.cards import Reroll
from swcli.game.dice import add, with_face
from swcli.game.engine import Refused
from swcli.game.events import Event
from swcli.game.frames import Attack, Counts, Pick
from swcli.game.keywords.upkeep import NOT_PAID
from swcli.game.plays import PASS, Option
from swcli.game.position import Choice, Position
from swcli.game.recorder import Recorder
from swcli.game.table import Table
from swcli.scenario.script import NOBODY, Entry, Play, Script

Dice = tuple[int, ...]

# -- dice


def of_card(entry: Entry, card: int) -> Dice:
    """The dice written with a card, those of a re-roll in the order in which they are picked up: by rising face."""
    for play in (entry.act, *entry.plays):
        if play and play.verb == "effect" and play.card == card:
            return _by_face(play) + play.rolls[len(play.faces) :]
    return ()


def of_retaliate(entry: Entry, position: Position, number: int) -> Dice:
    """The dice written with the Retaliate that is this instance; of several, numbers count, else their order."""
    instance = position.table.instances[number]
    place = position.sheet(instance.bearer).of("retaliate").index(instance) + 1
    mine = [play for play in entry.plays if play.verb == "retaliate" and play.unit == instance.bearer]
    taken = {play.number for play in mine if play.number}
    free = [other for other in range(1, place + 1) if other not in taken]
    unnumbered = [play for play in mine if not play.number]
    for play in mine:
        if play.number == place:
            return play.rolls
    return unnumbered[len(free) - 1].rolls if len(free) <= len(unnumbered) else ()


def of_lucky(entry: Entry, position: Position, last: int, exact: bool = False) -> Dice:
    """The dice written with the Lucky whose dice are being picked up, if they are the same dice; `last` is the die
    picked up last, or 0.

    Faces that nothing can tell apart are the same, unless dice are kept apart (`exact`).
    """
    pick = position.state.frames[-1]
    assert isinstance(pick, Pick)
    picked = with_face(pick.picked, last) if last else pick.picked
    least = (1, 2, 3, 4, 5, 6) if exact else faces(position)
    for play in entry.plays:
        if play.verb == "lucky" and play.unit == _lucky_unit(position):
            wanted: Counts = (0, 0, 0, 0, 0, 0)
            for face in play.faces:
                wanted = with_face(wanted, least[face - 1])
            merged: Counts = (0, 0, 0, 0, 0, 0)
            for face, count in enumerate(picked, 1):
                merged = with_face(merged, least[face - 1], count)
            if wanted == merged:
                return _by_face(play)
    return ()


def _lucky_unit(position: Position) -> int:
    """The unit whose Lucky is picking up dice: the last one that was used (see `plays.mark_of`)."""
    attack = position.state.frames[0]
    assert isinstance(attack, Attack)
    return -1 - attack.used[-1]


def of_triggered(entry: Entry, before: Position, after: Position, otherwise: Dice) -> Dice:
    """The dice of a triggered re-roll, if one has just begun by itself: that of the last such card to leave the
    hand.
    """
    gone = [
        card
        for card in before.state.hand
        if card not in after.state.hand
        and any(isinstance(action, Reroll) and action.triggered for action in after.table.cards[card].actions)
    ]
    return of_card(entry, gone[-1]) if gone else otherwise


def _by_face(play: Play) -> Dice:
    return tuple(face for _, face in sorted(zip(play.faces, play.rolls, strict=False)))


# -- plays


def without_ids(script: Script, events: Sequence[Event], table: Table) -> Script:
    """The script with damage named by what does it where it is named by its id in the trace, which a line of its own
    may number otherwise.

    Args:
        script: the script.
        events: the trace of its run.
        table: of that run.
    """
    names: dict[str, str] = {}
    for event in events:
        if event.kind == "pending" and event.damage:
            source = table.units[event.unit].id if event.unit >= 0 else str(event.data.get("card", ""))
            names[event.damage] = f"{source} {event.reason}" if event.unit >= 0 else source
    return tuple(
        entry._replace(plays=tuple(play._replace(of=names.get(play.of, play.of)) for play in entry.plays))
        for entry in script
    )


def names_damage(script: Script, free: frozenset[int]) -> bool:
    """Whether a play that is made as the script says speaks of damage by an id or a keyword."""
    plays = [play for entry in script for play in entry.plays if play.player not in free]
    return any(" " in play.of or play.of[1:].isdigit() for play in plays)


class Follower:
    """Answers for the players who do as the script says.

    A play is made at the first choice of its player at which it is legal, in the order of the file: one waits for those
    before it as long as they can be made there. One that is never legal in a line is left out.

    Args:
        free: the players who do as they like; their plays are not looked at.
        exact: whether dice lie as they fell; otherwise those that nothing can tell apart were made equal, and one of
            these is picked up for another.
    """

    def __init__(self, free: frozenset[int], exact: bool = False) -> None:
        self.free = free
        self.exact = exact
        self._rec = Recorder()

    def mine(self, entry: Entry) -> list[tuple[int, Play]]:
        """The plays of an entry that are to be made, each with its place in it."""
        return [
            (place, play)
            for place, play in enumerate(entry.plays)
            if play.player not in self.free and play.verb not in ("pass", "order")
        ]

    def gone(self, entry: Entry, before: Position, after: Position) -> int:
        """A bit for each card of an entry that left the hand between two positions: triggered ones do by themselves."""
        left = {card for card in before.state.hand if card not in after.state.hand}
        return sum(1 << place for place, play in self.mine(entry) if play.verb == "effect" and play.card in left)

    def next(self, entry: Entry, made: int, position: Position) -> tuple[int, Option]:
        """The place of the play that is made at a choice, or -1, and the answer; where nothing is written, a pass, or
        what is done where nobody says.

        Args:
            entry: the entry of the script that is going on.
            made: a bit for each of its plays that was made.
            position: its question is a choice of a player who is not free.
        """
        place, options = self.written(entry, made, position) or (-1, [next(engine.options(position))])
        return place, options[0]

    def written(self, entry: Entry, made: int, position: Position) -> tuple[int, list[Option]] | None:
        """The place of the play of the script that is made at a choice, or -1, and the answers that it may mean:
        several where it leaves something open. None where the script says nothing: no play of it is made here, and none
        that comes first is waited for.
        """
        question = position.question
        assert isinstance(question, Choice)
        if question.kind == "pick":
            return self._pick(entry, made, position)
        todo = [(place, play) for place, play in self.mine(entry) if not made >> place & 1]
        if question.kind == "upkeep":
            return _upkeep(entry, todo, position)
        if question.kind == "parry":
            return self._parry(todo, position)
        for place, play in todo:
            if pop_of(position, play) != question.pop or play.pop not in ("", question.pop) or play.verb == "upkeep":
                continue
            if play.verb == "overkill" and not play.amount:
                if question.kind == "overkill" and play.player == question.player:
                    return place, [PASS]
                continue
            if play.player != question.player:
                if self._waits(position, play):
                    return -1, [PASS]
                continue
            legal, _ = ways(position, self._lying(play, position), self._rec)
            if legal:
                return place, _in_order(position, legal)
        return None

    def _parry(self, todo: list[tuple[int, Play]], position: Position) -> tuple[int, list[Option]] | None:
        """How much a Parry prevents, if it is written."""
        for place, play in todo:
            if play.verb == "parry":
                legal, _ = ways(position, play, self._rec)
                if legal:
                    return place, _in_order(position, legal)
        return None

    def _waits(self, position: Position, play: Play) -> bool:
        """Whether an earlier play of the other player could be made here, were it his choice."""
        try:
            return bool(ways(position, self._lying(play, position), self._rec)[0])
        except Refused:  # it is his choice that is missing, to pick up dice
            return True

    def _lying(self, play: Play, position: Position) -> Play:
        """A Lucky with the faces that it picks up as they lie here: where dice that nothing can tell apart were made
        equal, one of these.
        """
        attack = position.state.frames[0] if position.state.frames else None
        if play.verb != "lucky" or not isinstance(attack, Attack):
            return play
        if self.exact:
            return play._replace(faces=tuple(sorted(play.faces)))
        pick = position.state.frames[-1]
        dice = list(add(attack.dice, pick.picked) if isinstance(pick, Pick) else attack.dice)
        least = faces(position)
        found = []
        for face in sorted(play.faces, key=lambda face: not dice[face - 1]):
            alike = [other for other in range(1, 7) if least[other - 1] == least[face - 1] and dice[other - 1]]
            found.append(face if dice[face - 1] or not alike else alike[0])
            dice[found[-1] - 1] -= 1
        return play._replace(faces=tuple(sorted(found)))

    def _pick(self, entry: Entry, made: int, position: Position) -> tuple[int, list[Option]] | None:
        """The next die that a Lucky of the script picks up, or the end of that; None of a Lucky that is not the
        script's.
        """
        pick = position.state.frames[-1]
        assert isinstance(pick, Pick)
        for place, play in enumerate(entry.plays):
            if play.verb == "lucky" and play.unit == _lucky_unit(position) and made >> place & 1:
                wanted = self._lying(play, position).faces
                done = sum(pick.picked)
                return -1, [("pick", wanted[done] if done < len(wanted) else 0)]
        return None


def _in_order(position: Position, legal: list[Option]) -> list[Option]:
    """Answers in the order in which the engine has them: of amounts the largest first."""
    if len(legal) < 2:
        return legal
    order = list(engine.options(position))
    return sorted(legal, key=lambda option: order.index(option) if option in order else len(order))


# -- Upkeep


def _upkeep(entry: Entry, todo: list[tuple[int, Play]], position: Position) -> tuple[int, list[Option]] | None:
    """The Upkeep that is settled next, and how: those written come first, in the order of `order` or of the file."""
    options = list(engine.options(position))
    for place, play in _ordered(entry, todo, position):
        fits = sorted(
            (exact, number)
            for number, option in enumerate(options)
            if (exact := _pays(position, play, option)) is not None
        )
        if fits:
            return place, [options[fits[0][1]]]
    return None


def _ordered(entry: Entry, todo: list[tuple[int, Play]], position: Position) -> list[tuple[int, Play]]:
    """The Upkeeps to be paid as plays; those that `order` names first, written ones with what is written."""
    written = [(place, play) for place, play in todo if play.verb == "upkeep"]
    ids = [info.id for info in position.table.units]
    first: list[tuple[int, Play]] = []
    for order in (play for play in entry.plays if play.verb == "order"):
        for line in order.order:
            name, _, what = line.partition(" ")
            unit = ids.index(name) if name in ids else NOBODY
            digits = what.partition("#")[2]
            number = int(digits) if digits.isdigit() else 0
            match = next((one for one in written if one[1].unit == unit and one[1].number in (0, number)), None)
            if match:
                written.remove(match)
            first.append(match or (-1, Play("upkeep", order.player, order.path, unit, number)))
    return [*first, *written]


def _pays(position: Position, play: Play, option: Option) -> int | None:
    """Whether an answer settles the Upkeep that a play means in the way that it says: 0 to the word, 1 nearly, None
    not at all.
    """
    instance = position.table.instances[option[1]]
    if instance.bearer != play.unit or (play.number and instance not in instances(position, play)):
        return None
    if not play.pay:
        return 0
    if option[2] == NOT_PAID:
        return 0 if play.pay == "none" else None
    return paid_as(instance.ability.alternatives[option[2]], play.pay)
