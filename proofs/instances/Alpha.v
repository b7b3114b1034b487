(* The alpha-divergences of a rational order a = n/d, neither 0 nor 1:
   f(x) = (x^a - a x + a - 1)/(a (a - 1)).  With s = (A/B)^a and b = (a - 1)/a the support lines are
   (s^b - 1)/(a - 1) A + (1 - s)/a B, both concave in s. *)
Require Import Reals Lra Lia ZArith List Bool.
From Lpcheck Require Import Definitions Sums.
From Lpcheck.instances Require Import Entries Curved Certificates Perspective Logs Powers.
Import ListNotations.
Open Scope R_scope.

Definition f a (x : R) := (Rpower x a - a * x + a - 1) / (a * (a - 1)).
Definition line1 a s := (Rpower s ((a - 1) / a) - 1) / (a - 1).
Definition line2 a s := (1 - s) / a.
Section Order.
Variable a : R.
Hypothesis N0 : a <> 0.
Hypothesis N1 : a <> 1.
Lemma N1' : a - 1 <> 0. Proof. lra. Qed.
Lemma power_tangent v y : 0 < v -> 0 < y ->
  line1 a v <= line1 a y + Rpower y ((a - 1) / a) / y / a * (v - y).
Proof.
  intros Hv Hy. pose proof N1' as N. pose proof (convex_power a (- (/ a) * (ln v - ln y)) N0 N1) as H.
  replace (a * (- / a * (ln v - ln y))) with (ln y + - ln v) in H by (field; auto).
  rewrite exp_plus, exp_Ropp, !exp_ln in H by auto. set (X := exp (- / a * (ln v - ln y))) in *.
  assert (E : Rpower v ((a - 1) / a) = Rpower y ((a - 1) / a) * (v / y) * X).
  { unfold Rpower, X. replace (v / y) with (exp (ln v + - ln y)).
    - rewrite <- !exp_plus. f_equal. field. auto.
    - rewrite exp_plus, exp_Ropp, !exp_ln by auto. reflexivity. }
  unfold line1. rewrite E. set (P := Rpower y ((a - 1) / a)). assert (PP : 0 < P) by apply exp_pos.
  assert (M : 0 <= P * (v / y) * ((y * / v - a * X + a - 1) / (a * (a - 1)))).
  { apply Rmult_le_pos; auto. apply Rmult_le_pos; [lra|]. left. apply Rdiv_lt_0_compat; auto. }
  assert (G : (P - 1) / (a - 1) + P / y / a * (v - y) - (P * (v / y) * X - 1) / (a - 1) =
    P * (v / y) * ((y * / v - a * X + a - 1) / (a * (a - 1)))) by (field; repeat split; lra).
  lra.
Qed.
Lemma line1_concave x z l : 0 < x -> 0 < z -> 0 <= l <= 1 ->
  l * line1 a x + (1 - l) * line1 a z <= line1 a (l * x + (1 - l) * z).
Proof.
  intros Hx Hz Hl. set (y := l * x + (1 - l) * z).
  assert (Hy : 0 < y).
  { unfold y. destruct (Req_dec l 0) as [->|]; [lra|].
    assert (0 < l * x) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= (1 - l) * z) by (apply Rmult_le_pos; lra). lra. }
  pose proof (power_tangent x y Hx Hy) as Tx. pose proof (power_tangent z y Hz Hy) as Tz.
  set (S := Rpower y ((a - 1) / a) / y / a) in *.
  apply Rmult_le_compat_l with (r := l) in Tx; [|lra].
  apply Rmult_le_compat_l with (r := 1 - l) in Tz; [|lra].
  assert (E : l * (line1 a y + S * (x - y)) + (1 - l) * (line1 a y + S * (z - y)) = line1 a y)
    by (unfold y at 2 4; ring).
  lra.
Qed.
Lemma power_line s A B : 0 < s -> 0 < A -> 0 < B -> line1 a s * A + line2 a s * B <= summand (f a) A B.
Proof.
  intros Hs HA HB. pose proof N1' as N. assert (R : 0 < A / B) by (apply Rdiv_lt_0_compat; auto).
  pose proof (convex_power a (ln (A / B) + - (/ a * ln s)) N0 N1) as H.
  replace (a * (ln (A / B) + - (/ a * ln s))) with (a * ln (A / B) + - ln s) in H by (field; auto).
  rewrite !exp_plus, !exp_Ropp, !exp_ln in H by auto.
  change (exp (a * ln (A / B))) with (Rpower (A / B) a) in H.
  set (X := exp (/ a * ln s)) in *. assert (PX : 0 < X) by apply exp_pos.
  assert (E : Rpower s ((a - 1) / a) = s / X).
  { unfold Rpower, X, Rdiv. rewrite <- exp_Ropp. replace s with (exp (ln s)) at 2 by (apply exp_ln; auto).
    rewrite <- exp_plus. f_equal. field. auto. }
  unfold summand, f, line1, line2. rewrite E. set (P := Rpower (A / B) a) in *.
  assert (M : 0 <= s * B * ((P * / s - a * (A / B * / X) + a - 1) / (a * (a - 1)))).
  { apply Rmult_le_pos; auto. apply Rmult_le_pos; lra. }
  assert (G : B * ((P - a * (A / B) + a - 1) / (a * (a - 1))) -
    ((s / X - 1) / (a - 1) * A + (1 - s) / a * B) =
    s * B * ((P * / s - a * (A / B * / X) + a - 1) / (a * (a - 1)))) by (field; repeat split; lra).
  lra.
Qed.
Lemma touches A B : 0 < A -> 0 < B ->
  summand (f a) A B = line1 a (Rpower (A / B) a) * A + line2 a (Rpower (A / B) a) * B.
Proof.
  intros HA HB. pose proof N1' as N. assert (R : 0 < A / B) by (apply Rdiv_lt_0_compat; auto).
  unfold summand, f, line1, line2. set (P := Rpower (A / B) a).
  assert (E : Rpower P ((a - 1) / a) = P / (A / B)).
  { unfold P. rewrite Rpower_mult. unfold Rpower. replace (A / B) with (exp (ln (A / B))) at 3
      by (apply exp_ln; auto). unfold Rdiv at 3. rewrite <- exp_Ropp, <- exp_plus. f_equal. field. auto. }
  rewrite E. field. repeat split; lra.
Qed.
End Order.

(* The tests, in whole numbers. *)
Definition top (n d : Z) : Z := (Z.sgn n * (n - d))%Z.
Definition factor (n d G : Z) (e : entry) : Z := (ea e * (G * (d * (n * n))))%Z.
Definition offset (n d G z : Z) (e : entry) : Z :=
  (factor n d G e + (n - d) * (ec e * (G * (n * n)) - (G - z) * (d * n) * eb e))%Z.
Definition rest (n d A B C : Z) : Z := (n * (n - d) * C + d * n * A - d * (n - d) * B)%Z.
Definition alpha (n d : Z) : curve := {|
  value := summand (f (IZR n / IZR d));
  dom := fun s => 0 < s;
  slope1 := line1 (IZR n / IZR d);
  slope2 := line2 (IZR n / IZR d);
  positive_at := fun G e z => ((0 <? z) && (0 <=? ea e))%Z &&
    (if (d <? n)%Z then power_ge else power_le) (top n d) (Z.abs n) z G (factor n d G e) (offset n d G z e);
  negative_at := fun G e z => ((0 <? z) && (0 <=? ea e))%Z &&
    (if (d <? n)%Z then power_lt else power_gt) (top n d) (Z.abs n) z G (factor n d G e) (offset n d G z e);
  leaf := fun A B C =>
    (if (0 <? n * (n - d))%Z then power_le else power_ge) n d A B (d * d * B)%Z (rest n d A B C);
  range := fun un ud G lo hi =>
    ((lo <=? 0)%Z || logs_nonneg [(Z.abs n, un, ud); (- d, lo, G)]%Z 0) &&
    logs_nonneg [(Z.abs n, un, ud); (d, hi, G)]%Z 0;
|}.
Definition order_ok (n d : Z) : bool := ((0 <? d) && negb (n =? 0) && negb (n =? d))%Z.

Section Curve.
Variables (n d : Z).
Hypothesis Ok : order_ok n d = true.
Let a := IZR n / IZR d.
Lemma order : 0 < IZR d /\ IZR n <> 0 /\ IZR n - IZR d <> 0 /\ (0 < d)%Z /\ n <> 0%Z /\ n <> d.
Proof.
  unfold order_ok in Ok. rewrite !andb_true_iff, !negb_true_iff, Z.ltb_lt, !Z.eqb_neq in Ok.
  destruct Ok as [[Hd H0] H1]. repeat split; auto.
  - apply IZR_lt; auto.
  - apply not_0_IZR; auto.
  - rewrite <- minus_IZR. apply not_0_IZR. lia.
Qed.
Lemma a_0 : a <> 0.
Proof.
  destruct order as [Hd [H0 _]]. unfold a, Rdiv. apply Rmult_integral_contrapositive_currified; auto.
  apply Rinv_neq_0_compat. lra.
Qed.
Lemma a_1 : a <> 1.
Proof.
  destruct order as [Hd [_ [H1 _]]]. unfold a. intros E. apply H1.
  replace (IZR n) with (IZR n / IZR d * IZR d) by (field; lra). rewrite E. ring.
Qed.
Lemma abs_pos : 0 < IZR (Z.abs n).
Proof. destruct order as [_ [_ [_ [_ [H _]]]]]. apply IZR_lt. lia. Qed.
Lemma exponent : IZR (top n d) / IZR (Z.abs n) = (a - 1) / a.
Proof.
  destruct order as [Hd [H0 [_ [_ [Hn _]]]]]. unfold top, a. rewrite mult_IZR, minus_IZR.
  destruct (Z.lt_trichotomy n 0) as [H|[H|H]]; [|tauto|].
  - rewrite (Z.sgn_neg n H), (Z.abs_neq n) by lia. rewrite opp_IZR. field. repeat split; lra.
  - rewrite (Z.sgn_pos n H), (Z.abs_eq n) by lia. field. repeat split; lra.
Qed.
Lemma w_is G e z : (0 < G)%Z ->
  let s := IZR z / IZR G in
  (line1 a s * IZR (ea e) + line2 a s * IZR (eb e) - IZR (ec e)) *
    ((IZR n - IZR d) ^ 2 * (IZR G * IZR n ^ 2)) =
  (IZR n - IZR d) * (IZR (factor n d G e) * Rpower s (IZR (top n d) / IZR (Z.abs n)) -
    IZR (offset n d G z e)).
Proof.
  intros HG s. apply IZR_lt in HG. destruct order as [Hd [H0 [H1 _]]].
  rewrite exponent. unfold offset, factor, line1, line2.
  rewrite plus_IZR, !mult_IZR, !minus_IZR, !mult_IZR, !minus_IZR.
  set (P := Rpower s ((a - 1) / a)). unfold s, a. field. repeat split; lra.
Qed.
Lemma weight G : (0 < G)%Z -> 0 < (IZR n - IZR d) ^ 2 * (IZR G * IZR n ^ 2).
Proof.
  intros HG. apply IZR_lt in HG. destruct order as [Hd [H0 [H1 _]]].
  apply Rmult_lt_0_compat; [|apply Rmult_lt_0_compat; auto]; apply square_pos; auto.
Qed.
Lemma factor_pos G e : (0 < G)%Z -> (0 <= ea e)%Z -> 0 <= IZR (factor n d G e).
Proof.
  intros HG He. destruct order as [_ [_ [_ [Hd _]]]]. apply IZR_le. unfold factor.
  pose proof (Z.square_nonneg n). apply Z.mul_nonneg_nonneg; [auto|apply Z.mul_nonneg_nonneg; [lia|apply Z.mul_nonneg_nonneg; lia]].
Qed.
Lemma sides : (d <? n)%Z = true /\ 0 < IZR n - IZR d \/ (d <? n)%Z = false /\ IZR n - IZR d < 0.
Proof.
  destruct order as [_ [_ [_ [_ [_ H]]]]]. destruct (Z.ltb_spec d n) as [L|L]; [left|right]; split; auto.
  - apply IZR_lt in L. lra.
  - assert (n < d)%Z as L' by lia. apply IZR_lt in L'. lra.
Qed.
Lemma value_is A B C : 0 < IZR A -> 0 < IZR B ->
  IZR (n * (n - d)) * (summand (f a) (IZR A) (IZR B) - IZR C) =
  IZR (d * d * B) * Rpower (IZR A / IZR B) (IZR n / IZR d) - IZR (rest n d A B C).
Proof.
  intros HA HB. destruct order as [Hd [H0 [H1 _]]]. unfold rest, summand, f. fold a.
  rewrite !minus_IZR, plus_IZR, !mult_IZR, !minus_IZR. set (P := Rpower (IZR A / IZR B) a).
  unfold a. field. repeat split; lra.
Qed.
Lemma product : (0 <? n * (n - d))%Z = true /\ 0 < IZR (n * (n - d)) \/
  (0 <? n * (n - d))%Z = false /\ IZR (n * (n - d)) < 0.
Proof.
  destruct order as [_ [_ [_ [_ [H0 H]]]]]. destruct (Z.ltb_spec 0 (n * (n - d))) as [L|L];
    [left|right]; split; auto; [apply (IZR_lt 0); auto|]. apply (IZR_lt _ 0). nia.
Qed.
Lemma alpha_sound : sound (alpha n d).
Proof.
  destruct order as [Hd [H0 [H1 [Hdz [H0z H1z]]]]].
  split; cbn [alpha value dom slope1 slope2 positive_at negative_at leaf range]; fold a.
  - unfold summand. lra.
  - intros. lra.
  - intros s A B Hs HA HB. apply power_line; auto; [apply a_0|apply a_1].
  - intros. apply line1_concave; auto; [apply a_0|apply a_1].
  - intros. right. unfold line2. field. apply a_0.
  - intros G e z HG H. rewrite !andb_true_iff, Z.ltb_lt, Z.leb_le in H. destruct H as [[Hz He] H].
    pose proof (w_is G e z HG) as W. cbv zeta in W. pose proof (weight G HG) as Wp.
    pose proof (factor_pos G e HG He) as F. pose proof abs_pos as Ab.
    split; [apply IZR_lt in HG, Hz; apply Rdiv_lt_0_compat; auto|].
    apply Rmult_le_reg_r with (1 := Wp). rewrite W, Rmult_0_l.
    destruct sides as [[E S]|[E S]]; rewrite E in H.
    + apply power_ge_ok in H; auto. apply Rmult_le_pos; lra.
    + apply power_le_ok in H; auto.
      replace ((IZR n - IZR d) * (IZR (factor n d G e) *
        Rpower (IZR z / IZR G) (IZR (top n d) / IZR (Z.abs n)) - IZR (offset n d G z e))) with
        ((IZR d - IZR n) * (IZR (offset n d G z e) - IZR (factor n d G e) *
        Rpower (IZR z / IZR G) (IZR (top n d) / IZR (Z.abs n)))) by ring.
      apply Rmult_le_pos; lra.
  - intros G e z HG H. rewrite !andb_true_iff, Z.ltb_lt, Z.leb_le in H. destruct H as [[Hz He] H].
    pose proof (w_is G e z HG) as W. cbv zeta in W. pose proof (weight G HG) as Wp.
    pose proof (factor_pos G e HG He) as F. pose proof abs_pos as Ab.
    split; [apply IZR_lt in HG, Hz; apply Rdiv_lt_0_compat; auto|].
    apply Rmult_lt_reg_r with (1 := Wp). rewrite W, Rmult_0_l.
    destruct sides as [[E S]|[E S]]; rewrite E in H.
    + apply power_lt_ok in H; auto.
      assert (0 < (IZR n - IZR d) * (IZR (offset n d G z e) - IZR (factor n d G e) *
        Rpower (IZR z / IZR G) (IZR (top n d) / IZR (Z.abs n)))); [|lra].
      apply Rmult_lt_0_compat; lra.
    + apply power_gt_ok in H; auto.
      assert (0 < (IZR d - IZR n) * (IZR (factor n d G e) *
        Rpower (IZR z / IZR G) (IZR (top n d) / IZR (Z.abs n)) - IZR (offset n d G z e))); [|lra].
      apply Rmult_lt_0_compat; lra.
  - intros A B C X H HX HA HB. rewrite (summand_homogeneous (f a) _ _ X HX).
    unfold Rdiv at 1 2. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; auto|].
    pose proof (value_is A B C HA HB) as V.
    assert (K : 0 <= IZR (d * d * B)) by (rewrite !mult_IZR; repeat apply Rmult_le_pos; lra).
    destruct product as [[E S]|[E S]]; rewrite E in H.
    + apply power_le_ok in H; auto.
      assert (IZR (n * (n - d)) * (summand (f a) (IZR A) (IZR B) - IZR C) <= IZR (n * (n - d)) * 0) as G by lra.
      apply Rmult_le_reg_l in G; auto. lra.
    + apply power_ge_ok in H; auto.
      assert (- IZR (n * (n - d)) * (summand (f a) (IZR A) (IZR B) - IZR C) <=
        - IZR (n * (n - d)) * 0) as G by lra.
      apply Rmult_le_reg_l in G; lra.
  - intros un ud G lo hi A B HG Hn Hu H HA HB C1 C2. rewrite andb_true_iff, orb_true_iff, Z.leb_le in H.
    destruct H as [H1' H2]. apply IZR_lt in HG, Hn, Hu.
    assert (R : 0 < A / B) by (apply Rdiv_lt_0_compat; auto).
    assert (U : 0 < IZR un / IZR ud) by (apply Rdiv_lt_0_compat; auto).
    exists (Rpower (A / B) a). split; [apply exp_pos|]. split; [|apply touches; auto; [apply a_0|apply a_1]].
    set (L := ln (IZR un / IZR ud)) in *. set (x := ln (A / B)).
    assert (X1 : L <= x).
    { unfold L, x. destruct (Rle_lt_or_eq_dec (IZR un / IZR ud) (A / B)) as [Y|Y].
      - apply Rmult_le_reg_r with B; auto. replace (A / B * B) with A by (field; lra). auto.
      - left. apply ln_increasing; auto.
      - rewrite Y. lra. }
    assert (X2 : L <= - x).
    { unfold L, x. rewrite <- ln_Rinv by auto. replace (/ (A / B)) with (B / A) by (field; lra).
      destruct (Rle_lt_or_eq_dec (IZR un / IZR ud) (B / A)) as [Y|Y].
      - apply Rmult_le_reg_r with A; auto. replace (B / A * A) with B by (field; lra). auto.
      - left. apply ln_increasing; auto.
      - rewrite Y. lra. }
    assert (L0 : L <= 0) by lra.
    assert (N : IZR d * (a * x) = IZR n * x) by (unfold a; field; lra).
    assert (Both : IZR (Z.abs n) * L <= IZR n * x <= - (IZR (Z.abs n) * L)).
    { rewrite abs_IZR. unfold Rabs. destruct (Rcase_abs (IZR n)) as [Y|Y].
      - assert (0 <= - IZR n * (- x - L)) by (apply Rmult_le_pos; lra).
        assert (0 <= - IZR n * (x - L)) by (apply Rmult_le_pos; lra). lra.
      - assert (0 <= IZR n * (- x - L)) by (apply Rmult_le_pos; lra).
        assert (0 <= IZR n * (x - L)) by (apply Rmult_le_pos; lra). lra. }
    unfold Rpower. fold x. split.
    + destruct H1' as [H1'|H1'].
      * apply IZR_le in H1'. apply Rle_trans with 0; [|left; apply exp_pos].
        assert (0 < / IZR G) by (apply Rinv_0_lt_compat; auto). unfold Rdiv.
        assert (0 <= - IZR lo * / IZR G) by (apply Rmult_le_pos; lra). lra.
      * apply logs_nonneg_ok in H1'. destruct H1' as [E H]. apply exist_two in E.
        destruct E as [_ [_ [Hl _]]]. cbn [log_sum] in H. fold L in H. rewrite opp_IZR in H.
        assert (P : 0 < IZR lo / IZR G) by (apply Rdiv_lt_0_compat; auto).
        rewrite <- (exp_ln _ P). apply exp_monotone. apply Rmult_le_reg_l with (IZR d); auto. lra.
    + apply logs_nonneg_ok in H2. destruct H2 as [E H]. apply exist_two in E.
      destruct E as [_ [_ [Hh _]]]. cbn [log_sum] in H. fold L in H.
      assert (P : 0 < IZR hi / IZR G) by (apply Rdiv_lt_0_compat; auto).
      rewrite <- (exp_ln _ P). apply exp_monotone. apply Rmult_le_reg_l with (IZR d); auto. lra.
Qed.
End Curve.

Definition low (n d A B v : Z) : bool :=
  ((B =? 0) && (v <=? 0))%Z || (((0 <? A) && (0 <? B))%Z &&
    (if (0 <? n * (n - d))%Z then power_ge else power_le) n d A B (d * d * B)%Z (rest n d A B v)).
Definition check n d k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi hs rows vs ln ld hn hd :=
  order_ok n d &&
  check_curve_both (alpha n d) (low n d) k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi hs rows vs ln ld hn hd.

Theorem certificate n d eps k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi hs rows vs ln ld hn hd :
  check n d k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi hs rows vs ln ld hn hd = true ->
  IZR un / IZR ud <= exp (- eps) -> IZR tn / IZR td <= exp eps ->
  let a := IZR n / IZR d in
  encloses eps k (fun m Q => Df (fun x => (Rpower x a - a * x + a - 1) / (a * (a - 1))) m
      (marginal k (over D0 p0) Q) (marginal k (over D1 p1) Q))
    (IZR ln / IZR ld) (IZR hn / IZR hd).
Proof.
  intros H Hu Ht a. unfold check in H. apply andb_true_iff in H. destruct H as [Ok H].
  destruct (order n d Ok) as [Hd _].
  apply (curve_certificate (alpha n d) (low n d) eps k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi
    hs rows vs ln ld hn hd (alpha_sound n d Ok)); auto.
  - apply summand_homogeneous.
  - intros A B v L. cbn [alpha value]. unfold low in L.
    rewrite orb_true_iff, !andb_true_iff, Z.eqb_eq, Z.leb_le, !Z.ltb_lt in L.
    destruct L as [[-> V]|[[HA HB] L]].
    + apply IZR_le in V. unfold summand. lra.
    + apply IZR_lt in HA, HB. pose proof (value_is n d Ok A B v HA HB) as V.
      assert (K : 0 <= IZR (d * d * B)) by (rewrite !mult_IZR; repeat apply Rmult_le_pos; lra).
      destruct (product n d Ok) as [[E S]|[E S]]; rewrite E in L.
      * apply power_ge_ok in L; auto.
        assert (IZR (n * (n - d)) * 0 <= IZR (n * (n - d)) *
          (summand (f (IZR n / IZR d)) (IZR A) (IZR B) - IZR v)) as Y by lra.
        apply Rmult_le_reg_l in Y; auto. lra.
      * apply power_le_ok in L; auto.
        assert (- IZR (n * (n - d)) * 0 <= - IZR (n * (n - d)) *
          (summand (f (IZR n / IZR d)) (IZR A) (IZR B) - IZR v)) as Y by lra.
        apply Rmult_le_reg_l in Y; lra.
Qed.
