#!/usr/bin/env python3
"""Prints docs/odds-compared.md: `swcli odds` beside a Monte Carlo in which both sides re-roll by habit.

    python benchmarks/peers.py > docs/odds-compared.md

It takes some seconds, nearly all of them for throwing dice (`monte_carlo.py`, with a fixed seed). The other columns are
exact: the command `swcli odds`; and from `counted.py`, by counting every roll, what the habits of the Monte Carlo come
to, the best that both sides can do if one has to re-roll before the other, and an attacker's best if nobody answers. A
test holds the page to them.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.compared import ALONE, BEYOND, BOTH, EVEN, FILE, ROWS  # noqa: E402 - after the path is set
from benchmarks.counted import HABITS, best_alone, best_in_order, habitual, mean  # noqa: E402
from benchmarks.monte_carlo import Attack, Manners, mean_and_error, simulate  # noqa: E402

TRIALS: Final = 200_000
SEED: Final = 1

ORDERS: Final = ("attacker", "defender")
"""Who may re-roll first where no POP is played."""


# -- swcli odds


def words_of(attack: Attack, by: str = "dark") -> list[str]:
    """The options of `swcli odds` for an attack."""
    words = ["--power", str(attack.power)]
    for name in ("accuracy", "critical_hit", "fury", "lucky"):
        if value := getattr(attack, name):
            words += [f"--{name.replace('_', '-')}", str(value)]
    others = [f"{name} {value}" for name, value in (("Parry", attack.parry), ("Lucky", attack.defender_lucky)) if value]
    if others:
        words += ["--vs", ", ".join(others)]
    return words if by == "dark" else [*words, "--by", by]


def asked(words: list[str], file: str = "") -> dict[str, Any]:
    """What `swcli odds` answers as JSON; run in this process, which is faster.

    Raises:
        RuntimeError: it failed.
    """
    from typer.testing import CliRunner

    from swcli.cli.app import app

    done = CliRunner().invoke(app, ["odds", *words, "--format", "json"], input=file)
    if done.exit_code:
        raise RuntimeError(f"swcli odds {' '.join(words)}: {done.output}")
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def mean_of(words: list[str]) -> Fraction:
    """The mean damage to the defender that `swcli odds` finds."""
    return Fraction(asked(words)["units"]["defender"]["expected_damage"])


# -- the page


def number(value: Fraction) -> str:
    """A mean as on the page."""
    return f"{float(value):.4f}"


def percent(value: Fraction) -> str:
    """A chance as on the page."""
    return f"{float(100 * value):.2f} %"


def signed(value: Fraction) -> str:
    """A difference; none only where there is none at all."""
    return f"{float(value):+.4f}" if value else "none"


def estimated(attack: Attack) -> str:
    """The Monte Carlo's mean, with its standard error."""
    found, error = mean_and_error(simulate(attack, HABITS, TRIALS, SEED))
    return f"{found:.4f} ± {error:.4f}"


def shown(words: list[str]) -> str:
    """Options as typed."""
    return " ".join(f'"{word}"' if re.search(r"[\s>]", word) else word for word in words)


def table_of(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A table, columns of numbers to the right."""
    line = "|".join(
        "---:" if all(re.match(r"[-+\d]|none", row[place]) for row in rows) else "---" for place in range(len(head))
    )
    return "\n".join([f"| {' | '.join(head)} |", f"|{line}|", *(f"| {' | '.join(row)} |" for row in rows)])


def compared(estimate: Callable[[Attack], str]) -> str:
    """The attacks that both can say."""
    rows = []
    for attack, why, by in ROWS:
        words = words_of(attack, by)
        best = mean_of(words)
        habit = mean(habitual(attack))
        ordered = best_in_order(attack)
        numbers = number(best), number(ordered), number(habit), estimate(attack), signed(habit - best)
        rows.append((f"`{shown(words)}`", *numbers, why))
    head = ("attack", "`swcli odds`", "attacker first, both best", "habits, exact", "habits, thrown")
    return table_of((*head, "habits less `swcli odds`", "why they differ"), rows)


def mannered() -> str:
    """One attack with all habits, in both orders."""
    rows: list[tuple[str, ...]] = []
    for attacker in ("safe", "bold"):
        for defender in ("safe", "bold"):
            means = [mean(habitual(BOTH, Manners(attacker, defender, order))) for order in ORDERS]
            rows.append((attacker, defender, *map(number, means)))
    rows.append(("best", "best", *(number(best_in_order(BOTH, order)) for order in ORDERS)))
    return table_of(("attacker", "defender", "attacker re-rolls first", "defender re-rolls first"), rows)


def alone() -> str:
    """Attacks that nobody answers."""
    rows = []
    for attack in ALONE:
        words = words_of(attack)
        best, other = mean_of(words), best_alone(attack)
        agrees = "equal, as fractions" if best == other else f"differ by {float(best - other):+.2e}"
        rows.append((f"`{shown(words)}`", number(best), number(other), number(mean(habitual(attack))), agrees))
    return table_of(("attack", "`swcli odds`", "attacker alone, exact", "habit, exact", "the first two"), rows)


def beyond() -> str:
    """Attacks that the Monte Carlo can't say."""
    rows = []
    for words, attack, wanted, why, file in BEYOND:
        units = asked(shlex.split(words), file)["units"]
        answers = []
        for unit, what in wanted:
            value = Fraction(units[unit]["expected_damage" if what == "damage" else what])
            answers.append(f"{unit} {'discarded ' + percent(value) if what == 'discarded' else number(value)}")
        shares = habitual(attack)
        if wanted == (("defender", "discarded"),):
            health = int(words.partition("--health ")[2])
            left = f"{percent(sum((s for amount, s in shares.items() if amount >= health), Fraction(0)))}"
        else:
            left = number(mean(shares))
        typed = f"overkill.yaml {words.removeprefix('- ')}" if file else words
        rows.append((f"`{typed}`", "; ".join(answers), left, why))
    return table_of(("attack", "`swcli odds`", "habits without it", "what the Monte Carlo leaves out"), rows)


def page(estimate: Callable[[Attack], str] = estimated) -> str:
    """The whole page.

    Args:
        estimate: what the Monte Carlo says of an attack; what else stands on the page is exact.
    """
    best, first, last = mean_of(words_of(BOTH)), best_in_order(BOTH), best_in_order(BOTH, "defender")
    even = mean_of(words_of(EVEN))
    assert first < best < last and even == mean_of(words_of(Attack(EVEN.power))), "or the page is wrong"
    return f"""# Odds compared

`swcli odds` beside what players use today: a Monte Carlo calculator, which throws the dice of an attack many times
and lets both sides re-roll by a fixed habit. The one used here is `benchmarks/monte_carlo.py`. It knows power,
Critical Hit, Accuracy, Fury, Parry and both Luckys. The attacker re-rolls first, up to his Lucky: misses, ones first.
Then the defender re-rolls, up to his Lucky: hits, sixes first.

Everything on this page is printed by `python benchmarks/peers.py > docs/odds-compared.md`, with {TRIALS:,} trials for
each attack and a fixed seed. The habits are also worked out exactly, by counting every roll, so that what is left
between that column and `swcli odds` is no noise: it is what the rules' order and choosing well are worth. All numbers
are the mean damage to the defender unless they say otherwise.

## Attacks that both can say

{compared(estimate)}

Where nobody has a choice the two agree, and so does the Monte Carlo as far as its noise allows (the number behind ±
is one standard error; to halve it takes four times as many trials).

## Why the order matters

A calculator has to say who re-rolls first. The rules don't: the re-roll POP is a play-or-pass chance. Dark has the
first choice, then the players take turns, and only two passes in a row end it. Passing shuts nobody out: as long as
something is played, there is another chance. So whoever uses his Lucky first lets the other answer with all dice
known, and both would rather be the one to answer.

* A player whom the dice suit as they lie passes. If the other one passes, too, that is the end.
* If they suit him badly enough, the other one uses his Lucky, and then the first has his still.

So either may re-roll first, or neither, roll by roll. Whoever has to go first by the custom of a calculator does too
badly in it: the other one has the last word each time. If both do as well as can be, the mean damage of

    swcli odds {shown(words_of(BOTH))}

is

* {number(first)} if the attacker has to re-roll before the defender,
* {number(best)} by the rules,
* {number(last)} if the defender has to re-roll before the attacker.

With Lucky 2 on both sides and nothing else the chances to re-roll cancel out: {number(even)} is the mean of five dice
that nobody re-rolls, too.

Other habits do not mend this. The same attack with those that the Monte Carlo offers, exactly. "Safe" is the habit of
the table above; "bold" picks up good dice, too, as long as the attacker has no 6 for his Critical Hit, or the
defender no 1 for his Parry.

{mannered()}

## The attacker alone

Where the defender can do nothing, the best re-roll is a sum that can be worked out from the binomial theorem: the
dice are sixes, other hits and misses, and it only matters how many are re-rolled and whether a 6 is kept. Calculators
for that exist, and are exact. `swcli odds` gives the same:

{alone()}

## Attacks that only one can say

The Monte Carlo is asked about what it knows of the attack; the rest is left out. Where `swcli odds` plays for something
other than damage, `--objective` says so.

{beyond()}

`overkill.yaml` is

```yaml
{FILE}```

## How sure is this?

`tests/test_odds_icepool.py` holds whole distributions against the dice library icepool, as fractions, with the real
order of the two Luckys; `tests/test_odds.py` holds all of it against a brute force that states the rules once more.
`tests/test_odds_compared.py` holds this page to what the command prints.
"""


if __name__ == "__main__":
    print(page(), end="")
