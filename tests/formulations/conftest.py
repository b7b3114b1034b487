"""Independent references: f-divergences in 60 digits, and privacy by enumeration."""

import itertools
import math
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

D = Decimal


def _decimal(x: Any) -> Decimal:
    x = Fraction(x)
    return D(x.numerator) / D(x.denominator)


def _f(name: str, x: Decimal) -> Decimal:
    """The printed f at x > 0."""
    head, _, argument = name.partition(":")
    a = _decimal(argument) if argument else D(0)
    if name in ("kl", "alpha:1"):
        return x * x.ln() - ((x - 1) if head == "alpha" else 0)
    if name == "alpha:0":
        return -x.ln() + x - 1
    if head == "alpha":
        return (x**a - a * x + a - 1) / (a * (a - 1))
    if head == "js":
        return x / 2 * (2 * x / (1 + x)).ln() + (2 / (1 + x)).ln() / 2
    return {
        "tv": lambda: abs(x - 1) / 2,
        "hellinger": lambda: (1 - x.sqrt()) ** 2,
        "chi2": lambda: x * x - 1,
        "hockey-stick": lambda: max(x - a, D(0)),
    }[head]()


def _ends(name: str) -> tuple[float, float]:
    """f(0) and f'(∞), from the definitions by hand."""
    table = {
        "kl": (0.0, math.inf),
        "tv": (0.5, 0.5),
        "hellinger": (1.0, 1.0),
        "chi2": (-1.0, math.inf),
        "js": (math.log(2) / 2, math.log(2) / 2),
    }
    head, _, order = name.partition(":")
    if head == "alpha":
        a = Fraction(order)
        return float(1 / a) if a > 0 else math.inf, float(1 / (1 - a)) if a < 1 else math.inf
    return (0.0, 1.0) if name.startswith("hockey-stick") else table[name]


def _exact(name: str, p: Any, q: Any) -> float:
    """D_f(p‖q) = Σ q f(p/q) + f'(∞)·p(q = 0), every entry taken exactly as given."""
    at_zero, slope = _ends(name)
    total, rest = D(0), 0.0
    with localcontext() as context:
        context.prec = 60
        for a, b in zip(p, q, strict=True):
            x, y = _decimal(a), _decimal(b)
            if x > 0 and y > 0:
                total += y * _f(name, x / y)
            elif x > 0:
                rest += float(x) * slope
            elif y > 0:
                rest += float(y) * at_zero
        if math.isinf(rest):
            return rest
        return float(total + _decimal(rest))


def _brute_delta(kernel: Any, epsilon: float) -> float:
    """max over pairs of rows and all events E of Q_x(E) − e^ε Q_x'(E)."""
    Q, t = [[float(x) for x in row] for row in kernel], math.exp(epsilon)
    worst = 0.0
    events = list(itertools.product((0, 1), repeat=len(Q[0])))
    for row, other in itertools.permutations(Q, 2):
        for event in events:
            inside = [i for i, e in enumerate(event) if e]
            worst = max(
                worst, math.fsum(row[i] for i in inside) - t * math.fsum(other[i] for i in inside)
            )
    return worst


@pytest.fixture(scope="session")
def exact() -> Callable[..., float]:
    """D_f in 60 digits: (name, p, q) ↦ float."""
    return _exact


@pytest.fixture(scope="session")
def brute_delta() -> Callable[..., float]:
    """The δ of a kernel at ε, by enumeration of all events."""
    return _brute_delta


@pytest.fixture(scope="session")
def pairs() -> list[tuple[Any, Any]]:
    """P0, P1: k = 1, 2, ties, zeros, point masses, and random ones."""
    F = Fraction
    generator = np.random.default_rng(11)
    fixed: list[tuple[Any, Any]] = [
        ([1], [1]),
        ([F(1, 3), F(2, 3)], [F(3, 4), F(1, 4)]),
        ([1, 0], [0, 1]),
        ([F(1, 2), F(1, 4), F(1, 4)], [F(1, 4), F(1, 4), F(1, 2)]),
        ([F(1, 2), F(1, 2), 0], [0, F(1, 3), F(2, 3)]),
        ([1, 0, 0], [0, 1, 0]),
        ([F(1, 4)] * 4, [F(97, 100), F(1, 100), F(1, 100), F(1, 100)]),
    ]
    return fixed + [tuple(generator.dirichlet(np.ones(k), 2).tolist()) for k in (2, 3, 5)]
