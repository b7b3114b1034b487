(* claim: zamanlooy2025.proposition-2
   finding: proved
   for: every n, convex f, eps >= 0, prior q with q_min > 0 and admissible kernel *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity PublicPrior.
Open Scope R_scope.

Theorem proposition_2 : forall f eps n q i K v, convex f -> 0 <= eps -> distribution n q ->
  least n q i -> 0 < q i -> admissible eps n q K -> worst (distribution n) f n (by_kernel n K) v ->
  (1 - q i) / (exp eps * q i + 1 - q i) * f 0 +
  exp eps * q i / (exp eps * q i + 1 - q i) * f ((exp eps * q i + 1 - q i) / (exp eps * q i)) <= v.
Proof. intros. apply (worst_lower f eps n q i K); auto. Qed.
