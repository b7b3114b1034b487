(* step: park2024.theorem-3-3-contains-3-1
   finding: proved
   for: every k >= 2, eps >= 0 and f
   The constants of (11) at c1 = 0, c2 = k give the floor and the value (7). *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity Clip Simplex.
Open Scope R_scope.

Theorem theorem_3_3_contains_3_1 : forall f eps k, 0 < eps -> (2 <= k)%nat ->
  let c1 := 0 in let c2 := INR k in
  let b := (c2 - c1) / ((exp eps - 1) * (1 - c1) + c2 - c1) in
  let r1 := c1 / b in let r2 := c2 / (b * exp eps) in
  b * / INR k = / (exp eps + INR k - 1) /\
  (1 - r1) / (r2 - r1) * f r2 + (r2 - 1) / (r2 - r1) * f r1 = simplex_risk f eps k.
Proof.
  intros f eps k He Hk c1 c2 b r1 r2. pose proof (exp_gt_1 eps He) as Ht.
  assert (N : 2 <= INR k) by (apply (le_INR 2); lia).
  assert (B : b = INR k / (exp eps + INR k - 1)) by (unfold b, c1, c2; field; lra).
  assert (R1 : r1 = 0) by (unfold r1, c1; unfold Rdiv; ring).
  assert (R2 : r2 = (exp eps + INR k - 1) / exp eps) by (unfold r2, c2; rewrite B; field; lra).
  split; [rewrite B; field; lra|]. unfold simplex_risk. rewrite R1, R2.
  replace ((1 - 0) / ((exp eps + INR k - 1) / exp eps - 0)) with (exp eps / (exp eps + INR k - 1))
    by (field; lra).
  replace (((exp eps + INR k - 1) / exp eps - 1) / ((exp eps + INR k - 1) / exp eps - 0)) with
    ((INR k - 1) / (exp eps + INR k - 1)) by (field; lra). auto.
Qed.
