"""The staircase program of f-divergences in polynomial time, for alphabets of thousands.

The primal is a shortest-path problem over cut points (:mod:`.partition`). That no other mechanism
is better is not assumed: a dual vector is sought (:mod:`.dual`) and checked against all 2^k
patterns (:mod:`.separation`).
"""

from __future__ import annotations

from formulations.staircase_path.dual import certify
from formulations.staircase_path.letters import Letters, difference, sort_letters
from formulations.staircase_path.outputs import ByOutputs, best_by_outputs
from formulations.staircase_path.partition import Partition, best_partition, value_of
from formulations.staircase_path.separation import Violated, dual_infeasibility, separate

__all__ = [
    "ByOutputs",
    "Letters",
    "Partition",
    "Violated",
    "best_by_outputs",
    "best_partition",
    "certify",
    "difference",
    "dual_infeasibility",
    "separate",
    "sort_letters",
    "value_of",
]
