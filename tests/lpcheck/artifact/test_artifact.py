"""An artifact is made, its commands are run by copy and paste, its manifest is compared."""

from __future__ import annotations

import copy
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from formulations import InputError
from lpcheck.artifact import compared, read_manifest
from lpcheck.cli import main

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def kit(tmp_path_factory):
    """An artifact of a paper that `init` wrote, copied to where nothing else is."""
    where = tmp_path_factory.mktemp("artifact")
    assert main(["init", "--paper", "doe2020", "--dir", str(where)]) == 0
    assert main(["init", "--artifact", str(where / "kit"), str(where / "doe2020.toml")]) == 0
    shutil.copytree(where / "kit", where / "elsewhere" / "kit")
    return where / "elsewhere" / "kit"


def commands(kit):
    """The lines of the appendix that a reader pastes, but those that install."""
    text = (kit / "APPENDIX.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)
    lines = [x for block in blocks for x in block.splitlines()]
    return [x for x in lines if x.startswith("lpcheck ")]


def test_the_commands_of_the_appendix_run_by_copy_and_paste(kit, monkeypatch, capsys):
    monkeypatch.chdir(kit)
    lines = commands(kit)
    assert [line.split()[1] for line in lines] == ["verify", "recheck", "show"]
    for line in lines:
        words = [y for x in shlex.split(line)[1:] for y in (glob.glob(x) if "*" in x else [x])]
        assert main(words) == 0
        printed = capsys.readouterr().out
        if words[0] == "verify":
            assert "against the manifest: agrees; 3 of 3 verdicts" in " ".join(printed.split())
    script = (kit / "run.sh").read_text(encoding="utf-8")
    assert lines[0] in script
    assert lines[1] in script
    made = json.loads((kit / "manifest.json").read_text("utf-8"))
    assert {row["verdict"] for row in made["results"]} == {"verified", "refuted"}
    assert made["outputs"]
    assert made["inputs"].keys() == {"doe2020.toml"}


def test_the_script_runs_and_the_rest_is_there(kit, monkeypatch):
    # The command is beside this Python, whether or not its environment is activated.
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    found = subprocess.run(["sh", str(kit / "run.sh")], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    pinned = (kit / "requirements.txt").read_text("utf-8").splitlines()
    assert any(line.startswith("lpcheck==") for line in pinned)
    assert all(re.fullmatch(r"[a-z0-9-]+==\S+", line) for line in pinned)
    container = (kit / "Containerfile").read_text("utf-8")
    assert "requirements.txt" in container
    assert 'CMD ["sh", "run.sh"]' in container


def altered(kit, change):
    document = read_manifest(str(kit / "expected.json"))
    then = copy.deepcopy(document)
    change(then)
    return compared(then, document)


def test_a_manifest_agrees_with_itself(kit):
    found = altered(kit, lambda then: None)
    assert found
    assert (found.verdicts, found.largest, found.explained) == (3, 0.0, ())
    assert found.values > 10


def test_another_verdict_disagrees(kit):
    found = altered(kit, lambda then: then["results"][0].update(verdict="refuted"))
    assert not found
    assert found.disagreements == ("doe2020.theorem-1: was refuted, is verified",)
    missing = altered(kit, lambda then: then["results"].pop())
    assert not missing
    assert "is not in the manifest" in missing.disagreements[0]


@pytest.mark.parametrize(("off", "agrees"), [(1e-9, True), (1e-5, False)])
def test_a_value_is_compared_within_its_tolerance(kit, off, agrees):
    def change(then):
        then["results"][2]["outcomes"][0]["gap"] += off

    found = altered(kit, change)
    assert bool(found) is agrees
    assert len(found.beyond) == (not agrees)


def test_what_else_differs_is_told_and_does_not_count(kit):
    def change(then):
        then["versions"]["numpy"] = "1.0"
        then["machine"]["system"] = "Plan 9"
        then["inputs"]["doe2020.toml"] = "0"
        then["seconds"] = 1e6
        then["results"][1]["instances"] = "0"

    found = altered(kit, change)
    assert found
    told = "\n".join(found.explained)
    for word in ("numpy 1.0", "system Plan 9", "doe2020.toml has other bytes", "time: 1e+06 s"):
        assert word in told
    assert "doe2020.theorem-1-value: other instances" in told


def test_the_command_line_says_so(kit, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(kit)
    document = json.loads((kit / "expected.json").read_text("utf-8"))
    document["results"][0]["verdict"] = "refuted"
    other = tmp_path / "other.json"
    other.write_text(json.dumps(document))
    assert main(["verify", "--jobs", "1", "--against", str(other)]) == 1
    assert "DISAGREES" in capsys.readouterr().out
    assert main(["verify", "--jobs", "1", "--against", str(other), "--json", "-"]) == 1
    assert json.loads(capsys.readouterr().out)["against"]["agrees"] is False


def test_a_manifest_alone_on_standard_output(kit, capsys, monkeypatch):
    monkeypatch.chdir(kit)
    assert main(["verify", "doe2020.toml", "--jobs", "1", "--manifest", "-"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["results"][0]["id"] == "doe2020.theorem-1"
    assert compared(read_manifest("expected.json"), document)
    assert main(["verify", "doe2020.toml", "--json", "-", "--manifest", "-"]) == 2


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "lpcheck manifest 1"}'])
def test_what_is_no_manifest_is_refused(text, tmp_path, capsys):
    file = tmp_path / "m.json"
    file.write_text(text)
    with pytest.raises(InputError):
        read_manifest(str(file))
    assert main(["verify", "--against", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "has no claims"),
        (["os:path"], "is code, which an artifact does not copy"),
        (["paper.toml:x"], "takes whole papers"),
        (["no-such-claim"], "is unknown"),
        (["--paper", "doe"], "two things"),
    ],
)
def test_what_makes_no_artifact(given, message, tmp_path, capsys):
    assert main(["init", "--artifact", str(tmp_path / "kit"), *given]) == 2
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1
    assert not (tmp_path / "kit").exists()


def test_a_paper_is_written_to_start_from(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["init", "--paper", "roe2021", "--package", "--dir", "mine"]) == 0
    monkeypatch.syspath_prepend(str(tmp_path / "mine"))
    assert main(["verify", "roe2021_claims:PAPER", "--jobs", "1"]) == 0
    assert "roe2021" in (tmp_path / "mine" / "pyproject.toml").read_text("utf-8")
    capsys.readouterr()
    for wrong in (["--paper", "Roe 2021"], ["--package"], [], ["loss", "--paper", "roe"]):
        assert main(["init", *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert sorted(p.name for p in tmp_path.iterdir()) == ["mine"]


def test_citations(kit, capsys):
    assert main(["cite"]) == 0
    assert capsys.readouterr().out.startswith("@software{lpcheck,")
    assert main(["cite", "kairouz2016.theorem-8"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("% Theorem 8: There exists a positive")
    assert "% refuted (condition) by lpcheck" in told
    assert "@misc{kairouz2016," in told
    assert main(["cite", str(kit / "doe2020.toml")]) == 0
    assert "@misc{doe2020," in capsys.readouterr().out
    assert main(["cite", "kairouz2016"]) == 0
    assert main(["cite", "nobody"]) == 2
    capsys.readouterr()
    assert main(["cite", "--cff"]) == 0
    ours = yaml.safe_load(capsys.readouterr().out)
    whole = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert ours == {name: whole[name] for name in ours}
