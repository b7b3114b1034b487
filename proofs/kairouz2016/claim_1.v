(* step: kairouz2016.claim-1
   finding: proved
   for: every k, eps and private mechanism *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem claim_1 : forall eps k m Q y, kernel k m Q -> ldp eps k m Q -> (y < m)%nat ->
  (exists i, (i < k)%nat /\ Q i y = 0) -> forall i, (i < k)%nat -> Q i y = 0.
Proof.
  intros eps k m Q y K L Hy [i [Hi E]] x Hx. pose proof (L x i y Hx Hi Hy) as H.
  rewrite E in H. pose proof (proj1 (K x Hx) y Hy). lra.
Qed.
