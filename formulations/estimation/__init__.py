"""Distribution estimation from private reports: what frequency oracles are for."""

from formulations.estimation.problem import Estimation
from formulations.estimation.risk import risk, subset_risk, subset_size

__all__ = ["Estimation", "risk", "subset_risk", "subset_size"]
