"""Groups of users with counts over the same letters, and what each sampler loses on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from formulations.formulation import Array
from lpcheck.mechanisms import apply_kernel, relative_mollifier


@dataclass(frozen=True, eq=False)
class Group:
    """The users of one subcategory.

    Attributes:
        label: the subcategory.
        letters: what is counted: websites, or genres.
        counts: clicks or summed ratings, shape (users, letters), no row of zeros.
    """

    label: str
    letters: tuple[str, ...]
    counts: Array

    @property
    def distributions(self) -> Array:
        """Each user's empirical distribution p, as rows."""
        return np.asarray(self.counts / self.counts.sum(axis=1, keepdims=True))

    @property
    def prior(self) -> Array:
        """The public prior q: the average of the users' distributions."""
        return np.asarray(self.distributions.mean(axis=0))


def largest_losses(users: Array, prior: Array, epsilon: float) -> tuple[float, float]:
    """The largest TV(p, p̂) over the users, under the optimal kernel and under the mollifier.

    The mollifier is projected on exactly: the linear program of Appendix A.8 has the same value.
    """
    kernel = apply_kernel(users, prior, epsilon)
    mollified = np.array([relative_mollifier(p, prior, epsilon).distribution for p in users])
    losses = (0.5 * np.abs(users - sampled).sum(axis=1) for sampled in (kernel, mollified))
    ours, theirs = (float(loss.max()) for loss in losses)
    return ours, theirs
