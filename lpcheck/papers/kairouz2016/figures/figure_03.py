"""Figure 3: hypothesis testing on six letters."""

from lpcheck.figures.figure import Figure
from lpcheck.papers.kairouz2016.figures import _regimes as regimes
from lpcheck.papers.kairouz2016.figures._experiment import TESTING

FIGURE = Figure(
    name="kairouz2016.figure-3",
    source="Section 3.4, Figure 3",
    caption="KL divergence of the outputs on 6 letters: three mechanisms and the optimum.",
    numbers=regimes.numbers(TESTING),
    draw=regimes.draw("D(M₀‖M₁) / D(P₀‖P₁)", "D(M₀‖M₁) / optimum"),
    statements=(
        regimes.optimal_at_ends("Section 3.4 and caption").tested_by(
            "kairouz2016.section-3-4-regimes"
        ),
        regimes.rate("Section 3.4").tested_by("kairouz2016.section-3-4-exponential"),
        regimes.order("Section 3.4").tested_by("kairouz2016.section-3-4-quadratic"),
        regimes.gain("Section 3.4 and caption").tested_by("kairouz2016.section-3-4-gain"),
        regimes.as_bad_as(
            "Section 3.4 and caption",
            "randomized_response",
            0.10,
            "for small ε",
            "no pair has less than 4/k² = 11.1 % as ε → 0",
        ).tested_by("kairouz2016.section-3-4-response-10"),
        regimes.as_bad_as("Section 3.4", "binary", 0.25, "for large ε").tested_by(
            "kairouz2016.section-3-4-binary-25"
        ),
    ),
)
