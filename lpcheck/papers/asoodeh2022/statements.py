r"""How much ε-LDP kernels contract divergences, over all kernels."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from formulations import Staircase
from formulations.divergences import read_divergence
from formulations.gate import solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal, vanishes
from lpcheck.claims.instances import at, degenerate_pairs, explicit, joined, labelled, random_pairs
from lpcheck.mechanisms.randomized_response import randomized_response

F = Fraction
_FS = ("chi2", "kl", "hellinger")


def factor(epsilon: float) -> float:
    """((e^ε − 1)/(e^ε + 1))²."""
    return math.tanh(epsilon / 2.0) ** 2


def _largest(p0: Any, p1: Any, epsilon: float, divergence: str) -> float:
    stated = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=divergence)
    return solve(stated).bounds.upper


_FAIR = at("P1 is a fair coin: equality", p0=[F(2, 3), F(1, 3)], p1=[F(1, 2)] * 2, epsilon=1.0)


@claim(
    id="asoodeh2022.contraction",
    source="abstract",
    statement=r"$D_f(M_0\|M_1) \le (\frac{e^\varepsilon-1}{e^\varepsilon+1})^2 D_f(P_0\|P_1)$ for "
    r"every $\varepsilon$-LDP kernel, $f$ of KL, $\chi^2$ and squared Hellinger.",
    kind="upper",
    conditions="any P0, P1; the text was not at hand",
    weight="headline",
    evidence="The largest left side over all kernels is a staircase program, whose upper bound is "
    "compared: random and degenerate pairs, zeros included.",
    instances=labelled(
        joined(
            explicit(_FAIR),
            random_pairs(sizes=(2, 3, 5), epsilons=(0.01, 0.3, 1.0, 3.0)),
            degenerate_pairs((0.0, 1e-4, 1.0, 10.0)),
        ),
        _FS,
        rotate=True,
    ),
    control={**_FAIR.parameters, "divergence": "chi2"},
)
def contraction(
    p0: Any, p1: Any, epsilon: float, divergence: str, slip: float = 0.0
) -> Outcome:  # fmt: skip
    """Against the program; the control, where χ² has equality, lowers the factor by 1e-6."""
    rows = [[float(x) for x in p] for p in (p0, p1)]
    before = read_divergence(divergence).between(*rows)
    if math.isinf(before):
        return Outcome(True, 0.0, "the right side is infinite")
    right = factor(epsilon) * (1.0 - slip) * before
    return at_most(_largest(p0, p1, epsilon, divergence), right, slack=1e-15)


@claim(
    id="asoodeh2022.contraction-sharp",
    source="abstract",
    statement=r"The factor is sharp: randomized response has it for $\chi^2$ at $P_1 = "
    r"(\frac12, \frac12)$ and every $P_0$, and in the limit $P_0 \to P_1$ for all three.",
    kind="asymptotic",
    conditions="two letters; the limit measured at P0 = (1/2 + h, 1/2 − h)",
    evidence="Equality for χ²; the other two fall short of the factor by O(h²).",
    instances=explicit(
        *(at(f"ε = {e}, {f}", epsilon=e, divergence=f) for e in (0.1, 1.0, 3.0) for f in _FS)
    ),
)
def contraction_sharp(epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    """Randomized response's own ratio; the control moves the factor by 1e-6."""
    f, Q, fair = read_divergence(divergence), randomized_response(2, epsilon), np.full(2, 0.5)

    def lacking(h: float) -> float:
        p = np.array([0.5 + h, 0.5 - h])
        return f.between(p @ Q, fair) / f.between(p, fair) / (factor(epsilon) * (1 + slip)) - 1.0

    if divergence == "chi2":
        return both(*(equal(lacking(h), 0.0, slack=1e-10) for h in (0.5, 0.1, 0.01)))
    return vanishes(lacking, (0.04, 0.02, 0.01), 2.0)


_POINT = at("P1 a point mass: equality", p0=[F(1, 3), F(2, 3)], p1=[F(0), F(1)], epsilon=1.0)


@claim(
    id="asoodeh2022.chi2-tv",
    source="abstract; the constant is ours",
    statement=r"$\chi^2(M_0\|M_1)$ is bounded through total variation and $\varepsilon$: by "
    r"$\frac{(e^\varepsilon-1)^2}{e^\varepsilon} D_{TV}(P_0, P_1)^2$, the least such constant.",
    kind="upper",
    conditions="any P0, P1; the text was not at hand: that there is a bound is its statement, the "
    "constant is what computation gave",
    evidence="The program over all kernels: never above on random and degenerate pairs, equal "
    "where P1 has no mass on {P0 > P1}.",
    instances=joined(
        explicit(_POINT),
        random_pairs(sizes=(2, 3, 5), epsilons=(0.01, 0.3, 1.0, 3.0)),
        degenerate_pairs((0.0, 1e-4, 1.0, 10.0)),
    ),
)
def chi2_tv(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Against the program; the control, where there is equality, lowers the constant by 1e-6."""
    distance = sum(abs(float(a) - float(b)) for a, b in zip(p0, p1, strict=True)) / 2.0
    constant = 4.0 * math.sinh(epsilon / 2.0) ** 2 * (1.0 - slip)
    return at_most(_largest(p0, p1, epsilon, "chi2"), constant * distance**2, slack=1e-15)


CLAIMS: tuple[Claim, ...] = (contraction, contraction_sharp, chi2_tv)
