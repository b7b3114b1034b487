(* claim: kairouz2016.theorem-18-dominance
   finding: proved
   for: every eps >= 0, delta in [0, 1] and (eps, delta)-private mechanism on two letters *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Quaternary.
Open Scope R_scope.

Theorem theorem_18_dominance : forall eps delta m Q, 0 <= eps -> 0 <= delta <= 1 ->
  kernel 2 m Q -> approximate_ldp eps delta 2 m Q ->
  exists W, kernel 4 m W /\ forall x y, (x < 2)%nat -> (y < m)%nat ->
    Q x y = Sum 4 (fun z => quaternary eps delta x z * W z y).
Proof. exact quaternary_dominates. Qed.
