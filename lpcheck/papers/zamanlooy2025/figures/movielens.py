"""MovieLens ratings as Section 5.4 uses them: each user's ratings summed by primary genre.

A data set is a directory as its archive unpacks, each file compressed by gzip or not:

* 1M: `ratings.dat` (`UserID::MovieID::Rating::Timestamp`), `movies.dat`, `users.dat`;
* 100K: `u.data` (tab-separated), `u.item`, `u.user`.

What the paper leaves open, and what is done here: the primary genre is the first that is listed;
the age groups are those of the 1M data set, and the ages of the other are put into them.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from formulations.errors import InputError
from lpcheck.inputs.table import shown
from lpcheck.papers.zamanlooy2025.figures._files import refusal, rows

AGES = {
    1: "under 18", 18: "18-24", 25: "25-34", 35: "35-44", 45: "45-49", 50: "50-55",
    56: "56 and over",
}  # fmt: skip
"""The age groups, by their smallest age, which is their code in the 1M data set."""

GENRES = (
    "unknown", "Action", "Adventure", "Animation", "Children's", "Comedy", "Crime", "Documentary",
    "Drama", "Fantasy", "Film-Noir", "Horror", "Musical", "Mystery", "Romance", "Sci-Fi",
    "Thriller", "War", "Western",
)  # fmt: skip
"""The flags of `u.item`, in their order."""


@dataclass(frozen=True)
class _Format:
    """Where one data set keeps what."""

    ratings: str
    movies: str
    users: str
    separator: str
    movie_separator: str
    genre: Callable[[list[str]], str | None]
    age_column: int


def _listed(fields: list[str]) -> str | None:
    """The first genre of `Action|Drama`."""
    return fields[-1].split("|")[0].strip() or None


def _flagged(fields: list[str]) -> str | None:
    """The first of the 19 flags that is set."""
    flags = fields[5:]
    if len(flags) != len(GENRES) or "1" not in flags:
        return None
    return GENRES[flags.index("1")]


_FORMATS = (
    _Format("ratings.dat", "movies.dat", "users.dat", "::", "::", _listed, 2),
    _Format("u.data", "u.item", "u.user", "\t", "|", _flagged, 1),
)


@dataclass(frozen=True)
class User:
    """One user: an age group, and the sum of the ratings in each genre."""

    age: str
    ratings: Mapping[str, float]


def read(directory: Path) -> list[User]:
    """The users of a MovieLens data set who rated anything.

    Ratings are read one at a time; what is held is one number a user and genre.

    Raises:
        formulations.InputError: no such data set, or a wrong line.
    """
    for form in _FORMATS:
        ratings = _present(directory / form.ratings)
        if ratings is not None:
            break
    else:
        names = ", ".join(form.ratings for form in _FORMATS)
        what = f"{shown(directory)} holds none of {names}"
        raise InputError("data", what, "give the directory of a MovieLens data set")
    genres = _genres(form, _due(directory / form.movies))
    ages = _ages(form, _due(directory / form.users))
    sums: dict[str, dict[str, float]] = {}
    for number, fields in _body(ratings, form.separator):
        user, movie, rating = _rating(ratings, number, fields)
        if movie not in genres:
            raise refusal(ratings, number, f"rates movie '{movie}'", f"list it in {form.movies}")
        if user not in ages:
            raise refusal(ratings, number, f"is by user '{user}'", f"list them in {form.users}")
        mine = sums.setdefault(user, {})
        mine[genres[movie]] = mine.get(genres[movie], 0.0) + rating
    if not sums:
        raise refusal(ratings, None, "has no ratings", "give a MovieLens data set")
    return [User(ages[u], sums[u]) for u in sums]


def _present(path: Path) -> Path | None:
    """The file, or the file compressed; None where there is neither."""
    return next((p for p in (path, path.with_name(path.name + ".gz")) if p.is_file()), None)


def _due(path: Path) -> Path:
    found = _present(path)
    if found is None:
        raise refusal(path, None, "is missing", "keep the files of a data set together")
    return found


def _body(path: Path, separator: str) -> Iterator[tuple[int, list[str]]]:
    return rows(path, separator, "latin-1", "give a file as MovieLens has it")


def _rating(path: Path, number: int, fields: list[str]) -> tuple[str, str, float]:
    form = "UserID, MovieID, Rating, Timestamp"
    if len(fields) != 4:
        raise refusal(path, number, f"has {len(fields)} fields where 4 are due", f"give {form}")
    try:
        rating = float(fields[2])
    except ValueError:
        rating = math.nan
    if not 0 < rating <= 5:
        raise refusal(path, number, f"has rating '{fields[2][:20]}'", "give a number up to 5")
    return fields[0], fields[1], rating


def _genres(form: _Format, path: Path) -> dict[str, str]:
    found = {}
    for number, fields in _body(path, form.movie_separator):
        genre = form.genre(fields) if len(fields) >= 3 else None
        if genre is None:
            remedy = "give an identifier, a title and genres in a line, as MovieLens has them"
            raise refusal(path, number, "names no genre", remedy)
        found[fields[0]] = genre
    return found


def _ages(form: _Format, path: Path) -> dict[str, str]:
    starts = list(AGES)
    found = {}
    for number, fields in _body(path, form.movie_separator):
        text = fields[form.age_column] if len(fields) > form.age_column else ""
        if not text.isdigit() or int(text) < 1:
            raise refusal(path, number, f"has age '{text[:20]}'", "give a whole number of years")
        found[fields[0]] = AGES[starts[bisect_right(starts, int(text)) - 1]]
    return found
