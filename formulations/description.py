"""What a problem says of itself, so that a command line, a sweep and a report can ask it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

ParameterKind: TypeAlias = Literal["number", "vector", "matrix", "name", "function"]
Outputs: TypeAlias = Literal["free", "letters", "named"]


@dataclass(frozen=True)
class Parameter:
    """A keyword of a problem's constructor, and the option `--name` of the command line.

    Attributes:
        name: the keyword.
        help: a line: what it is, its range, its unit.
        kind: how it is written: a number, a vector (one entry a letter), a matrix, a name, or a
            function (a formula, or MODULE:FUNCTION).
        required: whether the problem has no default for it.
        choices: of a name, what it may be; capitals and Greek letters after a colon stand for
            what is to be filled in.
    """

    name: str
    help: str
    kind: ParameterKind = "number"
    required: bool = True
    choices: tuple[str, ...] = ()

    @property
    def option(self) -> str:
        """As it is typed."""
        return "--" + self.name.replace("_", "-")

    @property
    def metavar(self) -> str:
        """What help shows for its value."""
        kinds = {"number": "X", "vector": "V", "matrix": "@FILE", "name": "NAME", "function": "F"}
        return kinds[self.kind]


def vector(name: str, text: str, required: bool = True) -> Parameter:
    """A parameter that is a vector.

    Args:
        name: the keyword of the problem.
        text: what it is.
        required: whether there is no problem without it.
    """
    return Parameter(name, text, "vector", required)


EPSILON = Parameter("epsilon", "privacy level in nats, 0 to 700")
LEVEL = Parameter("epsilon", "privacy level in nats, 0 to 700", required=False)
"""Where code may give a notion instead, which the command line does not offer."""

COLUMN_PRIVACY = (
    LEVEL,
    Parameter(
        "privacy",
        "another notion than LDP: metric:@FILE, pml, lip, uldp:LETTERS",
        "name",
        required=False,
        choices=("pml", "lip", "uldp:LETTERS", "metric:DISTANCES"),
    ),
)
DIVERGENCE = Parameter(
    "divergence",
    "kl (default), tv, hellinger, chi2, hockey-stick:γ, alpha:a, js, or f:FORMULA of x",
    "name",
    required=False,
    choices=("kl", "tv", "hellinger", "chi2", "hockey-stick:γ", "alpha:a", "js", "f:FORMULA"),
)
PAIR = (
    vector("p0", "first distribution over the inputs"),
    vector("p1", "second distribution over the inputs"),
)
TARGET = vector("target", "the distribution to approximate")
CLASS = (
    Parameter("k", "size of the alphabet, for a uniform reference", required=False),
    vector("reference", "the reference, where not uniform", required=False),
)
LEVELS = (
    Parameter("epsilon", "pure LDP of this level, in nats", required=False),
    Parameter("delta", "with epsilon: approximate LDP, 0 to 1", required=False),
    Parameter("nu", "instead of epsilon: Gaussian LDP of this level", required=False),
)
