(* Samplers that clip: max(l, min(h, p/r)) with a normaliser r (park2024, eqs. 8 and 13). *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Contraction.
Open Scope R_scope.

Definition answer (p l h : nat -> R) r x := clip (p x / r) (l x) (h x).
Definition normalises n p l h r := 0 < r /\ Sum n (answer p l h r) = 1.

Lemma clip_between x l h : l <= h -> l <= clip x l h <= h.
Proof. intros. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. Qed.
Lemma clip_lip x y l h : clip x l h - clip y l h <= Rmax 0 (x - y).
Proof. unfold clip, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. Qed.
Lemma clip_mono x y l h : x <= y -> clip x l h <= clip y l h.
Proof. unfold clip, Rmax, Rmin. intros. repeat destruct (Rle_dec _ _); lra. Qed.

Lemma clip_one_side n p p' l h r r' : distribution n p -> distribution n p' -> r' <= r ->
  normalises n p l h r -> normalises n p' l h r' ->
  TV n (answer p l h r) (answer p' l h r') <= / r * TV n p p'.
Proof.
  intros [N E] [N' E'] Hr [Hr0 A] [Hr0' A']. assert (I : 0 < / r) by (apply Rinv_0_lt_compat; auto).
  assert (I' : / r <= / r') by (apply Rinv_le_contravar; auto).
  assert (G : Sum n (fun x => Rabs (answer p l h r x - answer p' l h r' x) +
                (answer p l h r x - answer p' l h r' x)) <=
              Sum n (fun x => / r * (Rabs (p x - p' x) + (p x - p' x)))).
  { apply Sum_le. intros x Hx.
    assert (B : answer p l h r x - answer p' l h r' x <= Rmax 0 (/ r * (p x - p' x))).
    { unfold answer. assert (clip (p' x / r) (l x) (h x) <= clip (p' x / r') (l x) (h x)).
      { apply clip_mono. unfold Rdiv. apply Rmult_le_compat_l; auto. }
      pose proof (clip_lip (p x / r) (p' x / r) (l x) (h x)) as C.
      replace (p x / r - p' x / r) with (/ r * (p x - p' x)) in C by (unfold Rdiv; ring). lra. }
    destruct (Rle_dec 0 (p x - p' x)) as [H|H].
    - assert (0 <= / r * (p x - p' x)) by (apply Rmult_le_pos; lra).
      rewrite Rmax_right in B by auto. rewrite (Rabs_right (p x - p' x)) by lra.
      unfold Rabs; destruct (Rcase_abs _); lra.
    - assert (0 <= / r * - (p x - p' x)) by (apply Rmult_le_pos; lra).
      rewrite Rmax_left in B by lra. rewrite (Rabs_left1 (p x - p' x)) by lra.
      rewrite Rabs_left1; lra. }
  rewrite Sum_scal, !Sum_plus, !Sum_minus, A, A', E, E' in G. unfold TV. lra.
Qed.
Lemma clip_contracts n p p' l h r r' : distribution n p -> distribution n p' ->
  normalises n p l h r -> normalises n p' l h r' ->
  TV n (answer p l h r) (answer p' l h r') <= / Rmax r r' * TV n p p'.
Proof.
  intros D D' A A'. unfold Rmax. destruct (Rle_dec r r').
  - rewrite TV_sym, (TV_sym n p p'). apply clip_one_side; auto.
  - apply clip_one_side; auto. lra.
Qed.
Lemma answer_unique n p l h r r' : distribution n p -> normalises n p l h r ->
  normalises n p l h r' -> forall x, (x < n)%nat -> answer p l h r x = answer p l h r' x.
Proof.
  intros D A A' x Hx. pose proof (clip_contracts n p p l h r r' D D A A') as T.
  unfold TV in T at 2. rewrite (Sum_zero _ (fun y => Rabs (p y - p y))) in T.
  2:{ intros. rewrite Rminus_diag_eq, Rabs_R0; auto. }
  unfold TV in T.
  assert (Z := Sum_0_all n (fun y => Rabs (answer p l h r y - answer p l h r' y))
    (fun y _ => Rabs_pos _) ltac:(lra) x Hx).
  cbv beta in Z. destruct (Req_dec (answer p l h r x - answer p l h r' x) 0); [lra|].
  apply Rabs_no_R0 in H. lra.
Qed.

(* Between two scales at which the sum is at most and at least 1 there is one where it is 1. *)
Lemma Sum_continuous n (F : nat -> R -> R) : (forall x, (x < n)%nat -> continuity (F x)) ->
  continuity (fun s => Sum n (fun x => F x s)).
Proof.
  induction n; simpl; intros H.
  - apply continuity_const. intros x y. auto.
  - apply (continuity_plus (fun s => Sum n (fun x => F x s)) (F n)); auto.
Qed.
Lemma Rmax_continuous a c : continuity (fun s => Rmax (s * a) c).
Proof.
  assert (E : forall s, Rmax (s * a) c = (s * a + c + Rabs (s * a - c)) * / 2).
  { intros. unfold Rmax, Rabs. destruct (Rle_dec _ _), (Rcase_abs _); lra. }
  assert (C : continuity (fun s => (s * a + c + Rabs (s * a - c)) * / 2)).
  { apply (continuity_mult (fun s => s * a + c + Rabs (s * a - c)) (fun _ => / 2)).
    - apply (continuity_plus (fun s => s * a + c) (fun s => Rabs (s * a - c))).
      + reg.
      + apply (continuity_comp (fun s => s * a - c) Rabs); [reg|exact Rcontinuity_abs].
    - apply continuity_const. intros x y. auto. }
  intros s e He. destruct (C s e He) as [d [Hd H]]. exists d. split; auto. intros x Hx.
  rewrite !E. apply H; auto.
Qed.
