(* KL: A ln(A/B), with the support lines (ln s + 1) A - s B, s = A/B. *)
Require Import Reals Lra Lia ZArith List Bool.
From Lpcheck Require Import Definitions Sums Convexity.
From Lpcheck.instances Require Import Entries Curved Certificates Perspective Logs.
Import ListNotations.
Open Scope R_scope.

Definition term (A B : R) := A * ln (A / B).
Definition kl : curve := {|
  value := term;
  dom := fun s => 0 < s;
  slope1 := fun s => ln s + 1;
  slope2 := fun s => - s;
  positive_at := fun G e z => logs_nonneg [(ea e * G, z, G)]%Z (G * ea e - z * eb e - G * ec e)%Z;
  negative_at := fun G e z => logs_negative [(ea e * G, z, G)]%Z (G * ea e - z * eb e - G * ec e)%Z;
  leaf := fun A B C => logs_nonpos [(A, A, B)] (- C)%Z;
  range := fun un ud G lo hi => ((lo * ud <=? un * G) && (ud * G <=? hi * un))%Z;
|}.
Lemma tangent x y : 0 < x -> 0 < y -> ln x <= ln y + (x - y) / y.
Proof.
  intros Hx Hy. pose proof (ln_le_sub1 (x / y) (Rdiv_lt_0_compat _ _ Hx Hy)) as H.
  rewrite ln_div in H by auto. replace (x / y - 1) with ((x - y) / y) in H by (field; lra). lra.
Qed.
Lemma ln_concave x z l : 0 < x -> 0 < z -> 0 <= l <= 1 ->
  l * ln x + (1 - l) * ln z <= ln (l * x + (1 - l) * z).
Proof.
  intros Hx Hz Hl. set (y := l * x + (1 - l) * z).
  assert (Hy : 0 < y).
  { unfold y. destruct (Req_dec l 0) as [->|]; [lra|].
    assert (0 < l * x) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= (1 - l) * z) by (apply Rmult_le_pos; lra). lra. }
  pose proof (tangent x y Hx Hy) as Tx. pose proof (tangent z y Hz Hy) as Tz.
  apply Rmult_le_compat_l with (r := l) in Tx; [|lra].
  apply Rmult_le_compat_l with (r := 1 - l) in Tz; [|lra].
  assert (E : l * (ln y + (x - y) / y) + (1 - l) * (ln y + (z - y) / y) = ln y)
    by (unfold y in *; field; lra). lra.
Qed.
Lemma w_is G e z : (0 < G)%Z -> log_sum [(ea e * G, z, G)]%Z (G * ea e - z * eb e - G * ec e)%Z =
  IZR G * ((ln (IZR z / IZR G) + 1) * IZR (ea e) + - (IZR z / IZR G) * IZR (eb e) - IZR (ec e)).
Proof.
  intros HG. apply IZR_lt in HG. cbn [log_sum]. rewrite !minus_IZR, !mult_IZR. field. lra.
Qed.
Lemma exist_1 c p q : logs_exist [(c, p, q)] = true -> (0 < p)%Z /\ (0 < q)%Z.
Proof. unfold logs_exist. simpl. rewrite !andb_true_iff, !Z.ltb_lt. tauto. Qed.
Lemma term_homogeneous : homogeneous term.
Proof.
  intros A B X HX. unfold term. destruct (Req_dec B 0) as [->|N].
  - unfold Rdiv. rewrite Rmult_0_l, Rinv_0, !Rmult_0_r, ln_0 by lra. ring.
  - replace (A / X / (B / X)) with (A / B) by (field; lra). unfold Rdiv. ring.
Qed.
Lemma kl_sound : sound kl.
Proof.
  split.
  - simpl. unfold term. lra.
  - simpl. intros. lra.
  - simpl. intros s A B Hs HA HB. unfold term.
    assert (R : 0 < A / B) by (apply Rdiv_lt_0_compat; auto).
    pose proof (tangent s (A / B) Hs R) as T. apply Rmult_le_compat_l with (r := A) in T; [|lra].
    replace (A * (ln (A / B) + (s - A / B) / (A / B))) with (A * ln (A / B) + (s * B - A)) in T
      by (field; lra). lra.
  - simpl. intros x z l Hx Hz Hl. pose proof (ln_concave x z l Hx Hz Hl). lra.
  - simpl. intros. right. ring.
  - simpl. intros G e z HG H. apply logs_nonneg_ok in H. destruct H as [E H].
    apply exist_1 in E. destruct E as [Hz _]. rewrite w_is in H by auto. apply IZR_lt in HG, Hz.
    split; [apply Rdiv_lt_0_compat; auto|]. apply Rmult_le_reg_l with (IZR G); auto. lra.
  - simpl. intros G e z HG H. apply logs_negative_ok in H. destruct H as [E H].
    apply exist_1 in E. destruct E as [Hz _]. rewrite w_is in H by auto. apply IZR_lt in HG, Hz.
    split; [apply Rdiv_lt_0_compat; auto|]. apply Rmult_lt_reg_l with (IZR G); auto. lra.
  - intros A B C X H HX HA HB. change (value kl) with term. rewrite (term_homogeneous _ _ X HX).
    apply logs_nonpos_ok in H. destruct H as [_ H]. cbn [log_sum] in H. rewrite opp_IZR in H.
    unfold Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; auto|]. unfold term. lra.
  - intros un ud G lo hi A B HG Hn Hd H HA HB C1 C2. simpl in *.
    rewrite andb_true_iff, !Z.leb_le in H. destruct H as [H1 H2]. apply IZR_le in H1, H2.
    rewrite !mult_IZR in H1, H2. apply IZR_lt in HG, Hn, Hd. exists (A / B).
    split; [apply Rdiv_lt_0_compat; auto|]. split; [split|].
    + apply Rle_trans with (IZR un / IZR ud); [apply quotient_le; auto|].
      apply Rmult_le_reg_r with B; auto. replace (A / B * B) with A by (field; lra). auto.
    + apply Rle_trans with (IZR ud / IZR un); [|apply quotient_le; auto].
      apply Rmult_le_reg_r with (B * (IZR un / IZR ud)).
      * apply Rmult_lt_0_compat; auto. apply Rdiv_lt_0_compat; auto.
      * replace (IZR ud / IZR un * (B * (IZR un / IZR ud))) with B by (field; lra).
        replace (A / B * (B * (IZR un / IZR ud))) with (IZR un / IZR ud * A) by (field; lra). auto.
    + unfold term. field. lra.
Qed.
Definition low (A B v : Z) : bool :=
  (((A =? 0) && (v <=? 0)) || logs_nonneg [(A, A, B)] (- v))%Z%bool.
Definition check := check_curve_both kl low.

Theorem certificate eps k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi hs rows vs ln ld hn hd :
  check k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi hs rows vs ln ld hn hd = true ->
  IZR un / IZR ud <= exp (- eps) -> IZR tn / IZR td <= exp eps ->
  encloses eps k (fun m Q => KL m (marginal k (over D0 p0) Q) (marginal k (over D1 p1) Q))
    (IZR ln / IZR ld) (IZR hn / IZR hd).
Proof.
  intros H Hu Ht. apply (curve_certificate kl low eps k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi
    hs rows vs ln ld hn hd kl_sound); auto.
  - apply term_homogeneous.
  - intros A B v L. unfold low in L. rewrite orb_true_iff, andb_true_iff, Z.eqb_eq, Z.leb_le in L.
    change (value kl) with term. unfold term. destruct L as [[-> V]|L].
    + apply IZR_le in V. lra.
    + apply logs_nonneg_ok in L. destruct L as [_ L]. cbn [log_sum] in L. rewrite opp_IZR in L. lra.
Qed.
