r"""Privacy of samplers: pure, (ε, δ), or Gaussian (ν), as bounds on :math:`E_t(Q\|Q')`, t ≥ 1."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import Any

from lpcheck.rechecker.arithmetic import Arithmetic, Number, Real
from lpcheck.rechecker.interval import Decimals
from lpcheck.rechecker.privacy import excess, exponential, level_scale, read_delta, read_epsilon
from lpcheck.rechecker.reader import Row, number
from lpcheck.rechecker.refusal import Refusal

_LARGEST_NU = 100
_LARGEST_BETA = 2000
_MOST_CORNERS = 20_000


@dataclass(frozen=True)
class Level:
    """ε with δ, or ν."""

    epsilon: Fraction | None
    delta: Fraction = Fraction(0)
    nu: Fraction | None = None

    @property
    def pure(self) -> bool:
        """Whether privacy is a bound on ratios."""
        return self.epsilon is not None and self.delta == 0

    @property
    def scale(self) -> Fraction:
        """What a slack in privacy is a part of; for ν it is an excess over δ(e^β), in all."""
        return Fraction(1) if self.nu is not None else level_scale(self.epsilon, self.delta)

    def beta(self, given: Any, name: str) -> Fraction:
        """The level β of a cut: ε, or for ν the one given."""
        if self.epsilon is not None:
            if given is not None:
                raise Refusal(f"{name}: is for ν only")
            return self.epsilon
        beta = number(given, name)
        if not 0 <= beta <= _LARGEST_BETA:
            raise Refusal(f"{name}: is outside [0, {_LARGEST_BETA}]")
        return beta

    def allowed(self, A: Arithmetic, beta: Fraction) -> Number:
        r"""δ(e^β); for ν it is Φ(ν/2 − β/ν) − e^β Φ(−ν/2 − β/ν)."""
        if self.nu is None:
            return A.number(self.delta)
        nu = self.nu
        tail = A.exp(A.number(beta)) * A.normal(-nu / 2 - beta / nu)
        return A.maximum(A.normal(nu / 2 - beta / nu) - tail, A.number(0))

    def broken(self, pairs: Iterable[tuple[Row, Row]], slack: Fraction = Fraction(0)) -> bool:
        r"""Whether E_t ≤ δ(t) + slack is not proved for some ordered pair of rows.

        (ε, δ): E_t falls in t, so that E_t ≤ δ at t₋ ≤ e^ε is enough.

        ν: the trade-off function of (Q, Q') is piecewise linear, with corners at the leading sets
        S of letters sorted by falling ratio: (Q'(S), 1 − Q(S)). G_ν(θ) = Φ(Φ⁻¹(1 − θ) − ν) is
        convex: on a piece it is at most the chord, hence it is below everywhere iff it is below at
        the corners, iff Q(S) ≤ Φ(Φ⁻¹(Q'(S)) + ν). A number z with Φ(z) ≤ Q'(S) and
        Q(S) ≤ Φ(z + ν) proves that; where Q(S) ≤ Q'(S) nothing is to prove. With Q(S) less the
        slack it proves :math:`E_t \le \max_\theta (1 - G_\nu(\theta) - t\theta)` + slack.
        """
        if self.nu is None:
            assert self.epsilon is not None
            t = exponential(self.epsilon)[0]
            return any(excess(a, b, t) > self.delta + slack for a, b in pairs)
        corners: set[tuple[Fraction, Fraction]] = set()
        for a, b in pairs:
            corners.update((x - slack, y) for x, y in _corners(a, b) if x - slack > y)
            if len(corners) > _MOST_CORNERS:
                raise Refusal("parameters: too many pairs of rows to compare")
        return not all(_below(x, y, self.nu) for x, y in corners)

    def amount(self, a: Row, b: Row, given: Any) -> Real:
        """A lower bound of E_t(a‖b) − δ(t) at t = e^β."""
        beta = self.beta(given, "mechanism.breach.beta")
        A = Decimals()
        return excess(a, b, exponential(beta)[1]) - A.upper(self.allowed(A, beta))


def _corners(a: Row, b: Row) -> set[tuple[Fraction, Fraction]]:
    """(Q(S), Q'(S)) over the leading sets S that are not trivially private."""
    letters = [i for i, x in enumerate(a) if x > 0]
    letters.sort(key=lambda i: b[i] / a[i])
    found, x, y = set(), Fraction(0), Fraction(0)
    for i in letters:
        x, y = x + a[i], y + b[i]
        if x > y:
            found.add((x, y))
    return found


def _below(x: Fraction, y: Fraction, nu: Fraction) -> bool:
    """Whether x ≤ Φ(Φ⁻¹(y) + ν) can be proved, for 0 ≤ y < x ≤ 1."""
    try:
        z = NormalDist().inv_cdf(float(y)) if 2 * y < 1 else -NormalDist().inv_cdf(float(1 - y))
    except ValueError:  # y is 0 or below any double
        return False
    A, guess = Decimals(50), Fraction(z)
    if _proves(A, x, y, nu, guess - Fraction(1, 10**12)):
        return True
    # One Newton step doubles the digits.
    density = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    if density < 1e-200:
        return False
    guess += (y - A.lower(A.normal(guess))) / Fraction(density)
    return _proves(A, x, y, nu, Fraction(round(guess * 10**40), 10**40) - Fraction(1, 10**24))


def _proves(A: Decimals, x: Fraction, y: Fraction, nu: Fraction, z: Fraction) -> bool:
    return A.upper(A.normal(z)) <= y and x <= A.lower(A.normal(z + nu))


def read_level(given: dict[str, Any]) -> Level:
    """The requirement, from `epsilon` (with `delta`) or `nu`."""
    if ("epsilon" in given) == ("nu" in given) or ("nu" in given and "delta" in given):
        raise Refusal("parameters: exactly one of epsilon (with delta) and nu is needed")
    if "epsilon" in given:
        delta = read_delta(given["delta"]) if "delta" in given else Fraction(0)
        return Level(read_epsilon(given["epsilon"]), delta)
    nu = number(given["nu"], "parameters.nu")
    if not Fraction(1, 1000) <= nu <= _LARGEST_NU:
        raise Refusal(f"parameters.nu: is outside [1/1000, {_LARGEST_NU}]")
    return Level(None, nu=nu)
