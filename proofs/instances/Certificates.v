(* A certificate: an exactly feasible kernel with a value of at least [lower], and prices that no
   private kernel passes, with a sum of at most [upper]. *)
Require Import Reals Lra Lia ZArith List Bool.
From Lpcheck Require Import Definitions Sums.
From Lpcheck.instances Require Import Entries Piecewise Curved.
Import ListNotations.
Open Scope R_scope.

(* What is proved: some private mechanism has at least [lower], none more than [upper]. *)
Definition encloses eps k (U : nat -> (nat -> nat -> R) -> R) lower upper :=
  (exists v, attained eps k U v /\ lower <= v) /\ forall v, attained eps k U v -> v <= upper.
Definition sum_of (F : R -> R -> R) k P0 P1 m (Q : nat -> nat -> R) :=
  Sum m (fun y => F (marginal k P0 Q y) (marginal k P1 Q y)).

Fixpoint ZSum (n : nat) (f : nat -> Z) : Z :=
  match n with O => 0 | S n' => ZSum n' f + f n' end%Z.
Lemma IZR_ZSum n f : IZR (ZSum n f) = Sum n (fun x => IZR (f x)).
Proof. induction n; simpl; auto. rewrite plus_IZR, IHn. auto. Qed.
Definition qz (rows : list (list Z)) x y : Z := nth y (nth x rows []) 0%Z.
(* The least and the largest entry of each column are enough for privacy. *)
Definition check_kernel (k m : nat) (tn td Dq : Z) rows : bool :=
  ((0 <? Dq) && (0 <? td) && forallb (fun x => ZSum m (qz rows x) =? Dq) (seq 0 k) &&
   forallb (fun y => let c := map (fun x => qz rows x y) (seq 0 k) in
     let lo := fold_right Z.min (hd 0 c) c in
     (0 <=? lo) && forallb (fun q => q * td <=? tn * lo) c) (seq 0 m))%Z.
Definition column_sum (k : nat) (p : list Z) rows y : Z :=
  ZSum k (fun x => (nth x p 0 * qz rows x y)%Z).
Definition check_lower (low : Z -> Z -> Z -> bool) (k m : nat) tn td D0 D1 Dq p0 p1 rows vs ln ld :=
  (check_kernel k m tn td Dq rows && (0 <? D0) && (0 <? D1) && (0 <? ld) &&
   forallb (fun y => low (column_sum k p0 rows y * D1) (column_sum k p1 rows y * D0) (nth y vs 0))
     (seq 0 m) &&
   (ln * (D0 * D1 * Dq) <=? ld * ZSum m (fun y => nth y vs 0)))%Z.

Lemma fold_min_le a l x : In x l -> (fold_right Z.min a l <= x)%Z.
Proof.
  induction l; simpl; [tauto|]. intros [->|H]; [lia|]. specialize (IHl H). lia.
Qed.
Lemma kernel_sound eps k m tn td Dq rows : check_kernel k m tn td Dq rows = true ->
  IZR tn / IZR td <= exp eps ->
  kernel k m (kernel_over Dq rows) /\ ldp eps k m (kernel_over Dq rows) /\ 0 < IZR Dq.
Proof.
  unfold check_kernel. rewrite !andb_true_iff, !Z.ltb_lt, !forallb_forall.
  intros [[[HD Ht] HS] HC] He. apply IZR_lt in HD, Ht.
  assert (I : 0 < / IZR Dq) by (apply Rinv_0_lt_compat; auto).
  assert (G : forall x x' y, (x < k)%nat -> (x' < k)%nat -> (y < m)%nat ->
    (0 <= qz rows x' y /\ qz rows x y * td <= tn * qz rows x' y)%Z \/
    (0 <= qz rows x' y /\ tn < 0)%Z).
  { intros x x' y Hx Hx' Hy. specialize (HC y ltac:(apply in_seq; lia)). cbv zeta in HC.
    set (c := map (fun x => qz rows x y) (seq 0 k)) in *.
    rewrite andb_true_iff, Z.leb_le, forallb_forall in HC. destruct HC as [H0 HC].
    assert (I1 : In (qz rows x y) c) by (apply in_map_iff; exists x; rewrite in_seq; split; auto; lia).
    assert (I2 : In (qz rows x' y) c) by (apply in_map_iff; exists x'; rewrite in_seq; split; auto; lia).
    pose proof (fold_min_le (hd 0%Z c) c _ I2) as L. specialize (HC _ I1). apply Z.leb_le in HC.
    destruct (Z.ltb_spec tn 0); [right; lia|left]. split; [lia|]. nia. }
  assert (Tn : (0 <= tn)%Z \/ (tn < 0)%Z) by lia.
  split; [|split; auto].
  - intros x Hx. unfold kernel_over. split.
    + intros y Hy. destruct (G x x y Hx Hx Hy) as [[N _]|[N _]]; apply Rmult_le_pos; try lra;
        apply IZR_le; exact N.
    + specialize (HS x ltac:(apply in_seq; lia)). apply Z.eqb_eq in HS.
      unfold Rdiv. rewrite Sum_scal_r. change (Sum m (fun y => IZR (nth y (nth x rows []) 0%Z))) with
        (Sum m (fun y => IZR (qz rows x y))). rewrite <- IZR_ZSum, HS. field. lra.
  - intros x x' y Hx Hx' Hy. unfold kernel_over. change (nth y (nth x rows []) 0%Z) with (qz rows x y).
    change (nth y (nth x' rows []) 0%Z) with (qz rows x' y).
    destruct (G x x' y Hx Hx' Hy) as [[N L]|[N L]].
    + apply IZR_le in N, L. rewrite !mult_IZR in L. unfold Rdiv. rewrite <- Rmult_assoc.
      apply Rmult_le_compat_r; [lra|].
      apply Rle_trans with (IZR tn / IZR td * IZR (qz rows x' y)); [|apply Rmult_le_compat_r; auto].
      apply Rmult_le_reg_r with (IZR td); auto.
      replace (IZR tn / IZR td * IZR (qz rows x' y) * IZR td) with (IZR tn * IZR (qz rows x' y))
        by (field; lra). auto.
    + (* a negative tn: all columns are zero *)
      specialize (HC y ltac:(apply in_seq; lia)). cbv zeta in HC.
      set (c := map (fun x => qz rows x y) (seq 0 k)) in *.
      rewrite andb_true_iff, Z.leb_le, forallb_forall in HC. destruct HC as [H0 HC].
      assert (I1 : In (qz rows x y) c)
        by (apply in_map_iff; exists x; rewrite in_seq; split; auto; lia).
      pose proof (fold_min_le (hd 0%Z c) c _ I1) as L1. specialize (HC _ I1). apply Z.leb_le in HC.
      apply lt_IZR in Ht. assert (Z0 : (qz rows x y = 0)%Z) by nia. rewrite Z0. apply IZR_le in N.
      unfold Rdiv. rewrite Rmult_0_l. apply Rmult_le_pos; [left; apply exp_pos|].
      apply Rmult_le_pos; lra.
Qed.

Lemma marginal_over D Dq k p rows y : IZR D <> 0 -> IZR Dq <> 0 ->
  marginal k (over D p) (kernel_over Dq rows) y = IZR (column_sum k p rows y) / (IZR D * IZR Dq).
Proof.
  intros HD HQ. unfold column_sum, marginal. rewrite IZR_ZSum. unfold Rdiv. rewrite <- Sum_scal_r.
  apply Sum_ext. intros x _. unfold over, kernel_over, qz. rewrite mult_IZR. field. auto.
Qed.
Definition homogeneous (F : R -> R -> R) :=
  forall A B X, 0 < X -> F (A / X) (B / X) = F A B / X.
Theorem lower_sound F low eps k m tn td D0 D1 Dq p0 p1 rows vs ln ld :
  homogeneous F -> (forall A B v, low A B v = true -> IZR v <= F (IZR A) (IZR B)) ->
  check_lower low k m tn td D0 D1 Dq p0 p1 rows vs ln ld = true -> IZR tn / IZR td <= exp eps ->
  exists v, attained eps k (sum_of F k (over D0 p0) (over D1 p1)) v /\ IZR ln / IZR ld <= v.
Proof.
  intros HF Hl H He. unfold check_lower in H.
  rewrite !andb_true_iff, !Z.ltb_lt, Z.leb_le, forallb_forall in H.
  destruct H as [[[[[HK H0] H1] Hd] HV] HT].
  destruct (kernel_sound eps k m tn td Dq rows HK He) as [K [L HQ]].
  apply IZR_lt in H0, H1, Hd. set (Q := kernel_over Dq rows) in *.
  exists (sum_of F k (over D0 p0) (over D1 p1) m Q). split; [exists m, Q; auto|].
  set (X := IZR D0 * IZR D1 * IZR Dq).
  assert (HX : 0 < X) by (unfold X; repeat apply Rmult_lt_0_compat; auto).
  apply Rle_trans with (Sum m (fun y => IZR (nth y vs 0%Z) / X)).
  - apply IZR_le in HT. rewrite !mult_IZR, IZR_ZSum in HT. fold X in HT.
    unfold Rdiv at 2. rewrite Sum_scal_r. apply Rmult_le_reg_r with (IZR ld * X);
      [apply Rmult_lt_0_compat; auto|].
    replace (IZR ln / IZR ld * (IZR ld * X)) with (IZR ln * X) by (field; lra).
    replace (Sum m (fun x => IZR (nth x vs 0%Z)) * / X * (IZR ld * X)) with
      (IZR ld * Sum m (fun x => IZR (nth x vs 0%Z))) by (field; lra). auto.
  - apply Sum_le. intros y Hy. specialize (HV y ltac:(apply in_seq; lia)). apply Hl in HV.
    unfold Q. rewrite !marginal_over by lra.
    replace (IZR (column_sum k p0 rows y) / (IZR D0 * IZR Dq)) with
      (IZR (column_sum k p0 rows y * D1) / X) by (unfold X; rewrite mult_IZR; field; lra).
    replace (IZR (column_sum k p1 rows y) / (IZR D1 * IZR Dq)) with
      (IZR (column_sum k p1 rows y * D0) / X) by (unfold X; rewrite mult_IZR; field; lra).
    rewrite HF by auto. unfold Rdiv. apply Rmult_le_compat_r; auto.
    left. apply Rinv_0_lt_compat; auto.
Qed.

(* From entries back to the data. *)
Lemma sum_of_ext F k P0 P1 P0' P1' m Q : (forall x, P0 x = P0' x) -> (forall x, P1 x = P1' x) ->
  sum_of F k P0 P1 m Q = sum_of F k P0' P1' m Q.
Proof.
  intros E0 E1. unfold sum_of. apply Sum_ext. intros y _. unfold marginal. f_equal; apply Sum_ext;
    intros; [rewrite E0|rewrite E1]; auto.
Qed.
Definition check_data D0 D1 Dc p0 p1 c (un ud un' ud' : Z) : bool :=
  (same_length p0 p1 c && (0 <? D0) && (0 <? D1) && (0 <? Dc) && (0 <? ud') &&
   (ud' * ltotal c <=? un' * Dc))%Z.
Lemma data_upper F eps D0 D1 Dc p0 p1 c un ud un' ud' :
  check_data D0 D1 Dc p0 p1 c un ud un' ud' = true ->
  let l := entries D0 D1 Dc p0 p1 c in let D := (D0 * D1 * Dc)%Z in
  (forall m Q, kernel (length l) m Q -> ldp eps (length l) m Q ->
     sum_of F (length l) (at_ D ea l) (at_ D eb l) m Q <= IZR (zsum ec l) / IZR D) ->
  forall v, attained eps (length p0) (sum_of F (length p0) (over D0 p0) (over D1 p1)) v ->
  v <= IZR un' / IZR ud'.
Proof.
  intros C l D H v [m [Q [K [L ->]]]]. unfold check_data in C.
  rewrite !andb_true_iff, !Z.ltb_lt, Z.leb_le in C. destruct C as [[[[[SL H0] H1] Hc] Hd] HT].
  assert (E := entries_length D0 D1 Dc p0 p1 c SL). fold l in E.
  apply IZR_lt in H0, H1, Hc, Hd. pose proof (entries_at D0 D1 Dc H0 H1 Hc p0 p1 c SL) as A.
  cbv zeta in A. fold l D in A. rewrite <- E in *. specialize (H m Q K L).
  rewrite (sum_of_ext F _ (over D0 p0) (over D1 p1) (at_ D ea l) (at_ D eb l)) by
    (intros; symmetry; apply A).
  apply Rle_trans with (1 := H). rewrite <- zsum_at.
  rewrite (Sum_ext _ _ (over Dc c)) by (intros; apply A).
  assert (T : Sum (length l) (over Dc c) = IZR (ltotal c) / IZR Dc).
  { rewrite E. assert (E' : length p0 = length c).
    { unfold same_length in SL. rewrite andb_true_iff, !Nat.eqb_eq in SL. tauto. }
    rewrite E'. clear. unfold over. unfold Rdiv. rewrite Sum_scal_r. f_equal.
    induction c as [|a c IH]; [reflexivity|]. change (length (a :: c)) with (S (length c)).
    rewrite Sum_shift. cbn [ltotal]. rewrite plus_IZR, <- IH. reflexivity. }
  rewrite T. apply IZR_le in HT. rewrite !mult_IZR in HT.
  apply Rmult_le_reg_r with (IZR ud' * IZR Dc); [apply Rmult_lt_0_compat; auto|].
  replace (IZR (ltotal c) / IZR Dc * (IZR ud' * IZR Dc)) with (IZR ud' * IZR (ltotal c)) by (field; lra).
  replace (IZR un' / IZR ud' * (IZR ud' * IZR Dc)) with (IZR un' * IZR Dc) by (field; lra). auto.
Qed.

Definition check_pieces_both low f pieces k m un ud tn td D0 D1 Dc Dq p0 p1 c rows vs ln ld hn hd :=
  (check_data D0 D1 Dc p0 p1 c un ud hn hd && (k =? length p0)%nat &&
   check_pieces un ud (D0 * D1 * Dc) f pieces (entries D0 D1 Dc p0 p1 c) &&
   check_lower low k m tn td D0 D1 Dq p0 p1 rows vs ln ld)%Z%bool.
Theorem pieces_certificate F low f pieces eps k m un ud tn td D0 D1 Dc Dq p0 p1 c rows vs ln ld hn hd :
  homogeneous F -> (forall A B v, low A B v = true -> IZR v <= F (IZR A) (IZR B)) ->
  (forall A B, 0 <= A -> 0 <= B -> exists p q, In (p, q) pieces /\
     F A B <= (IZR p * A + IZR q * B) / IZR f) ->
  check_pieces_both low f pieces k m un ud tn td D0 D1 Dc Dq p0 p1 c rows vs ln ld hn hd = true ->
  IZR un / IZR ud <= exp (- eps) -> IZR tn / IZR td <= exp eps ->
  encloses eps k (sum_of F k (over D0 p0) (over D1 p1)) (IZR ln / IZR ld) (IZR hn / IZR hd).
Proof.
  intros HF Hl HP H Hu Ht. unfold check_pieces_both in H. rewrite !andb_true_iff, Nat.eqb_eq in H.
  destruct H as [[[HD Hk] HU] HL]. split.
  - apply (lower_sound F low eps k m tn td D0 D1 Dq p0 p1 rows vs); auto.
  - rewrite Hk. apply (data_upper F eps D0 D1 Dc p0 p1 c un ud hn hd HD). intros m' Q K L.
    apply (check_pieces_sound F eps un ud _ f pieces); auto.
Qed.
Definition check_curve_both cv low k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi hs rows vs ln ld hn hd :=
  (check_data D0 D1 Dc p0 p1 c un ud hn hd && (k =? length p0)%nat &&
   check_curve cv un ud (D0 * D1 * Dc) G lo hi (entries D0 D1 Dc p0 p1 c) hs &&
   check_lower low k m tn td D0 D1 Dq p0 p1 rows vs ln ld)%Z%bool.
Theorem curve_certificate cv low eps k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi hs rows vs ln ld hn hd :
  sound cv -> homogeneous (value cv) ->
  (forall A B v, low A B v = true -> IZR v <= value cv (IZR A) (IZR B)) ->
  check_curve_both cv low k m un ud tn td D0 D1 Dc Dq p0 p1 c G lo hi hs rows vs ln ld hn hd = true ->
  IZR un / IZR ud <= exp (- eps) -> IZR tn / IZR td <= exp eps ->
  encloses eps k (sum_of (value cv) k (over D0 p0) (over D1 p1)) (IZR ln / IZR ld) (IZR hn / IZR hd).
Proof.
  intros Hc HF Hl H Hu Ht. unfold check_curve_both in H. rewrite !andb_true_iff, Nat.eqb_eq in H.
  destruct H as [[[HD Hk] HU] HL]. split.
  - apply (lower_sound (value cv) low eps k m tn td D0 D1 Dq p0 p1 rows vs); auto.
  - rewrite Hk. apply (data_upper (value cv) eps D0 D1 Dc p0 p1 c un ud hn hd HD). intros m' Q K L.
    apply (check_curve_sound cv eps un ud _ G lo hi _ hs); auto.
Qed.
(* Utilities that agree are enclosed alike. *)
Lemma encloses_ext eps k U V lower upper : (forall m Q, U m Q = V m Q) ->
  encloses eps k U lower upper -> encloses eps k V lower upper.
Proof.
  intros E [[v [[m [Q [K [L W]]]] B]] H]. split.
  - exists v. split; auto. exists m, Q. rewrite <- E. auto.
  - intros w [m' [Q' [K' [L' W']]]]. apply H. exists m', Q'. rewrite E. auto.
Qed.
