(* claim: zamanlooy2025.theorem-2-universal
   finding: proved
   for: every n, eps >= 0 and prior in increasing order with q_min > 0 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity PublicPrior AlgorithmOne.
From Lpcheck.zamanlooy2025 Require Import theorem_2.
Open Scope R_scope.

Theorem theorem_2_universal : forall eps n q, 0 <= eps -> distribution n q -> increasing n q ->
  0 < q 0%nat -> exists K, admissible eps n q K /\ forall f v, convex f -> Gamma f eps n q v ->
  worst (distribution n) f n (by_kernel n K) v.
Proof.
  intros eps n q He D I P. destruct (theorem_2 eps n q He D I) as [A H].
  exists (algorithm_1 eps n q). split; auto. intros f v C [V M].
  destruct (H P f C) as [W [G1 G2]].
  replace v with (value f eps (q 0%nat)); auto. apply Rle_antisym; auto.
Qed.
