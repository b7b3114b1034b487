(* claim: zamanlooy2025.section-3-triangle-private
   finding: proved
   for: every n, prior q, distribution p, eps >= 0 and admissible kernel *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums PublicPrior Contraction.
Open Scope R_scope.

Theorem section_3_triangle_private : forall eps n q K p, 0 <= eps -> distribution n p ->
  distribution n q -> admissible eps n q K ->
  TV n p (by_kernel n K p) <= 2 * exp eps / (exp eps + 1) * TV n p q.
Proof.
  intros eps n q K p He Dp Dq [HK [L I]]. pose proof (exp_pos eps).
  pose proof (contraction eps n n q p K He Dq Dp HK L) as C.
  apply Rle_trans with (TV n p q + TV n q (by_kernel n K p)); [apply TV_triangle|].
  assert (E : TV n q (by_kernel n K p) = TV n (marginal n q K) (marginal n p K)).
  { apply TV_ext; auto. intros y Hy. symmetry. auto. }
  rewrite E. rewrite (TV_sym n q p) in C.
  replace (2 * exp eps / (exp eps + 1) * TV n p q) with
    (TV n p q + (exp eps - 1) / (exp eps + 1) * TV n p q) by (field; lra). lra.
Qed.
