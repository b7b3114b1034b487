r"""Section 2: divergences (eq. 2), privacy (Definition 2.1), and the mollifier's eq. 6."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from formulations.privacy import true_epsilon
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.divergences import EVERY_F, INFINITE_AT_ZERO, floats, read
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.exact import F, no_more, odds, same, shares
from lpcheck.claims.instances import at, explicit, labelled
from lpcheck.papers.park2024._instances import bands
from lpcheck.papers.park2024.sampler import Band, members

_ALL = (*EVERY_F, *INFINITE_AT_ZERO)
_SINGULAR = [
    at("two points", "degenerate", p=[1, 0], q=[0, 1]),
    at("disjoint supports", p=shares("1 2 0 0"), q=shares("0 0 1 4")),
]
_OTHER = [
    at("generic", p=shares("5 3 2"), q=shares("1 3 6")),
    at("nearly singular", p=shares("999 1"), q=shares("1 999")),
    at("a zero below", p=shares("1 1 0"), q=[F(1, 3)] * 3),
    at("a zero above", p=[F(1, 3)] * 3, q=shares("1 1 0")),
    at("equal", "degenerate", p=shares("1 3"), q=shares("1 3")),
]

# The f that Section 2.1 prints, with M_f from its definition in eq. 2.
_MAXIMA = {"kl": math.inf, "tv": 1.0, "hellinger": 2.0, "chi2": math.inf}


@display(
    "eq. 2",
    r"$D_f(P\|Q) \le M_f := \lim_{x\to0^+} f(x) + x f(1/x)$.",
    labelled(explicit(*_SINGULAR, *_OTHER), _ALL),
    control={"p": [1, 0], "q": [0, 1], "divergence": "tv"},
)
def _most(p: Any, q: Any, divergence: str, slip: float = 0.0) -> Outcome:
    """The slip lowers M_f by that share."""
    f = read(divergence)
    return at_most(f.between(floats(p), floats(q)), f.maximum * (1.0 - slip))


@display(
    "below eq. 2",
    r"$D_f(P\|Q) = M_f$ if $P$ and $Q$ are mutually singular; $M_f$ is $\infty$, 1, 2 and "
    r"$\infty$ for KL, total variation, squared Hellinger and $\chi^2$.",
    labelled(explicit(*_SINGULAR), _ALL),
    control={"p": [1, 0], "q": [0, 1], "divergence": "hellinger"},
)
def _singular(p: Any, q: Any, divergence: str, slip: float = 0.0) -> Outcome:
    """The slip moves that share of Q's mass onto P's support."""
    f, target, answer = read(divergence), floats(p), floats(q)
    found = f.between(target, (1.0 - slip) * answer + slip * target)
    return both(equal(found, f.maximum), equal(found, _MAXIMA.get(divergence, f.maximum)))


@display(
    "above eq. 2",
    r"$D_f(P\|Q) \ge 0$, and equality holds if $P = Q$.",
    labelled(explicit(*_OTHER, *_SINGULAR), _ALL),
    control={"p": shares("1 1"), "q": shares("1 1"), "divergence": "kl"},
)
def _nonnegative(p: Any, q: Any, divergence: str, slip: float = 0.0) -> Outcome:
    """Eq. 1 summed with f itself, without centring; the slip takes that share of Q away."""
    f, total = read(divergence), 0.0
    for a, b in zip(floats(p).tolist(), floats(q).tolist(), strict=True):
        left = b * (1.0 - slip)
        if a > 0 and b > 0:
            total += left * float(f.f(a / left))
        elif b > 0:
            total += left * f.at_zero
        elif a > 0:
            total += a * f.slope_at_infinity
    return equal(total, 0.0, scale=100.0) if p == q else at_most(0.0, total, scale=100.0)


divergences = displays(
    [_most, _singular, _nonnegative],
    id="park2024.equation-2",
    source="Section 2.1, around eq. 2",
    conditions="any f, P and Q",
    evidence="On generic, nearly singular, singular and equal pairs for thirteen f.",
    weight="detail",
)


@claim(
    id="park2024.definition-2-1",
    source="Definition 2.1, eq. 3",
    statement=r"$\mathbf Q(A|P) \le e^\varepsilon \mathbf Q(A|P')$ for all sets $A$ and all $P, "
    r"P'$ if and only if it holds for single letters.",
    kind="equal",
    conditions="finite alphabet; any sampler",
    evidence="The least e^ε over all 2^k sets and over the letters agree exactly, for samplers "
    "with zeros and without.",
    instances=explicit(
        at("two rows", rows=[shares("3 2 1"), shares("1 1 2")]),
        at(
            "four rows",
            rows=[shares("1 2 3 4"), shares("4 3 2 1"), [F(1, 4)] * 4, shares("1 3 1 3")],
        ),
        at("constant", "degenerate", rows=[shares("1 2"), shares("1 2")]),
        at("a column of zeros", "degenerate", rows=[shares("1 2 0"), shares("2 1 0")]),
        at("not private at all", "degenerate", rows=[shares("1 0"), shares("0 1")]),
    ),
)
def definition_2_1(rows: list[list[Fraction]], slip: float = 0.0) -> Outcome:
    """The worst ratio over all sets against letters and against the library's ε."""
    letters = range(len(rows[0]))
    sets = [a for size in letters for a in combinations(letters, size + 1)]
    masses = [[sum((row[x] for x in a), F(0)) for a in sets] for row in rows]
    over_sets, over_letters = odds(masses), odds(rows)
    spent = math.log(over_sets) if over_sets < math.inf else math.inf
    return both(
        Outcome(over_sets == over_letters, 0.0, f"{over_sets} over sets, {over_letters}"),
        equal(true_epsilon([floats(row) for row in rows]) + slip, spent, scale=10.0),
    )


@claim(
    id="park2024.section-2-3-mollifier",
    source="Section 2.3",
    statement=r"If $e^{-\varepsilon/2} Q_0(A) \le \mathbf Q(A|P) \le e^{\varepsilon/2} Q_0(A)$ "
    r"for all $A$ and $P$, then $\mathbf Q$ is $\varepsilon$-LDP.",
    kind="feasible",
    conditions="any Q_0",
    evidence="Extreme members of relative mollifiers, exactly; e^ε is attained.",
    instances=bands(odds=(F(2), F(5, 4))),
    weight="detail",
)
def section_2_3_mollifier(
    mu: Any, c1: Fraction, c2: Fraction, t: Fraction, slip: float = 0.0
) -> Outcome:
    """Members of the mollifier with e^{ε/2} = t, extreme ones too; the slip lowers the bound."""
    ball = Band(tuple(mu), 1 / t, t, F(1))
    return no_more(odds(members(ball, 6)), t * t * (1 - F(slip)))


def _sum_of_clip(
    p: Sequence[Fraction], q: Sequence[Fraction], root: Fraction, r: Fraction
) -> Fraction:
    return sum((max(b / root, min(root * b, a / r)) for a, b in zip(p, q, strict=True)), F(0))


@claim(
    id="park2024.equation-6-incomplete",
    source="Section 2.3, below eq. 6",
    statement=r"For point masses $P, Q_0$ at different points, the right-hand side of (6) sums to "
    r"$e^{-\varepsilon/2}$ for any $r_P > 0$.",
    kind="equal",
    conditions="ε > 0",
    evidence="Exactly, for r_P from 1e-9 to 1e9: the closed form (6) of Husain et al. is "
    "incomplete, as this paper says (where 'does not sum to one' has a 'not' too many).",
    instances=explicit(
        *(
            at(f"k = {k}, e^(ε/2) = {root}", p=p, q=q, root=root)
            for k, p, q in (
                (2, shares("1 0"), shares("0 1")),
                (3, shares("0 1 0"), shares("0 0 1")),
            )
            for root in (F(2), F(101, 100), F(10**6))
        )
    ),
    quote="for some (P, Q_0), there may be no r_P > 0 such that the RHS of (6) does not sum to "
    "one.",
)
def equation_6_incomplete(p: Any, q: Any, root: Fraction, slip: float = 0.0) -> Outcome:
    """The sum at several r; the slip moves that much of P's mass to the point of Q_0."""
    mixed = [(1 - F(slip)) * a + F(slip) * b for a, b in zip(p, q, strict=True)]
    levels = (F(1, 10**9), F(1, 2), F(1), F(10**9))
    return both(*(same(_sum_of_clip(mixed, q, root, r), 1 / root) for r in levels))


CLAIMS: tuple[Claim, ...] = (
    divergences,
    definition_2_1,
    section_2_3_mollifier,
    equation_6_incomplete,
)
