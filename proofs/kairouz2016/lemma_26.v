(* claim: kairouz2016.lemma-26
   finding: proved
   for: every k >= 1, eps >= 0, positive P and private mechanism
   For every bound M of the utilities of the patterns, so for the largest of them. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Sublinear.
Open Scope R_scope.

Theorem lemma_26 : forall eps k P M, 0 <= eps -> distribution k P -> positive k P ->
  (forall j, (j < 2 ^ k)%nat -> information k P (pattern eps k j) <= M) ->
  forall m Q, kernel k m Q -> ldp eps k m Q ->
  utility (information k P) m Q <= M * (INR k / (exp eps + INR k - 1)).
Proof.
  intros eps k P M He D HP H m Q K L. pose proof (exp_ge_1 eps He) as Ht.
  pose proof (dist_pos k P D) as Hk. assert (1 <= INR k) by (apply (le_INR 1); lia).
  assert (I : 0 < / (exp eps + INR k - 1)) by (apply Rinv_0_lt_compat; lra).
  assert (Z : information k P (pattern eps k 0) = 0).
  { unfold information. apply Sum_zero. intros x Hx.
    assert (E : forall z, pattern eps k 0 z = 1) by (intros; unfold pattern; rewrite Nat.bits_0; auto).
    rewrite E. rewrite (Sum_ext _ _ P) by (intros; rewrite E; ring). rewrite (proj2 D).
    replace (1 / 1) with 1 by field. rewrite ln_1. ring. }
  assert (M0 : 0 <= M). { rewrite <- Z. apply H. assert (2 ^ k <> 0)%nat by (apply Nat.pow_nonzero; lia). lia. }
  replace (M * (INR k / (exp eps + INR k - 1))) with (Sum k (fun _ => M / (exp eps + INR k - 1)))
    by (rewrite Sum_const; field; lra).
  apply (weak_duality eps k); auto; [apply information_sublinear; auto|]. intros j Hj.
  rewrite Sum_scal_r. assert (A : 0 <= M / (exp eps + INR k - 1)) by (apply Rmult_le_pos; lra).
  destruct (Nat.eq_dec j 0) as [->|Nj].
  { rewrite Z. apply Rmult_le_pos; auto. apply Sum_nonneg. intros.
    pose proof (pattern_pos eps k 0 x He). lra. }
  assert (B : exists i, (i < k)%nat /\ pattern eps k j i = exp eps).
  { destruct (le_lt_dec k (Nat.log2 j)) as [G|G].
    - exfalso. assert (2 ^ k <= j)%nat; [|lia]. apply Nat.le_trans with (2 ^ Nat.log2 j)%nat.
      + apply Nat.pow_le_mono_r; lia.
      + apply Nat.log2_spec. lia.
    - exists (k - 1 - Nat.log2 j)%nat. split; [lia|]. unfold pattern.
      replace (k - 1 - (k - 1 - Nat.log2 j))%nat with (Nat.log2 j) by lia.
      rewrite Nat.bit_log2; auto. }
  destruct B as [i [Hi B]]. apply Rle_trans with (1 := H j Hj).
  assert (S : exp eps + INR k - 1 <= Sum k (pattern eps k j)).
  { assert (T := Sum_term k (fun x => pattern eps k j x - 1) i Hi). cbv beta in T.
    rewrite Sum_minus, Sum_const, B in T. assert (exp eps - 1 <= Sum k (pattern eps k j) - INR k * 1).
    { apply T. intros x Hx. pose proof (pattern_pos eps k j x He). lra. } lra. }
  apply Rle_trans with ((exp eps + INR k - 1) * (M / (exp eps + INR k - 1))).
  - right. field. lra.
  - apply Rmult_le_compat_r; auto.
Qed.
