(* Kernels that keep a prior q (zamanlooy2025): bounds on the diagonal, the mixture lam I + (1 - lam) 1 q,
   Algorithm 1. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity.
Open Scope R_scope.

(* The sampler p -> pK; Gamma_f (eq. 4) is the least worst case, attained where [is_min] holds. *)
Definition by_kernel n (K : nat -> nat -> R) (p : nat -> R) y := marginal n p K y.
Definition admissible eps n q K := kernel n n K /\ ldp eps n n K /\ invariant n q K.
Definition Gamma f eps n q v :=
  is_min (fun v => exists K, admissible eps n q K /\ worst (distribution n) f n (by_kernel n K) v) v.
(* t q / (t q + 1 - q), the largest diagonal entry of a letter of probability q *)
Definition keep eps q := exp eps * q / (exp eps * q + 1 - q).
Definition value f eps qmin :=
  (1 - qmin) / (exp eps * qmin + 1 - qmin) * f 0 +
  exp eps * qmin / (exp eps * qmin + 1 - qmin) * f ((exp eps * qmin + 1 - qmin) / (exp eps * qmin)).
Definition least n (q : nat -> R) i := (i < n)%nat /\ forall x, (x < n)%nat -> q i <= q x.

Lemma keep_denominator eps q : 0 <= eps -> 0 <= q -> 1 <= exp eps * q + 1 - q.
Proof.
  intros He Hq. pose proof (exp_ge_1 eps He).
  assert (1 * q <= exp eps * q) by (apply Rmult_le_compat_r; lra). lra.
Qed.
Lemma keep_mono eps a b : 0 <= eps -> 0 <= a <= b -> b <= 1 -> keep eps a <= keep eps b.
Proof.
  intros He H Hb. pose proof (exp_ge_1 eps He). pose proof (keep_denominator eps a He ltac:(lra)).
  pose proof (keep_denominator eps b He ltac:(lra)). unfold keep.
  apply Rmult_le_reg_r with ((exp eps * a + 1 - a) * (exp eps * b + 1 - b));
    [apply Rmult_lt_0_compat; lra|].
  replace (exp eps * a / (exp eps * a + 1 - a) * ((exp eps * a + 1 - a) * (exp eps * b + 1 - b)))
    with (exp eps * (a * (exp eps * b + 1 - b))) by (field; lra).
  replace (exp eps * b / (exp eps * b + 1 - b) * ((exp eps * a + 1 - a) * (exp eps * b + 1 - b)))
    with (exp eps * (b * (exp eps * a + 1 - a))) by (field; lra).
  apply Rmult_le_compat_l; [lra|]. lra.
Qed.
Lemma keep_pos eps q : 0 <= eps -> 0 < q -> 0 < keep eps q.
Proof.
  intros He Hq. pose proof (keep_denominator eps q He ltac:(lra)). unfold keep.
  apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; auto; apply exp_pos|lra].
Qed.
Lemma keep_le_1 eps q : 0 <= eps -> 0 <= q <= 1 -> keep eps q <= 1.
Proof.
  intros He Hq. pose proof (keep_denominator eps q He ltac:(lra)). unfold keep.
  apply Rmult_le_reg_r with (exp eps * q + 1 - q); [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
Lemma value_kept f eps q : 0 <= eps -> 0 < q -> value f eps q = kept f (keep eps q).
Proof.
  intros He Hq. pose proof (keep_denominator eps q He ltac:(lra)). pose proof (exp_pos eps).
  unfold value, kept, keep.
  replace (1 / (exp eps * q / (exp eps * q + 1 - q))) with ((exp eps * q + 1 - q) / (exp eps * q))
    by (field; lra).
  replace (1 - exp eps * q / (exp eps * q + 1 - q)) with ((1 - q) / (exp eps * q + 1 - q))
    by (field; lra). lra.
Qed.

(* An entry of a kernel that is private and keeps q, against the probability of its column. *)
Lemma entry_upper eps n q K i j : 0 <= eps -> distribution n q -> admissible eps n q K ->
  (i < n)%nat -> (j < n)%nat -> K i j * (exp eps * q i + 1 - q i) <= exp eps * q j.
Proof.
  intros He [N E] [HK [L I]] Hi Hj.
  assert (H2 : Sum n (fun x => q x * K i j + point i x * ((exp eps - 1) * (q x * K i j))) <=
               Sum n (fun x => exp eps * (q x * K x j))).
  { apply Sum_le. intros x Hx. unfold point. destruct (Nat.eq_dec x i); [subst; lra|].
    assert (q x * K i j <= q x * (exp eps * K x j)) by (apply Rmult_le_compat_l; auto). lra. }
  rewrite Sum_plus, Sum_scal_r, E, Sum_scal in H2.
  rewrite (Sum_point n i (fun x => (exp eps - 1) * (q x * K i j))) in H2 by auto.
  pose proof (I j Hj) as M. unfold marginal in M. rewrite M in H2. lra.
Qed.
Lemma entry_lower eps n q K i j : 0 <= eps -> distribution n q -> admissible eps n q K ->
  (i < n)%nat -> (j < n)%nat -> q j <= exp eps * K i j.
Proof.
  intros He [N E] [HK [L I]] Hi Hj. pose proof (I j Hj) as M. rewrite <- M. unfold marginal.
  apply (average_le n q (fun x => K x j)); [split; auto|]. intros. apply L; auto.
Qed.
Lemma diagonal eps n q K i : 0 <= eps -> distribution n q -> admissible eps n q K ->
  (i < n)%nat -> K i i <= keep eps (q i).
Proof.
  intros He D A Hi. pose proof (entry_upper eps n q K i i He D A Hi Hi) as H.
  pose proof (keep_denominator eps (q i) He (proj1 D i Hi)). unfold keep.
  apply Rmult_le_reg_r with (exp eps * q i + 1 - q i); [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

(* The worst case of a kernel is at a point mass (Lemma 1): any kernel with positive diagonal. *)
Lemma kernel_upper f n K a p : convex f -> kernel n n K -> distribution n p -> 0 < a ->
  (forall y, (y < n)%nat -> a <= K y y) ->
  continuous_for n p (by_kernel n K p) /\ Df f n p (by_kernel n K p) <= kept f a.
Proof.
  intros C HK D Ha H. destruct D as [N E].
  assert (W : forall y, (y < n)%nat -> p y * K y y <= by_kernel n K p y).
  { intros y Hy. apply (Sum_term n (fun x => p x * K x y) y Hy). intros x Hx.
    apply Rmult_le_pos; auto. apply (HK x Hx); auto. }
  assert (Z0 : forall y, (y < n)%nat -> 0 <= p y * K y y).
  { intros y Hy. apply Rmult_le_pos; auto. specialize (H y Hy). lra. }
  split.
  - intros y Hy Z. specialize (W y Hy). rewrite Z in W. specialize (Z0 y Hy). specialize (H y Hy).
    destruct (Rmult_integral (p y) (K y y) ltac:(lra)); lra.
  - apply Rle_trans with (Sum n (fun y => p y * kept f a + (by_kernel n K p y - p y) * f 0)).
    + apply Sum_le. intros y Hy. specialize (W y Hy). specialize (Z0 y Hy). specialize (H y Hy).
      set (w := by_kernel n K p y) in *. pose proof (N y Hy) as Ny.
      apply Rle_trans with (p y * kept f (K y y) + (w - p y) * f 0).
      2:{ apply Rplus_le_compat_r, Rmult_le_compat_l; auto. apply kept_decreasing; auto. }
      destruct (Req_dec w 0) as [Z|Z].
      * assert (Zp : p y = 0) by (destruct (Rmult_integral (p y) (K y y) ltac:(lra)); lra).
        rewrite Z, Zp. lra.
      * assert (Hw0 : 0 < w) by lra. assert (I : 0 < / w) by (apply Rinv_0_lt_compat; auto).
        assert (X : 0 <= p y * K y y / w <= 1).
        { split; [unfold Rdiv; apply Rmult_le_pos; lra|]. apply Rmult_le_reg_r with w; auto.
          unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
        pose proof (chord0 f (K y y) _ C ltac:(lra) X) as G.
        replace (p y * K y y / w / K y y) with (p y / w) in G by (field; lra).
        apply Rmult_le_compat_l with (r := w) in G; [|lra].
        replace (w * (p y * K y y / w * f (1 / K y y) + (1 - p y * K y y / w) * f 0)) with
          (p y * K y y * f (1 / K y y) + (w - p y * K y y) * f 0) in G by (field; lra).
        unfold kept. lra.
    + rewrite Sum_plus, !Sum_scal_r, Sum_minus, E.
      assert (M : Sum n (by_kernel n K p) = 1)
        by exact (proj2 (marginal_dist n n p K (conj N E) HK)).
      rewrite M. lra.
Qed.
Lemma point_value f n K z : kernel n n K -> (z < n)%nat -> 0 < K z z ->
  divergence f n (point z) (by_kernel n K (point z)) (kept f (K z z)).
Proof.
  intros HK Hz P. left. split.
  - intros y Hy Z. unfold by_kernel in Z. rewrite marginal_point in Z by auto. unfold point.
    destruct (Nat.eq_dec y z); subst; lra.
  - unfold Df. rewrite (Sum_ext _ _ (fun y => K z y * f 0 +
      point z y * (K z y * (f (1 / K z y) - f 0)))).
    + rewrite Sum_plus, Sum_scal_r, (proj2 (HK z Hz)),
        (Sum_point n z (fun y => K z y * (f (1 / K z y) - f 0))) by auto. unfold kept. lra.
    + intros y _. unfold by_kernel. rewrite marginal_point by auto. unfold point.
      destruct (Nat.eq_dec y z); [ring|]. unfold Rdiv. rewrite !Rmult_0_l. ring.
Qed.
Lemma worst_kernel f n K z : convex f -> kernel n n K -> (z < n)%nat -> 0 < K z z ->
  (forall y, (y < n)%nat -> K z z <= K y y) -> worst (distribution n) f n (by_kernel n K) (kept f (K z z)).
Proof.
  intros C HK Hz P H. split; [|split].
  - intros p D. destruct (kernel_upper f n K (K z z) p C HK D P H) as [A _].
    exists (Df f n p (by_kernel n K p)). left; auto.
  - intros w [p [D V]]. destruct (kernel_upper f n K (K z z) p C HK D P H) as [A U].
    destruct V as [[_ ->]|[L [_ ->]]]; auto.
    rewrite (Sum_zero n (fun y => if Req_EM_T _ 0 then p y else 0)); [lra|].
    intros y Hy. destruct (Req_EM_T _ 0); auto.
  - intros b Hb. apply Hb. exists (point z). split; [apply point_dist; auto|].
    apply point_value; auto.
Qed.
(* The converse: no admissible kernel has a smaller worst case. *)
Lemma worst_lower f eps n q i K v : convex f -> 0 <= eps -> distribution n q -> least n q i ->
  0 < q i -> admissible eps n q K -> worst (distribution n) f n (by_kernel n K) v -> value f eps (q i) <= v.
Proof.
  intros C He D [Hi Hm] P A [W [U _]]. destruct (W (point i) (point_dist n i Hi)) as [w V].
  apply Rle_trans with w; [|apply U; exists (point i); split; auto; apply point_dist; auto].
  rewrite value_kept by auto.
  apply (point_lower f n i (by_kernel n K (point i))); auto.
  - apply marginal_dist; [apply point_dist; auto|apply A].
  - apply keep_pos; auto.
  - unfold by_kernel. rewrite marginal_point by auto. apply (diagonal eps n q); auto.
Qed.
Lemma optimal f eps n q i K : convex f -> 0 <= eps -> distribution n q -> least n q i -> 0 < q i ->
  admissible eps n q K -> K i i = keep eps (q i) -> (forall y, (y < n)%nat -> K i i <= K y y) ->
  worst (distribution n) f n (by_kernel n K) (value f eps (q i)) /\ Gamma f eps n q (value f eps (q i)).
Proof.
  intros C He D Li P A E M. assert (W : worst (distribution n) f n (by_kernel n K) (value f eps (q i))).
  { rewrite value_kept, <- E by auto. apply worst_kernel; auto; [apply A|apply Li|].
    rewrite E. apply keep_pos; auto. }
  split; auto. split; [exists K; auto|]. intros v [K' [A' W']].
  apply (worst_lower f eps n q i K'); auto.
Qed.

(* lam I + (1 - lam) 1 q *)
Definition mix lam (q : nat -> R) x y := lam * point x y + (1 - lam) * q y.
Definition weight_of eps qmin := (exp eps - 1) * qmin / (exp eps * qmin + 1 - qmin).
Lemma mix_admissible eps n q i : 0 <= eps -> distribution n q -> least n q i ->
  let K := mix (weight_of eps (q i)) q in
  admissible eps n q K /\ K i i = keep eps (q i) /\ forall y, (y < n)%nat -> K i i <= K y y.
Proof.
  intros He [N E] [Hi Hm] K. pose proof (exp_ge_1 eps He) as Ht. pose proof (N i Hi) as Q0.
  pose proof (keep_denominator eps (q i) He Q0) as S.
  assert (Q1 : q i <= 1) by (rewrite <- E; apply Sum_term; auto).
  unfold K, weight_of, keep. set (t := exp eps) in *. set (s := t * q i + 1 - q i) in *.
  set (lam := (t - 1) * q i / s). assert (I : 0 < / s) by (apply Rinv_0_lt_compat; lra).
  assert (L : 0 <= lam <= 1).
  { assert (0 <= (t - 1) * q i) by (apply Rmult_le_pos; lra).
    split; [unfold lam, Rdiv; apply Rmult_le_pos; lra|]. apply Rmult_le_reg_r with s; [lra|].
    unfold lam, Rdiv. rewrite Rmult_assoc, Rinv_l by lra. unfold s in *. lra. }
  assert (E1 : lam + (1 - lam) * q i = t * ((1 - lam) * q i)) by (unfold lam, s in *; field; lra).
  assert (E2 : lam + (1 - lam) * q i = t * q i / s) by (unfold lam, s in *; field; lra).
  assert (Mg : forall y, (y < n)%nat -> (1 - lam) * q i <= (1 - lam) * q y).
  { intros. apply Rmult_le_compat_l; [lra|auto]. }
  assert (Mp : forall y, (y < n)%nat -> 0 <= (1 - lam) * q y) by (intros; apply Rmult_le_pos; auto; lra).
  split; [|split].
  - split; [|split].
    + intros x Hx. split.
      * intros y Hy. specialize (Mp y Hy). unfold mix, point. destruct (Nat.eq_dec y x); lra.
      * unfold mix. rewrite Sum_plus, !Sum_scal, E, Sum_point1; auto. lra.
    + intros x x' y Hx Hx' Hy. fold t. specialize (Mp y Hy). specialize (Mg y Hy).
      assert (0 <= (t - 1) * ((1 - lam) * q y - (1 - lam) * q i)) by (apply Rmult_le_pos; lra).
      assert (0 <= (t - 1) * lam) by (apply Rmult_le_pos; lra).
      assert (0 <= (t - 1) * ((1 - lam) * q y)) by (apply Rmult_le_pos; lra).
      unfold mix, point. destruct (Nat.eq_dec y x), (Nat.eq_dec y x'); lra.
    + intros y Hy. unfold marginal, mix.
      rewrite (Sum_ext _ _ (fun x => lam * (point y x * q x) + (1 - lam) * q y * q x)).
      * rewrite Sum_plus, !Sum_scal, Sum_point, E; auto. ring.
      * intros x _. unfold point. destruct (Nat.eq_dec y x), (Nat.eq_dec x y); subst; try congruence; ring.
  - unfold mix, point. destruct (Nat.eq_dec i i); [lra|congruence].
  - intros y Hy. specialize (Mg y Hy). unfold mix, point.
    destruct (Nat.eq_dec i i), (Nat.eq_dec y y); try congruence. lra.
Qed.
