r"""The public-prior model over all n × n kernels.

Privacy is in column form, 2n² rows where pairs of rows would need n²(n − 1). Variables are the
density X = K/q: entries of one size make HiGHS many times faster.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from formulations.divergences import Divergence
from formulations.formulation import Array, Program
from formulations.privacy import column_form

_PARAMETRIC_N = 12


def prior_program(q: Array, u: float, f: Divergence | None) -> Program:
    """Minimise max_i φ(K_ii) for f, or max_i (1 − K_ii) for None; q > 0, u = e^{−ε}.

    Args:
        q: the prior, shape (n,).
        u: e^{−ε}.
        f: the divergence; total variation's linear program where it is None.
    """
    scale = 1.0 if f is not None else float(q.min())
    if len(q) > _PARAMETRIC_N:
        return replace(_build(q, u, q.min() / q, f), scale=scale)
    program, (prior, level, rarity) = _parametric(len(q), f)
    prior.value, level.value, rarity.value = q, u, q.min() / q
    return replace(program, scale=scale)


@lru_cache(maxsize=64)
def _parametric(n: int, f: Divergence | None) -> tuple[Program, tuple[Any, Any, Any]]:
    import cvxpy as cp

    q, u = cp.Parameter(n, nonneg=True, name="prior"), cp.Parameter(nonneg=True, name="u")
    rarity = cp.Parameter(n, nonneg=True, name="rarity")
    return _build(q, u, rarity, f), (q, u, rarity)


def _build(q: Any, u: Any, rarity: Any, f: Divergence | None) -> Program:
    """`rarity` is q_min/q.

    The linear program maximises min_i K_ii/q_min, so that a rare letter's diagonal entry is not
    below the solver's tolerance.
    """
    import cvxpy as cp

    n = q.shape[0]
    X, highest = cp.Variable((n, n), name="density"), cp.Variable((1, n), name="highest")
    risk = cp.Variable(name="risk")
    constraints = {
        "stochastic": X @ q == 1,
        "invariance": q @ X == 1,
        **column_form(X, highest, u),
        "nonnegative": X >= 0,
    }
    if f is None:
        constraints["diagonal"] = cp.diag(X) + cp.multiply(rarity, risk) >= 0
    else:
        K = cp.multiply(q, cp.diag(X))
        cost = f.expression(np.ones(n), K) + f.centred_at_zero * (1 - K)  # type: ignore[misc]
        constraints["risk"] = risk >= cost
    problem = cp.Problem(cp.Minimize(risk), list(constraints.values()))
    variables = {"density": X, "highest": highest, "risk": risk}
    return Program(problem, variables, constraints)
