"""Figure 6: information preservation on six letters."""

from lpcheck.figures.figure import Figure
from lpcheck.papers.kairouz2016.figures import _regimes as regimes
from lpcheck.papers.kairouz2016.figures._experiment import INFORMATION

FIGURE = Figure(
    name="kairouz2016.figure-6",
    source="Section 4.4, Figure 6",
    caption="Mutual information on 6 letters: three mechanisms and the optimum.",
    numbers=regimes.numbers(INFORMATION),
    draw=regimes.draw("I(X; Y) / H(X)", "I(X; Y) / optimum"),
    statements=(
        regimes.optimal_at_ends("Section 4.4 and caption").tested_by(
            "kairouz2016.section-4-4-regimes"
        ),
        regimes.converges("Section 4.4").tested_by("kairouz2016.section-4-4-converges"),
        regimes.gain("Section 4.4 and caption").tested_by("kairouz2016.section-4-4-geometric"),
        regimes.as_bad_as(
            "Section 4.4 and caption", "randomized_response", 0.35, "for small ε"
        ).tested_by("kairouz2016.section-4-4-response-35"),
        regimes.as_bad_as("Section 4.4", "binary", 0.40, "for large ε").tested_by(
            "kairouz2016.section-4-4-binary-40"
        ),
        regimes.as_bad_as(
            "caption",
            "binary",
            0.35,
            "each",
            "no prior is known to have less than log 2 / log 6 = 38.7 %",
        ).tested_by("kairouz2016.figure-6-caption"),
    ),
)
