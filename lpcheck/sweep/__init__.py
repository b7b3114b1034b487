"""Problem × parameter grids, solved into one SQLite file; interrupted and resumed at will."""

from __future__ import annotations

from lpcheck.sweep.config import Plan, read_plan
from lpcheck.sweep.run import Progress, sweep

__all__ = ["Plan", "Progress", "read_plan", "sweep"]
