(* claim: park2024.section-4-2-estimate
   finding: proved
   for: every n, bounds l, h, distributions p, p' and normalisers *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Contraction Clip.
Open Scope R_scope.

Theorem section_4_2_estimate : forall n p p' l h r r' beta, distribution n p -> distribution n p' ->
  normalises n p l h r -> normalises n p' l h r' -> TV n p p' <= beta * r / 2 ->
  TV n (answer p l h r) (answer p' l h r') <= beta.
Proof.
  intros n p p' l h r r' beta D D' A A' B. pose proof (clip_contracts n p p' l h r r' D D' A A') as T.
  pose proof (TV_nonneg n p p'). assert (R : 0 < r) by apply A.
  assert (M : / Rmax r r' <= / r) by (apply Rinv_le_contravar; [auto|apply Rmax_l]).
  assert (0 < / r) by (apply Rinv_0_lt_compat; auto).
  apply Rle_trans with (1 := T). apply Rle_trans with (/ r * TV n p p').
  - apply Rmult_le_compat_r; auto.
  - apply Rle_trans with (/ r * (beta * r / 2)); [apply Rmult_le_compat_l; lra|].
    replace (/ r * (beta * r / 2)) with (beta / 2) by (field; lra).
    assert (0 <= beta * r / 2) by lra. assert (0 <= beta); [|lra].
    apply Rmult_le_reg_r with r; auto. lra.
Qed.
