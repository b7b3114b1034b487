(* claim: zamanlooy2025.theorem-2
   finding: proved
   for: every n, eps >= 0 and prior in increasing order; optimal where q_min > 0
   For total variation as for every convex f; zeros in q are allowed in the first part. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity PublicPrior AlgorithmOne.
Open Scope R_scope.

Theorem theorem_2 : forall eps n q, 0 <= eps -> distribution n q -> increasing n q ->
  admissible eps n q (algorithm_1 eps n q) /\
  (0 < q 0%nat -> forall f, convex f ->
     worst (distribution n) f n (by_kernel n (algorithm_1 eps n q)) (value f eps (q 0%nat)) /\
     Gamma f eps n q (value f eps (q 0%nat))).
Proof.
  intros eps n q He D I. destruct (algorithm_1_admissible eps He n q D I) as [A M].
  split; auto. intros P f C. pose proof (dist_pos n q D) as Hn.
  apply (optimal f eps n q 0); auto.
  - split; auto. intros x Hx. apply I; auto. lia.
  - apply algorithm_1_corner; auto.
Qed.
