(* chi^2: f(x) = (x - 1)^2, with the support lines 2 (s - 1) A + (1 - s^2) B, s = A/B. *)
Require Import Reals Lra Lia ZArith List Bool.
From Lpcheck Require Import Definitions Sums.
From Lpcheck.instances Require Import Entries Curved Certificates Perspective.
Open Scope R_scope.

Definition w (G : Z) (e : entry) (z : Z) : Z :=
  (2 * (z - G) * G * ea e + (G * G - z * z) * eb e - G * G * ec e)%Z.
Definition chi2 : curve := {|
  value := summand (fun x => (x - 1) ^ 2);
  dom := fun s => 0 < s;
  slope1 := fun s => 2 * (s - 1);
  slope2 := fun s => 1 - s ^ 2;
  positive_at := fun G e z => ((0 <? z) && (0 <=? w G e z))%Z;
  negative_at := fun G e z => ((0 <? z) && (w G e z <? 0))%Z;
  leaf := fun A B C => ((A - B) * (A - B) <=? C * B)%Z;
  range := fun un ud G lo hi => ((lo * ud <=? un * G) && (ud * G <=? hi * un))%Z;
|}.
Lemma w_is G e z : (0 < G)%Z -> IZR (w G e z) = IZR G ^ 2 *
  (2 * (IZR z / IZR G - 1) * IZR (ea e) + (1 - (IZR z / IZR G) ^ 2) * IZR (eb e) - IZR (ec e)).
Proof.
  intros HG. apply IZR_lt in HG. unfold w. rewrite minus_IZR, plus_IZR, !mult_IZR, !minus_IZR, !mult_IZR.
  field. lra.
Qed.
Lemma chi2_sound : sound chi2.
Proof.
  split; simpl.
  - unfold summand. lra.
  - intros. lra.
  - intros s A B Hs HA HB. unfold summand.
    replace (B * ((A / B - 1) * ((A / B - 1) * 1))) with
      (2 * (s - 1) * A + (1 - s ^ 2) * B + B * (A / B - s) ^ 2) by (field; lra).
    assert (0 <= B * (A / B - s) ^ 2) by (apply Rmult_le_pos; [lra|apply pow2_ge_0]).
    simpl in *. lra.
  - intros. right. ring.
  - intros x z l Hx Hz Hl. assert (0 <= l * (1 - l) * (x - z) ^ 2).
    { apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply pow2_ge_0]. } simpl in *. lra.
  - intros G e z HG H. rewrite andb_true_iff, Z.ltb_lt, Z.leb_le in H. destruct H as [Hz H].
    apply IZR_le in H. rewrite w_is in H by auto. apply IZR_lt in HG, Hz.
    split; [apply Rdiv_lt_0_compat; auto|]. apply Rmult_le_reg_l with (IZR G ^ 2); [apply pow_lt; auto|].
    simpl in *. lra.
  - intros G e z HG H. rewrite andb_true_iff, !Z.ltb_lt in H. destruct H as [Hz H].
    apply IZR_lt in H. rewrite w_is in H by auto. apply IZR_lt in HG, Hz.
    split; [apply Rdiv_lt_0_compat; auto|]. apply Rmult_lt_reg_l with (IZR G ^ 2); [apply pow_lt; auto|].
    simpl in *. lra.
  - intros A B C X H HX HA HB. apply Z.leb_le, IZR_le in H. rewrite !mult_IZR, minus_IZR in H.
    unfold summand. apply Rmult_le_reg_r with (X * IZR B); [apply Rmult_lt_0_compat; auto|].
    replace (IZR C / X * (X * IZR B)) with (IZR C * IZR B) by (field; lra).
    apply Rle_trans with (2 := H). right. field. lra.
  - intros un ud G lo hi A B HG Hn Hd H HA HB C1 C2.
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
    + unfold summand. field. lra.
Qed.
Definition low (A B v : Z) : bool := ((0 <=? B) && (v * B <=? (A - B) * (A - B)) &&
  ((0 <? B) || (v <=? 0)))%Z.
Definition check := check_curve_both chi2 low.

Theorem certificate eps k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi hs rows vs ln ld hn hd :
  check k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi hs rows vs ln ld hn hd = true ->
  IZR un / IZR ud <= exp (- eps) -> IZR tn / IZR td <= exp eps ->
  encloses eps k (fun m Q => Df (fun x => (x - 1) ^ 2) m
      (marginal k (over D0 p0) Q) (marginal k (over D1 p1) Q))
    (IZR ln / IZR ld) (IZR hn / IZR hd).
Proof.
  intros H Hu Ht. apply (curve_certificate chi2 low eps k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi
    hs rows vs ln ld hn hd chi2_sound); auto.
  - apply summand_homogeneous.
  - intros A B v L. unfold low in L.
    rewrite !andb_true_iff, orb_true_iff, Z.ltb_lt, !Z.leb_le in L. destruct L as [[B0 L] V].
    apply IZR_le in B0, L. rewrite !mult_IZR, minus_IZR in L. simpl. unfold summand.
    destruct V as [V|V].
    + apply IZR_lt in V. apply Rmult_le_reg_r with (IZR B); auto. apply Rle_trans with (1 := L).
      right. field. lra.
    + apply IZR_le in V. apply Rle_trans with 0; auto. apply Rmult_le_pos; auto.
      pose proof (pow2_ge_0 (IZR A / IZR B - 1)) as S. simpl in S. auto.
Qed.
