"""The odds of a script in words: what is expected of units, how likely each amount of damage is, what takes effect."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from swcli.drive.odds.objective import Objective
from swcli.drive.odds.order import Order
from swcli.drive.odds.players import Policy
from swcli.drive.odds.solve import Found, Odds
from swcli.game.position import Position
from swcli.game.registry import REGISTRY
from swcli.report.blocks import Block, Gap, Grid, Line
from swcli.report.names import Names, listed
from swcli.report.shares import mean, percent, short
from swcli.scenario.script import Path, Script

PRESUMED: Final = (
    "Open hands and known effects are presumed: everybody knows all that is said here, and what the dice show; nobody "
    "plays a card that is not named."
)
TIES: Final = (
    "Of equally good choices a player takes the one for which he spends least Force, then the one for which he "
    "re-rolls fewest dice, then the first in the order of options (a pass, then the lowest die)."
)
MOST_ROWS: Final = 40
"""So many amounts of damage have a row of their own."""
HARDLY: Final = Fraction(1, 20_000)
MOST_BARS: Final = 48
LEAST_BARS: Final = 10


class Asked(NamedTuple):
    """Odds with what was asked for.

    Attributes:
        file: as it was named, empty where there is none. title: of the scenario.
        opening, script: what was played.
        policies: for each player. objective: what is played for.
        found: the odds.
        order: the scores by the order of the two Luckys; None where there are not two.
        ignored: keys of the file that have no bearing on odds.
        remarks: what of the file is not adjudicated, or was read as might not be expected.
        endless_health: whether no health was given, so that the defender can't be discarded.
        line_of: tells the line of a place in the file, 0 if it has none.
    """

    file: str
    title: str
    opening: Position
    script: Script
    policies: tuple[Policy, ...]
    objective: Objective
    found: Found
    order: Order | None = None
    ignored: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    endless_health: bool = False
    line_of: Callable[[Path], int] | None = None

    def place(self, path: Path) -> str:
        """A place in the file: its line, and what stands there."""
        line = self.line_of(path) if self.line_of else 0
        return f"line {line}, {where(path)}" if line else where(path)

    @property
    def odds(self) -> Odds:
        """The odds."""
        return self.found.odds

    @property
    def wanting(self) -> int:
        """The player from whose side the objective is told: who wants the goal, else the first attacker's."""
        if self.objective.goal is not None:
            return self.objective.player
        attack = next((entry for entry in self.script if entry.kind == "attack"), None)
        return self.opening.table.units[attack.unit].player if attack else 0

    @property
    def value(self) -> Fraction:
        """What the objective is worth to that player."""
        return self.seen(self.odds.score)

    def seen(self, score: Fraction) -> Fraction:
        """A score from the side of that player."""
        return score if self.wanting == 0 else -score


def page(asked: Asked, width: int, full: bool) -> list[Block]:
    """The report for people.

    Args:
        asked: what was asked and found.
        width: columns there are.
        full: whether bars may be drawn with block characters.
    """
    names = Names(asked.opening.table)
    blocks: list[Block] = [Line("title", asked.title), *_verdict(asked, names), Gap(), _units(asked, names), Gap()]
    for unit, odds in enumerate(asked.odds.units):
        if any(odds.damage):
            blocks += [Line("attack", f"Damage to {names.unit(unit)}"), _bars(odds.damage, width, full), Gap()]
    fired = effects(asked)
    if fired:
        blocks += [Line("attack", "Takes effect or is played"), _fired(fired, names), Gap()]
    blocks += [_players(asked, names), Gap()]
    if asked.order:
        blocks += [*_order(asked, names, asked.order), Gap()]
    blocks += [Line("note", text) for text in notes(asked)]
    return blocks


def goal_text(asked: Asked, names: Names) -> str:
    """What is played for."""
    who = names.player(asked.wanting)
    other = names.player(1 - asked.wanting)
    if asked.objective.goal is not None:
        return f"{who} plays for `{asked.objective.goal.text}`, {other} against it"
    attackers = {asked.opening.table.units[entry.unit].player for entry in asked.script if entry.kind == "attack"}
    if len(attackers) > 1:
        return "each player plays for as much damage as possible to the units that he attacks, and as little to his own"
    return f"{who} plays for as much damage as possible to the unit that is attacked, {other} for as little"


def notes(*cases: Asked) -> list[str]:
    """What has to be kept in mind of one case, or of several."""
    own = [list(_own_notes(asked)) for asked in cases]
    found: dict[str, None] = {}
    for asked, texts in zip(cases, own, strict=True):
        for text in texts:
            common = len(cases) == 1 or all(text in other for other in own)
            found[text if common or not asked.file else f"{asked.file}: {text}"] = None
    if any("optimal" in asked.policies for asked in cases):
        found[TIES] = None
    found[PRESUMED] = None
    touched = sorted({name for asked in cases for name in asked.opening.table.touched})
    if touched:
        found[f"Some lines rest on how contested rulings are read: {', '.join(touched)} (swcli rulings)."] = None
    return list(found)


def _own_notes(asked: Asked) -> Iterator[str]:
    yield from _policies(asked, Names(asked.opening.table))
    for path, chance in sorted(asked.odds.missed.items(), key=str):
        yield (
            f"Never legal, and left out: {asked.place(path)} (swcli resolve says why)."
            if chance == 1
            else f"Left out with a chance of {percent(chance)}, not being legal then: {asked.place(path)}."
        )
    for entry, count in sorted(asked.found.space.players.surplus):
        dice = "die was" if count == 1 else "dice were"
        yield f"In some lines {count} {dice} not needed: {asked.place((*asked.script[entry].path, 'attack', 'roll'))}."
    if asked.order is None and "lucky-order" in asked.opening.table.touched:
        yield (
            "What the order of the two Luckys is worth is not told where the file gives dice of the attack, names a "
            "card in it, plays a re-roll or passes, or where somebody does not make the best of his choices."
        )
    yield from asked.remarks
    if asked.ignored:
        yield f"Not looked at for odds: {listed([f'`{key}`' for key in asked.ignored])}."
    if asked.endless_health:
        yield "No --health was given: the defender can't be discarded."


def where(path: tuple[str | int, ...]) -> str:
    """A place in the file as it is written in messages: `script[0].plays[1]`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def _verdict(asked: Asked, names: Names) -> Iterator[Block]:
    value = asked.value
    if asked.objective.goal is not None:
        yield Line("ruling", f"{percent(value)}: the chance of `{asked.objective.goal.text}`{_exact(value)}.")
    else:
        attacks = [entry for entry in asked.script if entry.kind == "attack"]
        sides = {asked.opening.table.units[entry.unit].player for entry in attacks}
        kind = f"Expected damage of the attack{'s' if len(attacks) > 1 else ''}"
        if len(sides) > 1:
            who, other = names.player(asked.wanting), names.player(1 - asked.wanting)
            kind = f"Expected damage of {who}'s attacks less that of {other}'s"
        yield Line("ruling", f"{kind}: {mean(value)}{_exact(value)}.")


def _exact(value: Fraction) -> str:
    return f" ({short(value)})" if short(value) else ""


def _policies(asked: Asked, names: Names) -> Iterator[str]:
    text = goal_text(asked, names)
    said = {
        "optimal": "makes the best of every choice",
        "never": "plays nothing that may be left out",
        "always": "prevents damage as soon and as much as possible, and plays nothing else that may be left out",
        "script": "plays what the file says and nothing else",
    }
    if set(asked.policies) == {"optimal"}:
        yield f"Both players make the best of every choice: {text}."
        return
    if "optimal" in asked.policies:
        yield f"{text[0].upper()}{text[1:]}."
    elif len(set(asked.policies)) == 1:
        yield f"Each player {said[asked.policies[0]]}."
        return
    for player, policy in enumerate(asked.policies):
        yield f"{names.player(player)} {said[policy]}."


def _units(asked: Asked, names: Names) -> Grid:
    rows = []
    for unit, odds in enumerate(asked.odds.units):
        exact = short(odds.expected_damage)
        gone = percent(odds.discarded)
        rows.append((names.unit(unit), mean(odds.expected_damage), exact, gone))
    head = ("unit", "expected damage", "exact", "discarded")
    return Grid(head, tuple(rows), frozenset({"expected damage", "discarded"}))


def _bars(damage: Mapping[int, Fraction], width: int, full: bool) -> Grid:
    exact = {amount: short(chance) for amount, chance in damage.items()}
    longest = max(len(text) for text in exact.values())
    # Amount, two shares and the fraction, with up to three blanks between them.
    room = min(MOST_BARS, max(LEAST_BARS, width - 36 - longest))
    top = max(damage.values())
    rows: list[tuple[str, ...]] = []
    left = Fraction(1)
    for amounts in _together(damage):
        chance = sum((damage[amount] for amount in amounts), Fraction(0))
        text = str(amounts[0]) if len(amounts) == 1 else f"{amounts[0]}-{amounts[-1]}"
        shown = exact[amounts[0]] if len(amounts) == 1 else ""
        row = (text, percent(chance), percent(left), shown, bar(min(chance / top, Fraction(1)), room, full))
        rows.append(row if longest else (*row[:3], row[4]))
        left -= chance
    head = ("damage", "chance", "at least", "exact", "") if longest else ("damage", "chance", "at least", "")
    return Grid(head, tuple(rows), frozenset({"damage", "chance", "at least"}))


def _together(damage: Mapping[int, Fraction]) -> list[list[int]]:
    """The amounts, each by itself; where there are very many, those at both ends that hardly ever come are one."""
    amounts = list(damage)
    if len(amounts) <= MOST_ROWS:
        return [[amount] for amount in amounts]
    likely = [place for place, amount in enumerate(amounts) if damage[amount] >= HARDLY]
    first, last = likely[0], likely[-1] + 1
    ends = (amounts[:first], amounts[last:])
    step = -(-(last - first) // MOST_ROWS)
    middle = [amounts[place : min(place + step, last)] for place in range(first, last, step)]
    return [group for group in (ends[0], *middle, ends[1]) if group]


def bar(share: Fraction, room: int, full: bool) -> str:
    """A bar, as long as a share of the room asks for."""
    if not full:
        return "#" * round(share * room)
    eighths = round(share * room * 8)
    return "\u2588" * (eighths // 8) + (chr(0x2590 - eighths % 8) if eighths % 8 else "")


def effects(asked: Asked) -> dict[tuple[str, str], Fraction]:
    """For every keyword that a unit has, or that takes effect somewhere, the chance that it does."""
    opening = asked.opening
    found = {
        (info.id, keyword.name): Fraction(0)
        for unit, info in enumerate(opening.table.units)
        for keyword in map(REGISTRY.__getitem__, opening.sheet(unit).abilities)
        if keyword.printed
    }
    return found | (asked.odds.fired or {})


def _fired(fired: Mapping[tuple[str, str], Fraction], names: Names) -> Grid:
    table = names.table
    order = [info.id for info in table.units] + [info.id for info in table.equipment]
    called = [names.unit(unit) for unit in range(len(table.units))] + [info.name for info in table.equipment]
    rows = [
        (called[order.index(who)], ability, percent(chance), short(chance))
        for (who, ability), chance in sorted(
            fired.items(), key=lambda item: (order.index(item[0][0]), -item[1], item[0][1])
        )
    ]
    head = ("unit", "keyword", "chance", "exact")
    return Grid(head, tuple(rows), frozenset({"chance"}))


def _players(asked: Asked, names: Names) -> Grid:
    odds = asked.odds
    rows = [
        (name, asked.policies[place], str(player.force), mean(odds.force[place]), mean(odds.dice[place]))
        for place, (name, player) in enumerate(
            zip(asked.opening.table.players, asked.opening.state.players, strict=True)
        )
    ]
    head = ("player", "plays", "Force", "Force spent", "dice re-rolled")
    return Grid(head, tuple(rows), frozenset({"Force", "Force spent", "dice re-rolled"}))


def _order(asked: Asked, names: Names, order: Order) -> Iterator[Block]:
    goal = asked.objective.goal is not None
    show = percent if goal else mean
    dark, light = (names.player(player) for player in range(2))
    first, second = (asked.seen(score) for score in order.first)
    worth = abs(second - first)
    yield Line("attack", "The order of the two Luckys")
    yield Line(
        "plain",
        f"If {dark} had to use his first and {light} answered: {show(first)}; the other way round: {show(second)}. To "
        f"answer is worth {f'{100 * float(worth):.2f} points' if goal else mean(worth)}.",
        1,
    )
    taken = 0 if order.reading == "light-first" else 1
    had, would = names.player(taken), names.player(1 - taken)
    other = asked.seen(order.other)
    same = other == asked.value
    change = "it is the same" if same else f"it would be {show(other)} (ruling lucky-order: {order.reading})"
    yield Line(
        "plain",
        f"In the re-roll POP nobody has to begin. {had} has the first choice: {show(asked.value)}, as above; if "
        f"{would} had it, {change}.",
        1,
    )
