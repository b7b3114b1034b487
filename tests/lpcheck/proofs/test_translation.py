"""The definitions of `proofs/Definitions.v` against exact arithmetic here, on random kernels.

Each line is a goal that Coq decides by rational arithmetic; a value that is off must be refuted.
"""

from fractions import Fraction

import numpy as np
import pytest

from lpcheck.proofs.build import run

pytestmark = pytest.mark.full

HEAD = """Require Import Reals Lra Lia ZArith List.
From Lpcheck Require Import Definitions.
From Lpcheck.instances Require Import Entries.
Import ListNotations.
Open Scope R_scope.
Ltac open := unfold TV, Df, marginal, prob, over, kernel_over, clip; cbn -[Rabs Rmax Rmin];
  repeat match goal with |- context [Rabs ?x] =>
    first [rewrite (Rabs_right x) by lra | rewrite (Rabs_left x) by lra] end;
  unfold Rmax, Rmin; repeat destruct (Rle_dec _ _); try lra.
"""


def test_definitions_are_those_of_exact_arithmetic(compiled, tmp_path):
    rng = np.random.default_rng(20)
    goals = []
    for _ in range(4):
        k, m = (int(n) for n in rng.integers(2, 5, 2))
        p, q = (draw(rng, k) for _ in range(2))
        K = [draw(rng, m) for _ in range(k)]
        first, second = ([sum(w[x] * K[x][y] for x in range(k)) for y in range(m)] for w in (p, q))
        M0, M1, kernel = f"(marginal {k} {vector(p)} Q)", f"(marginal {k} {vector(q)} Q)", matrix(K)
        tv = sum(abs(a - b) for a, b in zip(first, second, strict=True)) / 2
        chi2 = sum((a - b) ** 2 / b for a, b in zip(first, second, strict=True))
        for value in (tv, tv + Fraction(1, 10**6)):
            goals.append(goal(f"TV {m} {M0} {M1}", value, tv, kernel))
        for value in (chi2, chi2 + Fraction(1, 10**6)):
            goals.append(goal(f"Df (fun x => (x - 1) ^ 2) {m} {M0} {M1}", value, chi2, kernel))
        goals.append(goal(f"marginal {k} {vector(p)} Q 1", first[1], first[1], kernel))
        goals.append(goal(f"prob {m} {M0} (fun y => Nat.eqb y 0)", first[0], first[0], kernel))
        ratio = max(max(column) / min(column) for column in zip(*K, strict=True))
        for t, private in ((ratio, True), (ratio * Fraction(999, 1000), False)):
            sign = "" if private else "~ "
            goals.append(privacy(sign, k, m, kernel, t, K))
    file = tmp_path / "Translation.v"
    file.write_text(HEAD + "\n".join(goals), encoding="utf-8")
    done = run(compiled, file)
    assert done.returncode == 0, done.stderr


def draw(rng, size):
    weights = [int(w) for w in rng.integers(1, 20, size)]
    return [Fraction(w, sum(weights)) for w in weights]


def vector(values):
    scale = np.lcm.reduce([x.denominator for x in values])
    return f"(over {scale} [{'; '.join(str(int(x * int(scale))) for x in values)}]%Z)"


def matrix(rows):
    scale = int(np.lcm.reduce([x.denominator for row in rows for x in row]))
    inside = "; ".join("[" + "; ".join(str(int(x * scale)) for x in row) + "]" for row in rows)
    return f"(kernel_over {scale} [{inside}]%Z)"


def goal(term, value, true, kernel):
    relation = "=" if value == true else "<>"
    number = f"{value.numerator} / {value.denominator}"
    statement = f"let Q := {kernel} in {term} {relation} {number}"
    return f"Goal {statement}. Proof. intros Q; unfold Q; open. Qed."


def privacy(sign, k, m, kernel, t, K):
    head = f"Goal {sign}ldp (ln ({t.numerator} / {t.denominator})) {k} {m} {kernel}.\nProof.\n"
    if not sign:
        letters = [("x", k), ("x'", k), ("y", m)]
        cases = "".join(f"assert ({either(name, size)}) by lia; " for name, size in letters)
        return (
            f"{head}intros x x' y Hx Hx' Hy; rewrite exp_ln by lra; unfold kernel_over; {cases}"
            "repeat match goal with H : _ \\/ _ |- _ => destruct H end; subst; cbn; lra.\nQed."
        )
    y = max(range(m), key=lambda j: max(r[j] for r in K) / min(r[j] for r in K))
    high = max(range(k), key=lambda i: K[i][y])
    low = min(range(k), key=lambda i: K[i][y])
    return (
        f"{head}intros H; assert (H' := H {high}%nat {low}%nat {y}%nat"
        " ltac:(lia) ltac:(lia) ltac:(lia)); clear H; rename H' into H;\n"
        "rewrite exp_ln in H by lra; unfold kernel_over in H; cbn in H; lra.\nQed."
    )


def either(name, count):
    return " \\/ ".join(f"{name} = {i}%nat" for i in range(count))
