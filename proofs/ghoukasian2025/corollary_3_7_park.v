(* step: ghoukasian2025.corollary-3-7-park
   finding: proved
   for: every f, eps >= 0 and c1 < 1 < c2 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity TwoPoint Bounded.
Open Scope R_scope.

Theorem corollary_3_7_park : forall f eps c1 c2, 0 <= eps -> 0 <= c1 < 1 -> 1 < c2 ->
  let r1 := c1 * (((1 - c1) * exp eps + c2 - 1) / (c2 - c1)) in
  let r2 := c2 / (c2 - c1) * (((1 - c1) * exp eps + c2 - 1) / exp eps) in
  (1 - r1) / (r2 - r1) * f r2 + (r2 - 1) / (r2 - r1) * f r1 = bounded_risk f eps c1 c2.
Proof.
  intros f eps c1 c2 He H1 H2 r1 r2. pose proof (exp_ge_1 eps He) as Ht.
  assert (T : 0 <= (exp eps - 1) * (1 - c1)) by (apply Rmult_le_pos; lra). unfold bounded_risk.
  replace (c1 / ((c2 - c1) / ((exp eps - 1) * (1 - c1) + c2 - c1))) with r1
    by (unfold r1; field; lra).
  replace (c2 / ((c2 - c1) / ((exp eps - 1) * (1 - c1) + c2 - c1) * exp eps)) with r2
    by (unfold r2; field; lra). auto.
Qed.
