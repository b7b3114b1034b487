(* claim: zamanlooy2025.example-1-conclusion-corrected
   finding: proved
   for: every n, prior q with q_min > 0 and eps >= 0 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity PublicPrior.
Open Scope R_scope.

Theorem example_1_conclusion_corrected : forall eps n q i, 0 <= eps -> distribution n q ->
  least n q i -> 0 < q i ->
  let G a := (1 - a) / (exp eps * a + 1 - a) in G (/ INR n) <= G (q i).
Proof.
  intros eps n q i He D L P G. pose proof (dist_pos n q D) as Hn.
  assert (N : 1 <= INR n) by (apply (le_INR 1); lia).
  assert (Q : q i <= / INR n).
  { apply Rmult_le_reg_l with (INR n); [lra|]. rewrite Rinv_r by lra. rewrite <- Sum_const.
    rewrite <- (proj2 D). apply Sum_le. apply L. }
  assert (U : / INR n <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  pose proof (keep_mono eps (q i) (/ INR n) He ltac:(lra) U) as K.
  pose proof (keep_denominator eps (q i) He ltac:(lra)).
  pose proof (keep_denominator eps (/ INR n) He ltac:(lra)).
  assert (E : forall a, 1 <= exp eps * a + 1 - a -> G a = 1 - keep eps a).
  { intros a Ha. unfold G, keep. field. lra. }
  rewrite !E by auto. lra.
Qed.
