(* step: park2024.section-2-1-nonnegative
   finding: proved
   for: every n, convex f with f(1) = 0 and distributions *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity TwoPoint.
Open Scope R_scope.

Theorem section_2_1_nonnegative : forall f n P Q v, convex f -> f 1 = 0 -> distribution n P ->
  distribution n Q -> divergence f n P Q v -> 0 <= v /\ Df f n P P = 0.
Proof.
  intros f n P Q v C F DP DQ V. split.
  - rewrite <- F. apply (divergence_nonneg f n P Q); auto.
  - unfold Df. apply Sum_zero. intros y _. destruct (Req_dec (P y) 0) as [Z|Z]; [rewrite Z; ring|].
    replace (P y / P y) with 1 by (field; auto). rewrite F. ring.
Qed.
