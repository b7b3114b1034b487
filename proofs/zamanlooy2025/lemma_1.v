(* claim: zamanlooy2025.lemma-1
   finding: proved
   for: every n, convex f and kernel with K_min > 0 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity PublicPrior.
Open Scope R_scope.

Theorem lemma_1 : forall f n K z, convex f -> kernel n n K -> (z < n)%nat ->
  (forall y, (y < n)%nat -> K z z <= K y y) -> 0 < K z z ->
  worst (distribution n) f n (by_kernel n K) (f 0 * (1 - K z z) + K z z * f (1 / K z z)).
Proof.
  intros f n K z C HK Hz M P.
  replace (f 0 * (1 - K z z) + K z z * f (1 / K z z)) with (kept f (K z z)) by (unfold kept; ring).
  apply worst_kernel; auto.
Qed.
