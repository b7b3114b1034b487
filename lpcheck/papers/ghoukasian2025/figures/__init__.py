"""The figures of ghoukasian2025 that show numbers (2 is a diagram)."""

from lpcheck.papers.ghoukasian2025.figures import (
    figure_01,
    figure_03,
    figure_04,
    figure_05,
    figure_06,
    figure_07,
    figure_08,
    figure_09,
    figure_10,
    figure_11,
)

FIGURES = (
    figure_01.FIGURE,
    figure_03.FIGURE,
    figure_04.FIGURE,
    figure_05.FIGURE,
    figure_06.FIGURE,
    figure_07.FIGURE,
    figure_08.FIGURE,
    figure_09.FIGURE,
    figure_10.FIGURE,
    figure_11.FIGURE,
)
