"""The figures of park2024 in its main part."""

from lpcheck.papers.park2024.figures import figure_01, figure_02, figure_03, figure_04

FIGURES = (figure_01.FIGURE, figure_02.FIGURE, figure_03.FIGURE, figure_04.FIGURE)
