(* The sign of d + sum c ln(p/q), by verified interval arithmetic as a function (no tactic). *)
From Interval Require Import Float.Specific_ops Float.Specific_bigint Interval.Interval
  Interval.Float_full Real.Xreal.
Require Import Reals ZArith Lra Bool List.
Import ListNotations.
Module F2 := SpecificFloat BigIntRadix2.
Module I := FloatIntervalFull F2.
Open Scope R_scope.

Definition precision := F2.PtoP 180.
Definition log_term := (Z * Z * Z)%type. (* c, p, q *)
Fixpoint log_sum (l : list log_term) (d : Z) : R :=
  match l with
  | [] => IZR d
  | (c, p, q) :: r => IZR c * ln (IZR p / IZR q) + log_sum r d
  end.
Fixpoint enclose (l : list log_term) (d : Z) : I.type :=
  match l with
  | [] => I.fromZ precision d
  | (c, p, q) :: r => I.add precision (I.mul precision (I.fromZ precision c)
      (I.ln precision (I.div precision (I.fromZ precision p) (I.fromZ precision q)))) (enclose r d)
  end.
Definition logs_exist (l : list log_term) : bool :=
  forallb (fun t => (0 <? snd (fst t)) && (0 <? snd t))%Z l.

Lemma enclose_ok d : forall l, logs_exist l = true ->
  contains (I.convert (enclose l d)) (Xreal (log_sum l d)).
Proof.
  induction l as [|[[c p] q] l IH]; intros H; [apply I.fromZ_correct|].
  unfold logs_exist in H. cbn [forallb fst snd] in H.
  rewrite !andb_true_iff, !Z.ltb_lt in H. destruct H as [[Hp Hq] H].
  apply IZR_lt in Hp, Hq. cbn [enclose log_sum].
  assert (R : 0 < IZR p / IZR q) by (apply Rdiv_lt_0_compat; auto).
  apply (I.add_correct precision _ _ (Xreal (IZR c * ln (IZR p / IZR q))) (Xreal (log_sum l d)));
    [|apply IH; exact H].
  apply (I.mul_correct precision _ _ (Xreal (IZR c)) (Xreal (ln (IZR p / IZR q))));
    [apply I.fromZ_correct|].
  replace (Xreal (ln (IZR p / IZR q))) with (Xln (Xreal (IZR p / IZR q))).
  2:{ simpl. unfold Xln'. case is_positive_spec; auto; lra. }
  apply I.ln_correct.
  replace (Xreal (IZR p / IZR q)) with (Xdiv (Xreal (IZR p)) (Xreal (IZR q))).
  2:{ simpl. unfold Xdiv'. case is_zero_spec; auto; lra. }
  apply I.div_correct; apply I.fromZ_correct.
Qed.

Definition logs_nonneg l d : bool := logs_exist l &&
  match I.sign_large (enclose l d) with Xeq | Xgt => true | _ => false end.
Definition logs_nonpos l d : bool := logs_exist l &&
  match I.sign_large (enclose l d) with Xeq | Xlt => true | _ => false end.
Definition logs_negative l d : bool := logs_exist l &&
  match I.sign_strict (enclose l d) with Xlt => true | _ => false end.

Lemma logs_nonneg_ok l d : logs_nonneg l d = true -> logs_exist l = true /\ 0 <= log_sum l d.
Proof.
  unfold logs_nonneg. rewrite andb_true_iff. intros [E H]. split; auto.
  pose proof (enclose_ok d l E) as K. pose proof (I.sign_large_correct (enclose l d)) as S.
  destruct (I.sign_large (enclose l d)); try discriminate; specialize (S _ K);
    [injection S; lra|simpl in S; tauto].
Qed.
Lemma logs_nonpos_ok l d : logs_nonpos l d = true -> logs_exist l = true /\ log_sum l d <= 0.
Proof.
  unfold logs_nonpos. rewrite andb_true_iff. intros [E H]. split; auto.
  pose proof (enclose_ok d l E) as K. pose proof (I.sign_large_correct (enclose l d)) as S.
  destruct (I.sign_large (enclose l d)); try discriminate; specialize (S _ K);
    [injection S; lra|simpl in S; tauto].
Qed.
Lemma logs_negative_ok l d : logs_negative l d = true -> logs_exist l = true /\ log_sum l d < 0.
Proof.
  unfold logs_negative. rewrite andb_true_iff. intros [E H]. split; auto.
  pose proof (enclose_ok d l E) as K. pose proof (I.sign_strict_correct (enclose l d)) as S.
  destruct (I.sign_strict (enclose l d)); try discriminate; specialize (S _ K); simpl in S; tauto.
Qed.
