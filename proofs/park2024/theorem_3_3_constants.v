(* step: park2024.theorem-3-3-constants
   finding: proved
   for: every 0 <= c1 < 1 < c2 and eps > 0 with c2 > c1 exp eps *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem theorem_3_3_constants : forall eps c1 c2, 0 < eps -> 0 <= c1 < 1 -> 1 < c2 ->
  c1 * exp eps < c2 ->
  let b := (c2 - c1) / ((exp eps - 1) * (1 - c1) + c2 - c1) in
  let r1 := c1 / b in let r2 := c2 / (b * exp eps) in
  c1 < b /\ b < 1 /\ 1 < b * exp eps /\ b * exp eps < c2 /\ 0 <= r1 < 1 /\ 1 < r2.
Proof.
  intros eps c1 c2 He H1 H2 H3 b r1 r2. pose proof (exp_gt_1 eps He) as Ht. set (t := exp eps) in *.
  assert (T : 0 < (t - 1) * (1 - c1)) by (apply Rmult_lt_0_compat; lra).
  set (d := (t - 1) * (1 - c1) + c2 - c1) in *. assert (Hd : 0 < d) by (unfold d; lra).
  assert (Eb : b * d = c2 - c1) by (unfold b; field; lra).
  assert (T1 : 0 < (1 - c1) * (c2 - c1 * t)) by (apply Rmult_lt_0_compat; lra).
  assert (T2 : 0 < (t - 1) * (c2 - 1)) by (apply Rmult_lt_0_compat; lra).
  assert (T3 : 0 < (c2 - 1) * (c2 - c1 * t)) by (apply Rmult_lt_0_compat; lra).
  assert (B1 : c1 < b) by (apply Rmult_lt_reg_r with d; auto; rewrite Eb; unfold d; lra).
  assert (B2 : b < 1) by (apply Rmult_lt_reg_r with d; auto; rewrite Eb; unfold d; lra).
  assert (B3 : 1 < b * t).
  { apply Rmult_lt_reg_r with d; auto. replace (b * t * d) with (b * d * t) by ring.
    rewrite Eb. unfold d. lra. }
  assert (B4 : b * t < c2).
  { apply Rmult_lt_reg_r with d; auto. replace (b * t * d) with (b * d * t) by ring.
    rewrite Eb. unfold d. lra. }
  assert (B0 : 0 < b) by lra. assert (I : 0 < / b) by (apply Rinv_0_lt_compat; auto).
  repeat split; auto.
  - unfold r1, Rdiv. apply Rmult_le_pos; lra.
  - unfold r1. apply Rmult_lt_reg_r with b; auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  - unfold r2. apply Rmult_lt_reg_r with (b * t); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
