r"""Definition 3: the staircase pattern matrix, how many patterns it has, and what merges."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from itertools import product

import numpy as np

from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import both, equal
from lpcheck.claims.instances import F, at, explicit
from lpcheck.papers.kairouz2016._columns import (
    UTILITIES,
    basic_mechanisms,
    patterns,
    total,
    utility,
)
from lpcheck.papers.kairouz2016._forms import corrected, printed
from lpcheck.papers.kairouz2016._polytope import random_kernel, worst_subset_ratio

_LEVELS = (1.0, 0.0, 1e-4, 5.0)


def _printed_matrix(k: int, t: float) -> Array:
    """S^(k) from its definition: column j is (t − 1) b_{j−1} + 1, b in binary digits."""
    columns = [[(t - 1) * int(digit) + 1 for digit in f"{j:0{k}b}"] for j in range(2**k)]
    return np.array(columns, dtype=float).T


@display(
    "display below Definition 3",
    r"$S^{(3)} = \begin{bmatrix} 1&1&1&1&e^\epsilon&e^\epsilon&e^\epsilon&e^\epsilon \\ "
    r"1&1&e^\epsilon&e^\epsilon&1&1&e^\epsilon&e^\epsilon \\ "
    r"1&e^\epsilon&1&e^\epsilon&1&e^\epsilon&1&e^\epsilon \end{bmatrix}$, with column $j$ equal to "
    r"$(e^\epsilon - 1) b_{j-1} + \mathbf 1$.",
    explicit(*[at(f"ε = {e:g}", epsilon=e) for e in _LEVELS]),
)
def definition_3_display(epsilon: float, slip: float = 0.0) -> Outcome:
    """The display against the definition; `slip` moves its first entry."""
    t = math.exp(epsilon)
    shown = np.array([[1, 1, 1, 1, t, t, t, t], [1, 1, t, t, 1, 1, t, t], [1, t, 1, t, 1, t, 1, t]])
    shown[0, 0] += slip
    used = float(np.abs(shown[:, 1:] / shown[:, 1:].max(axis=0) - patterns(3, epsilon)).max())
    defined = float(np.abs(shown - _printed_matrix(3, t)).max())
    return both(equal(defined, 0.0), equal(used, 0.0))


@display(
    "eq. 10",
    r"For any staircase mechanism $Q$ some $Q' \in [Q]$ has $Q' = S^{(k)} \Theta$ with $\Theta$ "
    r"diagonal and non-negative (all-zero outputs may be added).",
    explicit(
        *[at(f"k = {k}, ε = {e:g}", k=k, epsilon=e) for k in (2, 3) for e in (1.0, 0.01, 5.0)]
    ),
)
def equation_10(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """Every split staircase mechanism gives a θ with Sθ = 1; `slip` moves an entry of it."""
    generator, S = np.random.default_rng(10), _printed_matrix(k, math.exp(epsilon))
    directions, worst = S / S.max(axis=0), 0.0
    for Q in basic_mechanisms(k, epsilon, k):
        split = _split(generator, Q)
        split[0, 0] += slip
        theta = np.zeros(2**k)
        for column in split.T:
            off = np.abs(directions - (column / column.max())[:, None]).max(axis=0)
            worst = max(worst, float(off.min()))
            theta[off.argmin()] += column.max() / S[:, off.argmin()].max()
        worst = max(worst, float(np.abs(S @ theta - 1.0).max()))
    return Outcome(worst <= 1e-12, worst, f"pattern or row sum off by {worst:.2g}")


def _split(generator: np.random.Generator, Q: Array) -> Array:
    """Every output split into two, in a random order."""
    parts = generator.uniform(0.1, 0.9, Q.shape[1])
    halves = np.column_stack([Q * parts, Q * (1 - parts)])
    return np.asarray(generator.permutation(halves, axis=1))


@display(
    "below Theorem 4",
    "The objective and the privacy constraints are invariant under permutations of the columns "
    "and under merging and splitting of outputs with the same pattern.",
    lambda full: (at(f"{name}, k = {k}", name=name, k=k) for name in UTILITIES for k in (2, 3)),
)
def invariance(name: str, k: int, slip: float = 0.0) -> Outcome:
    """Utility and ε after shuffling and splitting; `slip` moves an entry."""
    generator = np.random.default_rng(k)
    p0, p1 = generator.dirichlet(np.ones(k), 2)
    Q, mu = random_kernel(generator, k, 4, 1.0), utility(name, p0, p1)
    split = _split(generator, Q)
    split[0, 0] += slip
    return both(
        equal(total(mu, split), total(mu, Q)),
        equal(worst_subset_ratio(split), worst_subset_ratio(Q)),
    )


representation = displays(
    (definition_3_display, equation_10, invariance),
    id="kairouz2016.section-2-2-representation",
    source="Section 2.2, around Definition 3 and Theorem 4",
    conditions="μ sublinear",
    evidence="The printed matrix has the columns that the linear program uses, and split and "
    "shuffled staircase mechanisms are taken back to S diag(θ) with the same utility and level.",
    weight="detail",
)


@claim(
    id="kairouz2016.definition-3-count",
    source="Section 2.2, below the display of S^(3)",
    statement=r"For all values of $k$ there are exactly $2^k$ such patterns (up to a positive "
    r"factor $2^k - 1$, as $\mathbf 1$ and $e^\varepsilon \mathbf 1$ are proportional), and any "
    r"staircase column is a multiple of one of them.",
    kind="equal",
    conditions="ε > 0 (at ε = 0 all columns are equal)",
    evidence="All columns with (9) are counted for k up to 8, and those of S^(k), as vectors and "
    "as directions.",
    instances=explicit(
        *[at(f"k = {k}, ε = {e:g}", k=k, epsilon=e) for k in (1, 2, 3, 8) for e in (1.0, 5.0)]
    ),
    slip=1.0,
    weight="detail",
)
def definition_3_count(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """Columns, directions, and columns with ratios 1 or e^{±ε}; `slip` claims one more."""
    S = _printed_matrix(k, math.exp(epsilon))
    columns = len({tuple(c.round(12)) for c in S.T})
    directions = len({tuple((c / c.max()).round(12)) for c in S.T})
    exponents = (e for e in product(range(3), repeat=k) if max(e) - min(e) <= 1)
    staircases = {tuple(x - max(e) for x in e) for e in exponents}
    claimed = 2**k + int(slip)
    holds = columns == claimed and directions == len(staircases) == claimed - 1
    detail = f"{columns} columns, {directions} directions, {len(staircases)} with (9)"
    return Outcome(holds, float(abs(claimed - columns)), detail)


def _merged(name: str, column: list[F], factor: F, *, of_first: bool, slip: float = 0.0) -> Outcome:
    """The display with Q_y or Q_y', which is `column`, in the middle; `slip` moves the factor."""
    scale = 1.0 + float(factor) + slip
    prior = [F(i + 1, len(column) * (len(column) + 1) // 2) for i in range(len(column))]
    mu, second = utility(name, prior, prior[::-1]), np.array([[float(x)] for x in column])
    first = float(factor) * second
    apart = total(mu, first) + total(mu, second)
    merged = total(mu, first + second)
    middle = total(mu, scale * (first if of_first else second))
    return both(equal(apart, middle), equal(apart, merged))


def _columns(full: bool) -> Iterator[Instance]:
    yield at("total variation, C = 2", "counterexample", name="tv", column=[F(1, 3), F(1, 6)],
             factor=F(2))  # fmt: skip
    for name in UTILITIES:
        for factor in (F(1, 2), F(3), F(1)):
            kind = "fixed" if factor == 1 else "counterexample"
            yield at(f"{name}, C = {factor}", kind, name=name, column=[F(1, 5), F(1, 10), F(1, 10)],
                     factor=factor)  # fmt: skip


merging = printed(
    id="kairouz2016.section-2-2-merging",
    source="Section 2.2, display below Theorem 4",
    statement=r"If $Q(y|\cdot) = C\, Q(y'|\cdot)$, then "
    r"$\mu(Q_y) + \mu(Q_{y'}) = \mu((1 + C) Q_y) = \mu(Q'_{y''})$.",
    kind="equal",
    conditions="μ sublinear, C > 0; y'' merges y and y'",
    evidence="The merged column is (1 + C) Q_{y'}, which is (1 + 1/C) Q_y. With C = 2 "
    "the left side is 3 μ(Q_{y'}) and the middle 6 μ(Q_{y'}). It holds for C = 1.",
    instances=_columns,
    quote=r"$\mu(Q_y) + \mu(Q_{y'}) = \mu((1+C)Q_y) = \mu(Q'_{y''})$",
    finding="misprint",
    weight="detail",
    holds="The middle term is μ((1 + C) Q_{y'}).",
    stands="Merging outputs of one pattern keeps the utility, which is all that is used.",
)(partial(_merged, of_first=True))

merging_corrected = corrected(
    merging,
    r"If $Q(y|\cdot) = C\, Q(y'|\cdot)$, then "
    r"$\mu(Q_y) + \mu(Q_{y'}) = \mu((1 + C) Q_{y'}) = \mu(Q'_{y''})$.",
    "All three agree for nine sublinear functions and several C.",
)(partial(_merged, of_first=False))

CLAIMS: tuple[Claim, ...] = (representation, definition_3_count, merging, merging_corrected)
