(* claim: zamanlooy2025.corollary-1
   finding: proved
   for: every n, eps >= 0 and prior q with q_min > 0 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity PublicPrior.
From Lpcheck.zamanlooy2025 Require Import theorem_1.
Open Scope R_scope.

Theorem corollary_1 : forall eps n q i, 0 <= eps -> distribution n q -> least n q i -> 0 < q i ->
  Gamma (fun x => Rabs (x - 1) / 2) eps n q ((1 - q i) / (exp eps * q i + 1 - q i)).
Proof.
  intros eps n q i He D L P. pose proof (theorem_1 _ eps n q i convex_tv He D L P) as T. cbv beta in T.
  assert (Q1 : q i <= 1) by (apply (dist_le_1 n); auto; apply L).
  pose proof (keep_denominator eps (q i) He ltac:(lra)) as S. pose proof (exp_pos eps) as Ht.
  assert (Tq : 0 < exp eps * q i) by (apply Rmult_lt_0_compat; auto).
  set (s := exp eps * q i + 1 - q i) in *.
  replace ((1 - q i) / s) with ((1 - q i) / s * (Rabs (0 - 1) / 2) +
    exp eps * q i / s * (Rabs (s / (exp eps * q i) - 1) / 2)); auto.
  rewrite (Rabs_left (0 - 1)) by lra.
  assert (G : 0 <= s / (exp eps * q i) - 1).
  { assert (1 <= s / (exp eps * q i)); [|lra]. apply Rmult_le_reg_r with (exp eps * q i); auto.
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. unfold s. lra. }
  rewrite Rabs_right by lra. unfold s in *. field. lra.
Qed.
