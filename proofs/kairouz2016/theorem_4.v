(* claim: kairouz2016.theorem-4
   finding: proved
   for: every k >= 1, eps >= 0 and sublinear mu; mechanisms with any number of outputs
   Program (8) and the linear program (11) have the same optimal value: v is the maximum (or the
   supremum) of one if and only if it is that of the other. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Sublinear.
Open Scope R_scope.

Theorem theorem_4 : forall eps k mu, 0 <= eps -> (0 < k)%nat -> sublinear k mu -> forall v,
  (is_max (attained eps k (utility mu)) v <-> is_max (program eps k mu) v) /\
  (is_sup (attained eps k (utility mu)) v <-> is_sup (program eps k mu) v).
Proof.
  intros eps k mu He Hk M.
  assert (A : forall w, program eps k mu w -> attained eps k (utility mu) w).
  { intros w [th [F E]]. destruct (of_program_kernel eps k th He F) as [K [L _]].
    exists (2 ^ k)%nat, (of_program eps k th). rewrite of_program_utility; auto. }
  assert (B : forall w, attained eps k (utility mu) w -> exists w', program eps k mu w' /\ w <= w').
  { intros w [m [Q [K [L E]]]]. destruct (to_program eps k mu m Q He Hk M K L) as [th [F H]].
    exists (program_value eps k mu th). split; [exists th; auto|subst; auto]. }
  intros v. split; split.
  - intros [V H]. destruct (B v V) as [w [W G]]. assert (w <= v) by (apply H; auto).
    replace v with w by lra. split; auto. intros z Hz. apply Rle_trans with v; auto.
  - intros [V H]. split; auto. intros w W. destruct (B w W) as [w' [W' G]].
    specialize (H w' W'). lra.
  - intros [V H]. split; auto. intros b Hb. apply H. intros w W.
    destruct (B w W) as [w' [W' G]]. specialize (Hb w' W'). lra.
  - intros [V H]. split; auto. intros w W. destruct (B w W) as [w' [W' G]].
    specialize (V w' W'). lra.
Qed.
