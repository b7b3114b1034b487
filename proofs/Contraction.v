(* Total variation under a private mechanism: the step behind kairouz2016's Theorem 6. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Lemma TV_sym n P Q : TV n P Q = TV n Q P.
Proof. unfold TV. f_equal. apply Sum_ext. intros. apply Rabs_minus_sym. Qed.
Lemma TV_nonneg n P Q : 0 <= TV n P Q.
Proof.
  unfold TV. assert (0 <= Sum n (fun y => Rabs (P y - Q y))); [|lra].
  apply Sum_nonneg. intros. apply Rabs_pos.
Qed.
Lemma TV_triangle n P Q W : TV n P W <= TV n P Q + TV n Q W.
Proof.
  unfold TV.
  assert (H : Sum n (fun y => Rabs (P y - W y)) <=
              Sum n (fun y => Rabs (P y - Q y) + Rabs (Q y - W y))).
  { apply Sum_le. intros. replace (P x - W x) with ((P x - Q x) + (Q x - W x)) by ring.
    apply Rabs_triang. }
  rewrite Sum_plus in H. lra.
Qed.
Lemma TV_ext n P Q P' Q' : (forall y, (y < n)%nat -> P y = P' y) ->
  (forall y, (y < n)%nat -> Q y = Q' y) -> TV n P Q = TV n P' Q'.
Proof. intros A B. unfold TV. f_equal. apply Sum_ext. intros. rewrite A, B; auto. Qed.
(* TV is the mass of the positive part. *)
Lemma TV_positive_part n P Q : Sum n P = Sum n Q ->
  Sum n (fun y => Rmax 0 (P y - Q y)) = TV n P Q.
Proof.
  intros E. unfold TV.
  rewrite (Sum_ext n (fun y => Rmax 0 (P y - Q y))
    (fun y => (Rabs (P y - Q y) + (P y - Q y)) * / 2)).
  - rewrite Sum_scal_r, Sum_plus, Sum_minus, E. unfold Rdiv. ring.
  - intros. unfold Rmax, Rabs. destruct (Rle_dec _ _), (Rcase_abs _); lra.
Qed.

Lemma one t h d q : 1 <= t -> h <= q <= t * h ->
  (2 * t * h / (1 + t)) * d <= (t - 1) / (t + 1) * (Rabs d * q) + d * q.
Proof.
  intros Ht Hq. assert (I : 0 < / (1 + t)) by (apply Rinv_0_lt_compat; lra).
  unfold Rabs; destruct (Rcase_abs d).
  - replace ((t - 1) / (t + 1) * (- d * q) + d * q) with (2 * / (1 + t) * (d * q)) by (field; lra).
    replace (2 * t * h / (1 + t) * d) with (2 * / (1 + t) * (d * (t * h))) by (field; lra).
    apply Rmult_le_compat_l; [lra|].
    assert (- d * q <= - d * (t * h)) by (apply Rmult_le_compat_l; lra). lra.
  - replace ((t - 1) / (t + 1) * (d * q) + d * q) with (2 * / (1 + t) * (t * (d * q)))
      by (field; lra).
    replace (2 * t * h / (1 + t) * d) with (2 * / (1 + t) * (t * (d * h))) by (field; lra).
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [lra|].
    apply Rmult_le_compat_l; lra.
Qed.

Lemma column t k d q : 1 <= t -> Sum k d = 0 ->
  (forall x x', (x < k)%nat -> (x' < k)%nat -> q x <= t * q x') ->
  Rabs (Sum k (fun x => d x * q x)) <= (t - 1) / (t + 1) * Sum k (fun x => Rabs (d x) * q x).
Proof.
  intros Ht Sd Hq. destruct k; [simpl; rewrite Rabs_R0; lra|].
  destruct (argmin (S k) q) as [i [Hi Hmin]]; [lia|]. set (h := q i).
  assert (G : forall e, Sum (S k) e = 0 -> 0 <=
    (t - 1) / (t + 1) * Sum (S k) (fun x => Rabs (e x) * q x) + Sum (S k) (fun x => e x * q x)).
  { intros e Se. rewrite <- Sum_scal, <- Sum_plus.
    replace 0 with (2 * t * h / (1 + t) * Sum (S k) e) by (rewrite Se; ring). rewrite <- Sum_scal.
    apply Sum_le. intros x Hx. apply one; auto. split; [apply Hmin; auto | apply Hq; auto]. }
  pose proof (G d Sd) as A. assert (Sn : Sum (S k) (fun x => - d x) = 0).
  { rewrite (Sum_ext _ _ (fun x => -1 * d x)), Sum_scal, Sd by (intros; ring). ring. }
  pose proof (G _ Sn) as B. cbv beta in B.
  rewrite (Sum_ext _ (fun x => Rabs (- d x) * q x) (fun x => Rabs (d x) * q x)) in B
    by (intros; rewrite Rabs_Ropp; auto).
  rewrite (Sum_ext _ (fun x => - d x * q x) (fun x => -1 * (d x * q x))), Sum_scal in B
    by (intros; ring).
  apply Rabs_le. lra.
Qed.

Lemma contraction eps k m P0 P1 Q : 0 <= eps -> distribution k P0 -> distribution k P1 ->
  kernel k m Q -> ldp eps k m Q ->
  TV m (marginal k P0 Q) (marginal k P1 Q) <= (exp eps - 1) / (exp eps + 1) * TV k P0 P1.
Proof.
  intros He [_ S0] [_ S1] K L. pose proof (exp_ge_1 eps He). set (t := exp eps) in *.
  unfold TV. replace ((t - 1) / (t + 1) * (Sum k (fun y => Rabs (P0 y - P1 y)) / 2))
    with ((t - 1) / (t + 1) * Sum k (fun y => Rabs (P0 y - P1 y)) / 2) by (field; lra).
  apply Rmult_le_compat_r; [lra|].
  rewrite (Sum_ext k (fun y => Rabs (P0 y - P1 y))
    (fun x => Sum m (fun y => Rabs (P0 x - P1 x) * Q x y))).
  2:{ intros x Hx. rewrite Sum_scal. rewrite (proj2 (K x Hx)). ring. }
  rewrite Sum_swap, <- Sum_scal. apply Sum_le. intros y Hy. unfold marginal.
  rewrite <- Sum_minus. rewrite (Sum_ext _ _ (fun x => (P0 x - P1 x) * Q x y)) by (intros; ring).
  apply (column t k (fun x => P0 x - P1 x) (fun x => Q x y)).
  - lra.
  - rewrite Sum_minus. lra.
  - intros; apply L; auto.
Qed.

(* A private output tells the two marginals apart by (t - 1) TV times its least probability. *)
Lemma output_gap eps k m P0 P1 Q y : 0 <= eps -> distribution k P0 -> distribution k P1 ->
  kernel k m Q -> ldp eps k m Q -> (y < m)%nat ->
  exists h, 0 <= h /\ h <= marginal k P0 Q y /\ h <= marginal k P1 Q y /\
    (h = 0 -> marginal k P0 Q y = 0 /\ marginal k P1 Q y = 0) /\
    Rabs (marginal k P0 Q y - marginal k P1 Q y) <= (exp eps - 1) * TV k P0 P1 * h.
Proof.
  intros He D0 D1 K L Hy. pose proof (exp_ge_1 eps He) as Ht. set (t := exp eps) in *.
  destruct (column_min eps k m Q y (dist_pos _ _ D0) Hy K L) as [i [Hi [H0 H]]].
  fold t in H. exists (Q i y). split; auto.
  split; [apply (average_ge k P0 (fun x => Q x y)); auto; intros; apply H; auto|].
  split; [apply (average_ge k P1 (fun x => Q x y)); auto; intros; apply H; auto|]. split.
  - intros Z. assert (forall P, marginal k P Q y = 0); [|auto]. intros P. apply Sum_zero.
    intros x Hx. specialize (H x Hx). rewrite Z in H. replace (Q x y) with 0 by lra. ring.
  - set (h := Q i y) in *.
    assert (G : forall A B, distribution k A -> distribution k B ->
      marginal k A Q y - marginal k B Q y <= (t - 1) * TV k A B * h).
    { intros A B [NA EA] [NB EB]. unfold marginal. rewrite <- Sum_minus.
      assert (E : Sum k (fun x => A x * Q x y - B x * Q x y) =
                  Sum k (fun x => (A x - B x) * (Q x y - h))).
      { rewrite (Sum_ext _ (fun x => (A x - B x) * (Q x y - h))
          (fun x => (A x * Q x y - B x * Q x y) - h * (A x - B x))) by (intros; ring).
        rewrite (Sum_minus k (fun x => A x * Q x y - B x * Q x y)), Sum_scal,
          (Sum_minus k A B), EA, EB. ring. }
      rewrite E. rewrite <- (TV_positive_part k A B) by lra.
      replace ((t - 1) * Sum k (fun y0 => Rmax 0 (A y0 - B y0)) * h) with
        ((t - 1) * h * Sum k (fun y0 => Rmax 0 (A y0 - B y0))) by ring.
      rewrite <- Sum_scal. apply Sum_le. intros x Hx. specialize (H x Hx).
      assert (M : A x - B x <= Rmax 0 (A x - B x)) by apply Rmax_r.
      assert (M0 : 0 <= Rmax 0 (A x - B x)) by apply Rmax_l.
      apply Rle_trans with (Rmax 0 (A x - B x) * (Q x y - h)).
      - apply Rmult_le_compat_r; lra.
      - rewrite Rmult_comm. apply Rmult_le_compat_r; lra. }
    pose proof (G P0 P1 D0 D1) as A. pose proof (G P1 P0 D1 D0) as B. rewrite TV_sym in B.
    apply Rabs_le. lra.
Qed.
