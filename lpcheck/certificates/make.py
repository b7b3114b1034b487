"""Makes certificates: a proposal to many digits, and what the re-checker proves of it."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

from formulations.approximate_binary import ApproximateBinary
from formulations.divergences import Divergence
from formulations.errors import InputError
from formulations.formulation import Formulation
from formulations.gate import rounding_floor
from formulations.parameters import Distribution, read_number
from formulations.patterns import PatternProblem
from formulations.projections.box import BoxProjection
from formulations.public_prior import PublicPrior
from formulations.samplers.problem import SamplerProblem
from lpcheck import __version__
from lpcheck.certificates import approximate_binary as _binary
from lpcheck.certificates import projections as _box
from lpcheck.certificates import public_prior as _prior
from lpcheck.certificates.breach import breach
from lpcheck.certificates.certificate import Certificate, Verdict
from lpcheck.certificates.exact.numbers import decimal, table, up, written
from lpcheck.certificates.proposal import Proposal
from lpcheck.certificates.refusals import refuse_uncertifiable
from lpcheck.certificates.repair import Rows, distance, read_entries, repair
from lpcheck.certificates.samplers import propose as _sampler
from lpcheck.certificates.samplers.cells import exact_points
from lpcheck.certificates.staircase import patterns as _patterns
from lpcheck.rechecker import Recheck, enclose, keeps_all, recheck

Data = dict[str, Any]

_DIGITS = 45
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
            what a constraint may be broken by before the mechanism counts as infeasible.
        claim: the id of the claim that this is evidence for; a note only.

    Raises:
        InputError: a divergence or a trade-off function of the user's own, a problem that is too
            large for a file, or a mechanism that does not have the problem's shape.
        CertificateError: the re-checker refused the certificate.
    """
    allowed = read_number("tolerance", tolerance)
    if not 0 < allowed <= Fraction(1, 10):
        raise InputError("tolerance", f"{tolerance} is outside (0, 0.1]", "give a small number")
    refuse_uncertifiable(problem)
    entries = None if mechanism is None else read_entries(problem, mechanism)
    with localcontext():
        data = _draft(problem, claim)
    mechanism_part = None if entries is None else _asked(problem, data, entries, float(allowed))
    data["mechanism"] = mechanism_part
    found = enclose(data)
    if not found:
        raise CertificateError(f"the re-checker refused the draft: {found.reason}")
    data["bounds"] = _ends(found.bounds)
    verdict = None
    if mechanism_part is not None:
        limit = _limit(problem, data["bounds"], allowed)
        data["mechanism"], verdict = _judged(mechanism_part, found, limit)
    final = recheck(data)
    if not final:
        raise CertificateError(f"the re-checker refused the certificate: {final.reason}")
    return Certificate(data, verdict)


def _draft(problem: Formulation, claim: str | None) -> Data:
    """The file but for what is proved, and but for the mechanism asked about."""
    dual: Data
    if isinstance(problem, SamplerProblem):
        sampler, proposal, multipliers = _sampler.propose(problem)
        useful = multipliers is not None and any(w > 0 for w in multipliers.risk)
        dual = sampler.written(multipliers) if useful and multipliers is not None else {}
    else:
        makers: tuple[tuple[type, Callable[[Any], Proposal]], ...] = (
            (PatternProblem, _patterns.propose),
            (ApproximateBinary, _binary.propose),
            (PublicPrior, _prior.propose),
            (BoxProjection, _box.propose),
        )
        proposal = next(make for kind, make in makers if isinstance(problem, kind))(problem)
        dual = {name: _plain(x) for name, x in proposal.dual.items()}
    return {
        "format": "lpcheck-certificate",
        "version": 1,
        "problem": problem.slug,
        "parameters": {name: _parameter(x) for name, x in problem.parameters.items()},
        "bounds": _UNKNOWN,
        "primal": table(proposal.rows),
        "dual": dual,
        "mechanism": None,
        "claim": claim,
        "made_by": f"lpcheck {__version__}",
    }


def _plain(x: Any) -> Any:
    """Multipliers as text, to the digits that are worth writing."""
    if x is None:
        return None
    return [_plain(y) for y in x] if isinstance(x, (list, tuple)) else written(x, _DIGITS)


def _parameter(x: Any) -> Any:
    if isinstance(x, Distribution):
        return [str(y) for y in x.exact]
    if isinstance(x, Divergence):
        return x.name
    return [str(y) for y in x] if isinstance(x, (tuple, list)) else str(x)


def _asked(problem: Formulation, draft: Data, entries: Rows, tolerance: float) -> Data:
    """The mechanism's part of the file: what it breaks, or a feasible mechanism beside it."""
    doubles = [[float(x) for x in row] for row in entries]
    flat = isinstance(problem, BoxProjection)
    rounded = problem.read_mechanism(doubles[0] if flat else doubles)
    result: Data = {"entries": table(entries), "tolerance": "0", "breach": None}
    if isinstance(problem, SamplerProblem):
        result["points"] = table(exact_points(problem))
    broken = breach(problem, entries, problem.violations(rounded, tolerance))
    if broken is not None:
        return {**result, **_NONE, "verdict": "infeasible", "breach": broken}
    feasible = entries if keeps_all(draft, result) else repair(problem, entries)
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
    lower, upper = Decimal(part["gap"]["lower"]), Decimal(part["gap"]["upper"])
    if Decimal(part["distance"]) > _FARTHEST or lower <= limit < upper:
        return None, "inconclusive"
    verdict: Verdict = "optimal" if upper <= limit else "suboptimal"
    return {**part, "verdict": verdict}, verdict


def _limit(problem: Formulation, bounds: Data, allowed: Fraction) -> Decimal:
    """The absolute gap that counts as optimal: relative to the optimum, and what doubles blur."""
    floor, optimum = Decimal(repr(rounding_floor(problem))), Decimal(bounds["lower"])
    share = decimal(allowed) * (optimum if optimum.is_finite() else 1)
    return up(share + floor, 6)


def _ends(found: tuple[str, str] | None) -> Data:
    if found is None:
        raise CertificateError("the re-checker proved nothing of the mechanism")
    return {"lower": found[0], "upper": found[1]}
