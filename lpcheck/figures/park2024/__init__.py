"""The figures of park2024."""

from lpcheck.figures.figure import Figure

FIGURES: tuple[Figure, ...] = ()
