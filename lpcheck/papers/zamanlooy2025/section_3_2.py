r"""Section 3.2, below Theorem 2: what the linear program costs that Algorithm 1 replaces."""

from __future__ import annotations

from typing import Any

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.instances import at, explicit

_MATRIX_EXPONENT = 2.373
"""ω: matrices are multiplied in O(N^ω) operations (ω < 2.373)."""


def _variables(n: int, *, pairwise: bool) -> int:
    """Variables of the program for total variation in standard form, a slack for each inequality.

    Entries, the smallest diagonal entry and its n rows; then privacy, pair by pair in each column,
    or with a least entry for each column, which is two rows for each entry.
    """
    plain = n * n + 1 + n
    return plain + (n * n * (n - 1) if pairwise else n + 2 * n * n)


@claim(
    id="zamanlooy2025.section-3-2-naive",
    source="Section 3.2, below Theorem 2",
    statement=r"The naive linear programming approach for (4) in the case of total variation has a "
    r"complexity of $O(n^5 \log(n/\delta))$ (Cohen et al., 2021).",
    kind="asymptotic",
    conditions="N variables in standard form cost O(N^ω log(N/δ)), which is cited and not tested; "
    "privacy in the form with a least entry for each column",
    evidence="Then N = O(n²), and 2ω = 4.75 < 5. With the constraints pair by pair, which is the "
    "naive way to write (1), N = Θ(n³) in standard form and 3ω = 7.1: the control.",
    instances=explicit(at("n = 50, 100, 200, 400", sizes=[50, 100, 200, 400])),
    slip=1.0,
)
def naive(sizes: Any, slip: float = 0.0) -> Outcome:
    """N^ω over n^5 does not grow; the slip writes privacy pair by pair."""
    counts = [_variables(n, pairwise=bool(slip)) for n in sizes]
    rates = [N**_MATRIX_EXPONENT / n**5.0 for N, n in zip(counts, sizes, strict=True)]
    detail = "N^ω / n^5: " + ", ".join(f"{r:.3g}" for r in rates)
    return Outcome(rates == sorted(rates, reverse=True), rates[-1] - rates[0], detail)


CLAIMS: tuple[Claim, ...] = (naive,)
