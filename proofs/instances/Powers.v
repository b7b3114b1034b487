(* Signs of K (p/q)^(en/ed) - T for whole numbers, and exp (a x) against a exp x + 1 - a. *)
Require Import Reals Lra Lia ZArith List Bool.
From Lpcheck.instances Require Import Logs.
Import ListNotations.
Open Scope R_scope.

Definition gap (en ed p q K T : Z) : list log_term := [(en, p, q); ((- ed), T, K)]%Z.
Definition back (en ed p q K T : Z) : list log_term := [((- en), p, q); (ed, T, K)]%Z.
Definition power_ge en ed p q K T : bool := ((T <=? 0)%Z || logs_nonneg (gap en ed p q K T) 0).
Definition power_le en ed p q K T : bool :=
  (((K =? 0) && (0 <=? T))%Z || logs_nonneg (back en ed p q K T) 0).
Definition power_lt en ed p q K T : bool :=
  (((K =? 0) && (0 <? T))%Z || logs_negative (gap en ed p q K T) 0).
Definition power_gt en ed p q K T : bool := ((T <? 0)%Z || logs_negative (back en ed p q K T) 0).

Lemma exist_two c p q c' p' q' : logs_exist [(c, p, q); (c', p', q')] = true ->
  0 < IZR p /\ 0 < IZR q /\ 0 < IZR p' /\ 0 < IZR q'.
Proof.
  unfold logs_exist. cbn [forallb fst snd]. rewrite !andb_true_iff, !Z.ltb_lt.
  intros [[Hp Hq] [[Hp' Hq'] _]]. repeat split; apply IZR_lt; auto.
Qed.
Section Powers.
Variables (en ed p q K T : Z).
Hypothesis Hed : 0 < IZR ed.
Hypothesis HK : 0 <= IZR K.
Let r := Rpower (IZR p / IZR q) (IZR en / IZR ed).
Lemma r_pos : 0 < r. Proof. apply exp_pos. Qed.
Lemma ratio_log : 0 < IZR T -> 0 < IZR K ->
  IZR K * r = IZR T * exp (IZR en / IZR ed * ln (IZR p / IZR q) - ln (IZR T / IZR K)).
Proof.
  intros HT HKp. unfold r, Rpower. unfold Rminus. rewrite exp_plus, exp_Ropp, exp_ln.
  - field. split; lra.
  - apply Rdiv_lt_0_compat; auto.
Qed.
Lemma scaled_log : IZR en * ln (IZR p / IZR q) - IZR ed * ln (IZR T / IZR K) =
  IZR ed * (IZR en / IZR ed * ln (IZR p / IZR q) - ln (IZR T / IZR K)).
Proof. field. lra. Qed.
Lemma exp_ge1 x : 0 <= x -> 1 <= exp x.
Proof. intros [H| <-]; [left; rewrite <- exp_0; apply exp_increasing; auto|rewrite exp_0; lra]. Qed.
Lemma exp_le1 x : x <= 0 -> exp x <= 1.
Proof. intros [H| ->]; [left; rewrite <- exp_0; apply exp_increasing; auto|rewrite exp_0; lra]. Qed.
Lemma sign_of y : 0 <= IZR ed * y -> 0 <= y.
Proof. intros H. apply Rmult_le_reg_l with (IZR ed); lra. Qed.
Lemma sign_of' y : 0 < IZR ed * y -> 0 < y.
Proof. intros H. apply Rmult_lt_reg_l with (IZR ed); lra. Qed.
Lemma power_ge_ok : power_ge en ed p q K T = true -> IZR T <= IZR K * r.
Proof.
  unfold power_ge. rewrite orb_true_iff, Z.leb_le. intros [H|H].
  - apply IZR_le in H. pose proof r_pos. apply Rle_trans with 0; auto. apply Rmult_le_pos; lra.
  - apply logs_nonneg_ok in H. destruct H as [E H]. apply exist_two in E. destruct E as [_ [_ [HT HKp]]].
    cbn [log_sum gap] in H. rewrite opp_IZR in H. rewrite ratio_log by auto.
    apply Rle_trans with (IZR T * 1); [lra|]. apply Rmult_le_compat_l; [lra|]. apply exp_ge1, sign_of.
    rewrite <- scaled_log. lra.
Qed.
Lemma power_le_ok : power_le en ed p q K T = true -> IZR K * r <= IZR T.
Proof.
  unfold power_le. rewrite orb_true_iff, andb_true_iff, Z.eqb_eq, Z.leb_le. intros [[-> H]|H].
  - apply IZR_le in H. lra.
  - apply logs_nonneg_ok in H. destruct H as [E H]. apply exist_two in E. destruct E as [_ [_ [HT HKp]]].
    cbn [log_sum back] in H. rewrite opp_IZR in H. rewrite ratio_log by auto.
    apply Rle_trans with (IZR T * 1); [|lra]. apply Rmult_le_compat_l; [lra|]. apply exp_le1.
    set (g := IZR en / IZR ed * ln (IZR p / IZR q) - ln (IZR T / IZR K)).
    assert (0 <= - g); [|lra]. apply sign_of. unfold g. rewrite <- Ropp_mult_distr_r, <- scaled_log. lra.
Qed.
Lemma power_lt_ok : power_lt en ed p q K T = true -> IZR K * r < IZR T.
Proof.
  unfold power_lt. rewrite orb_true_iff, andb_true_iff, Z.eqb_eq, Z.ltb_lt. intros [[-> H]|H].
  - apply IZR_lt in H. lra.
  - apply logs_negative_ok in H. destruct H as [E H]. apply exist_two in E. destruct E as [_ [_ [HT HKp]]].
    cbn [log_sum gap] in H. rewrite opp_IZR in H. rewrite ratio_log by auto.
    apply Rlt_le_trans with (IZR T * 1); [|lra]. apply Rmult_lt_compat_l; auto. rewrite <- exp_0.
    apply exp_increasing.
    set (g := IZR en / IZR ed * ln (IZR p / IZR q) - ln (IZR T / IZR K)).
    assert (0 < - g); [|lra]. apply sign_of'. unfold g. rewrite <- Ropp_mult_distr_r, <- scaled_log. lra.
Qed.
Lemma power_gt_ok : power_gt en ed p q K T = true -> IZR T < IZR K * r.
Proof.
  unfold power_gt. rewrite orb_true_iff, Z.ltb_lt. intros [H|H].
  - apply IZR_lt in H. pose proof r_pos. apply Rlt_le_trans with 0; auto. apply Rmult_le_pos; lra.
  - apply logs_negative_ok in H. destruct H as [E H]. apply exist_two in E. destruct E as [_ [_ [HT HKp]]].
    cbn [log_sum back] in H. rewrite opp_IZR in H. rewrite ratio_log by auto.
    apply Rle_lt_trans with (IZR T * 1); [lra|]. apply Rmult_lt_compat_l; auto. rewrite <- exp_0.
    apply exp_increasing, sign_of'. rewrite <- scaled_log. lra.
Qed.
End Powers.

(* exp (a x) lies on one side of a exp x + 1 - a. *)
Lemma exp_tangent y z : exp z * (1 + (y - z)) <= exp y.
Proof.
  replace y with (z + (y - z)) at 2 by ring. rewrite exp_plus.
  apply Rmult_le_compat_l; [left; apply exp_pos|]. apply exp_ineq1_le.
Qed.
Lemma exp_convex x y l : 0 <= l <= 1 -> exp (l * x + (1 - l) * y) <= l * exp x + (1 - l) * exp y.
Proof.
  intros Hl. set (z := l * x + (1 - l) * y). pose proof (exp_tangent x z) as X.
  pose proof (exp_tangent y z) as Y. apply Rmult_le_compat_l with (r := l) in X; [|lra].
  apply Rmult_le_compat_l with (r := 1 - l) in Y; [|lra].
  assert (E : l * (exp z * (1 + (x - z))) + (1 - l) * (exp z * (1 + (y - z))) = exp z)
    by (unfold z; ring). lra.
Qed.
Lemma convex_power a x : a <> 0 -> a <> 1 -> 0 <= (exp (a * x) - a * exp x + a - 1) / (a * (a - 1)).
Proof.
  intros N0 N1. destruct (Rlt_dec 1 a) as [H|H]; [|destruct (Rlt_dec 0 a) as [H'|H']].
  - assert (I : 0 < / a) by (apply Rinv_0_lt_compat; lra).
    assert (I1 : / a <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    pose proof (exp_convex (a * x) 0 (/ a) ltac:(lra)) as C. rewrite exp_0 in C.
    replace (/ a * (a * x) + (1 - / a) * 0) with x in C by (field; lra).
    apply Rmult_le_compat_l with (r := a) in C; [|lra].
    replace (a * (/ a * exp (a * x) + (1 - / a) * 1)) with (exp (a * x) + a - 1) in C by (field; lra).
    unfold Rdiv. apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra.
  - pose proof (exp_convex x 0 a ltac:(lra)) as C. rewrite exp_0 in C.
    replace (a * x + (1 - a) * 0) with (a * x) in C by ring.
    replace (a * (a - 1)) with (- (a * (1 - a))) by ring.
    assert (P : 0 < a * (1 - a)) by (apply Rmult_lt_0_compat; lra).
    replace ((exp (a * x) - a * exp x + a - 1) / - (a * (1 - a))) with
      ((a * exp x + 1 - a - exp (a * x)) / (a * (1 - a))) by (field; lra).
    unfold Rdiv. apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. auto.
  - assert (Ha : a < 0) by lra. assert (I : 0 < / (1 - a)) by (apply Rinv_0_lt_compat; lra).
    assert (I1 : / (1 - a) <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    pose proof (exp_convex (a * x) x (/ (1 - a)) ltac:(lra)) as C.
    replace (/ (1 - a) * (a * x) + (1 - / (1 - a)) * x) with 0 in C by (field; lra).
    rewrite exp_0 in C. apply Rmult_le_compat_l with (r := 1 - a) in C; [|lra].
    replace ((1 - a) * (/ (1 - a) * exp (a * x) + (1 - / (1 - a)) * exp x)) with
      (exp (a * x) - a * exp x) in C by (field; lra).
    assert (P : 0 < a * (a - 1)).
    { replace (a * (a - 1)) with ((- a) * (1 - a)) by ring. apply Rmult_lt_0_compat; lra. }
    unfold Rdiv. apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. auto.
Qed.
Lemma square_pos x : x <> 0 -> 0 < x ^ 2.
Proof. intros H. replace (x ^ 2) with (Rsqr x) by (unfold Rsqr; ring). apply Rsqr_pos_lt; auto. Qed.
Lemma exp_monotone x y : x <= y -> exp x <= exp y.
Proof. intros [H| ->]; [left; apply exp_increasing; auto|lra]. Qed.
