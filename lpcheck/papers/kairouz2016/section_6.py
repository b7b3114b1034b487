r"""Section 6: randomized response as a distortion mechanism."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.optimize import linprog

from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Instance, Outcome
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import at_most, equal
from lpcheck.claims.instances import F, at, explicit, random_priors
from lpcheck.mechanisms import randomized_response
from lpcheck.papers.kairouz2016._columns import matrix
from lpcheck.papers.kairouz2016._forms import corrected, printed
from lpcheck.papers.kairouz2016._polytope import equalities, inequalities, worst_subset_ratio


def _mechanism(distortion: Array, epsilon: float) -> Array:
    """Q(y|x) ∝ e^{ε(1 − d(x, y))}, rows normalised."""
    Q = np.exp(-epsilon * distortion)
    return np.asarray(Q / Q.sum(axis=1, keepdims=True))


@display(
    "the mechanism",
    r"For Hamming distance $d(x,y) = \mathbb I(x \ne y)$ the mechanism $Q(y|x) = "
    r"e^{\varepsilon(1-d(x,y))} / (k - 1 + e^\varepsilon)$ is the randomized response mechanism.",
    explicit(
        *[at(f"k = {k}, ε = {e:g}", k=k, epsilon=e) for k in (2, 1, 3, 10) for e in (1.0, 0.0, 30)]
    ),
)
def hamming(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """The display against randomized response; `slip` moves the distance of a letter to itself."""
    distance = 1.0 - np.eye(k)
    distance[0, 0] += slip
    shown = np.exp(epsilon * (1 - distance)) / (k - 1 + math.exp(epsilon))
    return equal(float(np.abs(shown - randomized_response(k, epsilon)).max()), 0.0)


def _large_enough(full: bool) -> Iterator[Instance]:
    yield at("at the threshold", prior=[F(1, 2), F(3, 10), F(1, 5)], epsilon=math.log(3))
    yield at("uniform, ε = 0", "degenerate", prior=[F(1, 4)] * 4, epsilon=0.0)
    yield at("one letter", "degenerate", prior=[F(1)], epsilon=0.0)
    for instance in random_priors(sizes=(2, 3, 5), epsilons=(0.0,), repeats=2)(full):
        prior = instance.parameters["prior"]
        least = math.log(max(1.0 / min(prior) - len(prior) + 1.0, 1.0))
        for extra in (1e-6, 1.0):
            label = f"{instance.label}, threshold + {extra:g}"
            yield at(label, "random", prior=prior, epsilon=least + extra)


@display(
    "near optimality",
    r"it minimises $\sum_{x,y} d(x,y) P(x) Q(y|x)$ over $D_\varepsilon$ when $\varepsilon$ is "
    r"large enough: $e^\varepsilon \ge 1/\min P - k + 1$.",
    _large_enough,
    slip=0.01,
)
def near_optimal(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Randomized response against the program; `slip` lowers its ε."""
    P = np.array([float(x) for x in prior])
    k = len(P)
    cost = (P[:, None] * (1.0 - np.eye(k))).T.reshape(-1)
    found = linprog(
        cost,
        A_ub=inequalities(k, k, epsilon),
        b_ub=np.zeros(k * k * k),
        A_eq=equalities(k, k),
        b_eq=np.ones(k),
        method="highs-ds",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    claimed = float(P @ (1.0 - np.diag(randomized_response(k, max(epsilon - slip, 0.0)))))
    return equal(float(found.fun), claimed, scale=100.0)


distance = displays(
    (hamming, near_optimal),
    id="kairouz2016.section-6-hamming",
    source="Section 6, Non-exchangeable utility functions, for Hamming distance",
    conditions="P positive (printed as near optimal)",
    evidence="Entry by entry; equal to the linear program over all k × k private kernels at the "
    "threshold and above.",
)


_FAR = [[F(0), F(2)], [F(2), F(0)]]
_CLUSTER = [[F(0), F(1), F(1)], [F(1), F(0), F(1, 2)], [F(1), F(1, 2), F(0)]]
_CYCLE = [[F(min(abs(x - y), 5 - abs(x - y)), 2) for y in range(5)] for x in range(5)]
_CUBE = [[F((x ^ y).bit_count(), 3) for y in range(8)] for x in range(8)]
_PLAIN = [[F(int(x != y)) for y in range(3)] for x in range(3)]


def _private(distortion: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The ε that the mechanism really has; `slip` stretches the distances."""
    Q = _mechanism((1.0 + slip) * matrix(distortion), epsilon)
    return at_most(math.log(worst_subset_ratio(Q)), epsilon)


distortion_private = printed(
    id="kairouz2016.section-6-distortion",
    source="Section 6, Non-exchangeable utility functions",
    statement=r"For a distortion metric $d$ the mechanism $Q(y|x) \propto e^{\varepsilon(1-d(x,y))}"
    r" / (k - 1 + e^\varepsilon)$ is feasible: $Q \in D_\varepsilon$.",
    kind="feasible",
    conditions="any metric d (it is said to be near optimal in the problem over D_ε)",
    evidence="k = 2, d = 2 for two different letters, e^ε = 2: the ratio is e^{2ε} = 4. Also with "
    "d ≤ 1: three letters, two of them 1/2 apart and both 1 from the first, e^ε = 4: the rows have "
    "different normalisers and the ratio is 14/3.",
    instances=explicit(
        at("k = 2, d = 2 I(x ≠ y)", "counterexample", distortion=_FAR, epsilon=math.log(2)),
        at("k = 3, d ≤ 1", "counterexample", distortion=_CLUSTER, epsilon=math.log(4)),
        at("Hamming distance", distortion=_PLAIN, epsilon=1.0),
    ),
    quote=r"showed that the mechanism $Q(y|x) \propto "
    r"e^{\varepsilon(1-d(x,y))}/(k-1+e^\varepsilon)$ achieves near optimal performance when "
    r"$\varepsilon$ is large enough",
    finding="imprecise",
    weight="detail",
    holds="It is in D_ε if 0 ≤ d ≤ 1 and the rows have one normaliser.",
    stands="It is quoted from other work; for Hamming distance, the case that the paper uses, it "
    "is randomized response and optimal.",
)(_private)

distortion_private_corrected = corrected(
    distortion_private,
    r"If $0 \le d \le 1$ and $\sum_y e^{-\varepsilon d(x,y)}$ is the same for every $x$, "
    r"then $Q(y|x) \propto e^{\varepsilon(1-d(x,y))}$ is $\varepsilon$-locally differentially "
    r"private.",
    "Hamming distance, the 5-cycle and the 3-cube, whose letters all look alike; the "
    "normaliser then cancels from every ratio.",
    instances=explicit(
        *[
            at(f"{name}, ε = {e:g}", distortion=d, epsilon=e)
            for name, d in (("3 letters", _PLAIN), ("5-cycle", _CYCLE), ("3-cube", _CUBE))
            for e in (1.0, 0.0, 0.01, 10.0)
        ]
    ),
)(_private)

CLAIMS: tuple[Claim, ...] = (distance, distortion_private, distortion_private_corrected)
