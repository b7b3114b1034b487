(* The upper half for divergences that are the largest of linear functions (total variation,
   hockey-sticks): O(k) a function. *)
Require Import Reals Lra Lia ZArith List Bool.
From Lpcheck Require Import Definitions Sums.
From Lpcheck.instances Require Import Entries.
Import ListNotations.
Open Scope R_scope.

(* sum over letters of w ud if w >= 0, else w un, with w = p a + q b - f c *)
Fixpoint side (un ud p q f : Z) (l : list entry) : Z :=
  match l with
  | [] => 0
  | e :: t => let w := (p * ea e + q * eb e - f * ec e) in
      (if 0 <=? w then w * ud else w * un) + side un ud p q f t
  end%Z.
Definition check_pieces un ud D (f : Z) (pieces : list (Z * Z)) l : bool :=
  (wellformed un ud D l && (0 <? f) &&
   forallb (fun pq => side un ud (fst pq) (snd pq) f l <=? 0) pieces)%Z.

Lemma side_ge un ud p q f : (0 < un)%Z -> (un <= ud)%Z -> forall l s,
  lsum (fun e b => IZR ((p * ea e + q * eb e - f * ec e) * if b then ud else un)) s l
  <= IZR (side un ud p q f l).
Proof.
  intros Hn Hd. induction l; intros s; [simpl; lra|]. cbn [lsum side].
  specialize (IHl (fun x => s (S x))). rewrite plus_IZR. apply Rplus_le_compat; auto.
  apply IZR_le. set (w := (p * ea a + q * eb a - f * ec a)%Z).
  destruct (Z.leb_spec 0 w), (s 0%nat); nia.
Qed.

Theorem check_pieces_sound (F : R -> R -> R) eps un ud D f pieces l :
  (forall A B, 0 <= A -> 0 <= B -> exists p q, In (p, q) pieces /\
     F A B <= (IZR p * A + IZR q * B) / IZR f) ->
  check_pieces un ud D f pieces l = true -> IZR un / IZR ud <= exp (- eps) ->
  forall m Q, kernel (length l) m Q -> ldp eps (length l) m Q ->
  Sum m (fun y => F (marginal (length l) (at_ D ea l) Q y) (marginal (length l) (at_ D eb l) Q y))
  <= IZR (zsum ec l) / IZR D.
Proof.
  intros HF H He m Q K L. unfold check_pieces in H.
  rewrite !andb_true_iff, Z.ltb_lt, forallb_forall in H. destruct H as [[W Hf] H].
  destruct (wf_dist _ _ _ _ W) as [D0 [D1 [Hu [HD Hd]]]]. apply IZR_lt in Hf.
  assert (W' := W). unfold wellformed in W'. rewrite !andb_true_iff, !Z.ltb_lt, Z.leb_le in W'.
  destruct W' as [[[[[Hn Hd'] _] _] _] _].
  rewrite <- zsum_at. set (k := length l) in *.
  rewrite (Sum_ext k (at_ D ec l) (fun x => Sum m (fun y => at_ D ec l x * Q x y))).
  2:{ intros x Hx. rewrite Sum_scal, (proj2 (K x Hx)). ring. }
  rewrite Sum_swap. apply Sum_le. intros y Hy.
  destruct (marginal_dist k m _ Q D0 K) as [NA _]. destruct (marginal_dist k m _ Q D1 K) as [NB _].
  destruct (HF _ _ (NA y Hy) (NB y Hy)) as [p [q [I G]]]. apply Rle_trans with (1 := G).
  destruct (column_max eps _ k m Q y (dist_pos _ _ D0) Hy He K L) as [M [HM B]].
  set (w := fun x => IZR p * at_ D ea l x + IZR q * at_ D eb l x - IZR f * at_ D ec l x).
  set (s := fun x => if Rle_dec 0 (w x) then true else false).
  pose proof (box_bound k _ M w (fun x => Q x y) s HM B) as BB.
  assert (Hs : forall x, (x < k)%nat -> s x = true <-> 0 <= w x).
  { intros x _. unfold s. destruct (Rle_dec 0 (w x)); split; auto; discriminate. }
  specialize (BB Hs).
  assert (Neg : Sum k (fun x => w x * raised (IZR un / IZR ud) s x) <= 0).
  { assert (E : Sum k (fun x => w x * raised (IZR un / IZR ud) s x) =
      lsum (fun e b => IZR ((p * ea e + q * eb e - f * ec e) * if b then ud else un)) s l
      / (IZR D * IZR ud)).
    { rewrite <- (weighted un ud D (fun e => p * ea e + q * eb e - f * ec e)%Z l s HD Hd).
      apply Sum_ext. intros x _. unfold w, at_. rewrite minus_IZR, plus_IZR, !mult_IZR.
      field. lra. }
    rewrite E. pose proof (side_ge un ud p q f Hn Hd' l s) as G1.
    specialize (H (p, q) I). cbn [fst snd] in H. apply Z.leb_le, IZR_le in H.
    assert (X : 0 < / (IZR D * IZR ud)) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; auto).
    unfold Rdiv. apply Rmult_le_reg_r with (IZR D * IZR ud); [apply Rmult_lt_0_compat; auto|].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_0_l; [lra|].
    apply Rgt_not_eq, Rmult_lt_0_compat; auto. }
  assert (M0 : M * Sum k (fun x => w x * raised (IZR un / IZR ud) s x) <= 0).
  { apply Rmult_le_compat_l with (r := M) in Neg; lra. }
  apply Rmult_le_reg_r with (IZR f); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
  assert (E : Sum k (fun x => w x * Q x y) = IZR p * marginal k (at_ D ea l) Q y +
    IZR q * marginal k (at_ D eb l) Q y - IZR f * Sum k (fun x => at_ D ec l x * Q x y)).
  { unfold marginal. rewrite <- !Sum_scal, <- Sum_plus, <- Sum_minus. apply Sum_ext. intros.
    unfold w. ring. }
  lra.
Qed.
