(* step: park2024.section-3-3-data-processing
   finding: proved
   for: every n, convex f, distributions, set A and bound b on Q(A)
   The first part of the converse, with what it is used for: b may replace Q(A) <= b <= P(A). *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity TwoPoint.
Open Scope R_scope.

Theorem section_3_3_data_processing : forall f n P Q A v b, convex f -> distribution n P ->
  distribution n Q -> prob n Q A <= b -> 0 < b < 1 -> b <= prob n P A ->
  divergence f n P Q v ->
  b * f (prob n P A / b) + (1 - b) * f ((1 - prob n P A) / (1 - b)) <= v.
Proof. intros. apply (set_lower f n P Q A); auto. Qed.
