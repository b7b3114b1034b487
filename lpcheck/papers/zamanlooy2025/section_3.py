r"""Section 3, before Example 1: what invariance buys, and what total variation means."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from formulations import PublicPrior
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import both, equal, nudged, optimal
from lpcheck.claims.exact import F, Kernel, distance, no_more, odds, same, shares, transported
from lpcheck.claims.instances import at, explicit, joined
from lpcheck.mechanisms import relative_mollifier
from lpcheck.papers.zamanlooy2025._exact import algorithm_1, sorted_priors


def _swap(t: Fraction) -> Kernel:
    """Randomized response that prefers the *other* letter: the worst private invariant kernel."""
    return [[1 / (t + 1), t / (t + 1)], [t / (t + 1), 1 / (t + 1)]]


def _invariant(full: bool) -> Iterator[Instance]:
    """Kernels that keep a prior, with inputs p: vertices and seeded random ones."""
    half = shares("1 1")
    yield at("swap", prior=half, kernel=[shares("0 1"), shares("1 0")], p=shares("1 0"))
    yield at("private swap", prior=half, kernel=_swap(F(3)), p=shares("1 0"))
    generator = np.random.default_rng(2025)
    for instance in sorted_priors((F(3, 2), F(7)), positive=False)(full):
        prior, t = instance.parameters["prior"], instance.parameters["t"]
        n = len(prior)
        kernel = algorithm_1(prior, t)
        inputs = [[F(int(i == j)) for j in range(n)] for i in range(n)]
        for _ in range(10 if full else 2):
            counts = generator.integers(0, 50, n) + 1
            inputs.append([F(int(c), int(counts.sum())) for c in counts])
        for p in [*inputs, prior]:
            yield at(instance.label, instance.kind, prior=prior, kernel=kernel, p=p)


@claim(
    id="zamanlooy2025.section-3-triangle",
    source="Section 3, above eq. 4",
    statement=r"$q\mathsf K = q$ implies $\mathsf{TV}(p, p\mathsf K) \le 2\,\mathsf{TV}(p, q)$.",
    kind="upper",
    conditions="K keeps q",
    evidence="Holds everywhere; the swap on the fair coin attains it, so that 2 is best without "
    "privacy.",
    instances=_invariant,
)
def triangle(prior: Any, kernel: Kernel, p: Any, slip: float = 0.0) -> Outcome:
    """In exact arithmetic; the slip lowers the constant 2."""
    return _triangle(prior, kernel, p, 2 * (1 - F(slip)))


@claim(
    id="zamanlooy2025.section-3-triangle-private",
    source="Section 3, above eq. 4, sharpened",
    statement=r"For an $\varepsilon$-LDP $\mathsf K$ with $q\mathsf K = q$ the constant is "
    r"$2e^\varepsilon/(e^\varepsilon + 1)$: $\mathsf{TV}(p, p\mathsf K) \le "
    r"\frac{2 e^\varepsilon}{e^\varepsilon + 1} \mathsf{TV}(p, q)$.",
    kind="upper",
    conditions="K is ε-LDP and keeps q",
    evidence="Such K contracts total variation by (e^ε − 1)/(e^ε + 1), which the triangle "
    "inequality adds to 1; the private swap on the fair coin attains the sum.",
    instances=lambda full: list(_invariant(full))[1:],
    finding="probe",
)
def triangle_private(prior: Any, kernel: Kernel, p: Any, slip: float = 0.0) -> Outcome:
    """In exact arithmetic, at the ε that K really has; the slip lowers the constant."""
    t = F(odds(kernel))
    return _triangle(prior, kernel, p, 2 * t / (t + 1) * (1 - F(slip)))


def _triangle(prior: Any, kernel: Kernel, p: Any, constant: Fraction) -> Outcome:
    return both(
        same(transported(prior, kernel), prior),
        no_more(distance(p, transported(p, kernel)), constant * distance(p, prior)),
    )


@display(
    "Section 3, below eq. 4",
    r"With $X \sim p$ and $Z$ drawn from row $X$ of $\mathsf K$, the worst-case $\Pr(X \ne Z)$ is "
    r"the worst-case $\mathsf{TV}(p, p\mathsf K)$.",
    sorted_priors((F(3, 2), F(7)), positive=False),
)
def _coupling(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """The two maxima over point masses and random p; the slip is added to one of them."""
    kernel = np.array([[float(x) for x in row] for row in algorithm_1(prior, t)])
    n = len(kernel)
    inputs = np.vstack([np.eye(n), np.random.default_rng(7).dirichlet(np.full(n, 0.3), 200)])
    differs = float((inputs @ (1.0 - np.diag(kernel))).max())
    far = float(np.abs(inputs - inputs @ kernel).sum(axis=1).max() / 2)
    return equal(far, differs + slip)


@display(
    "Section 1.1",
    r"The relative mollifier preserves its reference: the projection of $q$ on "
    r"$\mathcal M_{\varepsilon,q}$ is $q$.",
    sorted_priors((F(3, 2), F(1), F(10**9)), positive=False),
)
def _invariance(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """The closed form at p = q; the slip moves p away from q."""
    q = np.array([float(x) for x in prior])
    p = q.copy()
    p[0] += slip
    p[-1] -= slip
    projected = relative_mollifier(p, q, float(np.log(float(t)))).distribution
    return equal(float(np.abs(projected - q).max()), 0.0)


remarks = displays(
    [_invariance, _coupling],
    id="zamanlooy2025.section-3-remarks",
    source="Sections 1.1 and 3",
    evidence="q lies in its own mollifier, at distance 0 from itself. Pr(X ≠ Z) = Σ p_i (1 − K_ii) "
    "is linear in p, total variation convex and never larger, and both are 1 − K_ii at a point "
    "mass.",
    weight="detail",
)


@claim(
    id="zamanlooy2025.section-3-best-sampler",
    source="Section 3, below eq. 4",
    statement=r"Among the samplers $p \mapsto p\mathsf K$ that are $\varepsilon$-locally private "
    r"and keep $q$, the one that attains $\Gamma_{\mathsf{TV}}(q, \varepsilon)$ minimises the "
    r"worst-case $\Pr(X \ne Z)$.",
    kind="tight",
    conditions="linear samplers, which are what the paper looks for (Section 1.1)",
    evidence="The program over all private kernels that keep q.",
    instances=joined(
        sorted_priors((F(3, 2), F(7)), positive=False),
        explicit(at("ε = 0", "degenerate", prior=shares("1 1"), t=F(1))),
    ),
    quote="Optimal mechanism attaining Γ_TV(q, ε) corresponds to the best sampler that minimizes "
    "the worst-case Pr(X ≠ Z).",
)
def best_sampler(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """The listing's kernel against the program; the slip moves its first entry."""
    kernel = np.array([[float(x) for x in row] for row in algorithm_1(prior, t)])
    problem = PublicPrior(prior=prior, epsilon=float(np.log(float(t))), divergence="tv")
    return optimal(problem, nudged(kernel, slip))


@claim(
    id="zamanlooy2025.section-3-best-sampler-linear",
    source="Section 3, below eq. 4, without linearity",
    statement=r"Linearity is needed: for $q = (\frac13, \frac23)$, $e^\varepsilon = 2$ the sampler "
    r"that clips $p_1$ to $[\frac13, \frac23]$ is $\varepsilon$-locally private (Definition 3), "
    r"keeps $q$ and has worst-case $\Pr(X \ne Z) = \frac13$, where $\mathsf K_{q,\varepsilon}$ has "
    r"$\frac12$.",
    kind="upper",
    conditions="samplers that need not be linear, Z coupled with X as well as can be",
    evidence="Exact; at (1/10, 9/10) and e^ε = 3 the clip is better too.",
    instances=explicit(
        at("q = (1/3, 2/3), e^ε = 2", prior=shares("1 2"), t=F(2)),
        at("q = (1/10, 9/10), e^ε = 3", prior=shares("1 9"), t=F(3)),
    ),
    finding="probe",
    stands="Theorems 1 and 2 are on linear samplers, and stand.",
)
def best_sampler_linear(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """p ↦ clip(p; l, tl) with q_1 in [l, tl], exactly; the slip lowers what privacy allows."""
    low = min(1 / (t + 1), prior[0])
    high = t * low
    keeps = low <= prior[0] <= high
    worst, linear = max(1 - high, low), 1 - algorithm_1(prior, t)[0][0]
    return both(
        no_more(odds([[low, 1 - low], [high, 1 - high]]), t * (1 - F(slip))),
        Outcome(keeps and worst < linear, float(worst - linear), f"{worst} against {linear}"),
    )


CLAIMS: tuple[Claim, ...] = (remarks, triangle, triangle_private, best_sampler, best_sampler_linear)
