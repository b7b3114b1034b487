"""Where the site goes: whole or not at all, and never over someone else's files."""

from __future__ import annotations

import pytest

from lpcheck.cli import main

CLAIM = "kairouz2016.theorem-6"


def test_a_real_run(tmp_path, capsys):
    where = tmp_path / "site"
    assert main(["verify", CLAIM, "zamanlooy2025.equation-53", "--html", str(where)]) == 0
    assert capsys.readouterr().out.endswith(f"the atlas: {where / 'index.html'}\n")
    before = (where / "index.html").read_text(encoding="utf-8")
    assert "1 of 2 hold" in before
    # A second run replaces the first.
    assert main(["verify", CLAIM, "--html", str(where)]) == 0
    assert not (where / "claims" / "zamanlooy2025.equation-53.html").exists()
    assert [p.name for p in tmp_path.iterdir()] == ["site"]
    capsys.readouterr()


@pytest.mark.parametrize("kind", ["foreign", "added", "file", "no parent"])
def test_what_belongs_to_someone_else_stays(kind, tmp_path, capsys):
    where = tmp_path / "site"
    if kind == "foreign":
        where.mkdir()
        (where / "thesis.tex").write_text("years of work")
    elif kind == "added":
        assert main(["verify", CLAIM, "--html", str(where)]) == 0
        (where / "notes.txt").write_text("mine")
    elif kind == "file":
        where.write_text("a file")
    else:
        where = tmp_path / "none" / "site"
    capsys.readouterr()
    before = sorted(p.relative_to(tmp_path) for p in tmp_path.rglob("*"))
    assert main(["verify", CLAIM, "--html", str(where)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("lpcheck: html: ")
    assert err.count("\n") == 1
    assert sorted(p.relative_to(tmp_path) for p in tmp_path.rglob("*")) == before


def test_a_failed_write_leaves_the_old_site(tmp_path, capsys, monkeypatch):
    from lpcheck.cli._directory import DirectoryTarget

    where = tmp_path / "site"
    DirectoryTarget("html", str(where)).write({"a.txt": "old"})
    target = DirectoryTarget("html", str(where))

    def fail(self, text, **options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_text", fail)
    with pytest.raises(ValueError, match="No space left"):
        target.write({"a.txt": "new"})
    assert (where / "a.txt").read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["site"]


def test_a_link_to_a_directory_is_someone_elses(tmp_path, capsys):
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.tex").write_text("years of work")
    where = tmp_path / "site"
    where.mkdir()
    (where / "link").symlink_to(tmp_path / "thesis")
    assert main(["verify", CLAIM, "--html", str(where)]) == 2
    assert "holds 'link', which lpcheck did not write" in capsys.readouterr().err
    assert (tmp_path / "thesis" / "chapter.tex").exists()
