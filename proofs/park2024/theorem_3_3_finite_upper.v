(* claim: park2024.theorem-3-3-finite-upper
   finding: proved
   for: every convex f, eps >= 0, c1 < 1 < c2 with c1 exp eps < c2, and any mu on a finite alphabet
   An upper bound on the risk without any condition on mu (by the linear sampler). *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity TwoPoint Bounded.
Open Scope R_scope.

Theorem theorem_3_3_finite_upper : forall f eps c1 c2 n mu, convex f -> 0 <= eps ->
  0 <= c1 < 1 -> 1 < c2 -> c1 * exp eps < c2 -> distribution n mu ->
  exists S, sampler (between c1 c2 n mu) n S /\ sampler_ldp (between c1 c2 n mu) eps n S /\
  forall P w, between c1 c2 n mu P -> divergence f n P (S P) w -> w <= bounded_risk f eps c1 c2.
Proof.
  intros f eps c1 c2 n mu C He H1 H2 H3 D. exists (mixture (lambda eps c1 c2) mu).
  destruct (mixture_private eps c1 c2 n mu He H1 H2 H3 D) as [A B]. split; auto. split; auto.
  intros P w HP V. apply (mixture_upper f eps c1 c2 n mu C He H1 H2 H3 D P); auto.
Qed.
