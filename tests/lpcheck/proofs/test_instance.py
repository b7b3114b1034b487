"""Certificates as theorems: accepted where they are right, refused where a number is altered."""

import copy
import json
from fractions import Fraction

import pytest

import lpcheck
from formulations import Information, Staircase
from lpcheck.proofs import Unsupported, prove, translate
from lpcheck.proofs.build import run

pytestmark = pytest.mark.full

P0, P1 = ["1/2", "3/10", "1/5"], ["1/10", "2/5", "1/2"]
DIVERGENCES = [
    "tv", "hockey-stick:3/2", "chi2", "hellinger", "kl", "js",
    "alpha:3", "alpha:1/2", "alpha:-3/2", "alpha:0",
]  # fmt: skip
ALTERATIONS = ["price", "upper", "lower", "primal", "epsilon", "prior"]


@pytest.fixture(scope="module")
def documents():
    def document(divergence):
        problem = Staircase(p0=P0, p1=P1, epsilon="1", divergence=divergence)
        return json.loads(lpcheck.certify(problem).dumps())

    return {divergence: document(divergence) for divergence in DIVERGENCES}


def altered(document, what):
    """A certificate that states, or rests on, something false."""
    new = copy.deepcopy(document)
    small = Fraction(1, 10**9)
    if what == "price":
        new["dual"]["alpha"][0] = str(Fraction(new["dual"]["alpha"][0]) - 10 * small)
    elif what == "upper":
        new["bounds"]["upper"] = str(Fraction(new["bounds"]["upper"]) - small)
    elif what == "lower":
        new["bounds"]["lower"] = str(Fraction(new["bounds"]["lower"]) + small)
    elif what == "primal":
        row = new["primal"][0]
        row[0] = str(Fraction(row[0]) + small)
    elif what == "epsilon":
        new["parameters"]["epsilon"] = "1.01"
    else:
        new["parameters"]["p0"] = ["51/100", "29/100", "1/5"]
    return new


def checks(texts):
    """One file that evaluates the checkers of many instances, and says which are true."""
    parts = []
    for number, text in enumerate(texts):
        head, _, proof = text.partition("Theorem certificate")
        call = proof.split("apply (", 1)[1].split(").\n", 1)[0]
        module, _, arguments = call.partition(".certificate ")
        first, _, arguments = arguments.partition("(IZR")
        arguments = arguments.split(") ", 1)[1]  # without epsilon
        parts.append(
            f"Module M{number}.\n{head.replace('Open Scope R_scope.', '')}"
            f"Eval vm_compute in ({module}.check {first} {arguments}).\nEnd M{number}.\n"
        )
    return "\n".join(parts)


def verdicts(compiled, folder, texts):
    file = folder / "Checks.v"
    file.write_text(checks(texts).replace(" (IZR", " (IZR"), encoding="utf-8")
    done = run(compiled, file)
    assert done.returncode == 0, done.stderr
    return [
        line.split("=")[1].strip() == "true" for line in done.stdout.splitlines() if "=" in line
    ]


def test_a_certificate_is_a_theorem(compiled, documents):
    found = prove(documents["kl"])
    assert found.verdict == "proved", found.reason
    assert "encloses (1 / 1) k" in found.reason
    assert "KL m (marginal k p0 Q) (marginal k p1 Q)" in found.reason


def test_a_price_lowered_is_refused_by_the_kernel(compiled, documents):
    assert prove(altered(documents["tv"], "price")).verdict == "refused"


def test_right_certificates_pass_and_altered_ones_do_not(compiled, documents, tmp_path):
    right = [translate(document) for document in documents.values()]
    wrong = [
        translate(altered(document, what))
        for document in documents.values()
        for what in ALTERATIONS
    ]
    found = verdicts(compiled, tmp_path, right + wrong)
    assert found == [True] * len(right) + [False] * len(wrong)


def test_what_has_no_theorem_is_said_to_have_none(documents):
    asked = Information(prior=["1/2", "1/2"], epsilon="1")
    document = json.loads(lpcheck.certify(asked).dumps())
    with pytest.raises(Unsupported, match="'information'"):
        translate(document)


def test_all_patterns_decide_as_the_walk_that_leaves_some_out(compiled, documents, tmp_path):
    curved = [documents[name] for name in DIVERGENCES if name not in ("tv", "hockey-stick:3/2")]
    texts = [translate(one, True) for one in curved]
    texts += [translate(altered(one, "price"), True) for one in curved]
    assert all("Some" not in text for text in texts)
    assert verdicts(compiled, tmp_path, texts) == [True] * len(curved) + [False] * len(curved)


def test_all_patterns_of_many_inputs_are_too_many():
    problem = Staircase(p0=["1/17"] * 17, p1=["1/17"] * 17, epsilon="1", divergence="chi2")
    document = json.loads(lpcheck.certify(problem).dumps())
    with pytest.raises(Unsupported, match="at most 16"):
        translate(document, True)
