"""The figures of the papers: their numbers, a drawing, and whether both agree with the text.

Data flows one way: :meth:`Figure.compute` → :class:`Series` → CSV, drawing, agreement table.
Matplotlib is imported only where something is drawn.
"""

from lpcheck.figures.catalogue import catalogue, find
from lpcheck.figures.figure import EXTENSIONS, Figure
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Reading, Statement

__all__ = ["EXTENSIONS", "Figure", "Reading", "Series", "Statement", "catalogue", "find"]
