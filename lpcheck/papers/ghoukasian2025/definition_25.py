r"""Definition 2.5, decomposability: where it holds, and what is left of Theorem 3.6 without it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.instances import at, explicit, joined
from lpcheck.papers.ghoukasian2025._samplers import (
    APPROXIMATE,
    FUNCTIONAL,
    GAUSSIAN,
    PURE,
    linear_is_optimal,
    linear_stays_below,
)

F = Fraction
_ONE = {"epsilon": 1}


@claim(
    id="ghoukasian2025.section-2-decomposable",
    source="Section 2, below Definition 2.5",
    statement=r"$(\alpha, t, 1)$-decomposability holds naturally for the uniform reference "
    r"measure in the finite case.",
    kind="feasible",
    conditions="uniform μ on [k]; α = 1/t",
    expected="refuted",
    evidence="On three letters no set has uniform measure 1/2. It holds if and only if αk is a "
    "whole number.",
    instances=explicit(
        at("k = 3, α = 1/2", "counterexample", k=3, t=2),
        at("k = 4, α = 1/2", k=4, t=2),
    ),
    slip=None,
)
def section_2_decomposable(k: int, t: int) -> Outcome:
    """Disjoint sets of measure 1/t, found by looking through all of them."""
    found = _splits(k, t)
    return Outcome(found, float(not found), f"{t} disjoint sets of measure 1/{t}, {k} letters")


def _splits(k: int, t: int) -> bool:
    sets = [s for n in range(1, k + 1) for s in combinations(range(k), n) if F(n, k) == F(1, t)]

    def search(left: int, used: frozenset[int]) -> bool:
        if left == 0:
            return True
        return any(search(left - 1, used | set(s)) for s in sets if not used & set(s))

    return search(t, frozenset())


@claim(
    id="ghoukasian2025.section-2-decomposable-corrected",
    source="Section 2, below Definition 2.5",
    statement=r"Uniform $\mu_k$ is $(1/t, t, 1)$-decomposable if and only if $t$ divides $k$.",
    kind="equal",
    conditions="2 ≤ t ≤ k",
    evidence="By looking through all families of sets.",
    instances=explicit(*(at(f"k = {k}, t = {t}", k=k, t=t) for k in range(2, 8) for t in (2, 3))),
    slip=1,
    corrects="ghoukasian2025.section-2-decomposable",
)
def section_2_decomposable_corrected(k: int, t: int, slip: int = 0) -> Outcome:
    """Divisibility against a search; the control divides k + 1 instead."""
    agree = _splits(k, t) == ((k + slip) % t == 0)
    return Outcome(agree, 0.0 if agree else 1.0, f"k = {k}, t = {t}")


@claim(
    id="ghoukasian2025.theorem-3-6-undecomposable",
    source="Theorem 3.6, its condition on μ dropped",
    statement=r"The linear sampler is minimax-optimal with risk (5) under Assumption 3.2 alone.",
    kind="tight",
    conditions="Assumption 3.2 only",
    expected="refuted",
    evidence="μ = (1/3, 2/3), c1 = 0, c2 = 2, KL, ε = 1: the optimum is 0.155, the linear "
    "sampler's 0.198, (5) says 0.313. Decomposability is a condition, not a convenience.",
    instances=explicit(
        at("μ = (1/3, 2/3)", "counterexample", level=_ONE, reference=[F(1, 3), F(2, 3)],
           c1=F(0), c2=F(2), divergence="kl"),
        at("the same, Gaussian", level={"nu": 1}, reference=[F(1, 3), F(2, 3)],
           c1=F(0), c2=F(2), divergence="tv"),
        at("μ = (1/2, 1/2) splits", level=_ONE, reference=[F(1, 2), F(1, 2)],
           c1=F(0), c2=F(2), divergence="kl"),
    ),
    slip=None,
)  # fmt: skip
def theorem_3_6_undecomposable(
    level: dict[str, Any], reference: Any, c1: Any, c2: Any, divergence: str
) -> Outcome:
    """Against all samplers."""
    return linear_is_optimal(level, c1, c2, divergence, 0.0, reference=reference)


def _references(full: bool) -> Iterator[Instance]:
    generator = np.random.default_rng(36)
    for n in range(10 if full else 3):
        k = int(generator.integers(2, 5))
        reference = generator.dirichlet(np.ones(k)).tolist()
        for level in (PURE, APPROXIMATE, GAUSSIAN, FUNCTIONAL):
            for c1, c2, f in ((F(0), F(2), "kl"), (F(1, 2), F(2), "tv")):
                parameters = {
                    "level": level, "reference": reference, "c1": c1, "c2": c2, "divergence": f
                }  # fmt: skip
                label = f"random μ {n}, k = {k}, c1 = {c1}, {', '.join(level)}"
                yield Instance(label, parameters, "random")


@claim(
    id="ghoukasian2025.theorem-3-6-upper",
    source="Theorem 3.6, its condition on μ dropped",
    statement=r"For any $\mu$ the linear sampler is $g$-FLDP and its risk is at most (5): an upper "
    r"bound on the minimax risk.",
    kind="upper",
    conditions="Assumption 3.2, (3), g symmetric; any μ",
    evidence="Private for every pair of extreme points, and at most (5), on random μ; equal where "
    "μ splits.",
    instances=joined(
        explicit(
            at("μ splits: equality", level=_ONE, reference=[F(1, 2), F(1, 2)], c1=F(0), c2=F(2),
               divergence="kl"),
            at("μ = (1/3, 2/3)", level=_ONE, reference=[F(1, 3), F(2, 3)], c1=F(0), c2=F(2),
               divergence="kl"),
        ),
        _references,
    ),
    slip=0.01,
    corrects="ghoukasian2025.theorem-3-6-undecomposable",
)  # fmt: skip
def theorem_3_6_upper(
    level: dict[str, Any], reference: Any, c1: Any, c2: Any, divergence: str, slip: float = 0.0
) -> Outcome:
    """Privacy and risk of the linear sampler; the control lowers the bound by 1 %."""
    of_class = {"reference": reference, "designed_for": c2}
    return linear_stays_below(level, c1, c2, divergence, slip, **of_class)[0]


CLAIMS: tuple[Claim, ...] = (
    section_2_decomposable,
    section_2_decomposable_corrected,
    theorem_3_6_undecomposable,
    theorem_3_6_upper,
)
