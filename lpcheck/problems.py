"""The problems by slug: the class that states each, its parameters, its mechanism.

Nothing heavy is imported here: the command line reads this table before it knows what is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Parameter:
    """An option `--name`; a vector may come from a file."""

    name: str
    help: str
    kind: Literal["number", "vector", "name"] = "number"
    required: bool = True

    @property
    def option(self) -> str:
        """As it is typed."""
        return "--" + self.name.replace("_", "-")

    @property
    def metavar(self) -> str:
        """What help shows for its value."""
        return {"number": "X", "vector": "V", "name": "NAME"}[self.kind]


@dataclass(frozen=True)
class Problem:
    """A problem as the command line knows it."""

    home: str
    help: str
    parameters: tuple[Parameter, ...]
    mechanism: Literal["kernel", "distribution"] = "kernel"


def _vector(name: str, text: str) -> Parameter:
    return Parameter(name, text, "vector")


_EPSILON = Parameter("epsilon", "privacy level in nats, 0 to 700")
_DIVERGENCE = Parameter(
    "divergence",
    "kl (default), tv, hellinger, chi2, hockey-stick:γ, alpha:a or js",
    "name",
    required=False,
)
_P0 = _vector("p0", "first distribution over the inputs")
_P1 = _vector("p1", "second distribution over the inputs")
_TARGET = _vector("target", "the distribution to approximate")

_SIZE = Parameter("k", "size of the alphabet, for a uniform reference", required=False)
_REFERENCE = Parameter("reference", "the reference, where not uniform", "vector", required=False)
_LEVELS = (
    Parameter("epsilon", "pure LDP of this level, in nats", required=False),
    Parameter("delta", "with epsilon: approximate LDP, 0 to 1", required=False),
    Parameter("nu", "instead of epsilon: Gaussian LDP of this level", required=False),
)

PROBLEMS: dict[str, Problem] = {
    "staircase": Problem(
        "Staircase",
        "maximise D_f(M0‖M1) over private kernels (hypothesis testing)",
        (_P0, _P1, _EPSILON, _DIVERGENCE),
    ),
    "information": Problem(
        "Information",
        "maximise the mutual information I(X; Y) over private kernels",
        (_vector("prior", "distribution of the input"), _EPSILON),
    ),
    "approximate-binary": Problem(
        "ApproximateBinary",
        "maximise D_f(M0‖M1) over (ε, δ)-private kernels with two inputs",
        (_P0, _P1, _EPSILON, Parameter("delta", "0 to 1"), _DIVERGENCE),
    ),
    "public-prior": Problem(
        "PublicPrior",
        "minimise the largest D_f(p‖pK) over private kernels that keep a public prior",
        (_vector("prior", "the public distribution"), _EPSILON, _DIVERGENCE),
    ),
    "relative-mollifier": Problem(
        "RelativeMollifier",
        "project a distribution onto the relative mollifier of a reference",
        (_TARGET, _vector("reference", "centre of the mollifier"), _EPSILON, _DIVERGENCE),
        "distribution",
    ),
    "mollifier": Problem(
        "Mollifier",
        "project a distribution onto a box of distributions",
        (
            _TARGET,
            _vector("lower", "lower bounds, one a letter"),
            _vector("upper", "upper bounds, one a letter"),
            _DIVERGENCE,
        ),
        "distribution",
    ),
    "minimax-sampler": Problem(
        "MinimaxSampler",
        "minimise the largest D_f(P‖Q(P)) over private samplers of {c1 μ ≤ P ≤ c2 μ}",
        (
            _SIZE,
            _REFERENCE,
            Parameter("c1", "lower multiple, 0 (default) to 1", required=False),
            Parameter("c2", "upper multiple, by default as large as P can be", required=False),
            *_LEVELS,
            _DIVERGENCE,
        ),
    ),
    "local-minimax": Problem(
        "LocalMinimax",
        "minimise the largest D_f(P‖Q(P)) over private samplers of {P0/γ ≤ P ≤ γ P0}",
        (_SIZE, _REFERENCE, Parameter("gamma", "γ ≥ 1"), *_LEVELS, _DIVERGENCE),
    ),
}
