"""Chances and means as text: never 0 % or 100 % unless it is certain, and fractions that lose nothing."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

PLACES: Final = 2
SHORT: Final = 23
"""A longer fraction is not shown in text."""


def percent(chance: Fraction, places: int = PLACES) -> str:
    """A chance in per cent: `12.35 %`; less than what the places can show, or more, says so: `<0.01 %`, `>99.99 %`."""
    if chance in (0, 1):
        return f"{100 * int(chance)} %"
    whole = 100 * 10**places
    units = chance * whole
    sign, shown = ("<", 1) if units < 1 else (">", whole - 1) if units > whole - 1 else ("", round(units))
    return f"{sign}{shown / 10**places:.{places}f} %"


def mean(value: Fraction) -> str:
    """A mean with four decimals, without any where it is whole."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.4f}"


def signed(value: Fraction) -> str:
    """A difference with its sign."""
    return f"+{mean(value)}" if value > 0 else mean(value)


def fraction(value: Fraction) -> str:
    """A fraction as `p/q`, whole numbers too."""
    return f"{value.numerator}/{value.denominator}"


def short(value: Fraction) -> str:
    """A fraction as text shows it: nothing where it is whole or too long to be read."""
    text = fraction(value)
    return "" if value.denominator == 1 or len(text) > SHORT else text
