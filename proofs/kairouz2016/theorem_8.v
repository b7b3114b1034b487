(* claim: kairouz2016.theorem-8
   finding: refuted
   for: P0 = (3/5, 1/5, 1/5), P1 = (1/5, 2/5, 2/5) and every large eps
   Read with the threshold depending on P0 and P1, the weaker of the two readings of its quantifiers.
   The last two letters have one likelihood ratio; telling them apart costs more than it brings.  With
   pairwise distinct ratios the theorem stands: theorem-8-corrected. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity Binary.
Open Scope R_scope.

Definition theorem_8_as_printed := forall k P0 P1, distribution k P0 -> distribution k P1 ->
  positive k P0 -> positive k P1 ->
  exists e0, 0 < e0 /\ forall eps, e0 <= eps ->
  maximises eps k (fun m Q => KL m (marginal k P0 Q) (marginal k P1 Q)) k (randomized_response eps k).

Definition three a b c (x : nat) : R := match x with O => a | 1%nat => b | _ => c end.

(* 2 ^ 1 = exp (ln 2), and ln 2 > 1/2 *)
Theorem theorem_8 : ~ theorem_8_as_printed.
Proof.
  intros H. set (P0 := three (3/5) (1/5) (1/5)). set (P1 := three (1/5) (2/5) (2/5)).
  assert (D : forall P, P = P0 \/ P = P1 -> distribution 3 P /\ positive 3 P).
  { intros P [->| ->]; (split; [split; [|simpl; lra]|]); intros [|[|x]] _; simpl; lra. }
  destruct (D P0 ltac:(auto)) as [D0 Q0]. destruct (D P1 ltac:(auto)) as [D1 Q1].
  destruct (H 3%nat P0 P1 D0 D1 Q0 Q1) as [e0 [He0 F]]. clear H D.
  set (e := Rmax e0 (ln 31)). assert (He : e0 <= e) by apply Rmax_l.
  assert (Ht : 31 <= exp e).
  { rewrite <- (exp_ln 31) by lra. pose proof (Rmax_r e0 (ln 31)) as R. fold e in R.
    destruct R as [R|R]; [left; apply exp_increasing; auto|right; f_equal; auto]. }
  destruct (F e He) as [_ [_ G]]. set (T := fun x => Nat.eqb x 0).
  specialize (G 2%nat (binary_of e T) (binary_of_kernel e 3 T) (binary_of_ldp e 3 T ltac:(lra))).
  apply (Rle_not_lt _ _ G). clear F G. set (t := exp e) in *. set (u := t - 1).
  assert (Hu : 30 <= u) by (unfold u; lra).
  (* the three logarithms *)
  set (L1 := ln ((1 + 2/5 * u) / (1 + 1/5 * u))). set (L2 := ln ((1 + 4/5 * u) / (1 + 2/5 * u))).
  set (A := (1 + 3/5 * u) * ln ((1 + 3/5 * u) / (1 + 1/5 * u))).
  assert (E3 : KL 3 (marginal 3 P0 (randomized_response e 3)) (marginal 3 P1 (randomized_response e 3)) =
    (A - 2 * (1 + 1/5 * u) * L1) / (3 + u)).
  { unfold KL, marginal, randomized_response, P0, P1, A, L1. fold t. simpl.
    replace ((0 + 3 / 5 * (t / (1 + 1 + 1 - 1 + t)) + 1 / 5 * (1 / (1 + 1 + 1 - 1 + t)) +
      1 / 5 * (1 / (1 + 1 + 1 - 1 + t)))) with ((1 + 3/5 * u) / (3 + u)) by (unfold u; field; lra).
    replace ((0 + 1 / 5 * (t / (1 + 1 + 1 - 1 + t)) + 2 / 5 * (1 / (1 + 1 + 1 - 1 + t)) +
      2 / 5 * (1 / (1 + 1 + 1 - 1 + t)))) with ((1 + 1/5 * u) / (3 + u)) by (unfold u; field; lra).
    replace ((0 + 3 / 5 * (1 / (1 + 1 + 1 - 1 + t)) + 1 / 5 * (t / (1 + 1 + 1 - 1 + t)) +
      1 / 5 * (1 / (1 + 1 + 1 - 1 + t)))) with ((1 + 1/5 * u) / (3 + u)) by (unfold u; field; lra).
    replace ((0 + 1 / 5 * (1 / (1 + 1 + 1 - 1 + t)) + 2 / 5 * (t / (1 + 1 + 1 - 1 + t)) +
      2 / 5 * (1 / (1 + 1 + 1 - 1 + t)))) with ((1 + 2/5 * u) / (3 + u)) by (unfold u; field; lra).
    replace ((0 + 3 / 5 * (1 / (1 + 1 + 1 - 1 + t)) + 1 / 5 * (1 / (1 + 1 + 1 - 1 + t)) +
      1 / 5 * (t / (1 + 1 + 1 - 1 + t)))) with ((1 + 1/5 * u) / (3 + u)) by (unfold u; field; lra).
    replace ((0 + 1 / 5 * (1 / (1 + 1 + 1 - 1 + t)) + 2 / 5 * (1 / (1 + 1 + 1 - 1 + t)) +
      2 / 5 * (t / (1 + 1 + 1 - 1 + t)))) with ((1 + 2/5 * u) / (3 + u)) by (unfold u; field; lra).
    replace ((1 + 3/5 * u) / (3 + u) / ((1 + 1/5 * u) / (3 + u))) with ((1 + 3/5 * u) / (1 + 1/5 * u))
      by (field; lra).
    replace ((1 + 1/5 * u) / (3 + u) / ((1 + 2/5 * u) / (3 + u))) with (/ ((1 + 2/5 * u) / (1 + 1/5 * u)))
      by (field; lra).
    rewrite ln_Rinv by (apply Rdiv_lt_0_compat; lra). field. lra. }
  assert (E2 : KL 2 (marginal 3 P0 (binary_of e T)) (marginal 3 P1 (binary_of e T)) =
    (A - (1 + 2/5 * u) * L2) / (2 + u)).
  { unfold KL, marginal, binary_of, P0, P1, A, L2, T. fold t. simpl.
    replace (0 + 3 / 5 * (t / (1 + t)) + 1 / 5 * (1 / (1 + t)) + 1 / 5 * (1 / (1 + t)))
      with ((1 + 3/5 * u) / (2 + u)) by (unfold u; field; lra).
    replace (0 + 1 / 5 * (t / (1 + t)) + 2 / 5 * (1 / (1 + t)) + 2 / 5 * (1 / (1 + t)))
      with ((1 + 1/5 * u) / (2 + u)) by (unfold u; field; lra).
    replace (0 + 3 / 5 * (1 / (1 + t)) + 1 / 5 * (t / (1 + t)) + 1 / 5 * (t / (1 + t)))
      with ((1 + 2/5 * u) / (2 + u)) by (unfold u; field; lra).
    replace (0 + 1 / 5 * (1 / (1 + t)) + 2 / 5 * (t / (1 + t)) + 2 / 5 * (t / (1 + t)))
      with ((1 + 4/5 * u) / (2 + u)) by (unfold u; field; lra).
    replace ((1 + 3/5 * u) / (2 + u) / ((1 + 1/5 * u) / (2 + u))) with ((1 + 3/5 * u) / (1 + 1/5 * u))
      by (field; lra).
    replace ((1 + 2/5 * u) / (2 + u) / ((1 + 4/5 * u) / (2 + u))) with (/ ((1 + 4/5 * u) / (1 + 2/5 * u)))
      by (field; lra).
    rewrite ln_Rinv by (apply Rdiv_lt_0_compat; lra). field. lra. }
  rewrite E2, E3. clear E2 E3.
  assert (B1 : ln 2 - / (1 + 2/5 * u) <= L1).
  { unfold L1. replace ((1 + 2/5 * u) / (1 + 1/5 * u)) with (2 * / ((2 + 2/5 * u) / (1 + 2/5 * u)))
      by (field; lra).
    assert (X : 0 < (2 + 2/5 * u) / (1 + 2/5 * u)) by (apply Rdiv_lt_0_compat; lra).
    rewrite ln_mult, ln_Rinv; try lra; [|apply Rinv_0_lt_compat; auto].
    pose proof (ln_le_sub1 _ X) as Y.
    replace ((2 + 2/5 * u) / (1 + 2/5 * u) - 1) with (/ (1 + 2/5 * u)) in Y by (field; lra). lra. }
  assert (B2 : L2 <= ln 2 - / (2 + 4/5 * u)).
  { unfold L2. replace ((1 + 4/5 * u) / (1 + 2/5 * u)) with (2 * / ((2 + 4/5 * u) / (1 + 4/5 * u)))
      by (field; lra).
    assert (X : 0 < (2 + 4/5 * u) / (1 + 4/5 * u)) by (apply Rdiv_lt_0_compat; lra).
    rewrite ln_mult, ln_Rinv; try lra; [|apply Rinv_0_lt_compat; auto].
    pose proof (ln_ge_1_sub _ X) as Y.
    replace (1 - / ((2 + 4/5 * u) / (1 + 4/5 * u))) with (/ (2 + 4/5 * u)) in Y by (field; lra). lra. }
  assert (B3 : (1 + 3/5 * u) * ln 2 <= A).
  { unfold A. apply Rmult_le_compat_l; [lra|]. apply ln_mono; [lra|].
    apply Rmult_le_reg_r with (1 + 1/5 * u); [lra|].
    replace ((1 + 3/5 * u) / (1 + 1/5 * u) * (1 + 1/5 * u)) with (1 + 3/5 * u) by (field; lra). lra. }
  pose proof ln_lt_2 as B4.
  apply Rmult_lt_reg_r with ((2 + u) * (3 + u)); [apply Rmult_lt_0_compat; lra|].
  replace ((A - 2 * (1 + 1/5 * u) * L1) / (3 + u) * ((2 + u) * (3 + u))) with
    ((2 + u) * A - (2 + u) * (2 + 2/5 * u) * L1) by (field; lra).
  replace ((A - (1 + 2/5 * u) * L2) / (2 + u) * ((2 + u) * (3 + u))) with
    ((3 + u) * A - (3 + u) * (1 + 2/5 * u) * L2) by (field; lra).
  apply Rmult_le_compat_l with (r := (2 + u) * (2 + 2/5 * u)) in B1;
    [|apply Rmult_le_pos; lra].
  apply Rmult_le_compat_l with (r := (3 + u) * (1 + 2/5 * u)) in B2;
    [|apply Rmult_le_pos; lra].
  replace ((2 + u) * (2 + 2/5 * u) * (ln 2 - / (1 + 2/5 * u))) with
    ((2 + u) * (2 + 2/5 * u) * ln 2 - (2 + u) - (2 + u) / (1 + 2/5 * u)) in B1 by (field; lra).
  replace ((3 + u) * (1 + 2/5 * u) * (ln 2 - / (2 + 4/5 * u))) with
    ((3 + u) * (1 + 2/5 * u) * ln 2 - (3 + u) / 2) in B2 by (field; lra).
  assert (B5 : (2 + u) / (1 + 2/5 * u) <= 5/2).
  { apply Rmult_le_reg_r with (1 + 2/5 * u); [lra|].
    unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (B6 : (1 + 3/5 * u) * / 2 <= (1 + 3/5 * u) * ln 2) by (apply Rmult_le_compat_l; lra).
  lra.
Qed.
