"""Figure 7: the better of two mechanisms for information preservation."""

from lpcheck.figures.figure import Figure
from lpcheck.papers.kairouz2016.figures import _better as better
from lpcheck.papers.kairouz2016.figures._experiment import INFORMATION

FIGURE = Figure(
    name="kairouz2016.figure-7",
    source="Section 4.4, Figure 7",
    caption="Mutual information under the better of the binary mechanism and randomized response, "
    "over the optimum, on 3, 4, 6 and 12 letters.",
    numbers=better.numbers(
        INFORMATION, {**dict.fromkeys((3, 4, 6), better.Sample()), 12: better.Sample(50, 2)}
    ),
    draw=better.draw("I(X; Y) / optimum"),
    statements=(
        better.at_least_share("Section 4.4", (6,), 0.75).tested_by("kairouz2016.figure-7"),
        better.at_least_share("Section 4.4", (12,), 0.65).tested_by("kairouz2016.figure-7"),
        better.at_least_share("caption", better.SIZES, 0.65).tested_by("kairouz2016.figure-7"),
        better.insensitive("Section 4.4"),
    ),
)
