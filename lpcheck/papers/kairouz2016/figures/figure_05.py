"""Figure 5: hypothesis testing against the bounds of Corollaries 9 and 10."""

from __future__ import annotations

import math
from typing import Any

from lpcheck.figures.figure import Figure
from lpcheck.papers.kairouz2016._hypothesis import total_variation
from lpcheck.papers.kairouz2016.corollary_10_expansion import divergence, printed_constant
from lpcheck.papers.kairouz2016.figures import _scaling as scaling
from lpcheck.papers.kairouz2016.figures._experiment import TESTING
from lpcheck.papers.kairouz2016.figures._scaling import LARGE, SMALL


def _abscissa(pair: dict[str, Any], epsilon: float) -> tuple[float, float]:
    """What is printed below (16) and (17), without the remainders."""
    if epsilon == SMALL:
        distance = total_variation(**pair)
        return distance, math.expm1(epsilon) ** 2 / (math.exp(epsilon) + 1.0) * distance**2
    whole = divergence(*pair.values())
    return whole, whole - printed_constant(*pair.values()) * math.exp(-epsilon)


FIGURE = Figure(
    name="kairouz2016.figure-5",
    source="Section 3.5, Figure 5",
    caption="KL divergence on 6 letters, instance by instance, at ε = 0.1 against "
    "‖P0 − P1‖_TV and at ε = 10 against D(P0‖P1).",
    numbers=scaling.numbers(TESTING, _abscissa),
    draw=scaling.draw(
        "D(M₀‖M₁) (nats)", "total variation of P₀ and P₁", "D(P₀‖P₁) (nats)", "eqs. 16, 17"
    ),
    statements=(
        scaling.optimal("Section 3.5 and caption", SMALL).tested_by("kairouz2016.figure-5-binary"),
        scaling.scaling("Section 3.5 and caption", SMALL, "eq. 16", 0.10).tested_by(
            "kairouz2016.figure-5-scaling"
        ),
        scaling.gain("Section 3.5 and caption", SMALL, significant=True).tested_by(
            "kairouz2016.figure-5-gain"
        ),
        scaling.optimal("Section 3.5 and caption", LARGE).tested_by(
            "kairouz2016.figure-5-response"
        ),
        scaling.scaling("Section 3.5 and caption", LARGE, "eq. 17", 0.15).tested_by(
            "kairouz2016.figure-5-scaling-17"
        ),
        scaling.gain("Section 3.5 and caption", LARGE, significant=True).tested_by(
            "kairouz2016.figure-5-gain"
        ),
    ),
)
