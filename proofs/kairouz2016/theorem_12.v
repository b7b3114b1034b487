(* claim: kairouz2016.theorem-12
   finding: refuted
   for: P = (1/3, 1/3, 1/3) and every eps > 0
   Read with the choice of T left free: whatever balanced T is taken, randomized response is better,
   at every eps > 0.  (The proof uses a uniqueness of T that the theorem does not state; with it the
   theorem stands: theorem-12-unique.) *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Binary Convexity.
Open Scope R_scope.

Definition balanced k P T := forall A, Rabs (prob k P T - 1/2) <= Rabs (prob k P A - 1/2).
Definition theorem_12_as_printed := forall k P, distribution k P -> positive k P ->
  exists e0, 0 < e0 /\ forall eps, 0 < eps <= e0 -> exists T, balanced k P T /\
  maximises eps k (utility (information k P)) 2 (binary_of eps T).

Lemma key t : 1 < t -> 3 * t * ln t < (t + 2) * (2 * t + 1) * (ln (2 * t + 1) - ln (t + 2)).
Proof.
  intros Ht.
  set (h := fun z => (ln (2 * z + 1) - ln (z + 2)) - 3 * z * ln z / ((z + 2) * (2 * z + 1))).
  set (h' := fun z => 6 * (z ^ 2 - 1) * ln z / ((z + 2) * (2 * z + 1)) ^ 2).
  assert (P : forall z, 1 <= z -> 0 < (z + 2) * (2 * z + 1)) by (intros; apply Rmult_lt_0_compat; lra).
  assert (D : forall z, 1 <= z -> derivable_pt_lim h z (h' z)).
  { intros z Hz. specialize (P z Hz).
    replace (h' z) with ((/ (2 * z + 1) * (2 * 1 + 0) - / (z + 2) * (1 + 0)) -
      ((3 * 1 * ln z + (3 * z) * / z) * ((z + 2) * (2 * z + 1)) -
       ((1 + 0) * (2 * z + 1) + (z + 2) * (2 * 1 + 0)) * (3 * z * ln z)) /
      Rsqr ((z + 2) * (2 * z + 1))).
    2:{ unfold h', Rsqr. field. split; lra. }
    assert (A2 : derivable_pt_lim (fun z => 2 * z + 1) z (2 * 1 + 0)).
    { apply (derivable_pt_lim_plus (fun z => 2 * z) (fun _ => 1)).
      - apply (derivable_pt_lim_scal id). apply derivable_pt_lim_id.
      - apply derivable_pt_lim_const. }
    assert (A1 : derivable_pt_lim (fun z => z + 2) z (1 + 0)).
    { apply (derivable_pt_lim_plus id (fun _ => 2));
        [apply derivable_pt_lim_id|apply derivable_pt_lim_const]. }
    apply (derivable_pt_lim_minus (fun z => ln (2 * z + 1) - ln (z + 2))
      (fun z => 3 * z * ln z / ((z + 2) * (2 * z + 1)))).
    - apply (derivable_pt_lim_minus (fun z => ln (2 * z + 1)) (fun z => ln (z + 2))).
      + apply (derivable_pt_lim_comp (fun z => 2 * z + 1) ln); auto. apply derivable_pt_lim_ln; lra.
      + apply (derivable_pt_lim_comp (fun z => z + 2) ln); auto. apply derivable_pt_lim_ln; lra.
    - apply (derivable_pt_lim_div (fun z => 3 * z * ln z) (fun z => (z + 2) * (2 * z + 1))); [| |lra].
      + apply (derivable_pt_lim_mult (fun z => 3 * z) ln).
        * apply (derivable_pt_lim_scal id). apply derivable_pt_lim_id.
        * apply derivable_pt_lim_ln; lra.
      + apply (derivable_pt_lim_mult (fun z => z + 2) (fun z => 2 * z + 1)); auto. }
  destruct (MVT_cor2 h h' 1 t Ht) as [c [E Hc]]; [intros; apply D; lra|].
  assert (Z : h 1 = 0) by (unfold h; rewrite ln_1; replace (2 * 1 + 1) with (1 + 2) by ring; unfold Rdiv; ring).
  assert (Q : 0 < h' c * (t - 1)).
  { apply Rmult_lt_0_compat; [|lra]. unfold h', Rdiv. apply Rmult_lt_0_compat.
    - apply Rmult_lt_0_compat; [|rewrite <- ln_1; apply ln_increasing; lra].
      assert (1 * 1 < c * c) by (apply Rmult_le_0_lt_compat; lra). simpl. lra.
    - apply Rinv_0_lt_compat, pow_lt, P. lra. }
  assert (G : 0 < h t) by lra. unfold h in G. specialize (P t ltac:(lra)).
  apply Rmult_lt_compat_r with (r := (t + 2) * (2 * t + 1)) in G; auto.
  replace ((ln (2 * t + 1) - ln (t + 2) - 3 * t * ln t / ((t + 2) * (2 * t + 1))) *
    ((t + 2) * (2 * t + 1))) with ((t + 2) * (2 * t + 1) * (ln (2 * t + 1) - ln (t + 2)) - 3 * t * ln t)
    in G by (field; lra). lra.
Qed.

Theorem theorem_12 : ~ theorem_12_as_printed.
Proof.
  intros H. set (P := fun _ : nat => 1/3).
  destruct (H 3%nat P) as [e [He F]]; [split; [intros; unfold P; lra|simpl; unfold P; lra]|intros x _; unfold P; lra|].
  destruct (F e ltac:(lra)) as [T [B [_ [_ G]]]]. clear H F.
  specialize (G 3%nat (randomized_response e 3) (response_kernel e 3 ltac:(lia))
    (response_ldp e 3 3 ltac:(lra) ltac:(lia))).
  apply (Rle_not_lt _ _ G). clear G. pose proof (exp_gt_1 e He) as Ht. set (t := exp e) in *.
  set (L := ln t). set (a := ln 3 - ln (t + 2)). set (b := ln 3 - ln (2 * t + 1)).
  assert (E1 : forall i, (i < 3)%nat -> information 3 P (fun x => randomized_response e 3 x i) =
    (t * L + (t + 2) * a) / (3 * (t + 2))).
  { intros i Hi. unfold information, randomized_response, P. fold t.
    destruct i as [|[|[|i]]]; [| | |lia]; simpl;
    repeat match goal with |- context [ln (?c / ?d)] => match c with
      | t / _ => replace (c / d) with (t * (3 * / (t + 2))) by (field; lra)
      | 1 / _ => replace (c / d) with (3 * / (t + 2)) by (field; lra) end end;
    rewrite !ln_mult, !ln_Rinv by (try lra; try (apply Rmult_lt_0_compat; lra); try (apply Rinv_0_lt_compat; lra);
      try (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra])); unfold a, L; field; lra. }
  assert (ER : utility (information 3 P) 3 (randomized_response e 3) = (t * L + (t + 2) * a) / (t + 2)).
  { unfold utility. simpl. rewrite !E1 by lia. field. lra. }
  assert (EB : utility (information 3 P) 2 (binary_of e T) =
    (3 * t * L + (t + 2) * a + (2 * t + 1) * b) / (3 * (1 + t))).
  { specialize (B (fun x => Nat.eqb x 0)). unfold prob, P in B. simpl in B.
    replace (Rabs (0 + 1/3 + 0 + 0 - 1/2)) with (1/6) in B by (rewrite Rabs_left; lra).
    unfold utility, information, binary_of, P. fold t. simpl.
    destruct (T 0%nat), (T 1%nat), (T 2%nat);
    try (exfalso; revert B; unfold Rabs; destruct (Rcase_abs _); lra); clear B;
    repeat match goal with |- context [ln (?c / ?d)] => match c with
      | t / _ => first [replace (c / d) with (t * (3 * / (t + 2))) by (field; lra)
                       |replace (c / d) with (t * (3 * / (2 * t + 1))) by (field; lra)]
      | 1 / _ => first [replace (c / d) with (3 * / (t + 2)) by (field; lra)
                       |replace (c / d) with (3 * / (2 * t + 1)) by (field; lra)] end end;
    rewrite !ln_mult, !ln_Rinv by (try lra; try (apply Rinv_0_lt_compat; lra);
      try (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra])); unfold a, b, L; field; lra. }
  rewrite ER, EB. pose proof (key t Ht) as K. fold L in K.
  assert (K' : 3 * t * L < (t + 2) * (2 * t + 1) * (a - b)) by (unfold a, b; lra).
  apply Rmult_lt_reg_r with (3 * (1 + t) * (t + 2)); [apply Rmult_lt_0_compat; lra|].
  replace ((t * L + (t + 2) * a) / (t + 2) * (3 * (1 + t) * (t + 2))) with
    (3 * (1 + t) * (t * L + (t + 2) * a)) by (field; lra).
  replace ((3 * t * L + (t + 2) * a + (2 * t + 1) * b) / (3 * (1 + t)) * (3 * (1 + t) * (t + 2))) with
    ((t + 2) * (3 * t * L + (t + 2) * a + (2 * t + 1) * b)) by (field; lra).
  lra.
Qed.
