(* step: kairouz2016.section-8-3-binary
   finding: proved
   for: every k, P0, P1 and eps >= 0 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Binary.
Open Scope R_scope.

Theorem section_8_3_binary : forall eps k P0 P1, 0 <= eps -> distribution k P0 -> distribution k P1 ->
  TV 2 (marginal k P0 (binary eps P0 P1)) (marginal k P1 (binary eps P0 P1)) =
  (exp eps - 1) / (exp eps + 1) * TV k P0 P1.
Proof.
  intros eps k P0 P1 He [_ S0] [_ S1]. pose proof (exp_ge_1 eps He). set (t := exp eps) in *.
  assert (E : forall y, marginal k P0 (binary eps P0 P1) y - marginal k P1 (binary eps P0 P1) y =
    Sum k (fun x => P0 x * binary eps P0 P1 x y - P1 x * binary eps P0 P1 x y)).
  { intros y. unfold marginal. rewrite Sum_minus. reflexivity. }
  unfold TV.
  match goal with |- Sum 2 ?f / _ = _ => change (Sum 2 f) with (0 + f 0%nat + f 1%nat) end.
  cbv beta. rewrite !E. clear E.
  rewrite (Sum_ext k (fun x => P0 x * binary eps P0 P1 x 0 - P1 x * binary eps P0 P1 x 0)
    (fun x => 1/2 * (P0 x - P1 x) + (t - 1) / (t + 1) / 2 * Rabs (P0 x - P1 x))).
  2:{ intros x _. unfold binary; fold t. destruct (Rle_dec (P1 x) (P0 x)).
      - rewrite Rabs_right by lra. field; lra.
      - rewrite Rabs_left by lra. field; lra. }
  rewrite (Sum_ext k (fun x => P0 x * binary eps P0 P1 x 1 - P1 x * binary eps P0 P1 x 1)
    (fun x => 1/2 * (P0 x - P1 x) - (t - 1) / (t + 1) / 2 * Rabs (P0 x - P1 x))).
  2:{ intros x _. unfold binary; fold t. destruct (Rle_dec (P1 x) (P0 x)).
      - rewrite Rabs_right by lra. field; lra.
      - rewrite Rabs_left by lra. field; lra. }
  rewrite Sum_plus, Sum_minus, !Sum_scal, Sum_minus, S0, S1.
  set (V := Sum k (fun y => Rabs (P0 y - P1 y))).
  assert (0 <= V) by (apply Sum_nonneg; intros; apply Rabs_pos).
  assert (0 <= (t - 1) / (t + 1)).
  { unfold Rdiv. apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat; lra. }
  assert (0 <= (t - 1) / (t + 1) / 2 * V) by (apply Rmult_le_pos; lra).
  rewrite Rabs_right by lra. rewrite Rabs_left1 by lra. lra.
Qed.
