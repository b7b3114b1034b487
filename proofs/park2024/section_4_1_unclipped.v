(* claim: park2024.section-4-1-unclipped
   finding: proved
   for: every k >= 1, eps >= 0, delta_1, delta_2 and two answers without the upper clip; k = 2, exp eps = 2 for the second part
   Without the upper clip the level is ln (t + delta_2 (t + k - 1)), and the one of Section 4.1, which
   is for the clip (section-4-1), does not hold. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem section_4_1_unclipped :
  (forall eps d2 k P P' r r', 0 <= eps -> 0 <= d2 ->
     let g P r x := Rmax (P x / r) (/ (exp eps + INR k - 1)) in
     0 < Sum k (g P r) <= 1 + d2 -> 0 < Sum k (g P' r') <= 1 + d2 ->
     forall x, (x < k)%nat -> g P r x / Sum k (g P r) <=
       (exp eps + d2 * (exp eps + INR k - 1)) * (g P' r' x / Sum k (g P' r'))) /\
  ~ (forall eps d1 d2 k P P' r r', 0 < eps -> 0 <= d1 < 1 -> 0 <= d2 ->
     distribution k P -> distribution k P' -> 0 < r -> 0 < r' ->
     let g P r x := Rmax (P x / r) (/ (exp eps + INR k - 1)) in
     1 - d1 <= Sum k (g P r) <= 1 + d2 -> 1 - d1 <= Sum k (g P' r') <= 1 + d2 ->
     forall x, (x < k)%nat -> g P r x / Sum k (g P r) <=
       exp (eps + ln ((1 + d2) / (1 - d1))) * (g P' r' x / Sum k (g P' r'))).
Proof.
  split.
  - intros eps d2 k P P' r r' He Hd g [N0 N1] [N0' N1'] x Hx. pose proof (exp_ge_1 eps He) as Ht.
    assert (K : 1 <= INR k) by (apply (le_INR 1); lia).
    set (c := / (exp eps + INR k - 1)) in *. set (N := Sum k (g P r)) in *. set (N' := Sum k (g P' r')) in *.
    assert (C : 0 < c) by (apply Rinv_0_lt_compat; lra).
    assert (Ec : (exp eps + INR k - 1) * c = 1) by (unfold c; field; lra).
    assert (Lo : c <= g P' r' x) by apply Rmax_r.
    assert (Up : g P r x <= N - (INR k - 1) * c).
    { assert (T := Sum_term k (fun y => g P r y - c) x Hx). cbv beta in T.
      rewrite Sum_minus, Sum_const in T. fold N in T.
      assert (g P r x - c <= N - INR k * c); [|lra].
      apply T. intros y _. pose proof (Rmax_r (P y / r) c). unfold g. lra. }
    apply Rmult_le_reg_r with (N * N'); [apply Rmult_lt_0_compat; auto|].
    replace (g P r x / N * (N * N')) with (g P r x * N') by (field; lra).
    replace ((exp eps + d2 * (exp eps + INR k - 1)) * (g P' r' x / N') * (N * N')) with
      ((exp eps + d2 * (exp eps + INR k - 1)) * (N * g P' r' x)) by (field; lra).
    apply Rle_trans with ((N - (INR k - 1) * c) * (1 + d2)).
    { apply Rle_trans with ((N - (INR k - 1) * c) * N').
      - apply Rmult_le_compat_r; lra.
      - apply Rmult_le_compat_l; [|lra]. apply Rle_trans with (g P r x); auto.
        apply Rle_trans with c; [lra|apply Rmax_r]. }
    assert (D : 0 <= exp eps + d2 * (exp eps + INR k - 1))
      by (assert (0 <= d2 * (exp eps + INR k - 1)) by (apply Rmult_le_pos; lra); lra).
    apply Rle_trans with ((exp eps + d2 * (exp eps + INR k - 1)) * (N * c)).
    + replace ((exp eps + d2 * (exp eps + INR k - 1)) * (N * c)) with
        (N * (exp eps * c + d2 * ((exp eps + INR k - 1) * c))) by ring. rewrite Ec.
      replace (exp eps * c) with (1 - (INR k - 1) * c) by lra.
      assert (0 <= (INR k - 1) * c) by (apply Rmult_le_pos; lra).
      assert ((INR k - 1) * c * N <= (INR k - 1) * c * (1 + d2)) by (apply Rmult_le_compat_l; lra).
      lra.
    + apply Rmult_le_compat_l; auto. apply Rmult_le_compat_l; lra.
  - intros H. assert (L2 : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
    specialize (H (ln 2) 0 (1/2) 2%nat (point 0) (point 1) (6/7) (6/7) L2 ltac:(lra) ltac:(lra)
      (point_dist 2 0 ltac:(lia)) (point_dist 2 1 ltac:(lia)) ltac:(lra) ltac:(lra)).
    cbv zeta in H. rewrite exp_plus, !exp_ln in H by lra. simpl in H. unfold point in H. simpl in H.
    assert (A : Rmax (1 / (6/7)) (/ (2 + (1 + 1) - 1)) = 7/6) by (rewrite Rmax_left; lra).
    assert (B : Rmax (0 / (6/7)) (/ (2 + (1 + 1) - 1)) = 1/3) by (rewrite Rmax_right; lra).
    rewrite A, B in H. specialize (H ltac:(lra) ltac:(lra) 0%nat ltac:(lia)). simpl in H.
    rewrite A, B in H. lra.
Qed.
