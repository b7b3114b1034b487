(* Two letters under (eps, delta): every private mechanism is the quaternary one, then a kernel. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

(* kairouz2016, eq. 24 *)
Definition quaternary eps delta (x y : nat) : R :=
  let t := exp eps in
  match y with
  | 0%nat => if Nat.eq_dec x 0 then delta else 0
  | 1%nat => if Nat.eq_dec x 0 then 0 else delta
  | 2%nat => if Nat.eq_dec x 0 then (1 - delta) * (1 / (1 + t)) else (1 - delta) * (t / (1 + t))
  | _ => if Nat.eq_dec x 0 then (1 - delta) * (t / (1 + t)) else (1 - delta) * (1 / (1 + t))
  end.

(* Inside r0, r1, which differ by a factor of at most t: parts of equal mass v that do too. *)
Lemma equal_parts t m r0 r1 v : 1 <= t ->
  (forall y, (y < m)%nat -> 0 <= r0 y /\ 0 <= r1 y /\ r0 y <= t * r1 y /\ r1 y <= t * r0 y) ->
  0 <= v <= Sum m r1 -> Sum m r1 <= Sum m r0 ->
  exists s0 s1, Sum m s0 = v /\ Sum m s1 = v /\ forall y, (y < m)%nat ->
    0 <= s0 y <= r0 y /\ 0 <= s1 y <= r1 y /\ s0 y <= t * s1 y /\ s1 y <= t * s0 y.
Proof.
  intros Ht H Hv Hm. set (w := fun y => Rmin (r0 y) (r1 y)).
  assert (W1 : Sum m w <= Sum m r1) by (apply Sum_le; intros; apply Rmin_r).
  assert (L : exists lam, 0 <= lam <= 1 /\ Sum m w + lam * (Sum m r0 - Sum m w) = Sum m r1).
  { destruct (Req_dec (Sum m r0 - Sum m w) 0) as [Z|Z]; [exists 1; lra|].
    exists ((Sum m r1 - Sum m w) / (Sum m r0 - Sum m w)).
    assert (I : 0 < / (Sum m r0 - Sum m w)) by (apply Rinv_0_lt_compat; lra). split; [|field; auto].
    split; [unfold Rdiv; apply Rmult_le_pos; lra|].
    apply Rmult_le_reg_r with (Sum m r0 - Sum m w); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  destruct L as [lam [L E]]. set (r := fun y => w y + lam * (r0 y - w y)).
  assert (Sr : Sum m r = Sum m r1).
  { unfold r. rewrite Sum_plus, Sum_scal, Sum_minus. auto. }
  assert (Br : forall y, (y < m)%nat -> 0 <= r y <= r0 y /\ r y <= t * r1 y /\ r1 y <= t * r y).
  { intros y Hy. destruct (H y Hy) as [A [B [C D]]]. unfold r.
    assert (Wy : w y <= r0 y) by apply Rmin_l.
    assert (W0 : 0 <= w y) by (apply Rmin_glb; auto).
    assert (0 <= lam * (r0 y - w y)) by (apply Rmult_le_pos; lra).
    assert (lam * (r0 y - w y) <= 1 * (r0 y - w y)) by (apply Rmult_le_compat_r; lra).
    assert (r1 y <= t * w y).
    { unfold w, Rmin. destruct (Rle_dec (r0 y) (r1 y)); auto.
      assert (1 * r1 y <= t * r1 y) by (apply Rmult_le_compat_r; lra). lra. }
    assert (0 <= t * (lam * (r0 y - w y))) by (apply Rmult_le_pos; lra). lra. }
  assert (K : exists kap, 0 <= kap <= 1 /\ kap * Sum m r1 = v).
  { destruct (Req_dec (Sum m r1) 0) as [Z|Z]; [exists 0; lra|]. exists (v / Sum m r1).
    assert (I : 0 < / Sum m r1) by (apply Rinv_0_lt_compat; lra). split; [|field; auto].
    split; [unfold Rdiv; apply Rmult_le_pos; lra|]. apply Rmult_le_reg_r with (Sum m r1); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  destruct K as [kap [K Ek]]. exists (fun y => kap * r y), (fun y => kap * r1 y).
  rewrite !Sum_scal, Sr. split; auto. split; auto. intros y Hy.
  destruct (H y Hy) as [_ [B _]]. destruct (Br y Hy) as [[A0 A1] [C D]].
  assert (0 <= kap * r y) by (apply Rmult_le_pos; lra).
  assert (0 <= kap * r1 y) by (apply Rmult_le_pos; lra).
  assert (kap * r y <= 1 * r y) by (apply Rmult_le_compat_r; lra).
  assert (kap * r1 y <= 1 * r1 y) by (apply Rmult_le_compat_r; lra).
  assert (kap * r y <= kap * (t * r1 y)) by (apply Rmult_le_compat_l; lra).
  assert (kap * r1 y <= kap * (t * r y)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma excess eps delta m Q x x' : approximate_ldp eps delta 2 m Q -> (x < 2)%nat -> (x' < 2)%nat ->
  Sum m (fun y => Rmax 0 (Q x y - exp eps * Q x' y)) <= delta.
Proof.
  intros A Hx Hx'.
  specialize (A x x' (fun y => if Rle_dec 0 (Q x y - exp eps * Q x' y) then true else false) Hx Hx').
  unfold prob in A. rewrite <- Sum_scal in A.
  match goal with |- ?S <= _ => assert (E : S = Sum m (fun y =>
    (if if Rle_dec 0 (Q x y - exp eps * Q x' y) then true else false then Q x y else 0) -
    exp eps * (if if Rle_dec 0 (Q x y - exp eps * Q x' y) then true else false then Q x' y else 0))) end.
  { apply Sum_ext. intros y _. unfold Rmax. destruct (Rle_dec 0 (Q x y - exp eps * Q x' y)); lra. }
  rewrite E, Sum_minus. lra.
Qed.

Lemma row_of m (a : nat -> R) d (P : nat -> R) : distribution m P -> 0 <= d ->
  (forall y, (y < m)%nat -> 0 <= a y) -> Sum m a = d ->
  exists w, distribution m w /\ forall y, (y < m)%nat -> a y = d * w y.
Proof.
  intros D Hd N E. destruct (Req_dec d 0) as [Z|Z].
  - exists P. split; auto. intros y Hy. rewrite Z, Rmult_0_l. apply (Sum_0_all m a); auto. lra.
  - exists (fun y => a y / d). assert (I : 0 < / d) by (apply Rinv_0_lt_compat; lra).
    split; [|intros; field; auto]. split.
    + intros y Hy. apply Rmult_le_pos; [auto|lra].
    + unfold Rdiv. rewrite Sum_scal_r, E. field. auto.
Qed.

Lemma quaternary_dominates eps delta m Q : 0 <= eps -> 0 <= delta <= 1 -> kernel 2 m Q ->
  approximate_ldp eps delta 2 m Q ->
  exists W, kernel 4 m W /\ forall x y, (x < 2)%nat -> (y < m)%nat ->
    Q x y = Sum 4 (fun z => quaternary eps delta x z * W z y).
Proof.
  intros He Hd K A. pose proof (exp_ge_1 eps He) as Ht. set (t := exp eps) in *.
  pose proof (excess eps delta m Q 0 1 A ltac:(lia) ltac:(lia)) as X0.
  pose proof (excess eps delta m Q 1 0 A ltac:(lia) ltac:(lia)) as X1. fold t in X0, X1.
  set (e0 := fun y => Rmax 0 (Q 0%nat y - t * Q 1%nat y)) in *.
  set (e1 := fun y => Rmax 0 (Q 1%nat y - t * Q 0%nat y)) in *.
  pose proof (K 0%nat ltac:(lia)) as D0. pose proof (K 1%nat ltac:(lia)) as D1.
  set (r0 := fun y => Q 0%nat y - e0 y). set (r1 := fun y => Q 1%nat y - e1 y).
  assert (R : forall y, (y < m)%nat ->
    (0 <= r0 y /\ 0 <= r1 y /\ r0 y <= t * r1 y /\ r1 y <= t * r0 y) /\ 0 <= e0 y /\ 0 <= e1 y).
  { intros y Hy. pose proof (proj1 D0 y Hy) as N0. pose proof (proj1 D1 y Hy) as N1.
    assert (T0 : 1 * Q 0%nat y <= t * Q 0%nat y) by (apply Rmult_le_compat_r; lra).
    assert (T1 : 1 * Q 1%nat y <= t * Q 1%nat y) by (apply Rmult_le_compat_r; lra).
    assert (T2 : 1 * (t * Q 0%nat y) <= t * (t * Q 0%nat y)) by (apply Rmult_le_compat_r; lra).
    assert (T3 : 1 * (t * Q 1%nat y) <= t * (t * Q 1%nat y)) by (apply Rmult_le_compat_r; lra).
    unfold r0, r1, e0, e1, Rmax.
    destruct (Rle_dec 0 (Q 0%nat y - t * Q 1%nat y)), (Rle_dec 0 (Q 1%nat y - t * Q 0%nat y)); lra. }
  assert (S0 : Sum m r0 = 1 - Sum m e0) by (unfold r0; rewrite Sum_minus, (proj2 D0); auto).
  assert (S1 : Sum m r1 = 1 - Sum m e1) by (unfold r1; rewrite Sum_minus, (proj2 D1); auto).
  assert (P : exists s0 s1, Sum m s0 = 1 - delta /\ Sum m s1 = 1 - delta /\
    forall y, (y < m)%nat -> 0 <= s0 y <= r0 y /\ 0 <= s1 y <= r1 y /\ s0 y <= t * s1 y /\ s1 y <= t * s0 y).
  { destruct (Rle_dec (Sum m r1) (Sum m r0)) as [C|C].
    - apply equal_parts; auto; [intros; apply R; auto|lra].
    - destruct (equal_parts t m r1 r0 (1 - delta) Ht) as [s1 [s0 [E1 [E0 H]]]].
      + intros y Hy. destruct (R y Hy) as [[? [? [? ?]]] _]. auto.
      + lra. + lra.
      + exists s0, s1. split; auto. split; auto. intros y Hy. destruct (H y Hy) as [? [? [? ?]]]. auto. }
  destruct P as [s0 [s1 [E0 [E1 B]]]].
  destruct (row_of m (fun y => Q 0%nat y - s0 y) delta (Q 0%nat) D0 (proj1 Hd)) as [w0 [W0 F0]].
  { intros y Hy. destruct (B y Hy) as [[_ ?] _]. destruct (R y Hy) as [_ [? _]]. unfold r0 in *. lra. }
  { rewrite Sum_minus, (proj2 D0). lra. }
  destruct (row_of m (fun y => Q 1%nat y - s1 y) delta (Q 0%nat) D0 (proj1 Hd)) as [w1 [W1 F1]].
  { intros y Hy. destruct (B y Hy) as [_ [[_ ?] _]]. destruct (R y Hy) as [_ [_ ?]]. unfold r1 in *. lra. }
  { rewrite Sum_minus, (proj2 D1). lra. }
  assert (BC : exists b c, distribution m b /\ distribution m c /\ forall y, (y < m)%nat ->
    s0 y = (1 - delta) * (t / (1 + t)) * b y + (1 - delta) * (1 / (1 + t)) * c y /\
    s1 y = (1 - delta) * (1 / (1 + t)) * b y + (1 - delta) * (t / (1 + t)) * c y).
  { destruct (Req_dec t 1) as [T|T].
    - destruct (row_of m s0 (1 - delta) (Q 0%nat) D0 ltac:(lra)) as [b [Db Fb]]; auto.
      { intros y Hy. apply B; auto. }
      exists b, b. split; auto. split; auto. intros y Hy. pose proof (Fb y Hy) as G.
      destruct (B y Hy) as [_ [_ [L1 L2]]]. rewrite T in *.
      replace (s1 y) with (s0 y) by lra. rewrite G. split; field.
    - destruct (row_of m (fun y => (t * s0 y - s1 y) / (t - 1)) (1 - delta) (Q 0%nat) D0 ltac:(lra))
        as [b [Db Fb]].
      { intros y Hy. destruct (B y Hy) as [_ [_ [L1 L2]]]. unfold Rdiv.
        apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]. }
      { unfold Rdiv. rewrite Sum_scal_r, Sum_minus, Sum_scal, E0, E1. field. lra. }
      destruct (row_of m (fun y => (t * s1 y - s0 y) / (t - 1)) (1 - delta) (Q 0%nat) D0 ltac:(lra))
        as [c [Dc Fc]].
      { intros y Hy. destruct (B y Hy) as [_ [_ [L1 L2]]]. unfold Rdiv.
        apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]. }
      { unfold Rdiv. rewrite Sum_scal_r, Sum_minus, Sum_scal, E0, E1. field. lra. }
      exists b, c. split; auto. split; auto. intros y Hy.
      pose proof (Fb y Hy) as Gb. pose proof (Fc y Hy) as Gc. cbv beta in Gb, Gc.
      split.
      + replace ((1 - delta) * (t / (1 + t)) * b y + (1 - delta) * (1 / (1 + t)) * c y) with
          (t / (1 + t) * ((1 - delta) * b y) + 1 / (1 + t) * ((1 - delta) * c y)) by ring.
        rewrite <- Gb, <- Gc. field. lra.
      + replace ((1 - delta) * (1 / (1 + t)) * b y + (1 - delta) * (t / (1 + t)) * c y) with
          (1 / (1 + t) * ((1 - delta) * b y) + t / (1 + t) * ((1 - delta) * c y)) by ring.
        rewrite <- Gb, <- Gc. field. lra. }
  destruct BC as [b [c [Db [Dc G]]]].
  exists (fun z => match z with 0%nat => w0 | 1%nat => w1 | 2%nat => c | _ => b end). split.
  - intros [|[|[|z]]] _; auto.
  - intros x y Hx Hy. specialize (F0 y Hy). specialize (F1 y Hy). destruct (G y Hy) as [G0 G1].
    cbv beta in F0, F1. unfold quaternary. fold t.
    destruct x as [|[|x]]; [| |lia]; simpl; lra.
Qed.

Lemma quaternary_kernel eps delta : 0 <= delta <= 1 -> kernel 2 4 (quaternary eps delta).
Proof.
  intros Hd x Hx. pose proof (exp_pos eps) as Ht. unfold quaternary. set (t := exp eps) in *.
  assert (I : 0 < / (1 + t)) by (apply Rinv_0_lt_compat; lra).
  assert (0 <= (1 - delta) * (1 / (1 + t))) by (unfold Rdiv; repeat apply Rmult_le_pos; lra).
  assert (0 <= (1 - delta) * (t / (1 + t))) by (unfold Rdiv; repeat apply Rmult_le_pos; lra). split.
  - intros [|[|[|y]]] _; destruct (Nat.eq_dec x 0); lra.
  - simpl. destruct (Nat.eq_dec x 0); field; lra.
Qed.
Lemma quaternary_private eps delta : 0 <= eps -> 0 <= delta <= 1 ->
  approximate_ldp eps delta 2 4 (quaternary eps delta).
Proof.
  intros He Hd x x' A Hx Hx'. pose proof (exp_ge_1 eps He) as Ht. unfold prob, quaternary.
  set (t := exp eps) in *. assert (I : 0 < / (1 + t)) by (apply Rinv_0_lt_compat; lra).
  set (a := (1 - delta) * (1 / (1 + t))). set (b := (1 - delta) * (t / (1 + t))).
  assert (B : b = t * a) by (unfold a, b; field; lra).
  assert (A0 : 0 <= a) by (unfold a, Rdiv; repeat apply Rmult_le_pos; lra).
  assert (T1 : 1 * a <= t * a) by (apply Rmult_le_compat_r; lra).
  assert (T2 : 1 * b <= t * b) by (apply Rmult_le_compat_r; lra).
  assert (T3 : 1 * delta <= t * delta) by (apply Rmult_le_compat_r; lra).
  destruct x as [|[|x]]; [| |lia]; (destruct x' as [|[|x']]; [| |lia]); simpl;
    destruct (A 0%nat), (A 1%nat), (A 2%nat), (A 3%nat); lra.
Qed.
