(* The KL divergence between the marginals of a private mechanism, and Pinsker's inequality for two
   outputs. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity Contraction.
Open Scope R_scope.

(* Two numbers A, B >= h that differ by at most g h. *)
Lemma close_terms g h A B : 0 <= g -> 0 <= h -> h <= A -> h <= B -> (h = 0 -> A = 0 /\ B = 0) ->
  Rabs (A - B) <= g * h ->
  A * ln (A / B) <= (A - B) + g * Rabs (A - B) /\
  A * ln (A / B) + B * ln (B / A) <= g * Rabs (A - B).
Proof.
  intros Hg Hh HA HB Z G. destruct (Req_dec h 0) as [Y|Y].
  { destruct (Z Y) as [-> ->]. rewrite Rminus_0_r, Rabs_R0, !Rmult_0_l. lra. }
  assert (PA : 0 < A) by lra. assert (PB : 0 < B) by lra.
  assert (S : forall C, h <= C -> (A - B) ^ 2 / C <= g * Rabs (A - B)).
  { intros C HC. apply Rmult_le_reg_r with C; [lra|].
    replace ((A - B) ^ 2 / C * C) with ((A - B) ^ 2) by (field; lra).
    rewrite <- (pow2_abs (A - B)). replace (Rabs (A - B) ^ 2) with (Rabs (A - B) * Rabs (A - B)) by ring.
    replace (g * Rabs (A - B) * C) with (Rabs (A - B) * (g * C)) by ring.
    apply Rmult_le_compat_l; [apply Rabs_pos|]. apply Rle_trans with (1 := G).
    apply Rmult_le_compat_l; auto. }
  split.
  - pose proof (ln_le_sub1 (A / B) (Rdiv_lt_0_compat _ _ PA PB)) as L.
    apply Rmult_le_compat_l with (r := A) in L; [|lra].
    replace (A * (A / B - 1)) with ((A - B) + (A - B) ^ 2 / B) in L by (field; lra).
    pose proof (S B HB). lra.
  - rewrite !ln_div by auto.
    replace (A * (ln A - ln B) + B * (ln B - ln A)) with ((A - B) * (ln A - ln B)) by ring.
    destruct (Rle_dec B A) as [C|C].
    + pose proof (ln_le_sub1 (A / B) (Rdiv_lt_0_compat _ _ PA PB)) as L. rewrite ln_div in L by auto.
      apply Rmult_le_compat_l with (r := A - B) in L; [|lra].
      replace ((A - B) * (A / B - 1)) with ((A - B) ^ 2 / B) in L by (field; lra).
      pose proof (S B HB). lra.
    + pose proof (ln_le_sub1 (B / A) (Rdiv_lt_0_compat _ _ PB PA)) as L. rewrite ln_div in L by auto.
      apply Rmult_le_compat_l with (r := B - A) in L; [|lra].
      replace ((B - A) * (B / A - 1)) with ((A - B) ^ 2 / A) in L by (field; lra).
      pose proof (S A HA). lra.
Qed.

(* Both divergences of a private mechanism together, and either alone: for every eps. *)
Lemma KL_private eps k m P0 P1 Q : 0 <= eps -> distribution k P0 -> distribution k P1 ->
  kernel k m Q -> ldp eps k m Q ->
  let M0 := marginal k P0 Q in let M1 := marginal k P1 Q in
  let bound := 2 * (exp eps - 1) ^ 2 / (exp eps + 1) * TV k P0 P1 ^ 2 in
  KL m M0 M1 <= bound /\ KL m M0 M1 + KL m M1 M0 <= bound.
Proof.
  intros He D0 D1 K L M0 M1 bound. pose proof (exp_ge_1 eps He) as Ht.
  pose proof (marginal_dist k m P0 Q D0 K) as [_ E0]. fold M0 in E0.
  pose proof (marginal_dist k m P1 Q D1 K) as [_ E1]. fold M1 in E1.
  pose proof (contraction eps k m P0 P1 Q He D0 D1 K L) as C. fold M0 M1 in C.
  pose proof (TV_nonneg k P0 P1) as V0. set (V := TV k P0 P1) in *. set (t := exp eps) in *.
  set (g := (t - 1) * V). assert (Hg : 0 <= g) by (apply Rmult_le_pos; lra).
  assert (B : g * (2 * TV m M0 M1) <= bound).
  { apply Rle_trans with (g * (2 * ((t - 1) / (t + 1) * V))).
    - apply Rmult_le_compat_l; lra.
    - right. unfold g, bound. fold V. field. lra. }
  assert (S : Sum m (fun y => g * Rabs (M0 y - M1 y)) = g * (2 * TV m M0 M1)).
  { rewrite Sum_scal. unfold TV. field. }
  assert (P : forall y, (y < m)%nat ->
    M0 y * ln (M0 y / M1 y) <= (M0 y - M1 y) + g * Rabs (M0 y - M1 y) /\
    M0 y * ln (M0 y / M1 y) + M1 y * ln (M1 y / M0 y) <= g * Rabs (M0 y - M1 y)).
  { intros y Hy. destruct (output_gap eps k m P0 P1 Q y He D0 D1 K L Hy) as [h [H0 [HA [HB [Z G]]]]].
    apply (close_terms g h); auto. }
  split; apply Rle_trans with (2 := B); rewrite <- S; unfold KL.
  - apply Rle_trans with (Sum m (fun y => (M0 y - M1 y) + g * Rabs (M0 y - M1 y))).
    + apply Sum_le. intros y Hy. apply P; auto.
    + rewrite Sum_plus, Sum_minus, E0, E1. lra.
  - rewrite <- Sum_plus. apply Sum_le. intros y Hy. apply P; auto.
Qed.

(* Pinsker's inequality for two outputs. *)
Lemma pinsker_2 p q : 0 < p < 1 -> 0 < q < 1 ->
  2 * (p - q) ^ 2 <= p * ln (p / q) + (1 - p) * ln ((1 - p) / (1 - q)).
Proof.
  intros Hp Hq. set (f := fun z => - p * ln z + - (1 - p) * ln (1 - z) - 2 * (p - z) ^ 2).
  set (f' := fun z => (z - p) * (/ (z * (1 - z)) - 4)).
  assert (D : forall z, 0 < z < 1 -> derivable_pt_lim f z (f' z)).
  { intros z Hz. replace (f' z) with ((- p * / z + - (1 - p) * (/ (1 - z) * (0 - 1))) -
      2 * (2 * (p - z) * (0 - 1))) by (unfold f'; field; lra).
    apply (derivable_pt_lim_minus (fun z => - p * ln z + - (1 - p) * ln (1 - z))
      (fun z => 2 * (p - z) ^ 2)).
    - apply (derivable_pt_lim_plus (fun z => - p * ln z) (fun z => - (1 - p) * ln (1 - z))).
      + apply (derivable_pt_lim_scal ln). apply derivable_pt_lim_ln; lra.
      + apply (derivable_pt_lim_scal (fun z => ln (1 - z))).
        apply (derivable_pt_lim_comp (fun z => 1 - z) ln).
        * apply derivable_pt_lim_minus; [apply derivable_pt_lim_const|apply derivable_pt_lim_id].
        * apply derivable_pt_lim_ln; lra.
    - apply (derivable_pt_lim_scal (fun z => (p - z) ^ 2)).
      apply (derivable_pt_lim_comp (fun z => p - z) (fun z => z ^ 2)).
      + apply derivable_pt_lim_minus; [apply derivable_pt_lim_const|apply derivable_pt_lim_id].
      + replace (2 * (p - z)) with (INR 2 * (p - z) ^ pred 2) by (simpl; ring).
        apply derivable_pt_lim_pow. }
  assert (S : forall z, 0 < z < 1 -> 0 <= / (z * (1 - z)) - 4).
  { intros z Hz. assert (P : 0 < z * (1 - z)) by (apply Rmult_lt_0_compat; lra).
    assert (4 <= / (z * (1 - z))); [|lra]. apply Rmult_le_reg_r with (z * (1 - z)); auto.
    rewrite Rinv_l by lra. pose proof (pow2_ge_0 (2 * z - 1)). simpl in *. lra. }
  assert (F : f p <= f q).
  { destruct (Rtotal_order p q) as [H|[->|H]]; [|lra|].
    - destruct (MVT_cor2 f f' p q H) as [c [E Hc]]; [intros; apply D; lra|].
      assert (0 <= f' c * (q - p)); [|lra]. unfold f'.
      repeat apply Rmult_le_pos; try lra. apply S; lra.
    - destruct (MVT_cor2 f f' q p H) as [c [E Hc]]; [intros; apply D; lra|].
      assert (0 <= - f' c * (p - q)); [|lra]. unfold f'.
      replace (- ((c - p) * (/ (c * (1 - c)) - 4))) with ((p - c) * (/ (c * (1 - c)) - 4)) by ring.
      repeat apply Rmult_le_pos; try lra. apply S; lra. }
  rewrite !ln_div by lra. unfold f in F. replace (p - p) with 0 in F by ring.
  replace (2 * 0 ^ 2) with 0 in F by ring. lra.
Qed.
Lemma TV_2 A B : distribution 2 A -> distribution 2 B -> TV 2 A B = Rabs (A 0%nat - B 0%nat).
Proof.
  intros [_ E] [_ E']. unfold TV. simpl in *. replace (A 1%nat) with (1 - A 0%nat) by lra.
  replace (B 1%nat) with (1 - B 0%nat) by lra.
  replace (1 - A 0%nat - (1 - B 0%nat)) with (- (A 0%nat - B 0%nat)) by ring. rewrite Rabs_Ropp. lra.
Qed.
Lemma pinsker_TV A B : distribution 2 A -> distribution 2 B -> positive 2 A -> positive 2 B ->
  2 * TV 2 A B ^ 2 <= KL 2 A B.
Proof.
  intros DA DB PA PB. rewrite TV_2, pow2_abs by auto. destruct DA as [_ E], DB as [_ E'].
  pose proof (PA 0%nat ltac:(lia)). pose proof (PA 1%nat ltac:(lia)).
  pose proof (PB 0%nat ltac:(lia)). pose proof (PB 1%nat ltac:(lia)). unfold KL. simpl in *.
  replace (A 1%nat) with (1 - A 0%nat) by lra. replace (B 1%nat) with (1 - B 0%nat) by lra.
  pose proof (pinsker_2 (A 0%nat) (B 0%nat) ltac:(lra) ltac:(lra)). simpl in *. lra.
Qed.
