(* claim: kairouz2016.theorem-18-grid
   finding: proved
   for: every eps >= 0, delta in [0, 1] and sum of sublinear functions *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Quaternary Sublinear.
From Lpcheck.kairouz2016 Require Import theorem_18.
From Lpcheck.kairouz2016 Require Import proposition_17.
Open Scope R_scope.

Theorem theorem_18_grid : forall eps delta mu, 0 <= eps -> 0 <= delta <= 1 -> sublinear 2 mu ->
  forall m Q, kernel 2 m Q -> approximate_ldp eps delta 2 m Q ->
  utility mu m Q <= utility mu 4 (quaternary eps delta).
Proof.
  intros eps delta mu He Hd M. apply (theorem_18 eps delta (utility mu)); auto.
  - intros m Q Q' E. apply Sum_ext. intros y Hy. apply M. intros x Hx. auto.
  - intros. apply (proposition_17 2); auto.
Qed.
