"""Hunts with many seeds: on several cores or a cluster, each seed once, going on after a stop."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from formulations.errors import InputError
from lpcheck.compare import check
from lpcheck.inputs.callables import load_mechanism, names_callable
from lpcheck.problems import problem_class
from lpcheck.ranges.formula import instances
from lpcheck.ranges.hunt import Counterexample, Hunt, hunt

Result: TypeAlias = dict[str, Any]
"""What one seed found, as data."""


@dataclass(frozen=True)
class Question:
    """What is hunted, as text and numbers, so that it can travel to a worker and into a file.

    Attributes:
        problem: a slug, or `module:Class`.
        mechanism: `module:function`, or a formula.
        fixed: parameters that are not searched.
        sizes: the smallest and the largest k.
        epsilons: the smallest and the largest ε, in nats.
        tries: the most instances a seed.
        seconds: no further instance is drawn after them, for each seed.
    """

    problem: str
    mechanism: str
    fixed: Mapping[str, Any]
    sizes: tuple[int, int]
    epsilons: tuple[float, float]
    tries: int
    seconds: float


def hunt_seeds(
    question: Question,
    seeds: Sequence[int],
    *,
    jobs: int = 1,
    scheduler: str | None = None,
    file: Path | None = None,
    told: Callable[[int, float], None] = lambda _done, _loss: None,
) -> Hunt:
    """Hunt with several seeds; what one seed finds depends on nothing else.

    Args:
        question: what is hunted.
        seeds: of the draws.
        jobs: processes on this machine.
        scheduler: the address of a Dask scheduler, to use its workers instead.
        file: where results are kept; seeds that it has are not hunted again.
        told: called with the number of seeds done and the largest loss so far.

    Returns:
        the largest loss of all seeds, stated and compared anew.

    Raises:
        InputError: the file holds another hunt, or as :func:`lpcheck.ranges.hunt`.
    """
    start = time.monotonic()
    kept = _read(file, question)
    open_seeds = [seed for seed in seeds if seed not in kept]
    with closing(_results(question, open_seeds, jobs, scheduler)) as stream:
        for result in stream:
            kept[result["seed"]] = result
            _write(file, question, kept)
            told(sum(s in kept for s in seeds), max(r["loss"] for r in kept.values()))
    results = [kept[seed] for seed in seeds]
    best = max(results, key=lambda r: r["loss"])
    found = _counterexample(question, best) if best["parameters"] is not None else None
    return Hunt(
        found,
        tried=sum(r["tried"] for r in results),
        refused=sum(r["refused"] for r in results),
        undecided=sum(r["undecided"] for r in results),
        seed=seeds[0],
        seconds=time.monotonic() - start,
        seeds=len(seeds),
    )


def hunt_one(question: Question, seed: int) -> Result:
    """What one seed finds; this is what a worker does."""
    found = hunt(
        problem_class(question.problem),
        _mechanism(question),
        fixed=question.fixed,
        sizes=question.sizes,
        epsilons=question.epsilons,
        tries=question.tries,
        seconds=question.seconds,
        seed=seed,
    )
    one = found.counterexample
    result: Result = {
        "seed": seed,
        "tried": found.tried,
        "refused": found.refused,
        "undecided": found.undecided,
        "loss": 0.0 if one is None else one.loss,
        "largest": 0.0 if one is None else one.largest,
        "shrunk": one is not None and one.shrunk,
        "parameters": None,
    }
    if one is not None:
        given = one.finding.problem.parameters
        result["parameters"] = {name: _plain(value) for name, value in given.items()}
    return result


def _results(
    question: Question, seeds: Sequence[int], jobs: int, scheduler: str | None
) -> Generator[Result, None, None]:
    work = partial(hunt_one, question)
    if scheduler is not None:
        from lpcheck.sweep.cluster import on_cluster  # noqa: PLC0415  Dask is optional

        yield from on_cluster(iter(seeds), scheduler, work)
    elif jobs == 1 or len(seeds) < 2:
        yield from map(work, seeds)
    else:
        import joblib  # noqa: PLC0415

        tasks = (joblib.delayed(work)(seed) for seed in seeds)
        yield from joblib.Parallel(n_jobs=jobs, return_as="generator_unordered")(tasks)


def _mechanism(question: Question) -> Any:
    text = question.mechanism
    return load_mechanism("mechanism", text) if names_callable(text) else text


def _counterexample(question: Question, best: Result) -> Counterexample:
    """The instance, stated anew."""
    problem = problem_class(question.problem)(**best["parameters"])
    family = instances(problem, _mechanism(question))
    finding = check(problem, family.mechanism(problem))
    return Counterexample(finding, best["loss"], best["largest"], best["shrunk"])


def _plain(value: Any) -> Any:
    """A parameter as text, exactly."""
    exact = getattr(value, "exact", None)
    if exact is not None:
        return [str(x) for x in exact]
    if isinstance(value, (tuple, list, np.ndarray)):
        return [_plain(x) for x in value]
    return str(getattr(value, "name", value))


def _asked(question: Question) -> dict[str, Any]:
    asked: dict[str, Any] = json.loads(json.dumps(asdict(question), default=_plain))
    return asked


def _read(file: Path | None, question: Question) -> dict[int, Result]:
    if file is None or not file.exists():
        return {}
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        asked, results = data["question"], data["seeds"]
        kept = {int(result["seed"]): result for result in results}
    except (OSError, ValueError, KeyError, TypeError):
        remedy = "give another file, or none"
        raise InputError("resume", f"'{file}' is no hunt's file", remedy) from None
    if asked != _asked(question):
        raise InputError("resume", f"'{file}' holds another hunt", "give another file")
    return kept


def _write(file: Path | None, question: Question, kept: Mapping[int, Result]) -> None:
    """The file appears whole or not at all."""
    if file is None:
        return
    data = {"question": _asked(question), "seeds": [kept[seed] for seed in sorted(kept)]}
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        beside.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        beside.replace(file)
    except OSError as error:
        what = f"'{file}' cannot be written: {error.strerror}"
        raise InputError("resume", what, "give another place") from None
