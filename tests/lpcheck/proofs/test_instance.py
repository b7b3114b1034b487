"""Certificates as theorems: accepted where they are right, refused where a number is altered."""

import copy
import json
import os
from argparse import Namespace
from fractions import Fraction

import numpy as np
import pytest

import lpcheck
from formulations import (
    ApproximateBinary,
    Information,
    LocalMinimax,
    MinimaxSampler,
    Mollifier,
    PublicPrior,
    RelativeMollifier,
    Staircase,
)
from formulations.errors import InputError
from lpcheck.cli import recheck
from lpcheck.proofs import Unsupported, prove, translate
from lpcheck.proofs._coq import SLACK
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


CLOSED = [
    Mollifier(target=P0, lower=["1/4"] * 3, upper=["1/2", "2/5", "2/5"], divergence="kl"),
    Mollifier(target=P0, lower=["1/4"] * 3, upper=["1/2", "2/5", "2/5"], divergence="chi2"),
    PublicPrior(prior=P0, epsilon="1", divergence="kl"),
    PublicPrior(prior=P1, epsilon="2", divergence="hellinger"),
    MinimaxSampler(k=3, epsilon="1", divergence="kl"),
    MinimaxSampler(k=4, epsilon="1/2", divergence="hockey-stick:3/2"),
    ApproximateBinary(
        p0=["1/2", "1/2"], p1=["1/4", "3/4"], epsilon="1", delta="1/10", divergence="js"
    ),
    LocalMinimax(
        reference=["1/3", "1/6", "1/6", "1/6", "1/6"], gamma="2", epsilon="1", divergence="chi2"
    ),
]


def theorem(document):
    return translate(document).split("Set Printing Width")[0]


def test_information_right_and_altered(compiled, tmp_path):
    document = json.loads(lpcheck.certify(Information(prior=P0, epsilon="1")).dumps())
    document["parameters"]["p0"] = document["parameters"].pop("prior")
    wrong = [altered(document, what) for what in ALTERATIONS]
    for one in (document, *wrong):
        one["parameters"]["prior"] = one["parameters"].pop("p0")
    texts = [translate(one) for one in (document, *wrong)]
    assert verdicts(compiled, tmp_path, texts) == [True] + [False] * len(wrong)


def test_closed_forms_right_and_altered(compiled, tmp_path):
    right = [json.loads(lpcheck.certify(problem).dumps()) for problem in CLOSED]
    modules = [f"Module M{n}.\n{theorem(one)}End M{n}.\n" for n, one in enumerate(right)]
    chosen = [right[n] for n in (0, 0, 1, 2, 4, 6, 7)]
    kinds = ["upper", "primal", "lower", "upper", "lower", "upper", "epsilon"]
    changes = zip(chosen, kinds, strict=True)
    wrong = [theorem(altered(one, what)) for one, what in changes]
    for number, text in enumerate(["\n".join(modules), *wrong]):
        file = tmp_path / f"Closed{number}.v"
        file.write_text(text, encoding="utf-8")
        assert (run(compiled, file).returncode == 0) == (number == 0)


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (PublicPrior(prior=P0, epsilon="1", divergence="alpha:3"), "alpha"),
        (MinimaxSampler(k=3, epsilon="1", delta="1/10", divergence="tv"), "pure"),
        (LocalMinimax(reference=P0, gamma="2", epsilon="1", divergence="tv"), "split into sets"),
        (RelativeMollifier(target=P0, reference=P1, epsilon="1"), "'relative-mollifier'"),
    ],
)  # fmt: skip
def test_what_has_no_theorem_is_said_to_have_none(problem, message):
    with pytest.raises(Unsupported, match=message):
        translate(json.loads(lpcheck.certify(problem).dumps()))


def test_all_patterns_decide_as_the_walk_that_leaves_some_out(compiled, documents, tmp_path):
    curved = [documents[name] for name in DIVERGENCES if name not in ("tv", "hockey-stick:3/2")]
    texts = [translate(one, True) for one in curved]
    texts += [translate(altered(one, "price"), True) for one in curved]
    assert all("Some" not in text for text in texts)
    assert verdicts(compiled, tmp_path, texts) == [True] * len(curved) + [False] * len(curved)


def test_all_patterns_are_for_the_kernel():
    with pytest.raises(InputError, match="add --rocq"):
        recheck.run(
            Namespace(files=[], all_patterns=True, rocq=False, json=None, arithmetic="decimal")
        )


def test_all_patterns_of_many_inputs_are_too_many():
    problem = Staircase(p0=["1/17"] * 17, p1=["1/17"] * 17, epsilon="1", divergence="chi2")
    document = json.loads(lpcheck.certify(problem).dumps())
    with pytest.raises(Unsupported, match="at most 16"):
        translate(document, True)


@pytest.mark.skipif(os.environ.get("LPCHECK_EVIDENCE") != "1", reason="minutes: LPCHECK_EVIDENCE=1")
def test_of_three_hundred_altered_certificates_none_is_accepted_that_is_false(compiled, tmp_path):
    rng = np.random.default_rng(17)
    accepted = []
    for number in range(5):
        k = 2 + number % 3
        p0, p1 = ([f"{w}/{sum(row)}" for w in row] for row in rng.integers(1, 30, (2, k)).tolist())
        right, wrong = [], []
        for divergence in DIVERGENCES:
            problem = Staircase(p0=p0, p1=p1, epsilon="1", divergence=divergence)
            document = json.loads(lpcheck.certify(problem).dumps())
            moved = [Fraction(x) for x in p0]
            moved[0], moved[1] = moved[0] - Fraction(1, 100), moved[1] + Fraction(1, 100)
            for what in ALTERATIONS:
                new = altered(document, what)
                if what == "prior":
                    new["parameters"]["p0"] = [str(x) for x in moved]
                wrong.append(new)
            right.append(document)
        found = verdicts(compiled, tmp_path, [translate(one) for one in right + wrong])
        assert found[: len(right)] == [True] * len(right)
        accepted += [new for new, ok in zip(wrong, found[len(right) :], strict=True) if ok]
    for new in accepted:
        again = json.loads(lpcheck.certify(Staircase(**new["parameters"])).dumps())["bounds"]
        assert Fraction(new["bounds"]["lower"]) - SLACK <= Fraction(again["upper"])
        assert Fraction(again["lower"]) <= Fraction(new["bounds"]["upper"]) + SLACK
    assert len(accepted) <= 15
