(* claim: zamanlooy2025.corollary-2-park
   finding: proved
   for: every n >= 1, convex f and eps >= 0 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity PublicPrior.
From Lpcheck.zamanlooy2025 Require Import theorem_1.
Open Scope R_scope.

Theorem corollary_2_park : forall f eps n, convex f -> 0 <= eps -> (0 < n)%nat ->
  Gamma f eps n (fun _ => / INR n) (
    exp eps / (exp eps + INR n - 1) * f ((exp eps + INR n - 1) / exp eps) +
    (INR n - 1) / (exp eps + INR n - 1) * f 0).
Proof.
  intros f eps n C He Hn. assert (N : 1 <= INR n) by (apply (le_INR 1); lia).
  assert (P : 0 < / INR n) by (apply Rinv_0_lt_compat; lra). pose proof (exp_ge_1 eps He).
  assert (D : distribution n (fun _ => / INR n)).
  { split; [intros; lra|]. rewrite Sum_const. field. lra. }
  assert (L : least n (fun _ => / INR n) 0) by (split; auto; intros; lra).
  pose proof (theorem_1 f eps n _ 0%nat C He D L P) as T. cbv beta in T.
  replace ((1 - / INR n) / (exp eps * / INR n + 1 - / INR n)) with
    ((INR n - 1) / (exp eps + INR n - 1)) in T by (field; lra).
  replace (exp eps * / INR n / (exp eps * / INR n + 1 - / INR n)) with
    (exp eps / (exp eps + INR n - 1)) in T by (field; lra).
  replace ((exp eps * / INR n + 1 - / INR n) / (exp eps * / INR n)) with
    ((exp eps + INR n - 1) / exp eps) in T by (field; lra).
  rewrite Rplus_comm. auto.
Qed.
