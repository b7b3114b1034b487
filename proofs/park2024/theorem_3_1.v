(* claim: park2024.theorem-3-1
   finding: proved
   for: every k >= 1, convex f and eps >= 0; all samplers, linear or not
   Both halves: (7) is the least worst case over all eps-LDP samplers of all distributions on [k], and
   is attained.  f(0) is finite; f(1) = 0 is not needed. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity Clip Simplex.
Open Scope R_scope.

Theorem theorem_3_1 : forall f eps k, convex f -> 0 <= eps -> (0 < k)%nat ->
  minimax (distribution k) eps f k (
    exp eps / (exp eps + INR k - 1) * f ((exp eps + INR k - 1) / exp eps) +
    (INR k - 1) / (exp eps + INR k - 1) * f 0).
Proof.
  intros f eps k C He Hk. split.
  - exists (linear eps k). split; [intros P D; apply linear_facts; auto|].
    apply (risk_attained f eps k (linear eps k)); auto.
    + intros P D. apply linear_facts; auto.
    + intros P x D Hx. apply linear_facts; auto.
  - intros v [S [HS [L W]]]. apply (risk_lower f eps k S); auto.
Qed.
