"""A link is a state, and a state is the problem that the command line states."""

from __future__ import annotations

from fractions import Fraction

import pytest

from formulations.errors import InputError
from lpcheck.explore import pasted, shapes
from lpcheck.explore.state import State, mechanism, pose, read
from lpcheck.problems import known, problem_class

PAIR = "problem=staircase&p0=zipf&p1=zipf-reversed&epsilon=1&shape-letters=3&shape-skew=1"


def stated(query: str) -> object:
    state = read(query)
    return mechanism(state, pose(state))


def refusal(query: str) -> InputError:
    with pytest.raises(InputError) as caught:
        stated(query)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("slug", known())
def test_an_example_goes_through_its_link(slug):
    state = State(slug, dict(problem_class(slug).example))
    again = read(state.query())
    assert again == state
    assert pose(again).problem.parameters == pose(state).problem.parameters


def test_what_follows_the_question_mark_is_the_state():
    assert read(f"http://127.0.0.1:1/token/?{PAIR}") == read(PAIR)


@pytest.mark.parametrize("shape", shapes.VECTORS)
@pytest.mark.parametrize("k", [1, 2, 24])
@pytest.mark.parametrize("skew", [0.0, 1.0, 20.0])
def test_a_shape_is_a_distribution(shape, k, skew):
    p = shapes.vector(shape, k, skew)
    assert len(p) == k
    assert sum(p) == 1
    assert min(p) > 0
    falls = p == sorted(p, reverse=True)
    assert falls is (not shape.endswith("reversed") or len(set(p)) == 1)


def test_zipf_is_zipf():
    assert shapes.vector("zipf", 4, 2.0)[0] / shapes.vector("zipf", 4, 2.0)[3] == 16
    assert shapes.vector("uniform", 4, 2.0) == [Fraction(1, 4)] * 4


@pytest.mark.parametrize(
    "text",
    ["1/2 1/4 1/4", "[1/2, 1/4, 1/4]", "1/2\n1/4\n1/4\n", "1/2;1/4;1/4", "(1/2,1/4,1/4)",
     "array([1/2, 1/4, 1/4])".removeprefix("array")],
)  # fmt: skip
def test_vectors_as_they_are_pasted(text):
    assert pasted.entries("p0", text) == "1/2,1/4,1/4"


@pytest.mark.parametrize(
    "text",
    ["0.7,0.3\n0.3,0.7", "0.7\t0.3\n0.3\t0.7\n", "[[0.7, 0.3], [0.3, 0.7]]", "0.7,0.3;0.3,0.7",
     "[[0.7 0.3]\n [0.3 0.7]]", "array([[0.7, 0.3],\n       [0.3, 0.7]])",
     "[0.7, 0.3; 0.3, 0.7]", "0.7 0.3\n0.3 0.7"],
)  # fmt: skip
def test_matrices_as_they_are_pasted(text):
    assert pasted.rows("pasted-matrix", text).numbers == [["0.7", "0.3"], ["0.3", "0.7"]]


def test_letters_are_kept():
    bracketed = pasted.rows("pasted-matrix", "x,low (1),high [2]\na(b),1,0\n{c},0,1")
    assert bracketed.columns == ("low (1)", "high [2]")
    assert bracketed.rows == ("a(b)", "{c}")
    found = pasted.rows("pasted-matrix", "input,u,v\na,1,0\nb,0,1")
    assert (found.rows, found.columns) == (("a", "b"), ("u", "v"))


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("problem=nothing", "problem"),
        ("problem=os:system", "problem"),
        ("problem=staircase&system=1", "state"),
        (PAIR.replace("epsilon=1", "epsilon=-1"), "epsilon"),
        (PAIR.replace("epsilon=1", "epsilon=1e9"), "epsilon"),
        (PAIR.replace("zipf&", "1/2,1/2&"), "p1"),
        (PAIR.replace("zipf&", "0.2,0.2,0.2&"), "p0"),
        (PAIR.replace("zipf&", "@/etc/passwd&"), "p0"),
        (PAIR.replace("zipf&", "uniform:65&"), "p0"),
        (PAIR.replace("shape-letters=3", "shape-letters=65"), "shape-letters"),
        (PAIR.replace("shape-skew=1", "shape-skew=nan"), "shape-skew"),
        ("problem=minimax-sampler&k=100000&epsilon=1", "k"),
        ("problem=information&prior=zipf&privacy=metric:@/etc/passwd", "privacy"),
        (f"{PAIR}&mechanism=os:getcwd", "mechanism"),
        (f"{PAIR}&mechanism=lpcheck.mechanisms:np.ones", "mechanism"),
        (f"{PAIR}&mechanism=lpcheck.mechanisms:__builtins__", "mechanism"),
        (f"{PAIR}&mechanism=pasted", "pasted-matrix"),
        (f"{PAIR}&mechanism=pasted&pasted-matrix=1,x%0A0,1", "pasted-matrix"),
        (f"{PAIR}&mechanism=pasted&pasted-matrix=1,0", "mechanism"),
        (f"{PAIR}&mechanism=pasted&pasted-matrix={'1,' * 5000}1", "pasted-matrix"),
        (f"{PAIR}&mechanism=pasted&pasted-matrix={'0' * 70_000}", "pasted-matrix"),
    ],
)
def test_what_states_nothing_is_refused_at_its_field(query, field):
    assert refusal(query).parameter == field


@pytest.mark.skipif("utility" not in known(), reason="the problem is not installed")
def test_a_formula_is_no_name_of_code():
    assert refusal("problem=utility&mu=os:getcwd&k=2&epsilon=1").problem.startswith("names code")


def test_a_function_is_called_only_where_the_command_line_allowed_it():
    state = read(f"{PAIR}&mechanism=operator:index")
    with pytest.raises(InputError, match="not called from a page"):
        mechanism(state, pose(state), ["operator:inde", "lpcheck.mechanisms:index"])


def test_a_metric_is_pasted():
    posed = pose(read("problem=information&prior=1/3,2/3&privacy=metric:0,1;1,0"))
    assert posed.problem.parameters["privacy"]["distances"] == ((0, 1), (1, 0))
