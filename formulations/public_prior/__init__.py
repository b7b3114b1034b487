"""The best private kernel that keeps a public prior."""

from formulations.public_prior.problem import PublicPrior

__all__ = ["PublicPrior"]
