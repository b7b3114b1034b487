"""`lpcheck explore` as people start it."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

MINE = """
import numpy as np

def half(k):
    return np.full((k, 2), 0.5)
"""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


class Served:
    """A server in a folder of its own; ended when the block ends."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        (folder / "mine_for_explore.py").write_text(MINE, encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lpcheck", "explore", *arguments],
            cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.link = self.process.stdout.readline().strip()
        parts = urlsplit(self.link)
        self.host, self.port, self.path = parts.netloc, parts.port, parts.path

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.returncode is None:
            self.interrupt()

    def send(self, method: str, path: str, body: str | None = None, **headers: str) -> Answer:
        """One request; `path` is whole."""
        given = {name.replace("_", "-"): text for name, text in headers.items()}
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request(method, path, body and body.encode(), given)
            found = connection.getresponse()
            return Answer(found.status, found.headers, found.read())

    def interrupt(self) -> tuple[int, str]:
        """Ctrl-C: the exit status, and what was complained of."""
        self.process.send_signal(signal.SIGINT)
        return self.end()

    def end(self) -> tuple[int, str]:
        """Wait for the end."""
        _, complaints = self.process.communicate(timeout=30)
        return self.process.returncode, complaints
