(* claim: park2024.theorem-3-3-finite-corrected
   finding: proved
   for: every convex f, eps >= 0, c1 < 1 < c2 with c1 exp eps < c2, and mu that splits into sets of measure (1 - c1)/(c2 - c1); all samplers
   The value (12), both halves, for u = 1 (disjoint sets) of Theorem C.4; the optimal sampler here is
   the linear one.  u > 1 and the clip (13) are not proved. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity TwoPoint Bounded.
Open Scope R_scope.

Theorem theorem_3_3_finite_corrected : forall f eps c1 c2 n mu k, convex f -> 0 <= eps ->
  0 <= c1 < 1 -> 1 < c2 -> c1 * exp eps < c2 -> distribution n mu ->
  decomposable n mu ((1 - c1) / (c2 - c1)) k 1 ->
  minimax (between c1 c2 n mu) eps f n (
    let b := (c2 - c1) / ((exp eps - 1) * (1 - c1) + c2 - c1) in
    let r1 := c1 / b in let r2 := c2 / (b * exp eps) in
    (1 - r1) / (r2 - r1) * f r2 + (r2 - 1) / (r2 - r1) * f r1).
Proof.
  intros f eps c1 c2 n mu k C He H1 H2 H3 D Dec.
  apply (bounded_optimal f eps c1 c2 n mu k); auto.
Qed.
