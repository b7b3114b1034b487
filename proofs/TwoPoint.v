(* What a set tells: the divergence of the two-point distributions, however Q vanishes. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity.
Open Scope R_scope.

Lemma slope_step f L x h : convex f -> slope_at_infinity f L -> 0 <= x -> 0 <= h ->
  f (x + h) <= f x + L * h.
Proof.
  intros C S Hx Hh. apply Rnot_lt_le. intros G. set (d := f (x + h) - f x - L * h).
  assert (D : 0 < d) by (unfold d; lra).
  set (M := Rmax 1 ((f 0 - f x + L * x) / d + 1)).
  assert (M1 : 1 <= M) by apply Rmax_l.
  assert (M2 : (f 0 - f x + L * x) / d + 1 <= M) by apply Rmax_r.
  assert (Mh : 0 <= M * h) by (apply Rmult_le_pos; lra).
  pose proof (slope_bound f L (x + M * h) C S ltac:(lra)) as B.
  assert (I : 0 < / M) by (apply Rinv_0_lt_compat; lra).
  assert (R : 0 <= / M <= 1) by (split; [lra|]; rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  pose proof (C (x + M * h) x (/ M) ltac:(lra) Hx R) as K.
  replace (/ M * (x + M * h) + (1 - / M) * x) with (x + h) in K by (field; lra).
  apply Rmult_le_compat_l with (r := M) in K; [|lra].
  replace (M * (/ M * f (x + M * h) + (1 - / M) * f x)) with (f (x + M * h) + (M - 1) * f x) in K
    by (field; lra).
  replace (f (x + h)) with (d + f x + L * h) in K by (unfold d; ring).
  apply Rmult_le_compat_l with (r := d) in M2; [|lra].
  replace (d * ((f 0 - f x + L * x) / d + 1)) with (f 0 - f x + L * x + d) in M2 by (field; lra).
  lra.
Qed.

(* [total f n A B v]: v is the sum of B f(A/B) with its limits, as in [divergence]. *)
Definition total f n (A B : nat -> R) v :=
  (continuous_for n A B /\ v = Sum n (fun y => B y * f (A y / B y))) \/
  exists L, slope_at_infinity f L /\ v = Sum n (fun y => B y * f (A y / B y)) +
    L * Sum n (fun y => if Req_EM_T (B y) 0 then A y else 0).
Lemma jensen f n A B v : convex f -> (forall y, (y < n)%nat -> 0 <= A y) ->
  (forall y, (y < n)%nat -> 0 <= B y) -> 0 < Sum n B -> total f n A B v ->
  Sum n B * f (Sum n A / Sum n B) <= v.
Proof.
  intros C HA HB SB [[AC ->]|[L [S ->]]]; [apply perspective_sum; auto|].
  set (A1 := fun y => if Req_EM_T (B y) 0 then 0 else A y).
  set (a0 := Sum n (fun y => if Req_EM_T (B y) 0 then A y else 0)).
  assert (H1 : forall y, (y < n)%nat -> 0 <= A1 y).
  { intros y Hy. unfold A1. destruct (Req_EM_T (B y) 0); [lra|auto]. }
  assert (H0 : 0 <= a0).
  { apply Sum_nonneg. intros y Hy. destruct (Req_EM_T (B y) 0); [auto|lra]. }
  assert (E : Sum n A = Sum n A1 + a0).
  { unfold A1, a0. rewrite <- Sum_plus. apply Sum_ext. intros. destruct (Req_EM_T (B x) 0); lra. }
  pose proof (perspective_sum f n A1 B C H1 HB) as P.
  assert (P' : Sum n B * f (Sum n A1 / Sum n B) <= Sum n (fun y => B y * f (A y / B y))).
  { rewrite (Sum_ext n (fun y => B y * f (A y / B y)) (fun y => B y * f (A1 y / B y))).
    - apply P. intros y Hy Z. unfold A1. destruct (Req_EM_T (B y) 0); [auto|congruence].
    - intros y Hy. unfold A1. destruct (Req_EM_T (B y) 0) as [Z|]; [rewrite Z; ring|auto]. }
  assert (N1 : 0 <= Sum n A1 / Sum n B).
  { apply Rmult_le_pos; [apply Sum_nonneg; auto|left; apply Rinv_0_lt_compat; auto]. }
  assert (N0 : 0 <= a0 / Sum n B) by (apply Rmult_le_pos; auto; left; apply Rinv_0_lt_compat; auto).
  pose proof (slope_step f L _ _ C S N1 N0) as T.
  replace (Sum n A / Sum n B) with (Sum n A1 / Sum n B + a0 / Sum n B) by (rewrite E; field; lra).
  apply Rmult_le_compat_l with (r := Sum n B) in T; [|lra].
  replace (Sum n B * (f (Sum n A1 / Sum n B) + L * (a0 / Sum n B))) with
    (Sum n B * f (Sum n A1 / Sum n B) + L * a0) in T by (field; lra). lra.
Qed.
Lemma divergence_nonneg f n P Q v : convex f -> distribution n P -> distribution n Q ->
  divergence f n P Q v -> f 1 <= v.
Proof.
  intros C [NP EP] [NQ EQ] V. pose proof (jensen f n P Q v C NP NQ) as J. rewrite EP, EQ in J.
  specialize (J ltac:(lra) V). replace (1 / 1) with 1 in J by field. lra.
Qed.

(* Two points: P(A) = p against Q(A) = q. *)
Definition two_point f p q := q * f (p / q) + (1 - q) * f ((1 - p) / (1 - q)).
Lemma two_point_1 f q : two_point f 1 q = kept f q.
Proof.
  unfold two_point, kept. replace ((1 - 1) / (1 - q)) with 0 by (unfold Rdiv; ring). auto.
Qed.
Lemma two_point_decreasing f p q b : convex f -> 0 <= p <= 1 -> 0 < q <= b -> b <= p ->
  two_point f p b <= two_point f p q.
Proof.
  intros C Hp Hq Hb. destruct (Req_dec p 1) as [->|P1].
  { rewrite !two_point_1. apply kept_decreasing; auto. } destruct (Req_dec q p) as [->|N]; [replace b with p by lra; lra|].
  set (l := (p - b) / (p - q)). assert (I : 0 < / (p - q)) by (apply Rinv_0_lt_compat; lra).
  assert (L : 0 <= l <= 1).
  { split; [unfold l, Rdiv; apply Rmult_le_pos; lra|]. apply Rmult_le_reg_r with (p - q); [lra|].
    unfold l, Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (E : b = l * q + (1 - l) * p) by (unfold l; field; lra).
  assert (M : f 1 <= two_point f p q).
  { pose proof (perspective f p q (1 - p) (1 - q) C ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as J.
    replace ((p + (1 - p)) / (q + (1 - q))) with 1 in J by (field; lra).
    replace (q + (1 - q)) with 1 in J by ring. unfold two_point. lra. }
  destruct (Req_dec l 0) as [Z|Z].
  { rewrite Z in E. replace b with p by lra. unfold two_point at 1.
    replace (p / p) with 1 by (field; lra). replace ((1 - p) / (1 - p)) with 1 by (field; lra). lra. }
  destruct (Req_dec l 1) as [Y|Y]; [rewrite Y in E; replace b with q by lra; lra|].
  assert (Q1 : 0 < l * q) by (apply Rmult_lt_0_compat; lra).
  assert (Q2 : 0 < (1 - l) * p) by (apply Rmult_lt_0_compat; lra).
  assert (Q3 : 0 < l * (1 - q)) by (apply Rmult_lt_0_compat; lra).
  assert (Q4 : 0 < (1 - l) * (1 - p)) by (apply Rmult_lt_0_compat; lra).
  pose proof (perspective f (l * p) (l * q) ((1 - l) * p) ((1 - l) * p) C ltac:(apply Rmult_le_pos; lra)
    ltac:(lra) Q1 Q2) as A.
  pose proof (perspective f (l * (1 - p)) (l * (1 - q)) ((1 - l) * (1 - p)) ((1 - l) * (1 - p)) C
    ltac:(apply Rmult_le_pos; lra) ltac:(lra) Q3 Q4) as B.
  replace (l * p + (1 - l) * p) with p in A by ring. rewrite <- E in A.
  replace (l * (1 - p) + (1 - l) * (1 - p)) with (1 - p) in B by ring.
  replace (l * (1 - q) + (1 - l) * (1 - p)) with (1 - b) in B by (rewrite E; ring).
  replace (l * p / (l * q)) with (p / q) in A by (field; lra).
  replace ((1 - l) * p / ((1 - l) * p)) with 1 in A by (field; lra).
  replace (l * (1 - p) / (l * (1 - q))) with ((1 - p) / (1 - q)) in B by (field; lra).
  replace ((1 - l) * (1 - p) / ((1 - l) * (1 - p))) with 1 in B by (field; lra).
  assert (T : two_point f p b <= l * two_point f p q + (1 - l) * f 1).
  { apply Rle_trans with (l * q * f (p / q) + (1 - l) * p * f 1 +
      (l * (1 - q) * f ((1 - p) / (1 - q)) + (1 - l) * (1 - p) * f 1)).
    - unfold two_point. lra.
    - right. unfold two_point. ring. }
  assert ((1 - l) * f 1 <= (1 - l) * two_point f p q) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma prob_split n P (A : nat -> bool) : distribution n P ->
  Sum n (fun y => if A y then 0 else P y) = 1 - prob n P A.
Proof.
  intros [_ E]. unfold prob. rewrite <- E, <- Sum_minus. apply Sum_ext. intros.
  destruct (A x); lra.
Qed.
(* If P gives A more than b and Q at most b, the divergence is at least that of p against b. *)
Lemma set_lower f n P Q A v b : convex f -> distribution n P -> distribution n Q ->
  prob n Q A <= b -> 0 < b < 1 -> b <= prob n P A -> divergence f n P Q v ->
  two_point f (prob n P A) b <= v.
Proof.
  intros C DP DQ HQ [Hb Hb1] HP V.
  assert (Hp : prob n P A <= 1).
  { unfold prob. rewrite <- (proj2 DP). apply Sum_le. intros y Hy. pose proof (proj1 DP y Hy).
    destruct (A y); lra. }
  set (p := prob n P A) in *. set (q := prob n Q A) in *.
  pose proof (prob_split n P A DP) as SP. pose proof (prob_split n Q A DQ) as SQ. fold p in SP. fold q in SQ.
  assert (NP : forall y, (y < n)%nat -> 0 <= P y) by apply DP.
  assert (NQ : forall y, (y < n)%nat -> 0 <= Q y) by apply DQ.
  assert (Q0 : 0 <= q) by (apply Sum_nonneg; intros y Hy; destruct (A y); [auto|lra]).
  set (PA := fun y => if A y then P y else 0). set (PB := fun y => if A y then 0 else P y).
  set (QA := fun y => if A y then Q y else 0). set (QB := fun y => if A y then 0 else Q y).
  assert (NN : forall y, (y < n)%nat -> 0 <= PA y /\ 0 <= PB y /\ 0 <= QA y /\ 0 <= QB y).
  { intros y Hy. specialize (NP y Hy). specialize (NQ y Hy). unfold PA, PB, QA, QB.
    destruct (A y); lra. }
  assert (F : Df f n P Q = Sum n (fun y => QA y * f (PA y / QA y)) + Sum n (fun y => QB y * f (PB y / QB y))).
  { unfold Df. rewrite <- Sum_plus. apply Sum_ext. intros y _. unfold PA, PB, QA, QB.
    destruct (A y); ring. }
  destruct (Req_dec q 0) as [Z|Z].
  - (* Q vanishes on A, P does not: the divergence has a slope at infinity *)
    assert (ZA : forall y, (y < n)%nat -> QA y = 0).
    { apply (Sum_0_all n QA); [intros; apply NN; auto|]. change (Sum n QA) with q. lra. }
    destruct V as [[AC _]|[L [S ->]]].
    { exfalso. assert (p = 0); [|lra]. apply Sum_zero. intros y Hy. destruct (A y) eqn:G; auto.
      apply AC; auto. specialize (ZA y Hy). unfold QA in ZA. rewrite G in ZA. auto. }
    assert (W : exists w, total f n PB QB w /\ Df f n P Q +
      L * Sum n (fun y => if Req_EM_T (Q y) 0 then P y else 0) = w + L * p).
    { exists (Sum n (fun y => QB y * f (PB y / QB y)) +
        L * Sum n (fun y => if Req_EM_T (QB y) 0 then PB y else 0)).
      split; [right; exists L; auto|]. rewrite F.
      rewrite (Sum_zero n (fun y => QA y * _)) by (intros y Hy; rewrite (ZA y Hy); ring).
      assert (G : Sum n (fun y => if Req_EM_T (Q y) 0 then P y else 0) =
        Sum n (fun y => if Req_EM_T (QB y) 0 then PB y else 0) + p).
      { unfold p, prob. rewrite <- Sum_plus. apply Sum_ext. intros y Hy. specialize (ZA y Hy).
        unfold QA, QB, PB in *. destruct (A y), (Req_EM_T (Q y) 0), (Req_EM_T 0 0); lra. }
      rewrite G. ring. }
    destruct W as [w [W ->]].
    assert (J : Sum n QB * f (Sum n PB / Sum n QB) <= w).
    { apply jensen; auto; try (intros; apply NN; auto). unfold QB. rewrite SQ. lra. }
    unfold PB, QB in J. rewrite SP, SQ, Z in J. replace (1 - 0) with 1 in J by ring.
    replace ((1 - p) / 1) with (1 - p) in J by field.
    assert (Pb : 1 <= p / b).
    { apply Rmult_le_reg_r with b; auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    pose proof (slope_step f L (1 - p) (p / b - (1 - p)) C S ltac:(lra) ltac:(lra)) as T1.
    replace (1 - p + (p / b - (1 - p))) with (p / b) in T1 by ring.
    assert (Gb : 0 <= (1 - p) / (1 - b) - (1 - p)).
    { replace ((1 - p) / (1 - b) - (1 - p)) with ((1 - p) * b * / (1 - b)) by (field; lra).
      apply Rmult_le_pos; [apply Rmult_le_pos; lra|left; apply Rinv_0_lt_compat; lra]. }
    pose proof (slope_step f L (1 - p) _ C S ltac:(lra) Gb) as T2.
    replace (1 - p + ((1 - p) / (1 - b) - (1 - p))) with ((1 - p) / (1 - b)) in T2 by ring.
    apply Rmult_le_compat_l with (r := b) in T1; [|lra].
    apply Rmult_le_compat_l with (r := 1 - b) in T2; [|lra].
    replace (b * (f (1 - p) + L * (p / b - (1 - p)))) with
      (b * f (1 - p) + L * (p - b * (1 - p))) in T1 by (field; lra).
    replace ((1 - b) * (f (1 - p) + L * ((1 - p) / (1 - b) - (1 - p)))) with
      ((1 - b) * f (1 - p) + L * (b * (1 - p))) in T2 by (field; lra).
    unfold two_point. lra.
  - assert (Qp : 0 < q) by lra.
    apply Rle_trans with (two_point f p q).
    { apply two_point_decreasing; auto; lra. }
    assert (W : exists u w, total f n PA QA u /\ total f n PB QB w /\ v = u + w).
    { destruct V as [[AC ->]|[L [S ->]]].
      - exists (Sum n (fun y => QA y * f (PA y / QA y))), (Sum n (fun y => QB y * f (PB y / QB y))).
        split; [left|split; [left|auto]]; (split; [|auto]); intros y Hy; unfold QA, PA, QB, PB;
          destruct (A y); auto.
      - exists (Sum n (fun y => QA y * f (PA y / QA y)) +
          L * Sum n (fun y => if Req_EM_T (QA y) 0 then PA y else 0)),
          (Sum n (fun y => QB y * f (PB y / QB y)) +
          L * Sum n (fun y => if Req_EM_T (QB y) 0 then PB y else 0)).
        split; [right; exists L; auto|]. split; [right; exists L; auto|]. rewrite F.
        assert (G : Sum n (fun y => if Req_EM_T (Q y) 0 then P y else 0) =
          Sum n (fun y => if Req_EM_T (QA y) 0 then PA y else 0) +
          Sum n (fun y => if Req_EM_T (QB y) 0 then PB y else 0)).
        { rewrite <- Sum_plus. apply Sum_ext. intros y Hy. unfold QA, QB, PA, PB.
          destruct (A y), (Req_EM_T (Q y) 0), (Req_EM_T 0 0); lra. }
        rewrite G. ring. }
    destruct W as [u [w [U [W ->]]]].
    assert (JA : Sum n QA * f (Sum n PA / Sum n QA) <= u)
      by (apply jensen; auto; intros; apply NN; auto).
    assert (JB : Sum n QB * f (Sum n PB / Sum n QB) <= w).
    { apply jensen; auto; try (intros; apply NN; auto). unfold QB. rewrite SQ. lra. }
    change (Sum n QA) with q in JA. change (Sum n PA) with p in JA.
    unfold PB, QB in JB. rewrite SP, SQ in JB. unfold two_point. lra.
Qed.
