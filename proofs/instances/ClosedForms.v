(* Optima with a closed form that is a theorem for all priors: what is left for an instance is that
   the data are as the theorem asks, and where the value of the formula lies. *)
Require Import Reals Lra Lia ZArith List Bool.
From Lpcheck Require Import Definitions Sums Convexity PublicPrior Bounded.
From Lpcheck.zamanlooy2025 Require theorem_1.
From Lpcheck.park2024 Require theorem_3_3_finite_corrected.
From Lpcheck.instances Require Import Entries Information Perspective.
From Lpcheck.instances Require Curved JensenShannon.
Import ListNotations.
Open Scope R_scope.

(* The least entry of a prior is the i-th, and positive. *)
Definition least_is (D : Z) (q : list Z) (i : nat) : bool :=
  is_prior D q && (i <? length q)%nat && forallb (fun a => nth i q 0 <=? a)%Z q.
Lemma public_prior f eps D q i : convex f -> 0 <= eps -> least_is D q i = true ->
  Gamma f eps (length q) (over D q) (value f eps (IZR (nth i q 0%Z) / IZR D)).
Proof.
  intros C He H. unfold least_is in H. rewrite !andb_true_iff, Nat.ltb_lt, forallb_forall in H.
  destruct H as [[HP Hi] HL]. destruct (prior_ok D q HP) as [HD [P [Pos _]]].
  apply (theorem_1.theorem_1 f eps (length q) (over D q) i); auto. split; auto.
  intros x Hx. unfold over, Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; auto|].
  apply IZR_le, Z.leb_le, HL, nth_In. auto.
Qed.

(* Each letter's block; every block has the measure (1 - c1)/(c2 - c1). *)
Definition in_block (labels : list nat) (i x : nat) : bool := (nth x labels 0 =? i)%nat.
Fixpoint block (mu : list Z) (labels : list nat) (i : nat) : Z :=
  match mu, labels with
  | a :: mu', b :: labels' => (if (b =? i)%nat then a else 0) + block mu' labels' i
  | _, _ => 0
  end%Z.
Definition splits (D : Z) (mu : list Z) (labels : list nat) (t : nat) (n1 d1 n2 d2 : Z) : bool :=
  ((0 <? D) && (ltotal mu =? D) && forallb (fun a => 0 <=? a) mu &&
   (length mu =? length labels)%nat && forallb (fun b => b <? t)%nat labels &&
   (0 <? d1) && (0 <? d2) && (0 <=? n1) && (n1 <? d1) && (d2 <? n2) &&
   forallb (fun i => block mu labels i * (n2 * d1 - n1 * d2) =? D * d2 * (d1 - n1)) (seq 0 t))%Z.
Lemma block_prob D i : IZR D <> 0 -> forall mu labels, length mu = length labels ->
  prob (length mu) (over D mu) (in_block labels i) = IZR (block mu labels i) / IZR D.
Proof.
  intros HD. induction mu as [|a mu IH]; intros [|b labels] E; try discriminate.
  - simpl. unfold prob. simpl. unfold Rdiv. ring.
  - simpl in E. injection E as E. unfold prob. change (length (a :: mu)) with (S (length mu)).
    rewrite Sum_shift.
    change (Sum (length mu) (fun x => if in_block (b :: labels) i (S x) then over D (a :: mu) (S x) else 0))
      with (prob (length mu) (over D mu) (in_block labels i)).
    rewrite IH by auto. cbn [block]. rewrite plus_IZR. unfold in_block, over. simpl nth.
    destruct (Nat.eqb b i); field; auto.
Qed.
Lemma one_block t b : (b < t)%nat -> Sum t (fun i => if (b =? i)%nat then 1 else 0) = 1.
Proof.
  induction t; intros H; [lia|]. cbn [Sum]. destruct (Nat.eq_dec b t) as [->|N].
  - rewrite Nat.eqb_refl. rewrite Sum_zero; [ring|]. intros i Hi.
    destruct (Nat.eqb_spec t i); [lia|auto].
  - rewrite IHt by lia. destruct (Nat.eqb_spec b t); [lia|ring].
Qed.
Lemma bounded f eps D mu labels t n1 d1 n2 d2 : convex f -> 0 <= eps ->
  splits D mu labels t n1 d1 n2 d2 = true ->
  let c1 := IZR n1 / IZR d1 in let c2 := IZR n2 / IZR d2 in c1 * exp eps < c2 ->
  minimax (between c1 c2 (length mu) (over D mu)) eps f (length mu) (bounded_risk f eps c1 c2).
Proof.
  intros C He H c1 c2 H3. unfold splits in H.
  rewrite !andb_true_iff, !Z.ltb_lt, Z.leb_le, Nat.eqb_eq, Z.eqb_eq, !forallb_forall in H.
  destruct H as [[[[[[[[[[HD T] Nn] E] Lt] Hd1] Hd2] Hn1] H1] H2] B].
  apply IZR_lt in HD, Hd1, Hd2, H1, H2. apply IZR_le in Hn1.
  assert (C1 : 0 <= c1 < 1).
  { unfold c1. split; [apply Rmult_le_pos; auto; left; apply Rinv_0_lt_compat; auto|].
    apply Rmult_lt_reg_r with (IZR d1); auto. replace (IZR n1 / IZR d1 * IZR d1) with (IZR n1) by (field; lra). lra. }
  assert (C2 : 1 < c2).
  { unfold c2. apply Rmult_lt_reg_r with (IZR d2); auto.
    replace (IZR n2 / IZR d2 * IZR d2) with (IZR n2) by (field; lra). lra. }
  apply (theorem_3_3_finite_corrected.theorem_3_3_finite_corrected f eps c1 c2 (length mu) (over D mu) t); auto.
  - split.
    + intros x Hx. unfold over. apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; auto].
      apply IZR_le, Z.leb_le, Nn, nth_In. auto.
    + rewrite over_total, T by lra. field. lra.
  - exists (in_block labels). split.
    + intros i Hi. rewrite block_prob by (auto; lra). specialize (B i ltac:(apply in_seq; lia)).
      apply Z.eqb_eq in B. apply (f_equal IZR) in B. rewrite !mult_IZR, !minus_IZR, !mult_IZR in B.
      assert (W : 0 < IZR n2 * IZR d1 - IZR n1 * IZR d2).
      { apply Rle_lt_trans with (IZR d1 * IZR d2 * 0); [lra|].
        replace (IZR n2 * IZR d1 - IZR n1 * IZR d2) with (IZR d1 * IZR d2 * (c2 - c1)) by (unfold c1, c2; field; lra).
        apply Rmult_lt_compat_l; [apply Rmult_lt_0_compat; auto|lra]. }
      apply Rmult_eq_reg_r with ((IZR n2 * IZR d1 - IZR n1 * IZR d2) * IZR D).
      2:{ apply Rgt_not_eq, Rmult_lt_0_compat; auto. }
      replace (IZR (block mu labels i) / IZR D * ((IZR n2 * IZR d1 - IZR n1 * IZR d2) * IZR D)) with
        (IZR (block mu labels i) * (IZR n2 * IZR d1 - IZR n1 * IZR d2)) by (field; lra).
      rewrite B. unfold c1, c2. field. repeat split; lra.
    + intros x Hx. unfold in_block. rewrite one_block; [reflexivity|].
      apply Nat.ltb_lt, Lt, nth_In. rewrite <- E. auto.
Qed.
(* c1 = 0, where a logarithm at r1 = 0 would have no enclosure *)
Lemma bounded_risk_0 f eps d1 c2 : 0 <= eps -> 1 < c2 -> let r2 := (exp eps - 1 + c2) / exp eps in
  bounded_risk f eps (0 / d1) c2 = / r2 * f r2 + (r2 - 1) / r2 * f 0.
Proof.
  intros He H r2. pose proof (exp_pos eps) as P. assert (E : 1 <= exp eps).
  { destruct He as [He|<-]; [left; rewrite <- exp_0; apply exp_increasing; auto|rewrite exp_0; lra]. }
  assert (R : 0 < r2) by (apply Rdiv_lt_0_compat; lra).
  replace (0 / d1) with 0 by (unfold Rdiv; ring). unfold bounded_risk. cbv zeta.
  set (b := (c2 - 0) / ((exp eps - 1) * (1 - 0) + c2 - 0)).
  replace (0 / b) with 0 by (unfold Rdiv; ring).
  replace (c2 / (b * exp eps)) with r2 by (unfold b, r2; field; lra). field. lra.
Qed.
Lemma convex_hellinger : convex (fun x => (1 - sqrt x) ^ 2).
Proof.
  apply tangents_convex. intros z Hz. exists (1 - / sqrt z). intros x Hx.
  pose proof (sqrt_lt_R0 z Hz) as S. pose proof (sqrt_sqrt z ltac:(lra)) as Sz.
  pose proof (sqrt_sqrt x Hx) as Sx. set (a := sqrt z) in *. set (b := sqrt x) in *.
  assert (0 <= / a * (b - a) ^ 2).
  { apply Rmult_le_pos; [left; apply Rinv_0_lt_compat; auto|apply pow2_ge_0]. }
  rewrite <- Sz, <- Sx.
  replace ((1 - a) ^ 2 + (1 - / a) * (b * b - a * a)) with ((1 - b) ^ 2 - / a * (b - a) ^ 2) by (field; lra).
  lra.
Qed.
Lemma convex_js : convex (fun x => (x * ln (2 * x / (x + 1)) + ln (2 / (x + 1))) / 2).
Proof.
  apply tangents_convex. intros z Hz. exists (ln (2 * (z / (z + 1))) / 2). intros x Hx.
  assert (S : 0 < z / (z + 1) < 1).
  { split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with (z + 1); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  replace (2 * z / (z + 1)) with (2 * (z / (z + 1))) by (field; lra).
  assert (E : 2 / (z + 1) = 2 * (1 - z / (z + 1))) by (field; lra).
  destruct (Req_dec x 0) as [->|N].
  - replace (2 / (0 + 1)) with 2 by field. assert (ln (2 / (z + 1)) <= ln 2); [|lra].
    apply ln_mono; [apply Rdiv_lt_0_compat; lra|]. rewrite E. lra.
  - pose proof (Curved.line JensenShannon.js JensenShannon.js_sound (z / (z + 1)) x 1 S ltac:(lra) Rlt_0_1) as L.
    cbn [JensenShannon.js Curved.slope1 Curved.slope2 Curved.value] in L. unfold summand, JensenShannon.f in L.
    replace (x / 1) with x in L by field. rewrite Rmult_1_l in L. rewrite E. lra.
Qed.
Lemma Rmax_abs x : Rmax 0 x = (x + Rabs x) / 2.
Proof. unfold Rmax, Rabs. destruct (Rle_dec 0 x), (Rcase_abs x); lra. Qed.
