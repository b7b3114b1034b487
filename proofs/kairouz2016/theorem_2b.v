(* claim: kairouz2016.theorem-2b
   finding: proved
   for: every k >= 1, eps >= 0, sublinear mu and private mechanism
   In the form that needs no maximiser to exist: every private mechanism is at most as good as some
   private staircase mechanism, so a maximiser can be taken among these. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Sublinear.
Open Scope R_scope.

Theorem theorem_2b : forall eps k mu m Q, 0 <= eps -> (0 < k)%nat -> sublinear k mu ->
  kernel k m Q -> ldp eps k m Q ->
  exists m' Q', kernel k m' Q' /\ ldp eps k m' Q' /\ staircase eps k m' Q' /\
    utility mu m Q <= utility mu m' Q'.
Proof.
  intros eps k mu m Q He Hk M K L. destruct (to_program eps k mu m Q He Hk M K L) as [th [F H]].
  exists (2 ^ k)%nat, (of_program eps k th). destruct (of_program_kernel eps k th He F) as [A [B C]].
  rewrite of_program_utility; auto.
Qed.
