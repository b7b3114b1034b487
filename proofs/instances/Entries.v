(* Data of an instance: distributions and prices as integers over a common denominator. *)
Require Import Reals Lra Lia ZArith List Bool.
From Lpcheck Require Import Definitions Sums.
Import ListNotations.
Open Scope R_scope.

(* [over D [a; b; c]] is the vector a/D, b/D, c/D. *)
Definition over (D : Z) (l : list Z) (x : nat) : R := IZR (nth x l 0%Z) / IZR D.
(* A row of a kernel, likewise. *)
Definition kernel_over (D : Z) (rows : list (list Z)) (x y : nat) : R :=
  IZR (nth y (nth x rows []) 0%Z) / IZR D.

Definition entry := (Z * Z * Z)%type.
Definition ea (e : entry) := fst (fst e).
Definition eb (e : entry) := snd (fst e).
Definition ec (e : entry) := snd e.
(* One denominator for all: D = D0 D1 Dc. *)
Fixpoint entries (D0 D1 Dc : Z) (p0 p1 c : list Z) : list entry :=
  match p0, p1, c with
  | a :: p0', b :: p1', z :: c' =>
    ((a * (D1 * Dc), b * (D0 * Dc), z * (D0 * D1)) : entry)%Z :: entries D0 D1 Dc p0' p1' c'
  | _, _, _ => []
  end.
Definition at_ D (get : entry -> Z) (l : list entry) x : R := IZR (get (nth x l (0, 0, 0)%Z)) / IZR D.
Fixpoint zsum (get : entry -> Z) (l : list entry) : Z :=
  match l with [] => 0 | e :: t => get e + zsum get t end%Z.
Fixpoint ltotal (l : list Z) : Z := match l with [] => 0 | a :: t => a + ltotal t end%Z.

Definition wellformed (un ud D : Z) (l : list entry) : bool :=
  ((0 <? un) && (un <=? ud) && (0 <? D) && (zsum ea l =? D) && (zsum eb l =? D) &&
   forallb (fun e => (0 <=? ea e) && (0 <=? eb e)) l)%Z.
Definition same_length (p0 p1 c : list Z) : bool :=
  (length p0 =? length p1)%nat && (length p0 =? length c)%nat.

Lemma entries_length D0 D1 Dc : forall p0 p1 c, same_length p0 p1 c = true ->
  length (entries D0 D1 Dc p0 p1 c) = length p0.
Proof.
  unfold same_length. induction p0 as [|a p0 IH]; intros [|b p1] [|z c] H; simpl in H;
    try discriminate; auto; try (rewrite andb_false_r in H; discriminate).
  simpl. f_equal. apply IH. auto.
Qed.
Lemma entries_at D0 D1 Dc : 0 < IZR D0 -> 0 < IZR D1 -> 0 < IZR Dc ->
  forall p0 p1 c, same_length p0 p1 c = true -> forall x,
  let D := (D0 * D1 * Dc)%Z in let l := entries D0 D1 Dc p0 p1 c in
  at_ D ea l x = over D0 p0 x /\ at_ D eb l x = over D1 p1 x /\ at_ D ec l x = over Dc c x.
Proof.
  intros H0 H1 Hc. unfold same_length, at_, over.
  induction p0 as [|a p0 IH]; intros [|b p1] [|z c] H x; simpl in H; try discriminate;
    try (rewrite andb_false_r in H; discriminate).
  - simpl. destruct x; simpl; unfold ea, eb, ec; simpl; unfold Rdiv; rewrite !Rmult_0_l; auto.
  - destruct x as [|x]; [|simpl nth; apply IH; auto].
    simpl nth. unfold ea, eb, ec. cbn [fst snd]. rewrite !mult_IZR.
    split; [|split]; field; lra.
Qed.

Fixpoint lsum (g : entry -> bool -> R) (s : nat -> bool) (l : list entry) : R :=
  match l with [] => 0 | e :: t => g e (s 0%nat) + lsum g (fun x => s (S x)) t end.
Lemma lsum_Sum g : forall l s, Sum (length l) (fun x => g (nth x l (0, 0, 0)%Z) (s x)) = lsum g s l.
Proof.
  induction l; intros s; auto. change (length (a :: l)) with (S (length l)). rewrite Sum_shift.
  change (nth 0 (a :: l) (0, 0, 0)%Z) with a. simpl. f_equal. rewrite <- IHl. apply Sum_ext; auto.
Qed.
Lemma zsum_at D get l : Sum (length l) (at_ D get l) = IZR (zsum get l) / IZR D.
Proof.
  unfold at_.
  etransitivity; [exact (lsum_Sum (fun e _ => IZR (get e) / IZR D) l (fun _ => true))|].
  generalize (fun _ : nat => true). induction l; intros b; simpl; [lra|].
  rewrite IHl, plus_IZR. lra.
Qed.
Lemma wf_dist un ud D l : wellformed un ud D l = true ->
  distribution (length l) (at_ D ea l) /\ distribution (length l) (at_ D eb l) /\
  0 < IZR un / IZR ud <= 1 /\ 0 < IZR D /\ 0 < IZR ud.
Proof.
  unfold wellformed. rewrite !andb_true_iff, !Z.ltb_lt, Z.leb_le, !Z.eqb_eq, forallb_forall.
  intros [[[[[Hn Hd] HD] SA] SB] N]. apply IZR_lt in Hn, HD. apply IZR_le in Hd.
  assert (0 < / IZR D) by (apply Rinv_0_lt_compat; auto). assert (0 < IZR ud) by lra.
  assert (I : 0 < / IZR ud) by (apply Rinv_0_lt_compat; auto).
  assert (G : forall x, (x < length l)%nat ->
    (0 <= ea (nth x l (0, 0, 0)%Z) /\ 0 <= eb (nth x l (0, 0, 0)%Z))%Z).
  { intros x Hx. specialize (N _ (nth_In l (0, 0, 0)%Z Hx)).
    rewrite andb_true_iff, !Z.leb_le in N. auto. }
  split; [|split; [|split; [|split]]]; auto.
  - split; [|rewrite zsum_at, SA; field; lra]. intros x Hx. apply Rmult_le_pos; [|lra].
    apply IZR_le, G; auto.
  - split; [|rewrite zsum_at, SB; field; lra]. intros x Hx. apply Rmult_le_pos; [|lra].
    apply IZR_le, G; auto.
  - split; [apply Rmult_lt_0_compat; lra|]. apply Rmult_le_reg_r with (IZR ud); auto.
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
Definition raised u (s : nat -> bool) x : R := if s x then 1 else u.
Lemma weighted un ud D get l s : 0 < IZR D -> 0 < IZR ud ->
  Sum (length l) (fun x => at_ D get l x * raised (IZR un / IZR ud) s x) =
  lsum (fun e b => IZR (get e * if b then ud else un)) s l / (IZR D * IZR ud).
Proof.
  intros HD Hu. unfold at_, raised.
  etransitivity; [exact (lsum_Sum (fun e b => IZR (get e) / IZR D *
    (if b then 1 else IZR un / IZR ud)) l s)|].
  revert s. induction l; intros s; simpl; [field; lra|]. rewrite IHl.
  destruct (s 0%nat); rewrite mult_IZR; field; lra.
Qed.

(* A private column is between u M and M, M its largest entry. *)
Lemma column_max eps u k m Q y : (0 < k)%nat -> (y < m)%nat -> u <= exp (- eps) ->
  kernel k m Q -> ldp eps k m Q ->
  exists M, 0 <= M /\ forall x, (x < k)%nat -> u * M <= Q x y <= M.
Proof.
  intros Hk Hy He K L. destruct (argmax k (fun x => Q x y) Hk) as [i [Hi H]].
  exists (Q i y). assert (N : 0 <= Q i y) by (apply (proj1 (K i Hi)); auto).
  split; auto. intros x Hx. split; [|apply H; auto].
  apply Rle_trans with (exp (- eps) * Q i y); [apply Rmult_le_compat_r; auto|].
  apply Rmult_le_reg_l with (exp eps); [apply exp_pos|].
  rewrite <- Rmult_assoc, <- exp_plus, Rplus_opp_r, exp_0, Rmult_1_l. apply L; auto.
Qed.
(* Weights w against a column in that box: at most M times the sum over the pattern that picks the
   nonnegative ones. *)
Lemma box_bound k u M (w c : nat -> R) s : 0 <= M -> (forall x, (x < k)%nat -> u * M <= c x <= M) ->
  (forall x, (x < k)%nat -> s x = true <-> 0 <= w x) ->
  Sum k (fun x => w x * c x) <= M * Sum k (fun x => w x * raised u s x).
Proof.
  intros HM H Hs. rewrite <- Sum_scal. apply Sum_le. intros x Hx. destruct (H x Hx) as [L U].
  specialize (Hs x Hx). unfold raised. destruct (s x).
  - assert (0 <= w x) by (apply Hs; auto).
    replace (M * (w x * 1)) with (w x * M) by ring. apply Rmult_le_compat_l; auto.
  - assert (w x < 0).
    { apply Rnot_le_lt. intros G. apply Hs in G. discriminate. }
    assert (- w x * (u * M) <= - w x * c x) by (apply Rmult_le_compat_l; lra). lra.
Qed.
