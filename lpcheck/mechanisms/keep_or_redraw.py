r"""A second optimal kernel for a public prior q: keep the letter, or else draw it afresh from q.

.. math:: K = \lambda I + (1 - \lambda) 1 q^{\mathsf T}, \qquad
          1 - \lambda = \frac{u}{u + (1 - u) q_{\min}}, \qquad u = e^{-\varepsilon}.

It keeps q at every λ. The largest ratio in a column is :math:`1 + \lambda / ((1 - \lambda) q_i)`,
for the rarest letter, and this is the λ at which it is :math:`e^\varepsilon`. The smallest diagonal
entry :math:`\lambda + (1 - \lambda) q_{\min}` is then the largest that a private kernel which keeps
q can have, so that K is minimax optimal for every f, like Algorithm 1's. It is simpler:
:math:`pK = \lambda p + (1 - \lambda) q` needs no sorting. In return it is worse off the worst case,
unless all letters but the likeliest are tied: then the two are the same.

Source: this project; zamanlooy2025, Theorem 1, has the optimal value.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from formulations.formulation import Array
from formulations.public_prior import dual

from . import _inputs


def keep_probability(prior: ArrayLike, epsilon: _inputs.Scalar) -> float:
    r"""Return λ, the probability with which the letter is kept without a draw.

    Source: this project, see the head of this module.

    Args:
        prior: the public prior q, shape (n,), in any order.
        epsilon: privacy level in nats, at least 0.

    Returns:
        A number in [0, 1]; 0 if ε = 0 or a letter has probability zero.

    Raises:
        InputError: not a distribution, or epsilon negative or not finite.

    Example:
        >>> round(keep_probability([0.2, 0.3, 0.5], 1.0), 6)
        0.255762
    """
    rare = float(_inputs.distribution("prior", prior).min())
    epsilon = _inputs.scalar("epsilon", epsilon)
    if rare == 0.0:
        return 0.0
    rare, u = _inputs.lifted(rare, epsilon)
    kept = -math.expm1(-epsilon) * rare
    return kept / (u + kept)


def keep_or_redraw(prior: ArrayLike, epsilon: _inputs.Scalar) -> Array:
    r"""Return the kernel λ I + (1 − λ) 1qᵀ with the largest λ that is ε-LDP.

    Source: this project; the optimal value is that of
    `zamanlooy2025 <https://arxiv.org/abs/2411.08791>`__, Theorem 1.

    Args:
        prior: the public prior q, shape (n,), in any order.
        epsilon: privacy level in nats, at least 0.

    Returns:
        Row-stochastic array K of shape (n, n) with qK = q; every row is q if a letter has
        probability zero.

    Raises:
        InputError: not a distribution, or epsilon negative or not finite.

    Example:
        >>> keep_or_redraw([0.2, 0.3, 0.5], 1.0).round(4)
        array([[0.4046, 0.2233, 0.3721],
               [0.1488, 0.479 , 0.3721],
               [0.1488, 0.2233, 0.6279]])
    """
    q = _inputs.distribution("prior", prior)
    epsilon = _inputs.scalar("epsilon", epsilon)
    if q.min() == 0.0:
        return np.tile(q, (q.size, 1))
    return dual.keep_or_redraw(q, epsilon)
