(* The nearest distribution r to p with l <= r <= h, for a divergence given by its support lines.
   Upper half: an exactly feasible r.  Lower half: at each letter a support line, a price of the mass
   and a constant that the line less the price is never below; both are linear in r, so that the ends
   l and h are enough. *)
Require Import Reals Lra Lia ZArith List Bool.
From Lpcheck Require Import Definitions Sums.
From Lpcheck.instances Require Import Entries Curved Certificates.
Import ListNotations.
Open Scope R_scope.

Definition nearest (D : (nat -> R) -> (nat -> R) -> R) n (p l h : nat -> R) lower upper :=
  let feasible r := distribution n r /\ forall x, (x < n)%nat -> l x <= r x <= h x in
  (exists r, feasible r /\ D p r <= upper) /\ forall r, feasible r -> lower <= D p r.

(* p, l, h, r over D; the value's bound v and the constant k over D L; s = z/G *)
Definition row := (Z * Z * Z * Z * Z * Z * Z)%type.
Definition row_ok (c : curve) (L lam G : Z) (t : row) : bool :=
  let '(p, l, h, r, v, k, z) := t in
  ((0 <? p) && (0 <? l) && (l <=? r) && (r <=? h))%Z && leaf c (p * L)%Z (r * L)%Z v &&
  positive_at c G (p * L, l * L, lam * l + k)%Z z && positive_at c G (p * L, h * L, lam * h + k)%Z z.
Definition zero : row := (0, 0, 0, 0, 0, 0, 0)%Z.
Definition get_p (t : row) := let '(p, l, h, r, v, k, z) := t in p.
Definition get_l (t : row) := let '(p, l, h, r, v, k, z) := t in l.
Definition get_h (t : row) := let '(p, l, h, r, v, k, z) := t in h.
Definition get_r (t : row) := let '(p, l, h, r, v, k, z) := t in r.
Definition get_v (t : row) := let '(p, l, h, r, v, k, z) := t in v.
Definition get_k (t : row) := let '(p, l, h, r, v, k, z) := t in k.
Definition check (c : curve) (D L lam G : Z) (rows : list row) (ln ld hn hd : Z) : bool :=
  ((0 <? D) && (0 <? L) && (0 <? G) && (0 <? ld) && (0 <? hd))%Z && forallb (row_ok c L lam G) rows &&
  ((ltotal (map get_r rows) =? D) && (hd * ltotal (map get_v rows) <=? hn * (D * L)) &&
   (ln * (D * L) <=? ld * (ltotal (map get_k rows) + lam * D)))%Z.

Lemma total_rows (get : row -> Z) D : forall rows, get zero = 0%Z ->
  Sum (length rows) (fun x => IZR (get (nth x rows zero)) / IZR D) = IZR (ltotal (map get rows)) / IZR D.
Proof.
  intros rows E. induction rows as [|a rows IH]; [simpl; unfold Rdiv; ring|].
  change (length (a :: rows)) with (S (length rows)). rewrite Sum_shift.
  change (fun x => IZR (get (nth (S x) (a :: rows) zero)) / IZR D) with
    (fun x => IZR (get (nth x rows zero)) / IZR D).
  rewrite IH. cbn [map ltotal nth]. rewrite plus_IZR. unfold Rdiv. ring.
Qed.
Lemma over_rows (get : row -> Z) D rows x : get zero = 0%Z ->
  over D (map get rows) x = IZR (get (nth x rows zero)) / IZR D.
Proof. intros E. unfold over. rewrite <- E at 1. rewrite map_nth. reflexivity. Qed.

Theorem certificate c D L lam G rows ln ld hn hd : sound c ->
  check c D L lam G rows ln ld hn hd = true ->
  nearest (fun p r => Sum (length rows) (fun x => value c (p x) (r x))) (length rows) (over D (map get_p rows)) (over D (map get_l rows))
    (over D (map get_h rows)) (IZR ln / IZR ld) (IZR hn / IZR hd).
Proof.
  intros Hc H. unfold check in H. rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le, Z.eqb_eq, forallb_forall in H.
  destruct H as [[[[[[HD HL] HG] Hld] Hhd] R] [[TR TV] TK]].
  assert (HGz := HG). apply IZR_lt in HD, HL, HG, Hld, Hhd. set (n := length rows).
  assert (ROW : forall x, (x < n)%nat -> row_ok c L lam G (nth x rows zero) = true)
    by (intros; apply R, nth_In; auto).
  assert (I : 0 < / IZR D) by (apply Rinv_0_lt_compat; auto).
  split.
  - exists (over D (map get_r rows)). split; [split; [split|]|].
    + intros x Hx. rewrite over_rows by auto. specialize (ROW x Hx).
      destruct (nth x rows zero) as [[[[[[p l] h] r] v] k] z]. unfold row_ok in ROW.
      rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le in ROW. cbn [get_r].
      apply Rmult_le_pos; [apply IZR_le; lia|lra].
    + rewrite (Sum_ext n _ (fun x => IZR (get_r (nth x rows zero)) / IZR D))
        by (intros; apply over_rows; auto).
      unfold n. rewrite total_rows, TR by auto. field. lra.
    + intros x Hx. rewrite !over_rows by auto. specialize (ROW x Hx).
      destruct (nth x rows zero) as [[[[[[p l] h] r] v] k] z]. unfold row_ok in ROW.
      rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le in ROW. cbn [get_r get_l get_h].
      unfold Rdiv. split; apply Rmult_le_compat_r; try lra; apply IZR_le; lia.
    + apply Rle_trans with (Sum n (fun x => IZR (get_v (nth x rows zero)) / IZR (D * L))).
      * apply Sum_le. intros x Hx. rewrite !over_rows by auto. specialize (ROW x Hx).
        destruct (nth x rows zero) as [[[[[[p l] h] r] v] k] z]. unfold row_ok in ROW.
        rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le in ROW. cbn [get_r get_p get_v].
        destruct ROW as [[[[[[Hp Hl] Hlr] Hrh] Lf] _] _].
        replace (IZR p / IZR D) with (IZR (p * L) / IZR (D * L)) by (rewrite !mult_IZR; field; lra).
        replace (IZR r / IZR D) with (IZR (r * L) / IZR (D * L)) by (rewrite !mult_IZR; field; lra).
        assert (Rp : (0 < r)%Z) by lia. apply IZR_lt in Hp, Rp.
        apply (leaf_ok c Hc); auto; rewrite mult_IZR; apply Rmult_lt_0_compat; auto.
      * unfold n. rewrite total_rows by auto. apply IZR_le in TV. rewrite !mult_IZR in *.
        apply Rmult_le_reg_r with (IZR hd * (IZR D * IZR L)); [repeat apply Rmult_lt_0_compat; auto|].
        replace (IZR (ltotal (map get_v rows)) / (IZR D * IZR L) * (IZR hd * (IZR D * IZR L))) with
          (IZR hd * IZR (ltotal (map get_v rows))) by (field; lra).
        replace (IZR hn / IZR hd * (IZR hd * (IZR D * IZR L))) with (IZR hn * (IZR D * IZR L)) by (field; lra).
        auto.
  - intros r [[Nr Tr] B].
    assert (LT : forall x, (x < n)%nat -> IZR lam / IZR L * r x + IZR (get_k (nth x rows zero)) / (IZR D * IZR L)
      <= value c (over D (map get_p rows) x) (r x)).
    { intros x Hx. specialize (B x Hx). rewrite !over_rows in * by auto. specialize (ROW x Hx).
      destruct (nth x rows zero) as [[[[[[p l] h] r0] v] k] z]. unfold row_ok in ROW.
      rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le in ROW. cbn [get_p get_l get_h get_k] in *.
      destruct ROW as [[[[[[Hp Hl] Hlr] Hrh] _] Wl] Wh].
      destruct (positive_ok c Hc G _ z HGz Wl) as [Ds Pl].
      destruct (positive_ok c Hc G _ z HGz Wh) as [_ Ph]. cbv zeta in Ds, Pl, Ph.
      unfold ea, eb, ec in Pl, Ph. cbn [fst snd] in Pl, Ph. rewrite plus_IZR, !mult_IZR in Pl, Ph.
      apply IZR_lt in Hp, Hl. set (s := IZR z / IZR G) in *.
      assert (A : 0 < IZR p / IZR D) by (apply Rdiv_lt_0_compat; auto).
      assert (Bl : 0 < IZR l / IZR D) by (apply Rdiv_lt_0_compat; auto).
      apply Rle_trans with (2 := line c Hc s _ (r x) Ds A ltac:(lra)).
      set (a := slope1 c s) in *. set (b := slope2 c s) in *.
      set (w := fun y => a * (IZR p / IZR D) + b * y - (IZR lam / IZR L * y + IZR k / (IZR D * IZR L))).
      assert (W1 : 0 <= w (IZR l / IZR D)).
      { unfold w. apply Rmult_le_reg_r with (IZR D * IZR L); [apply Rmult_lt_0_compat; auto|].
        rewrite Rmult_0_l. replace (_ * (IZR D * IZR L)) with
          (a * (IZR p * IZR L) + b * (IZR l * IZR L) - (IZR lam * IZR l + IZR k)) by (field; lra). auto. }
      assert (W2 : 0 <= w (IZR h / IZR D)).
      { unfold w. apply Rmult_le_reg_r with (IZR D * IZR L); [apply Rmult_lt_0_compat; auto|].
        rewrite Rmult_0_l. replace (_ * (IZR D * IZR L)) with
          (a * (IZR p * IZR L) + b * (IZR h * IZR L) - (IZR lam * IZR h + IZR k)) by (field; lra). auto. }
      assert (W : 0 <= w (r x)); [|unfold w in W; lra].
      unfold w in *. set (y0 := IZR l / IZR D) in *. set (y1 := IZR h / IZR D) in *.
      set (e := b - IZR lam / IZR L). destruct (Rle_dec 0 e) as [E|E].
      - assert (0 <= e * (r x - y0)) by (apply Rmult_le_pos; lra). unfold e in *. lra.
      - assert (0 <= - e * (y1 - r x)) by (apply Rmult_le_pos; lra). unfold e in *. lra. }
    apply Rle_trans with (2 := Sum_le n _ _ LT).
    rewrite Sum_plus, Sum_scal, Tr.
    rewrite (Sum_ext n _ (fun x => / IZR L * (IZR (get_k (nth x rows zero)) / IZR D)))
      by (intros; field; lra).
    rewrite Sum_scal. unfold n. rewrite total_rows by auto. apply IZR_le in TK.
    rewrite !mult_IZR, plus_IZR, mult_IZR in TK.
    apply Rmult_le_reg_r with (IZR ld * (IZR D * IZR L)); [repeat apply Rmult_lt_0_compat; auto|].
    replace (IZR ln / IZR ld * (IZR ld * (IZR D * IZR L))) with (IZR ln * (IZR D * IZR L)) by (field; lra).
    replace ((IZR lam / IZR L * 1 + / IZR L * (IZR (ltotal (map get_k rows)) / IZR D)) *
      (IZR ld * (IZR D * IZR L))) with
      (IZR ld * (IZR (ltotal (map get_k rows)) + IZR lam * IZR D)) by (field; lra). auto.
Qed.
