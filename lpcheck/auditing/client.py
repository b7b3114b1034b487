r"""From code that draws to its kernel, the ε that it really has, and what it loses.

.. math:: Q_{xy} = \Pr[\mathrm{client}(x) = y], \qquad
          \varepsilon = \max_{x,x',y} \log \frac{Q_{xy}}{Q_{x'y}}.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from formulations.errors import InputError
from formulations.parameters import read_epsilon
from formulations.shown import Shown
from lpcheck.auditing.outputs import Raised, ordered, shown
from lpcheck.auditing.privacy import Spent, delta, explained_by_rounding, spent
from lpcheck.auditing.replay import Replay, replay
from lpcheck.auditing.statistics import Sampled, sample
from lpcheck.auditing.tree import Budget

if TYPE_CHECKING:
    from formulations.formulation import Formulation
    from lpcheck.compare import Comparison

Verdict: TypeAlias = Literal["private", "infeasible", "inconclusive"]
Rigor: TypeAlias = Literal["exact", "bounded", "statistical"]

LARGEST_INPUTS = 1_000
"""Inputs of one audit."""

_NEGLIGIBLE = Fraction(1, 2**50)
"""Mass that may stay unresolved of a kernel that is called private: it is told as a δ."""


@dataclass(frozen=True)
class Audit(Shown):
    """What a client does, input by input.

    Attributes:
        inputs: the inputs x, a row each.
        outputs: the outputs y, a column each.
        kernel: Q, shape (k, m), in doubles; frequencies where `rigor` is `statistical`.
        fractions: Q exactly, in rationals; empty where `rigor` is `statistical`.
        unresolved: for each row, the mass that was not followed.
        rigor: `exact`; `bounded`, where some mass is unresolved; `statistical`, from draws.
        epsilon: the level that is asked for, in nats, or None.
        true_epsilon: the ε that the kernel has; the part of it that is certain where it is bounded,
            and a lower bound with confidence where it is statistical.
        epsilon_bounds: ε at least and at most.
        delta: the smallest δ for which the kernel is (ε, δ)-private; NaN where it is not known.
        verdict: `private`, `infeasible` (ε is exceeded) or `inconclusive`; None without an ε.
        explanation: one sentence.
        notes: what else should be known.
        runs: how often the client was called.
        confidence: 1 − α where `rigor` is `statistical`, else 1.
        finding: the comparison with the optimum of a problem, where one was given.
    """

    inputs: tuple[Any, ...]
    outputs: tuple[Any, ...]
    kernel: NDArray[np.float64]
    fractions: tuple[tuple[Fraction, ...], ...]
    unresolved: tuple[Fraction, ...]
    rigor: Rigor
    epsilon: float | None
    true_epsilon: float
    epsilon_bounds: tuple[float, float]
    delta: float
    verdict: Verdict | None
    explanation: str
    notes: tuple[str, ...]
    runs: int
    confidence: float = 1.0
    finding: Comparison | None = None

    @property
    def exact(self) -> bool:
        """Whether the kernel is known exactly, as rationals."""
        return self.rigor == "exact"


def audit(
    client: Callable[[Any], Any],
    inputs: Iterable[Any],
    epsilon: Any = None,
    problem: Formulation | None = None,
    *,
    seeds: Iterable[int] | None = None,
    draws: int | None = None,
    confidence: float = 0.99,
    branches: int = Budget.branches,
    seconds: float = Budget.seconds,
) -> Audit:
    """The kernel of code that draws, the ε that it has, and what it loses.

    The client is replayed along every branch of its draws, which are answered by a source that
    enumerates: `random`, `secrets`, `numpy.random` (generators, states and functions). Its
    probabilities are those of the code: `random() < p` in doubles, j/2⁵³ at a time.

    Args:
        client: a function of one input, or a bound method, such as ``client.privatise``.
        inputs: the inputs, such as ``range(6)``.
        epsilon: the ε, in nats, that is promised.
        problem: an instance of a problem that the kernel is compared with the optimum of.
        seeds: where the client draws from more integers than can be enumerated, a hash seed say,
            the values to draw from instead; the kernel is then that with a seed among these.
        draws: call the client so often for each input, with its own randomness, in place of
            enumerating; then only bounds on ε are told.
        confidence: of those bounds, all of them at once.
        branches: runs that may be made for each input.
        seconds: they may take, all together.

    Raises:
        InputError: the client cannot be enumerated, does not end, keeps state, or raises.

    Example:
        >>> import random
        >>> def answer(x):
        ...     return x if random.random() < 0.75 else 1 - x
        >>> audit(answer, [0, 1], epsilon=1.0986122886681098).true_epsilon
        1.0986122886681098
    """
    letters = _read_inputs(client, inputs)
    level = None if epsilon is None else float(read_epsilon(epsilon))
    if not (seconds > 0 and branches > 0):
        raise InputError("seconds", "and branches are positive", "give at least 1 of each")
    if draws is not None:
        if problem is not None:
            raise InputError(
                "problem", "needs the exact kernel", "leave draws away, or the problem"
            )
        return _statistical(sample(client, letters, draws, confidence, seconds), letters, level)
    pool = None if seeds is None else sorted({int(s) for s in seeds})
    found = replay(client, letters, Budget(int(branches), float(seconds)), pool)
    return _exact(found, letters, level, problem)


def kernel_of(client: Callable[[Any], Any], inputs: Iterable[Any], **options: Any) -> Audit:
    """The exact kernel of a client, or an error: what assertions take a client through.

    Args:
        client: as in :func:`audit`.
        inputs: as in :func:`audit`.
        options: `seeds`, `branches`, `seconds`.

    Raises:
        InputError: also where more than 2⁻⁵⁰ of some row stayed unresolved.
    """
    found = audit(client, inputs, **options)
    if max(found.unresolved) > _NEGLIGIBLE:
        what = f"left {float(max(found.unresolved)):.3g} of the mass of a row unresolved"
        raise InputError("client", what, "give more branches or seconds, or draws")
    return found


def _read_inputs(client: Any, inputs: Iterable[Any]) -> tuple[Any, ...]:
    if not callable(client):
        what = f"is a {type(client).__name__}, not a function"
        raise InputError("client", what, "give a function of one input, such as client.privatise")
    try:
        iterator = iter(inputs)
    except TypeError:
        what = f"is a {type(inputs).__name__}, not a list of inputs"
        raise InputError("inputs", what, "give a list, or range(6)") from None
    letters = tuple(x for x, _ in zip(iterator, range(LARGEST_INPUTS + 1), strict=False))
    if not letters:
        raise InputError("inputs", "is empty", "give at least one input")
    if len(letters) > LARGEST_INPUTS:
        raise InputError("inputs", f"has more than {LARGEST_INPUTS}", "give fewer inputs")
    return letters


def _exact(
    found: Replay, inputs: tuple[Any, ...], level: float | None, problem: Formulation | None
) -> Audit:
    outputs = ordered({y for law in found.laws for y in law.masses})
    rows = tuple(tuple(law.masses.get(y, Fraction(0)) for y in outputs) for law in found.laws)
    unresolved = tuple(law.unresolved for law in found.laws)
    worst = spent(rows, unresolved)
    kernel = np.array([[float(q) for q in row] for row in rows])
    verdict, explanation = _judge(worst, level, unresolved, found, inputs, outputs)
    comparison = None
    if problem is not None:
        from lpcheck.compare import check  # noqa: PLC0415  loads the solvers

        if max(unresolved) > _NEGLIGIBLE:
            verdict, explanation = "inconclusive", f"{explanation}; the kernel is not known whole"
        else:
            comparison = check(problem, kernel)
    return Audit(
        inputs=inputs,
        outputs=outputs,
        kernel=kernel,
        fractions=rows,
        unresolved=unresolved,
        rigor="bounded" if any(unresolved) else "exact",
        epsilon=level,
        true_epsilon=worst.lower,
        epsilon_bounds=(worst.lower, worst.upper),
        delta=math.nan if level is None else delta(rows, level),
        verdict=verdict,
        explanation=explanation,
        notes=_notes(found, outputs, rows),
        runs=sum(law.runs for law in found.laws),
        finding=comparison,
    )


def _judge(
    worst: Spent,
    level: float | None,
    unresolved: Sequence[Fraction],
    found: Replay,
    inputs: Sequence[Any],
    outputs: Sequence[Any],
) -> tuple[Verdict | None, str]:
    mass = max(unresolved)
    left = f"; {float(mass):.3g} of the mass was not followed" if mass else ""
    if level is None:
        return None, f"ε = {worst.lower:.10g}{left}"
    excess = worst.lower - level
    if excess > 0:
        if not explained_by_rounding(worst, level, max(law.draws for law in found.laws)):
            return "infeasible", _breach(worst, level, inputs, outputs)
        rounding = f"ε is exceeded by {excess:.2g}, by the rounding of doubles alone{left}"
        return ("private" if mass <= _NEGLIGIBLE else "inconclusive"), rounding
    if mass > _NEGLIGIBLE:
        what = f"{float(mass):.3g} of the mass of a row was not followed"
        return "inconclusive", f"{what}; what was followed keeps ε = {level:.10g}"
    if any(law.seeded for law in found.laws):
        left = f" with the given seeds{left}"
    return "private", f"ε = {worst.lower:.10g} where {level:.10g} is allowed{left}"


def _breach(worst: Spent, level: float, inputs: Sequence[Any], outputs: Sequence[Any]) -> str:
    y, x, other = outputs[worst.column], inputs[worst.row], inputs[worst.other_row]
    if not worst.low:
        return (
            f"output {shown(y)} has probability {float(worst.high):.6g} from input {shown(x)} and "
            f"0 from input {shown(other)}: no ε covers that"
        )
    return (
        f"output {shown(y)} has probability {float(worst.high):.6g} from input {shown(x)} and "
        f"{float(worst.low):.6g} from input {shown(other)}: ε = {worst.lower:.10g}, "
        f"not {level:.10g}"
    )


def _notes(
    found: Replay, outputs: Sequence[Any], rows: Sequence[Sequence[Fraction]]
) -> tuple[str, ...]:
    notes = []
    for y, output in enumerate(outputs):
        if isinstance(output, Raised):
            mass = max(float(row[y]) for row in rows)
            notes.append(f"raises {output.kind} with probability {mass:.2g}: {output.text}")
    if any(law.seeded for law in found.laws):
        notes.append("draws from more integers than can be enumerated are from the given seeds")
    if any(law.loops for law in found.laws):
        notes.append(
            "a loop that rejects comes back to the same variables and the same branches, and what "
            "comes back is shared out as a geometric series"
        )
    if found.compiled:
        notes.append("compiled functions were read from their Python source")
    return tuple(notes)


def _statistical(found: Sampled, inputs: tuple[Any, ...], level: float | None) -> Audit:
    verdict: Verdict | None = None
    sure = f"with confidence {found.confidence:g}, all {found.bounds} bounds at once"
    explanation = f"ε is at least {found.epsilon:.6g} {sure}"
    if level is not None:
        verdict = "infeasible" if found.epsilon > level else "inconclusive"
        explanation += f": {found.where}" if verdict == "infeasible" else "; draws prove no more"
    return Audit(
        inputs=inputs,
        outputs=found.events,
        kernel=found.frequencies,
        fractions=(),
        unresolved=(),
        rigor="statistical",
        epsilon=level,
        true_epsilon=found.epsilon,
        epsilon_bounds=(found.epsilon, math.inf),
        delta=math.nan,
        verdict=verdict,
        explanation=explanation,
        notes=(),
        runs=found.runs,
        confidence=found.confidence,
    )
