(* claim: kairouz2016.section-2-1-private
   finding: proved
   for: every k, eps >= 0 and staircase mechanism *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem section_2_1_private : forall eps k m Q, 0 <= eps -> kernel k m Q -> staircase eps k m Q ->
  ldp eps k m Q.
Proof.
  intros eps k m Q He K S x x' y Hx Hx' Hy. pose proof (exp_ge_1 eps He) as Ht.
  assert (N : 0 <= Q x y) by (apply (proj1 (K x Hx)); auto).
  assert (N' : 0 <= Q x' y) by (apply (proj1 (K x' Hx')); auto).
  assert (1 * Q x' y <= exp eps * Q x' y) by (apply Rmult_le_compat_r; lra).
  destruct (S x x' y Hx Hx' Hy) as [E|[E|E]]; try lra. rewrite E.
  assert (1 * Q x y <= exp eps * Q x y) by (apply Rmult_le_compat_r; lra).
  assert (1 * (exp eps * Q x y) <= exp eps * (exp eps * Q x y)) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.
