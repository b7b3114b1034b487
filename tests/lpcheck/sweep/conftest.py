"""Small sweeps, written to a folder of their own."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

SMALL = """
[[grid]]
problem = "staircase"
mechanisms = ["lpcheck.mechanisms:binary_hypothesis", "lpcheck.mechanisms:randomized_response"]
epsilon = {from = 0.1, to = 10, count = 5, scale = "log"}
divergence = ["kl", "tv"]
p0 = {dirichlet = 1, letters = 4}
p1 = {dirichlet = 1, letters = 4}
draws = 6
seed = 7

[[grid]]
problem = "public-prior"
epsilon = ["1/2", 1]
prior = ["1/5,3/10,1/2", [0.5, 0.5], "1"]
"""

SLOW = """
import time

import numpy as np


def kernel(k, epsilon):
    time.sleep(0.02)
    return np.ones((k, 1))
"""


class Folder:
    """A folder with a configuration, in which the command runs as a user runs it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def config(self, text: str, name: str = "sweep.toml") -> Path:
        file = self.path / name
        file.write_text(text, encoding="utf-8")
        return file

    def slow(self, points: int) -> Path:
        """A sweep whose points take 40 ms each at least."""
        (self.path / "slowly.py").write_text(SLOW, encoding="utf-8")
        return self.config(
            '[[grid]]\nproblem = "staircase"\nmechanisms = ["slowly:kernel"]\n'
            f"epsilon = {{from = 0.1, to = 3, count = {points}}}\n"
            'p0 = "1/2,1/2"\np1 = "1/4,3/4"\n'
        )

    def start(self, *arguments: str, stdin: bool = False) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", *arguments],
            cwd=self.path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, *arguments: str) -> tuple[int, str, str]:
        process = self.start("lpcheck", "sweep", *arguments)
        out, err = process.communicate(timeout=120)
        return process.returncode, out, err

    def rows(self, name: str, query: str = "SELECT * FROM results") -> list[tuple[object, ...]]:
        db = sqlite3.connect(self.path / name, timeout=5.0)
        try:
            return db.execute(query).fetchall()
        finally:
            db.close()

    def count(self, name: str) -> int:
        """Rows that are there already; 0 where the file is not, or is being written."""
        try:
            return len(self.rows(name))
        except sqlite3.OperationalError:
            return 0


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


@pytest.fixture
def small(folder: Folder) -> Path:
    return folder.config(SMALL)
