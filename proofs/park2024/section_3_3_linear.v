(* claim: park2024.section-3-3-linear
   finding: proved
   for: every k >= 1, convex f and eps >= 0
   In the setup of Theorem 3.1. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity Clip Simplex.
Open Scope R_scope.

Theorem section_3_3_linear : forall f eps k, convex f -> 0 <= eps -> (0 < k)%nat ->
  let gamma := (exp eps - 1) / (exp eps + INR k - 1) in
  let Q (P : nat -> R) x := gamma * P x + (1 - gamma) * / INR k in
  sampler (distribution k) k Q /\ sampler_ldp (distribution k) eps k Q /\
  worst (distribution k) f k Q (simplex_risk f eps k) /\
  minimax (distribution k) eps f k (simplex_risk f eps k).
Proof.
  intros f eps k C He Hk gamma Q. pose proof (exp_ge_1 eps He) as Ht.
  assert (N : 1 <= INR k) by (apply (le_INR 1); lia).
  assert (E : forall P x, Q P x = linear eps k P x).
  { intros. unfold Q, gamma, linear, floor_of. field. lra. }
  assert (QD : forall P, distribution k P -> distribution k (Q P)).
  { intros P D. destruct (linear_facts eps k P He D) as [[A B] _]. split.
    - intros x Hx. rewrite E. auto.
    - rewrite <- B. apply Sum_ext. intros. apply E. }
  assert (B : forall P x, distribution k P -> (x < k)%nat ->
    floor_of eps k <= Q P x <= exp eps * floor_of eps k /\ P x * (exp eps * floor_of eps k) <= Q P x).
  { intros P x D Hx. rewrite E. apply linear_facts; auto. }
  destruct (risk_attained f eps k Q C He Hk QD B) as [L W]. split; [exact QD|]. split; auto.
  split; auto. split; [exists Q; auto|]. intros v [S [HS [LS WS]]]. apply (risk_lower f eps k S); auto.
Qed.
