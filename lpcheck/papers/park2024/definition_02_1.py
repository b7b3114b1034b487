r"""Definition 2.1 and Section 2.3: privacy on sets and on points, relative mollifiers, eq. 6."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from formulations.privacy import true_epsilon
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import both, equal
from lpcheck.claims.exact import no_more, odds, same
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.park2024._instances import bands
from lpcheck.papers.park2024._sampler import Band, F, floats, members


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
        at("two rows", rows=[[F(1, 2), F(1, 3), F(1, 6)], [F(1, 4), F(1, 4), F(1, 2)]]),
        at(
            "four rows",
            rows=[
                [F(1, 10), F(2, 10), F(3, 10), F(4, 10)],
                [F(4, 10), F(3, 10), F(2, 10), F(1, 10)],
                [F(1, 4)] * 4,
                [F(1, 8), F(3, 8), F(1, 8), F(3, 8)],
            ],
        ),
        at("constant", "degenerate", rows=[[F(1, 3), F(2, 3)], [F(1, 3), F(2, 3)]]),
        at(
            "a column of zeros",
            "degenerate",
            rows=[[F(1, 3), F(2, 3), F(0)], [F(2, 3), F(1, 3), F(0)]],
        ),
        at("not private at all", "degenerate", rows=[[F(1), F(0)], [F(0), F(1)]]),
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
    slip=0.01,
)
def section_2_3_mollifier(
    mu: Any, c1: Fraction, c2: Fraction, t: Fraction, slip: float = 0.0
) -> Outcome:
    """All extreme members of the mollifier with e^{ε/2} = t; the slip lowers the allowance."""
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
    "incomplete, as this paper says.",
    instances=explicit(
        *(
            at(f"k = {k}, e^(ε/2) = {root}", p=p, q=q, root=root)
            for k, p, q in (
                (2, [F(1), F(0)], [F(0), F(1)]),
                (3, [F(0), F(1), F(0)], [F(0), F(0), F(1)]),
            )
            for root in (F(2), F(101, 100), F(10**6))
        )
    ),
)
def equation_6_incomplete(p: Any, q: Any, root: Fraction, slip: float = 0.0) -> Outcome:
    """The sum at several r; the slip moves that much of P's mass to the point of Q_0."""
    mixed = [(1 - F(slip)) * a + F(slip) * b for a, b in zip(p, q, strict=True)]
    levels = (F(1, 10**9), F(1, 2), F(1), F(10**9))
    return both(*(same(_sum_of_clip(mixed, q, root, r), 1 / root) for r in levels))


CLAIMS: tuple[Claim, ...] = (definition_2_1, section_2_3_mollifier, equation_6_incomplete)
