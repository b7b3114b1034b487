(* step: kairouz2016.section-3-1-sublinear
   finding: proved
   for: every k, convex f and positive P0, P1 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity Sublinear.
Open Scope R_scope.

Theorem section_3_1_sublinear : forall f k P0 P1, convex f -> positive k P0 -> positive k P1 ->
  sublinear k (hypothesis_testing f k P0 P1).
Proof. intros. apply hypothesis_testing_sublinear; auto. Qed.
