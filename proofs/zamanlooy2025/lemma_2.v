(* claim: zamanlooy2025.lemma-2
   finding: proved
   for: every convex f with a finite f(0) *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity.
Open Scope R_scope.

Theorem lemma_2 : forall f x y, convex f -> 0 < x <= y ->
  f 0 + y * (f (1 / y) - f 0) <= f 0 + x * (f (1 / x) - f 0).
Proof. intros f x y C H. pose proof (kept_decreasing f x y C H). unfold kept in *. lra. Qed.
