"""The table behind a figure."""

from __future__ import annotations

import numpy as np
import pytest

from lpcheck.figures import Series

COLUMNS = ("name", "level", "value")
ROWS = [
    ("a, b", np.int64(1), np.float64(0.1) + 0.2),
    ('quoted "x"', 2, 5e-324),
    ("ε = 1\nnext", 2, float("inf")),
    ("18-24", -3, -1e300),
]


def test_csv_gives_back_the_same_numbers():
    series = Series.of(COLUMNS, ROWS, "seed 1")
    back = Series.from_csv(series.to_csv(), "seed 1")
    assert back == series
    assert [type(c) for c in back.rows[0]] == [str, int, float]


def test_text_that_is_a_number_becomes_one():
    assert Series.of(("x",), [("2",), ("0.5",), ("2a",)]).cells("x") == [2, 0.5, "2a"]


def test_rows_are_chosen_by_their_cells():
    series = Series.of(COLUMNS, ROWS)
    assert len(series.where(level=2)) == 2
    assert series.where(level=2, name="18-24").rows == ()
    assert series.values("level") == [1, 2, -3]
    assert series.column("level").tolist() == [1.0, 2.0, 2.0, -3.0]
    assert next(iter(series)) == {"name": "a, b", "level": 1, "value": 0.1 + 0.2}


def test_a_ragged_table_is_refused():
    with pytest.raises(ValueError, match="row 1 does not have 2 cells"):
        Series.of(("a", "b"), [(1, 2), (1, 2, 3)])
