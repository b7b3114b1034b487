"""The figures of ghoukasian2025."""

from lpcheck.figures.figure import Figure

FIGURES: tuple[Figure, ...] = ()
