(* claim: zamanlooy2025.section-3-triangle
   finding: proved
   for: every n, prior q, distribution p and kernel that keeps q *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums PublicPrior Contraction.
Open Scope R_scope.

Theorem section_3_triangle : forall n q K p, distribution n p -> distribution n q ->
  kernel n n K -> invariant n q K -> TV n p (by_kernel n K p) <= 2 * TV n p q.
Proof.
  intros n q K p Dp Dq HK I.
  assert (C : TV n (marginal n q K) (marginal n p K) <= TV n q p).
  { unfold TV. apply Rmult_le_compat_r; [lra|].
    apply Rle_trans with (Sum n (fun y => Sum n (fun x => Rabs (q x - p x) * K x y))).
    - apply Sum_le. intros y Hy. unfold marginal. rewrite <- Sum_minus.
      apply Rle_trans with (1 := Sum_abs n _). apply Sum_le. intros x Hx.
      replace (q x * K x y - p x * K x y) with ((q x - p x) * K x y) by ring. rewrite Rabs_mult.
      rewrite (Rabs_right (K x y)); [lra|]. apply Rle_ge, (HK x Hx); auto.
    - rewrite Sum_swap. right. apply Sum_ext. intros x Hx.
      rewrite Sum_scal, (proj2 (HK x Hx)). ring. }
  apply Rle_trans with (TV n p q + TV n q (by_kernel n K p)); [apply TV_triangle|].
  assert (E : TV n q (by_kernel n K p) = TV n (marginal n q K) (marginal n p K)).
  { apply TV_ext; auto. intros y Hy. symmetry. auto. }
  rewrite E. rewrite (TV_sym n q p) in C. lra.
Qed.
