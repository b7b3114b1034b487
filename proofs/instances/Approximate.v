(* Two letters under (eps, delta): the quaternary mechanism is best (Theorem 18 of kairouz2016), and
   what it is worth, with the common factors of each column taken out. *)
Require Import Reals Lra Lia ZArith List Bool.
From Lpcheck Require Import Definitions Sums Convexity Sublinear Quaternary.
From Lpcheck.kairouz2016 Require theorem_18_grid.
From Lpcheck.instances Require Import Entries Information.
Import ListNotations.
Open Scope R_scope.

Definition best f eps delta P0 P1 := is_max (fun v => exists m Q, kernel 2 m Q /\
  approximate_ldp eps delta 2 m Q /\ v = Df f m (marginal 2 P0 Q) (marginal 2 P1 Q)).
(* M0, M1 at the outputs of randomized response; a, b: the two probabilities of the letters *)
Definition kept_part (f : R -> R) t a0 b0 a1 b1 :=
  (a1 + t * b1) / (1 + t) * f ((a0 + t * b0) / (a1 + t * b1)).
Definition worth f eps delta a0 b0 a1 b1 :=
  delta * (a1 * f (a0 / a1) + b1 * f (b0 / b1)) +
  (1 - delta) * (kept_part f (exp eps) a0 b0 a1 b1 + kept_part f (exp eps) b0 a0 b1 a1).

Lemma part f d A B : 0 < B -> d * B * f (d * A / (d * B)) = d * (B * f (A / B)).
Proof.
  intros HB. destruct (Req_dec d 0) as [->|N]; [ring|].
  replace (d * A / (d * B)) with (A / B) by (field; lra). ring.
Qed.
Lemma worth_is f eps delta P0 P1 : positive 2 P1 ->
  Df f 4 (marginal 2 P0 (quaternary eps delta)) (marginal 2 P1 (quaternary eps delta)) =
  worth f eps delta (P0 0%nat) (P0 1%nat) (P1 0%nat) (P1 1%nat).
Proof.
  intros H. pose proof (H 0%nat ltac:(lia)) as A1. pose proof (H 1%nat ltac:(lia)) as B1.
  unfold Df, marginal. cbn [Sum]. unfold quaternary.
  destruct (Nat.eq_dec 0 0) as [_|N]; [|tauto]. destruct (Nat.eq_dec 1 0) as [N|_]; [discriminate|].
  set (a0 := P0 0%nat). set (b0 := P0 1%nat). set (a1 := P1 0%nat) in *. set (b1 := P1 1%nat) in *.
  pose proof (exp_pos eps) as T. set (t := exp eps) in *. set (d := delta).
  assert (W1 : 0 < a1 + t * b1) by (assert (0 < t * b1) by (apply Rmult_lt_0_compat; auto); lra).
  assert (W2 : 0 < b1 + t * a1) by (assert (0 < t * a1) by (apply Rmult_lt_0_compat; auto); lra).
  unfold worth, kept_part.
  replace (0 + a0 * d + b0 * 0) with (d * a0) by ring. replace (0 + a1 * d + b1 * 0) with (d * a1) by ring.
  replace (0 + a0 * 0 + b0 * d) with (d * b0) by ring. replace (0 + a1 * 0 + b1 * d) with (d * b1) by ring.
  set (g := (1 - d) / (1 + t)).
  replace (0 + a0 * ((1 - d) * (1 / (1 + t))) + b0 * ((1 - d) * (t / (1 + t)))) with (g * (a0 + t * b0))
    by (unfold g; field; lra).
  replace (0 + a1 * ((1 - d) * (1 / (1 + t))) + b1 * ((1 - d) * (t / (1 + t)))) with (g * (a1 + t * b1))
    by (unfold g; field; lra).
  replace (0 + a0 * ((1 - d) * (t / (1 + t))) + b0 * ((1 - d) * (1 / (1 + t)))) with (g * (b0 + t * a0))
    by (unfold g; field; lra).
  replace (0 + a1 * ((1 - d) * (t / (1 + t))) + b1 * ((1 - d) * (1 / (1 + t)))) with (g * (b1 + t * a1))
    by (unfold g; field; lra).
  rewrite !part by auto. unfold g. fold t. field. lra.
Qed.
Definition two_letters (D : Z) (p : list Z) : bool := is_prior D p && (length p =? 2)%nat.
Lemma approximate f eps delta D0 D1 p0 p1 : convex f -> 0 <= eps -> 0 <= delta <= 1 ->
  two_letters D0 p0 = true -> two_letters D1 p1 = true ->
  best f eps delta (over D0 p0) (over D1 p1)
    (worth f eps delta (over D0 p0 0) (over D0 p0 1) (over D1 p1 0) (over D1 p1 1)).
Proof.
  intros C He Hd H0 H1. unfold two_letters in *. rewrite andb_true_iff, Nat.eqb_eq in *.
  destruct H0 as [H0 E0], H1 as [H1 E1].
  destruct (prior_ok _ _ H0) as [_ [_ [P0 _]]]. destruct (prior_ok _ _ H1) as [_ [_ [P1 _]]].
  rewrite E0 in P0. rewrite E1 in P1. rewrite <- worth_is by auto. split.
  - exists 4%nat, (quaternary eps delta). split; [apply quaternary_kernel; auto|].
    split; [apply quaternary_private; auto|reflexivity].
  - intros w [m [Q [K [L ->]]]].
    apply (theorem_18_grid.theorem_18_grid eps delta (hypothesis_testing f 2 (over D0 p0) (over D1 p1))); auto.
    apply hypothesis_testing_sublinear; auto.
Qed.
