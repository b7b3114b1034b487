"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from formulations.errors import InputError
from lpcheck.cli._output import Target, target


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
