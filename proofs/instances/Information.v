(* Mutual information.  Upper half: prices that pay for all 2^k patterns, at a level eps' >= eps whose
   exponential is rational.  Lower half: an exactly private kernel, its information by verified logs. *)
Require Import Reals Lra Lia ZArith List Bool.
From Lpcheck Require Import Definitions Sums Convexity Sublinear.
From Lpcheck.instances Require Import Entries Certificates Logs.
Import ListNotations.
Open Scope R_scope.

(* A column that is 1 on s and u elsewhere. *)
Lemma information_raised k P u s : distribution k P -> 0 < u ->
  let m := Sum k (fun x => P x * raised u s x) in 0 < m ->
  information k P (raised u s) =
  u * ln u * Sum k (fun x => P x * (if s x then 0 else 1)) - m * ln m.
Proof.
  intros D Hu m Hm. unfold information. fold m.
  rewrite (Sum_ext k _ (fun x => u * ln u * (P x * (if s x then 0 else 1)) - ln m * (P x * raised u s x))).
  - rewrite Sum_minus, !Sum_scal. fold m. ring.
  - intros x _. unfold raised. destruct (s x).
    + rewrite ln_div, ln_1 by lra. ring.
    + rewrite ln_div by lra. ring.
Qed.

Section Patterns.
Variables (un ud D0 Dc : Z).
Definition letter := (Z * (Z * Z) * (Z * Z))%type. (* p; p ud, p un; c ud, c un *)
Definition letters (p c : list Z) : list letter :=
  map (fun pc => (fst pc, (fst pc * ud, fst pc * un), (snd pc * ud, snd pc * un)))%Z (combine p c).
(* L: the mass below, A: the mean, C: the prices *)
Definition pays (L A C : Z) : bool :=
  logs_nonpos [(L * un * Dc, un, ud); (- (A * Dc), A, D0 * ud)]%Z (- (D0 * C))%Z.
Fixpoint every (l : list letter) (L A C : Z) : bool :=
  match l with
  | [] => pays L A C
  | (p, (pu, pn), (cu, cn)) :: t => every t L (A + pu) (C + cu) && every t (L + p) (A + pn) (C + cn)
  end%Z.
Fixpoint total (g : Z -> bool -> Z) (l : list Z) (s : nat -> bool) : Z :=
  match l with [] => 0 | a :: t => g a (s 0%nat) + total g t (fun x => s (S x)) end%Z.
Let side (a : Z) (b : bool) : Z := (a * if b then ud else un)%Z.
Let below (a : Z) (b : bool) : Z := if b then 0%Z else a.
Lemma every_sound : forall p c s L A C, length p = length c -> every (letters p c) L A C = true ->
  pays (L + total below p s) (A + total side p s) (C + total side c s) = true.
Proof.
  induction p as [|a p IH]; intros [|z c] s L A C E H; try discriminate.
  - simpl. rewrite !Z.add_0_r. exact H.
  - simpl in E. injection E as E. change (letters (a :: p) (z :: c)) with
      ((a, (a * ud, a * un), (z * ud, z * un))%Z :: letters p c) in H.
    cbn [every] in H. apply andb_true_iff in H. destruct H as [H1 H2]. cbn [total].
    unfold below at 1, side at 1 3. rewrite !Z.add_assoc. destruct (s 0%nat).
    + rewrite Z.add_0_r. apply IH; auto.
    + apply IH; auto.
Qed.
Lemma total_Sum g D (h : bool -> R) : IZR D <> 0 ->
  (forall a b, IZR (g a b) = IZR a * h b) -> forall l s,
  Sum (length l) (fun x => over D l x * h (s x)) = IZR (total g l s) / IZR D.
Proof.
  intros HD Hg. induction l as [|a l IH]; intros s; [simpl; unfold Rdiv; ring|].
  change (length (a :: l)) with (S (length l)). rewrite Sum_shift.
  cbn [total]. rewrite plus_IZR, Hg.
  rewrite (Sum_ext _ _ (fun x => over D l x * h (s (S x)))) by reflexivity.
  rewrite (IH (fun x => s (S x))). unfold over at 1. simpl nth. field. auto.
Qed.

Hypothesis Hn : (0 < un)%Z.
Hypothesis Hd : (0 < ud)%Z.
Hypothesis H0 : (0 < D0)%Z.
Hypothesis Hc : (0 < Dc)%Z.
Lemma pays_sound p c s : length p = length c -> every (letters p c) 0 0 0 = true ->
  distribution (length p) (over D0 p) -> let u := IZR un / IZR ud in let k := length p in
  information k (over D0 p) (raised u s) <= Sum k (fun x => raised u s x * over Dc c x).
Proof.
  intros E H D u k. apply (every_sound p c s) in H; auto. rewrite !Z.add_0_l in H.
  apply IZR_lt in Hn, Hd, H0, Hc. assert (U : 0 < u) by (apply Rdiv_lt_0_compat; auto).
  set (L := total below p s) in *. set (A := total side p s) in *. set (C := total side c s) in *.
  assert (G : forall a b, IZR (side a b) = IZR a * (IZR ud * (if b then 1 else u))).
  { intros a b. unfold side. destruct b; rewrite mult_IZR; [ring|]. unfold u. field. lra. }
  assert (EL : Sum k (fun x => over D0 p x * (if s x then 0 else 1)) = IZR L / IZR D0).
  { apply (total_Sum below D0 (fun b : bool => if b then 0 else 1)); [lra|].
    intros a b. unfold below. destruct b; ring. }
  assert (EA : Sum k (fun x => over D0 p x * raised u s x) = IZR A / (IZR D0 * IZR ud)).
  { apply Rmult_eq_reg_l with (IZR ud); [|lra]. rewrite <- Sum_scal.
    rewrite (Sum_ext k _ (fun x => over D0 p x * (IZR ud * (if s x then 1 else u))))
      by (intros; unfold raised; ring).
    pose proof (total_Sum side D0 (fun b : bool => IZR ud * (if b then 1 else u)) ltac:(lra) G p s) as T.
    cbv beta in T. unfold k. rewrite T.
    fold A. field. lra. }
  assert (EC : Sum k (fun x => raised u s x * over Dc c x) = IZR C / (IZR Dc * IZR ud)).
  { apply Rmult_eq_reg_l with (IZR ud); [|lra]. rewrite <- Sum_scal. unfold k. rewrite E.
    rewrite (Sum_ext (length c) _ (fun x => over Dc c x * (IZR ud * (if s x then 1 else u))))
      by (intros; unfold raised; ring).
    pose proof (total_Sum side Dc (fun b : bool => IZR ud * (if b then 1 else u)) ltac:(lra) G c s) as T.
    cbv beta in T. rewrite T.
    fold C. field. lra. }
  apply logs_nonpos_ok in H. destruct H as [X H].
  unfold logs_exist in X. cbn [forallb fst snd] in X. rewrite !andb_true_iff, !Z.ltb_lt in X.
  destruct X as [_ [[XA _] _]]. apply IZR_lt in XA.
  assert (M : 0 < IZR A / (IZR D0 * IZR ud)).
  { apply Rdiv_lt_0_compat; auto. apply Rmult_lt_0_compat; auto. }
  pose proof (information_raised k (over D0 p) u s D U) as I. cbv zeta in I. rewrite EA, EL in I.
  rewrite (I M), EC. cbn [log_sum] in H. rewrite !opp_IZR, !mult_IZR in H. fold u in H.
  apply Rmult_le_reg_l with (IZR D0 * IZR ud * IZR Dc); [repeat apply Rmult_lt_0_compat; auto|].
  replace (IZR D0 * IZR ud * IZR Dc * (IZR C / (IZR Dc * IZR ud))) with (IZR D0 * IZR C) by (field; lra).
  replace (IZR D0 * IZR ud * IZR Dc * (u * ln u * (IZR L / IZR D0) -
    IZR A / (IZR D0 * IZR ud) * ln (IZR A / (IZR D0 * IZR ud)))) with
    (IZR L * IZR un * IZR Dc * ln u - IZR A * IZR Dc * ln (IZR A / (IZR D0 * IZR ud))).
  - lra.
  - set (l := ln (IZR A / (IZR D0 * IZR ud))). set (w := ln u). unfold u. field. lra.
Qed.
End Patterns.

Definition is_prior (D : Z) (p : list Z) : bool :=
  ((0 <? D) && (ltotal p =? D) && forallb (fun a => 0 <? a) p && negb (length p =? 0)%nat)%Z.
Lemma over_total D l : IZR D <> 0 -> Sum (length l) (over D l) = IZR (ltotal l) / IZR D.
Proof.
  intros HD. induction l as [|a l IH]; [simpl; unfold Rdiv; ring|].
  change (length (a :: l)) with (S (length l)). rewrite Sum_shift.
  change (Sum (length l) (fun x => over D (a :: l) (S x))) with (Sum (length l) (over D l)).
  rewrite IH. cbn [ltotal]. rewrite plus_IZR. unfold over. simpl nth. field. auto.
Qed.
Lemma prior_ok D p : is_prior D p = true -> 0 < IZR D /\ distribution (length p) (over D p) /\
  positive (length p) (over D p) /\ (0 < length p)%nat.
Proof.
  unfold is_prior. rewrite !andb_true_iff, Z.ltb_lt, Z.eqb_eq, forallb_forall, negb_true_iff, Nat.eqb_neq.
  intros [[[HD T] P] N]. apply IZR_lt in HD.
  assert (G : positive (length p) (over D p)).
  { intros x Hx. unfold over. apply Rdiv_lt_0_compat; auto. apply IZR_lt, Z.ltb_lt, P, nth_In; auto. }
  split; auto. split; [split|split; auto; lia].
  - intros x Hx. left. apply G; auto.
  - rewrite over_total, T by lra. field. lra.
Qed.

Lemma upper_sound eps un ud D0 Dc p c : is_prior D0 p = true -> (0 < un)%Z -> (un <= ud)%Z -> (0 < Dc)%Z ->
  length p = length c -> every un ud D0 Dc (letters un ud p c) 0 0 0 = true ->
  IZR un / IZR ud <= exp (- eps) -> forall m Q, kernel (length p) m Q -> ldp eps (length p) m Q ->
  utility (information (length p) (over D0 p)) m Q <= IZR (ltotal c) / IZR Dc.
Proof.
  intros HP Hn Hle Hc E H He m Q K L. destruct (prior_ok D0 p HP) as [H0 [D [P Hk]]].
  assert (Hd : (0 < ud)%Z) by lia. assert (Rn := IZR_lt _ _ Hn). assert (Rd := IZR_lt _ _ Hd).
  assert (Rle' := IZR_le _ _ Hle). set (u := IZR un / IZR ud) in *. set (k := length p) in *.
  assert (U : 0 < u) by (apply Rdiv_lt_0_compat; auto).
  assert (T : 1 <= IZR ud / IZR un).
  { apply Rmult_le_reg_r with (IZR un); auto. replace (IZR ud / IZR un * IZR un) with (IZR ud) by (field; lra). lra. }
  set (eps' := ln (IZR ud / IZR un)). assert (Ee : exp eps' = IZR ud / IZR un) by (apply exp_ln; lra).
  assert (He' : 0 <= eps').
  { unfold eps'. rewrite <- ln_1. apply ln_mono; lra. }
  assert (B : exp eps <= exp eps').
  { rewrite Ee. apply Rmult_le_reg_l with (exp (- eps) * u); [apply Rmult_lt_0_compat; [apply exp_pos|auto]|].
    replace (exp (- eps) * u * exp eps) with (u * (exp (- eps) * exp eps)) by ring.
    rewrite <- exp_plus, Rplus_opp_l, exp_0.
    replace (exp (- eps) * u * (IZR ud / IZR un)) with (exp (- eps)) by (unfold u; field; lra). lra. }
  assert (L' : ldp eps' k m Q).
  { intros x x' y Hx Hx' Hy. apply Rle_trans with (1 := L x x' y Hx Hx' Hy).
    apply Rmult_le_compat_r; auto. apply (proj1 (K x' Hx')); auto. }
  rewrite <- (over_total Dc c) by (apply Rgt_not_eq, IZR_lt; auto). rewrite <- E. fold k.
  pose proof (information_sublinear k (over D0 p) P) as S.
  apply (weak_duality eps' k (information k (over D0 p)) (over Dc c)); auto.
  intros j _. set (s := fun x => Nat.testbit j (k - 1 - x)).
  assert (Z0 : (0 < D0)%Z) by (apply lt_IZR; exact H0).
  pose proof (pays_sound un ud D0 Dc Hn Hd Z0 Hc p c s E H D) as G. cbv zeta in G. fold u k in G.
  assert (W : forall x, pattern eps' k j x = IZR ud / IZR un * raised u s x).
  { intros x. unfold pattern, raised, s. rewrite Ee. destruct (Nat.testbit j (k - 1 - x)); [ring|].
    unfold u. field. lra. }
  destruct S as [Ext [Sc _]].
  rewrite (Ext (pattern eps' k j) (fun x => IZR ud / IZR un * raised u s x)) by (intros; apply W).
  rewrite Sc; [|lra|]. 2:{ intros x _. unfold raised. destruct (s x); lra. }
  rewrite (Sum_ext k _ (fun x => IZR ud / IZR un * (raised u s x * over Dc c x)))
    by (intros; rewrite W; ring).
  rewrite Sum_scal. apply Rmult_le_compat_l; lra.
Qed.

Fixpoint terms (k : nat) D0 (p : list Z) rows y (col : Z) : list log_term :=
  match k with
  | O => []
  | S k' => (nth k' p 0 * qz rows k' y, qz rows k' y * D0, col)%Z :: terms k' D0 p rows y col
  end.
Lemma terms_sum D0 p rows y col d : forall k, log_sum (terms k D0 p rows y col) d =
  Sum k (fun x => IZR (nth x p 0%Z * qz rows x y) * ln (IZR (qz rows x y * D0) / IZR col)) + IZR d.
Proof. induction k; cbn [terms log_sum Sum]; [ring|]. rewrite IHk. ring. Qed.
Lemma terms_exist D0 p rows y col : forall k, logs_exist (terms k D0 p rows y col) = true ->
  forall x, (x < k)%nat -> (0 < qz rows x y * D0)%Z /\ (0 < col)%Z.
Proof.
  induction k; intros H x Hx; [lia|]. unfold logs_exist in H. cbn [terms forallb fst snd] in H.
  rewrite !andb_true_iff, !Z.ltb_lt in H. destruct H as [H1 H2].
  destruct (Nat.eq_dec x k) as [->|N]; auto. apply IHk; auto. lia.
Qed.
Definition column_low k D0 p rows (y : nat) (v : Z) : bool :=
  logs_nonneg (terms k D0 p rows y (column_sum k p rows y)) (- v).
Lemma column_low_ok k D0 Dq p rows y v : (0 < k)%nat -> 0 < IZR D0 -> 0 < IZR Dq ->
  column_low k D0 p rows y v = true ->
  IZR v / (IZR D0 * IZR Dq) <= information k (over D0 p) (fun x => kernel_over Dq rows x y).
Proof.
  intros Hk H0 HQ H. apply logs_nonneg_ok in H. destruct H as [X H].
  rewrite terms_sum, opp_IZR in H. pose proof (terms_exist _ _ _ _ _ _ X) as Y. clear X.
  destruct (Y 0%nat Hk) as [_ Hcol]. apply IZR_lt in Hcol. unfold information.
  change (Sum k (fun z => over D0 p z * kernel_over Dq rows z y)) with
    (marginal k (over D0 p) (kernel_over Dq rows) y).
  rewrite marginal_over by lra. set (col := column_sum k p rows y) in *.
  rewrite (Sum_ext k _ (fun x => / (IZR D0 * IZR Dq) *
    (IZR (nth x p 0%Z * qz rows x y) * ln (IZR (qz rows x y * D0) / IZR col)))).
  - rewrite Sum_scal. unfold Rdiv. rewrite Rmult_comm. apply Rmult_le_compat_l; [|lra].
    left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; auto.
  - intros x Hx. destruct (Y x Hx) as [Hq _]. apply IZR_lt in Hq. rewrite mult_IZR in Hq.
    unfold over, kernel_over. change (nth y (nth x rows []) 0%Z) with (qz rows x y).
    replace (IZR (qz rows x y) / IZR Dq / (IZR col / (IZR D0 * IZR Dq))) with
      (IZR (qz rows x y * D0) / IZR col) by (rewrite mult_IZR; field; lra).
    set (l := ln _). rewrite mult_IZR. field. lra.
Qed.

Definition check (k m : nat) un ud tn td D0 Dc Dq p c rows vs ln ld hn hd : bool :=
  is_prior D0 p && (k =? length p)%nat && (length p =? length c)%nat &&
  ((0 <? un) && (un <=? ud) && (0 <? Dc) && (0 <? ld) && (0 <? hd))%Z &&
  every un ud D0 Dc (letters un ud p c) 0 0 0 && (hd * ltotal c <=? hn * Dc)%Z &&
  check_kernel k m tn td Dq rows &&
  forallb (fun y => column_low k D0 p rows y (nth y vs 0%Z)) (seq 0 m) &&
  (ln * (D0 * Dq) <=? ld * ZSum m (fun y => nth y vs 0))%Z.

Theorem certificate eps k m un ud tn td D0 Dc Dq p c rows vs ln ld hn hd :
  check k m un ud tn td D0 Dc Dq p c rows vs ln ld hn hd = true ->
  IZR un / IZR ud <= exp (- eps) -> IZR tn / IZR td <= exp eps ->
  encloses eps k (utility (information k (over D0 p))) (IZR ln / IZR ld) (IZR hn / IZR hd).
Proof.
  intros H Hu Ht. unfold check in H. rewrite !andb_true_iff, !Nat.eqb_eq, !Z.ltb_lt, !Z.leb_le in H.
  destruct H as [[[[[[[[HP Ek] El] [[[[Hn Hle] Hc] Hl] Hh]] HE] HU] HK] HV] HL]. subst k.
  destruct (prior_ok D0 p HP) as [H0 [D [P Hk]]].
  destruct (kernel_sound eps _ m tn td Dq rows HK Ht) as [K [L HQ]]. split.
  - exists (utility (information (length p) (over D0 p)) m (kernel_over Dq rows)).
    split; [exists m, (kernel_over Dq rows); auto|]. unfold utility.
    apply Rle_trans with (Sum m (fun y => IZR (nth y vs 0%Z) / (IZR D0 * IZR Dq))).
    + unfold Rdiv. rewrite Sum_scal_r, <- IZR_ZSum. apply IZR_le in HL. rewrite !mult_IZR in HL.
      apply IZR_lt in Hl. fold (Rdiv (IZR ln) (IZR ld)).
      apply Rmult_le_reg_r with (IZR ld * (IZR D0 * IZR Dq)); [repeat apply Rmult_lt_0_compat; auto|].
      replace (IZR ln / IZR ld * (IZR ld * (IZR D0 * IZR Dq))) with (IZR ln * (IZR D0 * IZR Dq)) by (field; lra).
      replace (IZR (ZSum m (fun y => nth y vs 0%Z)) * / (IZR D0 * IZR Dq) * (IZR ld * (IZR D0 * IZR Dq))) with
        (IZR ld * IZR (ZSum m (fun y => nth y vs 0%Z))) by (field; lra). auto.
    + apply Sum_le. intros y Hy. apply column_low_ok; auto.
      rewrite forallb_forall in HV. apply HV, in_seq. lia.
  - intros v [m' [Q [K' [L' ->]]]].
    apply Rle_trans with (1 := upper_sound eps un ud D0 Dc p c HP Hn Hle Hc El HE Hu m' Q K' L').
    apply IZR_le in HU. rewrite !mult_IZR in HU. apply IZR_lt in Hc, Hh.
    apply Rmult_le_reg_r with (IZR hd * IZR Dc); [apply Rmult_lt_0_compat; auto|].
    replace (IZR (ltotal c) / IZR Dc * (IZR hd * IZR Dc)) with (IZR hd * IZR (ltotal c)) by (field; lra).
    replace (IZR hn / IZR hd * (IZR hd * IZR Dc)) with (IZR hn * IZR Dc) by (field; lra). auto.
Qed.
