(* claim: zamanlooy2025.theorem-1-not-unique
   finding: proved
   for: every n, convex f, eps >= 0 and prior q with q_min > 0
   The first half: the mixture of the identity and of q is private, keeps q and is optimal for every
   f.  (When it is the output of Algorithm 1 is not proved here.) *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity PublicPrior.
Open Scope R_scope.

Theorem theorem_1_not_unique : forall f eps n q i, convex f -> 0 <= eps -> distribution n q ->
  least n q i -> 0 < q i ->
  let rest := exp (- eps) / (exp (- eps) + (1 - exp (- eps)) * q i) in
  let K x y := (1 - rest) * point x y + rest * q y in
  admissible eps n q K /\ worst (distribution n) f n (by_kernel n K) (value f eps (q i)) /\
  Gamma f eps n q (value f eps (q i)).
Proof.
  intros f eps n q i C He D L P rest K. destruct (mix_admissible eps n q i He D L) as [A [E M]].
  assert (R : weight_of eps (q i) = 1 - rest).
  { unfold weight_of, rest. rewrite exp_Ropp. pose proof (exp_ge_1 eps He) as Ht.
    pose proof (keep_denominator eps (q i) He ltac:(lra)). field. lra. }
  assert (X : mix (weight_of eps (q i)) q = K).
  { rewrite R. unfold mix, K. replace (1 - (1 - rest)) with rest by ring. reflexivity. }
  rewrite X in *. split; auto. apply (optimal f eps n q i K); auto.
Qed.
