"""Optima in ball arithmetic, from the problems' definitions: nothing of the package is used.

All arguments are exact fractions. Balls of 3000 bits hold what doubles do not: entries of 1e-290,
powers of order 900, differences of both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import flint

Vector = Sequence[Any]
Utility = Callable[[Vector, Vector], Any]
INFINITE = object()
"""The value +∞, which no ball is."""

BITS, _HALVINGS = 3000, 160


def ball(x: Any) -> Any:
    """An exact fraction, a float or a ball as a ball."""
    if isinstance(x, flint.arb):
        return x
    x = Fraction(x)
    return flint.arb(flint.fmpq(x.numerator, x.denominator))


def _ends(name: str) -> tuple[Any, Any]:
    """f(0) and f'(∞)."""
    head, _, order = name.partition(":")
    if head == "alpha":
        a = Fraction(order)
        return (1 / a if a > 0 else INFINITE), (1 / (1 - a) if a < 1 else INFINITE)
    return {
        "kl": (0, INFINITE), "tv": (Fraction(1, 2),) * 2, "hellinger": (1, 1),
        "chi2": (-1, INFINITE), "hockey-stick": (0, 1),
        "js": (flint.arb(2).log() / 2, flint.arb(2).log() / 2),
    }[head]  # fmt: skip


def _term(name: str, p: Any, q: Any) -> Any:
    """Q f(p/q) for p, q > 0."""
    head, _, argument = name.partition(":")
    r = p / q
    if name in ("kl", "alpha:1"):
        return p * r.log() - (p - q)
    if name == "alpha:0":
        return q * (q / p).log() + p - q
    if head == "alpha":
        a = ball(argument)
        return q * ((a * r.log()).exp() - a * r + a - 1) / (a * (a - 1))
    if head == "js":
        mean = (p + q) / 2
        return (p * (p / mean).log() + q * (q / mean).log()) / 2
    if head == "hockey-stick":
        over = p - ball(argument) * q
        return over.max(flint.arb(0))
    return {
        "tv": lambda: abs(p - q) / 2,
        "hellinger": lambda: _squared(p.sqrt() - q.sqrt()),
        "chi2": lambda: _squared(p - q) / q,
    }[head]()


def _squared(x: Any) -> Any:
    return x * x  # a power is a logarithm, which balls around 0 do not have


def divergence(name: str, p: Vector, q: Vector) -> Any:
    """D_f(p‖q), a ball or INFINITE. An entry is 0 if it is the integer or the fraction 0."""
    at_zero, slope = _ends(name)
    total = flint.arb(0)
    for a, b in zip(p, q, strict=True):
        no_a, no_b = (not isinstance(x, flint.arb) and x == 0 for x in (a, b))
        if no_a and no_b:
            continue
        if no_a or no_b:
            end, mass = (at_zero, b) if no_a else (slope, a)
            if end is INFINITE:
                return INFINITE
            # χ² and KL are computed centred above, which moves f(0) by f'(1).
            shift = {"chi2": 2, "kl": 1}.get(name, 0)
            total += ball(mass) * (ball(end) + (shift if no_a else -shift))
        else:
            total += _term(name, ball(a), ball(b))
    return total


def program(columns: Sequence[Vector], utility: Sequence[Any]) -> Any:
    """max Σ w_c utility_c with Σ w_c column_c = 1, w ≥ 0, by all bases of k columns."""
    k, best = len(columns[0]), None
    for chosen in combinations(range(len(columns)), k):
        matrix = flint.arb_mat([[columns[c][row] for c in chosen] for row in range(k)])
        try:
            weights = matrix.solve(flint.arb_mat([[1]] * k))
        except ZeroDivisionError:
            continue
        entries = [weights[i, 0] for i in range(k)]
        if any(w < 0 for w in entries):
            continue
        value = sum((w * utility[c] for w, c in zip(entries, chosen, strict=True)), flint.arb(0))
        if best is None or value > best:
            best = value
    return best


def _patterns(k: int, epsilon: Fraction) -> list[list[Any]]:
    u = (-ball(epsilon)).exp()
    sets = [[(code >> i) & 1 for i in range(k)] for code in range(1, 2**k)]
    return [[flint.arb(1) if inside else u for inside in each] for each in sets]


def staircase(p0: Vector, p1: Vector, epsilon: Fraction, name: str) -> Any:
    """The best ε-LDP kernel's D_f(M0‖M1)."""
    if epsilon == 0 or list(p0) == list(p1):
        return flint.arb(0)
    columns = _patterns(len(p0), epsilon)
    masses = [[_dot(p, column) for column in columns] for p in (p0, p1)]
    return program(columns, [_term(name, a, b) for a, b in zip(*masses, strict=True)])


def information(prior: Vector, epsilon: Fraction) -> Any:
    """The best ε-LDP kernel's I(X; Y)."""
    if epsilon == 0:
        return flint.arb(0)
    columns = _patterns(len(prior), epsilon)
    utility = []
    for column in columns:
        mean = _dot(prior, column)
        utility.append(_dot(prior, [c * (c / mean).log() for c in column]))
    return program(columns, utility)


def _dot(p: Vector, column: Vector) -> Any:
    return sum((ball(x) * c for x, c in zip(p, column, strict=True)), flint.arb(0))


def approximate_binary(
    p0: Vector, p1: Vector, epsilon: Fraction, delta: Fraction, name: str
) -> Any:
    """The best (ε, δ)-LDP kernel's D_f(M0‖M1), over the corners of the outer two weights."""
    u, d = (-ball(epsilon)).exp(), ball(delta)
    if list(p0) == list(p1) or epsilon == delta == 0:
        return flint.arb(0)
    units = [([1, 0], delta), ([1, u], 1), ([u, 1], 1), ([0, 1], delta)]
    utility = []
    for column, weight in units:
        if weight == 0:
            utility.append(flint.arb(0))
            continue
        outer = weight is delta
        pair = [p[column.index(1)] if outer else _dot(p, column) for p in (p0, p1)]
        found = divergence(name, pair[:1], pair[1:])
        if found is INFINITE:
            return INFINITE
        utility.append(ball(weight) * found)
    corners = [(flint.arb(a), flint.arb(b)) for a in (0, 1) for b in (0, 1)]
    if epsilon > 0 and delta > 0:
        for one in (0, 1):  # where an inner weight is 0: (1 − δa) = u (1 − δb), or the reverse
            other = (1 - u * (1 - d * one)) / d
            more = (1 - (1 - d * one) / u) / d
            corners += [(other, flint.arb(one)), (flint.arb(one), other)]
            corners += [(more, flint.arb(one)), (flint.arb(one), more)]
    best = flint.arb(0)
    for a, b in corners:
        if a < 0 or b < 0 or a > 1 or b > 1:
            continue
        if epsilon == 0:
            if a != b:
                continue
            inner = [(1 - d * a) / 2] * 2
        else:
            rows, square = (1 - d * a, 1 - d * b), 1 - u * u
            inner = [(rows[0] - u * rows[1]) / square, (rows[1] - u * rows[0]) / square]
        if any(w < 0 for w in inner):
            continue
        value = a * utility[0] + inner[0] * utility[1] + inner[1] * utility[2] + b * utility[3]
        best = value if value > best else best
    return best


def public_prior(q: Vector, epsilon: Fraction, name: str) -> Any:
    """The least worst-case D_f(δ_i‖K_i) of an ε-LDP kernel that keeps q (zamanlooy2025)."""
    if len(q) == 1:
        return flint.arb(0)
    rare, u = min(q), (-ball(epsilon)).exp()
    if rare == 0:
        return divergence(name, [1, 0], [0, 1])
    spread = ball(rare) + u * (1 - ball(rare))
    return divergence(name, [1, 0], [ball(rare) / spread, u * (1 - ball(rare)) / spread])


def _none(x: Any) -> bool:
    """Whether a number is exactly 0."""
    return not isinstance(x, flint.arb) and x == 0


def projection(p: Vector, low: Vector, high: Vector, name: str) -> Any:
    """The least D_f(p‖x) with low ≤ x ≤ high, Σx = 1: x = clip(p/C), C by halving."""
    at_zero, _ = _ends(name)
    if at_zero is INFINITE and any(
        x == 0 and (isinstance(y, flint.arb) or y > 0) for x, y in zip(p, low, strict=True)
    ):
        return INFINITE
    lows, highs, ps = ([ball(x) for x in v] for v in (low, high, p))

    def clip(c: Any) -> list[Any]:
        ends = zip(ps, lows, highs, strict=True)
        return [y if x <= c * y else z if x >= c * z else x / c for x, y, z in ends]

    def named(x: list[Any]) -> list[Any]:  # exact zeros again
        ends = zip(x, low, high, strict=True)
        return [0 if _none(h) or (_none(y) and z == 0) else z for z, y, h in ends]

    full = [h if x > 0 else y for x, h, y in zip(p, highs, lows, strict=True)]
    missing = 1 - sum(full, flint.arb(0))
    if missing > 0:
        if at_zero is INFINITE:
            return INFINITE
        shift = {"chi2": 2, "kl": 1}.get(name, 0)
        part = divergence(name, p, named(full))
        return part if part is INFINITE else part + missing * (ball(at_zero) + shift)
    _, c = _halved(flint.arb(-6000), flint.arb(6000), lambda c: not sum(clip(c.exp())) > 1)
    c = c.exp()
    # On the piece of C that was found the sum is 1 exactly where C = p(free) / what is left.
    free = [bool(c * y < x < c * h) for x, y, h in zip(ps, lows, highs, strict=True)]
    x = clip(c)
    left = 1 - sum((v for v, f in zip(x, free, strict=True) if not f), flint.arb(0))
    mass = sum((v for v, f in zip(ps, free, strict=True) if f), flint.arb(0))
    if any(free):
        x = [v * left / mass if f else y for v, y, f in zip(ps, x, free, strict=True)]
    return divergence(name, p, named(x))


def simplex_sampler(k: int, epsilon: Fraction, name: str) -> Any:
    """The least worst-case risk of an ε-LDP sampler of all distributions over k letters."""
    if k == 1:
        return flint.arb(0)
    u = (-ball(epsilon)).exp()
    whole = 1 + (k - 1) * u
    return divergence(name, [1] + [0] * (k - 1), [1 / whole] + [u / whole] * (k - 1))


def approximate(epsilon: Fraction, delta: Fraction) -> Callable[[Any], tuple[Any, Any, Any, Any]]:
    """S ↦ (y, x, 1 − y, 1 − x) for y = e^{−s}, or 0 at None, and the largest (ε, δ)-close x."""
    t, d = ball(epsilon).exp(), ball(delta)

    def pair(s: Any) -> tuple[Any, Any, Any, Any]:
        y = flint.arb(0) if s is None else (-s).exp()
        x = (t * y + d).min(1 - (1 - y - d) / t).min(flint.arb(1))
        return y, x, 1 - y, 1 - x

    return pair


def gaussian(nu: Fraction) -> Callable[[Any], tuple[Any, Any, Any, Any]]:
    """S ↦ the same for ν-Gaussian privacy: y = Φ(−s), x = Φ(ν − s)."""

    def tail(t: Any) -> Any:
        return (-t / flint.arb(2).sqrt()).erfc() / 2

    def pair(s: Any) -> tuple[Any, Any, Any, Any]:
        if s is None:
            return (*(flint.arb(x) for x in (0, 0, 1, 1)),)
        return tail(-s), tail(ball(nu) - s), tail(s), tail(s - ball(nu))

    return pair


def binary_sampler(
    a: Fraction, b: Fraction, pair: Callable[[Any], tuple[Any, Any, Any, Any]], name: str
) -> Any:
    """The least max(D_f(P_b‖Q_x), D_f(P_a‖Q_y)) over private pairs (x, y), by halving.

    P_b = (b, 1 − b) and P_a = (a, 1 − a), a < b, are the extreme points of a class of two letters.
    """

    def costs(s: Any) -> tuple[Any, Any]:
        y, x, not_y, not_x = pair(s)
        first = [x, not_x] if x < ball(b) else [b, 1 - b]
        return divergence(name, [b, 1 - b], first), divergence(name, [a, 1 - a], [y, not_y])

    start, end = flint.arb(-200), flint.arb(20000)
    _, at = _halved(start, end, lambda s: not pair(s)[0] > ball(a))
    if a > 0 and pair(at)[1] >= ball(b):  # the class is private as it is
        return flint.arb(0)

    def past(s: Any) -> bool:
        # As s grows x falls from b and y falls to a: D(P_b‖Q_x) rises and D(P_a‖Q_y) falls.
        y = pair(s)[0]
        if y > ball(b) or y < ball(a):
            return bool(y < ball(a))
        first, second = costs(s)
        return first is INFINITE or bool(second is not INFINITE and first > second)

    low, high = _halved(start, end, past)
    found = _between(costs(low), costs(high))
    # Letters that nobody answers with: y = 0 where P_a has none, 1 − x = 0 where P_b has none.
    corners = []
    if a == 0:
        x, not_x = pair(None)[1], pair(None)[3]
        first = [0, 1] if x <= 0 else [b, 1 - b] if x >= ball(b) else [x, not_x]
        corners.append(divergence(name, [b, 1 - b], first))
    if b == 1:  # the same seen from the other letter
        x = pair(None)[1]
        second = [1, 0] if x <= 0 else [a, 1 - a] if x >= ball(1 - a) else [1 - x, x]
        corners.append(divergence(name, [a, 1 - a], second))
    best = min([x for x in [*found, *corners] if x is not INFINITE], default=INFINITE)
    if best is not INFINITE and name.startswith("hockey-stick") and best < ball("1e-40"):
        return flint.arb(0)  # a flat piece, and what halving leaves beside it
    return best


def _between(low: tuple[Any, Any], high: tuple[Any, Any]) -> list[Any]:
    """The value where a rising and a falling function meet, from theirs on either side."""
    (rising, above), (over, falling) = low, high
    if INFINITE in (rising, falling) or (above is not INFINITE and not above.is_finite()):
        return []  # infinite all the way: what is before the way has no value
    least = [x for x in (rising, falling) if x is not INFINITE]
    most = [x for x in (above, over) if x is not INFINITE]
    return [max(least).union(min(most))] if least and most else []


def _halved(low: Any, high: Any, past: Callable[[Any], bool]) -> tuple[Any, Any]:
    """Next to where a property begins to hold: just before, and just after."""
    for _ in range(_HALVINGS):
        middle = flint.arb(((low + high) / 2).mid())
        low, high = (low, middle) if past(middle) else (middle, high)
    return low, high
