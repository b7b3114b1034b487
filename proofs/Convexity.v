(* Convex functions on [0, oo) and their divergences. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

(* f is below its chord between r1 and r2 *)
Lemma chord f r1 r2 x : convex f -> 0 <= r1 -> r1 < r2 -> r1 <= x <= r2 ->
  f x <= (r2 - x) / (r2 - r1) * f r1 + (x - r1) / (r2 - r1) * f r2.
Proof.
  intros C H1 H2 Hx. set (l := (r2 - x) / (r2 - r1)).
  assert (I : 0 < / (r2 - r1)) by (apply Rinv_0_lt_compat; lra).
  replace ((x - r1) / (r2 - r1)) with (1 - l) by (unfold l; field; lra).
  replace x with (l * r1 + (1 - l) * r2) at 1 by (unfold l; field; lra).
  apply C; try lra. unfold l, Rdiv. split; [apply Rmult_le_pos; lra|].
  apply Rmult_le_reg_r with (r2 - r1); [lra|]. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
Lemma chord0 f a x : convex f -> 0 < a -> 0 <= x <= 1 ->
  f (x / a) <= x * f (1 / a) + (1 - x) * f 0.
Proof.
  intros C Ha Hx. replace (x / a) with (x * (1 / a) + (1 - x) * 0) by (field; lra).
  apply C; try lra. left. apply Rdiv_lt_0_compat; lra.
Qed.

(* The divergence of a point mass from an answer that keeps its letter with probability a. *)
Definition kept f a := a * f (1 / a) + (1 - a) * f 0.
Lemma kept_decreasing f a b : convex f -> 0 < a <= b -> kept f b <= kept f a.
Proof.
  intros C H. unfold kept. assert (Hb : 0 < b) by lra.
  assert (I : 0 < / b) by (apply Rinv_0_lt_compat; lra).
  assert (R : 0 <= a / b <= 1).
  { split; [unfold Rdiv; apply Rmult_le_pos; lra|]. apply Rmult_le_reg_r with b; auto.
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  pose proof (chord0 f a (a / b) C (proj1 H) R) as G.
  replace (a / b / a) with (1 / b) in G by (field; lra).
  apply Rmult_le_compat_l with (r := b) in G; [|lra].
  replace (b * (a / b * f (1 / a) + (1 - a / b) * f 0)) with
    (a * f (1 / a) + (b - a) * f 0) in G by (field; lra). lra.
Qed.
Lemma slope_bound f L x : convex f -> slope_at_infinity f L -> 0 <= x -> f x <= f 0 + L * x.
Proof.
  intros C S Hx. destruct (Req_dec x 0) as [->|Nx]; [lra|]. assert (Px : 0 < x) by lra.
  apply Rnot_lt_le. intros G. set (d := f x - (f 0 + L * x)).
  destruct (S (d / (2 * x))) as [X [HX H]]; [apply Rdiv_lt_0_compat; unfold d; lra|].
  (* y so large that the chord to it passes above by less than d *)
  set (y := Rmax X (Rmax x (2 * x * (Rabs (f 0) + 1) / d))).
  assert (Y1 : X <= y) by apply Rmax_l.
  assert (Y2 : x <= y) by (eapply Rle_trans; [|apply Rmax_r]; apply Rmax_l).
  assert (Y3 : 2 * x * (Rabs (f 0) + 1) / d <= y)
    by (eapply Rle_trans; [|apply Rmax_r]; apply Rmax_r).
  assert (D : 0 < d) by (unfold d; lra). specialize (H y Y1).
  assert (Py : 0 < y) by lra. assert (I : 0 < / y) by (apply Rinv_0_lt_compat; lra).
  assert (R : 0 <= x / y <= 1).
  { split; [unfold Rdiv; apply Rmult_le_pos; lra|]. apply Rmult_le_reg_r with y; auto.
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (K := C y 0 (x / y) ltac:(lra) ltac:(lra) R).
  replace (x / y * y + (1 - x / y) * 0) with x in K by (field; lra).
  pose proof (Rle_abs (f y / y - L)) as H1.
  assert (H' : f y / y <= L + d / (2 * x)) by lra.
  apply Rmult_le_compat_l with (r := x) in H'; [|lra].
  replace (x * (L + d / (2 * x))) with (L * x + d / 2) in H' by (field; lra).
  replace (x / y * f y) with (x * (f y / y)) in K by (field; lra).
  assert (Z : 2 * x * (Rabs (f 0) + 1) <= d * y).
  { apply Rmult_le_compat_l with (r := d) in Y3; [|lra].
    replace (d * (2 * x * (Rabs (f 0) + 1) / d)) with (2 * x * (Rabs (f 0) + 1)) in Y3
      by (field; lra). auto. }
  assert (W : - (x / y * f 0) <= d / 2 - x / y).
  { apply Rmult_le_reg_r with y; auto.
    replace (- (x / y * f 0) * y) with (- (x * f 0)) by (field; lra).
    replace ((d / 2 - x / y) * y) with (d * y / 2 - x) by (field; lra).
    pose proof (Rle_abs (- f 0)) as A. rewrite Rabs_Ropp in A.
    assert (x * (- f 0) <= x * Rabs (f 0)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (0 < x / y) by (apply Rdiv_lt_0_compat; lra). unfold d in *. lra.
Qed.

(* Whatever is answered to a point mass, whose letter is kept with probability at most b. *)
Lemma point_lower f n z Q b v : convex f -> distribution n Q -> (z < n)%nat -> 0 < b ->
  Q z <= b -> divergence f n (point z) Q v -> kept f b <= v.
Proof.
  intros C [N E] Hz Hb Hq V.
  assert (D : Df f n (point z) Q = f 0 + Q z * (f (1 / Q z) - f 0)).
  { unfold Df. rewrite (Sum_ext _ _ (fun y => Q y * f 0 +
      point z y * (Q y * (f (1 / Q y) - f 0)))).
    - rewrite Sum_plus, Sum_scal_r, E,
        (Sum_point n z (fun y => Q y * (f (1 / Q y) - f 0))) by auto. ring.
    - intros y _. unfold point. destruct (Nat.eq_dec y z); [ring|].
      unfold Rdiv. rewrite !Rmult_0_l. ring. }
  destruct (Req_dec (Q z) 0) as [Z|Z].
  - destruct V as [[A _]|[L [S V]]].
    { specialize (A z Hz Z). unfold point in A. destruct (Nat.eq_dec z z); [lra|congruence]. }
    assert (M : Sum n (fun y => if Req_EM_T (Q y) 0 then point z y else 0) = 1).
    { rewrite (Sum_ext _ _ (fun y => point z y * (if Req_EM_T (Q y) 0 then 1 else 0))).
      - rewrite Sum_point by auto. destruct (Req_EM_T (Q z) 0); lra.
      - intros. destruct (Req_EM_T (Q x) 0); ring. }
    rewrite M, D, Z in V. rewrite V. unfold kept.
    pose proof (slope_bound f L (1 / b) C S) as B.
    assert (0 < 1 / b) by (apply Rdiv_lt_0_compat; lra).
    specialize (B ltac:(lra)). apply Rmult_le_compat_l with (r := b) in B; [|lra].
    replace (b * (f 0 + L * (1 / b))) with (b * f 0 + L) in B by (field; lra). lra.
  - assert (P : 0 < Q z) by (pose proof (N z Hz); lra).
    apply Rle_trans with (kept f (Q z)); [apply kept_decreasing; auto|].
    assert (T : v = Df f n (point z) Q).
    { destruct V as [[_ V]|[L [_ V]]]; auto. rewrite V.
      assert (M : Sum n (fun y => if Req_EM_T (Q y) 0 then point z y else 0) = 0); [|rewrite M; ring].
      apply Sum_zero. intros y _. unfold point. destruct (Req_EM_T (Q y) 0), (Nat.eq_dec y z);
        subst; auto; congruence. }
    rewrite T, D. unfold kept. lra.
Qed.

(* If r1 Q <= P <= r2 Q, the divergence is at most that of the two extreme ratios. *)
Lemma ratio_bound f n P Q r1 r2 : convex f -> distribution n P -> distribution n Q ->
  0 <= r1 -> r1 < r2 -> (forall y, (y < n)%nat -> r1 * Q y <= P y <= r2 * Q y) ->
  Df f n P Q <= (1 - r1) / (r2 - r1) * f r2 + (r2 - 1) / (r2 - r1) * f r1.
Proof.
  intros C [NP EP] [NQ EQ] H1 H2 H. unfold Df.
  apply Rle_trans with (Sum n (fun y => Q y * ((r2 * f r1 - r1 * f r2) / (r2 - r1)) +
    P y * ((f r2 - f r1) / (r2 - r1)))).
  - apply Sum_le. intros y Hy. specialize (H y Hy). specialize (NQ y Hy).
    destruct (Req_dec (Q y) 0) as [Z|Z].
    + rewrite Z in *. replace (P y) with 0 by lra. lra.
    + assert (Pq : 0 < Q y) by lra. assert (R : r1 <= P y / Q y <= r2).
      { split; apply Rmult_le_reg_r with (Q y); auto;
          replace (P y / Q y * Q y) with (P y) by (field; lra); lra. }
      pose proof (chord f r1 r2 _ C H1 H2 R) as G.
      apply Rmult_le_compat_l with (r := Q y) in G; [|lra].
      replace (Q y * ((r2 - P y / Q y) / (r2 - r1) * f r1 +
        (P y / Q y - r1) / (r2 - r1) * f r2)) with
        (Q y * ((r2 * f r1 - r1 * f r2) / (r2 - r1)) + P y * ((f r2 - f r1) / (r2 - r1))) in G
        by (field; lra). auto.
  - rewrite Sum_plus, !Sum_scal_r, EP, EQ. right. field. lra.
Qed.

(* The perspective B f(A/B): subadditive, hence Jensen's inequality and data processing. *)
Lemma perspective f A B A' B' : convex f -> 0 <= A -> 0 <= A' -> 0 < B -> 0 < B' ->
  (B + B') * f ((A + A') / (B + B')) <= B * f (A / B) + B' * f (A' / B').
Proof.
  intros C HA HA' HB HB'. assert (0 <= A / B) by (unfold Rdiv; apply Rmult_le_pos; auto;
    left; apply Rinv_0_lt_compat; auto).
  assert (0 <= A' / B') by (unfold Rdiv; apply Rmult_le_pos; auto;
    left; apply Rinv_0_lt_compat; auto).
  assert (R : 0 <= B / (B + B') <= 1).
  { split; [left; apply Rdiv_lt_0_compat; lra|]. apply Rmult_le_reg_r with (B + B'); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  pose proof (C (A / B) (A' / B') _ ltac:(lra) ltac:(lra) R) as G.
  replace (B / (B + B') * (A / B) + (1 - B / (B + B')) * (A' / B')) with
    ((A + A') / (B + B')) in G by (field; lra).
  apply Rmult_le_compat_l with (r := B + B') in G; [|lra].
  replace ((B + B') * (B / (B + B') * f (A / B) + (1 - B / (B + B')) * f (A' / B'))) with
    (B * f (A / B) + B' * f (A' / B')) in G by (field; lra). auto.
Qed.
Lemma perspective_sum f n A B : convex f -> (forall y, (y < n)%nat -> 0 <= A y) ->
  (forall y, (y < n)%nat -> 0 <= B y) -> continuous_for n A B ->
  Sum n B * f (Sum n A / Sum n B) <= Sum n (fun y => B y * f (A y / B y)).
Proof.
  intros C. induction n; intros HA HB AC; simpl; [lra|].
  specialize (IHn ltac:(auto) ltac:(auto) ltac:(intros y Hy; apply AC; lia)).
  assert (SA : 0 <= Sum n A) by (apply Sum_nonneg; auto).
  assert (SB : 0 <= Sum n B) by (apply Sum_nonneg; auto).
  assert (An : 0 <= A n) by auto. assert (Bn : 0 <= B n) by auto.
  destruct (Req_dec (B n) 0) as [Z|Z].
  - rewrite Z, (AC n ltac:(lia) Z), !Rplus_0_r, Rmult_0_l. lra.
  - destruct (Req_dec (Sum n B) 0) as [Y|Y].
    + assert (A0 : Sum n A = 0).
      { apply Sum_zero. intros x Hx. apply AC; [lia|]. apply (Sum_0_all n B); auto. lra. }
      rewrite Y, A0 in *. rewrite !Rplus_0_l in *. lra.
    + pose proof (perspective f (Sum n A) (Sum n B) (A n) (B n) C SA An ltac:(lra) ltac:(lra)).
      lra.
Qed.

(* The divergences of the papers. *)
Lemma tangents_convex f : (forall z, 0 < z -> exists r, forall x, 0 <= x ->
  f z + r * (x - z) <= f x) -> convex f.
Proof.
  intros H x y l Hx Hy Hl. set (z := l * x + (1 - l) * y).
  assert (0 <= l * x) by (apply Rmult_le_pos; lra).
  assert (0 <= (1 - l) * y) by (apply Rmult_le_pos; lra).
  destruct (Req_dec z 0) as [Z|Z].
  - unfold z in Z. assert (l * x = 0) by lra. assert ((1 - l) * y = 0) by lra.
    replace z with 0 by (unfold z; lra).
    destruct (Rmult_integral l x ltac:(lra)) as [L|X],
      (Rmult_integral (1 - l) y ltac:(lra)) as [L'|Y].
    + exfalso. lra.
    + rewrite L, Y. lra.
    + replace l with 1 by lra. rewrite X. lra.
    + rewrite X, Y. lra.
  - destruct (H z ltac:(unfold z in *; lra)) as [r T]. pose proof (T x Hx) as Tx. pose proof (T y Hy) as Ty.
    apply Rmult_le_compat_l with (r := l) in Tx; [|lra].
    apply Rmult_le_compat_l with (r := 1 - l) in Ty; [|lra].
    assert (E : l * (f z + r * (x - z)) + (1 - l) * (f z + r * (y - z)) = f z)
      by (unfold z; ring). lra.
Qed.
Lemma ln_le_sub1 x : 0 < x -> ln x <= x - 1.
Proof. intros H. pose proof (exp_ineq1_le (ln x)) as E. rewrite exp_ln in E; lra. Qed.
Lemma ln_ge_1_sub x : 0 < x -> 1 - / x <= ln x.
Proof.
  intros H. pose proof (ln_le_sub1 (/ x) (Rinv_0_lt_compat _ H)) as G.
  rewrite ln_Rinv in G; lra.
Qed.
Lemma ln_div x y : 0 < x -> 0 < y -> ln (x / y) = ln x - ln y.
Proof.
  intros Hx Hy. pose proof (Rinv_0_lt_compat y Hy). unfold Rdiv.
  rewrite ln_mult, ln_Rinv by auto. lra.
Qed.
Lemma ln_mono x y : 0 < x -> x <= y -> ln x <= ln y.
Proof. intros H [L|<-]; [left; apply ln_increasing; auto|lra]. Qed.
Lemma ln_0 x : x <= 0 -> ln x = 0.
Proof. intros. unfold ln. destruct (Rlt_dec 0 x); [exfalso; lra|reflexivity]. Qed.
Definition xlnx x := x * ln x.
Lemma convex_xlnx : convex xlnx.
Proof.
  apply tangents_convex. intros z Hz. exists (ln z + 1). intros x Hx. unfold xlnx.
  destruct (Req_dec x 0) as [->|N]; [lra|].
  assert (P : 0 < z / x) by (apply Rdiv_lt_0_compat; lra).
  pose proof (ln_le_sub1 (z / x) P) as G. rewrite ln_div in G by lra.
  apply Rmult_le_compat_l with (r := x) in G; [|lra].
  replace (x * (z / x - 1)) with (z - x) in G by (field; lra). lra.
Qed.
Lemma convex_tv : convex (fun x => Rabs (x - 1) / 2).
Proof.
  intros x y l Hx Hy Hl.
  replace (l * x + (1 - l) * y - 1) with (l * (x - 1) + (1 - l) * (y - 1)) by ring.
  pose proof (Rabs_triang (l * (x - 1)) ((1 - l) * (y - 1))) as T.
  rewrite !Rabs_mult, (Rabs_right l), (Rabs_right (1 - l)) in T by lra. lra.
Qed.
Lemma convex_hockey_stick g : convex (fun x => Rmax 0 (x - g)).
Proof.
  intros x y l Hx Hy Hl. apply Rmax_lub.
  - assert (0 <= l * Rmax 0 (x - g)) by (apply Rmult_le_pos; [lra|apply Rmax_l]).
    assert (0 <= (1 - l) * Rmax 0 (y - g)) by (apply Rmult_le_pos; [lra|apply Rmax_l]). lra.
  - assert (l * (x - g) <= l * Rmax 0 (x - g)) by (apply Rmult_le_compat_l; [lra|apply Rmax_r]).
    assert ((1 - l) * (y - g) <= (1 - l) * Rmax 0 (y - g))
      by (apply Rmult_le_compat_l; [lra|apply Rmax_r]). lra.
Qed.
Lemma convex_chi2 : convex (fun x => (x - 1) ^ 2).
Proof.
  apply tangents_convex. intros z Hz. exists (2 * (z - 1)). intros x Hx.
  pose proof (pow2_ge_0 (x - z)). lra.
Qed.
Lemma KL_Df n P Q : continuous_for n P Q -> KL n P Q = Df xlnx n P Q.
Proof.
  intros A. apply Sum_ext. intros y Hy. unfold xlnx. destruct (Req_dec (Q y) 0) as [Z|Z].
  - rewrite Z, (A y Hy Z). ring.
  - field. auto.
Qed.
