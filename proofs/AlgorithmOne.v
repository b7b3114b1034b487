(* zamanlooy2025, Algorithm 1, for priors in increasing order.  With its line 11 carried down to one
   letter (the listing stops at two, with the same kernel). *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity PublicPrior.
Open Scope R_scope.

Definition increasing n (q : nat -> R) := forall x y, (x <= y)%nat -> (y < n)%nat -> q x <= q y.
Fixpoint algorithm_1 eps n (q : nat -> R) (x y : nat) : R :=
  match n with
  | O => 0
  | S n' =>
    let s := exp eps * q 0%nat + 1 - q 0%nat in
    match x, y with
    | O, O => exp eps * q 0%nat / s
    | O, S _ => q y / s
    | S _, O => q 0%nat / s
    | S x', S y' => (1 - q 0%nat / s) * algorithm_1 eps n' (fun i => q (S i) / (1 - q 0%nat)) x' y'
    end
  end.

Lemma algorithm_1_corner eps n q : (0 < n)%nat -> algorithm_1 eps n q 0 0 = keep eps (q 0%nat).
Proof. destruct n; [lia|]. reflexivity. Qed.

Lemma algorithm_1_admissible eps : 0 <= eps -> forall n q, distribution n q -> increasing n q ->
  admissible eps n q (algorithm_1 eps n q) /\
  forall y, (y < n)%nat -> algorithm_1 eps n q 0 0 <= algorithm_1 eps n q y y.
Proof.
  intros He. pose proof (exp_ge_1 eps He) as Ht. set (t := exp eps) in *. induction n; intros q D Inc.
  { destruct D as [_ E]. simpl in E. lra. }
  pose proof (proj1 D 0%nat ltac:(lia)) as Q0.
  pose proof (keep_denominator eps (q 0%nat) He Q0) as S1. fold t in S1.
  set (a := q 0%nat) in *. set (s := t * a + 1 - a) in *.
  assert (Ta : 1 * a <= t * a) by (apply Rmult_le_compat_r; lra).
  assert (I : 0 < / s) by (apply Rinv_0_lt_compat; lra).
  assert (E : a + Sum n (fun i => q (S i)) = 1) by (rewrite <- (proj2 D), Sum_shift; auto).
  destruct n as [|n].
  { simpl in E. assert (A1 : a = 1) by lra. assert (S2 : s = t) by (unfold s; rewrite A1; lra).
    assert (V : forall x y, (x < 1)%nat -> (y < 1)%nat -> algorithm_1 eps 1 q x y = 1).
    { intros [|x] [|y] Hx Hy; try lia. simpl. fold t a s. rewrite S2, A1. field. lra. }
    split; [split; [|split]|].
    - intros x Hx. split; [intros y Hy; rewrite V; auto; lra|].
      change (0 + algorithm_1 eps 1 q x 0 = 1). rewrite V; auto. lra.
    - intros x x' y Hx Hx' Hy. rewrite !V; auto. fold t. lra.
    - intros y Hy. replace y with 0%nat by lia.
      change (0 + q 0%nat * algorithm_1 eps 1 q 0 0 = q 0%nat). rewrite V by auto. lra.
    - intros y Hy. replace y with 0%nat by lia. lra. }
  assert (A2 : 2 * a <= 1).
  { rewrite Sum_shift in E. pose proof (Inc 0%nat 1%nat ltac:(lia) ltac:(lia)) as B. fold a in B.
    assert (0 <= Sum n (fun x => q (S (S x)))) by (apply Sum_nonneg; intros; apply D; lia). lra. }
  set (q' := fun i => q (S i) / (1 - a)). assert (I' : 0 < / (1 - a)) by (apply Rinv_0_lt_compat; lra).
  assert (Q' : forall i, q (S i) = (1 - a) * q' i) by (intros; unfold q'; field; lra).
  assert (D' : distribution (S n) q').
  { split.
    - intros i Hi. unfold q', Rdiv. apply Rmult_le_pos; [apply D; lia|lra].
    - unfold q', Rdiv. rewrite Sum_scal_r. replace (Sum (S n) (fun x => q (S x))) with (1 - a) by lra.
      field. lra. }
  assert (Inc' : increasing (S n) q').
  { intros x y H Hy. unfold q', Rdiv. apply Rmult_le_compat_r; [lra|apply Inc; lia]. }
  destruct (IHn q' D' Inc') as [A Diag]. clear IHn.
  set (M := algorithm_1 eps (S n) q') in *. set (m := 1 - a / s).
  assert (Em : m * s = 1 - a + (t - 1) * a) by (unfold m, s in *; field; lra).
  assert (K00 : algorithm_1 eps (S (S n)) q 0 0 = t * a / s) by reflexivity.
  assert (K0y : forall y, algorithm_1 eps (S (S n)) q 0 (S y) = q (S y) / s) by reflexivity.
  assert (Kx0 : forall x, algorithm_1 eps (S (S n)) q (S x) 0 = a / s) by reflexivity.
  assert (Kxy : forall x y, algorithm_1 eps (S (S n)) q (S x) (S y) = m * M x y) by reflexivity.
  set (K := algorithm_1 eps (S (S n)) q) in *. clearbody K.
  assert (M0 : forall x y, (x < S n)%nat -> (y < S n)%nat -> 0 <= M x y)
    by (intros; apply (proj1 A); auto).
  assert (Pm : 0 <= (t - 1) * a) by (apply Rmult_le_pos; lra).
  assert (m0 : 0 <= m).
  { apply Rmult_le_reg_r with s; [lra|]. rewrite Em. lra. }
  assert (X1 : forall x y, (x < S n)%nat -> (y < S n)%nat -> q (S y) / s <= t * (m * M x y)).
  { intros x y Hx Hy. apply Rmult_le_reg_r with s; [lra|].
    replace (q (S y) / s * s) with (q (S y)) by (field; lra).
    replace (t * (m * M x y) * s) with (m * s * (t * M x y)) by ring. rewrite Em, Q'.
    pose proof (entry_lower eps (S n) q' M x y He D' A Hx Hy) as L. fold t in L.
    apply Rle_trans with ((1 - a) * (t * M x y)); [apply Rmult_le_compat_l; lra|].
    apply Rmult_le_compat_r; [apply Rmult_le_pos; auto; lra|lra]. }
  assert (X2 : forall x y, (x < S n)%nat -> (y < S n)%nat -> m * M x y <= t * (q (S y) / s)).
  { intros x y Hx Hy. apply Rmult_le_reg_r with s; [lra|].
    replace (t * (q (S y) / s) * s) with (t * q (S y)) by (field; lra).
    replace (m * M x y * s) with (m * s * M x y) by ring. rewrite Em, Q'.
    pose proof (entry_upper eps (S n) q' M x y He D' A Hx Hy) as U. fold t in U.
    pose proof (Inc 0%nat (S x) ltac:(lia) ltac:(lia)) as G. fold a in G. rewrite Q' in G.
    apply Rle_trans with ((1 - a) * (M x y * (t * q' x + 1 - q' x))).
    - replace ((1 - a) * (M x y * (t * q' x + 1 - q' x))) with
        ((1 - a + (t - 1) * ((1 - a) * q' x)) * M x y) by ring.
      apply Rmult_le_compat_r; auto. apply Rplus_le_compat_l. apply Rmult_le_compat_l; lra.
    - replace (t * ((1 - a) * q' y)) with ((1 - a) * (t * q' y)) by ring.
      apply Rmult_le_compat_l; lra. }
  split; [split; [|split]|].
  - intros x Hx. split.
    + intros y Hy. destruct x as [|x], y as [|y].
      * rewrite K00. unfold Rdiv. apply Rmult_le_pos; lra.
      * rewrite K0y. unfold Rdiv. apply Rmult_le_pos; [apply D; lia|lra].
      * rewrite Kx0. unfold Rdiv. apply Rmult_le_pos; lra.
      * rewrite Kxy. apply Rmult_le_pos; auto. apply M0; lia.
    + rewrite Sum_shift. destruct x as [|x].
      * rewrite K00, (Sum_ext _ _ (fun y => q (S y) / s)) by (intros; apply K0y).
        unfold Rdiv. rewrite Sum_scal_r. replace (Sum (S n) (fun x => q (S x))) with (1 - a) by lra.
        unfold s in *. field. lra.
      * rewrite Kx0, (Sum_ext _ _ (fun y => m * M x y)) by (intros; apply Kxy).
        rewrite Sum_scal, (proj2 (proj1 A x ltac:(lia))). unfold m. ring.
  - intros x x' y Hx Hx' Hy. fold t. destruct y as [|y].
    + assert (0 <= a / s) by (apply Rmult_le_pos; lra).
      assert (Ts : t * a / s = t * (a / s)) by (unfold Rdiv; ring).
      assert (1 * (a / s) <= t * (a / s)) by (apply Rmult_le_compat_r; lra).
      assert (1 * (t * (a / s)) <= t * (t * (a / s))) by (apply Rmult_le_compat_r; lra).
      destruct x, x'; rewrite ?K00, ?Kx0, ?Ts; lra.
    + destruct x as [|x], x' as [|x']; rewrite ?K0y, ?Kxy.
      * assert (0 <= q (S y) / s) by (apply Rmult_le_pos; [apply D; lia|lra]).
        assert (1 * (q (S y) / s) <= t * (q (S y) / s)) by (apply Rmult_le_compat_r; lra). lra.
      * apply X1; lia.
      * apply X2; lia.
      * replace (t * (m * M x' y)) with (m * (t * M x' y)) by ring. apply Rmult_le_compat_l; auto.
        apply A; lia.
  - intros y Hy. unfold marginal. rewrite Sum_shift. destruct y as [|y].
    + rewrite K00, (Sum_ext _ _ (fun x => q (S x) * (a / s))) by (intros; rewrite Kx0; auto).
      rewrite Sum_scal_r. replace (Sum (S n) (fun x => q (S x))) with (1 - a) by lra.
      fold a. unfold s in *. field. lra.
    + rewrite K0y, (Sum_ext _ _ (fun x => ((1 - a) * m) * (q' x * M x y)))
        by (intros; rewrite Kxy, Q'; ring).
      rewrite Sum_scal. change (Sum (S n) (fun x => q' x * M x y)) with (marginal (S n) q' M y).
      rewrite (proj2 (proj2 A) y) by lia. fold a. unfold m. rewrite Q'. field. lra.
  - intros y Hy. destruct y as [|y]; [lra|]. rewrite K00, Kxy.
    apply Rle_trans with (m * M 0%nat 0%nat); [|apply Rmult_le_compat_l; auto; apply Diag; lia].
    unfold M. rewrite algorithm_1_corner by lia. unfold keep. fold t.
    pose proof (Inc 0%nat 1%nat ltac:(lia) ltac:(lia)) as G. fold a in G. rewrite Q' in G.
    pose proof (proj1 D' 0%nat ltac:(lia)) as B0. set (b := q' 0%nat) in *.
    pose proof (keep_denominator eps b He B0) as Sb. fold t in Sb.
    apply Rmult_le_reg_r with (s * (t * b + 1 - b)); [apply Rmult_lt_0_compat; lra|].
    replace (t * a / s * (s * (t * b + 1 - b))) with (t * (a * (t * b + 1 - b))) by (field; lra).
    replace (m * (t * b / (t * b + 1 - b)) * (s * (t * b + 1 - b))) with (t * (m * s * b))
      by (field; lra).
    rewrite Em. apply Rmult_le_compat_l; [lra|]. lra.
Qed.
