(* The class c1 mu <= P <= c2 mu (park2024, Theorem 3.3; ghoukasian2025, Corollary 3.7). *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity TwoPoint.
Open Scope R_scope.

(* Definition 2.5: t sets of measure alpha, each letter in u of them *)
Definition decomposable n (mu : nat -> R) alpha t u := exists A : nat -> nat -> bool,
  (forall i, (i < t)%nat -> prob n mu (A i) = alpha) /\
  forall x, (x < n)%nat -> Sum t (fun i => if A i x then 1 else 0) = INR u.
Definition lambda eps c1 c2 := (exp eps - 1) / ((1 - c1) * exp eps + c2 - 1).
Definition mixture lam (mu P : nat -> R) x := lam * P x + (1 - lam) * mu x.
(* eq. 12 *)
Definition bounded_risk f eps c1 c2 :=
  let b := (c2 - c1) / ((exp eps - 1) * (1 - c1) + c2 - c1) in
  let r1 := c1 / b in let r2 := c2 / (b * exp eps) in
  (1 - r1) / (r2 - r1) * f r2 + (r2 - 1) / (r2 - r1) * f r1.

Section Class.
Variables (f : R -> R) (eps c1 c2 : R) (n : nat) (mu : nat -> R).
Hypothesis C : convex f.
Hypothesis He : 0 <= eps.
Hypothesis H1 : 0 <= c1 < 1.
Hypothesis H2 : 1 < c2.
Hypothesis H3 : c1 * exp eps < c2.
Hypothesis Dmu : distribution n mu.
Let t := exp eps.
Let d := (t - 1) * (1 - c1) + c2 - c1.
Let b := (c2 - c1) / d.
Let r1 := c1 / b.
Let r2 := c2 / (b * t).

Lemma constants : 1 <= t /\ 0 < d /\ b * d = c2 - c1 /\ 0 < b /\ 0 <= r1 /\ r1 < r2 /\ 0 < r2 /\
  r1 * b = c1 /\ r2 * (b * t) = c2 /\
  lambda eps c1 c2 * c1 + (1 - lambda eps c1 c2) = b /\
  lambda eps c1 c2 * c2 + (1 - lambda eps c1 c2) = b * t /\ 0 <= lambda eps c1 c2 <= 1.
Proof.
  pose proof (exp_ge_1 eps He) as Ht. fold t in Ht.
  assert (T : 0 <= (t - 1) * (1 - c1)) by (apply Rmult_le_pos; lra).
  assert (Hd : 0 < d) by (unfold d; lra).
  assert (Eb : b * d = c2 - c1) by (unfold b; field; lra).
  assert (B0 : 0 < b) by (unfold b; apply Rdiv_lt_0_compat; lra).
  assert (I : 0 < / b) by (apply Rinv_0_lt_compat; auto).
  assert (Bt : 0 < b * t) by (apply Rmult_lt_0_compat; lra).
  assert (Ed : (1 - c1) * t + c2 - 1 = d) by (unfold d; ring).
  assert (R12 : r1 < r2).
  { unfold r1, r2. apply Rmult_lt_reg_r with (b * t); auto.
    replace (c1 / b * (b * t)) with (c1 * t) by (field; lra).
    replace (c2 / (b * t) * (b * t)) with c2 by (field; lra). exact H3. }
  assert (R1 : 0 <= r1) by (unfold r1, Rdiv; apply Rmult_le_pos; lra).
  unfold lambda. fold t. rewrite Ed.
  repeat split; auto; try lra.
  - unfold r1. field. lra.
  - unfold r2. field. lra.
  - unfold b, d. field. unfold d in Hd. lra.
  - unfold b, d. field. unfold d in Hd. lra.
  - unfold Rdiv. apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat; auto.
  - apply Rmult_le_reg_r with d; auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    unfold d. assert (0 <= c2 - c1 * t) by (unfold t; lra). lra.
Qed.

Let S := mixture (lambda eps c1 c2) mu.
Lemma mixture_facts P : between c1 c2 n mu P -> distribution n (S P) /\ forall x, (x < n)%nat ->
  b * mu x <= S P x <= b * t * mu x /\ r1 * S P x <= P x <= r2 * S P x.
Proof.
  intros [D B]. destruct constants as [Ht [Hd [Eb [B0 [R1 [R12 [R2 [E1 [E2 [L1 [L2 L01]]]]]]]]]]].
  set (lam := lambda eps c1 c2) in *. split; [split|].
  - intros x Hx. unfold S, mixture. pose proof (proj1 D x Hx). pose proof (proj1 Dmu x Hx).
    assert (0 <= lam * P x) by (apply Rmult_le_pos; lra).
    assert (0 <= (1 - lam) * mu x) by (apply Rmult_le_pos; lra). fold lam. lra.
  - unfold S, mixture. rewrite Sum_plus, !Sum_scal, (proj2 D), (proj2 Dmu). ring.
  - intros x Hx. destruct (B x Hx) as [Bl Bu]. pose proof (proj1 Dmu x Hx) as M.
    unfold S, mixture. fold lam.
    assert (lam * (c1 * mu x) <= lam * P x) by (apply Rmult_le_compat_l; lra).
    assert (lam * P x <= lam * (c2 * mu x)) by (apply Rmult_le_compat_l; lra).
    assert (Y1 : b * mu x = lam * (c1 * mu x) + (1 - lam) * mu x) by (rewrite <- L1; ring).
    assert (Y2 : b * t * mu x = lam * (c2 * mu x) + (1 - lam) * mu x) by (rewrite <- L2; ring).
    split; [lra|].
    (* the ratio P/(lam P + (1 - lam) mu) increases in P *)
    assert (X1 : r1 * (1 - lam) = c1 * (1 - r1 * lam)).
    { replace (r1 * (1 - lam)) with (r1 * b - r1 * lam * c1) by (rewrite <- L1; ring).
      rewrite E1. ring. }
    assert (X2 : r2 * (1 - lam) = c2 * (1 - r2 * lam)).
    { replace (r2 * (1 - lam)) with (r2 * (b * t) - r2 * lam * c2) by (rewrite <- L2; ring).
      rewrite E2. ring. }
    assert (Z2 : 0 <= 1 - r2 * lam).
    { assert (0 <= r2 * (1 - lam)) by (apply Rmult_le_pos; lra).
      apply Rmult_le_reg_l with c2; lra. }
    assert (Z1 : 0 <= 1 - r1 * lam).
    { assert (r1 * lam <= r2 * lam) by (apply Rmult_le_compat_r; lra). lra. }
    split.
    + replace (r1 * (lam * P x + (1 - lam) * mu x)) with
        (P x - (1 - r1 * lam) * P x + (r1 * (1 - lam)) * mu x) by ring.
      rewrite X1. assert ((1 - r1 * lam) * (c1 * mu x) <= (1 - r1 * lam) * P x)
        by (apply Rmult_le_compat_l; lra). lra.
    + replace (r2 * (lam * P x + (1 - lam) * mu x)) with
        (P x - (1 - r2 * lam) * P x + (r2 * (1 - lam)) * mu x) by ring.
      rewrite X2. assert ((1 - r2 * lam) * P x <= (1 - r2 * lam) * (c2 * mu x))
        by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma mixture_private : sampler (between c1 c2 n mu) n S /\ sampler_ldp (between c1 c2 n mu) eps n S.
Proof.
  destruct constants as [Ht [Hd [Eb [B0 _]]]]. split; [intros P HP; apply mixture_facts; auto|].
  intros P P' x HP HP' Hx. destruct (mixture_facts P HP) as [_ F]. destruct (F x Hx) as [[_ U] _].
  destruct (mixture_facts P' HP') as [_ F']. destruct (F' x Hx) as [[L _] _]. fold t.
  apply Rle_trans with (1 := U). replace (b * t * mu x) with (t * (b * mu x)) by ring.
  apply Rmult_le_compat_l; lra.
Qed.
Lemma mixture_upper P w : between c1 c2 n mu P -> divergence f n P (S P) w ->
  continuous_for n P (S P) /\ w <= bounded_risk f eps c1 c2.
Proof.
  intros HP V. destruct constants as [Ht [Hd [Eb [B0 [R1 [R12 [R2 _]]]]]]].
  destruct (mixture_facts P HP) as [D F].
  assert (AC : continuous_for n P (S P)).
  { intros x Hx Z. destruct (F x Hx) as [_ [L U]]. rewrite Z in L, U. lra. }
  split; auto. assert (E : w = Df f n P (S P)).
  { destruct V as [[_ V]|[L' [_ V]]]; auto. rewrite V.
    rewrite (Sum_zero n (fun y => if Req_EM_T (S P y) 0 then P y else 0)); [ring|].
    intros y Hy. destruct (Req_EM_T (S P y) 0); auto. }
  rewrite E. apply (ratio_bound f n P (S P) r1 r2); auto; [apply HP|]. intros x Hx. apply F; auto.
Qed.

(* The converse, for a partition of the letters into k sets of measure alpha. *)
Variable k : nat.
Hypothesis Dec : decomposable n mu ((1 - c1) / (c2 - c1)) k 1.
Lemma bounded_lower Q v : sampler (between c1 c2 n mu) n Q ->
  sampler_ldp (between c1 c2 n mu) eps n Q -> worst (between c1 c2 n mu) f n Q v ->
  bounded_risk f eps c1 c2 <= v.
Proof.
  intros HQ LQ [W [U _]].
  destruct constants as [Ht [Hd [Eb [B0 [R1 [R12 [R2 [E1 [E2 _]]]]]]]]].
  destruct Dec as [A [MA CA]]. set (alpha := (1 - c1) / (c2 - c1)) in *.
  assert (Ea : alpha * (c2 - c1) = 1 - c1) by (unfold alpha; field; lra).
  assert (A0 : 0 < alpha) by (unfold alpha; apply Rdiv_lt_0_compat; lra).
  assert (A1 : alpha < 1).
  { apply Rmult_lt_reg_r with (c2 - c1); [lra|]. rewrite Ea. lra. }
  assert (Tot : forall P, distribution n P -> Sum k (fun i => prob n P (A i)) = 1).
  { intros P D. unfold prob. rewrite Sum_swap, <- (proj2 D). apply Sum_ext. intros x Hx.
    specialize (CA x Hx). simpl in CA. rewrite (Sum_ext _ _ (fun i => P x * (if A i x then 1 else 0))).
    - rewrite Sum_scal, CA. ring.
    - intros i _. destruct (A i x); ring. }
  assert (Ka : INR k * alpha = 1).
  { rewrite <- (Tot mu Dmu). rewrite (Sum_ext k (fun i => prob n mu (A i)) (fun _ => alpha)) by auto.
    rewrite Sum_const. auto. }
  assert (Hk : (0 < k)%nat) by (destruct k; [simpl in Ka; lra|lia]).
  set (P := fun i x => if A i x then c2 * mu x else c1 * mu x).
  assert (MP : forall i, (i < k)%nat -> Sum n (P i) = 1 /\ prob n (P i) (A i) = c2 * alpha).
  { intros i Hi. specialize (MA i Hi). split.
    - rewrite (Sum_ext _ _ (fun x => c1 * mu x + (c2 - c1) * (if A i x then mu x else 0))).
      + rewrite Sum_plus, !Sum_scal, (proj2 Dmu). unfold prob in MA. rewrite MA. lra.
      + intros x _. unfold P. destruct (A i x); ring.
    - unfold prob. rewrite (Sum_ext _ _ (fun x => c2 * (if A i x then mu x else 0))).
      + rewrite Sum_scal. unfold prob in MA. rewrite MA. auto.
      + intros x _. unfold P. destruct (A i x); ring. }
  assert (BP : forall i, (i < k)%nat -> between c1 c2 n mu (P i)).
  { intros i Hi. assert (B : forall x, (x < n)%nat -> c1 * mu x <= P i x <= c2 * mu x).
    { intros x Hx. pose proof (proj1 Dmu x Hx). assert (0 <= (c2 - c1) * mu x) by (apply Rmult_le_pos; lra).
      unfold P. destruct (A i x); lra. }
    split; auto. split; [|apply MP; auto]. intros x Hx. destruct (B x Hx) as [L _].
    pose proof (proj1 Dmu x Hx). assert (0 <= c1 * mu x) by (apply Rmult_le_pos; lra). lra. }
  destruct (argmin k (fun i => prob n (Q (P i)) (A i)) Hk) as [j [Hj M]]. cbv beta in M.
  set (a := prob n (Q (P j)) (A j)) in *.
  assert (Sa : INR k * a <= a + t * (1 - a)).
  { rewrite <- Sum_const. apply Rle_trans with
      (Sum k (fun i => t * prob n (Q (P j)) (A i) - point j i * ((t - 1) * prob n (Q (P j)) (A i)))).
    - apply Sum_le. intros i Hi. unfold point. destruct (Nat.eq_dec i j) as [->|N].
      + fold a. lra.
      + apply Rle_trans with (1 := M i Hi). rewrite Rmult_0_l, Rminus_0_r.
        unfold prob. rewrite <- Sum_scal. apply Sum_le. intros x Hx.
        destruct (A i x); [apply LQ; auto|lra].
    - rewrite Sum_minus, Sum_scal, (Tot (Q (P j))) by (apply HQ; auto).
      rewrite (Sum_point k j (fun i => (t - 1) * prob n (Q (P j)) (A i))) by auto. fold a. lra. }
  set (q := alpha * t / (alpha * t + 1 - alpha)).
  assert (D0 : 0 < alpha * t + 1 - alpha).
  { assert (0 < alpha * t) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (Dd : alpha * t + 1 - alpha = / b).
  { apply Rmult_eq_reg_l with b; [|lra]. rewrite Rinv_r by lra.
    apply Rmult_eq_reg_r with (c2 - c1); [|lra].
    replace (b * (alpha * t + 1 - alpha) * (c2 - c1)) with
      (b * (alpha * (c2 - c1) * (t - 1) + (c2 - c1))) by ring. rewrite Ea.
    replace (b * ((1 - c1) * (t - 1) + (c2 - c1))) with (b * d) by (unfold d; ring). lra. }
  assert (Eq : q = alpha * (b * t)) by (unfold q; rewrite Dd; field; lra).
  assert (Haq : a <= q).
  { apply Rmult_le_reg_r with (alpha * t + 1 - alpha); auto.
    unfold q, Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    assert (Sa' : alpha * (INR k * a) <= alpha * (a + t * (1 - a)))
      by (apply Rmult_le_compat_l; lra).
    replace (alpha * (INR k * a)) with ((INR k * alpha) * a) in Sa' by ring. rewrite Ka in Sa'. lra. }
  assert (Cq : prob n (P j) (A j) = r2 * q).
  { rewrite (proj2 (MP j Hj)), Eq. replace (r2 * (alpha * (b * t))) with (alpha * (r2 * (b * t))) by ring.
    rewrite E2. ring. }
  assert (C1 : c2 * alpha + c1 * (1 - alpha) = 1).
  { replace (c2 * alpha + c1 * (1 - alpha)) with (alpha * (c2 - c1) + c1) by ring. rewrite Ea. ring. }
  assert (Q01 : 0 < q < 1).
  { split; [unfold q; apply Rdiv_lt_0_compat; auto; apply Rmult_lt_0_compat; lra|].
    apply Rmult_lt_reg_r with (alpha * t + 1 - alpha); auto.
    unfold q, Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (E1q : 1 - r2 * q = r1 * (1 - q)).
  { rewrite <- Cq, (proj2 (MP j Hj)). replace (1 - c2 * alpha) with (c1 * (1 - alpha)) by lra.
    rewrite <- E1. replace (1 - q) with (b * (1 - alpha)); [ring|].
    assert (b * (alpha * t + 1 - alpha) = 1) by (rewrite Dd; field; lra).
    rewrite Eq. lra. }
  assert (R21 : 1 <= r2).
  { apply Rnot_lt_le. intros G. assert (r2 * q < 1 * q) by (apply Rmult_lt_compat_r; lra).
    assert (r1 * (1 - q) < 1 * (1 - q)) by (apply Rmult_lt_compat_r; lra). lra. }
  destruct (W (P j) (BP j Hj)) as [w V].
  apply Rle_trans with w; [|apply U; exists (P j); auto].
  assert (G := set_lower f n (P j) (Q (P j)) (A j) w q C (proj1 (BP j Hj)) (HQ _ (BP j Hj)) Haq Q01).
  rewrite Cq in G. specialize (G ltac:(assert (1 * q <= r2 * q) by (apply Rmult_le_compat_r; lra); lra) V).
  unfold two_point in G. rewrite E1q in G.
  replace (r2 * q / q) with r2 in G by (field; lra).
  replace (r1 * (1 - q) / (1 - q)) with r1 in G by (field; lra).
  unfold bounded_risk. fold t. fold d. fold b. fold r1 r2.
  replace ((1 - r1) / (r2 - r1)) with q.
  - replace ((r2 - 1) / (r2 - r1)) with (1 - q); auto.
    apply Rmult_eq_reg_r with (r2 - r1); [|lra].
    replace ((r2 - 1) / (r2 - r1) * (r2 - r1)) with (r2 - 1) by (field; lra). lra.
  - apply Rmult_eq_reg_r with (r2 - r1); [|lra].
    replace ((1 - r1) / (r2 - r1) * (r2 - r1)) with (1 - r1) by (field; lra). lra.
Qed.
End Class.

Lemma bounded_optimal f eps c1 c2 n mu k : convex f -> 0 <= eps -> 0 <= c1 < 1 -> 1 < c2 ->
  c1 * exp eps < c2 -> distribution n mu -> decomposable n mu ((1 - c1) / (c2 - c1)) k 1 ->
  let S := mixture (lambda eps c1 c2) mu in
  sampler (between c1 c2 n mu) n S /\ sampler_ldp (between c1 c2 n mu) eps n S /\
  worst (between c1 c2 n mu) f n S (bounded_risk f eps c1 c2) /\
  minimax (between c1 c2 n mu) eps f n (bounded_risk f eps c1 c2).
Proof.
  intros C He H1 H2 H3 D Dec S. destruct (mixture_private eps c1 c2 n mu He H1 H2 H3 D) as [HS L].
  assert (AC : forall P, between c1 c2 n mu P -> divergence f n P (S P) (Df f n P (S P))).
  { intros P B. left. split; auto. intros x Hx Z.
    destruct (mixture_facts eps c1 c2 n mu He H1 H2 H3 D P B) as [_ F]. destruct (F x Hx) as [_ [X Y]].
    fold S in X, Y. rewrite Z in X, Y. lra. }
  assert (Up : forall w P, between c1 c2 n mu P -> divergence f n P (S P) w -> w <= bounded_risk f eps c1 c2).
  { intros w P B V. apply (mixture_upper f eps c1 c2 n mu C He H1 H2 H3 D P); auto. }
  assert (Lo : forall Q v, sampler (between c1 c2 n mu) n Q -> sampler_ldp (between c1 c2 n mu) eps n Q ->
    worst (between c1 c2 n mu) f n Q v -> bounded_risk f eps c1 c2 <= v)
    by (intros Q v; apply (bounded_lower f eps c1 c2 n mu C He H1 H2 H3 D k Dec)).
  assert (W : worst (between c1 c2 n mu) f n S (bounded_risk f eps c1 c2)).
  { split; [intros P B; exists (Df f n P (S P)); auto|]. split.
    - intros w [P [B V]]. eauto.
    - intros v Hv. (* v bounds the values of S, so the least such bound is at most v *)
      destruct (completeness (fun w => exists P, between c1 c2 n mu P /\ divergence f n P (S P) w)) as [s [U M]].
      + exists v. intros w Hw. auto.
      + destruct Dec as [A [MA CA]]. exists (Df f n mu (S mu)), mu.
        assert (B : between c1 c2 n mu mu).
        { split; auto. intros x Hx. pose proof (proj1 D x Hx).
          assert (c1 * mu x <= 1 * mu x) by (apply Rmult_le_compat_r; lra).
          assert (1 * mu x <= c2 * mu x) by (apply Rmult_le_compat_r; lra). lra. }
        split; auto.
      + apply Rle_trans with s; [|apply M; intros w Hw; auto].
        apply (Lo S); auto. split; [intros P B; exists (Df f n P (S P)); auto|]. split; [exact U|].
        intros b Hb. apply M. intros w Hw. auto. }
  split; auto. split; auto. split; auto. split; [exists S; auto|].
  intros v [Q [HQ [LQ WQ]]]. apply (Lo Q); auto.
Qed.
