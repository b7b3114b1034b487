(* claim: zamanlooy2025.equation-3-threshold
   finding: proved
   for: every n, p, q with q >= 0, summing to 1, and eps > 0
   The half that refutes eq. 3 where q(supp p) is small: below the threshold no C > 0 normalises the
   clip. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem equation_3_threshold : forall eps n p q C, 0 < eps -> distribution n p -> distribution n q ->
  0 < C -> let t := exp (eps / 2) in
  Sum n (fun x => Rmin (Rmax (q x / t) (p x / C)) (t * q x)) = 1 ->
  1 / (1 + t) <= Sum n (fun x => if Req_EM_T (p x) 0 then 0 else q x).
Proof.
  intros eps n p q C He Dp Dq HC t S. assert (Ht : 1 < t) by (apply exp_gt_1; lra).
  set (A := Sum n (fun x => if Req_EM_T (p x) 0 then 0 else q x)).
  assert (H : 1 <= (t - / t) * A + / t).
  { rewrite <- S. apply Rle_trans with
      (Sum n (fun x => (t - / t) * (if Req_EM_T (p x) 0 then 0 else q x) + / t * q x)).
    - apply Sum_le. intros x Hx. pose proof (proj1 Dq x Hx) as Q.
      destruct (Req_EM_T (p x) 0) as [Z|Z].
      + rewrite Z. unfold Rdiv. rewrite Rmult_0_l, Rmult_0_r, Rplus_0_l.
        assert (0 <= q x * / t) by (apply Rmult_le_pos; auto; left; apply Rinv_0_lt_compat; lra).
        rewrite Rmax_left by auto. apply Rle_trans with (1 := Rmin_l _ _). right. ring.
      + apply Rle_trans with (1 := Rmin_r _ _). right. ring.
    - rewrite Sum_plus, !Sum_scal, (proj2 Dq). fold A. lra. }
  apply Rmult_le_reg_l with (t - / t).
  - assert (/ t < t); [|lra]. apply Rlt_trans with 1; auto.
    rewrite <- Rinv_1. apply Rinv_lt_contravar; lra.
  - apply Rle_trans with (1 - / t); [|lra]. right. field. lra.
Qed.
