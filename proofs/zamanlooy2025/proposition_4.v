(* claim: zamanlooy2025.proposition-4
   finding: proved
   for: every n, eps >= 0 and prior in increasing order
   That the first diagonal entry is the least, and its value (not that the diagonal increases). *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity PublicPrior AlgorithmOne.
Open Scope R_scope.

Theorem proposition_4 : forall eps n q, 0 <= eps -> distribution n q -> increasing n q ->
  let K := algorithm_1 eps n q in
  (forall y, (y < n)%nat -> K 0%nat 0%nat <= K y y) /\
  K 0%nat 0%nat = exp eps * q 0%nat / (exp eps * q 0%nat + 1 - q 0%nat).
Proof.
  intros eps n q He D I K. split; [apply (algorithm_1_admissible eps He n q D I)|].
  apply algorithm_1_corner. apply (dist_pos n q D).
Qed.
