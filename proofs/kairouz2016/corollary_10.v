(* claim: kairouz2016.corollary-10
   finding: refuted
   for: P0 = (1/3, 2/3), P1 = (2/3, 1/3), delta = 1
   One fixed mechanism, which is private at every eps >= ln 9, breaks the bound: two divergences
   stand against one.  Its corrected form: corollary-10-corrected. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity.
Open Scope R_scope.

Definition corollary_10_as_printed := forall k P0 P1 delta,
  distribution k P0 -> distribution k P1 -> positive k P0 -> positive k P1 -> 0 < delta ->
  exists e0, 0 < e0 /\ forall eps, e0 <= eps -> forall m Q, kernel k m Q -> ldp eps k m Q ->
  KL m (marginal k P0 Q) (marginal k P1 Q) + KL m (marginal k P1 Q) (marginal k P0 Q) <=
  KL k P0 P1 - (1 - delta) * Sum k (fun x => (1 - P0 x) * ln (P1 x / P0 x)) * exp (- eps).

Definition two a b (x : nat) : R := match x with O => a | _ => b end.

Theorem corollary_10 : ~ corollary_10_as_printed.
Proof.
  intros H. assert (D : forall a b, 0 < a -> 0 < b -> a + b = 1 -> distribution 2 (two a b) /\ positive 2 (two a b)).
  { intros a b Ha Hb E. split; [split; [|simpl; lra]|]; intros [|x] _; simpl; lra. }
  destruct (D (1/3) (2/3)) as [A0 B0]; try lra. destruct (D (2/3) (1/3)) as [A1 B1]; try lra.
  destruct (H 2%nat _ _ 1 A0 A1 B0 B1 ltac:(lra)) as [e0 [_ F]]. clear H D.
  set (eps := Rmax e0 (ln 9)). assert (T : 9 <= exp eps).
  { rewrite <- (exp_ln 9) at 1 by lra. pose proof (Rmax_r e0 (ln 9)) as R. fold eps in R.
    destruct R as [R|R]; [left; apply exp_increasing; auto|right; f_equal; auto]. }
  set (Q := fun x y : nat => if Nat.eqb x y then 9/10 else 1/10).
  specialize (F eps (Rmax_l _ _) 2%nat Q).
  assert (K : kernel 2 2 Q).
  { intros x Hx. split; [intros y _; unfold Q; destruct (Nat.eqb x y); lra|].
    destruct x as [|[|x]]; [| |lia]; unfold Q; simpl; lra. }
  assert (P : ldp eps 2 2 Q).
  { intros x x' y _ _ _. unfold Q. destruct (Nat.eqb x y), (Nat.eqb x' y); lra. }
  specialize (F K P). replace ((1 - 1) * _ * _) with 0 in F by ring. rewrite Rminus_0_r in F.
  revert F. apply Rlt_not_le. unfold KL, marginal, Q, two. simpl.
  replace ((0 + 1/3 * (9/10) + 2/3 * (1/10))) with (11/30) by lra.
  replace ((0 + 2/3 * (9/10) + 1/3 * (1/10))) with (19/30) by lra.
  replace ((0 + 1/3 * (1/10) + 2/3 * (9/10))) with (19/30) by lra.
  replace ((0 + 2/3 * (1/10) + 1/3 * (9/10))) with (11/30) by lra.
  replace (11/30 / (19/30)) with (/ (19/11)) by field. replace (19/30 / (11/30)) with (19/11) by field.
  replace (1/3 / (2/3)) with (/ 2) by field. replace (2/3 / (1/3)) with 2 by field.
  rewrite !ln_Rinv by lra. set (a := ln (19/11)). set (b := ln 2).
  assert (E : 3 * b < 4 * a).
  { replace (3 * b) with (ln (2 * 2 * 2)) by (rewrite !ln_mult by lra; unfold b; ring).
    replace (4 * a) with (ln (19/11 * (19/11) * (19/11) * (19/11))).
    - apply ln_increasing; lra.
    - rewrite !ln_mult by lra. unfold a. ring. }
  assert (0 < b) by (unfold b; rewrite <- ln_1; apply ln_increasing; lra). lra.
Qed.
