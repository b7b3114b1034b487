(* step: kairouz2016.equation-53
   finding: proved
   for: every k, P0, P1 and eps >= 0 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums KLBounds Contraction Binary.
From Lpcheck.kairouz2016 Require Import section_8_3_binary.
Open Scope R_scope.

Theorem equation_53 : forall eps k P0 P1, 0 <= eps -> distribution k P0 -> distribution k P1 ->
  2 * ((exp eps - 1) / (exp eps + 1)) ^ 2 * TV k P0 P1 ^ 2 <=
  KL 2 (marginal k P0 (binary eps P0 P1)) (marginal k P1 (binary eps P0 P1)).
Proof.
  intros eps k P0 P1 He D0 D1. pose proof (section_8_3_binary eps k P0 P1 He D0 D1) as V.
  assert (Pos : forall P, distribution k P -> positive 2 (marginal k P (binary eps P0 P1))).
  { intros P D y Hy. apply Rlt_le_trans with (/ (1 + exp eps)); [apply inv_pos|].
    apply (average_ge k P (fun x => binary eps P0 P1 x y)); auto. intros x _.
    pose proof (exp_ge_1 eps He). pose proof (inv_pos eps).
    assert (1 * / (1 + exp eps) <= exp eps * / (1 + exp eps)) by (apply Rmult_le_compat_r; lra).
    unfold binary, Rdiv. destruct y, (Rle_dec _ _); lra. }
  pose proof (pinsker_TV _ _ (marginal_dist k 2 P0 _ D0 (binary_kernel eps k P0 P1))
    (marginal_dist k 2 P1 _ D1 (binary_kernel eps k P0 P1)) (Pos P0 D0) (Pos P1 D1)) as H.
  rewrite V in H. rewrite Rpow_mult_distr in H. lra.
Qed.
