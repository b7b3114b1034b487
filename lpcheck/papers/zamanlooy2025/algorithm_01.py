r"""Algorithm 1: its steps, its listing, and its cost."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import both, equal
from lpcheck.claims.exact import F, no_more, odds, same, shares, transported
from lpcheck.claims.instances import at, explicit, joined
from lpcheck.mechanisms import public_prior_kernel, public_prior_kernel_as_printed
from lpcheck.papers.zamanlooy2025._exact import algorithm_1, sorted_priors


@display(
    "step 2",
    r"With $\mathsf K_{11}$ as in (13), the other entries of the first column are "
    r"$\frac{q_{\min}}{e^\varepsilon q_{\min} + 1 - q_{\min}}$ to comply with the constraints.",
    sorted_priors(),
)
def _step_2(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """Σ_{i>1} q_i (K_i1 − e^{−ε} K_11) is 0, and so each term is; the slip is added to K_11."""
    q = prior[0]
    d = t * q + 1 - q
    corner = t * q / d + F(slip)
    return same([q * (1 - corner) - (1 - q) * corner / t, corner / t], [F(0), q / d])


@display(
    "step 4",
    r"As the block is determined and $q\mathsf K = q$, there is only one choice for the rest of "
    r"the first row, $\mathsf K_{1j} = \frac{q_j}{e^\varepsilon q_{\min} + 1 - q_{\min}}$.",
    sorted_priors(),
)
def _step_4(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """The solution (q_j − Σ_{i≥2} q_i K_ij)/q_1, exactly; the slip is added to printed entries."""
    kernel = algorithm_1(prior, t)
    d = t * prior[0] + 1 - prior[0]
    below = transported(prior[1:], [row[1:] for row in kernel[1:]])
    solved = [(q - x) / prior[0] for q, x in zip(prior[1:], below, strict=True)]
    return same(solved, [q / d + F(slip) for q in prior[1:]])


steps = displays(
    [_step_2, _step_4],
    id="zamanlooy2025.algorithm-1-steps",
    source="Section 3.2, steps 2 and 4 of Algorithm 1",
    conditions="q_i > 0 (q has finite support, which is the alphabet)",
    evidence="Invariance is one equation for each column; privacy leaves the first column no "
    "choice. Exact on every instance.",
)


@claim(
    id="zamanlooy2025.algorithm-1-step-4",
    source="Algorithm 1, step 4, without q_min > 0",
    statement=r"Positive entries are needed for the only choice of step 4: for "
    r"$q = (0, \frac12, \frac12)$ and $e^\varepsilon = 2$ another first row leaves the kernel "
    r"private and $q\mathsf K = q$.",
    kind="feasible",
    conditions="q_min = 0",
    evidence="The first row does not enter qK; the second one, rescaled, may stand in it.",
    instances=explicit(at("q = (0, 1/2, 1/2)", prior=shares("0 1 1"), t=F(2))),
    slip=1e-6,
    finding="probe",
    weight="detail",
    stands="Algorithm 1 and Theorem 2 hold with zeros in q too.",
)
def step_4(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """Privacy and invariance of another kernel; the slip makes the first letter that likely."""
    prior = [prior[0] + F(slip), prior[1] - F(slip), *prior[2:]]
    kernel = algorithm_1(prior, t)
    corner = kernel[0][0]
    rest = [x * (1 - corner) / (1 - kernel[1][0]) for x in kernel[1][1:]]
    other = [[corner, *rest], *kernel[1:]]
    private, differs = odds(other) <= t, other != kernel
    return both(
        same(transported(prior, other), prior),
        Outcome(private and differs, 0.0, f"private: {private}; another kernel: {differs}"),
    )


@claim(
    id="zamanlooy2025.algorithm-1-listing",
    source="Algorithm 1, lines 1 to 18",
    statement=r"The listing returns an $\varepsilon$-LDP $\mathsf K_{q,\varepsilon}$ with "
    r"$q\mathsf K_{q,\varepsilon} = q$ for $q$ in increasing order, whether $q_{\min}$ is read as "
    r"the smallest entry or as $q_1$.",
    kind="feasible",
    conditions="q in increasing order; with one letter, where the listing has no case, K = (1)",
    evidence="Both readings and the form that unrolls the recursion agree in doubles with the "
    "listing in fractions, which is private and keeps q.",
    instances=joined(
        sorted_priors(positive=False), explicit(at("one letter", "degenerate", prior=[F(1)], t=2))
    ),
)
def listing(prior: Any, t: Fraction, slip: float = 0.0) -> Outcome:
    """Three kernels in doubles against fractions; the slip is added to one entry."""
    one, q = len(prior) == 1, [float(x) for x in prior]
    listed = [[F(1)]] if one else algorithm_1(prior, t)
    exact = np.array([[float(x) for x in row] for row in listed])
    exact[0, 0] += slip
    epsilon = float(np.log(float(t)))
    coded = [public_prior_kernel(q, epsilon)]
    if not one:
        coded += [public_prior_kernel_as_printed(q, epsilon, r) for r in ("q_min", "q_1")]
    return both(
        no_more(odds(listed), t),
        same(transported(prior, listed), prior),
        equal(max(float(np.abs(k - exact).max()) for k in coded), 0.0, slack=1e-13),
    )


def _writes(n: int) -> int:
    """Numbers that the listing writes: lines 3, 5, 7, 9, 11, 14 and 16, with the recursion."""
    if n == 2:
        return 4
    return n * n + 1 + (n - 1) + (n - 1) + (n - 1) ** 2 + (n - 1) + _writes(n - 1)


_MATRIX_EXPONENT = 2.373
"""ω: matrices are multiplied in O(N^ω) operations (ω < 2.373)."""

_LARGE = explicit(at("n = 50, 100, 200, 400", sizes=[50, 100, 200, 400]))


@display("Algorithm 1", r"Algorithm 1 achieves a time complexity of $O(n^3)$.", _LARGE, slip=1.0)
def _cubic(sizes: Any, slip: float = 0.0) -> Outcome:
    """The count over n³ falls to its limit 2/3; the slip lowers the claimed order by one."""
    rates = [_writes(n) / n ** (3.0 - slip) for n in sizes]
    falls = rates == sorted(rates, reverse=True)
    detail = f"writes / n^{3.0 - slip:g}: " + ", ".join(f"{r:.4f}" for r in rates)
    return Outcome(falls and abs(rates[-1] - 2 / 3) < 0.01, abs(rates[-1] - 2 / 3), detail)


@display(
    "the linear program",
    r"The naive linear programming approach for (4) in the case of total variation has a "
    r"complexity of $O(n^5 \log(n/\delta))$ (Cohen et al., 2021).",
    _LARGE,
    slip=1.0,
)
def _naive(sizes: Any, slip: float = 0.0) -> Outcome:
    """N^ω over n^5 does not grow, N the variables in standard form, a slack for each inequality.

    Entries, the smallest diagonal entry and its n rows; then privacy with a least entry for each
    column, two rows for each entry. The control writes it pair by pair: N = Θ(n³), 3ω = 7.1.
    """
    privacy = [n * n * (n - 1) if slip else n + 2 * n * n for n in sizes]
    counts = [n * n + 1 + n + p for n, p in zip(sizes, privacy, strict=True)]
    rates = [N**_MATRIX_EXPONENT / n**5.0 for N, n in zip(counts, sizes, strict=True)]
    detail = "N^ω / n^5: " + ", ".join(f"{r:.3g}" for r in rates)
    return Outcome(rates == sorted(rates, reverse=True), rates[-1] - rates[0], detail)


complexity = displays(
    [_cubic, _naive],
    id="zamanlooy2025.algorithm-1-complexity",
    source="Section 3.2, below Theorem 2",
    kind="asymptotic",
    conditions="arithmetic operations count 1, the sort is not counted; that N variables cost "
    "O(N^ω log(N/δ)) is cited and not tested",
    evidence="The listing writes 2n³/3 + O(n²) numbers, so that the order is right, and attained "
    "(the unrolled form needs O(n²) only: algorithm-1-complexity-quadratic). The program has "
    "N = O(n²), and 2ω = 4.75 < 5.",
)


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
    finding="probe",
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


CLAIMS: tuple[Claim, ...] = (steps, step_4, listing, complexity, complexity_quadratic)
