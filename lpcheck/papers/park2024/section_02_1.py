r"""Section 2.1: what the paper says of f-divergences (eq. 2)."""

from __future__ import annotations

import math
from typing import Any

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.park2024._instances import EVERY_F, INFINITE_AT_ZERO, labelled, read
from lpcheck.papers.park2024._sampler import F

_SINGULAR = [
    at("two points", "degenerate", p=[1, 0], q=[0, 1]),
    at("disjoint supports", p=[F(1, 3), F(2, 3), 0, 0], q=[0, 0, F(1, 5), F(4, 5)]),
]
_OTHER = [
    at("generic", p=[F(1, 2), F(3, 10), F(1, 5)], q=[F(1, 10), F(3, 10), F(6, 10)]),
    at("nearly singular", p=[F(999, 1000), F(1, 1000)], q=[F(1, 1000), F(999, 1000)]),
    at("a zero below", p=[F(1, 2), F(1, 2), 0], q=[F(1, 3)] * 3),
    at("a zero above", p=[F(1, 3)] * 3, q=[F(1, 2), F(1, 2), 0]),
    at("equal", "degenerate", p=[F(1, 4), F(3, 4)], q=[F(1, 4), F(3, 4)]),
]

# The f that Section 2.1 prints, with M_f from its definition in eq. 2.
_MAXIMA = {"kl": math.inf, "tv": 1.0, "hellinger": 2.0, "chi2": math.inf}


@claim(
    id="park2024.equation-2",
    source="Section 2.1, eq. 2",
    statement=r"$D_f(P\|Q) \le M_f := \lim_{x\to0^+} f(x) + x f(1/x)$.",
    kind="upper",
    conditions="any f, P and Q",
    evidence="On generic, nearly singular, singular and equal pairs for thirteen f.",
    instances=labelled(explicit(*_SINGULAR, *_OTHER), (*EVERY_F, *INFINITE_AT_ZERO)),
    slip=0.01,
    control={"p": [1, 0], "q": [0, 1], "divergence": "tv"},
)
def equation_2(p: Any, q: Any, divergence: str, slip: float = 0.0) -> Outcome:
    """The divergence against M_f; the slip lowers M_f by 1 %."""
    f = read(divergence)
    return at_most(f.between(_floats(p), _floats(q)), f.maximum * (1.0 - slip))


@claim(
    id="park2024.equation-2-singular",
    source="Section 2.1, below eq. 2",
    statement=r"$D_f(P\|Q) = M_f$ if $P$ and $Q$ are mutually singular; $M_f$ is $\infty$, 1, 2 "
    r"and $\infty$ for KL, total variation, squared Hellinger and $\chi^2$.",
    kind="equal",
    conditions="any f, P ⊥ Q",
    evidence="Equal for thirteen f; for the four printed f, M_f is also their f(0) + lim x f(1/x).",
    instances=labelled(explicit(*_SINGULAR), (*EVERY_F, *INFINITE_AT_ZERO)),
    slip=0.01,
    control={"p": [1, 0], "q": [0, 1], "divergence": "hellinger"},
)
def equation_2_singular(p: Any, q: Any, divergence: str, slip: float = 0.0) -> Outcome:
    """Equality with M_f; the slip moves that share of Q's mass onto P's support."""
    f = read(divergence)
    moved = [(1.0 - slip) * b + slip * a for a, b in zip(_floats(p), _floats(q), strict=True)]
    found = f.between(_floats(p), moved)
    return both(equal(found, f.maximum), equal(found, _MAXIMA.get(divergence, f.maximum)))


@claim(
    id="park2024.section-2-1-nonnegative",
    source="Section 2.1",
    statement=r"$D_f(P\|Q) \ge 0$, and equality holds if $P = Q$.",
    kind="lower",
    conditions="any f, P and Q",
    evidence="From f as printed, without centring, on generic and degenerate pairs.",
    instances=labelled(explicit(*_OTHER, *_SINGULAR), (*EVERY_F, *INFINITE_AT_ZERO)),
    slip=0.1,
    control={"p": [F(1, 2), F(1, 2)], "q": [F(1, 2), F(1, 2)], "divergence": "kl"},
)
def section_2_1_nonnegative(p: Any, q: Any, divergence: str, slip: float = 0.0) -> Outcome:
    """Eq. 1 summed with f itself; the slip takes that much of Q's mass away."""
    f, total = read(divergence), 0.0
    for a, b in zip(_floats(p), _floats(q), strict=True):
        b_left = b * (1.0 - slip)
        if a > 0 and b > 0:
            total += b_left * float(f.f(a / b_left))
        elif b > 0:
            total += b_left * f.at_zero
        elif a > 0:
            total += a * f.slope_at_infinity
    if p == q:
        return equal(total, 0.0, scale=100.0)
    return at_most(0.0, total, scale=100.0)


def _floats(values: Any) -> list[float]:
    return [float(v) for v in values]


CLAIMS: tuple[Claim, ...] = (equation_2, equation_2_singular, section_2_1_nonnegative)
