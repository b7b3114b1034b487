"""The figures of zamanlooy2025 in its main part (1, 5 are diagrams, 6 to 12 more of 3 and 4)."""

from lpcheck.papers.zamanlooy2025.figures import figure_02, figure_03, figure_04

FIGURES = (figure_02.FIGURE, figure_03.FIGURE, figure_04.FIGURE)
