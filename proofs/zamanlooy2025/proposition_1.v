(* claim: zamanlooy2025.proposition-1
   finding: proved
   for: every alpha in (0, 1/2], convex f and eps >= 0 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity PublicPrior.
Open Scope R_scope.

Theorem proposition_1 : forall f eps a, convex f -> 0 <= eps -> 0 < a <= 1/2 ->
  let q (x : nat) := match x with O => a | _ => 1 - a end in
  let s := exp eps * a + 1 - a in
  let K (x y : nat) := match x, y with
    | O, O => exp eps * a / s | O, _ => (1 - a) / s
    | _, O => a / s | _, _ => ((exp eps - 1) * a + 1 - a) / s end in
  admissible eps 2 q K /\ worst (distribution 2) f 2 (by_kernel 2 K) (value f eps a) /\ Gamma f eps 2 q (value f eps a).
Proof.
  intros f eps a C He Ha q s K. pose proof (exp_ge_1 eps He) as Ht.
  pose proof (keep_denominator eps a He ltac:(lra)) as S. fold s in S.
  assert (I : 0 < / s) by (apply Rinv_0_lt_compat; lra).
  assert (D : distribution 2 q) by (split; [intros [|x] _; unfold q; lra|unfold q; simpl; lra]).
  assert (L : least 2 q 0) by (split; [lia|intros [|x] _; unfold q; lra]).
  set (t := exp eps) in *. assert (T1 : a <= t * a) by (assert (1 * a <= t * a); [apply Rmult_le_compat_r|]; lra).
  assert (T2 : 0 <= (t - 1) * (1 - 2 * a)) by (apply Rmult_le_pos; lra).
  assert (T3 : 0 <= (t - 1) * (t * a - a)) by (apply Rmult_le_pos; lra).
  assert (T4 : 0 <= (t - 1) * (1 - a)) by (apply Rmult_le_pos; lra).
  assert (T5 : 0 <= (t - 1) * a) by (apply Rmult_le_pos; lra).
  assert (A : admissible eps 2 q K).
  { split; [|split].
    - intros x Hx. split.
      + intros y _. unfold K, Rdiv. destruct x, y; apply Rmult_le_pos; lra.
      + unfold K. destruct x; simpl; unfold s in *; field; lra.
    - intros x x' y _ _ _. fold t. unfold K, Rdiv.
      destruct x, x', y; rewrite <- Rmult_assoc; apply Rmult_le_compat_r; lra.
    - intros y Hy. unfold marginal, K, q. destruct y; simpl; unfold s in *; field; lra. }
  split; auto. apply (optimal f eps 2 q 0 K); auto; [unfold q; lra|].
  intros [|y] _; unfold K; [lra|]. unfold Rdiv. apply Rmult_le_compat_r; lra.
Qed.
