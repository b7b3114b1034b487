"""The figures of kairouz2016 that show numbers (1, 2 and 9 are diagrams)."""

from lpcheck.papers.kairouz2016.figures.better import FIGURES as _BETTER
from lpcheck.papers.kairouz2016.figures.regimes import FIGURES as _REGIMES
from lpcheck.papers.kairouz2016.figures.scaling import FIGURES as _SCALING

FIGURES = (
    *(_REGIMES[0], _BETTER[0], _SCALING[0]),  # Section 3
    *(_REGIMES[1], _BETTER[1], _SCALING[1]),  # Section 4
)
