"""A problem's maker is asked through the problem; a problem that has none is refused."""

import ast
import decimal
import inspect
from importlib import import_module
from pathlib import Path

import pytest

import formulations
from formulations import InputError, MinimaxSampler, PublicPrior, RelativeMollifier, Staircase
from lpcheck import certificates
from lpcheck.certificates import certify, refuse_uncertifiable
from lpcheck.certificates.maker import Maker, maker_of

PROBLEMS = [
    formulations.ApproximateBinary,
    formulations.Estimation,
    formulations.Fisher,
    formulations.Information,
    formulations.LocalMinimax,
    formulations.Loss,
    formulations.MinimaxSampler,
    formulations.Mollifier,
    formulations.PublicPrior,
    formulations.RelativeMollifier,
    formulations.Staircase,
]
PRIOR = ["1/2", "1/3", "1/6"]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda cls: cls.slug)
def test_every_problem_names_a_maker_with_all_that_the_protocol_asks(problem):
    maker = import_module(problem.certificates)
    for name in ("refuse", "propose", "breach", "repair"):
        asked = list(inspect.signature(getattr(Maker, name)).parameters)[1:]
        assert list(inspect.signature(getattr(maker, name)).parameters) == asked


class Outsider(PublicPrior):
    """A problem of somebody else, with a name that the re-checker does not know."""

    slug = "outsider"


class Makerless(PublicPrior):
    certificates = None


@pytest.mark.parametrize("problem", [Outsider, Makerless])
def test_a_problem_of_an_outsider_is_refused_in_one_line(problem):
    instance = problem(prior=PRIOR, epsilon=1)
    with pytest.raises(InputError, match="re-checker does not know it") as refused:
        certify(instance)
    assert problem.slug in str(refused.value)
    assert "\n" not in str(refused.value)
    with pytest.raises(InputError, match="re-checker does not know it"):
        refuse_uncertifiable(instance)
    assert maker_of(PublicPrior(prior=PRIOR, epsilon=1))


def test_no_problem_is_told_by_its_class_or_its_slug():
    classes = {cls.__name__ for cls in PROBLEMS}
    classes |= {"ColumnProblem", "SamplerProblem", "BoxProjection"}
    slugs = {cls.slug for cls in PROBLEMS}
    for path in Path(certificates.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance":
                told = {getattr(x, "id", None) for x in ast.walk(node.args[1])}
                assert not told & classes, path
            if isinstance(node, ast.Compare):
                told = {getattr(x, "value", None) for x in ast.walk(node)}
                assert not told & slugs, path


@pytest.mark.parametrize(
    ("problem", "mechanism"),
    [
        (Staircase(p0=PRIOR, p1=["1/3"] * 3, epsilon=1), [[0.5, 0.5]] * 3),
        (RelativeMollifier(target=PRIOR, reference=["1/3"] * 3, epsilon="1/2"), ["1/3"] * 3),
        (MinimaxSampler(k=2, epsilon=1, divergence="tv"), [[0.6, 0.4], [0.4, 0.6]]),
    ],
    ids=["staircase", "relative-mollifier", "minimax-sampler"],
)
def test_the_caller_s_decimals_are_neither_used_nor_changed(problem, mechanism):
    free = certify(problem, mechanism)
    with decimal.localcontext() as context:
        context.prec, context.rounding = 5, decimal.ROUND_UP
        context.traps[decimal.Inexact] = True
        before = context.copy()
        found = certify(problem, mechanism)
        refuse_uncertifiable(problem)
        after = decimal.getcontext()
        assert (after.prec, after.rounding) == (before.prec, before.rounding) == (5, "ROUND_UP")
        assert after.traps == before.traps
    assert found.data == free.data
    assert decimal.getcontext().prec == 28
