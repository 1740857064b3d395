"""The dice of an attack, from the first die to the last re-roll, as a few stages: rolls, and choices of who re-rolls.

The engine says what can be done and what comes of it; it is asked once for each way in which dice can look to it
(`canonical.sight`: how many hit, and which natural faces show), not once for each roll. A stage therefore stands for
the positions with all counts of its dice.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

from swcli.drive.odds.vectors import Vector, Vectors, vectors
from swcli.game import engine
from swcli.game.canonical import sight
from swcli.game.dice import NONE, with_face
from swcli.game.frames import Attack, Counts, Frame, Pick, Pop, Rolling
from swcli.game.plays import PASS, Option
from swcli.game.position import Choice, Position, Roll, State

Look = tuple[int, tuple[int, ...]]
"""How dice look to the engine: how many hit, and the natural faces that show and that something looks at."""

MOST: Final = 50_000_000
"""What may be kept for the dice of one attack, as `_check` reckons: some 400 MB."""


class TooManyDice(Exception):
    """There are more ways for the dice to fall than can be looked at."""


class Faces(NamedTuple):
    """The classes of faces at a stage.

    Attributes:
        classes: the faces of each, by rising least face.
        sight: how each class looks: whether it hits, and its natural face or 0.
        vectors: all counts of dice over the classes.
    """

    classes: tuple[tuple[int, ...], ...]
    sight: tuple[tuple[bool, int], ...]
    vectors: Vectors

    def looks(self, dice: int) -> dict[Look, list[int]]:
        """The ways in which so many dice can look, each with the places of the counts that look so."""
        return _looks(self, dice)

    def into(self, other: Faces) -> tuple[int, ...]:
        """For each class, which class of a later stage it is in, where no more can be told apart."""
        return tuple(
            next(place for place, faces in enumerate(other.classes) if mine[0] in faces) for mine in self.classes
        )

    def real(self, counts: Vector) -> Counts:
        """Real dice that these counts stand for: of each class the least face."""
        found = [0] * 6
        for count, faces in zip(counts, self.classes, strict=True):
            found[faces[0] - 1] = count
        return (*found,)  # type: ignore[return-value]  # six counts


@lru_cache(maxsize=256)
def _looks(faces: Faces, dice: int) -> dict[Look, list[int]]:
    hit = [place for place, (hits, _) in enumerate(faces.sight) if hits]
    natural = [(place, face) for place, (_, face) in enumerate(faces.sight) if face]
    found: dict[Look, list[int]] = {}
    for number, counts in enumerate(faces.vectors.level(dice)):
        hits = 0
        for place in hit:
            hits += counts[place]
        showing = tuple([face for place, face in natural if counts[place]])
        found.setdefault((hits, showing), []).append(number)
    return found


def faces_at(position: Position) -> Faces:
    """The classes of faces that something can tell apart in a position."""
    seen = sight(position)
    assert seen is not None
    groups: dict[tuple[bool, int], list[int]] = {}
    for face, (hit, natural, _) in enumerate(seen, 1):
        groups.setdefault((hit, natural), []).append(face)
    classes = tuple(tuple(group) for group in groups.values())
    return Faces(classes, tuple(groups), vectors(tuple(len(group) for group in classes)))


class Edge(NamedTuple):
    """One answer at a stage.

    Attributes:
        option: the answer. most: the most dice that it may re-roll, 0 for a pass.
        stage: to which it leads; None where the dice are done with.
        rolling: of a re-roll a position at which one die is about to fall again; None for a pass.
    """

    option: Option
    most: int
    stage: Stage | None
    rolling: Position | None = None


class Stage:
    """All counts of so many dice before one choice in the re-roll POP.

    Attributes:
        position: one of them. player: who chooses. dice: how many dice lie there. faces: their classes.
        edges: the answers, a pass first.
    """

    def __init__(self, position: Position, player: int, faces: Faces) -> None:
        self.position = position
        self.player = player
        self.faces = faces
        self.dice = sum(_attack(position).dice)
        self.edges: list[Edge] = []

    def last(self, edge: Edge, dice: Counts) -> tuple[Position, Option]:
        """A position with the answer after which the dice of an edge show this: the pass, or the last die that falls
        again.
        """
        if edge.rolling is None:
            return with_dice(self.position, dice), edge.option
        face = next(face for face in range(1, 7) if dice[face - 1])
        return with_dice(edge.rolling, with_face(dice, face, -1)), ("roll", face)


class Landing(NamedTuple):
    """What a roll comes to when its dice look in one way: more dice, a choice, or a leaf."""

    more: Throw | None
    stage: Stage | None
    position: Position

    @property
    def target(self) -> Throw | Stage | None:
        """Where the dice go on, or None at a leaf."""
        return self.more or self.stage


class Throw:
    """So many dice being rolled, onto those that lie there already.

    Attributes:
        position: nothing is rolled yet. lying: how many dice lie there. dice: how many are rolled. total: both.
        faces: the classes of all of them. landings: what comes of each look of all dice.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        rolling = position.state.frames[-1]
        assert isinstance(rolling, Rolling)
        self.dice = rolling.left
        self.lying = sum(_attack(position).dice)
        self.total = self.lying + self.dice
        self.faces = faces_at(position)
        self.landings: dict[Look, Landing] = {}

    def land(self, dice: Counts) -> Position:
        """The position after the roll, if all dice show this then."""
        before, rest = self.start(dice)
        return engine.roll(before, rest)

    def start(self, dice: Counts) -> tuple[Position, list[int]]:
        """The position before the roll, and the faces to be rolled, if all dice show this then."""
        listed = [face for face, count in enumerate(dice, 1) for _ in range(count)]
        lying = list(NONE)
        for face in listed[: self.lying]:
            lying[face - 1] += 1
        return with_dice(self.position, (*lying,)), listed[self.lying :]  # type: ignore[arg-type]  # six counts


class Block:
    """The dice of one attack.

    Args:
        position: the first of its dice is to be rolled.
        chooses: whether a player may choose to re-roll dice here.

    Attributes:
        first: the first roll. stages: all choices, each before those that it may lead to.

    Raises:
        TooManyDice: there are too many dice.
    """

    def __init__(self, position: Position, chooses: Callable[[int], bool]) -> None:
        self._chooses = chooses
        self._known: dict[tuple[State, int], Stage] = {}
        self._throws: dict[tuple[State, int], Throw] = {}
        self.stages: list[Stage] = []
        self.first = self._throw(position)
        self.stages.reverse()

    def _throw(self, position: Position) -> Throw:
        shape = (with_dice(position, NONE).state, sum(_attack(position).dice))
        if shape in self._throws:
            return self._throws[shape]
        throw = self._throws[shape] = Throw(position)
        _check(throw.faces, throw.total, 0)
        level = throw.faces.vectors.level(throw.total)
        for look, places in throw.faces.looks(throw.total).items():
            throw.landings[look] = self._landing(throw.land(throw.faces.real(level[places[0]])))
        return throw

    def _landing(self, position: Position) -> Landing:
        top = position.state.frames[-1] if position.state.frames else None
        if isinstance(position.question, Roll) and isinstance(top, Rolling) and top.purpose == "fury":
            return Landing(self._throw(position), None, position)
        return Landing(None, self._stage(position), position)

    def _stage(self, position: Position) -> Stage | None:
        """The choice that is open in a position, if it is one about re-rolls."""
        question = position.question
        frames = position.state.frames
        top = frames[-1] if frames else None
        if not isinstance(question, Choice) or not isinstance(top, Pop) or top.name != "re-roll":
            return None
        dice = sum(_attack(position).dice)
        shape = with_dice(position, NONE).state
        known = self._known.get((shape, dice))
        if known is not None:
            return known
        stage = self._known[shape, dice] = Stage(position, question.player, faces_at(position))
        options = list(engine.options(position)) if self._chooses(question.player) else [PASS]
        for option in options:
            after = engine.answer(position, option, legal=True)
            if option == PASS:
                stage.edges.append(Edge(option, 0, self._stage(after)))
                continue
            pick = after.state.frames[-1]
            assert isinstance(pick, Pick)
            _check(stage.faces, dice, pick.left)
            face = next(option[1] for option in engine.options(after) if option[1])
            rolling = engine.answer(after, ("pick", face))
            if not isinstance(rolling.question, Roll):
                rolling = engine.answer(rolling, ("pick", 0))
            stage.edges.append(Edge(option, pick.left, self._stage(engine.roll(rolling, (face,))), rolling))
        self.stages.append(stage)
        return stage


def _attack(position: Position) -> Attack:
    attack = position.state.frames[0]
    assert isinstance(attack, Attack)
    return attack


def with_dice(position: Position, dice: Counts) -> Position:
    """The position of an attack with other dice."""
    frames: tuple[Frame, ...] = (_attack(position)._replace(dice=dice), *position.state.frames[1:])
    return Position(position.table, position.state._replace(frames=frames), position.around)


def _check(faces: Faces, dice: int, most: int) -> None:
    """Refuse dice of which there are too many counts, those with up to `most` of them picked up included."""
    burden = 0
    for left in range(dice, dice - min(most, dice) - 1, -1):
        # A number over 6 ** dice takes a byte for each three dice.
        burden += comb(left + len(faces.classes) - 1, left) * (60 + dice // 2)
        if burden > MOST:
            raise TooManyDice(dice)
