"""What the page gives to take away runs, and finds what the page shows."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from lpcheck.cli import main
from lpcheck.explore.answer import answer
from lpcheck.explore.form import form
from lpcheck.explore.state import read
from lpcheck.report.text import exact

FORM = {p["slug"]: p for p in form()["problems"]}
PAIR = "problem=staircase&p0=zipf&p1=zipf-reversed&epsilon=1&shape-letters=5&shape-skew=0.7"
STATES = {
    **{f"{slug}-optimum": p["start"] for slug, p in FORM.items()},
    **{
        f"{slug}-{name.partition(':')[2]}": f"{p['start']}&mechanism={name}"
        for slug, p in FORM.items()
        for name in p["mechanisms"]
    },
    "pasted": f"{PAIR}&mechanism=pasted&pasted-matrix=" + "1/2,0.5;" * 5,
    "pasted-infeasible": f"{PAIR}&mechanism=pasted&pasted-matrix=1.1,-0.1" + ";.5,.5" * 4,
    "pasted-distribution": FORM["mollifier"]["start"]
    + "&mechanism=pasted&pasted-matrix=0.5,0.3,0.2",
    "counts": f"{PAIR.replace('p0=zipf', 'p0=5 4 3 2 1')}&normalize=1",
    "metric": "problem=loss&loss=zero-one&prior=zipf&shape-letters=3"
    "&privacy=metric:0,1,2;1,0,1;2,1,0",
    "uldp": "problem=information&prior=1/2,1/4,1/4&epsilon=ln 3&privacy=uldp:0",
    "formula": "problem=staircase&p0=zipf&p1=zipf-reversed&epsilon=1&shape-letters=3"
    "&divergence=f:(x-1)^2/(x%2B1)",
    "negative": "problem=fisher&density=1/4,1/4,1/2&score=-1,0,1&epsilon=1",
}


@pytest.fixture(scope="module", params=STATES)
def shown(request):
    return answer(read(STATES[request.param]))


def run(code: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "snippet", "exec"), {})
    return out.getvalue()


def test_as_python(shown):
    printed = run(shown["snippets"]["Python"])
    word, value, lower, upper = re.fullmatch(
        r"(\w+) (\S+) Bounds\(lower=(\S+), upper=(\S+)\)\n", printed
    ).groups()
    assert word == shown["verdict"].replace("solved", "optimal")
    numbers = shown["numbers"]
    assert [exact(float(x)) for x in (value, lower, upper)] == [
        numbers[name] for name in ("value", "lower", "upper")
    ]


def test_as_a_command(shown, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = shown["snippets"]["command"]
    for name, body in re.findall(r"^cat > (\S+) <<'END'\n(.*?)\nEND$", text, re.M | re.S):
        Path(name).write_text(body + "\n", encoding="utf-8")
    command, *words = shlex.split(text.splitlines()[-1])
    assert command == "lpcheck"
    assert main([*words, "--json"]) in (0, 1, 3)
    found = json.loads(capsys.readouterr().out)
    assert found.get("verdict", found.get("status")) == shown["verdict"].replace(
        "solved", "optimal"
    )
    sides = (found["value"], found["bounds"]["lower"], found["bounds"]["upper"])
    assert [exact(float("nan" if x is None else x)) for x in sides] == [
        shown["numbers"][name] for name in ("value", "lower", "upper")
    ]


def test_as_a_test(shown):
    code = shown["snippets"]["test"]
    run(code + "\n\n" + re.search(r"def (test_\w+)", code)[1] + "()")
    # The control: another number is another finding.
    wrong = re.sub(r"(bounds.upper == approx\()", r"\g<1>1.001 * ", code)
    if float(shown["numbers"]["upper"]) != 0:
        with pytest.raises(AssertionError):
            run(wrong + "\n\n" + re.search(r"def (test_\w+)", wrong)[1] + "()")


def test_as_latex(shown):
    text = shown["snippets"]["LaTeX"]
    assert shown["numbers"]["lower"].replace("∞", r"$\infty$").replace("−", "$-$") in text
    assert text.count("{") - text.count(r"\{") == text.count("}") - text.count(r"\}")
    assert re.findall(r"\\begin\{(\w+)\}", text).count("tabular") == 2
    assert len(re.findall(r"\\begin", text)) == len(re.findall(r"\\end", text))
    set_by_tex = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
    assert set_by_tex.isascii(), [c for c in set_by_tex if not c.isascii()]


@pytest.mark.full
def test_the_command_in_a_shell_and_the_test_by_pytest(tmp_path):
    found = answer(read(STATES["pasted"]))
    (tmp_path / "test_found.py").write_text(found["snippets"]["test"], encoding="utf-8")
    lpcheck = f'alias lpcheck="{sys.executable} -m lpcheck"\n'
    shell = subprocess.run(
        ["bash", "-O", "expand_aliases", "-c", lpcheck + found["snippets"]["command"]],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (shell.returncode, shell.stderr) == (1, "")
    assert shell.stdout.startswith("suboptimal: ")
    assert f"≤ optimum ≤ {found['numbers']['upper']}" in shell.stdout
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd=tmp_path, check=False
    )
    assert tested.returncode == 0
