"""Small data files in the formats of Avazu and MovieLens, and a perturbation for controls."""

from __future__ import annotations

import gzip

import numpy as np
import pytest

from lpcheck.figures import Series

AVAZU = (
    "id,click,hour,C1,banner_pos,site_id,site_domain,site_category,app_id,app_domain,"
    "app_category,device_id,device_ip,device_model,device_type,device_conn_type,"
    "C14,C15,C16,C17,C18,C19,C20,C21"
)


def avazu_row(number, click, site, device, value):
    """One line of train.csv, as the competition has it."""
    return (
        f"{number},{click},14102100,1005,0,{site},f3845767,28905ebd,ecad2386,7801e8d9,07d7df22,"
        f"{device},ddd2926e,44956a24,1,2,15706,320,50,1722,{value},35,-1,79"
    )


@pytest.fixture
def row():
    return avazu_row


@pytest.fixture(scope="session")
def avazu_file(tmp_path_factory):
    """Two subcategories with 110 users of 25 clicks each, a third with too few; gzipped."""
    rng = np.random.default_rng(5)
    lines, path = [AVAZU], tmp_path_factory.mktemp("avazu") / "train.gz"
    for value, users in (("0", 110), ("2", 110), ("3", 12)):
        for user in range(users):
            favourite = rng.dirichlet(np.full(8, 0.3))
            for site in rng.choice(8, 25, p=favourite):
                lines.append(avazu_row(len(lines), 1, f"site{site}", f"dev{user}", value))
            lines.append(avazu_row(len(lines), 0, "site9", f"dev{user}", value))
    path.write_bytes(gzip.compress(("\n".join(lines) + "\n").encode()))
    return path


def write_1m(directory, seed=1):
    """MovieLens 1M: seven age codes, five users each."""
    rng = np.random.default_rng(seed)
    genres = ["Action|Adventure", "Comedy", "Drama|War", "Horror", "Children's|Comedy"]
    movies = [f"{i}::Movie {i} (1995)::{g}" for i, g in enumerate(genres * 4, 1)]
    users, ratings = [], []
    for user in range(1, 36):
        age = (1, 18, 25, 35, 45, 50, 56)[user % 7]
        users.append(f"{user}::F::{age}::10::48067")
        taste = rng.dirichlet(np.full(5, 0.4))
        for movie in rng.choice(5, 20, p=taste):
            ratings.append(f"{user}::{movie + 1}::{rng.integers(1, 6)}::978300760")
    directory.mkdir()
    for name, lines in (("movies", movies), ("users", users), ("ratings", ratings)):
        text = "\n".join(lines) + "\n"
        (directory / f"{name}.dat").write_text(text, encoding="latin-1")
    return directory


def write_100k(directory, seed=2):
    """MovieLens 100K: ages in years, genres as nineteen flags."""
    rng = np.random.default_rng(seed)
    directory.mkdir()
    places = (1, 5, 8, 11, 4)  # Action, Comedy, Drama, Horror, Children's
    items = []
    for number, place in enumerate(places, 1):
        flags = "|".join("1" if i == place else "0" for i in range(19))
        items.append(f"{number}|Café {number} (1995)|01-Jan-1995||http://x|{flags}")
    users, ratings = [], []
    for user in range(1, 36):
        age = (7, 18, 30, 44, 49, 50, 73)[user % 7]
        users.append(f"{user}|{age}|M|technician|85711")
        for movie in rng.integers(1, 6, 20):
            ratings.append(f"{user}\t{movie}\t{rng.integers(1, 6)}\t881250949")
    for name, lines in (("u.item", items), ("u.user", users), ("u.data", ratings)):
        (directory / name).write_text("\n".join(lines) + "\n", encoding="latin-1")
    return directory


@pytest.fixture(scope="session")
def movielens_1m(tmp_path_factory):
    return write_1m(tmp_path_factory.mktemp("movielens") / "ml-1m")


@pytest.fixture(scope="session")
def movielens_100k(tmp_path_factory):
    return write_100k(tmp_path_factory.mktemp("movielens") / "ml-100k")


@pytest.fixture
def perturbed():
    """The series with one column changed: what a negative control feeds a statement."""

    def change(series, column, function):
        place = series.columns.index(column)
        rows = ([function(c) if i == place else c for i, c in enumerate(r)] for r in series.rows)
        return Series.of(series.columns, rows, series.note)

    return change
