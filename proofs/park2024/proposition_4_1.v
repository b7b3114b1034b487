(* claim: park2024.proposition-4-1
   finding: proved
   for: every n, bounds l, h, distributions p, p' and choice of the normalisers
   As printed; proposition-4-1-sharp has half the constant. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Contraction Clip.
Open Scope R_scope.

Theorem proposition_4_1 : forall n p p' l h r r', distribution n p -> distribution n p' ->
  normalises n p l h r -> normalises n p' l h r' ->
  TV n (answer p l h r) (answer p' l h r') <= 2 / Rmax r r' * TV n p p'.
Proof.
  intros n p p' l h r r' D D' A A'. pose proof (clip_contracts n p p' l h r r' D D' A A') as T.
  apply Rle_trans with (1 := T). pose proof (TV_nonneg n p p').
  assert (0 < Rmax r r') by (apply Rlt_le_trans with r; [apply A|apply Rmax_l]).
  assert (0 < / Rmax r r') by (apply Rinv_0_lt_compat; auto). unfold Rdiv.
  assert (0 <= / Rmax r r' * TV n p p') by (apply Rmult_le_pos; lra). lra.
Qed.
