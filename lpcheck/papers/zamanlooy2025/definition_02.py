r"""Definitions 1 to 4: mollifiers, relative mollifiers, private samplers and private kernels."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.exact import F, Kernel, no_more, odds, shares, transported
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.zamanlooy2025._exact import algorithm_1

_REFERENCES = explicit(
    at("two letters", reference=shares("1 9"), tau=F(2)),
    at("three letters", reference=shares("1 2 3"), tau=F(3, 2)),
    at("uniform", reference=[F(1, 4)] * 4, tau=F(7)),
    at("a zero", "degenerate", reference=shares("0 1 2"), tau=F(2)),
    at("point mass", "degenerate", reference=shares("1 0"), tau=F(2)),
    at("one letter", "degenerate", reference=[F(1)], tau=F(2)),
    at("ε = 0", "degenerate", reference=shares("1 3"), tau=F(1)),
    at("ε = 40", "degenerate", reference=shares("1 3"), tau=F(10**9)),
)


@claim(
    id="zamanlooy2025.definition-2",
    source="Definition 2 and below",
    statement=r"Any $p, p' \in \mathcal M_{\varepsilon,q}$ satisfy $p(x) \le e^\varepsilon p'(x)$ "
    r"for all $x$, so that $\mathcal M_{\varepsilon,q}$ is an $\varepsilon$-mollifier.",
    kind="feasible",
    conditions="none printed; 0/0 counts as 1 where q has a zero",
    evidence="The largest and the smallest value of each coordinate over the set are known "
    "exactly, and their ratio is at most e^ε.",
    instances=_REFERENCES,
    slip=0.01,
)
def definition_2(reference: Any, tau: Fraction, slip: float = 0.0) -> Outcome:
    r"""The extreme values of each coordinate, τ = e^{ε/2}; the slip lowers the level by 1 %."""
    level = tau**2 * (1 - F(slip))
    worst = Outcome(True, -1.0)
    for x in reference:
        high = min(tau * x, 1 - (1 - x) / tau)
        low = max(x / tau, 1 - tau * (1 - x))
        outcome = no_more(high, level * low)
        worst = outcome if worst.holds and outcome.gap > worst.gap else worst
    return worst


_KERNELS = explicit(
    at("Algorithm 1", kernel=algorithm_1(shares("1 2 3"), F(2))),
    at("binary", kernel=algorithm_1(shares("1 3"), F(9))),
    at("3 × 2", kernel=[shares("2 1"), shares("1 2"), shares("1 1")]),
    at("constant", "degenerate", kernel=[shares("1 3")] * 2),
    at("unused output", "degenerate", kernel=[shares("0 1"), shares("0 1")]),
    at("one letter", "degenerate", kernel=[[F(1)]]),
)


@claim(
    id="zamanlooy2025.definition-4",
    source="Definition 4 and below",
    statement=r"The output distributions of any $\varepsilon$-LDP $\mathsf K$ form an "
    r"$\varepsilon$-mollifier, so that sampling from $p\mathsf K$ is an $\varepsilon$-locally "
    r"private sampler (Definition 3).",
    kind="feasible",
    conditions="finite alphabet; 0/0 in (1) counts as 1",
    evidence="The worst ratio of two outputs is that of two rows, at point masses. Where an output "
    "is never used the printed quotient is 0/0, which the product form of Definition 1 settles.",
    instances=_KERNELS,
    slip=0.01,
)
def definition_4(kernel: Kernel, slip: float = 0.0) -> Outcome:
    """All pairs of outputs over a grid of inputs, vertices included; the slip lowers the level."""
    level = odds(kernel) * (1 - F(slip))
    outputs = [transported(p, kernel) for p in _grid(len(kernel), 4)]
    worst = Outcome(True, -1.0)
    for p, other in product(outputs, outputs):
        for x, y in zip(p, other, strict=True):
            outcome = no_more(x, level * y)
            worst = outcome if worst.holds and outcome.gap > worst.gap else worst
    return worst


def _grid(n: int, steps: int) -> list[list[Fraction]]:
    """All distributions on n letters whose entries are multiples of 1/steps."""
    counts = product(range(steps + 1), repeat=n)
    return [[F(c, steps) for c in count] for count in counts if sum(count) == steps]


CLAIMS: tuple[Claim, ...] = (definition_2, definition_4)
