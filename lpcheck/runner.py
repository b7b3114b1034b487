"""Running the catalogue: every claim over its instances, with its negative control."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from formulations import gate
from formulations.errors import InputError
from formulations.shown import Shown
from lpcheck.claims import Paper, find
from lpcheck.claims.certify import Question, certify_claim, questions
from lpcheck.claims.claim import Claim, ClaimResult, ClaimVerdict, Instance, Outcome, Reading
from lpcheck.claims.levels import Traced, drawing, traced
from lpcheck.claims.selection import Selection, claims_of, load, select
from lpcheck.compare import Comparison


@dataclass(frozen=True)
class Report(Shown):
    """The results of a run, in its order, its wall time in seconds, and what was asked for."""

    results: tuple[ClaimResult, ...]
    seconds: float
    selection: Selection = field(default_factory=lambda: Selection(()))

    @property
    def unexpected(self) -> tuple[ClaimResult, ...]:
        """Results that differ from what computation gave before."""
        return tuple(r for r in self.results if not r.as_expected)

    def __bool__(self) -> bool:
        """Whether every verdict is as expected."""
        return not self.unexpected


def verify(
    claims: Sequence[str | Claim | Paper] = (),
    *,
    paper: str | None = None,
    jobs: int | None = None,
    full: bool = False,
    certificates: Path | None = None,
    drawings: bool = False,
    progress: Callable[[ClaimResult], None] | None = None,
) -> Report:
    """Test claims of the papers that are installed, or of one's own.

    Args:
        claims: ids, patterns, `module:object`, or claims and papers themselves; by default all
            that is installed, or all of `paper`.
        paper: the key of a paper.
        jobs: worker processes; by default, and at most, one a core.
        full: test the wider set of instances.
        certificates: a directory to write certificates to, made if it is not there.
        drawings: compute also what figures show.
        progress: called with each result as it comes in.

    Raises:
        InputError: an id or a paper is unknown, or `jobs` is below 1.
    """
    if jobs is not None and jobs < 1:
        raise InputError("jobs", f"{jobs} is below 1", "give a number of processes")
    from joblib import cpu_count  # noqa: PLC0415  takes longer than `solve` does

    start = time.perf_counter()
    chosen = select(claims, paper)
    results: dict[str, ClaimResult] = {}
    if certificates is not None:
        certificates.mkdir(parents=True, exist_ok=True)
    work = partial(run_claim, full=full, certificates=certificates, drawings=drawings)
    cores = cpu_count()
    for result in _run(chosen, min(jobs or cores, cores), work):
        results[result.claim.id] = result
        if progress is not None:
            progress(result)
    ordered = tuple(results[c.id] for c in chosen.claims)
    return Report(ordered, time.perf_counter() - start, chosen)


def _run(
    chosen: Selection, jobs: int, work: Callable[[Claim], ClaimResult]
) -> Iterable[ClaimResult]:
    # Ids travel to the workers, not claims: a claim holds functions.
    here = [c for c in chosen.claims if jobs == 1 or chosen.homes.get(c.id) == ""]
    away = {c.id: c for c in chosen.claims if c not in here}
    yield from map(work, here)
    if away:
        import joblib  # noqa: PLC0415

        tasks = (joblib.delayed(_run_id)(name, chosen.homes.get(name), work) for name in away)
        stream = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered")(tasks)
        for claim_id, fields in stream:
            yield ClaimResult(claim=away[claim_id], **fields)


def _run_id(
    claim_id: str, home: str | None, work: Callable[[Claim], ClaimResult]
) -> tuple[str, dict[str, object]]:
    claims = (find(claim_id),) if home is None else claims_of(load(home))
    result = work(next(c for c in claims if c.id == claim_id))
    return claim_id, {k: v for k, v in vars(result).items() if k != "claim"}


def run_claim(
    claim: Claim, full: bool = False, certificates: Path | None = None, drawings: bool = False
) -> ClaimResult:
    """Test one claim at all its instances, in this process.

    Args:
        claim: the claim.
        full: test the wider set of instances.
        certificates: a directory to write certificates to; none are written by default.
        drawings: compute also what figures show.
    """
    start = time.process_time()
    instances = list(claim.instances(full))
    outcomes: list[Outcome] = []
    traces: list[list[Traced]] = []
    asked: list[list[Question]] = []
    for instance in instances:
        with gate.watched() as solved, traced() as seen:
            outcomes.append(claim.test(**instance.parameters))
        traces.append(seen if drawings else [])
        comparisons = [x for x in seen if isinstance(x, Comparison)]
        asked.append([] if certificates is None else questions(comparisons, solved))
    verdict, which = _verdict(outcomes)
    reading: Reading | None = None
    if claim.ours is not None and verdict != "inconclusive":
        reading = "agrees" if verdict == "verified" else "differs"
        verdict = "undecided"
    caught = _control_caught(claim, instances) if claim.slip is not None else None
    detail = outcomes[which].detail if which is not None else ""
    if verdict in ("verified", "undecided") and caught is False:
        verdict, reading, detail = "inconclusive", None, "the negative control was not caught"
    files: tuple[str, ...] = ()
    if certificates is not None and verdict != "inconclusive":
        shown = asked if which is None else [asked[which]]
        files = certify_claim(claim, shown, certificates)
    fails = verdict == "refuted" or reading == "differs"
    gaps = [-math.inf if math.isnan(outcome.gap) else outcome.gap for outcome in outcomes]
    worst = max(range(len(gaps)), key=gaps.__getitem__, default=None)
    return ClaimResult(
        claim=claim,
        verdict=verdict,
        instances=len(instances),
        worst_gap=0.0 if worst is None or gaps[worst] == -math.inf else gaps[worst],
        seconds=time.process_time() - start,
        counterexample=instances[which] if fails and which is not None else None,
        detail=detail,
        control_caught=caught,
        certificates=files,
        worst_instance="" if worst is None else instances[worst].label,
        outcomes=tuple(outcomes),
        drawing=drawing(claim, instances, outcomes, traces) if drawings else None,
        reading=reading,
        strays=_strays(instances, outcomes) if verdict == "refuted" else (),
        loss=outcomes[which].loss if fails and which is not None else None,
    )


def _verdict(outcomes: Sequence[Outcome]) -> tuple[ClaimVerdict, int | None]:
    for i, outcome in enumerate(outcomes):
        if outcome.holds is False:
            return "refuted", i
    for i, outcome in enumerate(outcomes):
        if outcome.holds is None:
            return "inconclusive", i
    return ("verified", None) if outcomes else ("inconclusive", None)


def _strays(instances: Sequence[Instance], outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    pairs = zip(instances, outcomes, strict=True)
    return tuple(i.label for i, o in pairs if o.holds is False and i.kind != "counterexample")


def _control_caught(claim: Claim, instances: Sequence[Instance]) -> bool:
    parameters = claim.control if claim.control is not None else instances[0].parameters
    return claim.test(**parameters, slip=claim.slip).holds is False
