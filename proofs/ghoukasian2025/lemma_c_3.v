(* step: ghoukasian2025.lemma-c-3
   finding: proved
   for: every n, convex f and distributions with r1 Q <= P <= r2 Q *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity.
Open Scope R_scope.

Theorem lemma_c_3 : forall f n P Q r1 r2, convex f -> distribution n P -> distribution n Q ->
  0 <= r1 -> r1 < 1 -> 1 < r2 -> (forall x, (x < n)%nat -> r1 * Q x <= P x <= r2 * Q x) ->
  Df f n P Q <= (1 - r1) / (r2 - r1) * f r2 + (r2 - 1) / (r2 - r1) * f r1.
Proof. intros. apply ratio_bound; auto. lra. Qed.
