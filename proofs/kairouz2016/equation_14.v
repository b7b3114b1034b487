(* claim: kairouz2016.equation-14
   finding: proved
   for: every k, P0, P1 and eps >= 0 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Binary.
Open Scope R_scope.

Theorem equation_14 : forall eps k P0 P1, 0 <= eps ->
  kernel k 2 (binary eps P0 P1) /\ ldp eps k 2 (binary eps P0 P1) /\
  staircase eps k 2 (binary eps P0 P1).
Proof.
  intros. split; [apply binary_kernel|]. split; [apply binary_ldp; auto|].
  intros x x' y A B C. rewrite !binary_is. apply (binary_of_staircase eps k); auto.
Qed.
