(* claim: ghoukasian2025.theorem-3-5
   finding: refuted
   for: k = 2, g(x) = (1 - x)/2, the two point masses
   The part that the sampler is g-FLDP, which needs a symmetric g (theorem-3-5-symmetric): eq. (4) looks
   at one order of each pair only. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums TradeOff.
Open Scope R_scope.

Definition theorem_3_5_as_printed := forall k g lam, (2 <= k)%nat -> trade_off g ->
  is_inf (fun w => exists beta v, 0 <= beta /\ conjugate g (- exp beta) v /\
    w = (exp beta + INR k * (1 + v) - 1) / (exp beta + INR k - 1)) lam ->
  functional (distribution k) g k (fun P x => lam * P x + (1 - lam) * / INR k).

Theorem theorem_3_5 : ~ theorem_3_5_as_printed.
Proof.
  intros H. assert (L : is_inf (fun w => exists beta v, 0 <= beta /\ conjugate half (- exp beta) v /\
    w = (exp beta + INR 2 * (1 + v) - 1) / (exp beta + INR 2 - 1)) (1/2)).
  { destruct half_lambda_0_2 as [A B]. simpl INR. split.
    - intros w [beta [v [Hb [V E]]]]. apply A. exists beta, v. split; auto. split; auto.
      rewrite E. pose proof (exp_pos beta). field. lra.
    - intros b Hb. apply B. intros w [beta [v [Hbe [V E]]]]. apply Hb. exists beta, v. split; auto.
      split; auto. rewrite E. pose proof (exp_pos beta). field. lra. }
  specialize (H 2%nat half (1/2) (le_n 2) half_trade_off L (point 0) (point 1) (1/4)
    (fun y => match y with O => 0 | _ => 1 end) (point_dist 2 0 ltac:(lia)) (point_dist 2 1 ltac:(lia))
    ltac:(lra)).
  simpl in H. unfold point, half in H. simpl in H.
  assert (R : forall y, (y < 2)%nat -> 0 <= match y with O => 0 | _ => 1 end <= 1)
    by (intros [|y] _; lra).
  specialize (H R). lra.
Qed.
