(* claim: park2024.equation-6-incomplete
   finding: proved
   for: every n, two different letters, eps and r > 0 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Clip.
Open Scope R_scope.

Theorem equation_6_incomplete : forall eps n a b r, (a < n)%nat -> (b < n)%nat -> a <> b -> 0 <= eps ->
  0 < r ->
  Sum n (fun x => clip (point a x / r) (exp (- (eps / 2)) * point b x) (exp (eps / 2) * point b x)) =
  exp (- (eps / 2)).
Proof.
  intros eps n a b r Ha Hb N He Hr.
  rewrite (Sum_ext _ _ (fun x => point b x * exp (- (eps / 2)))).
  - rewrite Sum_scal_r, Sum_point1 by auto. ring.
  - intros x _. pose proof (exp_pos (- (eps / 2))) as E1. pose proof (exp_pos (eps / 2)) as E2.
    assert (I : 0 < / r) by (apply Rinv_0_lt_compat; auto).
    unfold point, clip, Rdiv. destruct (Nat.eq_dec x a), (Nat.eq_dec x b); subst; try congruence.
    + rewrite !Rmult_0_r, Rmult_0_l, Rmult_1_l. rewrite Rmin_left by lra. apply Rmax_left. lra.
    + rewrite !Rmult_0_l, !Rmult_1_r, Rmult_1_l. rewrite Rmin_right by lra. apply Rmax_left. lra.
    + rewrite !Rmult_0_l, !Rmult_0_r. rewrite Rmin_left by lra. apply Rmax_left. lra.
Qed.
