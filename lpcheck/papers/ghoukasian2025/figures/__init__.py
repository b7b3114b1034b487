"""The figures of ghoukasian2025 that show numbers (2 is a diagram)."""

from lpcheck.papers.ghoukasian2025.figures import clients, figure_01, finite

_ALL = (figure_01.FIGURE, *finite.FIGURES, *clients.FIGURES)
FIGURES = tuple(sorted(_ALL, key=lambda figure: int(figure.name.rpartition("-")[2])))
