(* step: kairouz2016.theorem-6-dual
   finding: proved
   for: every k, P0, P1, eps >= 0 and pattern *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Contraction Sublinear.
Open Scope R_scope.

Theorem theorem_6_dual : forall eps k P0 P1, 0 <= eps -> distribution k P0 -> distribution k P1 ->
  let alpha x := / 2 * ((exp eps - 1) / (exp eps + 1)) * Rabs (P0 x - P1 x) in
  (forall j, (j < 2 ^ k)%nat ->
     Rabs (Sum k (fun x => P0 x * pattern eps k j x) - Sum k (fun x => P1 x * pattern eps k j x)) / 2
     <= Sum k (fun x => pattern eps k j x * alpha x)) /\
  Sum k alpha = (exp eps - 1) / (exp eps + 1) * TV k P0 P1.
Proof.
  intros eps k P0 P1 He [_ S0] [_ S1] alpha. pose proof (exp_ge_1 eps He) as Ht. split.
  - intros j Hj. pose proof (column (exp eps) k (fun x => P0 x - P1 x) (pattern eps k j) Ht) as C.
    rewrite <- Sum_minus. rewrite (Sum_ext _ _ (fun x => (P0 x - P1 x) * pattern eps k j x))
      by (intros; ring).
    apply Rle_trans with ((exp eps - 1) / (exp eps + 1) *
      Sum k (fun x => Rabs (P0 x - P1 x) * pattern eps k j x) / 2).
    + apply Rmult_le_compat_r; [lra|]. apply C.
      * rewrite Sum_minus. lra.
      * intros x x' _ _. pose proof (pattern_pos eps k j x He). pose proof (pattern_pos eps k j x' He).
        assert (exp eps * 1 <= exp eps * pattern eps k j x') by (apply Rmult_le_compat_l; lra). lra.
    + right. unfold alpha. rewrite (Sum_ext _ (fun x => pattern eps k j x * _)
        (fun x => / 2 * ((exp eps - 1) / (exp eps + 1)) * (Rabs (P0 x - P1 x) * pattern eps k j x)))
        by (intros; ring).
      rewrite Sum_scal. unfold Rdiv. ring.
  - unfold alpha, TV. rewrite Sum_scal. unfold Rdiv. ring.
Qed.
