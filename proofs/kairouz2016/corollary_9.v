(* claim: kairouz2016.corollary-9
   finding: proved
   for: every k, P0, P1 and private mechanism
   Sharper than printed: no delta, and every eps >= 0 (second part); the printed form follows with
   any eps*. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums KLBounds Contraction.
Open Scope R_scope.

Theorem corollary_9 : forall k P0 P1, distribution k P0 -> distribution k P1 ->
  let both m Q := KL m (marginal k P0 Q) (marginal k P1 Q) + KL m (marginal k P1 Q) (marginal k P0 Q) in
  (forall delta, 0 < delta -> exists e0, 0 < e0 /\ forall eps m Q, 0 <= eps <= e0 ->
     kernel k m Q -> ldp eps k m Q ->
     both m Q <= 2 * (1 + delta) * (exp eps - 1) ^ 2 / (exp eps + 1) * TV k P0 P1 ^ 2) /\
  (forall eps m Q, 0 <= eps -> kernel k m Q -> ldp eps k m Q ->
     both m Q <= 2 * (exp eps - 1) ^ 2 / (exp eps + 1) * TV k P0 P1 ^ 2).
Proof.
  intros k P0 P1 D0 D1 both.
  assert (H : forall eps m Q, 0 <= eps -> kernel k m Q -> ldp eps k m Q ->
    both m Q <= 2 * (exp eps - 1) ^ 2 / (exp eps + 1) * TV k P0 P1 ^ 2)
    by (intros; apply KL_private; auto).
  split; auto. intros delta Hd. exists 1. split; [lra|]. intros eps m Q He K L.
  apply Rle_trans with (1 := H eps m Q (proj1 He) K L). apply Rmult_le_compat_r; [apply pow2_ge_0|].
  pose proof (exp_pos eps). unfold Rdiv. apply Rmult_le_compat_r.
  - left. apply Rinv_0_lt_compat. lra.
  - apply Rmult_le_compat_r; [apply pow2_ge_0|lra].
Qed.
