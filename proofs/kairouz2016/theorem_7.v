(* claim: kairouz2016.theorem-7
   finding: proved
   for: every k, P0, P1, eps >= 0 and private mechanism
   With a better constant than printed (second part): BIN >= OPT / (exp eps + 1). *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums KLBounds Contraction Binary.
From Lpcheck.kairouz2016 Require Import equation_53.
Open Scope R_scope.

Theorem theorem_7 : forall eps k P0 P1, 0 <= eps -> distribution k P0 -> distribution k P1 ->
  let U m Q := KL m (marginal k P0 Q) (marginal k P1 Q) in
  forall m Q, kernel k m Q -> ldp eps k m Q ->
  1 / (2 * (exp eps + 1) ^ 2) * U m Q <= U 2%nat (binary eps P0 P1) /\
  1 / (exp eps + 1) * U m Q <= U 2%nat (binary eps P0 P1).
Proof.
  intros eps k P0 P1 He D0 D1 U m Q K L. pose proof (exp_ge_1 eps He) as Ht.
  pose proof (equation_53 eps k P0 P1 He D0 D1) as B.
  destruct (KL_private eps k m P0 P1 Q He D0 D1 K L) as [O _]. fold (U m Q) in O.
  fold (U 2%nat (binary eps P0 P1)) in B. set (V := TV k P0 P1) in *. set (t := exp eps) in *.
  assert (I : 0 < / (t + 1)) by (apply Rinv_0_lt_compat; lra).
  assert (S : 1 / (t + 1) * U m Q <= U 2%nat (binary eps P0 P1)).
  { apply Rle_trans with (2 := B).
    apply Rle_trans with (1 / (t + 1) * (2 * (t - 1) ^ 2 / (t + 1) * V ^ 2)).
    - apply Rmult_le_compat_l; lra.
    - right. field. lra. }
  split; auto. assert (P : 0 <= U 2%nat (binary eps P0 P1)).
  { apply Rle_trans with (2 := B). apply Rmult_le_pos; [|apply pow2_ge_0].
    apply Rmult_le_pos; [lra|apply pow2_ge_0]. }
  destruct (Rle_dec 0 (U m Q)) as [N|N].
  - apply Rle_trans with (2 := S). apply Rmult_le_compat_r; auto.
    unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_le_contravar; [lra|].
    assert ((t + 1) * 1 <= (t + 1) * (t + 1)) by (apply Rmult_le_compat_l; lra). simpl. lra.
  - apply Rle_trans with 0; auto. assert (0 < 1 / (2 * (t + 1) ^ 2)).
    { apply Rdiv_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; [lra|apply pow_lt; lra]. }
    assert (1 / (2 * (t + 1) ^ 2) * U m Q <= 1 / (2 * (t + 1) ^ 2) * 0)
      by (apply Rmult_le_compat_l; lra). lra.
Qed.
