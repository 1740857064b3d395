"""What a ruling depends on: the same script under each other reading of a contested question, one at a time, and in
each other order that the rules leave open.

Only readings of touched questions are tried: the engine notes at the one place where it reads a ruling whether its
readings differ there, so what is not touched comes out the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, islice, permutations
from math import factorial, prod
from typing import Final, Literal, NamedTuple

from swcli.drive.halt import Ruling
from swcli.drive.script import resolve
from swcli.drive.ways import pop_of
from swcli.game import engine
from swcli.game.events import Event
from swcli.game.frames import Build
from swcli.game.keywords.upkeep import NOT_PAID
from swcli.game.position import Choice, Position
from swcli.game.recorder import Recorder
from swcli.game.rulings import BY_NAME, RULINGS, Rulings
from swcli.game.sheet import Instance
from swcli.game.table import Table
from swcli.scenario.cost_text import cost_text
from swcli.scenario.script import Entry, Play, Script

MOST_ORDERS: Final = 120
"""So many orders of one build step or attack are tried: all of five Upkeeps."""
MOST_WORK: Final = 20_000
"""So many entries are resolved for the orders of Upkeeps where nobody asked for it: a few seconds at most."""

MOST_RUNS: Final = 1_000
"""So often is the script resolved again where somebody asks what it depends on; a long script less often."""
MOST_ASKED: Final = 40_000
"""So many entries are resolved for that, but every script at least as often as `LEAST_RUNS`."""
LEAST_RUNS: Final = 100

Kind = Literal["reading", "parry", "upkeeps", "lucky"]


class Made(NamedTuple):
    """A play of a variant: an Upkeep, the `number` of its unit's, with the cost that is paid where it has several; a
    Lucky; or a Parry that prevents `number`.
    """

    unit: int
    number: int = 0
    pay: str = ""


class Variant(NamedTuple):
    """The script resolved in another way.

    `kind` is `reading` (of `ruling`, as `reading`), `parry` (the same, and a Parry of which its player takes less),
    `upkeeps` or `lucky` (another order). `entry` is the place in the script of what is changed, or -1; `nth` says which
    attack or build step that is, from 1; `made` is what is played in it, in order.
    """

    kind: Kind
    result: Ruling
    ruling: str = ""
    reading: str = ""
    entry: int = -1
    nth: int = 0
    made: tuple[Made, ...] = ()


class Sensitivity(NamedTuple):
    """All that was tried beside `base`; `untouched` are the questions that don't matter, `cut` the orders not tried.

    `runs` is how often the script was resolved again; `stopped` why it was not more often: `limit` or `interrupted`,
    empty where all was tried.
    """

    base: Ruling
    variants: tuple[Variant, ...]
    untouched: tuple[str, ...]
    cut: int
    runs: int = 0
    stopped: str = ""


class Enough(Exception):
    """The script is not to be resolved once more. Raised by a progress callback, too."""


class _Runs:
    """Resolves a script again and again, up to `most` times; tells `progress` before each time how often it has."""

    def __init__(
        self, seed: int | None, most: int | None = None, progress: Callable[[int], None] | None = None
    ) -> None:
        self.seed = seed
        self.count = 0
        self.stopped = ""
        self._most = most
        self._progress = progress

    def __call__(self, opening: Position, script: Script) -> Ruling:
        """See `resolve`.

        Raises:
            Enough: no more.
        """
        if not self.stopped and self.count == self._most:
            self.stopped = "limit"
        if self.stopped:
            raise Enough
        if self._progress:
            try:
                self._progress(self.count)
            except Enough:
                self.stopped = "interrupted"
                raise
        self.count += 1
        return resolve(opening, script, self.seed)


def under(position: Position, rulings: Rulings) -> Position:
    """The same position where other readings are in force; nothing may be open in it."""
    old = position.table
    table = Table(old.players, old.units, old.equipment, old.cards, rulings)
    return Position(table, position.state)


def sensitivity(
    opening: Position,
    script: Script,
    base: Ruling,
    seed: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Sensitivity:
    """Everything that is tried.

    Args:
        opening: the position before the script.
        script: what happened.
        base: what came out, as `resolve` found it for these.
        seed: for dice that the script does not give.
        progress: told how often the script has been resolved again; may raise Enough.
    """
    runs = _Runs(seed, min(MOST_RUNS, max(LEAST_RUNS, MOST_ASKED // max(1, len(script)))), progress)
    variants: list[Variant] = []
    with suppress(Enough):
        for variant in chain(readings(opening, script, base, runs), _parries(opening, script, base, runs)):
            variants.append(variant)  # one by one: what has been found is kept
    cut = 0
    steps = {} if runs.stopped else _upkeeps_due(opening, script, base, seed)
    for number in range(len(script)):
        if runs.stopped:
            break
        for found, left in (
            upkeep_orders(opening, script, base, number, steps.get(number), runs),
            _lucky_orders(opening, script, number, runs),
        ):
            variants += found
            cut += left
    untouched = tuple(ruling.name for ruling in RULINGS if ruling.name not in base.touched)
    return Sensitivity(base, tuple(variants), untouched, cut, runs.count, runs.stopped)


def dependence(opening: Position, script: Script, base: Ruling, seed: int | None = None) -> Sensitivity:
    """What a plain ruling may rest on without saying so: the other readings, and the order of Upkeeps that is written
    nowhere; `cut` are the build steps for which that would take too long.
    """
    runs = _Runs(seed)
    variants = list(readings(opening, script, base, runs))
    cut, work = 0, 0
    for number, position in _upkeeps_due(opening, script, base, seed).items():
        if any(play.verb in ("upkeep", "order") for play in script[number].plays):
            continue
        if work > MOST_WORK:
            cut += 1
            continue
        found, _ = upkeep_orders(opening, script, base, number, position, runs)
        variants += found
        work += len(script) * len({id(variant.result) for variant in found if variant.result is not base})
    untouched = tuple(ruling.name for ruling in RULINGS if ruling.name not in base.touched)
    return Sensitivity(base, tuple(variants), untouched, cut)


def readings(opening: Position, script: Script, base: Ruling, runs: _Runs) -> Iterator[Variant]:
    """The script under every other reading of every touched question."""
    rulings = opening.table.rulings
    for name in sorted(base.touched, key=list(BY_NAME).index):
        for reading in BY_NAME[name].readings:
            if reading != rulings.reading(name):
                position = under(opening, rulings.choose({name: reading}))
                result = runs(position, script)
                if name == "lucky-order" and result.error and not base.error:
                    # Passes are written in the order in which the players came to choose, which is what is changed.
                    without = runs(position, _without_passes(script))
                    result = result if without.error else without
                yield Variant("reading", result, name, reading)


def _without_passes(script: Script) -> Script:
    return tuple(entry._replace(plays=tuple(play for play in entry.plays if play.verb != "pass")) for entry in script)


# -- a choice that only another reading opens


def _parries(opening: Position, script: Script, base: Ruling, runs: _Runs) -> Iterator[Variant]:
    """Where Parry is read as X: the script as up to X, with one Parry of which its player takes less."""
    rulings = opening.table.rulings
    if rulings.parry_amount != "x":
        return
    position = under(opening, rulings.choose({"parry-amount": "up-to"}))
    attacks = [number for number, entry in enumerate(script) if entry.kind == "attack"]
    for event in base.events:
        if (event.kind, event.reason) == ("fired", "prevents") and event.amount and event.attack:
            number = attacks[event.attack - 1]
            for amount in range(event.amount):
                entry = _with_parry(position, script[number], event, amount)
                result = runs(position, _replaced(script, number, entry))
                made = (Made(event.unit, amount),)
                yield Variant("parry", result, "parry-amount", "up-to", number, event.attack, made)


def _with_parry(position: Position, entry: Entry, event: Event, amount: int) -> Entry:
    """The entry with a Parry written behind the plays that come before it."""
    plays = [play for play in entry.plays if play.verb != "parry"]
    early = ("attack", "re-roll", "pending damage")
    place = max((at for at, play in enumerate(plays, 1) if (play.pop or pop_of(position, play)) in early), default=0)
    parry = Play("parry", event.player, entry.path, event.unit, amount=amount)
    return entry._replace(plays=(*plays[:place], parry, *plays[place:]))


# -- orders


def _upkeeps_due(opening: Position, script: Script, base: Ruling, seed: int | None) -> dict[int, Position]:
    """The entries that are build steps with several Upkeeps, each with the position at which the first is due."""
    settled = (("fired", "upkeep"), ("not-fired", "cannot-pay"))
    if sum(1 for event in base.events if (event.kind, event.reason) in settled) < 2:
        return {}
    builds = [number for number, entry in enumerate(script) if entry.kind == "build"]
    found: dict[int, Position] = {}
    seen = begun = 0

    def watch(position: Position, rec: Recorder) -> None:
        nonlocal seen, begun
        begun += sum(1 for event in rec.events[seen:] if (event.kind, event.reason) == ("declare", "build"))
        seen = len(rec.events)
        frame = position.state.frames[-1]
        if isinstance(frame, Build) and len(frame.due) > 1:
            found.setdefault(builds[begun - 1], position)

    resolve(opening, script, seed, watch)
    return found


def upkeep_orders(
    opening: Position, script: Script, base: Ruling, number: int, position: Position | None, runs: _Runs
) -> tuple[list[Variant], int]:
    """The script with the Upkeeps of one build step in every order, and how many orders were not tried.

    Each is paid as the file says, if it says so and it can be paid like that then; else in every way.
    """
    if position is None:
        return [], 0
    entry = script[number]
    frame = position.state.frames[-1]
    assert isinstance(frame, Build)
    due = [position.table.instances[one] for one in frame.due]
    places = {one: position.sheet(one.bearer).of("upkeep").index(one) + 1 for one in due}
    others = tuple(play for play in entry.plays if play.verb not in ("upkeep", "order"))
    lines = list(islice(_lines(position, _payments(entry, due, places)), MOST_ORDERS + 1))
    cut = len(lines) > MOST_ORDERS
    del lines[MOST_ORDERS:]
    # What comes to the same position comes out the same; and if all do, as it came out.
    results: dict[Position, Ruling] = {}
    if len({after for _, after in lines}) == 1 and base.error is None:
        results[lines[0][1]] = base
    found: list[Variant] = []
    for line, after in lines:
        made = tuple(Made(one.bearer, places[one], _pay(one, way)) for one, way in line)
        if after not in results:
            plays = (Play("upkeep", entry.player, entry.path, one.unit, one.number, pay=one.pay) for one in made)
            changed = _replaced(script, number, entry._replace(plays=(*plays, *others)))
            try:
                results[after] = runs(opening, changed)
            except Enough:
                break
        found.append(Variant("upkeeps", results[after], entry=number, nth=_nth(script, number), made=made))
    alike = Counter((one.bearer, one.ability) for one in due)
    count = factorial(len(due)) // prod(factorial(times) for times in alike.values())
    tried = {tuple(one for one, _ in line) for line, _ in lines}
    return found, max(1, count - len(tried)) if cut and not runs.stopped else 0


Line = tuple[tuple[Instance, int], ...]
"""Upkeeps in the order in which they are settled, each with the place of the cost that is paid."""


def _lines(position: Position, paid: dict[Instance, str]) -> Iterator[tuple[Line, Position]]:
    """Every way to settle the Upkeeps that are due, each with the position after it."""
    question = position.question
    if not isinstance(question, Choice) or question.kind != "upkeep":
        yield (), position
        return
    options = list(engine.options(position))
    seen: set[tuple[int, object]] = set()
    for number in dict.fromkeys(option[1] for option in options):
        one = position.table.instances[number]
        if (one.bearer, one.ability) in seen:
            continue  # of two alike on one unit it is the same which comes first
        seen.add((one.bearer, one.ability))
        mine = [option for option in options if option[1] == number]
        written = [option for option in mine if one in paid and paid[one] == _pay(one, option[2])]
        for option in written or mine:
            for rest, after in _lines(engine.answer(position, option, stop=True), paid):
                yield ((one, option[2]), *rest), after


def _pay(one: Instance, way: int) -> str:
    """What is paid, in the words of a file; empty where nobody chooses."""
    if way == NOT_PAID:
        return "none"
    return cost_text(one.ability.alternatives[way]) if len(one.ability.alternatives) > 1 else ""


def _payments(entry: Entry, due: list[Instance], places: dict[Instance, int]) -> dict[Instance, str]:
    """The cost that the file says is paid for each Upkeep, where it does; what could not be paid may be able to be."""
    left, found = list(due), {}
    for play in entry.plays:
        if play.verb == "upkeep":
            mine = [one for one in left if one.bearer == play.unit and play.number in (0, places[one])]
            if mine:
                left.remove(mine[0])
                found[mine[0]] = play.pay
    return found


def _lucky_orders(opening: Position, script: Script, number: int, runs: _Runs) -> tuple[list[Variant], int]:
    """The script with the Lucky of both sides in one attack in every order in which one of them changes places with
    one of the other side.
    """
    entry = script[number]
    places = [place for place, play in enumerate(entry.plays) if play.verb == "lucky"]
    written = [entry.plays[place] for place in places]
    sides = [play.player for play in written]
    if len(set(sides)) < 2:
        return [], 0
    orders = (order for order in permutations(written) if [play.player for play in order] != sides)
    found = []
    for order in islice(orders, MOST_ORDERS):
        plays = list(entry.plays)
        for place, play in zip(places, order, strict=True):
            plays[place] = play
        try:
            result = runs(opening, _replaced(script, number, entry._replace(plays=tuple(plays))))
        except Enough:
            break
        made = tuple(Made(play.unit) for play in order)
        found.append(Variant("lucky", result, entry=number, nth=_nth(script, number), made=made))
    count = factorial(len(sides)) - prod(factorial(times) for times in Counter(sides).values())
    return found, 0 if runs.stopped else count - len(found)


def _nth(script: Script, number: int) -> int:
    """Which of the entries of its kind an entry is, from 1."""
    return sum(1 for entry in script[: number + 1] if entry.kind == script[number].kind)


def _replaced(script: Script, number: int, entry: Entry) -> Script:
    return (*script[:number], entry, *script[number + 1 :])
