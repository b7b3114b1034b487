(* claim: park2024.section-4-1-unclipped
   finding: refuted
   for: k = 2, exp eps = 2, delta_1 = 0, delta_2 = 1/2, the two point masses
   Only where g_r is read as in Section 3.1, without the upper clip; with the clip the statement
   stands (section-4-1), and the true level is in section-4-1-unclipped-corrected. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Definition section_4_1_unclipped_as_printed := forall eps d1 d2 k P P' r r', 0 < eps ->
  0 <= d1 < 1 -> 0 <= d2 -> distribution k P -> distribution k P' -> 0 < r -> 0 < r' ->
  let g P r x := Rmax (P x / r) (/ (exp eps + INR k - 1)) in
  1 - d1 <= Sum k (g P r) <= 1 + d2 -> 1 - d1 <= Sum k (g P' r') <= 1 + d2 ->
  forall x, (x < k)%nat -> g P r x / Sum k (g P r) <=
    exp (eps + ln ((1 + d2) / (1 - d1))) * (g P' r' x / Sum k (g P' r')).

Theorem section_4_1_unclipped : ~ section_4_1_unclipped_as_printed.
Proof.
  intros H. assert (L2 : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  specialize (H (ln 2) 0 (1/2) 2%nat (point 0) (point 1) (6/7) (6/7) L2 ltac:(lra) ltac:(lra)
    (point_dist 2 0 ltac:(lia)) (point_dist 2 1 ltac:(lia)) ltac:(lra) ltac:(lra)).
  cbv zeta in H. rewrite exp_plus, !exp_ln in H by lra. simpl in H. unfold point in H. simpl in H.
  assert (A : Rmax (1 / (6/7)) (/ (2 + (1 + 1) - 1)) = 7/6) by (rewrite Rmax_left; lra).
  assert (B : Rmax (0 / (6/7)) (/ (2 + (1 + 1) - 1)) = 1/3) by (rewrite Rmax_right; lra).
  rewrite A, B in H. specialize (H ltac:(lra) ltac:(lra) 0%nat ltac:(lia)). simpl in H.
  rewrite A, B in H. lra.
Qed.
