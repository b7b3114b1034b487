r"""Definition 3: the staircase pattern matrix, how many patterns it has, and what merges."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

import numpy as np

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import both, equal
from lpcheck.claims.instances import F, at, explicit
from lpcheck.papers.kairouz2016._columns import (
    UTILITIES,
    Array,
    basic_mechanisms,
    patterns,
    total,
    utility,
)
from lpcheck.papers.kairouz2016._polytope import random_kernel, worst_subset_ratio

_LEVELS = (1.0, 0.0, 1e-4, 5.0)


def _printed_matrix(k: int, t: float) -> Array:
    """S^(k) from its definition: column j is (t − 1) b_{j−1} + 1, b in binary digits."""
    columns = [[(t - 1) * int(digit) + 1 for digit in f"{j:0{k}b}"] for j in range(2**k)]
    return np.array(columns, dtype=float).T


@claim(
    id="kairouz2016.definition-3-display",
    source="Section 2.2, display below Definition 3",
    statement=r"$S^{(3)} = \begin{bmatrix} 1&1&1&1&e^\epsilon&e^\epsilon&e^\epsilon&e^\epsilon \\ "
    r"1&1&e^\epsilon&e^\epsilon&1&1&e^\epsilon&e^\epsilon \\ "
    r"1&e^\epsilon&1&e^\epsilon&1&e^\epsilon&1&e^\epsilon \end{bmatrix}$, with column $j$ equal to "
    r"$(e^\epsilon - 1) b_{j-1} + \mathbf 1$.",
    kind="equal",
    evidence="The display equals the definition, and the directions of its columns are those that "
    "the linear program uses.",
    instances=explicit(*[at(f"ε = {e:g}", epsilon=e) for e in _LEVELS]),
)
def definition_3_display(epsilon: float, slip: float = 0.0) -> Outcome:
    """The display against the definition; `slip` moves its first entry."""
    t = math.exp(epsilon)
    shown = np.array([[1, 1, 1, 1, t, t, t, t], [1, 1, t, t, 1, 1, t, t], [1, t, 1, t, 1, t, 1, t]])
    shown[0, 0] += slip
    used = float(np.abs(shown[:, 1:] / shown[:, 1:].max(axis=0) - patterns(3, epsilon)).max())
    defined = float(np.abs(shown - _printed_matrix(3, t)).max())
    return both(equal(defined, 0.0), equal(used, 0.0))


def _directions(k: int, epsilon: float) -> int:
    """Columns of S^(k) up to a positive factor."""
    S = _printed_matrix(k, math.exp(epsilon))
    return len({tuple((c / c.max()).round(12)) for c in S.T})


@claim(
    id="kairouz2016.definition-3-count",
    source="Section 2.2, below the display of S^(3)",
    statement=r"For all values of $k$ there are exactly $2^k$ such patterns.",
    kind="equal",
    conditions="patterns are the same if proportional: Q(y|·) = C Q(y'|·), C > 0 (Section 2.2)",
    expected="refuted",
    evidence="The columns 1 and e^ε 1 are proportional, hence one pattern. At k = 1 there is one "
    "pattern, not two. Only as vectors, and only for ε > 0, are the 2^k columns distinct.",
    instances=explicit(
        at("k = 1, ε = 1", "counterexample", k=1, epsilon=1.0),
        *[at(f"k = {k}, ε = {e:g}", k=k, epsilon=e) for k in (2, 3, 6) for e in (1.0, 5.0)],
    ),
    slip=None,
)
def definition_3_count(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """Columns counted as directions."""
    found = _directions(k, epsilon)
    return Outcome(found == 2**k, float(2**k - found), f"{found} patterns, claimed {2**k}")


@claim(
    id="kairouz2016.definition-3-count-corrected",
    source="Section 2.2, below the display of S^(3)",
    statement=r"Up to a positive factor there are $2^k - 1$ patterns if $\varepsilon > 0$, and one "
    r"if $\varepsilon = 0$; any staircase column is a multiple of one of them.",
    kind="equal",
    evidence="All columns with (9) are counted for k up to 8, and those of S^(k) as directions.",
    instances=explicit(
        *[at(f"k = {k}, ε = {e:g}", k=k, epsilon=e) for k in (1, 2, 3, 8) for e in (1.0, 0.0, 5.0)]
    ),
    slip=1.0,
    corrects="kairouz2016.definition-3-count",
)
def definition_3_count_corrected(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """Columns counted as directions; `slip` claims one more."""
    found, claimed = _directions(k, epsilon), (2**k - 1 if epsilon else 1) + int(slip)
    if epsilon:  # columns with ratios 1 or e^{±ε}, as exponents relative to the largest
        exponents = (e for e in product(range(3), repeat=k) if max(e) - min(e) <= 1)
        staircases = {tuple(x - max(e) for x in e) for e in exponents}
        if len(staircases) != found:
            return Outcome(False, 1.0, f"{len(staircases)} columns satisfy (9), S has {found}")
    return Outcome(found == claimed, float(claimed - found), f"{found} patterns, claimed {claimed}")


@claim(
    id="kairouz2016.equation-10",
    source="Section 2.2, eq. 10",
    statement=r"For any staircase mechanism $Q$ some $Q' \in [Q]$ has $Q' = S^{(k)} \Theta$ with "
    r"$\Theta$ diagonal and non-negative.",
    kind="equal",
    conditions="up to order, merging and splitting of outputs; all-zero outputs may be added, "
    "which the printed equivalence leaves out",
    evidence="Split and shuffled staircase mechanisms are taken back to S diag(θ) with the same "
    "total weight on every direction.",
    instances=explicit(
        *[at(f"k = {k}, ε = {e:g}", k=k, epsilon=e) for k in (2, 3) for e in (1.0, 0.01, 5.0)]
    ),
)
def equation_10(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """Every split staircase mechanism gives a θ with Sθ = 1; `slip` moves an entry of it."""
    generator, S = np.random.default_rng(10), _printed_matrix(k, math.exp(epsilon))
    directions, worst = S / S.max(axis=0), 0.0
    for Q in basic_mechanisms(k, epsilon, k):
        parts = generator.uniform(0.1, 0.9, Q.shape[1])
        split = generator.permutation(np.column_stack([Q * parts, Q * (1 - parts)]), axis=1)
        split[0, 0] += slip
        theta = np.zeros(2**k)
        for column in split.T:
            off = np.abs(directions - (column / column.max())[:, None]).max(axis=0)
            worst = max(worst, float(off.min()))
            theta[off.argmin()] += column.max() / S[:, off.argmin()].max()
        worst = max(worst, float(np.abs(S @ theta - 1.0).max()))
    return Outcome(worst <= 1e-12, worst, f"pattern or row sum off by {worst:.2g}")


def _columns(full: bool) -> Iterator[Instance]:
    yield at("total variation, C = 2", "counterexample", name="tv", column=[F(1, 3), F(1, 6)],
             factor=F(2))  # fmt: skip
    for name in UTILITIES:
        for factor in (F(1, 2), F(3), F(1)):
            yield at(f"{name}, C = {factor}", name=name, column=[F(1, 5), F(1, 10), F(1, 10)],
                     factor=factor)  # fmt: skip


@claim(
    id="kairouz2016.section-2-2-merging",
    source="Section 2.2, display below Theorem 4",
    statement=r"If $Q(y|\cdot) = C\, Q(y'|\cdot)$, then "
    r"$\mu(Q_y) + \mu(Q_{y'}) = \mu((1 + C) Q_y) = \mu(Q'_{y''})$.",
    kind="equal",
    conditions="μ sublinear, C > 0; y'' merges y and y'",
    expected="refuted",
    evidence="A misprint: the merged column is (1 + C) Q_{y'}, which is (1 + 1/C) Q_y. With C = 2 "
    "the left side is 3 μ(Q_{y'}) and the middle 6 μ(Q_{y'}). It holds for C = 1.",
    instances=_columns,
    slip=None,
    quote=r"$\mu(Q_y) + \mu(Q_{y'}) = \mu((1+C)Q_y) = \mu(Q'_{y''})$",
    finding="misprint",
    weight="detail",
    holds="The middle term is μ((1 + C) Q_{y'}).",
    stands="Merging outputs of one pattern keeps the utility, which is all that is used.",
)
def merging(name: str, column: list[F], factor: F, slip: float = 0.0) -> Outcome:
    """The display as printed; `column` is Q_y'."""
    return _merged(name, column, factor, 1.0 + float(factor), of_first=True)


@claim(
    id="kairouz2016.section-2-2-merging-corrected",
    source="Section 2.2, display below Theorem 4",
    statement=r"If $Q(y|\cdot) = C\, Q(y'|\cdot)$, then "
    r"$\mu(Q_y) + \mu(Q_{y'}) = \mu((1 + C) Q_{y'}) = \mu(Q'_{y''})$.",
    kind="equal",
    conditions="μ sublinear, C > 0; y'' merges y and y'",
    evidence="All three agree for nine sublinear functions and several C.",
    instances=_columns,
    corrects="kairouz2016.section-2-2-merging",
)
def merging_corrected(name: str, column: list[F], factor: F, slip: float = 0.0) -> Outcome:
    """The display with Q_y' in the middle; `slip` moves the factor."""
    return _merged(name, column, factor, 1.0 + float(factor) + slip, of_first=False)


def _merged(name: str, column: list[F], factor: F, scale: float, *, of_first: bool) -> Outcome:
    prior = [F(i + 1, len(column) * (len(column) + 1) // 2) for i in range(len(column))]
    mu, second = utility(name, prior, prior[::-1]), np.array([[float(x)] for x in column])
    first = float(factor) * second
    apart = total(mu, first) + total(mu, second)
    merged = total(mu, first + second)
    middle = total(mu, scale * (first if of_first else second))
    return both(equal(apart, middle), equal(apart, merged))


@claim(
    id="kairouz2016.section-2-2-invariance",
    source="Section 2.2, below Theorem 4",
    statement=r"The objective and the privacy constraints are invariant under permutations of the "
    r"columns and under merging and splitting of outputs with the same pattern.",
    kind="equal",
    conditions="μ sublinear",
    evidence="Shuffled and split mechanisms keep their utility and their worst ratio over sets.",
    instances=lambda full: (
        at(f"{name}, k = {k}", name=name, k=k) for name in UTILITIES for k in (2, 3)
    ),
)
def invariance(name: str, k: int, slip: float = 0.0) -> Outcome:
    """Utility and ε after shuffling and splitting; `slip` moves an entry."""
    generator = np.random.default_rng(k)
    p0, p1 = generator.dirichlet(np.ones(k), 2)
    Q, mu = random_kernel(generator, k, 4, 1.0), utility(name, p0, p1)
    parts = generator.uniform(0.1, 0.9, 4)
    split = generator.permutation(np.column_stack([Q * parts, Q * (1 - parts)]), axis=1)
    split[0, 0] += slip
    return both(
        equal(total(mu, split), total(mu, Q)),
        equal(worst_subset_ratio(split), worst_subset_ratio(Q)),
    )


CLAIMS: tuple[Claim, ...] = (
    invariance,
    definition_3_display,
    definition_3_count,
    definition_3_count_corrected,
    equation_10,
    merging,
    merging_corrected,
)
