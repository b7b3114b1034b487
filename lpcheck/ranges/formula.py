"""A family of problems, one an ε, and the mechanism that a formula gives for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from formulations.errors import InputError
from formulations.formulation import Array, Formulation
from lpcheck.inputs.callables import mechanism_of


@dataclass(frozen=True)
class Instances:
    """What is asked at each ε.

    Attributes:
        problem: ε → the problem.
        mechanism: the problem → its mechanism, as the formula gives it.
    """

    problem: Callable[[Any], Formulation]
    mechanism: Callable[[Formulation], Array]


def instances(problem: Any, mechanism: Any, name: str = "") -> Instances:
    """A family from what a user gives.

    Args:
        problem: a function ε → problem, or a problem, whose ε is replaced.
        mechanism: a function of those of the problem's parameters that it names (such as
            `k` and `epsilon`), or a matrix, which then is the mechanism at every ε.
        name: what the function is called in error messages; its own name by default.

    Raises:
        InputError: the problem has no ε.
    """
    return Instances(_family(problem), _formula(mechanism, name))


def _family(problem: Any) -> Callable[[Any], Formulation]:
    if not isinstance(problem, Formulation):
        family: Callable[[Any], Formulation] = problem
        return family
    if "epsilon" not in problem.parameters:
        what = f"{problem.slug} has no ε"
        raise InputError("epsilon", what, "give a problem with an ε, or a function of ε")
    return lambda epsilon: type(problem)(**{**problem.parameters, "epsilon": epsilon})


def _formula(mechanism: Any, name: str) -> Callable[[Formulation], Array]:
    if not callable(mechanism):
        return lambda problem: problem.read_mechanism(mechanism)
    text = name or getattr(mechanism, "__name__", "the function")
    return lambda problem: mechanism_of("mechanism", text, mechanism, problem)
