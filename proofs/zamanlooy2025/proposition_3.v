(* claim: zamanlooy2025.proposition-3
   finding: proved
   for: every n, eps >= 0 and prior in increasing order, zeros allowed *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity PublicPrior AlgorithmOne.
Open Scope R_scope.

Theorem proposition_3 : forall eps n q, 0 <= eps -> distribution n q -> increasing n q ->
  kernel n n (algorithm_1 eps n q) /\ ldp eps n n (algorithm_1 eps n q) /\
  invariant n q (algorithm_1 eps n q).
Proof. intros eps n q He D I. apply (algorithm_1_admissible eps He n q D I). Qed.
