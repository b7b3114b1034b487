"""A figure: its data, its image, and the catalogue."""

from __future__ import annotations

import sys

import pytest

from formulations.errors import InputError
from lpcheck import claims
from lpcheck.figures import EXTENSIONS, Figure, Series, catalogue, find, style

SERIES = Series.of(("x", "y"), [(0, 1.0), (1, 2.0)], "a note that is long " * 12)


def draw(series):
    figure, axes = style.canvas()
    axes.plot(series.column("x"), series.column("y"), label="y", **style.LINES[0])
    axes.set(xlabel="x", ylabel="y")
    style.legend_above(figure, axes, 1)
    return figure


@pytest.fixture
def figure():
    return Figure(
        "a.figure-1", "Figure 1", "x", lambda full, log: SERIES, draw, (), {"log": "a log file"}
    )


def test_data_is_asked_for(figure):
    assert figure.compute(log="somewhere") is SERIES
    with pytest.raises(InputError, match="needs a log file; give it with --data log=PATH"):
        figure.compute()
    with pytest.raises(InputError, match="has no data 'lag'; it takes log"):
        figure.compute(log="a", lag="b")


@pytest.mark.parametrize(
    ("extension", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")]
)
def test_images_are_the_same_each_time(figure, extension, start):
    image = figure.image(SERIES, extension)
    assert image.startswith(start)
    assert figure.image(SERIES, extension) == image
    assert extension in EXTENSIONS


def test_other_extensions_are_refused(figure):
    with pytest.raises(InputError, match=r"'\.gif' is no kind of picture"):
        figure.image(SERIES, "gif")


def test_without_matplotlib_the_remedy_is_named(figure, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match=r"pip install 'lpcheck\[figures\]'"):
        figure.image(SERIES)


def test_the_note_is_within_the_picture(figure):
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    drawing = figure.plot(SERIES)
    FigureCanvasAgg(drawing).draw()
    frame, note = drawing.bbox, drawing._supxlabel.get_window_extent()
    assert frame.x0 <= note.x0
    assert note.x1 <= frame.x1
    assert frame.y0 <= note.y0
    assert note.y1 < drawing.axes[0].get_window_extent().y0


def test_names_are_unique_and_found():
    names = [f.name for f in catalogue()]
    assert len(set(names)) == len(names)
    for known in catalogue():
        assert find(known.name) is known
        assert known.caption.endswith(".")
        assert known.statements
    named = {s.claim for f in catalogue() for s in f.statements} - {""}
    assert named <= {claim.id for claim in claims.catalogue()}
    papers = {f.paper for f in catalogue("kairouz2016")}
    assert papers == {"kairouz2016"}
    numbers = [int(f.name.rpartition("-")[2]) for f in catalogue("kairouz2016")]
    assert numbers == [3, 4, 5, 6, 7, 8]


def test_unknown_names_are_told_the_nearest():
    with pytest.raises(InputError, match=r"did you mean kairouz2016\.figure-3"):
        find("kairouz2016.figure3")
    with pytest.raises(InputError, match="see `lpcheck figure --list`"):
        find("zzz")
    with pytest.raises(InputError, match="'park' is unknown; use one of"):
        catalogue("park")
