"""Figure 4: the better of two mechanisms for hypothesis testing."""

from lpcheck.figures.figure import Figure
from lpcheck.papers.kairouz2016.figures import _better as better
from lpcheck.papers.kairouz2016.figures._experiment import TESTING

FIGURE = Figure(
    name="kairouz2016.figure-4",
    source="Section 3.4, Figure 4",
    caption="KL divergence under the better of the binary mechanism and randomized response, "
    "over the optimum, on 3, 4, 6 and 12 letters.",
    numbers=better.numbers(TESTING, dict.fromkeys(better.SIZES, better.Sample())),
    draw=better.draw("D(M₀‖M₁) / optimum"),
    statements=(
        better.at_least_share("Section 3.4", (6,), 0.70).tested_by(
            "kairouz2016.section-3-4-better-of-two"
        ),
        better.at_least_share("Section 3.4", (12,), 0.55).tested_by(
            "kairouz2016.section-3-4-better-of-two"
        ),
        better.at_least_share("caption", better.SIZES, 0.55).tested_by(
            "kairouz2016.section-3-4-better-of-two"
        ),
        better.insensitive("Section 3.4"),
    ),
)
