"""What a configuration states, and how a wrong one is refused."""

from fractions import Fraction

import numpy as np
import pytest

from formulations import InputError
from lpcheck.sweep import read_plan


def plan_of(folder, body, problem="staircase"):
    return read_plan(folder.config(f'[[grid]]\nproblem = "{problem}"\n{body}'))


def test_every_combination_is_a_point(small):
    plan = read_plan(small)
    assert len(plan) == 5 * 2 * 6 + 2 * 3
    points = list(plan.points())
    assert points == [plan[i] for i in range(len(plan))]
    assert len({tuple(p.parameters.values()) for p in points}) == len(plan)
    assert [p.problem for p in points] == ["staircase"] * 60 + ["public-prior"] * 6
    assert points[-1].parameters == {"epsilon": "1", "prior": "1"}
    assert points[-3].parameters == {"epsilon": "1", "prior": "1/5,3/10,1/2"}
    with pytest.raises(IndexError):
        plan[len(plan)]


def test_draws_go_together_and_are_the_same_each_time(small):
    first, second = read_plan(small), read_plan(small)
    assert list(first.points()) == list(second.points())
    pairs = {(p.parameters["p0"], p.parameters["p1"]) for p in list(first.points())[:60]}
    assert len(pairs) == 6
    for text in {t for pair in pairs for t in pair}:
        numbers = np.array(text.split(","), dtype=float)
        assert len(numbers) == 4
        assert numbers.min() >= 0
        assert abs(numbers.sum() - 1) < 1e-15
    assert all(p0 != p1 for p0, p1 in pairs)


def test_another_seed_draws_otherwise(folder):
    body = 'p0 = {dirichlet = 1, letters = 3}\np1 = "1/3,1/3,1/3"\nepsilon = 1\nseed = '
    draws = {plan_of(folder, body + str(seed))[0].parameters["p0"] for seed in range(5)}
    assert len(draws) == 5


def test_a_date_is_a_seed(folder):
    body = 'p0 = {dirichlet = 1, letters = 3}\np1 = "1/3,1/3,1/3"\nepsilon = 1\nseed = '
    assert len(plan_of(folder, f"{body}20261121")) == 1
    assert len(plan_of(folder, body + str(2**63 - 1))) == 1


def test_a_logarithmic_range_over_all_doubles(folder):
    body = 'p0 = "1"\np1 = "1"\nepsilon = '
    plan = plan_of(folder, f'{body}{{from = 1e-299, to = 1e299, count = 3, scale = "log"}}')
    levels = [float(Fraction(p.parameters["epsilon"])) for p in plan.points()]
    assert levels == pytest.approx([1e-299, 1, 1e299], rel=1e-12)


def test_a_linear_range_is_exact(folder):
    body = 'epsilon = {from = "1/10", to = 1, count = 4}\np0 = "1/2,1/2"\np1 = "1/2,1/2"'
    levels = [Fraction(p.parameters["epsilon"]) for p in plan_of(folder, body).points()]
    assert levels == [Fraction(1, 10), Fraction(4, 10), Fraction(7, 10), Fraction(1)]


def test_a_grid_as_text_is_exact(folder):
    body = 'epsilon = ["1/10:1:4", "ln 3", 2]\np0 = "1/2,1/2"\np1 = "1/2,1/2"'
    levels = [p.parameters["epsilon"] for p in plan_of(folder, body).points()]
    assert levels == ["1/10", "2/5", "7/10", "1", "ln 3", "2"]


def test_a_logarithmic_range(folder):
    body = 'epsilon = {from = 0.01, to = 100, count = 5, scale = "log"}\np0 = "1"\np1 = "1"'
    levels = [float(Fraction(p.parameters["epsilon"])) for p in plan_of(folder, body).points()]
    assert levels == pytest.approx([0.01, 0.1, 1, 10, 100], rel=1e-12)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ('"1/5,4/5"', ["1/5,4/5"]),
        ("[0.2, 0.8]", ["0.2,0.8"]),
        ('["1/5", "4/5"]', ["1/5,4/5"]),
        ('["1/5,4/5", [0.5, 0.5]]', ["1/5,4/5", "0.5,0.5"]),
    ],
)
def test_ways_to_write_a_vector(folder, written, read):
    plan = plan_of(folder, f"prior = {written}\nepsilon = 1", "information")
    assert [p.parameters["prior"] for p in plan.points()] == read


@pytest.mark.parametrize(
    ("text", "parameter", "words"),
    [
        ("", "grid", "is missing"),
        ("grid = 3", "grid", "is missing"),
        ("[[grid]", "config", "no TOML"),
        ("nonsense = 1\n[[grid]]", "nonsense", "not known"),
        ('out = 3\n[[grid]]\nproblem = "staircase"', "out", "no file name"),
        ("[[grid]]\nepsilon = 1", "grid 1", "no problem"),
        ('[[grid]]\nproblem = "stairs"', "grid 1", "'stairs'"),
        ('[[grid]]\nproblem = ["staircase"]', "grid 1", "no problem"),
        ('[[grid]]\nproblem = "staircase"\nepsilon = 1', "grid 1: p0", "is missing"),
        ('[[grid]]\nproblem = "staircase"\nepsilo = 1', "grid 1: epsilo", "'epsilon'"),
        (
            '[[grid]]\nproblem = "staircase"\ndivergence = {from = 1, to = 2, count = 3}',
            "grid 1: divergence",
            "no name",
        ),
        (
            '[[grid]]\nproblem = "staircase"\nepsilon = {from = 1, to = "1e99999999", count = 3}',
            "grid 1: epsilon: to",
            "exponent",
        ),
        (
            '[[grid]]\nproblem = "staircase"\nepsilon = {from = "1e-400", to = 1, count = 3, '
            'scale = "log"}',
            "grid 1: epsilon: scale",
            "'log'",
        ),
        (
            '[[grid]]\nproblem = "staircase"\np0 = {dirichlet = 1, letters = 10000}\n'
            "draws = 1000000",
            "grid 1: p0: draws",
            "numbers",
        ),
        ('[[grid]]\nproblem = "staircase"\nepsilon = []', "grid 1: epsilon", "empty"),
        ('[[grid]]\nproblem = "staircase"\nepsilon = "1..2"', "grid 1: epsilon", "interval"),
        ('[[grid]]\nproblem = "staircase"\nepsilon = "1:2"', "grid 1: epsilon", "no grid"),
        ('[[grid]]\nproblem = "staircase"\nepsilon = "1:2:1"', "grid 1: epsilon: count", "range"),
        ('[[grid]]\nproblem = "staircase"\nepsilon = [true]', "grid 1: epsilon", "True"),
        ('[[grid]]\nproblem = "staircase"\nepsilon = {from = 1}', "grid 1: epsilon", "no range"),
        (
            '[[grid]]\nproblem = "staircase"\nepsilon = {from = 0, to = 1, count = 1}',
            "grid 1: epsilon: count",
            "out of range",
        ),
        (
            '[[grid]]\nproblem = "staircase"\nepsilon = {from = 0, to = 1, count = 9, '
            'scale = "log"}',
            "grid 1: epsilon: scale",
            "'log'",
        ),
        (
            '[[grid]]\nproblem = "staircase"\nepsilon = {from = 0, to = 1, step = 2}',
            "grid 1: epsilon: step",
            "not known",
        ),
        ('[[grid]]\nproblem = "staircase"\np0 = {dirichlet = 1}', "grid 1: p0", "no law"),
        (
            '[[grid]]\nproblem = "staircase"\np0 = {dirichlet = 0, letters = 3}',
            "grid 1: p0: dirichlet",
            "0",
        ),
        (
            '[[grid]]\nproblem = "staircase"\np0 = {dirichlet = 1, letters = 0}',
            "grid 1: p0: letters",
            "0",
        ),
        ('[[grid]]\nproblem = "staircase"\np0 = true', "grid 1: p0", "True"),
        ('[[grid]]\nproblem = "staircase"\nseed = -1', "grid 1: seed", "-1"),
        ('[[grid]]\nproblem = "staircase"\ndraws = 5', "grid 1: draws", "nothing is drawn"),
        ('[[grid]]\nproblem = "staircase"\nmechanisms = [1]', "grid 1: mechanisms", "no list"),
        (
            '[[grid]]\nproblem = "staircase"\nepsilon = {from = 0, to = 1, count = 99999}\n'
            'divergence = ["kl", "tv"]\n'
            'p0 = {dirichlet = 1, letters = 2}\ndraws = 51\np1 = "1/2,1/2"',
            "grid",
            "more than",
        ),
    ],
)
def test_a_wrong_configuration_is_refused_in_one_line(folder, text, parameter, words):
    with pytest.raises(InputError) as caught:
        read_plan(folder.config(text))
    assert caught.value.parameter == parameter
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="does not exist"):
        read_plan(tmp_path / "none.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="no TOML"):
        read_plan(tmp_path / "binary.toml")
