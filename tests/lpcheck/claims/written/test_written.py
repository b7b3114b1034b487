"""Papers as TOML: the objects that Python makes, with controls, and errors that say where."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from formulations import InputError
from lpcheck.claims import Paper, catalogue, find, paper
from lpcheck.claims.selection import select
from lpcheck.claims.written import is_written, read_written
from lpcheck.cli import main
from lpcheck.runner import run_claim, verify

TEN = Path(__file__).parents[4] / "examples" / "ten-statements.toml"
CLAIMS = {claim.id: claim for claim in read_written(str(TEN))}

DELTA = "(e^ε - 1 + 2*delta)/(e^ε + 1)"
PAPER = """
[paper]
key = "doe2020"
title = "On bits"
authors = ["Jane Doe", "John Roe"]
year = 2020
doi = "10.1/x"

[[claim]]
id = "theorem-1"
source = "Theorem 1"
statement = "randomized response"
problem = "staircase"
parameters = { divergence = "tv" }
entry = "(e^ε if x == y else 1)/(e^ε + k - 1)"
grid = { epsilon = [0.5, 1] }
instance = { p0 = ["2/3", "1/3"], p1 = ["1/3", "2/3"] }
"""


@pytest.fixture
def written(tmp_path):
    def write(text=PAPER, name="paper.toml"):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return str(file)

    return write


def test_ten_statements_are_of_the_four_papers_and_of_the_catalogue():
    assert len(CLAIMS) == 10
    assert {c.paper for c in CLAIMS.values()} == {
        "kairouz2016",
        "park2024",
        "ghoukasian2025",
        "zamanlooy2025",
    }
    assert {"verified", "refuted"} == {c.expected for c in CLAIMS.values()}


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_a_statement_has_the_catalogues_verdict(claim_id):
    result = run_claim(CLAIMS[claim_id])
    theirs = find(claim_id)
    assert result.verdict == theirs.expected
    assert result.claim.finding == theirs.finding
    assert not result.strays
    assert result.control_caught is (None if CLAIMS[claim_id].slip is None else True)


@pytest.mark.full
@pytest.mark.parametrize("claim_id", CLAIMS)
def test_the_catalogue_still_says_so(claim_id):
    assert run_claim(find(claim_id)).verdict == run_claim(CLAIMS[claim_id]).verdict


WRONG = {
    "kairouz2016.corollary-11": ("(e^ε - 1)/(e^ε + 1)", "(e^ε - 1)/(e^ε + 1.000001)"),
    "kairouz2016.theorem-8-corrected": ("(e^ε + k - 1)", "(e^ε + k - 1.000001)"),
    "park2024.theorem-3-1": ("(k - 1)/(e^ε + k - 1)/2", "(k - 1)/(e^ε + k)/2"),
    "zamanlooy2025.corollary-1": ("min(prior)", "max(prior)"),
    "ghoukasian2025.theorem-5-1": ("(s - 1)/2", "(s - 1)/2.0001"),
}


@pytest.mark.parametrize("claim_id", WRONG)
def test_a_formula_that_is_off_is_refuted(claim_id, written):
    """A slip of the pen in the file: one formula changed."""
    blocks = re.split(r"^(?=\[\[claim\]\])", TEN.read_text(encoding="utf-8"), flags=re.MULTILINE)
    block = next(b for b in blocks if f'id = "{claim_id}"' in b)
    right, wrong = WRONG[claim_id]
    assert right in block
    (claim,) = read_written(written(block.replace(right, wrong)))
    assert run_claim(claim).verdict == "refuted"


def test_a_paper_is_the_paper_that_python_makes(written):
    file = written()
    found = read_written(file)
    assert isinstance(found, Paper)
    assert found.bibtex == paper(file).bibtex
    assert found.citation == "Doe, Roe: On bits (preprint, 2020)"
    assert [c.id for c in found.claims] == [c.id for c in catalogue(file)] == ["doe2020.theorem-1"]
    assert [i.label for i in found.claims[0].instances(False)] == [
        "p0 = (2/3, 1/3), p1 = (1/3, 2/3), epsilon = 0.5",
        "p0 = (2/3, 1/3), p1 = (1/3, 2/3), epsilon = 1",
    ]
    assert select([file]).paper("doe2020").title == "On bits"
    assert select([f"{file}:theorem-1"]).claims[0].id == "doe2020.theorem-1"
    assert is_written(f"{file}:theorem-1")
    assert not is_written("my.tomlike:PAPER")


def test_kinds_bounds_and_controls(written):
    text = PAPER.replace("entry =", 'kind = "{kind}"\nvalue = "{value}" #')
    optimum = "(e^ε - 1)/(e^ε + 1)/3"
    verdicts = {}
    for kind in ("equal", "upper", "lower"):
        for value in (optimum, f"{optimum} + 0.1", f"{optimum} - 0.1"):
            filled = text.replace("{kind}", kind).replace("{value}", value)
            claims = read_written(written(filled)).claims
            verdicts[kind, value[len(optimum) :]] = run_claim(claims[0]).verdict
    assert [k for k, v in verdicts.items() if v == "verified"] == [
        ("equal", ""),
        ("upper", ""),
        ("lower", ""),
    ]
    # A bound that is far off holds, but so does the altered one: no evidence, and said so.
    assert verdicts["upper", " + 0.1"] == verdicts["lower", " - 0.1"] == "inconclusive"
    assert verdicts["upper", " - 0.1"] == verdicts["lower", " + 0.1"] == "refuted"
    feasible = PAPER.replace("entry =", 'kind = "feasible"\nentry =')
    assert run_claim(read_written(written(feasible)).claims[0]).verdict == "verified"
    infeasible = feasible.replace("e^ε if x", "e^(ε + 1e-3) if x")
    assert run_claim(read_written(written(infeasible)).claims[0]).verdict == "refuted"


def test_every_command_takes_the_file(written, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written()
    assert main(["verify", "paper.toml", "--jobs", "2", "--html", "site"]) == 0
    assert "doe2020" in (tmp_path / "site" / "index.html").read_text("utf-8")
    assert main(["show", "paper.toml:theorem-1"]) == 0
    assert "On bits" in capsys.readouterr().out
    assert main(["claims", "--paper", "paper.toml"]) == 0
    assert "doe2020.theorem-1" in capsys.readouterr().out
    assert main(["findings", "--paper", "paper.toml"]) == 0


def test_the_claim_of_the_guide_runs(written):
    guide = TEN.parents[1] / "docs" / "how-to" / "write-a-paper.md"
    (text,) = re.findall(r"```toml\n(.*?)```", guide.read_text("utf-8"), flags=re.DOTALL)
    (claim,) = read_written(written(text)).claims
    result = run_claim(claim)
    assert (result.verdict, result.control_caught, result.instances) == ("verified", True, 21)


def line(old, new):
    return PAPER.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = ", "paper.toml: is no TOML"),
        ("", "has no claims"),
        ("[paper]\nkey = 3", "paper.toml, paper, key: is a whole number; give a text"),
        (line('"doe2020"', '"Doe 2020"'), "paper, key: 'Doe 2020' is no key"),
        (line("year = 2020", ""), "paper, year: is missing"),
        (line("source", "sauce"), "claim 1 (theorem-1), sauce: is no key of this table; did you"),
        (line('"staircase"', '"stairs"'), "claim 1 (theorem-1), problem: 'stairs' is unknown"),
        (line("e^ε if", "e^εε if"), "claim 1 (theorem-1), entry"),
        (line("- 1)", "- 1)/(k - 2)"), "divides by 0"),
        (line('"2/3", "1/3"', '"2/3", "2/3"'), "claim 1 (theorem-1), at p0 = ['2/3', '2/3']"),
        (line("instance", "instances"), "did you mean 'instance'?"),
        (line("[0.5, 1]", "[]"), "grid, epsilon: is no list of values"),
        (line("[0.5, 1]", "[-1]"), "epsilon: -1 is negative"),
        (line("entry", "mechanism"), "is no mechanism of lpcheck"),
        (line("entry", "evidence"), "claims nothing that can be computed"),
        (line('"theorem-1"', '"roe.theorem-1"'), "is of another paper than 'doe2020'"),
        (PAPER + PAPER.partition("\n\n")[2], "'doe2020.theorem-1' is there twice"),
        (PAPER.partition("\n\n")[2].replace("theorem", "doe.theorem"), "'doe' is no paper"),
        (line("[[claim]]", "[claim.x]\n[claim]"), "paper.toml"),
    ],
)
def test_errors_say_the_table_and_the_key(text, message, written, capsys):
    file = written(text)
    assert main(["verify", file, "--jobs", "1"]) == 2
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("problem", "parameters", "value"),
    [
        ("loss", 'loss = [[0, 1], [1, 0]], prior = ["1/2", "1/2"]', "1/(e^ε + 1)"),
        ("loss", "loss = [[0, 1, 1], [1, 0, 1], [1, 1, 0]]", "(k - 1)/(e^ε + k - 1)"),
        ("utility", "mu = 'max(c)/k', k = 3", "e^ε/(e^ε + k - 1)"),
        ("information", "prior = 'uniform:2'", "ln(2) - ln(e^ε + 1) + ε*e^ε/(e^ε + 1)"),
        ("public-prior", 'prior = ["1/3", "2/3"], divergence = "chi2"', "2/e^ε"),
        ("local-minimax", 'k = 3, gamma = 2, divergence = "tv", epsilon = "ln 4"', "0"),
        ("approximate-binary", "p0 = [1, 0], p1 = [0, 1], delta = 0.1, divergence = 'tv'", DELTA),
    ],
)
def test_problems_of_every_sort_can_be_stated(problem, parameters, value, written):
    text = PAPER.partition("parameters =")[0].replace("staircase", problem)
    grid = "" if "epsilon" in parameters else "grid = { epsilon = [0.5, 1] }"
    text += f'kind = "equal"\nparameters = {{ {parameters} }}\nvalue = "{value}"\n{grid}\n'
    if not grid:
        text += "instance = {}\nslip = 0\n"
    (claim,) = read_written(written(text)).claims
    assert run_claim(claim).verdict == "verified"


def test_a_file_runs_no_code(written):
    for name in ("os:system", "lpcheck.mechanisms:__import__", "lpcheck.mechanisms:Projection"):
        with pytest.raises(InputError, match="is no mechanism of lpcheck"):
            read_written(written(re.sub("entry = .*", f'mechanism = "{name}"', PAPER)))


def test_what_is_not_there_is_said(tmp_path, written):
    with pytest.raises(InputError, match="cannot be read"):
        verify([str(tmp_path / "none.toml")])
    with pytest.raises(InputError, match="has no claim 'theorem-2'"):
        read_written(f"{written()}:theorem-2")
    with pytest.raises(InputError, match=r"has no \[paper\]"):
        paper(str(TEN))


def test_what_is_proved_of_the_catalogue_is_not_proved_of_a_file():
    """`theorem-6` has a theorem in Rocq; a formula under its id may be another."""
    result = run_claim(CLAIMS["kairouz2016.theorem-6"])
    assert result.verdict == "verified"
    assert result.theorem is None
    assert result.rigor == "numerical"
