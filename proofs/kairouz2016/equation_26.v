(* step: kairouz2016.equation-26
   finding: proved
   for: every k >= 1, eps >= 0, sublinear mu and private mechanism *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Sublinear.
Open Scope R_scope.

Theorem equation_26 : forall eps k mu m Q, 0 <= eps -> (0 < k)%nat -> sublinear k mu ->
  kernel k m Q -> ldp eps k m Q ->
  exists theta, feasible eps k theta /\
    utility mu m Q <= utility mu (2 ^ k) (of_program eps k theta).
Proof.
  intros eps k mu m Q He Hk M K L. destruct (to_program eps k mu m Q He Hk M K L) as [th [F H]].
  exists th. split; auto. rewrite of_program_utility; auto.
Qed.
