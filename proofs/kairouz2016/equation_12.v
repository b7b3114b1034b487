(* claim: kairouz2016.equation-12
   finding: proved
   for: every k, f, P0, P1 and mechanism *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem equation_12 : forall f k P0 P1 m Q,
  Df f m (marginal k P0 Q) (marginal k P1 Q) = utility (hypothesis_testing f k P0 P1) m Q.
Proof. intros. reflexivity. Qed.
