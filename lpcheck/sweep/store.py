"""The file of a sweep: SQLite, in which the rows of a point arrive together or not at all.

While the sweep runs, the file holds what is done, in the order in which it came, and can be read.
Once all is done it is written anew in the order of the points, so that its bytes depend on the
configuration and the versions alone.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import Any

from formulations.errors import InputError
from lpcheck import __version__
from lpcheck.problems import problem_class
from lpcheck.sweep.config import Plan

_SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE results (
    point INTEGER NOT NULL,
    place INTEGER NOT NULL,
    problem TEXT NOT NULL,
    parameters TEXT NOT NULL,
    mechanism TEXT,
    status TEXT NOT NULL,
    value REAL,
    lower REAL,
    upper REAL,
    verdict TEXT,
    mechanism_value REAL,
    gap REAL,
    true_epsilon REAL,
    message TEXT NOT NULL,
    PRIMARY KEY (point, place)
) WITHOUT ROWID;
"""
_INSERT = f"INSERT INTO results VALUES ({', '.join('?' * 14)})"


_PATIENCE = 30_000
"""Milliseconds to wait for somebody who reads the file while it is written."""

_REMEDIES = {
    "full": "make room, and run the same command again",
    "locked": "close what reads or writes it, and run the same command again",
    "malformed": "it is damaged: give another file, or remove this one",
}


class Store:
    """The rows of one sweep.

    Args:
        path: the file, made if it is not there; where it is a link, what it points to.
        plan: the sweep that it is for.

    Raises:
        InputError: the file cannot be written, is no such file, or holds the results of another
            configuration.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self._meta = {
            "lpcheck": __version__,
            "points": str(len(plan)),
            "configuration": plan.text,
        }
        self._slugs = tuple(dict.fromkeys(grid.problem for grid in plan.grids))
        with self._refusing():
            self._file = path.resolve()
            self._open()

    def _create(self, db: sqlite3.Connection) -> None:
        for statement in (*_SCHEMA.split(";\n"), *map(_view, self._slugs)):
            db.execute(statement)
        db.executemany("INSERT INTO meta VALUES (?, ?)", self._meta.items())

    def _open(self) -> None:
        if not self._file.parent.is_dir():
            raise FileNotFoundError(2, "there is no such directory")
        self._db = sqlite3.connect(self._file, isolation_level=None, timeout=1.0)
        try:
            self._begin()
        except BaseException:
            self._db.close()
            raise

    def _begin(self) -> None:
        self._db.execute("BEGIN EXCLUSIVE")
        known = {name for (name,) in self._db.execute("SELECT name FROM sqlite_master")}
        self._made = not known
        if self._made:
            self._create(self._db)
        elif not {"meta", "results"} <= known:
            what = f"'{self.path}' is a database of another kind"
            raise InputError("out", what, "give another file")
        self._db.execute("COMMIT")
        self._db.execute(f"PRAGMA busy_timeout = {_PATIENCE}")
        held = dict(self._db.execute("SELECT name, value FROM meta"))
        for name, mine in self._meta.items():
            if held.get(name) != mine:
                what = f"'{self.path}' holds results of another {name}"
                raise InputError("out", what, "give another file, or remove this one")

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        """What SQLite or the system says, as one line."""
        try:
            yield
        except (sqlite3.Error, OSError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            why = getattr(error, "strerror", None) or str(error)
            known = (remedy for word, remedy in _REMEDIES.items() if word in why)
            remedy = next(known, "give a file in a directory that you may write to")
            raise InputError("out", f"'{self.path}' cannot be written ({why})", remedy) from None

    def done(self) -> set[int]:
        """The points whose rows are there.

        Raises:
            InputError: the file is damaged.
        """
        with self._refusing():
            return {point for (point,) in self._db.execute("SELECT DISTINCT point FROM results")}

    def add(self, found: Iterable[tuple[int, Sequence[tuple[Any, ...]]]]) -> None:
        """Write the rows of points, all or none.

        Raises:
            InputError: one is there already, the disk is full, or the file has gone.
        """
        rows = [(point, i, *row) for point, some in found for i, row in enumerate(some)]
        with self._refusing():
            try:
                self._db.execute("BEGIN")
                with self._db:  # commits, or rolls back
                    self._db.executemany(_INSERT, rows)
            except sqlite3.IntegrityError:
                what = f"'{self.path}' was given the same points by another process"
                raise InputError("out", what, "run one at a time; what is there is sound") from None

    def counts(self) -> dict[str, int]:
        """How many rows have each outcome: the verdict, or without a mechanism the status."""
        query = "SELECT COALESCE(verdict, status), COUNT(*) FROM results GROUP BY 1 ORDER BY 1"
        return dict(self._db.execute(query).fetchall())

    def finish(self) -> None:
        """Write the file anew, in order.

        Raises:
            InputError: it cannot be written.
        """
        stem = f".{self._file.name[:100]}"
        ordered = self._file.with_name(f"{stem}.{os.getpid()}.tmp")
        with self._refusing():
            self._db.execute("BEGIN IMMEDIATE")  # so that what others left here is of the dead
            for left in self._file.parent.glob(f"{escape(stem)}.*.tmp*"):
                left.unlink(missing_ok=True)
            rows = self._db.execute("SELECT * FROM results ORDER BY point, place")
            try:
                with closing(sqlite3.connect(ordered, isolation_level=None)) as db:
                    db.execute("BEGIN")
                    self._create(db)
                    db.executemany(_INSERT, rows)
                    db.execute("COMMIT")
                self._db.close()
                ordered.replace(self._file)
            finally:
                with suppress(OSError):
                    ordered.unlink(missing_ok=True)

    def close(self) -> None:
        """Leave the file as it is, to be gone on with; a new one without rows is taken away."""
        with suppress(sqlite3.Error, OSError):  # closed already, where all is done
            if self._made and self._db.execute("SELECT 1 FROM results").fetchone() is None:
                self._file.unlink()
        self._db.close()


def _view(slug: str) -> str:
    """A view of a problem's rows with its parameters as columns, numbers where they are short."""
    inputs = problem_class(slug).inputs
    columns = ", ".join(f"json_extract(parameters, '$.{p.name}') AS \"{p.name}\"" for p in inputs)
    rest = "mechanism, status, value, lower, upper, verdict, mechanism_value, gap, true_epsilon"
    return (
        f'CREATE VIEW "{slug}" AS SELECT point, {columns}, {rest}, message '
        f"FROM results WHERE problem = '{slug}'"
    )
