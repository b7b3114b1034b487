(* Jensen-Shannon: half of A ln(2A/(A + B)) + B ln(2B/(A + B)), with the support lines
   (A ln(2 s) + B ln(2 (1 - s)))/2, s = A/(A + B). *)
Require Import Reals Lra Lia ZArith List Bool.
From Lpcheck Require Import Definitions Sums Convexity.
From Lpcheck.instances Require Import Entries Curved Certificates Perspective Logs KullbackLeibler.
Import ListNotations.
Open Scope R_scope.

Definition f (x : R) := (x * ln (2 * x / (x + 1)) + ln (2 / (x + 1))) / 2.
Definition js : curve := {|
  value := summand f;
  dom := fun s => 0 < s < 1;
  slope1 := fun s => ln (2 * s) / 2;
  slope2 := fun s => ln (2 * (1 - s)) / 2;
  positive_at := fun G e z =>
    logs_nonneg [(ea e, 2 * z, G); (eb e, 2 * (G - z), G)]%Z (- (2 * ec e))%Z;
  negative_at := fun G e z =>
    logs_negative [(ea e, 2 * z, G); (eb e, 2 * (G - z), G)]%Z (- (2 * ec e))%Z;
  leaf := fun A B C => logs_nonpos [(A, 2 * A, A + B); (B, 2 * B, A + B)]%Z (- (2 * C))%Z;
  range := fun un ud G lo hi =>
    ((lo * (un + ud) <=? un * G) && (ud * G <=? hi * (un + ud)))%Z;
|}.
Lemma summand_js A B : 0 < A -> 0 < B ->
  summand f A B = (A * ln (2 * A / (A + B)) + B * ln (2 * B / (A + B))) / 2.
Proof.
  intros HA HB. unfold summand, f.
  replace (2 * (A / B) / (A / B + 1)) with (2 * A / (A + B)) by (field; lra).
  replace (2 / (A / B + 1)) with (2 * B / (A + B)) by (field; lra). field. lra.
Qed.
Lemma w_is G e z : (0 < G)%Z ->
  log_sum [(ea e, 2 * z, G); (eb e, 2 * (G - z), G)]%Z (- (2 * ec e))%Z =
  2 * (ln (2 * (IZR z / IZR G)) / 2 * IZR (ea e) + ln (2 * (1 - IZR z / IZR G)) / 2 * IZR (eb e)
       - IZR (ec e)).
Proof.
  intros HG. apply IZR_lt in HG. cbn [log_sum]. rewrite opp_IZR, !mult_IZR, minus_IZR.
  replace (2 * IZR z / IZR G) with (2 * (IZR z / IZR G)) by (field; lra).
  replace (2 * (IZR G - IZR z) / IZR G) with (2 * (1 - IZR z / IZR G)) by (field; lra). field.
Qed.
Lemma exist_2 c p q c' p' q' : logs_exist [(c, p, q); (c', p', q')] = true ->
  (0 < p)%Z /\ (0 < q)%Z /\ (0 < p')%Z /\ (0 < q')%Z.
Proof. unfold logs_exist. cbn [forallb fst snd]. rewrite !andb_true_iff, !Z.ltb_lt. tauto. Qed.
Lemma ln2_concave x z l : 0 < x -> 0 < z -> 0 <= l <= 1 ->
  l * (ln (2 * x) / 2) + (1 - l) * (ln (2 * z) / 2) <= ln (2 * (l * x + (1 - l) * z)) / 2.
Proof.
  intros Hx Hz Hl. pose proof (ln_concave (2 * x) (2 * z) l ltac:(lra) ltac:(lra) Hl) as H.
  replace (l * (2 * x) + (1 - l) * (2 * z)) with (2 * (l * x + (1 - l) * z)) in H by ring. lra.
Qed.
Lemma js_sound : sound js.
Proof.
  split.
  - simpl. unfold summand. lra.
  - simpl. intros. lra.
  - simpl. intros s A B Hs HA HB. rewrite summand_js by auto.
    assert (PA : 0 < 2 * A / (A + B)) by (apply Rdiv_lt_0_compat; lra).
    assert (PB : 0 < 2 * B / (A + B)) by (apply Rdiv_lt_0_compat; lra).
    pose proof (tangent (2 * s) _ ltac:(lra) PA) as TA.
    pose proof (tangent (2 * (1 - s)) _ ltac:(lra) PB) as TB.
    apply Rmult_le_compat_l with (r := A) in TA; [|lra].
    apply Rmult_le_compat_l with (r := B) in TB; [|lra].
    replace (A * (ln (2 * A / (A + B)) + (2 * s - 2 * A / (A + B)) / (2 * A / (A + B)))) with
      (A * ln (2 * A / (A + B)) + (s * (A + B) - A)) in TA by (field; lra).
    replace (B * (ln (2 * B / (A + B)) + (2 * (1 - s) - 2 * B / (A + B)) / (2 * B / (A + B)))) with
      (B * ln (2 * B / (A + B)) + ((1 - s) * (A + B) - B)) in TB by (field; lra). lra.
  - simpl. intros x z l Hx Hz Hl. apply ln2_concave; lra.
  - simpl. intros x z l Hx Hz Hl. pose proof (ln2_concave (1 - x) (1 - z) l ltac:(lra) ltac:(lra) Hl) as H.
    replace (l * (1 - x) + (1 - l) * (1 - z)) with (1 - (l * x + (1 - l) * z)) in H by ring. auto.
  - cbn [js dom slope1 slope2 positive_at negative_at]. intros G e z HG H. apply logs_nonneg_ok in H. destruct H as [E H].
    apply exist_2 in E. destruct E as [Hz [_ [Hz' _]]]. rewrite w_is in H by auto.
    assert (Z1 : (0 < z)%Z) by lia. assert (Z2 : (z < G)%Z) by lia. apply IZR_lt in HG, Z1, Z2.
    split; [|lra]. split; [apply Rdiv_lt_0_compat; auto|].
    apply Rmult_lt_reg_r with (IZR G); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  - cbn [js dom slope1 slope2 positive_at negative_at]. intros G e z HG H. apply logs_negative_ok in H. destruct H as [E H].
    apply exist_2 in E. destruct E as [Hz [_ [Hz' _]]]. rewrite w_is in H by auto.
    assert (Z1 : (0 < z)%Z) by lia. assert (Z2 : (z < G)%Z) by lia. apply IZR_lt in HG, Z1, Z2.
    split; [|lra]. split; [apply Rdiv_lt_0_compat; auto|].
    apply Rmult_lt_reg_r with (IZR G); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  - intros A B C X H HX HA HB. change (value js) with (summand f).
    rewrite (summand_homogeneous f _ _ X HX), summand_js by auto.
    apply logs_nonpos_ok in H. destruct H as [_ H]. cbn [log_sum] in H.
    rewrite opp_IZR, !mult_IZR, plus_IZR in H.
    unfold Rdiv at 1 4. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; auto|]. lra.
  - intros un ud G lo hi A B HG Hn Hd H HA HB C1 C2. simpl in *.
    rewrite andb_true_iff, !Z.leb_le in H. destruct H as [H1 H2]. apply IZR_le in H1, H2.
    rewrite !mult_IZR, plus_IZR in H1, H2. apply IZR_lt in HG, Hn, Hd. exists (A / (A + B)).
    assert (Q1 : IZR un * B <= A * IZR ud).
    { apply Rmult_le_compat_r with (r := IZR ud) in C1; [|lra].
      replace (IZR un / IZR ud * B * IZR ud) with (IZR un * B) in C1 by (field; lra). auto. }
    assert (Q2 : IZR un * A <= B * IZR ud).
    { apply Rmult_le_compat_r with (r := IZR ud) in C2; [|lra].
      replace (IZR un / IZR ud * A * IZR ud) with (IZR un * A) in C2 by (field; lra). auto. }
    split; [split|split; [split|]].
    + apply Rdiv_lt_0_compat; lra.
    + apply Rmult_lt_reg_r with (A + B); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
    + apply Rle_trans with (IZR un / (IZR un + IZR ud)); apply quotient_le; lra.
    + apply Rle_trans with (IZR ud / (IZR un + IZR ud)); apply quotient_le; lra.
    + rewrite summand_js by auto. replace (2 * (A / (A + B))) with (2 * A / (A + B)) by (field; lra).
      replace (2 * (1 - A / (A + B))) with (2 * B / (A + B)) by (field; lra). field.
Qed.
Definition low (A B v : Z) : bool :=
  (((B =? 0) && (v <=? 0)) ||
   ((0 <? B) && logs_nonneg [(A, 2 * A, A + B); (B, 2 * B, A + B)] (- (2 * v))))%Z%bool.
Definition check := check_curve_both js low.

Theorem certificate eps k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi hs rows vs ln' ld hn hd :
  check k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi hs rows vs ln' ld hn hd = true ->
  IZR un / IZR ud <= exp (- eps) -> IZR tn / IZR td <= exp eps ->
  encloses eps k (fun m Q => Df (fun x => (x * ln (2 * x / (x + 1)) + ln (2 / (x + 1))) / 2) m
      (marginal k (over D0 p0) Q) (marginal k (over D1 p1) Q))
    (IZR ln' / IZR ld) (IZR hn / IZR hd).
Proof.
  intros H Hu Ht. apply (curve_certificate js low eps k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi
    hs rows vs ln' ld hn hd js_sound); auto.
  - apply summand_homogeneous.
  - intros A B v L. unfold low in L.
    rewrite orb_true_iff, !andb_true_iff, Z.eqb_eq, Z.leb_le, Z.ltb_lt in L.
    change (value js) with (summand f). destruct L as [[-> V]|[HB L]].
    + apply IZR_le in V. unfold summand. lra.
    + apply logs_nonneg_ok in L. destruct L as [E L]. apply exist_2 in E. destruct E as [HA _].
      assert (HA' : (0 < A)%Z) by lia. apply IZR_lt in HA', HB. rewrite summand_js by auto.
      cbn [log_sum] in L. rewrite opp_IZR, !mult_IZR, plus_IZR in L. lra.
Qed.
