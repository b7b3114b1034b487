(* step: park2024.section-3-3-ratio-bound
   finding: proved
   for: every n, convex f and distributions with m Q <= P <= M Q *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity.
Open Scope R_scope.

Theorem section_3_3_ratio_bound : forall f n P Q m M, convex f -> distribution n P ->
  distribution n Q -> 0 <= m -> m < 1 -> 1 < M ->
  (forall x, (x < n)%nat -> m * Q x <= P x <= M * Q x) ->
  Df f n P Q <= ((1 - m) * f M + (M - 1) * f m) / (M - m).
Proof.
  intros f n P Q m M C DP DQ H0 H1 H2 H.
  apply Rle_trans with (1 := ratio_bound f n P Q m M C DP DQ H0 ltac:(lra) H). right. field. lra.
Qed.
