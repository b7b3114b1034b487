(* step: kairouz2016.equation-52
   finding: proved
   for: every k, P0, P1, eps >= 0 and private mechanism *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums KLBounds Contraction.
Open Scope R_scope.

Theorem equation_52 : forall eps k P0 P1, 0 <= eps -> distribution k P0 -> distribution k P1 ->
  forall v, attained eps k (fun m Q => KL m (marginal k P0 Q) (marginal k P1 Q)) v ->
  v <= 4 * (exp eps - 1) ^ 2 * TV k P0 P1 ^ 2.
Proof.
  intros eps k P0 P1 He D0 D1 v [m [Q [K [L ->]]]].
  destruct (KL_private eps k m P0 P1 Q He D0 D1 K L) as [H _]. apply Rle_trans with (1 := H).
  pose proof (exp_ge_1 eps He). apply Rmult_le_compat_r; [apply pow2_ge_0|].
  apply Rmult_le_reg_r with (exp eps + 1); [lra|].
  replace (2 * (exp eps - 1) ^ 2 / (exp eps + 1) * (exp eps + 1)) with (2 * (exp eps - 1) ^ 2)
    by (field; lra).
  pose proof (pow2_ge_0 (exp eps - 1)) as S.
  assert (2 * (exp eps - 1) ^ 2 * 1 <= 2 * (exp eps - 1) ^ 2 * (exp eps + 1))
    by (apply Rmult_le_compat_l; lra).
  assert (0 <= 2 * (exp eps - 1) ^ 2 * (exp eps + 1)) by (apply Rmult_le_pos; lra). lra.
Qed.
