"""MovieLens in its two formats, and Figure 4 from it."""

from __future__ import annotations

import gzip
import shutil

import pytest

from formulations.errors import InputError
from lpcheck.figures import find
from lpcheck.papers.zamanlooy2025.figures import movielens


def test_1m_by_hand(movielens_1m):
    users = movielens.read(movielens_1m)
    assert len(users) == 35
    assert {u.age for u in users} == set(movielens.AGES.values())
    movies = dict(
        (line.split("::")[0], line.split("::")[2].split("|")[0])
        for line in (movielens_1m / "movies.dat").read_text().splitlines()
    )
    expected = {}
    for line in (movielens_1m / "ratings.dat").read_text().splitlines():
        user, movie, rating, _ = line.split("::")
        if user == "1":
            expected[movies[movie]] = expected.get(movies[movie], 0) + int(rating)
    assert users[0].ratings == expected
    assert users[0].age == "18-24"


def test_100k_ages_and_flags(movielens_100k):
    users = movielens.read(movielens_100k)
    assert [u.age for u in users[:7]] == [
        "18-24", "25-34", "35-44", "45-49", "50-55", "56 and over", "under 18",
    ]  # fmt: skip
    names = {genre for user in users for genre in user.ratings}
    assert names == {"Action", "Comedy", "Drama", "Horror", "Children's"}


def test_compressed_files_are_read(movielens_1m, tmp_path):
    packed = tmp_path / "ml"
    packed.mkdir()
    for path in movielens_1m.iterdir():
        (packed / f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes()))
    assert movielens.read(packed) == movielens.read(movielens_1m)


@pytest.mark.parametrize(
    ("file", "line", "message"),
    [
        ("ratings.dat", "1::2::5", r"ratings.dat', line 701 has 3 fields where 4 are due"),
        ("ratings.dat", "1::2::five::9", "line 701 has rating 'five'"),
        ("ratings.dat", "1::2::6::9", "line 701 has rating '6'"),
        ("ratings.dat", "1::2::nan::9", "line 701 has rating 'nan'"),
        ("ratings.dat", "1::77::5::9", "line 701 rates movie '77'; list it in movies.dat"),
        ("ratings.dat", "77::2::5::9", "line 701 is by user '77'; list them in users.dat"),
        ("movies.dat", "90::Untitled", "movies.dat', line 21 names no genre"),
        ("users.dat", "90::F::old::1::2", "users.dat', line 36 has age 'old'"),
        ("users.dat", "90::F", "line 36 has age ''"),
    ],
)
def test_wrong_lines_are_named(movielens_1m, tmp_path, file, line, message):
    copy = tmp_path / "ml-1m"
    shutil.copytree(movielens_1m, copy)
    with (copy / file).open("a") as out:
        out.write(line + "\n")
    with pytest.raises(InputError, match=message) as caught:
        movielens.read(copy)
    assert "\n" not in str(caught.value)


def test_missing_files_are_named(movielens_1m, tmp_path):
    with pytest.raises(InputError, match=r"holds none of ratings\.dat, u\.data"):
        movielens.read(tmp_path)
    shutil.copy(movielens_1m / "ratings.dat", tmp_path)
    with pytest.raises(InputError, match=r"movies\.dat' is missing"):
        movielens.read(tmp_path)
    (tmp_path / "ratings.dat").write_text("")
    shutil.copy(movielens_1m / "movies.dat", tmp_path)
    shutil.copy(movielens_1m / "users.dat", tmp_path)
    with pytest.raises(InputError, match="has no ratings"):
        movielens.read(tmp_path)


def test_the_figure_from_both_data_sets(movielens_1m, movielens_100k, perturbed):
    figure = find("zamanlooy2025.figure-4")
    series = figure.compute(movielens_1m=movielens_1m, movielens_100k=movielens_100k)
    assert series.values("version") == ["printed", "arXiv"]
    assert series.where(version="arXiv").cells("age") == list(movielens.AGES.values())
    overall, smaller, mollifier, kernel = figure.statements
    exact = perturbed(perturbed(series, "kernel", lambda v: 0.59), "mollifier", lambda v: 1.0)
    assert overall.check(exact).agrees is True
    assert overall.check(perturbed(exact, "kernel", lambda v: 0.5)).agrees is False
    assert overall.check(exact.where(version="arXiv")).agrees is None
    assert mollifier.check(exact.where(version="printed")).agrees is None
    assert smaller.check(exact).agrees is True
    assert smaller.check(perturbed(exact, "kernel", lambda v: 1.5)).agrees is False
    assert mollifier.check(perturbed(exact, "mollifier", lambda v: 0.62)).agrees is True
    assert mollifier.check(exact).agrees is False
    assert kernel.check(exact).agrees is False
    assert kernel.check(perturbed(exact, "kernel", lambda v: 0.2)).agrees is True
    drawing = figure.plot(series)
    assert [a.get_title(loc="left") for a in drawing.axes] == [
        "printed version, ε = 5", "arXiv version, ε = 4",
    ]  # fmt: skip
    assert drawing.axes[1].get_xlabel() == "age group"
    assert figure.image(series).startswith(b"\x89PNG")
