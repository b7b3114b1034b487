"""The map over (ε, skew): at its edges, in its cells, and as a picture."""

from __future__ import annotations

import json

import numpy as np
import pytest

import lpcheck
from formulations import Estimation, InputError
from lpcheck import mechanisms as m
from lpcheck.cli import main
from lpcheck.figures import skew as figure
from lpcheck.figures import style
from lpcheck.league import skew_map
from lpcheck.league.skew import prior


@pytest.fixture(scope="module")
def found():
    return skew_map(5, ["1/2", 1, 4], [0, 1, 2])


def test_uniform_priors_are_won_by_subset_selection(found):
    assert all(c.optimal for c in found.cells if c.skew == 0)
    assert [c.size for c in found.cells if c.skew == 0] == [2, 1, 1]


def test_a_cell_is_what_a_comparison_finds(found):
    for c in found.cells:
        problem = Estimation(prior=prior(5, c.skew), epsilon=c.epsilon)
        kernel = m.subset_mechanism(5, float(c.epsilon), c.size)
        finding = lpcheck.check(problem, kernel)
        assert (finding.verdict == "optimal") == c.optimal
        assert finding.value / finding.solution.value - 1 == pytest.approx(c.subsets, abs=1e-10)
        others = [problem.value(m.subset_mechanism(5, float(c.epsilon), d)) for d in range(1, 5)]
        assert finding.value == min(others)
        assert c.loss <= c.subsets


def test_skew_costs(found):
    assert {c.optimal for c in found.cells} == {True, False}
    at_one = [c.subsets for c in found.cells if c.epsilon == 1]
    assert at_one == sorted(at_one)
    assert at_one[-1] > 0.01


def test_the_figure_has_a_dot_where_it_is_optimal(found):
    with style.applied():
        left, right, *_ = figure.draw(found).axes
    (dots,) = left.lines
    assert len(dots.get_xdata()) == sum(c.optimal for c in found.cells)
    sizes, losses = (axes.collections[0].get_array().ravel() for axes in (left, right))
    assert sizes.tolist() == [c.size for c in found.cells]
    np.testing.assert_allclose(losses, [max(100 * c.loss, 1e-4) for c in found.cells])


def test_on_the_command_line(capsys, tmp_path):
    out, drawing = tmp_path / "map.json", tmp_path / "map.svg"
    given = ["--k", "4", "--epsilon", "1:3:2", "--skew", "0:2:2", "--json", str(out)]
    assert main(["league", "estimation", *given, "--figure", str(drawing)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[2].split() == ["s", "\\", "ε", "1", "3"]
    assert said[3].split() == ["0", "1", "=", "1", "="]
    assert len(json.loads(out.read_text())["instances"]) == 4
    assert drawing.is_file()


@pytest.mark.parametrize(
    "words",
    [
        ["estimation", "--epsilon", "1:2:2", "--skew", "0:1:2"],
        ["estimation", "--k", "11", "--epsilon", "1:2:2", "--skew", "0:1:2"],
        ["estimation", "--k", "4", "--epsilon", "1", "--skew", "0:1:2"],
        ["estimation", "--k", "4", "--epsilon", "0:1:2", "--skew", "0:1:2"],
        ["estimation", "--k", "4", "--epsilon", "1:2:2", "--skew", "0:30:2"],
        ["estimation", "--prior", "1/2,1/2", "--epsilon", "1:2:2", "--skew", "0:1:2"],
        ["loss", "--counts", "4", "--epsilon", "1:2:2", "--skew", "0:1:2"],
    ],
)
def test_bad_input_is_refused_in_a_line(words, capsys):
    assert main(["league", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_nothing_to_solve_is_refused():
    with pytest.raises(InputError, match="out of range"):
        skew_map(4, [], [0])
