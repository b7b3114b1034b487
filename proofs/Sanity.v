(* That the definitions mean what they should: examples, and that no hypothesis is empty. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity Contraction Binary Sublinear PublicPrior Simplex
  Bounded TradeOff.
Open Scope R_scope.

(* Randomized response is a mechanism and private; the identity on two letters is not. *)
Lemma response_is_private : kernel 3 3 (randomized_response 1 3) /\ ldp 1 3 3 (randomized_response 1 3).
Proof. split; [apply response_kernel; lia|apply response_ldp; try lra; lia]. Qed.
Lemma identity_is_a_mechanism : kernel 2 2 point.
Proof.
  intros x Hx. split.
  - intros y _. unfold point. destruct (Nat.eq_dec y x); lra.
  - destruct x as [|[|x]]; [| |lia]; simpl; unfold point; simpl; lra.
Qed.
Lemma identity_is_not_private eps : ~ ldp eps 2 2 point.
Proof.
  intros H. specialize (H 0%nat 1%nat 0%nat ltac:(lia) ltac:(lia) ltac:(lia)).
  unfold point in H. simpl in H. lra.
Qed.
(* A row that sums to less than 1, or has a negative entry, is no distribution. *)
Lemma too_little : ~ distribution 2 (fun _ => 1/3).
Proof. intros [_ E]. simpl in E. lra. Qed.
Lemma negative_entry : ~ distribution 2 (fun x => match x with O => -1 | _ => 2 end).
Proof. intros [N _]. specialize (N 0%nat ltac:(lia)). simpl in N. lra. Qed.
(* More privacy is asked at a smaller eps. *)
Lemma private_at_larger e e' k m Q : e <= e' -> kernel k m Q -> ldp e k m Q -> ldp e' k m Q.
Proof.
  intros H K L x x' y Hx Hx' Hy. apply Rle_trans with (1 := L x x' y Hx Hx' Hy).
  apply Rmult_le_compat_r; [apply (K x' Hx'); auto|].
  destruct H as [H| ->]; [left; apply exp_increasing; auto|lra].
Qed.
(* Pure privacy is (eps, 0). *)
Lemma pure_is_approximate eps k m Q : ldp eps k m Q -> approximate_ldp eps 0 k m Q.
Proof.
  intros L x x' A Hx Hx'. unfold prob. rewrite <- Sum_scal, Rplus_0_r. apply Sum_le. intros y Hy.
  destruct (A y); [apply L; auto|lra].
Qed.

(* Divergences: 0 at equal distributions, and the values at point masses. *)
Lemma TV_equal n P : TV n P P = 0.
Proof. unfold TV. rewrite Sum_zero; [lra|]. intros. rewrite Rminus_diag_eq, Rabs_R0; auto. Qed.
Lemma TV_disjoint : TV 2 (point 0) (point 1) = 1.
Proof.
  unfold TV, point. simpl. rewrite (Rabs_right (1 - 0)), (Rabs_left (0 - 1)) by lra. lra.
Qed.
Lemma KL_equal n P : KL n P P = 0.
Proof.
  apply Sum_zero. intros y _. destruct (Req_dec (P y) 0) as [Z|Z]; [rewrite Z; ring|].
  replace (P y / P y) with 1 by (field; auto). rewrite ln_1. ring.
Qed.
Lemma TV_is_Df n P Q : distribution n P -> distribution n Q -> (forall y, (y < n)%nat -> 0 < Q y) ->
  Df (fun x => Rabs (x - 1) / 2) n P Q = TV n P Q.
Proof.
  intros DP DQ H. unfold Df, TV, Rdiv. rewrite <- Sum_scal_r. apply Sum_ext. intros y Hy.
  specialize (H y Hy). replace (P y * / Q y - 1) with ((P y - Q y) * / Q y) by (field; lra).
  rewrite Rabs_mult, (Rabs_right (/ Q y)) by (apply Rle_ge; left; apply Rinv_0_lt_compat; auto).
  field. lra.
Qed.
(* Where Q misses what P has, the divergence is f(0) Q + f'(oo) P: for TV, 1/2 + 1/2. *)
Lemma slope_TV : slope_at_infinity (fun x => Rabs (x - 1) / 2) (1/2).
Proof.
  intros e He. exists (1 + / (2 * e)). assert (I : 0 < / (2 * e)) by (apply Rinv_0_lt_compat; lra).
  split; [lra|]. intros x Hx. rewrite (Rabs_right (x - 1)) by lra.
  replace ((x - 1) / 2 / x - 1/2) with (- / (2 * x)) by (field; lra).
  rewrite Rabs_Ropp, Rabs_right by (apply Rle_ge; left; apply Rinv_0_lt_compat; lra).
  rewrite <- (Rinv_inv e). replace (2 * x) with (x + x) by ring. apply Rinv_le_contravar;
    [apply Rinv_0_lt_compat; auto|]. rewrite Rinv_mult in Hx. lra.
Qed.
Lemma divergence_of_disjoint : divergence (fun x => Rabs (x - 1) / 2) 2 (point 0) (point 1) 1.
Proof.
  right. exists (1/2). split; [exact slope_TV|]. unfold Df, point. simpl.
  destruct (Req_EM_T 0 0), (Req_EM_T 1 0); try lra. rewrite (Rabs_left (0 / 1 - 1)) by lra. lra.
Qed.

(* Optima are unique, and the least upper bound of a set with a maximum is it. *)
Lemma max_unique E v w : is_max E v -> is_max E w -> v = w.
Proof. intros [A B] [C D]. apply Rle_antisym; auto. Qed.
Lemma max_is_sup E v : is_max E v -> is_sup E v.
Proof. intros [A B]. split; auto. Qed.

(* Hypotheses that can be met. *)
Lemma a_sublinear_function : sublinear 2 (information 2 (fun _ => 1/2)).
Proof. apply information_sublinear. intros x _. lra. Qed.
Lemma a_convex_function : convex xlnx /\ convex (fun x => (x - 1) ^ 2).
Proof. split; [exact convex_xlnx|exact convex_chi2]. Qed.
Lemma a_convex_function_that_is_not : ~ convex (fun x => - x ^ 2).
Proof. intros H. specialize (H 0 2 (1/2) ltac:(lra) ltac:(lra) ltac:(lra)). simpl in H. lra. Qed.
Lemma an_admissible_kernel : admissible 1 2 (fun _ => 1/2) (mix (weight_of 1 (1/2)) (fun _ => 1/2)).
Proof.
  apply (mix_admissible 1 2 (fun _ => 1/2) 0); try lra.
  - split; [intros; lra|simpl; lra].
  - split; [lia|intros; lra].
Qed.
Lemma a_decomposable_reference : decomposable 2 (fun _ => 1/2) ((1 - 0) / (2 - 0)) 2 1.
Proof.
  exists (fun i x => Nat.eqb i x). split.
  - intros [|[|i]] Hi; try lia; unfold prob; simpl; lra.
  - intros [|[|x]] Hx; try lia; simpl; lra.
Qed.
Lemma a_private_sampler : sampler (distribution 3) 3 (linear 1 3) /\
  sampler_ldp (distribution 3) 1 3 (linear 1 3).
Proof.
  destruct (risk_attained (fun x => (x - 1) ^ 2) 1 3 (linear 1 3) convex_chi2) as [L _]; try lra; try lia.
  - intros P D. apply linear_facts; auto. lra.
  - intros P x D Hx. apply linear_facts; auto. lra.
  - split; auto. intros P D. apply linear_facts; auto. lra.
Qed.
Lemma a_trade_off_function : trade_off (fun x => 1 - x).
Proof.
  split; [|split; [|split]].
  - intros. lra.
  - reg.
  - intros. lra.
  - intros. lra.
Qed.
(* The identity is not functionally private, unless nothing is asked. *)
Lemma identity_is_not_functional : ~ functional (distribution 2) (fun x => 1 - x) 2 (fun P => P).
Proof.
  intros H. specialize (H (point 0) (point 1) 0 (fun y => match y with O => 0 | _ => 1 end)
    (point_dist 2 0 ltac:(lia)) (point_dist 2 1 ltac:(lia)) ltac:(lra)).
  assert (R : forall y, (y < 2)%nat -> 0 <= match y with O => 0 | _ => 1 end <= 1)
    by (intros [|y] _; lra).
  specialize (H R). unfold point in H. simpl in H. lra.
Qed.
