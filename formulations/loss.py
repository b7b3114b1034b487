r"""Expected and worst-case loss of a private kernel with named outputs.

.. math:: \min_Q \max_{P \in \mathcal{P}} \sum_x P(x) \sum_y \ell(x, y)\, Q(y|x)

over the private kernels Q, under any notion that is linear: ε-LDP, (ε, δ)-LDP, a metric (central
differential privacy of counts, geo-indistinguishability), PML, LIP, ULDP. The set of priors is one
prior, several, or all of them. It is a linear program; with :math:`\bar P` the mixture of priors
that the multipliers name, every α with :math:`\bar P(x)\ell(x, y) - \alpha_x` non-negative on the
private columns of each y gives the bound :math:`1^T\alpha`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from formulations import interior_point
from formulations.description import Parameter, vector
from formulations.errors import InputError
from formulations.formulation import (
    Array,
    Formulation,
    Program,
    Proposal,
    Solution,
    Violation,
    settle,
)
from formulations.kernels import read_kernel, stochastic_violations
from formulations.notions import read_notion
from formulations.parameters import read_distribution, read_number

_MANY = 20_000

LARGEST_ENTRIES = 40_000
"""Entries of a loss matrix: beyond, the linear program outgrows a laptop."""


class Loss(Formulation):
    r"""Minimise the expected, or the worst, loss over private kernels.

    Args:
        loss: n × m, what it costs to answer y where x is true; finite numbers, any sign.
        prior: distribution over the n inputs; None for the worst case; a list of them for the
            worst of several.
        privacy: a notion of :mod:`formulations.notions`, or its name; or give
        epsilon: the level in nats, for pure LDP or a named notion.

    A mechanism is an n × m kernel, its columns in the order of the loss; the value is in the loss's
    unit. Raises :class:`~formulations.errors.InputError` for parameters that state no problem.

    >>> import formulations
    >>> problem = Loss(loss=[[0, 1], [1, 0]], prior=["1/2", "1/2"], epsilon="1")
    >>> round(formulations.solve(problem).value, 6)  # 1/(e + 1)
    0.268941
    """

    slug = "loss"
    sense = "minimize"
    source = "a linear program; Ghosh, Roughgarden, Sundararajan 2012 for counts"
    summary = "minimise the expected or worst loss over private kernels"
    inputs = (
        Parameter("loss", "what each answer costs where each input is true", "matrix"),
        vector("prior", "distribution of the input; the worst case without it", required=False),
        Parameter("epsilon", "privacy level in nats, 0 to 700", required=False),
        Parameter("privacy", "another notion: metric:@FILE, approximate:DELTA, pml, lip, "
                  "uldp:LETTERS", "name", required=False,
                  choices=("approximate:DELTA", "pml", "lip", "uldp:LETTERS", "metric:DISTANCES")),
    )  # fmt: skip
    example = {"loss": "0,1,2;1,0,1;2,1,0", "prior": "1/2,1/4,1/4", "epsilon": "1"}
    certificates = "lpcheck.certificates.loss.maker"

    def __init__(
        self, *, loss: Any, prior: Any = None, epsilon: Any = None, privacy: Any = None
    ) -> None:
        self.loss = _read_loss(loss)
        n = len(self.loss)
        self.priors = _read_priors(prior, n)
        single = self.priors[0] if len(self.priors) == 1 else None
        self.privacy = read_notion(privacy, epsilon, n, prior=single)
        if self.privacy.name == "uldp" and len(self.loss[0]) != n:
            what = f"has {len(self.loss[0])} answers for {n} inputs"
            raise InputError("loss", what, "under uldp the outputs are the letters")

    @property
    def parameters(self) -> dict[str, Any]:
        """The loss, the priors where there are any, and the notion."""
        stated: dict[str, Any] = {"loss": self.loss}
        if len(self.priors) == 1:
            stated["prior"] = self.priors[0]
        elif self.priors:
            stated["prior"] = tuple(p.exact for p in self.priors)
        return {**stated, **self.privacy.stated}

    @cached_property
    def costs(self) -> Array:
        """The loss in doubles, shape (n, m)."""
        return np.array([[float(x) for x in row] for row in self.loss])

    @cached_property
    def _priors(self) -> Array:
        """A row a prior; every input by itself in the worst case."""
        if not self.priors:
            return np.eye(len(self.loss))
        return np.array([p.array for p in self.priors])

    @property
    def natural_scale(self) -> float:
        """The largest loss, times what adds up."""
        return float(np.abs(self.costs).max()) or 1e-300

    def settled(self) -> Solution | None:
        """An answer that is the best whatever the input is."""
        seen = (self._priors > 0).any(axis=0)
        best = (self.costs == self.costs.min(axis=1, keepdims=True))[seen]
        if not best.all(axis=0).any():
            return None
        kernel = np.zeros(self.costs.shape)
        kernel[:, int(np.argmax(best.all(axis=0)))] = 1.0
        if self.privacy.violations(kernel, 0.0):  # under uldp it may name a letter
            return None
        return settle(self.value(kernel), kernel, "one answer is the best for every input")

    @cached_property
    def _many(self) -> bool:
        """Whether there are more inequalities than a simplex method likes."""
        if self.privacy.named_outputs:
            return False
        return len(self.privacy.inequalities(len(self.loss))) * len(self.loss[0]) > _MANY

    @property
    def asks_model(self) -> bool:
        """Not where the interior point method by outputs answers."""
        return not self._many or self._found is None

    @cached_property
    def _found(self) -> interior_point.Found | None:
        inequalities = self.privacy.inequalities(len(self.loss))
        return interior_point.minimise(self.costs, self._priors, inequalities)

    def proposal(self) -> Proposal | None:
        """For many inequalities, what the interior point method finds."""
        if not self._many or self._found is None:
            return None
        duals = {
            "risk": self._found.mixture,
            "stochastic": self._found.alpha,
            "privacy": self._found.weights,
        }
        kernel = self.recover({"kernel": self._found.kernel})
        return Proposal(kernel, duals, "interior point by outputs")

    def program(self) -> Program:
        """The linear program over the kernel and the largest expected loss."""
        import cvxpy as cp

        scale = self.natural_scale
        kernel, worst = cp.Variable(self.costs.shape), cp.Variable()
        losses = cp.sum(cp.multiply(self.costs / scale, kernel), axis=1)
        constraints = {
            "risk": self._priors @ losses <= worst,
            "stochastic": cp.sum(kernel, axis=1) == 1,
            "nonnegative": kernel >= 0,
            **self.privacy.constraints(kernel),
        }
        problem = cp.Problem(cp.Minimize(worst), list(constraints.values()))
        return Program(problem, {"kernel": kernel}, constraints, scale)

    def recover(self, values: Mapping[str, Array]) -> Array:
        """The variables, shape (n, m), clipped, normalised and mixed until they are private."""
        kernel = np.maximum(values["kernel"], 0.0)
        kernel = kernel / kernel.sum(axis=1, keepdims=True)
        return self.privacy.repair(kernel)

    def value(self, mechanism: Array) -> float:
        """The largest expected loss of a kernel, shape (n, m), over the priors."""
        return float((self._priors @ (self.costs * mechanism).sum(axis=1)).max())

    def dual_bound(self, duals: Mapping[str, Array], values: Mapping[str, Array]) -> float:
        """1ᵀ(α − τ), shape (n,), for the priors' mixture of the multipliers, τ from the notion."""
        weights = np.maximum(np.ravel(duals["risk"]), 0.0)
        if not weights.sum() > 0:
            weights = np.ones(len(weights))
        weighted = (weights / weights.sum() @ self._priors)[:, None] * self.costs
        bounds = []
        for sign in (1.0, -1.0):  # whichever the solver means
            alpha = sign * np.ravel(duals["stochastic"])
            tau = self.privacy.slack(weighted - alpha[:, None], duals)
            bounds.append(float((alpha - tau).sum()))
        bounds.append(float(weighted.min(axis=1).sum()))  # no kernel does better than no privacy
        return max(bounds) - 4e-16 * len(weighted) * self.natural_scale

    def violations(self, mechanism: Array, tolerance: float) -> tuple[Violation, ...]:
        """Negative entries, row sums, and the notion's worst breach of a kernel, shape (n, m)."""
        found = stochastic_violations(mechanism, tolerance)
        return (*found, *self.privacy.violations(np.maximum(mechanism, 0.0), tolerance))

    def true_epsilon(self, mechanism: Array) -> float | None:
        """The level that a kernel of shape (n, m) really has, where the notion has an ε."""
        has = "epsilon" in self.privacy.parameters
        return self.privacy.level(mechanism).value if has else None

    def read_mechanism(self, mechanism: Any) -> Array:
        """An n × m kernel."""
        return read_kernel(mechanism, *self.costs.shape)


def _read_loss(given: Any) -> tuple[tuple[Any, ...], ...]:
    rows = given.tolist() if isinstance(given, np.ndarray) else given
    if isinstance(rows, str) or not hasattr(rows, "__len__") or len(rows) == 0:
        raise InputError("loss", "is no matrix", "give n rows of m numbers")
    for i, row in enumerate(rows):
        if isinstance(row, str) or not hasattr(row, "__len__") or len(row) == 0:
            raise InputError(f"loss[{i}]", "is no row", "give n rows of m numbers")
        if len(row) != len(rows[0]):
            what = f"has {len(row)} entries where loss[0] has {len(rows[0])}"
            raise InputError(f"loss[{i}]", what, "give rows of one length")
    if len(rows) * len(rows[0]) > LARGEST_ENTRIES:
        what = f"has {len(rows)} × {len(rows[0])} entries"
        raise InputError("loss", what, f"give at most {LARGEST_ENTRIES}")
    return tuple(
        tuple(read_number(f"loss[{i}, {j}]", x) for j, x in enumerate(row))
        for i, row in enumerate(rows)
    )


def _read_priors(given: Any, n: int) -> tuple[Any, ...]:
    if given is None:
        return ()
    several = isinstance(given, (list, tuple)) and all(
        isinstance(p, (list, tuple, np.ndarray)) for p in given
    )
    found = tuple(read_distribution("prior", p) for p in (given if several else [given]))
    for p in found:
        if len(p) != n:
            what = f"has {len(p)} entries, and the loss {n} rows"
            raise InputError("prior", what, "give a row of the loss for each letter")
    return found
