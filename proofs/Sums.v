(* Finite sums. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions.
Open Scope R_scope.

Lemma Sum_ext n f g : (forall x, (x < n)%nat -> f x = g x) -> Sum n f = Sum n g.
Proof. induction n; simpl; intros H; auto. rewrite IHn, H; auto. Qed.
Lemma Sum_le n f g : (forall x, (x < n)%nat -> f x <= g x) -> Sum n f <= Sum n g.
Proof. induction n; simpl; intros H; [lra|]. apply Rplus_le_compat; auto. Qed.
Lemma Sum_plus n f g : Sum n (fun x => f x + g x) = Sum n f + Sum n g.
Proof. induction n; simpl; lra. Qed.
Lemma Sum_minus n f g : Sum n (fun x => f x - g x) = Sum n f - Sum n g.
Proof. induction n; simpl; lra. Qed.
Lemma Sum_scal n a f : Sum n (fun x => a * f x) = a * Sum n f.
Proof. induction n; simpl; lra. Qed.
Lemma Sum_scal_r n a f : Sum n (fun x => f x * a) = Sum n f * a.
Proof. induction n; simpl; lra. Qed.
Lemma Sum_0 n : Sum n (fun _ => 0) = 0.
Proof. induction n; simpl; lra. Qed.
Lemma Sum_zero n f : (forall x, (x < n)%nat -> f x = 0) -> Sum n f = 0.
Proof. intros H. rewrite <- (Sum_0 n). apply Sum_ext; auto. Qed.
Lemma Sum_nonneg n f : (forall x, (x < n)%nat -> 0 <= f x) -> 0 <= Sum n f.
Proof. intros. rewrite <- (Sum_0 n). apply Sum_le; auto. Qed.
Lemma Sum_swap n m f :
  Sum n (fun x => Sum m (fun y => f x y)) = Sum m (fun y => Sum n (fun x => f x y)).
Proof. induction n; simpl; [rewrite Sum_0; auto|]. rewrite IHn, <- Sum_plus; auto. Qed.
Lemma Sum_const n a : Sum n (fun _ => a) = INR n * a.
Proof. induction n; [simpl; lra|]. rewrite S_INR. simpl Sum. lra. Qed.
Lemma Sum_shift n f : Sum (S n) f = f 0%nat + Sum n (fun x => f (S x)).
Proof.
  induction n; [simpl; lra|]. change (Sum (S (S n)) f) with (Sum (S n) f + f (S n)).
  rewrite IHn. simpl. lra.
Qed.
Lemma Sum_split n m f : Sum (n + m) f = Sum n f + Sum m (fun x => f (n + x)%nat).
Proof.
  induction m; simpl; [rewrite Nat.add_0_r; lra|].
  rewrite Nat.add_succ_r. simpl. rewrite IHm. lra.
Qed.
Lemma Sum_abs n f : Rabs (Sum n f) <= Sum n (fun x => Rabs (f x)).
Proof.
  induction n; simpl; [rewrite Rabs_R0; lra|]. pose proof (Rabs_triang (Sum n f) (f n)). lra.
Qed.
Lemma Sum_term n f i : (i < n)%nat -> (forall x, (x < n)%nat -> 0 <= f x) -> f i <= Sum n f.
Proof.
  induction n; simpl; intros L N; [lia|]. assert (0 <= f n) by auto.
  assert (0 <= Sum n f) by (apply Sum_nonneg; auto).
  destruct (Nat.eq_dec i n); [subst; lra|]. assert (f i <= Sum n f) by (apply IHn; auto; lia). lra.
Qed.
Lemma Sum_0_all n f : (forall x, (x < n)%nat -> 0 <= f x) -> Sum n f <= 0 ->
  forall x, (x < n)%nat -> f x = 0.
Proof. intros N S x Hx. pose proof (Sum_term n f x Hx N). pose proof (N x Hx). lra. Qed.
Lemma Sum_lt n f g i : (forall x, (x < n)%nat -> f x <= g x) -> (i < n)%nat -> f i < g i ->
  Sum n f < Sum n g.
Proof.
  intros H Hi L. assert (T := Sum_term n (fun x => g x - f x) i Hi).
  cbv beta in T. rewrite Sum_minus in T.
  assert (g i - f i <= Sum n g - Sum n f); [apply T; intros x Hx; specialize (H x Hx); lra|lra].
Qed.
Lemma Sum_point n z g : (z < n)%nat -> Sum n (fun x => point z x * g x) = g z.
Proof.
  induction n; [lia|]. intros H. simpl. unfold point at 2. destruct (Nat.eq_dec n z).
  - subst. rewrite Sum_zero; [lra|]. intros x Hx. unfold point.
    destruct (Nat.eq_dec x z); [lia|lra].
  - rewrite IHn by lia. lra.
Qed.
Lemma Sum_point1 n z : (z < n)%nat -> Sum n (point z) = 1.
Proof.
  intros H. rewrite (Sum_ext _ _ (fun x => point z x * 1)) by (intros; ring).
  exact (Sum_point n z (fun _ => 1) H).
Qed.
Lemma argmin n f : (0 < n)%nat -> exists i, (i < n)%nat /\ forall x, (x < n)%nat -> f i <= f x.
Proof.
  induction n; [lia|]. intros _. destruct n.
  - exists 0%nat. split; auto. intros x Hx. replace x with 0%nat by lia. lra.
  - destruct IHn as [i [Hi H]]; [lia|]. destruct (Rle_dec (f i) (f (S n))).
    + exists i. split; auto. intros x Hx.
      destruct (Nat.eq_dec x (S n)); [subst; auto|apply H; lia].
    + exists (S n). split; auto. intros x Hx. destruct (Nat.eq_dec x (S n)); [subst; lra|].
      assert (f i <= f x) by (apply H; lia). lra.
Qed.
Lemma argmax n f : (0 < n)%nat -> exists i, (i < n)%nat /\ forall x, (x < n)%nat -> f x <= f i.
Proof.
  intros H. destruct (argmin n (fun x => - f x) H) as [i [A B]]. exists i. split; auto.
  intros x Hx. apply B in Hx. lra.
Qed.

(* Distributions. *)
Lemma dist_pos k P : distribution k P -> (0 < k)%nat.
Proof. intros [_ H]. destruct k; [simpl in H; lra | lia]. Qed.
Lemma dist_le_1 k P x : distribution k P -> (x < k)%nat -> P x <= 1.
Proof. intros [N E] H. rewrite <- E. apply Sum_term; auto. Qed.
Lemma point_dist n z : (z < n)%nat -> distribution n (point z).
Proof.
  intros H. split; [|apply Sum_point1; auto]. intros x _. unfold point.
  destruct (Nat.eq_dec x z); lra.
Qed.
Lemma marginal_point n z K y : (z < n)%nat -> marginal n (point z) K y = K z y.
Proof. intros H. unfold marginal. exact (Sum_point n z (fun x => K x y) H). Qed.
Lemma marginal_dist k m P Q : distribution k P -> kernel k m Q -> distribution m (marginal k P Q).
Proof.
  intros [N E] K. split.
  - intros y Hy. apply Sum_nonneg. intros x Hx. apply Rmult_le_pos; auto. apply (proj1 (K x Hx)); auto.
  - unfold marginal. rewrite Sum_swap. rewrite <- E. apply Sum_ext. intros x Hx.
    rewrite Sum_scal, (proj2 (K x Hx)). ring.
Qed.
Lemma average_le k P c M : distribution k P -> (forall x, (x < k)%nat -> c x <= M) ->
  Sum k (fun x => P x * c x) <= M.
Proof.
  intros [N E] H. apply Rle_trans with (Sum k (fun x => P x * M)).
  - apply Sum_le. intros. apply Rmult_le_compat_l; auto.
  - rewrite Sum_scal_r, E. lra.
Qed.
Lemma average_ge k P c M : distribution k P -> (forall x, (x < k)%nat -> M <= c x) ->
  M <= Sum k (fun x => P x * c x).
Proof.
  intros [N E] H. apply Rle_trans with (Sum k (fun x => P x * M)).
  - rewrite Sum_scal_r, E. lra.
  - apply Sum_le. intros. apply Rmult_le_compat_l; auto.
Qed.
Lemma exp_ge_1 eps : 0 <= eps -> 1 <= exp eps.
Proof. intros. pose proof (exp_ineq1_le eps). lra. Qed.
Lemma exp_gt_1 eps : 0 < eps -> 1 < exp eps.
Proof. intros. rewrite <- exp_0. apply exp_increasing; auto. Qed.

(* A private column is between its least entry and exp eps times that. *)
Lemma column_min eps k m Q y : (0 < k)%nat -> (y < m)%nat -> kernel k m Q -> ldp eps k m Q ->
  exists i, (i < k)%nat /\ 0 <= Q i y /\
  forall x, (x < k)%nat -> Q i y <= Q x y <= exp eps * Q i y.
Proof.
  intros Hk Hy K L. destruct (argmin k (fun x => Q x y) Hk) as [i [Hi H]]. exists i.
  split; auto. split; [apply (proj1 (K i Hi)); auto|]. intros x Hx. split; auto.
Qed.
