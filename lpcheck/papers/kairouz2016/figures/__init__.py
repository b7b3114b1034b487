"""The figures of kairouz2016 that show numbers (1, 2 and 9 are diagrams)."""

from lpcheck.papers.kairouz2016.figures import (
    figure_03,
    figure_04,
    figure_05,
    figure_06,
    figure_07,
    figure_08,
)

FIGURES = (
    figure_03.FIGURE,
    figure_04.FIGURE,
    figure_05.FIGURE,
    figure_06.FIGURE,
    figure_07.FIGURE,
    figure_08.FIGURE,
)
