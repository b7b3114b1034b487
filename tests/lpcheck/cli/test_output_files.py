"""Files are written whole or not at all."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from formulations.errors import InputError
from lpcheck.cli._output import Target, refuse_shared, show, target, terminal


def test_a_file_is_replaced_whole_and_keeps_its_mode(tmp_path):
    path = tmp_path / "out.json"
    path.write_text("old")
    path.chmod(0o600)
    Target("json", str(path)).write("new\n")
    assert path.read_text() == "new\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_is_left_when_writing_fails(tmp_path, monkeypatch):
    path = tmp_path / "out.json"
    path.write_text("old")
    out = Target("json", str(path))

    def fail(self, data):
        with self.open("wb") as file:
            file.write(data[:1])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fail)
    with pytest.raises(InputError, match="No space left"):
        out.write("new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_is_followed(tmp_path):
    (tmp_path / "real.json").write_text("old")
    (tmp_path / "link.json").symlink_to("real.json")
    Target("json", str(tmp_path / "link.json")).write("new")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_text() == "new"


def test_a_device_is_written_to_and_not_replaced():
    before = os.stat(os.devnull)
    Target("json", os.devnull).write("text")
    assert os.stat(os.devnull).st_ino == before.st_ino


@pytest.mark.parametrize("path", ["", ".", "gone/out.json", "file/out.json", "a\0b"])
def test_bad_places_are_refused_before_the_work(path, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"^json: "):
        Target("json", path)


def test_no_option_no_target():
    assert target("json", None) is None


def test_two_options_may_not_write_to_one_place(tmp_path):
    one, same = Target("json", str(tmp_path / "a")), Target("html", str(tmp_path / "." / "a"))
    with pytest.raises(InputError, match=r"^html: '.*a' is taken by --json"):
        refuse_shared({"json": one, "html": same})
    with pytest.raises(InputError, match=r"^html: standard output is taken by --json"):
        refuse_shared({"json": Target("json", "-"), "html": Target("html", "-")})
    refuse_shared({"json": one, "certificate": None, "html": Target("html", str(tmp_path / "b"))})
    refuse_shared({"json": Target("json", os.devnull), "html": Target("html", os.devnull)})


class Stream(io.TextIOWrapper):
    """An output of some encoding, a terminal or none."""

    def __init__(self, encoding: str, terminal: bool) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def test_an_output_without_the_characters_keeps_its_columns(monkeypatch):
    stream = Stream("ascii", False)
    monkeypatch.setattr("sys.stdout", stream)
    show("ε ≤ 1\n▶ a ░▒▓█·│x\n", json_on_stdout=False)
    assert stream.buffer.getvalue().decode() == "epsilon <= 1\n> a :+%#.|x\n\n"


def test_colours_only_where_a_terminal_has_them(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM", "COLORTERM", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr("sys.stdout", Stream("utf-8", False))
    assert terminal(json_on_stdout=False) == (80, None)
    monkeypatch.setattr("sys.stdout", Stream("utf-8", True))
    assert terminal(json_on_stdout=False)[1] == "truecolor"
    monkeypatch.setenv("NO_COLOR", "1")
    assert terminal(json_on_stdout=False)[1] is None
