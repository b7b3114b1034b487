(* Squared Hellinger: f(x) = (1 - sqrt x)^2, with the support lines (1 - 1/s) A + (1 - s) B,
   s = sqrt(A/B). *)
Require Import Reals Lra Lia ZArith List Bool.
From Lpcheck Require Import Definitions Sums.
From Lpcheck.instances Require Import Entries Curved Certificates Perspective.
Open Scope R_scope.

Definition f (x : R) := (1 - sqrt x) ^ 2.
Definition w (G : Z) (e : entry) (z : Z) : Z :=
  (G * (z - G) * ea e + z * (G - z) * eb e - z * G * ec e)%Z.
Definition hellinger : curve := {|
  value := summand f;
  dom := fun s => 0 < s;
  slope1 := fun s => 1 - / s;
  slope2 := fun s => 1 - s;
  positive_at := fun G e z => ((0 <? z) && (0 <=? w G e z))%Z;
  negative_at := fun G e z => ((0 <? z) && (w G e z <? 0))%Z;
  leaf := fun A B C => let g := (A + B - C)%Z in ((g <=? 0) || (g * g <=? 4 * (A * B)))%Z;
  range := fun un ud G lo hi =>
    ((0 <=? lo) && (0 <=? hi) && (lo * lo * ud <=? G * G * un) && (G * G * ud <=? hi * hi * un))%Z;
|}.
Lemma w_is G e z : (0 < G)%Z -> (0 < z)%Z -> IZR (w G e z) = IZR z * IZR G *
  ((1 - / (IZR z / IZR G)) * IZR (ea e) + (1 - IZR z / IZR G) * IZR (eb e) - IZR (ec e)).
Proof.
  intros HG Hz. apply IZR_lt in HG, Hz. unfold w.
  rewrite minus_IZR, plus_IZR, !mult_IZR, !minus_IZR. field. lra.
Qed.
(* sqrt(A B) in place of the square root of the ratio *)
Lemma summand_root A B : 0 <= A -> 0 < B -> summand f A B = A + B - 2 * sqrt (A * B).
Proof.
  intros HA HB. unfold summand, f.
  assert (R : 0 <= A / B) by (unfold Rdiv; apply Rmult_le_pos; auto; left; apply Rinv_0_lt_compat; auto).
  assert (E : B * sqrt (A / B) = sqrt (A * B)).
  { rewrite <- (sqrt_square B) at 1 by lra. rewrite <- sqrt_mult; [|apply Rmult_le_pos; lra|exact R].
    f_equal. field. lra. }
  pose proof (sqrt_sqrt (A / B) R) as S.
  replace (B * (1 - sqrt (A / B)) ^ 2) with (B - 2 * (B * sqrt (A / B)) + B * (sqrt (A / B) * sqrt (A / B)))
    by ring.
  rewrite E, S. field. lra.
Qed.
Lemma hellinger_sound : sound hellinger.
Proof.
  split; cbn [hellinger value dom slope1 slope2 positive_at negative_at leaf range]; cbv zeta.
  - unfold summand. lra.
  - intros. lra.
  - intros s A B Hs HA HB. rewrite summand_root by lra.
    assert (P : 0 < A * B) by (apply Rmult_lt_0_compat; auto).
    set (a := sqrt A). set (b := sqrt B).
    assert (Ea : A = a * a) by (unfold a; rewrite sqrt_sqrt; lra).
    assert (Eb : B = b * b) by (unfold b; rewrite sqrt_sqrt; lra).
    rewrite sqrt_mult by lra. fold a b.
    assert (0 <= / s * (a - s * b) ^ 2).
    { apply Rmult_le_pos; [left; apply Rinv_0_lt_compat; auto|apply pow2_ge_0]. }
    replace (/ s * (a - s * b) ^ 2) with (/ s * (a * a) - 2 * (a * b) + s * (b * b)) in H by (field; lra).
    rewrite <- Ea, <- Eb in H. lra.
  - intros x z l Hx Hz Hl. set (y := l * x + (1 - l) * z).
    assert (Hy : 0 < y).
    { unfold y. destruct (Req_dec l 0) as [->|]; [lra|].
      assert (0 < l * x) by (apply Rmult_lt_0_compat; lra).
      assert (0 <= (1 - l) * z) by (apply Rmult_le_pos; lra). lra. }
    assert (T : forall v, 0 < v -> 2 * / y - v * (/ y * / y) <= / v).
    { intros v Hv. assert (0 <= / v * (1 - v * / y) ^ 2).
      { apply Rmult_le_pos; [left; apply Rinv_0_lt_compat; auto|apply pow2_ge_0]. }
      replace (/ v * (1 - v * / y) ^ 2) with (/ v - 2 * / y + v * (/ y * / y)) in H by (field; lra). lra. }
    pose proof (T x Hx) as Tx. pose proof (T z Hz) as Tz.
    apply Rmult_le_compat_l with (r := l) in Tx; [|lra].
    apply Rmult_le_compat_l with (r := 1 - l) in Tz; [|lra].
    assert (E : l * (2 * / y - x * (/ y * / y)) + (1 - l) * (2 * / y - z * (/ y * / y)) =
      2 * / y - y * (/ y * / y)) by (unfold y; ring).
    replace (y * (/ y * / y)) with (/ y) in E by (field; lra). lra.
  - intros. right. ring.
  - intros G e z HG H. rewrite andb_true_iff, Z.ltb_lt, Z.leb_le in H. destruct H as [Hz H].
    apply IZR_le in H. rewrite w_is in H by auto. apply IZR_lt in HG, Hz.
    split; [apply Rdiv_lt_0_compat; auto|].
    apply Rmult_le_reg_l with (IZR z * IZR G); [apply Rmult_lt_0_compat; auto|]. lra.
  - intros G e z HG H. rewrite andb_true_iff, !Z.ltb_lt in H. destruct H as [Hz H].
    apply IZR_lt in H. rewrite w_is in H by auto. apply IZR_lt in HG, Hz.
    split; [apply Rdiv_lt_0_compat; auto|].
    apply Rmult_lt_reg_l with (IZR z * IZR G); [apply Rmult_lt_0_compat; auto|]. lra.
  - intros A B C X H HX HA HB. rewrite orb_true_iff, !Z.leb_le in H.
    rewrite (summand_homogeneous f _ _ X HX).
    rewrite summand_root by lra. unfold Rdiv. apply Rmult_le_compat_r;
      [left; apply Rinv_0_lt_compat; auto|].
    pose proof (sqrt_pos (IZR A * IZR B)) as S0.
    assert (P : 0 <= IZR A * IZR B) by (apply Rmult_le_pos; lra).
    destruct H as [H|H]; apply IZR_le in H.
    + rewrite minus_IZR, plus_IZR in H. lra.
    + rewrite !mult_IZR, minus_IZR, plus_IZR in H.
      assert (IZR A + IZR B - IZR C <= 2 * sqrt (IZR A * IZR B)); [|lra].
      apply Rsqr_incr_0_var; [|lra]. unfold Rsqr. pose proof (sqrt_sqrt _ P). lra.
  - intros un ud G lo hi A B HG Hn Hd H HA HB C1 C2.
    rewrite !andb_true_iff, !Z.leb_le in H. destruct H as [[[L0 H0] H1] H2].
    apply IZR_le in L0, H0, H1, H2. rewrite !mult_IZR in H1, H2. apply IZR_lt in HG, Hn, Hd.
    assert (R : 0 < A / B) by (apply Rdiv_lt_0_compat; auto).
    assert (U1 : IZR un / IZR ud <= A / B).
    { apply Rmult_le_reg_r with B; auto. replace (A / B * B) with A by (field; lra). auto. }
    assert (U2 : A / B <= IZR ud / IZR un).
    { apply Rmult_le_reg_r with (B * (IZR un / IZR ud)).
      - apply Rmult_lt_0_compat; auto. apply Rdiv_lt_0_compat; auto.
      - replace (IZR ud / IZR un * (B * (IZR un / IZR ud))) with B by (field; lra).
        replace (A / B * (B * (IZR un / IZR ud))) with (IZR un / IZR ud * A) by (field; lra). auto. }
    pose proof (sqrt_sqrt (A / B) ltac:(lra)) as S. pose proof (sqrt_lt_R0 _ R) as S0.
    exists (sqrt (A / B)). split; [exact S0|]. split; [split|].
    + apply Rsqr_incr_0_var; [|lra]. unfold Rsqr. rewrite S. apply Rle_trans with (2 := U1).
      replace (IZR lo / IZR G * (IZR lo / IZR G)) with ((IZR lo * IZR lo) / (IZR G * IZR G)) by (field; lra).
      apply quotient_le; auto; [apply Rmult_lt_0_compat; auto|]. lra.
    + apply Rsqr_incr_0_var; [|unfold Rdiv; apply Rmult_le_pos; auto; left; apply Rinv_0_lt_compat; auto].
      unfold Rsqr. rewrite S. apply Rle_trans with (1 := U2).
      replace (IZR hi / IZR G * (IZR hi / IZR G)) with ((IZR hi * IZR hi) / (IZR G * IZR G)) by (field; lra).
      apply quotient_le; auto; [apply Rmult_lt_0_compat; auto|]. lra.
    + unfold summand, f. set (q := sqrt (A / B)) in *.
      replace A with (q * q * B) at 1 by (rewrite S; field; lra). field. lra.
Qed.
Definition low (A B v : Z) : bool := let g := (A + B - v)%Z in
  ((0 <=? A) && (0 <=? B) &&
   ((v <=? 0) || ((0 <? B) && (0 <=? g) && (4 * (A * B) <=? g * g))))%Z.
Definition check := check_curve_both hellinger low.

Theorem certificate eps k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi hs rows vs ln ld hn hd :
  check k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi hs rows vs ln ld hn hd = true ->
  IZR un / IZR ud <= exp (- eps) -> IZR tn / IZR td <= exp eps ->
  encloses eps k (fun m Q => Df (fun x => (1 - sqrt x) ^ 2) m
      (marginal k (over D0 p0) Q) (marginal k (over D1 p1) Q))
    (IZR ln / IZR ld) (IZR hn / IZR hd).
Proof.
  intros H Hu Ht. apply (curve_certificate hellinger low eps k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo
    hi hs rows vs ln ld hn hd hellinger_sound); auto.
  - apply summand_homogeneous.
  - intros A B v L. unfold low in L. cbv zeta in L.
    rewrite !andb_true_iff, orb_true_iff, !andb_true_iff, Z.ltb_lt, !Z.leb_le in L.
    destruct L as [[A0 B0] L]. apply IZR_le in A0, B0. simpl. destruct L as [L|[[HB L0] L]].
    + apply IZR_le in L. apply Rle_trans with 0; auto. unfold summand, f.
      apply Rmult_le_pos; auto. apply pow2_ge_0.
    + apply IZR_lt in HB. apply IZR_le in L0, L. rewrite minus_IZR, plus_IZR in L0.
      rewrite !mult_IZR, minus_IZR, plus_IZR in L. rewrite summand_root by lra.
      assert (P : 0 <= IZR A * IZR B) by (apply Rmult_le_pos; lra).
      assert (2 * sqrt (IZR A * IZR B) <= IZR A + IZR B - IZR v); [|lra].
      apply Rsqr_incr_0_var; [|lra]. unfold Rsqr. pose proof (sqrt_sqrt _ P). lra.
Qed.
