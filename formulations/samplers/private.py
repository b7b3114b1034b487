"""Whether a class is private as it is, decided exactly where rounding does not tell."""

from __future__ import annotations

import math
from decimal import Context, Decimal
from fractions import Fraction

import numpy as np

from formulations.samplers.cells import Cells
from formulations.samplers.profiles import all_pairs, profile_excess
from formulations.trade_off import PrivacyLevel, Profile

_TELLS = 1e-11
"""An excess beyond it, either way, is no rounding."""

_EXACT = Context(prec=700, Emin=-(10**6), Emax=10**6)
"""Digits enough for e^ε, up to 1e304, beside the least numbers that are read."""


def is_private(cells: Cells, privacy: PrivacyLevel) -> bool:
    """Whether the distributions of a class, as they are, meet a privacy level.

    Args:
        cells: the cells of the class.
        privacy: what is asked of every pair of rows.
    """
    if privacy.epsilon is not None:
        return _is_pure(cells, Fraction(privacy.parameters["epsilon"]))
    return all(_meets(cells, privacy, profile) for profile in privacy.profiles)


def envelope(cells: Cells) -> list[Fraction]:
    """The largest probability that a distribution of the class gives to each letter."""
    found = [Fraction(0)] * cells.k
    for cell in (cell for orbit in cells.orbits for cell in orbit.cells):
        for letter in cells.blocks[cell.block]:
            found[letter] = max(found[letter], cell.p)
    return found


def _is_pure(cells: Cells, epsilon: Fraction) -> bool:
    highest: dict[int, Fraction] = {}
    lowest: dict[int, Fraction] = {}
    for cell in (cell for orbit in cells.orbits for cell in orbit.cells):
        highest[cell.block] = max(highest.get(cell.block, cell.p), cell.p)
        lowest[cell.block] = min(lowest.get(cell.block, cell.p), cell.p)
    pairs = [(high, lowest[b]) for b, high in highest.items() if high > lowest[b]]
    if not pairs:
        return True
    if any(low == 0 for _, low in pairs):
        return False
    worst = max(high / low for high, low in pairs)
    spent = math.log(worst.numerator) - math.log(worst.denominator)
    if abs(spent - epsilon) > _TELLS:
        return spent < epsilon
    return bool(_decimal(worst) <= _EXACT.exp(_decimal(epsilon)))


def _meets(cells: Cells, privacy: PrivacyLevel, profile: Profile) -> bool:
    falling, rising = cells.arranged(cells.p)
    first, second = all_pairs(len(cells.orbits), own=True)
    left, right = cells.p[falling[first]], cells.p[rising[second]]
    excess = profile_excess(left, right, profile, levels=False)[0]
    if excess.max() > _TELLS:
        return False
    if profile.level is None or "epsilon" not in privacy.parameters:
        # A Gaussian level may be off by its last digits; a function's word is taken.
        return bool(excess.max() <= (1e-15 if profile.excess is not None else -1e-15))
    exact = [cell.p for orbit in cells.orbits for cell in orbit.cells]
    factor = _EXACT.exp(_decimal(Fraction(privacy.parameters["epsilon"])))
    delta = Fraction(privacy.parameters["delta"])
    for i in np.flatnonzero(excess > -_TELLS).tolist():
        pairs = zip(falling[first[i]].tolist(), rising[second[i]].tolist(), strict=True)
        if not _within([(exact[a], exact[b]) for a, b in pairs], factor, delta):
            return False
    return True


def _within(pairs: list[tuple[Fraction, Fraction]], factor: Decimal, delta: Fraction) -> bool:
    """Σ max(p − e^ε p', 0) ≤ δ; as e^ε is 1 or irrational, digits decide where p' counts."""
    over = [(p, q) for p, q in pairs if q == 0 or _decimal(p / q) > factor]
    above = sum((p for p, _ in over), Fraction(0)) - delta
    below = sum((q for _, q in over), Fraction(0))
    return above <= 0 or (below > 0 and bool(_decimal(above / below) <= factor))


def _decimal(x: Fraction) -> Decimal:
    return _EXACT.divide(Decimal(x.numerator), Decimal(x.denominator))
