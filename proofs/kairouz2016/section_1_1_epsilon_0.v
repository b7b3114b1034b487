(* step: kairouz2016.section-1-1-epsilon-0
   finding: proved
   for: every k and mechanism private at eps = 0 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem section_1_1_epsilon_0 : forall k m Q, ldp 0 k m Q ->
  forall x x' y, (x < k)%nat -> (x' < k)%nat -> (y < m)%nat -> Q x y = Q x' y.
Proof.
  intros k m Q L x x' y Hx Hx' Hy. pose proof (L x x' y Hx Hx' Hy) as A.
  pose proof (L x' x y Hx' Hx Hy) as B. rewrite exp_0 in *. lra.
Qed.
