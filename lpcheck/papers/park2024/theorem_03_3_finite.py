r"""Theorem 3.3 on finite alphabets: exact if and only if sets of mass α cover them evenly.

Theorem 3.3 is printed for R^n. For general spaces Theorem C.4 asks for (α, t, u)-decomposability,
:math:`\alpha = (1-c_1)/(c_2-c_1)`: t subsets of mass α that cover every letter u times. Here that
hypothesis is varied: without it (12) is an upper bound that is never attained.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from formulations.gate import solve
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.covers import evenly_covered
from lpcheck.claims.divergences import EVERY_F, read
from lpcheck.claims.evidence import at_most, both, equal, optimal, optimum_equals
from lpcheck.claims.exact import F
from lpcheck.claims.instances import at, explicit, joined, labelled
from lpcheck.papers.park2024._instances import bands, bounded
from lpcheck.papers.park2024.sampler import Band
from lpcheck.papers.park2024.theorem_03_3 import answers, problem_of

_STANDS = "Theorem 3.3 is printed for R^n, Theorem C.4 with decomposability: both stand."
_HALVES = at("α = 2/3 of two letters", **bounded("1 1", "0", "3/2", t=F(2)))
_UNEVEN = [
    _HALVES,
    at("no set of mass α = 2/5", **bounded("3 2 1", "1/3", "2", t=F(33, 20))),
    at("sets of mass α miss a letter", **bounded("4 2 1 1", "0", "4", t=F(2))),
    at("five letters, α = 1/2", **bounded("1 1 1 1 1", "1/4", "7/4", t=F(3))),
    at("α k not whole", **bounded("1 1 1 1", "1/5", "3", t=F(2))),
]
_EVEN = [
    at("1/α whole", **bounded("1 1 1 1", "1/4", "13/4", t=F(2))),
    at("α = 2/3, 1/α not whole", **bounded("1 1 1", "0", "3/2", t=F(2))),
    at("α = 3/5", **bounded("1 1 1 1 1", "1/4", "3/2", t=F(3, 2))),
    at("1/2, 1/4, 1/4 at α = 1/2", **bounded("2 1 1", "0", "2", t=F(5))),
    at("unequal sets that cover evenly", **bounded("1 1 2 2", "1/2", "3/2", t=F(2))),
]


@claim(
    id="park2024.theorem-3-3-finite",
    source="Theorem 3.3 with a finite alphabet in place of R^n",
    statement=r"The space matters: for $\mu = (\frac12, \frac12)$, $c_1 = 0$, $c_2 = \frac32$, "
    r"$e^\varepsilon = 2$ and total variation $\mathcal R = \frac1{12}$, where the mechanism (13) "
    r"has the risk $\frac3{20}$ and (12) is $\frac15$.",
    kind="equal",
    conditions="a finite alphabet that no sets of mass α cover evenly",
    evidence="The class is the segment between (3/4, 1/4) and (1/4, 3/4); answers (2/3, 1/3) and "
    "(1/3, 2/3) have risk 1/12. No set has mass α = 2/3, so that no P takes the values c1 μ and "
    "c2 μ alone.",
    instances=explicit(_HALVES),
    finding="probe",
    stands=_STANDS,
)
def theorem_3_3_finite(
    mu: Any, c1: Fraction, c2: Fraction, t: Fraction, slip: float = 0.0
) -> Outcome:
    """The optimum over all samplers, the mechanism's risk and (12); the slip is added to 1/12."""
    band = Band(tuple(mu), c1, c2, t)
    problem = problem_of(band, "tv")
    return both(
        optimum_equals(problem, solve(problem), 1 / 12 + slip),
        equal(problem.value(np.array(answers(problem, band))), 3 / 20),
        equal(band.value(read("tv")), 1 / 5),
    )


@claim(
    id="park2024.theorem-3-3-finite-universal",
    source="Theorem 3.3, optimal under any D_f, with a finite alphabet in place of R^n",
    statement=r"The space matters for universality too: for $\mu$ uniform on three letters, "
    r"$c_1 = 0$, $c_2 = 2$ and $e^\varepsilon = 2$ no mechanism is optimal under both KL and "
    r"squared Hellinger.",
    kind="lower",
    conditions="a finite alphabet that no sets of mass α cover evenly",
    evidence="The optimum for KL is unique (strictly convex), answers (2/3, 1/3, 0) with "
    "(4/9, 1/3, 2/9), and costs 0.2447 in squared Hellinger, where (2/5, 2/5, 1/5) costs 0.2369.",
    instances=explicit(at("α k = 3/2", **bounded("1 1 1", "0", "2", t=F(2)))),
    slip=1.0,
    finding="probe",
    stands=_STANDS,
)
def theorem_3_3_finite_universal(
    mu: Any, c1: Fraction, c2: Fraction, t: Fraction, slip: float = 0.0
) -> Outcome:
    """What the optimum for KL costs in squared Hellinger; the control is an even cover, c2 = 3.

    A KL risk within 1e-5 of the optimum leaves entries within about 3e-3 of it (Pinsker), and the
    other risk within less than the excess of 5e-3 that is asked for.
    """
    band = Band(tuple(mu), c1, c2 + F(slip), t)
    best, other = solve(problem_of(band, "kl")), problem_of(band, "hellinger")
    if best.mechanism is None or best.bounds.width > 1e-5:
        return Outcome(None, 0.0, best.message)
    excess = other.value(best.mechanism) - solve(other).bounds.upper
    return at_most(5e-3, excess)


@claim(
    id="park2024.theorem-3-3-finite-corrected",
    source="Theorem C.4",
    statement=r"If $\mu$ is $(\alpha, t, u)$-decomposable, $\alpha = \frac{1-c_1}{c_2-c_1} = "
    r"\frac ut$ ($t$ sets of mass $\alpha$ cover each letter $u$ times), $\mathcal R$ is (12) and "
    r"(13) is optimal.",
    kind="tight",
    conditions="eq. 10, (α, t, u)-decomposable μ",
    evidence="Value and mechanism equal the program's, for u = 1 and u > 1: 1/α need not be "
    "whole. For uniform μ the condition is that αk is whole.",
    instances=labelled(explicit(*_EVEN), ("tv", "kl", "hellinger", "hockey-stick:5/4", "chi2")),
    slip=1e-4,
)
def theorem_c_4(
    mu: Any, c1: Fraction, c2: Fraction, t: Fraction, divergence: str, slip: float = 0.0
) -> Outcome:
    """The condition, the value and the mechanism; the slip changes c2 in the printed value."""
    band = Band(tuple(mu), c1, c2, t)
    problem = problem_of(band, divergence)
    solution = solve(problem)
    claimed = Band(tuple(mu), c1, c2 * (1 + F(slip)), t).value(read(divergence))
    return both(
        Outcome(evenly_covered(mu, band.alpha), 0.0, "sets of mass α cover the alphabet evenly"),
        optimum_equals(problem, solution, claimed),
        optimal(problem, np.array(answers(problem, band)), solution=solution),
    )


@claim(
    id="park2024.theorem-3-3-finite-upper",
    source="Theorem 3.3 and its achievability part, with a finite alphabet",
    statement=r"For any $\mu$ under (10), (12) is an upper bound on $\mathcal R$, and the risk of "
    r"(13) is at most (12).",
    kind="upper",
    conditions="eq. 10",
    evidence="The linear mechanism keeps P/Q in [r1, r2] on every space; checked at classes with "
    "and without even covers.",
    instances=labelled(
        joined(explicit(*_UNEVEN, *_EVEN), bands(odds=(F(2),))), EVERY_F, rotate=True
    ),
    control={**_EVEN[0].parameters, "divergence": "kl"},
    finding="probe",
    weight="detail",
)
def theorem_3_3_finite_upper(
    mu: Any, c1: Fraction, c2: Fraction, t: Fraction, divergence: str, slip: float = 0.0
) -> Outcome:
    """The risk of the mechanism, which bounds the optimum, against (12) less `slip`."""
    band = Band(tuple(mu), c1, c2, t)
    problem = problem_of(band, divergence)
    risk = problem.value(np.array(answers(problem, band)))
    return at_most(risk, band.value(read(divergence)) * (1.0 - slip), scale=10.0)


def _every_small_class(full: bool) -> Any:
    """Random μ with denominators up to 12, and α = a/12 or a/5, so that both cases are frequent."""
    generator = np.random.default_rng(34)
    for index in range(200 if full else 18):
        k = int(generator.integers(2, 5))
        w = generator.integers(1, 4, k).tolist()
        total = sum(w)
        alpha = F(int(generator.integers(1, total)), total)
        if index % 6 == 5:
            alpha = F(2, 5)
        c1 = F(int(generator.integers(0, 3)), 4)
        mu = [F(x, total) for x in w]
        c2, t = c1 + (1 - c1) / alpha, F(6, 5)
        if c2 > c1 * t:
            label = f"class {index}, α = {alpha}"
            yield at(label, "random", mu=mu, c1=c1, c2=c2, t=t, divergence="tv")


@claim(
    id="park2024.theorem-3-3-finite-necessary",
    source="Theorem C.4, the converse of its condition",
    statement=r"Under (10) on a finite alphabet, for total variation and strictly convex $f$ (12) "
    r"equals $\mathcal R$ if and only if $\mu$ is $(\alpha, t, u)$-decomposable.",
    kind="equal",
    conditions="eq. 10",
    evidence="Equality and an even cover agree on every class. If there is no even cover, a "
    "separating vector tilts bμ so that every extreme P that splits gets more mass where it is "
    "large, and P that do not split are strictly inside the chord.",
    instances=joined(
        labelled(explicit(*_UNEVEN, *_EVEN), ("tv", "kl"), rotate=True), _every_small_class
    ),
    slip=0.05,
    finding="probe",
    stands=_STANDS,
    control={**_EVEN[1].parameters, "divergence": "kl"},
)
def theorem_3_3_finite_necessary(
    mu: Any, c1: Fraction, c2: Fraction, t: Fraction, divergence: str, slip: float = 0.0
) -> Outcome:
    """Whether the value is attained, against the cover; the slip changes α in the cover."""
    band = Band(tuple(mu), c1, c2, t)
    bounds = solve(problem_of(band, divergence)).bounds
    claimed = band.value(read(divergence))
    covered = evenly_covered(mu, band.alpha * (1 + F(slip)))
    least, most = 1.0 - bounds.upper / claimed, 1.0 - bounds.lower / claimed
    detail = f"below (12) by {least:.3g} to {most:.3g} of it; even cover: {covered}"
    if most > 1e-5 and least < 1e-4:
        return Outcome(None, most, detail)
    return Outcome((most <= 1e-5) == covered, 0.0, detail)


CLAIMS: tuple[Claim, ...] = (
    theorem_3_3_finite,
    theorem_3_3_finite_universal,
    theorem_c_4,
    theorem_3_3_finite_upper,
    theorem_3_3_finite_necessary,
)
