(* claim: kairouz2016.theorem-5
   finding: refuted
   for: P0 = (1/2, 1/4, 1/4), P1 = (1/4, 1/4, 1/2) and every eps > 0
   The threshold may depend on P0 and P1, not on f.  P0 and P1 are positive (Section 2.1); the second
   letter has P0(x) = P1(x), which the proof's strict inequality leaves out.  Whatever eps* is, some
   hockey-stick divergence is better served by telling the first letter from the rest.  With a
   condition the theorem stands: theorem-5-corrected. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Binary Convexity.
From Lpcheck.kairouz2016 Require Import equation_31_corrected.
Open Scope R_scope.

Definition theorem_5_as_printed := forall k P0 P1, distribution k P0 -> distribution k P1 ->
  positive k P0 -> positive k P1 ->
  exists e0, 0 < e0 /\ forall f, convex f -> f 1 = 0 -> forall eps, 0 < eps <= e0 ->
  maximises eps k (fun m Q => Df f m (marginal k P0 Q) (marginal k P1 Q)) 2 (binary eps P0 P1).

Definition three a b c (x : nat) : R := match x with O => a | 1%nat => b | _ => c end.

Theorem theorem_5 : ~ theorem_5_as_printed.
Proof.
  intros H. set (P0 := three (1/2) (1/4) (1/4)). set (P1 := three (1/4) (1/4) (1/2)).
  assert (D : forall P, P = P0 \/ P = P1 -> distribution 3 P /\ positive 3 P).
  { intros P [->| ->]; (split; [split; [|simpl; lra]|]); intros [|[|x]] _; simpl; lra. }
  destruct (D P0 ltac:(auto)) as [D0 Q0]. destruct (D P1 ltac:(auto)) as [D1 Q1].
  destruct (H 3%nat P0 P1 D0 D1 Q0 Q1) as [e [He F]]. clear H D.
  pose proof (exp_gt_1 e He) as Ht. set (t := exp e) in *. set (u := t - 1).
  assert (Hu : 0 < u) by (unfold u; lra).
  set (g := (1 + 3 * u / 4) / (1 + u / 2)).
  assert (G1 : 1 < g).
  { unfold g. apply Rmult_lt_reg_r with (1 + u / 2); [lra|]. unfold Rdiv at 2.
    rewrite Rmult_assoc, Rinv_l; lra. }
  specialize (F (fun x => Rmax 0 (x - g)) (convex_hockey_stick g)).
  assert (Z1 : Rmax 0 (1 - g) = 0) by (apply Rmax_left; lra).
  specialize (F Z1 e ltac:(lra)). destruct F as [_ [_ F]].
  set (T := fun x => Nat.eqb x 0).
  specialize (F 2%nat (binary_of e T) (binary_of_kernel e 3 T) (binary_of_ldp e 3 T ltac:(lra))).
  (* the binary mechanism has divergence 0 *)
  assert (B : forall P y, marginal 3 P (binary e P0 P1) y = marginal 3 P (binary_of e (likelier P0 P1)) y).
  { intros. apply Sum_ext. intros. rewrite binary_is. auto. }
  assert (L : forall P, prob 3 P (likelier P0 P1) = P 0%nat + P 1%nat).
  { intros P. unfold prob, likelier. simpl. repeat destruct (Rle_dec _ _); try lra. }
  destruct (equation_31_corrected e 3 P0 (likelier P0 P1) D0) as [A0 A0'].
  destruct (equation_31_corrected e 3 P1 (likelier P0 P1) D1) as [A1 A1'].
  rewrite prob_compl in A0', A1' by auto. rewrite L in A0, A0', A1, A1'.
  destruct (equation_31_corrected e 3 P0 T D0) as [C0 C0'].
  destruct (equation_31_corrected e 3 P1 T D1) as [C1 C1'].
  assert (LT : forall P, prob 3 P T = P 0%nat) by (intros; unfold prob, T; simpl; lra).
  rewrite prob_compl in C0', C1' by auto. rewrite LT in C0, C0', C1, C1'.
  fold t u in A0, A0', A1, A1', C0, C0', C1, C1'. unfold Df in F.
  change (Sum 2 ?f) with (0 + f 0%nat + f 1%nat) in F. cbv beta in F.
  rewrite !B, A0, A0', A1, A1', C0, C0', C1, C1' in F. simpl in F.
  assert (I : 0 < / (t + 1)) by (apply Rinv_0_lt_compat; lra).
  assert (X : Rmax 0 (/ (t + 1) * (u * (1 / 2 + 1 / 4) + 1) / (/ (t + 1) * (u * (1 / 4 + 1 / 4) + 1)) - g) = 0).
  { apply Rmax_left. unfold g. right. field. lra. }
  assert (Y : Rmax 0 (/ (t + 1) * (u * (1 - (1 / 2 + 1 / 4)) + 1) /
    (/ (t + 1) * (u * (1 - (1 / 4 + 1 / 4)) + 1)) - g) = 0).
  { apply Rmax_left. replace (_ / _) with ((u / 4 + 1) / (u / 2 + 1)) by (field; lra).
    assert ((u / 4 + 1) / (u / 2 + 1) <= 1); [|lra]. apply Rmult_le_reg_r with (u / 2 + 1); [lra|].
    unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l; lra. }
  rewrite X, Y in F.
  (* and the other one more *)
  assert (V : 0 < / (t + 1) * (u * (1 / 4) + 1) *
    Rmax 0 (/ (t + 1) * (u * (1 / 2) + 1) / (/ (t + 1) * (u * (1 / 4) + 1)) - g)).
  { apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|].
    apply Rlt_le_trans with (2 := Rmax_r _ _). unfold g.
    replace (_ - _) with ((u ^ 2 / 16) * / ((u / 4 + 1) * (1 + u / 2))) by (field; lra).
    apply Rmult_lt_0_compat; [|apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra].
    assert (0 < u ^ 2) by (apply pow_lt; auto). lra. }
  assert (W : 0 <= / (t + 1) * (u * (1 - 1 / 4) + 1) *
    Rmax 0 (/ (t + 1) * (u * (1 - 1 / 2) + 1) / (/ (t + 1) * (u * (1 - 1 / 4) + 1)) - g)).
  { apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply Rmax_l]. }
  lra.
Qed.
