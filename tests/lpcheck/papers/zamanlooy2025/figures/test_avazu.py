"""Click logs: counts against brute force, errors with their line, and memory."""

from __future__ import annotations

import csv
import gzip
import tracemalloc
from collections import Counter

import numpy as np
import pytest

from formulations.errors import InputError
from lpcheck.figures import find
from lpcheck.papers.zamanlooy2025.figures import avazu

HEADER = "click,C18,device_id,site_id"


def brute_force(path, websites, clicks):
    """Users' counts by subcategory, everything held in memory."""
    with gzip.open(path, "rt") as file:
        rows = [r for r in csv.DictReader(file) if r["click"] == "1"]
    found = {}
    for value in {r["C18"] for r in rows}:
        mine = [r for r in rows if r["C18"] == value]
        order = Counter(r["site_id"] for r in mine)
        top = sorted(order, key=lambda s: (-order[s], s))[:websites]
        users = {}
        for r in mine:
            if r["site_id"] in top:
                users.setdefault(r["device_id"], Counter())[r["site_id"]] += 1
        kept = [c for c in users.values() if c.total() >= clicks]
        found[value] = (top, sorted([c[s] for s in top] for c in kept))
    return found


@pytest.mark.parametrize("buckets", [1, 7, 2**20])
@pytest.mark.parametrize(("websites", "clicks"), [(100, 20), (4, 20), (8, 25)])
def test_counts_are_those_of_brute_force(avazu_file, websites, clicks, buckets):
    expected = brute_force(avazu_file, websites, clicks)
    groups = avazu.read(avazu_file, websites=websites, clicks=clicks, users=5, buckets=buckets)
    due = [v for v in sorted(expected) if len(expected[v][1]) >= 5]
    assert [g.label for g in groups] == due
    for group in groups:
        top, counts = expected[group.label]
        assert list(group.letters) == top
        assert sorted(group.counts.astype(int).tolist()) == counts


def test_small_subcategories_are_left_out(avazu_file):
    assert [g.label for g in avazu.read(avazu_file)] == ["0", "2"]
    assert avazu.read(avazu_file)[0].counts.shape == (110, 8)
    with pytest.raises(InputError, match="no value of C18 with 111 users of 20 clicks each"):
        avazu.read(avazu_file, users=111)


def test_more_clicks_than_a_byte_holds(tmp_path):
    path = tmp_path / "train.csv"
    lines = [HEADER, *["1,0,a,s"] * 300, *["1,0,b,s"] * 299]
    path.write_text("\n".join(lines))
    (group,) = avazu.read(path, clicks=300, users=1, buckets=1)
    assert group.counts.tolist() == [[300.0]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"train.csv', line 1 names no column 'click'"),
        ("click,C18,device_id\n", "line 1 names no column 'site_id'"),
        ("click,C17,device_id,site_id\n", "line 1 names no column 'C18'"),
        (f"{HEADER}\n1,0,a,s\n1,0,a\n", "line 3 has 3 fields where 4 are due"),
        (f"{HEADER}\n1,0,a,s\n2,0,a,s\n", "line 3 has click '2', not 0 or 1"),
        (f"{HEADER}\n", "has no value of C18"),
    ],
)
def test_wrong_files_are_refused_with_the_line(tmp_path, text, message):
    path = tmp_path / "train.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=message) as caught:
        avazu.read(path)
    assert "\n" not in str(caught.value)


def test_unreadable_files_are_refused(tmp_path, avazu_file):
    broken = tmp_path / "train.gz"
    broken.write_bytes(avazu_file.read_bytes()[:4000])
    cases = {
        tmp_path / "none.csv": "No such file",
        tmp_path: "Is a directory",
        broken: "compressed file is broken",
    }
    binary = tmp_path / "binary.csv"
    binary.write_bytes(HEADER.encode() + b"\n\xff\xfe\n")
    cases[binary] = "is not utf-8-sig text, from about line"
    for path, message in cases.items():
        with pytest.raises(InputError, match=message):
            avazu.read(path)


def test_memory_does_not_grow_with_the_rows(tmp_path):
    peaks = []
    for repeats in (20, 200):
        path = tmp_path / f"{repeats}.csv"
        path.write_text(
            f"{HEADER}\n" + "".join(f"1,0,u{u},s{u % 3}\n" for u in range(50)) * repeats
        )
        tracemalloc.start()
        avazu.read(path, users=50, buckets=2**10)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0] + 20_000


def test_the_figure_from_a_file(avazu_file, perturbed):
    figure = find("zamanlooy2025.figure-3")
    series = figure.compute(avazu_clicks=avazu_file)
    assert series.cells("subcategory") == [0, 2]
    assert series.column("users").tolist() == [110, 110]
    kernel, mollifier = series.column("kernel"), series.column("mollifier")
    assert ((kernel >= 0) & (kernel <= 1) & (mollifier >= 0) & (mollifier <= 1)).all()
    outperforms, nine = figure.statements
    assert outperforms.check(series).agrees is bool(np.all(kernel < mollifier))
    assert outperforms.check(perturbed(series, "kernel", lambda v: 1.0)).agrees is False
    exact = perturbed(perturbed(series, "kernel", lambda v: 0.1), "mollifier", lambda v: 0.9)
    assert nine.check(exact).agrees is True
    assert nine.check(perturbed(exact, "kernel", lambda v: 0.12)).agrees is False
    assert nine.check(series.where(subcategory=0)).agrees is None
    assert figure.plot(series).axes[0].get_xlabel() == "subcategory of C18"
    assert figure.image(series).startswith(b"\x89PNG")
