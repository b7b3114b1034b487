(* claim: kairouz2016.section-8-4-log-sum
   finding: refuted
   for: P0 = (1/3, 2/3), P1 = (2/3, 1/3), T_j both letters
   The log-sum inequality is printed the wrong way round. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity Binary.
Open Scope R_scope.

Definition section_8_4_log_sum_as_printed := forall k P0 P1 T, distribution k P0 -> distribution k P1 ->
  positive k P0 -> positive k P1 ->
  (exists x x', (x < k)%nat /\ (x' < k)%nat /\ x <> x' /\ T x = true /\ T x' = true) ->
  Sum k (fun x => if T x then P0 x * ln (P0 x / P1 x) else 0) <
  prob k P0 T * ln (prob k P0 T / prob k P1 T).

Theorem section_8_4_log_sum : ~ section_8_4_log_sum_as_printed.
Proof.
  intros H. set (two := fun (a b : R) (x : nat) => match x with O => a | _ => b end).
  assert (D : forall a b, 0 < a -> 0 < b -> a + b = 1 -> distribution 2 (two a b) /\ positive 2 (two a b)).
  { intros a b Ha Hb E. split; [split; [|simpl; lra]|]; intros [|x] _; simpl; lra. }
  destruct (D (1/3) (2/3)) as [A0 B0]; try lra. destruct (D (2/3) (1/3)) as [A1 B1]; try lra.
  specialize (H 2%nat _ _ (fun _ => true) A0 A1 B0 B1).
  assert (X : exists x x', (x < 2)%nat /\ (x' < 2)%nat /\ x <> x' /\ true = true /\ true = true).
  { exists 0%nat, 1%nat. repeat split; auto. }
  specialize (H X). unfold prob, two in H. simpl in H.
  replace (0 + 1/3 + 2/3) with 1 in H by lra. replace (0 + 2/3 + 1/3) with 1 in H by lra.
  replace (1 / 1) with 1 in H by lra. rewrite ln_1 in H.
  replace (1/3 / (2/3)) with (/ 2) in H by field. replace (2/3 / (1/3)) with 2 in H by field.
  rewrite ln_Rinv in H by lra.
  assert (0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra). lra.
Qed.
