(* Sublinear functions of a column, and the 2^k patterns of kairouz2016's Definition 3. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity.
Open Scope R_scope.

Definition nonnegative k (c : nat -> R) := forall x, (x < k)%nat -> 0 <= c x.

Lemma sub_zero k mu c : sublinear k mu -> (forall x, (x < k)%nat -> c x = 0) -> mu c = 0.
Proof.
  intros [X [H _]] Z. assert (N : nonnegative k (fun _ => 0)) by (intros x _; lra).
  pose proof (H 2 (fun _ => 0) ltac:(lra) N) as E. cbv beta in E.
  rewrite (X (fun _ => 2 * 0) (fun _ => 0)) in E by (intros; ring).
  rewrite (X c (fun _ => 0)) by auto. lra.
Qed.
Lemma sub_scal k mu g c : sublinear k mu -> 0 <= g -> nonnegative k c ->
  mu (fun x => g * c x) = g * mu c.
Proof.
  intros M Hg N. destruct (Req_dec g 0) as [->|Z].
  - rewrite (sub_zero k mu); auto; [ring|]. intros; ring.
  - apply M; auto. lra.
Qed.
Lemma sub_sum k mu N th (S : nat -> nat -> R) : sublinear k mu ->
  (forall j, (j < N)%nat -> 0 <= th j) -> (forall j, (j < N)%nat -> nonnegative k (S j)) ->
  mu (fun x => Sum N (fun j => th j * S j x)) <= Sum N (fun j => th j * mu (S j)).
Proof.
  intros M Ht HS. induction N; simpl.
  - right. apply (sub_zero k); auto.
  - pose proof (proj2 (proj2 M)) as A.
    apply Rle_trans with (mu (fun x => Sum N (fun j => th j * S j x)) + mu (fun x => th N * S N x)).
    + apply (A (fun x => Sum N (fun j => th j * S j x)) (fun x => th N * S N x)).
      * intros x Hx. apply Sum_nonneg. intros j Hj. apply Rmult_le_pos; [apply Ht; lia|].
        apply HS; auto; lia.
      * intros x Hx. apply Rmult_le_pos; [apply Ht; lia|apply HS; auto; lia].
    + rewrite (sub_scal k) by auto.
      assert (mu (fun x => Sum N (fun j => th j * S j x)) <= Sum N (fun j => th j * mu (S j)));
        [apply IHN; intros; [apply Ht|apply HS]; lia|lra].
Qed.

(* Column j of S^(k), j = 0, ..., 2^k - 1: exp eps where the binary digits of j, the first letter
   first, are 1. *)
Definition pattern eps k j x := if Nat.testbit j (k - 1 - x) then exp eps else 1.

Lemma bit_low n j i : (i < n)%nat -> Nat.testbit (2 ^ n + j) i = Nat.testbit j i.
Proof.
  intros H. rewrite !Nat.testbit_eqb. f_equal.
  replace (2 ^ n + j)%nat with (j + (2 * 2 ^ (n - i - 1)) * 2 ^ i)%nat.
  - rewrite Nat.div_add by (apply Nat.pow_nonzero; lia).
    rewrite (Nat.mul_comm 2), Nat.mod_add by lia. auto.
  - rewrite <- (Nat.pow_succ_r' 2), <- Nat.pow_add_r. replace (S (n - i - 1) + i)%nat with n by lia.
    lia.
Qed.
Lemma bit_high n j : (j < 2 ^ n)%nat -> Nat.testbit (2 ^ n + j) n = true.
Proof.
  intros H. rewrite Nat.testbit_eqb. replace (2 ^ n + j)%nat with (j + 1 * 2 ^ n)%nat by lia.
  rewrite Nat.div_add by (apply Nat.pow_nonzero; lia). rewrite Nat.div_small by auto. auto.
Qed.
Lemma bit_none n j : (j < 2 ^ n)%nat -> Nat.testbit j n = false.
Proof. intros H. rewrite Nat.testbit_eqb, Nat.div_small by auto. auto. Qed.

Fixpoint weight k (lam : nat -> R) j : R :=
  match k with
  | O => 1
  | S k' => weight k' lam j * (if Nat.testbit j k' then lam k' else 1 - lam k')
  end.
Lemma weight_shift k n lam j : (k <= n)%nat -> weight k lam (2 ^ n + j) = weight k lam j.
Proof. induction k; simpl; auto. intros. rewrite IHk, bit_low by lia. auto. Qed.
Lemma weight_nonneg k lam j : (forall i, (i < k)%nat -> 0 <= lam i <= 1) -> 0 <= weight k lam j.
Proof.
  induction k; simpl; [lra|]. intros H. apply Rmult_le_pos; [apply IHk; auto|].
  specialize (H k ltac:(lia)). destruct (Nat.testbit j k); lra.
Qed.
Lemma weight_split k lam F : Sum (2 ^ S k) (fun j => weight (S k) lam j * F j) =
  (1 - lam k) * Sum (2 ^ k) (fun j => weight k lam j * F j) +
  lam k * Sum (2 ^ k) (fun j => weight k lam j * F (2 ^ k + j)%nat).
Proof.
  replace (2 ^ S k)%nat with (2 ^ k + 2 ^ k)%nat by (simpl; lia). rewrite Sum_split.
  rewrite <- !Sum_scal. f_equal; apply Sum_ext; intros j Hj; simpl.
  - rewrite bit_none by auto. ring.
  - rewrite bit_high, weight_shift by auto. ring.
Qed.
Lemma weight_total k lam : Sum (2 ^ k) (weight k lam) = 1.
Proof.
  assert (E : Sum (2 ^ k) (fun j => weight k lam j * 1) = 1).
  { induction k; [simpl; lra|]. rewrite weight_split, IHk. ring. }
  rewrite <- E. apply Sum_ext. intros. ring.
Qed.
Lemma weight_bit k lam a b i : (i < k)%nat ->
  Sum (2 ^ k) (fun j => weight k lam j * (if Nat.testbit j i then a else b)) =
  lam i * a + (1 - lam i) * b.
Proof.
  induction k; [lia|]. intros H. rewrite weight_split.
  destruct (Nat.eq_dec i k) as [->|N].
  - rewrite (Sum_ext _ _ (fun j => weight k lam j * b)) by (intros; rewrite bit_none; auto).
    rewrite (Sum_ext _ (fun j => weight k lam j * (if Nat.testbit (2 ^ k + j) k then a else b))
      (fun j => weight k lam j * a)) by (intros; rewrite bit_high; auto).
    rewrite !Sum_scal_r, weight_total. ring.
  - rewrite (Sum_ext _ (fun j => weight k lam j * (if Nat.testbit (2 ^ k + j) i then a else b))
      (fun j => weight k lam j * (if Nat.testbit j i then a else b)))
      by (intros; rewrite bit_low by lia; auto).
    rewrite IHk by lia. ring.
Qed.

(* A column with entries between h and t h is a nonnegative combination of patterns. *)
Lemma column_patterns eps k c h : 0 <= eps -> 0 <= h ->
  (forall x, (x < k)%nat -> h <= c x <= exp eps * h) ->
  exists th, (forall j, (j < 2 ^ k)%nat -> 0 <= th j) /\
  forall x, (x < k)%nat -> Sum (2 ^ k) (fun j => th j * pattern eps k j x) = c x.
Proof.
  intros He Hh H. pose proof (exp_ge_1 eps He) as Ht. set (t := exp eps) in *.
  assert (L : exists lam, forall x, (x < k)%nat -> 0 <= lam x <= 1 /\
    c x = h * (lam x * t + (1 - lam x) * 1)).
  { destruct (Req_dec (h * (t - 1)) 0) as [Z|Z].
    - exists (fun _ => 0). intros x Hx. specialize (H x Hx). split; [lra|]. lra.
    - assert (0 <= h * (t - 1)) by (apply Rmult_le_pos; lra).
      assert (N : 0 < h * (t - 1)) by lra.
      exists (fun x => (c x - h) / (h * (t - 1))). intros x Hx. specialize (H x Hx). split.
      + assert (I : 0 < / (h * (t - 1))) by (apply Rinv_0_lt_compat; auto).
        split; [unfold Rdiv; apply Rmult_le_pos; lra|]. apply Rmult_le_reg_r with (h * (t - 1)); auto.
        unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
      + field. split; intros Z'; rewrite Z' in N; lra. }
  destruct L as [lam L]. exists (fun j => h * weight k (fun i => lam (k - 1 - i)%nat) j). split.
  - intros j Hj. apply Rmult_le_pos; auto. apply weight_nonneg. intros i Hi. apply L. lia.
  - intros x Hx. rewrite (Sum_ext _ _ (fun j => h * (weight k (fun i => lam (k - 1 - i)%nat) j *
      (if Nat.testbit j (k - 1 - x) then t else 1)))) by (intros; unfold pattern; fold t; ring).
    rewrite Sum_scal, weight_bit by lia. replace (k - 1 - (k - 1 - x))%nat with x by lia.
    symmetry. apply L; auto.
Qed.
Lemma pattern_pos eps k j x : 0 <= eps -> 1 <= pattern eps k j x <= exp eps.
Proof.
  intros He. pose proof (exp_ge_1 eps He). unfold pattern. destruct (Nat.testbit _ _); lra.
Qed.

(* The linear program (11). *)
Definition feasible eps k theta :=
  (forall j, (j < 2 ^ k)%nat -> 0 <= theta j) /\
  forall x, (x < k)%nat -> Sum (2 ^ k) (fun j => pattern eps k j x * theta j) = 1.
Definition program_value eps k mu theta :=
  Sum (2 ^ k) (fun j => mu (pattern eps k j) * theta j).
Definition program eps k mu v := exists theta, feasible eps k theta /\ v = program_value eps k mu theta.
(* Q = S^(k) Theta *)
Definition of_program eps k (theta : nat -> R) x j := pattern eps k j x * theta j.

Lemma of_program_kernel eps k theta : 0 <= eps -> feasible eps k theta ->
  kernel k (2 ^ k) (of_program eps k theta) /\ ldp eps k (2 ^ k) (of_program eps k theta) /\
  staircase eps k (2 ^ k) (of_program eps k theta).
Proof.
  intros He [N E]. pose proof (exp_ge_1 eps He) as Ht. split; [|split].
  - intros x Hx. split; [|apply E; auto]. intros j Hj. pose proof (pattern_pos eps k j x He).
    apply Rmult_le_pos; auto. lra.
  - intros x x' j Hx Hx' Hj. unfold of_program. rewrite <- Rmult_assoc.
    apply Rmult_le_compat_r; [apply N; auto|].
    pose proof (pattern_pos eps k j x He). pose proof (pattern_pos eps k j x' He).
    assert (exp eps * 1 <= exp eps * pattern eps k j x') by (apply Rmult_le_compat_l; lra). lra.
  - intros x x' j Hx Hx' Hj. unfold of_program, pattern.
    destruct (Nat.testbit j (k - 1 - x)), (Nat.testbit j (k - 1 - x')); auto; right;
      (left; ring) || (right; ring).
Qed.
Lemma of_program_utility eps k mu theta : 0 <= eps -> sublinear k mu -> feasible eps k theta ->
  utility mu (2 ^ k) (of_program eps k theta) = program_value eps k mu theta.
Proof.
  intros He M [N _]. apply Sum_ext. intros j Hj. unfold of_program.
  rewrite (proj1 M _ (fun x => theta j * pattern eps k j x)) by (intros; ring).
  rewrite (sub_scal k); auto; [ring|]. intros x _. pose proof (pattern_pos eps k j x He). lra.
Qed.
(* kairouz2016, eq. 26: every private mechanism is matched by a feasible theta. *)
Lemma to_program eps k mu m Q : 0 <= eps -> (0 < k)%nat -> sublinear k mu ->
  kernel k m Q -> ldp eps k m Q ->
  exists theta, feasible eps k theta /\ utility mu m Q <= program_value eps k mu theta.
Proof.
  intros He Hk M K L.
  assert (C : forall m', (m' <= m)%nat -> exists th,
    (forall j, (j < 2 ^ k)%nat -> 0 <= th j) /\
    (forall x, (x < k)%nat -> Sum (2 ^ k) (fun j => pattern eps k j x * th j) = Sum m' (Q x)) /\
    Sum m' (fun y => mu (fun x => Q x y)) <= Sum (2 ^ k) (fun j => mu (pattern eps k j) * th j)).
  { induction m'; intros Hm.
    - exists (fun _ => 0). split; [intros; lra|]. split.
      + intros. simpl. apply Sum_zero. intros; ring.
      + simpl. right. symmetry. apply Sum_zero. intros; ring.
    - destruct IHm' as [th [A [B D]]]; [lia|].
      destruct (column_min eps k m Q m' Hk ltac:(lia) K L) as [i [Hi [H0 H]]].
      destruct (column_patterns eps k (fun x => Q x m') (Q i m') He H0 H) as [th' [A' B']].
      exists (fun j => th j + th' j). split; [|split].
      + intros j Hj. specialize (A j Hj). specialize (A' j Hj). lra.
      + intros x Hx. simpl. rewrite <- B, <- B', <- Sum_plus by auto. apply Sum_ext. intros. ring.
      + simpl. rewrite (Sum_ext (2 ^ k) (fun j => mu (pattern eps k j) * (th j + th' j))
          (fun j => mu (pattern eps k j) * th j + th' j * mu (pattern eps k j))) by (intros; ring).
        rewrite Sum_plus. apply Rplus_le_compat; auto.
        rewrite (proj1 M _ (fun x => Sum (2 ^ k) (fun j => th' j * pattern eps k j x)))
          by (intros; symmetry; apply B'; auto).
        apply (sub_sum k); auto. intros j Hj x Hx. pose proof (pattern_pos eps k j x He). lra. }
  destruct (C m (le_n m)) as [th [A [B D]]]. exists th. split; auto. split; auto.
  intros x Hx. rewrite B by auto. apply K; auto.
Qed.
(* Weak duality: prices of the letters that pay for every pattern pay for every mechanism. *)
Lemma weak_duality eps k mu alpha m Q : 0 <= eps -> (0 < k)%nat -> sublinear k mu ->
  (forall j, (j < 2 ^ k)%nat -> mu (pattern eps k j) <= Sum k (fun x => pattern eps k j x * alpha x)) ->
  kernel k m Q -> ldp eps k m Q -> utility mu m Q <= Sum k alpha.
Proof.
  intros He Hk M P K L. destruct (to_program eps k mu m Q He Hk M K L) as [th [[N E] H]].
  apply Rle_trans with (1 := H). unfold program_value.
  apply Rle_trans with (Sum (2 ^ k) (fun j => Sum k (fun x => alpha x * (pattern eps k j x * th j)))).
  - apply Sum_le. intros j Hj. apply Rle_trans with (Sum k (fun x => pattern eps k j x * alpha x) * th j).
    + apply Rmult_le_compat_r; auto.
    + right. rewrite <- Sum_scal_r. apply Sum_ext. intros. ring.
  - rewrite Sum_swap. right. apply Sum_ext. intros x Hx. rewrite Sum_scal, E by auto. ring.
Qed.

(* The two utilities of the paper are sublinear. *)
Lemma dot_pos k P c : positive k P -> nonnegative k c -> 0 <= Sum k (fun x => P x * c x) /\
  (Sum k (fun x => P x * c x) = 0 -> forall x, (x < k)%nat -> c x = 0).
Proof.
  intros Pp N. assert (T : forall x, (x < k)%nat -> 0 <= P x * c x).
  { intros x Hx. apply Rmult_le_pos; auto. left. auto. }
  split; [apply Sum_nonneg; auto|]. intros Z x Hx.
  pose proof (Sum_0_all k (fun x => P x * c x) T ltac:(lra) x Hx) as E. cbv beta in E.
  destruct (Rmult_integral _ _ E) as [G|G]; auto. specialize (Pp x Hx). lra.
Qed.
Lemma dot_zero k P c : (forall x, (x < k)%nat -> c x = 0) -> Sum k (fun x => P x * c x) = 0.
Proof. intros Z. apply Sum_zero. intros x Hx. rewrite Z by auto. ring. Qed.
Lemma dot_plus k P c c' : Sum k (fun x => P x * (c x + c' x)) =
  Sum k (fun x => P x * c x) + Sum k (fun x => P x * c' x).
Proof. rewrite <- Sum_plus. apply Sum_ext. intros. ring. Qed.
Lemma dot_scal k P g c : Sum k (fun x => P x * (g * c x)) = g * Sum k (fun x => P x * c x).
Proof. rewrite <- Sum_scal. apply Sum_ext. intros. ring. Qed.

Lemma hypothesis_testing_sublinear f k P0 P1 : convex f -> positive k P0 -> positive k P1 ->
  sublinear k (hypothesis_testing f k P0 P1).
Proof.
  intros C H0 H1. split; [|split].
  - intros c c' E. unfold hypothesis_testing.
    rewrite (Sum_ext k (fun x => P1 x * c x) (fun x => P1 x * c' x)) by (intros; rewrite E; auto).
    rewrite (Sum_ext k (fun x => P0 x * c x) (fun x => P0 x * c' x)) by (intros; rewrite E; auto).
    auto.
  - intros g c Hg N. unfold hypothesis_testing. rewrite !dot_scal.
    destruct (Req_dec (Sum k (fun x => P1 x * c x)) 0) as [Z|Z]; [rewrite Z; ring|].
    replace (g * Sum k (fun x => P0 x * c x) / (g * Sum k (fun x => P1 x * c x))) with
      (Sum k (fun x => P0 x * c x) / Sum k (fun x => P1 x * c x)) by (field; lra). ring.
  - intros c c' N N'. unfold hypothesis_testing. rewrite !dot_plus.
    destruct (dot_pos k P1 c H1 N) as [B Bz]. destruct (dot_pos k P1 c' H1 N') as [B' Bz'].
    destruct (dot_pos k P0 c H0 N) as [A _]. destruct (dot_pos k P0 c' H0 N') as [A' _].
    destruct (Req_dec (Sum k (fun x => P1 x * c x)) 0) as [Z|Z].
    { rewrite Z, (dot_zero k P0 c (Bz Z)), !Rplus_0_l, Rmult_0_l. lra. }
    destruct (Req_dec (Sum k (fun x => P1 x * c' x)) 0) as [Z'|Z'].
    { rewrite Z', (dot_zero k P0 c' (Bz' Z')), !Rplus_0_r, Rmult_0_l. lra. }
    apply perspective; auto; lra.
Qed.
Lemma information_sublinear k P : positive k P -> sublinear k (information k P).
Proof.
  intros HP.
  assert (E : forall c, information k P c =
    Sum k (fun x => P x * (c x * ln (c x / Sum k (fun z => P z * c z))))) by reflexivity.
  split; [|split].
  - intros c c' H. rewrite !E.
    rewrite (Sum_ext k (fun z => P z * c z) (fun z => P z * c' z)) by (intros; rewrite H; auto).
    apply Sum_ext. intros. rewrite H; auto.
  - intros g c Hg N. rewrite !E, dot_scal. destruct (dot_pos k P c HP N) as [_ Bz].
    set (m := Sum k (fun z => P z * c z)) in *. rewrite <- Sum_scal. apply Sum_ext. intros x Hx.
    destruct (Req_dec m 0) as [Z|Z]; [rewrite (Bz Z x Hx); ring|].
    replace (g * c x / (g * m)) with (c x / m) by (field; lra). ring.
  - intros c c' N N'. rewrite !E, dot_plus.
    destruct (dot_pos k P c HP N) as [B Bz]. destruct (dot_pos k P c' HP N') as [B' Bz'].
    set (m := Sum k (fun z => P z * c z)) in *. set (m' := Sum k (fun z => P z * c' z)) in *.
    rewrite <- Sum_plus. apply Sum_le. intros x Hx. specialize (HP x Hx). specialize (N x Hx). specialize (N' x Hx).
    rewrite <- Rmult_plus_distr_l. apply Rmult_le_compat_l; [lra|].
    destruct (Req_dec m 0) as [Z|Z].
    { rewrite Z, (Bz Z x Hx), !Rplus_0_l, Rmult_0_l. lra. }
    destruct (Req_dec m' 0) as [Z'|Z'].
    { rewrite Z', (Bz' Z' x Hx), !Rplus_0_r, Rmult_0_l. lra. }
    pose proof (perspective xlnx (c x) m (c' x) m' convex_xlnx N N' ltac:(lra) ltac:(lra)) as G.
    unfold xlnx in G.
    replace ((m + m') * ((c x + c' x) / (m + m') * ln ((c x + c' x) / (m + m')))) with
      ((c x + c' x) * ln ((c x + c' x) / (m + m'))) in G by (field; lra).
    replace (m * (c x / m * ln (c x / m))) with (c x * ln (c x / m)) in G by (field; lra).
    replace (m' * (c' x / m' * ln (c' x / m'))) with (c' x * ln (c' x / m')) in G by (field; lra).
    auto.
Qed.
