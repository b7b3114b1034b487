"""Makes certificates: a proposal to many digits, and what the re-checker proves of it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from formulations.divergences import Divergence
from formulations.errors import InputError
from formulations.formulation import Array, Formulation
from formulations.gate import rounding_floor
from formulations.parameters import Distribution, read_number
from lpcheck.certificates.breach import certain_breach
from lpcheck.certificates.certificate import Certificate, Verdict
from lpcheck.certificates.exact.numbers import decimal, own_precision, table, up, written
from lpcheck.certificates.maker import Maker, Rows, maker_of
from lpcheck.certificates.repair import distance, read_entries
from lpcheck.rechecker import Recheck, enclose, recheck, standing

Data = dict[str, Any]

_DIGITS, _LARGEST_EXPONENT = 45, 3900
_UNKNOWN = {"lower": "0", "upper": "inf"}
_NONE = {"feasible_entries": None, "distance": None, "value": None, "gap": None}
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
            what a constraint may be broken by before the mechanism counts as infeasible. A file
            draws these lines at 1e-9 for everybody: where that gives another verdict, it is
            `inconclusive`, and the file holds the bounds alone.
        claim: the id of the claim that this is evidence for; a note only.

    Raises:
        InputError: a problem that the re-checker does not know, a divergence or a trade-off
            function of the user's own, a problem that is too large for a file, or a mechanism
            that does not have the problem's shape.
        CertificateError: the re-checker refused the certificate.
    """
    allowed = read_number("tolerance", tolerance)
    if not 0 < allowed <= Fraction(1, 10):
        raise InputError("tolerance", f"{tolerance} is outside (0, 0.1]", "give a small number")
    with own_precision():
        return _certify(problem, mechanism, allowed, claim)


def _certify(
    problem: Formulation, mechanism: Any, allowed: Fraction, claim: str | None
) -> Certificate:
    maker = maker_of(problem)
    maker.refuse(problem)
    given = None if mechanism is None else read_entries(problem, mechanism)
    data, points = _draft(maker, problem, claim)
    asked = None
    if given is not None:
        asked = _asked(maker, problem, data, points, given, float(allowed))
    data["mechanism"] = asked
    found = enclose(data)
    if not found and asked is not None and asked["verdict"] == "infeasible":
        asked = data["mechanism"] = None  # by less than the format's slack
        found = enclose(data)
    if not found:
        raise CertificateError(f"the re-checker refused the draft: {found.reason}")
    if found.assumes is not None:
        data["assumes"] = found.assumes
    data["bounds"] = _ends(found.bounds)
    _refuse_beyond(*map(Decimal, data["bounds"].values()))
    verdict: Verdict | None = None if given is None else "inconclusive"
    if asked is not None:
        limit = _limit(problem, data["bounds"], allowed)
        data["mechanism"], verdict = _judged(asked, found, limit)
    final = recheck(data)
    if not final:
        raise CertificateError(f"the re-checker refused the certificate: {final.reason}")
    return Certificate(data, verdict)


def _draft(maker: Maker[Any], problem: Formulation, claim: str | None) -> tuple[Data, Data]:
    """The file but for what is proved and the mechanism asked about; and that one's points."""
    with own_precision():
        proposal = maker.propose(problem)
        primal = table(proposal.primal)
        dual = {name: _plain(x) for name, x in proposal.dual.items()}
    data = {
        "format": "lpcheck-certificate",
        "version": 1,
        "problem": problem.slug,
        "parameters": {name: _parameter(x) for name, x in problem.parameters.items()},
        "bounds": _UNKNOWN,
        "primal": primal,
        "dual": dual,
        "mechanism": None,
        "claim": claim,
        "made_by": f"lpcheck {_version()}",
    }
    return data, {} if proposal.points is None else {"points": table(proposal.points)}


def _version() -> str:
    try:
        return version("lpcheck")
    except PackageNotFoundError:  # run from a source tree that is not installed
        return "(not installed)"


def _plain(x: Any) -> Any:
    """Multipliers as text, to the digits that are worth writing; text as it is."""
    if isinstance(x, Decimal):
        _refuse_beyond(x)
        return "0" if x.adjusted() < -_LARGEST_EXPONENT else written(x, _DIGITS)
    if isinstance(x, Fraction):
        return written(x, _DIGITS)
    return [_plain(y) for y in x] if isinstance(x, (list, tuple)) else x


def _refuse_beyond(*numbers: Decimal) -> None:
    """Refuse what the format has no digits for."""
    if any(x.is_finite() and x.adjusted() > _LARGEST_EXPONENT for x in numbers):
        raise InputError(
            "epsilon",
            f"at this ε and order of the divergence there are numbers beyond"
            f" 1e{_LARGEST_EXPONENT}, which no certificate holds",
            "give a smaller ε, or check without a certificate",
        )


def _parameter(x: Any) -> Any:
    if isinstance(x, Distribution):
        return [str(y) for y in x.exact]
    if isinstance(x, Divergence):
        return x.name
    if isinstance(x, dict):
        return {name: _parameter(y) for name, y in x.items()}
    return [_parameter(y) for y in x] if isinstance(x, (tuple, list)) else str(x)


def _asked(
    maker: Maker[Any],
    problem: Formulation,
    draft: Data,
    points: Data,
    given: tuple[Rows, Array],
    tolerance: float,
) -> Data | None:
    """The mechanism's part of the file: what it breaks, or a feasible mechanism beside it.

    None where neither can be said.
    """
    entries, rounded = given
    result: Data = {"entries": table(entries), "tolerance": "0", "breach": None, **points}
    feasible, found = entries, standing(draft, result)
    if found != "feasible":
        violations = problem.violations(rounded, tolerance)
        broken = certain_breach(maker, problem, entries, violations)
        if found == "broken" and broken is not None:
            return {**result, **_NONE, "verdict": "infeasible", "breach": broken}
        if broken is not None or found == "broken":  # the format's slack is another tolerance
            return None
        feasible = maker.repair(problem, entries)
    return {
        **result,
        "verdict": "optimal",
        "feasible_entries": table(feasible),
        "distance": written(distance(entries, feasible)),
        "value": _UNKNOWN,
        "gap": _UNKNOWN,
    }


def _judged(draft: Data, found: Recheck, limit: Decimal) -> tuple[Data | None, Verdict]:
    """The mechanism's part with what was proved of it, and the verdict."""
    part = {**draft, "tolerance": written(limit)}
    if part["verdict"] == "infeasible":
        return {**part, "breach": {**part["breach"], "amount": found.amount}}, "infeasible"
    part["value"], part["gap"] = _ends(found.value), _ends(found.gap)
    assert found.judged is not None
    assert found.limits is not None
    if Decimal(part["distance"]) > _FARTHEST:
        return None, "inconclusive"
    most, least = map(Decimal, found.limits)
    if Decimal(found.judged[1]) <= min(limit, most):
        return {**part, "tolerance": written(min(limit, most)), "verdict": "optimal"}, "optimal"
    if Decimal(found.judged[0]) > max(limit, least):
        return {**part, "verdict": "suboptimal"}, "suboptimal"
    return None, "inconclusive"


def _limit(problem: Formulation, bounds: Data, allowed: Fraction) -> Decimal:
    """The absolute gap that counts as optimal: relative to the optimum, and what doubles blur."""
    floor, optimum = Decimal(repr(rounding_floor(problem))), Decimal(bounds["lower"])
    share = decimal(allowed) * (optimum if optimum.is_finite() else 1)
    return up(share + floor, 6)


def _ends(found: Sequence[str] | None) -> Data:
    if found is None:
        raise CertificateError("the re-checker proved nothing of the mechanism")
    return {"lower": found[0], "upper": found[1]}
