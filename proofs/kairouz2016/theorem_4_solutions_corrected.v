(* step: kairouz2016.theorem-4-solutions-corrected
   finding: proved
   for: every k >= 1, eps >= 0, sublinear mu and solution theta of (11) *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Sublinear.
From Lpcheck.kairouz2016 Require Import theorem_4.
Open Scope R_scope.

Theorem theorem_4_solutions_corrected : forall eps k mu theta, 0 <= eps -> (0 < k)%nat ->
  sublinear k mu -> feasible eps k theta ->
  (forall theta', feasible eps k theta' -> program_value eps k mu theta' <= program_value eps k mu theta) ->
  maximises eps k (utility mu) (2 ^ k) (of_program eps k theta).
Proof.
  intros eps k mu th He Hk M F O. destruct (of_program_kernel eps k th He F) as [K [L _]].
  split; auto. split; auto. intros m' Q' K' L'. rewrite (of_program_utility eps k mu th); auto.
  destruct (to_program eps k mu m' Q' He Hk M K' L') as [th' [F' H]].
  apply Rle_trans with (1 := H). auto.
Qed.
