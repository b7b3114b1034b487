r"""Algorithm 1: its steps, the case of one letter, and its cost."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import equal
from lpcheck.claims.exact import F, no_more, odds, same, transported
from lpcheck.claims.instances import again, at, explicit, joined
from lpcheck.mechanisms import public_prior_kernel, public_prior_kernel_as_printed
from lpcheck.papers.zamanlooy2025._exact import algorithm_1, sorted_priors

_ONE = at("one letter", "counterexample", prior=[F(1)], t=F(2))


@claim(
    id="zamanlooy2025.algorithm-1-one-letter",
    source="Algorithm 1, lines 2 to 12",
    statement=r"Algorithm 1 returns an $\varepsilon$-LDP $\mathsf K_{q,\varepsilon}$ with "
    r"$q\mathsf K_{q,\varepsilon} = q$ for every finitely supported $q$.",
    kind="feasible",
    conditions="q in increasing order",
    expected="refuted",
    evidence="For q = (1) line 11 divides by the empty sum, and the recursion has no end: it stops "
    "at n = 2 only.",
    instances=joined(explicit(_ONE), sorted_priors((F(3, 2),), positive=False)),
    slip=None,
)
def one_letter(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """The listing, exactly; a division by zero counts as no result."""
    try:
        kernel = algorithm_1(prior, t)
    except ZeroDivisionError:
        return Outcome(False, 1.0, "line 11 divides by zero")
    return same(transported(prior, kernel), list(prior))


@claim(
    id="zamanlooy2025.algorithm-1-one-letter-corrected",
    source="Algorithm 1, with the case n = 1",
    statement=r"With $\mathsf K_{q,\varepsilon} = (1)$ for $n = 1$, Algorithm 1 returns an "
    r"$\varepsilon$-LDP $\mathsf K_{q,\varepsilon}$ that keeps $q$, for every finitely supported "
    r"$q$ in increasing order.",
    kind="feasible",
    conditions="q in increasing order",
    evidence="The closed form that unrolls the recursion, for every n ≥ 1; for n ≥ 2 it equals "
    "the listing.",
    instances=joined(again(explicit(_ONE)), sorted_priors(positive=False)),
    slip=1e-6,
    corrects="zamanlooy2025.algorithm-1-one-letter",
)
def one_letter_corrected(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """The closed form in doubles against the listing in fractions; the slip is added to it."""
    q = np.array([float(x) for x in prior])
    kernel = public_prior_kernel(q, float(np.log(float(t)))) + slip
    listed = [[F(1)]] if len(q) == 1 else algorithm_1(prior, t)
    if not no_more(odds(listed), t).holds:
        return Outcome(False, 1.0, "the listing is not private")
    exact = np.array([[float(x) for x in row] for row in listed])
    return equal(float(np.abs(kernel - exact).max()), 0.0)


@claim(
    id="zamanlooy2025.algorithm-1-step-2",
    source="Algorithm 1, step 2",
    statement=r"With $\mathsf K_{11}$ as in (13), the other entries of the first column are "
    r"$\frac{q_{\min}}{e^\varepsilon q_{\min} + 1 - q_{\min}}$ to comply with the constraints.",
    kind="equal",
    conditions="q_i > 0",
    evidence="There is no other choice: Σ_{i>1} q_i (K_i1 − e^{−ε} K_11) is 0 by invariance, and "
    "every term is at least 0 by privacy. The identity is exact.",
    instances=sorted_priors(),
    slip=1e-6,
)
def step_2(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """The sum and the printed entry, exactly; the slip is added to K_11."""
    q = prior[0]
    d = t * q + 1 - q
    corner = t * q / d + F(slip)
    return same([q * (1 - corner) - (1 - q) * corner / t, corner / t], [F(0), q / d])


_FIRST_ROWS = explicit(
    at("q = (0, 1/2, 1/2), e^ε = 2", "counterexample", prior=[F(0), F(1, 2), F(1, 2)], t=F(2)),
    at("q = (1/10, 3/10, 6/10)", prior=[F(1, 10), F(3, 10), F(6, 10)], t=F(2)),
    at("uniform", "degenerate", prior=[F(1, 4)] * 4, t=F(3, 2)),
)


@claim(
    id="zamanlooy2025.algorithm-1-step-4",
    source="Algorithm 1, step 4",
    statement=r"Since the block is determined and $q\mathsf K = q$, there is only one choice for "
    r"the remaining elements of the first row, $\mathsf K_{1j} = "
    r"\frac{q_j}{e^\varepsilon q_{\min} + 1 - q_{\min}}$.",
    kind="equal",
    conditions="none",
    expected="refuted",
    evidence="If q_min = 0 the first row does not enter qK: for q = (0, 1/2, 1/2), e^ε = 2 the "
    "second row may stand in the first, and the kernel stays private and keeps q.",
    instances=_FIRST_ROWS,
    slip=None,
)
def step_4(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """Another first row with the same corner: is the kernel still private and invariant?"""
    kernel = algorithm_1(prior, t)
    corner = kernel[0][0]
    rest = [x * (1 - corner) / (1 - kernel[1][0]) for x in kernel[1][1:]]
    other = [[corner, *rest], *kernel[1:]]
    choice = transported(prior, other) == list(prior) and odds(other) <= t and other != kernel
    return Outcome(not choice, float(choice), "another first row will do" if choice else "unique")


@claim(
    id="zamanlooy2025.algorithm-1-step-4-corrected",
    source="Algorithm 1, step 4, for q_min > 0",
    statement=r"If $q_{\min} > 0$, $\mathsf K_{1j} = (q_j - \sum_{i \ge 2} q_i \mathsf K_{ij})/q_1 "
    r"= \frac{q_j}{e^\varepsilon q_{\min} + 1 - q_{\min}}$ is the only choice.",
    kind="equal",
    conditions="q_min > 0",
    evidence="Invariance is one equation for each K_1j, solved by the printed one, exactly.",
    instances=sorted_priors(),
    slip=1e-6,
    corrects="zamanlooy2025.algorithm-1-step-4",
)
def step_4_corrected(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """The solution, exactly; the slip is added to the printed entries."""
    kernel = algorithm_1(prior, t)
    d = t * prior[0] + 1 - prior[0]
    below = transported(prior[1:], [row[1:] for row in kernel[1:]])
    solved = [(q - x) / prior[0] for q, x in zip(prior[1:], below, strict=True)]
    return same(solved, [q / d + F(slip) for q in prior[1:]])


def _writes(n: int) -> int:
    """Numbers that the listing writes: lines 3, 5, 7, 9, 11, 14 and 16, with the recursion."""
    if n == 2:
        return 4
    return n * n + 1 + (n - 1) + (n - 1) + (n - 1) ** 2 + (n - 1) + _writes(n - 1)


@claim(
    id="zamanlooy2025.algorithm-1-complexity",
    source="Section 3.2, below Theorem 2",
    statement=r"Algorithm 1 achieves a time complexity of $O(n^3)$.",
    kind="asymptotic",
    conditions="arithmetic operations count 1; the sort is not counted",
    evidence="The listing writes 2n³/3 + O(n²) numbers, so that the order is right, and attained "
    "(the unrolled form needs O(n²) only: algorithm-1-complexity-quadratic).",
    instances=explicit(at("n = 50, 100, 200, 400", sizes=[50, 100, 200, 400])),
    slip=1.0,
)
def complexity(sizes: Any, slip: float = 0.0) -> Outcome:
    """The count over n³ falls to its limit 2/3; the slip lowers the claimed order by one."""
    rates = [_writes(n) / n ** (3.0 - slip) for n in sizes]
    falls = rates == sorted(rates, reverse=True)
    detail = f"writes / n^{3.0 - slip:g}: " + ", ".join(f"{r:.4f}" for r in rates)
    return Outcome(falls and abs(rates[-1] - 2 / 3) < 0.01, abs(rates[-1] - 2 / 3), detail)


@claim(
    id="zamanlooy2025.algorithm-1-complexity-quadratic",
    source="Section 3.2, below Theorem 2, sharpened",
    statement=r"$O(n^2)$ operations suffice: with $s_i = \sum_{j \ge i} q_j$, $E_i = q_i + "
    r"e^{-\varepsilon} s_{i+1}$, $M_i = \prod_{l<i} (1 - e^{-\varepsilon} q_l/E_l)$, "
    r"$\mathsf K_{ii} = M_i q_i/E_i$ and $\mathsf K_{ij} = e^{-\varepsilon} q_j "
    r"M_{\min(i,j)}/E_{\min(i,j)}$.",
    kind="equal",
    conditions="q increasing, q_n > 0",
    evidence="Equal to the recursion on every instance, exactly, with one product for each entry.",
    instances=sorted_priors(positive=False),
    slip=1e-6,
)
def complexity_quadratic(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """The unrolled form against the listing, exactly; the slip changes the first factor."""
    n, scale, off, diagonal = len(prior), F(1) + F(slip), [], []
    tail = sum(prior, F(0))
    for q in prior:
        tail -= q
        level = q + tail / t
        off.append(scale / level / t)
        diagonal.append(scale * q / level)
        scale *= 1 - q / level / t
    unrolled = [
        [diagonal[i] if i == j else prior[j] * off[min(i, j)] for j in range(n)] for i in range(n)
    ]
    return same(unrolled, algorithm_1(prior, t))


@claim(
    id="zamanlooy2025.algorithm-1-listing",
    source="Algorithm 1, lines 5 to 17",
    statement=r"On a prior in increasing order, reading $q_{\min}$ as the smallest entry or as "
    r"$q_1$ makes no difference, and the recursion in doubles is the exact one.",
    kind="equal",
    conditions="q in increasing order, n ≥ 2",
    evidence="All three agree on every instance.",
    instances=sorted_priors(positive=False),
)
def listing(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """Two readings in doubles against fractions; the slip is added to one entry."""
    exact = np.array([[float(x) for x in row] for row in algorithm_1(prior, t)])
    exact[0, 0] += slip
    q, epsilon = [float(x) for x in prior], float(np.log(float(t)))
    readings = [public_prior_kernel_as_printed(q, epsilon, r) for r in ("q_min", "q_1")]
    return equal(max(float(np.abs(k - exact).max()) for k in readings), 0.0, slack=1e-13)


CLAIMS: tuple[Claim, ...] = (
    step_2,
    step_4,
    step_4_corrected,
    one_letter,
    one_letter_corrected,
    listing,
    complexity,
    complexity_quadratic,
)
