(* claim: zamanlooy2025.theorem-1
   finding: proved
   for: every n, convex f, eps >= 0 and prior q with q_min > 0
   Both halves: (5) is the least worst case over all eps-LDP kernels that keep q, and is attained.
   f(0) is finite; f(1) = 0 is not needed. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity PublicPrior.
Open Scope R_scope.

Theorem theorem_1 : forall f eps n q i, convex f -> 0 <= eps -> distribution n q -> least n q i ->
  0 < q i ->
  Gamma f eps n q (
    (1 - q i) / (exp eps * q i + 1 - q i) * f 0 +
    exp eps * q i / (exp eps * q i + 1 - q i) * f ((exp eps * q i + 1 - q i) / (exp eps * q i))).
Proof.
  intros f eps n q i C He D L P. destruct (mix_admissible eps n q i He D L) as [A [E M]].
  apply (optimal f eps n q i (mix (weight_of eps (q i)) q)); auto.
Qed.
