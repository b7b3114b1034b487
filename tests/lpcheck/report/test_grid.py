"""A grid as a page and as a figure: what is drawn is what was found."""

from __future__ import annotations

import pytest

import lpcheck
from formulations import Information
from lpcheck.figures import grid as figure
from lpcheck.figures import style
from lpcheck.mechanisms import randomized_response
from lpcheck.report import grid
from lpcheck.report.ranges import grid_rows

LEVELS = ["1/2", 1, "3/2", 2, 3]


@pytest.fixture(scope="module")
def rows():
    even = Information(prior=["1/6"] * 6, epsilon=1)
    return grid_rows(lpcheck.check_grid(even, randomized_response, LEVELS))


@pytest.fixture(scope="module")
def leaky():
    """Rows of a formula that keeps 1.1 ε."""
    even = Information(prior=["1/3"] * 3, epsilon=1)
    formula = lambda k, epsilon: randomized_response(k, 1.1 * float(epsilon))  # noqa: E731
    return grid_rows(lpcheck.check_grid(even, formula, [1, 2]))


@pytest.fixture(scope="module")
def square():
    """Rows over two parameters."""
    found = []
    for k in (3, 6):
        even = Information(prior=[f"1/{k}"] * k, epsilon=1)
        levels = grid_rows(lpcheck.check_grid(even, randomized_response, LEVELS))
        found += [{"k": k, **row} for row in levels]
    return found


def test_the_page_counts_and_draws_every_level(rows):
    body = grid.body("information", rows)
    assert "5 instances: 3 suboptimal, 2 optimal." in body
    assert "at ε = 0.5" in body
    assert body.count('class="gap"') == 2 * len(LEVELS)
    assert body.count('class="no"') == 0


def test_what_is_infeasible_is_crossed_out(leaky):
    body = grid.body("information", leaky)
    assert body.count('class="no"') == 2
    assert grid.lost(leaky[0]) is None
    with style.applied():
        assert [len(axes.texts) for axes in figure.draw(leaky).axes] == [0, 1]


def test_a_map_has_a_cell_an_instance(square):
    body = grid.body("information", square)
    assert "<svg" not in body
    drawn = body.split("<tbody>")[1].split("</tbody>")[0]
    assert drawn.count("<td") == 2 * len(LEVELS)
    assert drawn.count('class="h0"') == sum(grid.lost(row) == 0.0 for row in square)
    with style.applied():
        (mesh,) = figure.draw(square).axes[0].collections
    losses = [100 * grid.lost(row) for row in square]
    assert mesh.get_array().ravel().tolist() == pytest.approx(losses)


def test_the_figure_has_the_numbers(rows):
    with style.applied():
        above, below = figure.draw(rows).axes
    line, circles = above.lines
    assert line.get_ydata().tolist() == [grid.optimum(row) for row in rows]
    assert circles.get_ydata().tolist() == [row["value"] for row in rows]
    lost = below.lines[0].get_ydata()
    assert lost[:3].tolist() == [row["loss"] for row in rows[:3]]
    assert (lost[3:] == below.get_ylim()[0]).all()


@pytest.mark.parametrize("extension", ["png", "svg", "pdf"])
def test_the_same_each_time(rows, extension):
    assert figure.image(rows, extension) == figure.image(rows, extension)
