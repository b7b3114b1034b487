(* The upper half for divergences given by their support lines r1(s) A + r2(s) B, s one parameter.
   The pattern that the line at s picks is [0 <= w_x(s)], w_x = r1 a + r2 b - c.  As r1 and r2 are
   concave, {s : 0 <= w_x(s)} is an interval; four untrusted integers a letter bracket its ends (or
   none: then both choices are walked); a depth-first walk over the letters carries the range of s
   and stops where it is empty. *)
Require Import Reals Lra Lia ZArith List Bool.
From Lpcheck Require Import Definitions Sums.
From Lpcheck.instances Require Import Entries.
Import ListNotations.
Open Scope R_scope.

Definition hint := option (Z * Z * Z * Z)%type.

(* A divergence A, B -> F A B with its tests. *)
Record curve := {
  value : R -> R -> R;
  dom : R -> Prop;
  slope1 : R -> R;
  slope2 : R -> R;
  (* is w(z/G) >= 0; is it < 0; is F A B <= C; is [lo, hi]/G the range of s for u = un/ud *)
  positive_at : Z -> entry -> Z -> bool;
  negative_at : Z -> entry -> Z -> bool;
  leaf : Z -> Z -> Z -> bool;
  range : Z -> Z -> Z -> Z -> Z -> bool;
}.
Record sound (c : curve) : Prop := {
  at_zero : value c 0 0 <= 0;
  dom_convex : forall x y z, dom c x -> dom c z -> x <= y <= z -> dom c y;
  line : forall s A B, dom c s -> 0 < A -> 0 < B -> slope1 c s * A + slope2 c s * B <= value c A B;
  concave1 : forall x z l, dom c x -> dom c z -> 0 <= l <= 1 ->
    l * slope1 c x + (1 - l) * slope1 c z <= slope1 c (l * x + (1 - l) * z);
  concave2 : forall x z l, dom c x -> dom c z -> 0 <= l <= 1 ->
    l * slope2 c x + (1 - l) * slope2 c z <= slope2 c (l * x + (1 - l) * z);
  positive_ok : forall G e z, (0 < G)%Z -> positive_at c G e z = true -> let s := IZR z / IZR G in
    dom c s /\ 0 <= slope1 c s * IZR (ea e) + slope2 c s * IZR (eb e) - IZR (ec e);
  negative_ok : forall G e z, (0 < G)%Z -> negative_at c G e z = true -> let s := IZR z / IZR G in
    dom c s /\ slope1 c s * IZR (ea e) + slope2 c s * IZR (eb e) - IZR (ec e) < 0;
  leaf_ok : forall A B C X, leaf c A B C = true -> 0 < X -> 0 < IZR A -> 0 < IZR B ->
    value c (IZR A / X) (IZR B / X) <= IZR C / X;
  range_ok : forall un ud G lo hi A B, (0 < G)%Z -> (0 < un)%Z -> (0 < ud)%Z ->
    range c un ud G lo hi = true ->
    0 < A -> 0 < B -> IZR un / IZR ud * B <= A -> IZR un / IZR ud * A <= B ->
    exists s, dom c s /\ IZR lo / IZR G <= s <= IZR hi / IZR G /\
      value c A B = slope1 c s * A + slope2 c s * B;
}.

Definition hint_ok c G (l0 u0 : Z) (e : entry) (h : hint) : bool :=
  match h with
  | None => true
  | Some (h1, h2, h3, h4) =>
    ((h1 <=? h2) && (h2 <=? h3) && (h3 <=? h4) && ((h1 <=? l0) || negative_at c G e h1) &&
     positive_at c G e h2 && positive_at c G e h3 && ((u0 <=? h4) || negative_at c G e h4))%Z
  end.
(* A letter's part of (A, B, C) where it is raised, and where it is not. *)
Definition scaled (z : Z) (e : entry) : entry := (ea e * z, eb e * z, ec e * z)%Z.
Definition prepared (un ud : Z) (eh : entry * hint) : entry * entry * hint :=
  (scaled ud (fst eh), scaled un (fst eh), snd eh).
Fixpoint walk c (l : list (entry * entry * hint)) (lo hi A B C : Z) : bool :=
  match l with
  | [] => leaf c A B C
  | (up, down, h) :: t =>
    let go e lo hi := if (hi <? lo)%Z then true else
      walk c t lo hi (A + ea e) (B + eb e) (C + ec e) in
    match h with
    | None => go up lo hi && go down lo hi
    | Some (h1, h2, h3, h4) => go up (Z.max lo h1) (Z.min hi h4) &&
      (go down lo (Z.min hi h2) && go down (Z.max lo h3) hi)
    end
  end%Z.
Definition check_curve c un ud D G lo hi (l : list entry) (hs : list hint) : bool :=
  let lh := combine l hs in
  (wellformed un ud D l && (length l =? length hs)%nat && (0 <? G)%Z && range c un ud G lo hi &&
   forallb (fun eh => hint_ok c G lo hi (fst eh) (snd eh)) lh &&
   walk c (map (prepared un ud) lh) lo hi 0 0 0).

Section Sound.
Variable c : curve.
Hypothesis Hc : sound c.
Variables (un ud D G l0 u0 : Z).
Hypothesis HD : 0 < IZR D.
Hypothesis HG : (0 < G)%Z.

Lemma HGR : 0 < IZR G. Proof. apply IZR_lt; auto. Qed.
(* w_x(s), in integers over D *)
Definition wz s (e : entry) := slope1 c s * IZR (ea e) + slope2 c s * IZR (eb e) - IZR (ec e).
Definition pick s (e : entry) : bool := if Rle_dec 0 (wz s e) then true else false.

Lemma concave e x y z : (0 <= ea e)%Z -> (0 <= eb e)%Z -> dom c x -> dom c z -> x <= y <= z ->
  0 <= wz x e -> 0 <= wz z e -> 0 <= wz y e.
Proof.
  intros Ha Hb Dx Dz Hy Hx Hz. apply IZR_le in Ha, Hb.
  destruct (Req_dec x z) as [E|E]; [replace y with x by lra; auto|].
  set (l := (z - y) / (z - x)). assert (I : 0 < / (z - x)) by (apply Rinv_0_lt_compat; lra).
  assert (L : 0 <= l <= 1).
  { split; [unfold l, Rdiv; apply Rmult_le_pos; lra|]. apply Rmult_le_reg_r with (z - x); [lra|].
    unfold l, Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (Ey : y = l * x + (1 - l) * z) by (unfold l; field; lra).
  pose proof (concave1 c Hc x z l Dx Dz L) as C1. pose proof (concave2 c Hc x z l Dx Dz L) as C2.
  rewrite <- Ey in C1, C2.
  apply Rmult_le_compat_r with (r := IZR (ea e)) in C1; auto.
  apply Rmult_le_compat_r with (r := IZR (eb e)) in C2; auto.
  assert (0 <= l * wz x e) by (apply Rmult_le_pos; lra).
  assert (0 <= (1 - l) * wz z e) by (apply Rmult_le_pos; lra). unfold wz in *. lra.
Qed.
Lemma div_le x y : (x <= y)%Z -> IZR x / IZR G <= IZR y / IZR G.
Proof.
  intros H. apply IZR_le in H. pose proof HGR.
  assert (0 < / IZR G) by (apply Rinv_0_lt_compat; auto). unfold Rdiv. apply Rmult_le_compat_r; lra.
Qed.
Lemma hint_sound e h1 h2 h3 h4 s : dom c s -> IZR l0 / IZR G <= s <= IZR u0 / IZR G ->
  (0 <= ea e)%Z -> (0 <= eb e)%Z -> hint_ok c G l0 u0 e (Some (h1, h2, h3, h4)) = true ->
  if pick s e then IZR h1 / IZR G <= s <= IZR h4 / IZR G
  else s <= IZR h2 / IZR G \/ IZR h3 / IZR G <= s.
Proof.
  intros Ds Hg Ha Hb H. unfold hint_ok in H.
  rewrite !andb_true_iff, !orb_true_iff, !Z.leb_le in H.
  destruct H as [[[[[[H12 H23] H34] W1] W2] W3] W4].
  destruct (positive_ok c Hc G e h2 HG W2) as [D2 P2].
  destruct (positive_ok c Hc G e h3 HG W3) as [D3 P3].
  apply div_le in H12, H23, H34.
  unfold pick. destruct (Rle_dec 0 (wz s e)) as [P|P].
  - split; apply Rnot_lt_le; intros Y.
    + destruct W1 as [W1|W1]; [apply div_le in W1; lra|].
      destruct (negative_ok c Hc G e h1 HG W1) as [D1 N1].
      pose proof (concave e s _ _ Ha Hb Ds D2 (conj (Rlt_le _ _ Y) H12) P P2). unfold wz in *. lra.
    + destruct W4 as [W4|W4]; [apply div_le in W4; lra|].
      destruct (negative_ok c Hc G e h4 HG W4) as [D4 N4].
      pose proof (concave e _ _ s Ha Hb D3 Ds (conj H34 (Rlt_le _ _ Y)) P3 P). unfold wz in *. lra.
  - destruct (Rle_dec s (IZR h2 / IZR G)); auto. destruct (Rle_dec (IZR h3 / IZR G) s); auto.
    exfalso. apply P. apply (concave e (IZR h2 / IZR G) s (IZR h3 / IZR G)); auto. lra.
Qed.
Definition picks s (l : list (entry * hint)) x := pick s (nth x (map fst l) (0, 0, 0)%Z).
Lemma max_le a b s : IZR a / IZR G <= s -> IZR b / IZR G <= s -> IZR (Z.max a b) / IZR G <= s.
Proof. intros. destruct (Z.max_spec a b) as [[_ ->]|[_ ->]]; auto. Qed.
Lemma min_le a b s : s <= IZR a / IZR G -> s <= IZR b / IZR G -> s <= IZR (Z.min a b) / IZR G.
Proof. intros. destruct (Z.min_spec a b) as [[_ ->]|[_ ->]]; auto. Qed.
Let sm get s (l : list (entry * hint)) :=
  lsum (fun e b => IZR (get e * if b then ud else un)) (picks s l) (map fst l).
Lemma walk_sound s : dom c s -> IZR l0 / IZR G <= s <= IZR u0 / IZR G ->
  forall l lo hi A B C,
  forallb (fun e => (0 <=? ea e) && (0 <=? eb e))%Z (map fst l) = true ->
  forallb (fun eh => hint_ok c G l0 u0 (fst eh) (snd eh)) l = true ->
  walk c (map (prepared un ud) l) lo hi A B C = true -> IZR lo / IZR G <= s <= IZR hi / IZR G ->
  exists A' B' C', leaf c A' B' C' = true /\ IZR A' = IZR A + sm ea s l /\
    IZR B' = IZR B + sm eb s l /\ IZR C' = IZR C + sm ec s l.
Proof.
  intros Ds Hg. assert (NE : forall lo hi, IZR lo / IZR G <= s <= IZR hi / IZR G ->
    (hi <? lo)%Z = false).
  { intros lo hi H. apply Z.ltb_ge. apply le_IZR. pose proof HGR.
    apply Rmult_le_reg_r with (/ IZR G); [apply Rinv_0_lt_compat; auto|]. unfold Rdiv in H. lra. }
  induction l as [|[e h] l IH]; intros lo hi A B C Hb Hh H Hr.
  - cbn [map walk] in H. exists A, B, C. unfold sm. simpl. repeat split; auto; lra.
  - cbn [map fst forallb] in Hb.
    apply andb_true_iff in Hb. destruct Hb as [Hb Hbl]. cbn [forallb fst snd] in Hh.
    apply andb_true_iff in Hh. destruct Hh as [Hh Hhl].
    rewrite andb_true_iff, !Z.leb_le in Hb. destruct Hb as [Ha Hb].
    assert (X : exists lo' hi', walk c (map (prepared un ud) l) lo' hi'
       (A + ea e * (if pick s e then ud else un)) (B + eb e * (if pick s e then ud else un))
       (C + ec e * (if pick s e then ud else un)) = true
       /\ IZR lo' / IZR G <= s <= IZR hi' / IZR G).
    { change (map (prepared un ud) ((e, h) :: l)) with
        ((scaled ud e, scaled un e, h) :: map (prepared un ud) l) in H.
      cbn [walk] in H. cbv zeta in H.
      change (ea (scaled ud e)) with (ea e * ud)%Z in H. change (eb (scaled ud e)) with (eb e * ud)%Z in H.
      change (ec (scaled ud e)) with (ec e * ud)%Z in H. change (ea (scaled un e)) with (ea e * un)%Z in H.
      change (eb (scaled un e)) with (eb e * un)%Z in H. change (ec (scaled un e)) with (ec e * un)%Z in H.
      destruct h as [[[[h1 h2] h3] h4]|].
      - pose proof (hint_sound e h1 h2 h3 h4 s Ds Hg Ha Hb Hh) as HS.
        rewrite !andb_true_iff in H. destruct H as [H1 [H2 H3]]. destruct (pick s e).
        + assert (N : IZR (Z.max lo h1) / IZR G <= s <= IZR (Z.min hi h4) / IZR G)
            by (split; [apply max_le|apply min_le]; tauto).
          rewrite (NE _ _ N) in H1. eauto.
        + destruct HS as [HS|HS].
          * assert (N : IZR lo / IZR G <= s <= IZR (Z.min hi h2) / IZR G)
              by (split; [tauto|apply min_le; tauto]).
            rewrite (NE _ _ N) in H2. eauto.
          * assert (N : IZR (Z.max lo h3) / IZR G <= s <= IZR hi / IZR G)
              by (split; [apply max_le; tauto|tauto]).
            rewrite (NE _ _ N) in H3. eauto.
      - rewrite (NE _ _ Hr), andb_true_iff in H. destruct H as [H1 H2]. exists lo, hi.
        destruct (pick s e); auto. }
    destruct X as [lo' [hi' [X Hr']]].
    destruct (IH _ _ _ _ _ Hbl Hhl X Hr') as [A' [B' [C' [Lf [EA [EB EC]]]]]].
    exists A', B', C'. unfold sm in *. cbn [map fst lsum].
    change (picks s ((e, h) :: l) 0%nat) with (pick s e).
    change (fun x => picks s ((e, h) :: l) (S x)) with (picks s l).
    rewrite EA, EB, EC, !plus_IZR. repeat split; auto; lra.
Qed.
End Sound.

Lemma map_fst_combine {X Y} : forall (a : list X) (b : list Y), length a = length b ->
  map fst (combine a b) = a.
Proof. induction a; intros [|y b] H; simpl in *; try discriminate; auto. f_equal. auto. Qed.

Theorem check_curve_sound c eps un ud D G lo hi l hs : sound c ->
  check_curve c un ud D G lo hi l hs = true -> IZR un / IZR ud <= exp (- eps) ->
  forall m Q, kernel (length l) m Q -> ldp eps (length l) m Q ->
  Sum m (fun y => value c (marginal (length l) (at_ D ea l) Q y) (marginal (length l) (at_ D eb l) Q y))
  <= IZR (zsum ec l) / IZR D.
Proof.
  intros Hc H He m Q K L. unfold check_curve in H.
  rewrite !andb_true_iff, Z.ltb_lt, Nat.eqb_eq in H. destruct H as [[[[[W Hl] HG] Hr] Hh] H].
  destruct (wf_dist _ _ _ _ W) as [D0 [D1 [Hu [HD Hd]]]].
  assert (W' := W). unfold wellformed in W'. rewrite !andb_true_iff, !Z.ltb_lt, Z.leb_le in W'.
  destruct W' as [[[[[Hn Hd'] _] _] _] Nn].
  rewrite <- zsum_at. set (k := length l) in *. set (u := IZR un / IZR ud) in *.
  rewrite (Sum_ext k (at_ D ec l) (fun x => Sum m (fun y => at_ D ec l x * Q x y))).
  2:{ intros x Hx. rewrite Sum_scal, (proj2 (K x Hx)). ring. }
  rewrite Sum_swap. apply Sum_le. intros y Hy.
  destruct (column_max eps u k m Q y (dist_pos _ _ D0) Hy He K L) as [M [HM B]].
  destruct (Req_dec M 0) as [Z|Z].
  { assert (Z0 : forall P, Sum k (fun x => P x * Q x y) = 0).
    { intros P. apply Sum_zero. intros x Hx. specialize (B x Hx). rewrite Z in B.
      replace (Q x y) with 0 by lra. ring. }
    unfold marginal. rewrite !Z0. apply (at_zero c Hc). }
  assert (uM : 0 < u * M) by (apply Rmult_lt_0_compat; lra).
  set (A := marginal k (at_ D ea l) Q y). set (Bm := marginal k (at_ D eb l) Q y).
  assert (HA : u * M <= A <= M).
  { split; [apply (average_ge k _ (fun x => Q x y))|apply (average_le k _ (fun x => Q x y))]; auto;
      intros x Hx; apply B; auto. }
  assert (HB : u * M <= Bm <= M).
  { split; [apply (average_ge k _ (fun x => Q x y))|apply (average_le k _ (fun x => Q x y))]; auto;
      intros x Hx; apply B; auto. }
  assert (C1 : u * Bm <= A).
  { assert (u * Bm <= u * M) by (apply Rmult_le_compat_l; lra). lra. }
  assert (C2 : u * A <= Bm).
  { assert (u * A <= u * M) by (apply Rmult_le_compat_l; lra). lra. }
  destruct (range_ok c Hc un ud G lo hi A Bm HG Hn ltac:(lia) Hr ltac:(lra) ltac:(lra) C1 C2)
    as [s [Ds [Hs E]]].
  rewrite E. set (w := fun x => slope1 c s * at_ D ea l x + slope2 c s * at_ D eb l x - at_ D ec l x).
  set (p := picks c s (combine l hs)).
  assert (Fl : map fst (combine l hs) = l) by (apply map_fst_combine; auto).
  assert (Hp : forall x, (x < k)%nat -> p x = true <-> 0 <= w x).
  { intros x _. unfold p, picks, pick. rewrite Fl.
    assert (Ew : w x = wz c s (nth x l (0, 0, 0)%Z) / IZR D).
    { unfold w, wz, at_. field. lra. }
    assert (I : 0 < / IZR D) by (apply Rinv_0_lt_compat; auto). rewrite Ew.
    destruct (Rle_dec 0 (wz c s (nth x l (0, 0, 0)%Z))) as [Y|Y]; split; auto; intros X;
      [apply Rmult_le_pos; lra|discriminate|].
    exfalso. apply Y. apply Rmult_le_reg_r with (/ IZR D); auto. unfold Rdiv in X. lra. }
  pose proof (box_bound k u M w (fun x => Q x y) p HM B Hp) as BB.
  assert (Lin : forall v, Sum k (fun x => w x * v x) = slope1 c s * Sum k (fun x => at_ D ea l x * v x) +
    slope2 c s * Sum k (fun x => at_ D eb l x * v x) - Sum k (fun x => at_ D ec l x * v x)).
  { intros v. rewrite <- !Sum_scal, <- Sum_plus, <- Sum_minus. apply Sum_ext. intros. unfold w. ring. }
  assert (LQ := Lin (fun x => Q x y)). cbv beta in BB, LQ. rewrite LQ, (Lin (raised u p)) in BB.
  change (Sum k (fun x => at_ D ea l x * Q x y)) with A in BB.
  change (Sum k (fun x => at_ D eb l x * Q x y)) with Bm in BB.
  assert (Pos : forall P, distribution k P -> 0 < Sum k (fun x => P x * raised u p x)).
  { intros P DP. apply Rlt_le_trans with u; [lra|]. apply average_ge; auto. intros x _.
    unfold raised. destruct (p x); lra. }
  pose proof (line c Hc s _ _ Ds (Pos _ D0) (Pos _ D1)) as Li.
  assert (Lf : value c (Sum k (fun x => at_ D ea l x * raised u p x))
    (Sum k (fun x => at_ D eb l x * raised u p x)) <= Sum k (fun x => at_ D ec l x * raised u p x)).
  { pose proof (Pos _ D0) as P0. pose proof (Pos _ D1) as P1. unfold u, k in *.
    rewrite !weighted in * by auto.
    destruct (walk_sound c Hc un ud G lo hi HG s Ds Hs (combine l hs) lo hi 0 0 0) as
      [A' [B' [C' [Lf [EA [EB EC]]]]]]; auto; [rewrite Fl; auto|].
    rewrite Fl in EA, EB, EC. rewrite Rplus_0_l in *.
    fold p in EA, EB, EC. rewrite <- EA, <- EB, <- EC in *.
    assert (X : 0 < IZR D * IZR ud) by (apply Rmult_lt_0_compat; auto).
    apply (leaf_ok c Hc); auto.
    - apply Rmult_lt_reg_r with (/ (IZR D * IZR ud)); [apply Rinv_0_lt_compat; auto|].
      rewrite Rmult_0_l. exact P0.
    - apply Rmult_lt_reg_r with (/ (IZR D * IZR ud)); [apply Rinv_0_lt_compat; auto|].
      rewrite Rmult_0_l. exact P1. }
  assert (N : M * (slope1 c s * Sum k (fun x => at_ D ea l x * raised u p x) +
    slope2 c s * Sum k (fun x => at_ D eb l x * raised u p x) -
    Sum k (fun x => at_ D ec l x * raised u p x)) <= M * 0) by (apply Rmult_le_compat_l; lra).
  lra.
Qed.
