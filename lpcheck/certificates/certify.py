"""Makes certificates: a proposal to many digits, then the re-checker's word on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal, getcontext, localcontext
from fractions import Fraction
from typing import Any

from formulations._box import BoxProjection
from formulations._patterns import PatternProblem
from formulations._sampler import SamplerProblem
from formulations.approximate_binary import ApproximateBinary
from formulations.divergences import Divergence
from formulations.errors import InputError
from formulations.formulation import Formulation
from formulations.gate import rounding_floor
from formulations.parameters import Distribution, read_number
from formulations.public_prior import PublicPrior
from lpcheck.certificates import _binary, _box, _patterns, _prior, _sampler
from lpcheck.certificates._bounds import bound, exact_points, orbit_value, value
from lpcheck.certificates._breach import breach
from lpcheck.certificates._numbers import decimal, table, up, written
from lpcheck.certificates._proposal import Proposal
from lpcheck.certificates._repair import distance, read_entries, repair
from lpcheck.certificates._terms import read_terms
from lpcheck.certificates.certificate import Certificate, Verdict

_DIGITS = 45
_MARGINS = (44, 40, 36, 32, 28, 24, 18, 12)
"""Digits to which the draft's numbers are claimed, until the re-checker accepts them."""

_FARTHEST = Decimal("1e-6")
"""The largest distance from the entries given to those judged that the format allows."""


class CertificateError(RuntimeError):
    """The re-checker refused what was made: a defect here, never a result."""


def certify(
    problem: Formulation,
    mechanism: Any = None,
    *,
    tolerance: float = 1e-9,
    claim: str | None = None,
) -> Certificate:
    """A certificate of the problem's optimum, and of a verdict on a mechanism.

    Args:
        problem: an instance of a problem, with a divergence that has a name.
        mechanism: an array-like in the problem's shape, taken exactly as given.
        tolerance: the largest gap, relative to the optimum, that still counts as optimal; and
            what a constraint may be broken by before the mechanism counts as infeasible.
        claim: the id of the claim that this is evidence for; a note only.

    Raises:
        InputError: a divergence or a trade-off function of the user's own, or a mechanism that
            does not have the problem's shape.
        CertificateError: the re-checker refused the certificate.
    """
    allowed = read_number("tolerance", tolerance)
    if not 0 < allowed <= Fraction(1, 10):
        raise InputError("tolerance", f"{tolerance} is outside (0, 0.1]", "give a small number")
    refuse_functions(problem)
    entries = None if mechanism is None else read_entries(problem, mechanism)
    with localcontext():
        draft = _propose(problem)
        getcontext().prec = max(getcontext().prec, 90)
        for digits in _MARGINS:
            data, verdict = _write(problem, draft, digits)
            if entries is not None:
                judged, verdict = _judge(problem, draft, entries, allowed, digits)
                data["mechanism"] = judged
            data["claim"] = claim
            found = _recheck(data)
            if found is None:
                return Certificate(data, verdict)
    raise CertificateError(f"the re-checker refused the certificate: {found}")


def refuse_functions(problem: Formulation) -> None:
    """Refuse what no file can hold: functions of the user's own."""
    if isinstance(problem, SamplerProblem) and "trade_off_function" in problem.privacy.parameters:
        raise InputError(
            "trade_off_function",
            "is a function of your own, and a certificate holds data only",
            "certify with epsilon (and delta) or nu",
        )
    divergence = problem.parameters.get("divergence")
    if isinstance(divergence, Divergence):
        read_terms(divergence)


@dataclass(frozen=True)
class _Draft:
    proposal: Proposal
    dual: dict[str, Any]
    value: Decimal
    bound: Decimal
    maximise: bool


def _propose(problem: Formulation) -> _Draft:
    dual: dict[str, Any]
    if isinstance(problem, SamplerProblem):
        sampler, proposal, multipliers = _sampler.propose(problem)
        other = sampler.bound(multipliers) if multipliers is not None else Decimal(0)
        dual = {} if multipliers is None else sampler.written(multipliers)
    else:
        makers: tuple[tuple[type, Callable[[Any], Proposal]], ...] = (
            (PatternProblem, _patterns.propose),
            (ApproximateBinary, _binary.propose),
            (PublicPrior, _prior.propose),
            (BoxProjection, _box.propose),
        )
        maker = next(make for kind, make in makers if isinstance(problem, kind))
        proposal = maker(problem)
        dual = {name: _plain(x) for name, x in proposal.dual.items()}
        other = _read_back_bound(problem, proposal, dual)
    infinity = Decimal("Infinity")
    if proposal.infinite:
        return _Draft(proposal, {}, infinity, infinity, problem.sense == "maximize")
    if isinstance(problem, SamplerProblem):
        mine = orbit_value(problem, proposal.rows)
    else:
        mine = value(problem, proposal.rows)
    return _Draft(proposal, dual, mine, other, problem.sense == "maximize")


def _read_back_bound(problem: Formulation, proposal: Proposal, dual: dict[str, Any]) -> Decimal:
    """The bound at the multipliers as they are written; a settled problem's is its value."""
    if not dual or proposal.infinite:
        return value(problem, proposal.rows) if not proposal.infinite else Decimal("Infinity")
    return bound(problem, {name: _numbers(x) for name, x in dual.items()})


def _plain(x: Any) -> Any:
    """Multipliers as text, to the digits that are worth writing."""
    if x is None:
        return None
    return [_plain(y) for y in x] if isinstance(x, (list, tuple)) else written(x, _DIGITS)


def _numbers(x: Any) -> Any:
    if x is None:
        return None
    return [_numbers(y) for y in x] if isinstance(x, list) else decimal(Fraction(x))


def _write(
    problem: Formulation, draft: _Draft, digits: int
) -> tuple[dict[str, Any], Verdict | None]:
    from lpcheck import __version__  # noqa: PLC0415

    low, high = (draft.value, draft.bound) if draft.maximise else (draft.bound, draft.value)
    data = {
        "format": "lpcheck-certificate",
        "version": 1,
        "problem": problem.slug,
        "parameters": {name: _parameter(x) for name, x in problem.parameters.items()},
        "bounds": _enclosure(low, high, digits),
        "primal": table(draft.proposal.rows),
        "dual": draft.dual,
        "mechanism": None,
        "claim": None,
        "made_by": f"lpcheck {__version__}",
    }
    return data, None


def _parameter(x: Any) -> Any:
    if isinstance(x, Distribution):
        return [str(y) for y in x.exact]
    if isinstance(x, Divergence):
        return x.name
    return [str(y) for y in x] if isinstance(x, (tuple, list)) else str(x)


def _enclosure(low: Decimal, high: Decimal, digits: int) -> dict[str, str]:
    """Both ends moved out in the given digit of the larger; values are never negative."""
    if not high.is_finite():
        return {"lower": "inf" if not low.is_finite() else written(low), "upper": "inf"}
    margin = max(abs(high), abs(low)).scaleb(-digits)
    if high == low == 0 and digits == _MARGINS[0]:
        return {"lower": "0", "upper": "0"}
    margin = max(margin, Decimal(1).scaleb(-digits - 10))
    lower, upper = max(low - margin, Decimal(0)), high + margin
    with localcontext() as context:
        context.prec, context.rounding = digits + 2, ROUND_FLOOR
        lower = +lower
        context.rounding = ROUND_CEILING
        return {"lower": written(lower), "upper": written(+upper)}


def _judge(
    problem: Formulation, draft: _Draft, entries: list[list[Fraction]], allowed: Fraction, digits: int
) -> tuple[dict[str, Any] | None, Verdict]:
    """The mechanism's part of the file, and the verdict."""
    flat = isinstance(problem, BoxProjection)
    doubles = [[float(x) for x in row] for row in entries]
    rounded = problem.read_mechanism(doubles[0] if flat else doubles)
    result: dict[str, Any] = {"entries": table(entries)}
    if isinstance(problem, SamplerProblem):
        result["points"] = table(exact_points(problem))
    low, high = (draft.value, draft.bound) if draft.maximise else (draft.bound, draft.value)
    limit = _limit(problem, low, allowed)
    tail = {"tolerance": written(limit)}
    broken = breach(problem, entries, problem.violations(rounded, float(allowed)))
    if broken is not None:
        empty = {"feasible_entries": None, "distance": None, "value": None, "gap": None}
        return {**result, "verdict": "infeasible", **empty, **tail, "breach": broken}, (
            "infeasible"
        )
    feasible = repair(problem, entries)
    mine = value(problem, feasible)
    bounds, own = _enclosure(low, high, digits), _enclosure(mine, mine, digits)
    gap = _gap(bounds, own, draft.maximise)
    verdict: Verdict = "inconclusive"
    if Decimal(gap["upper"]) <= limit:
        verdict = "optimal"
    elif Decimal(gap["lower"]) > limit:
        verdict = "suboptimal"
    moved = distance(entries, feasible)
    if verdict == "inconclusive" or moved > _FARTHEST:
        return None, "inconclusive"
    return {
        **result,
        "verdict": verdict,
        "feasible_entries": table(feasible),
        "distance": written(moved),
        "value": own,
        "gap": gap,
        **tail,
        "breach": None,
    }, verdict


def _limit(problem: Formulation, optimum: Decimal, allowed: Fraction) -> Decimal:
    """The absolute gap that counts as optimal: relative to the optimum, and what doubles blur."""
    floor = Decimal(repr(rounding_floor(problem)))
    if not optimum.is_finite():
        return up(decimal(allowed), 6)
    return up(decimal(allowed) * abs(optimum) + floor, 6)


def _gap(bounds: dict[str, str], own: dict[str, str], maximise: bool) -> dict[str, str]:
    better, worse = (bounds, own) if maximise else (own, bounds)
    if better["lower"] == worse["lower"] == "inf":
        return {"lower": "0", "upper": "0"}
    with localcontext() as context:
        context.prec = 200
        lower = Decimal(better["lower"]) - Decimal(worse["upper"])
        upper = Decimal(better["upper"]) - Decimal(worse["lower"])
    zero = Decimal(0)
    return {"lower": written(max(lower, zero)), "upper": written(max(upper, zero))}


def _recheck(data: dict[str, Any]) -> str | None:
    """None if the re-checker accepts the object, else why it does not."""
    from lpcheck.recheck import recheck  # noqa: PLC0415

    verdict = recheck(data)
    return None if verdict else verdict.reason
