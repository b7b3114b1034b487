(* step: ghoukasian2025.lemma-c-1
   finding: proved
   for: every n, mu, eps, delta and lambda_2 <= lambda_1 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem lemma_c_1 : forall eps delta n mu l1 l2, 0 <= eps -> 0 <= delta -> distribution n mu ->
  0 <= l2 <= l1 -> l1 <= 1 ->
  let Q l (P : nat -> R) x := l * P x + (1 - l) * mu x in
  (forall P P' A, distribution n P -> distribution n P' ->
     prob n (Q l1 P) A <= exp eps * prob n (Q l1 P') A + delta) ->
  forall P P' A, distribution n P -> distribution n P' ->
     prob n (Q l2 P) A <= exp eps * prob n (Q l2 P') A + delta.
Proof.
  intros eps delta n mu l1 l2 He Hd D Hl H1 Q H P P' A DP DP'.
  pose proof (exp_ge_1 eps He) as Ht. specialize (H P P' A DP DP').
  assert (E : forall l W, prob n (Q l W) A = l * prob n W A + (1 - l) * prob n mu A).
  { intros. unfold prob, Q. rewrite <- !Sum_scal, <- Sum_plus. apply Sum_ext. intros.
    destruct (A x); ring. }
  rewrite !E in *. assert (M : 0 <= prob n mu A).
  { apply Sum_nonneg. intros x Hx. destruct (A x); [apply D; auto|lra]. }
  assert (N : 0 <= prob n P' A).
  { apply Sum_nonneg. intros x Hx. destruct (A x); [apply DP'; auto|lra]. }
  destruct (Req_dec l1 0) as [Z|Z]; [replace l2 with l1 by lra; auto|].
  set (p := prob n P A) in *. set (p' := prob n P' A) in *. set (m := prob n mu A) in *.
  assert (B : 0 <= (exp eps - 1) * m) by (apply Rmult_le_pos; lra).
  set (r := l2 / l1). assert (R : 0 <= r <= 1).
  { assert (0 < / l1) by (apply Rinv_0_lt_compat; lra).
    split; [unfold r, Rdiv; apply Rmult_le_pos; lra|]. apply Rmult_le_reg_r with l1; [lra|].
    unfold r, Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (L : l2 = r * l1) by (unfold r; field; lra).
  apply Rmult_le_compat_l with (r := r) in H; [|lra].
  assert (r * delta <= 1 * delta) by (apply Rmult_le_compat_r; lra).
  assert (0 <= (1 - r) * ((exp eps - 1) * m)) by (apply Rmult_le_pos; lra).
  rewrite L. lra.
Qed.
