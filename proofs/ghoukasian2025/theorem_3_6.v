(* claim: ghoukasian2025.theorem-3-6
   finding: refuted
   for: mu = (1/2, 1/2), c1 = 0, c2 = 2, g(x) = (1 - x)/2
   The part that the sampler is g-FLDP, which needs a symmetric g (theorem-3-6-symmetric).  Assumption
   3.2, condition (3) and the decomposability of mu are satisfied. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums TradeOff Bounded.
Open Scope R_scope.

Definition theorem_3_6_as_printed := forall n mu c1 c2 g lam k N, distribution n mu ->
  0 <= c1 < 1 -> 1 < c2 -> (c2 - c1) / (1 - c1) = INR N ->
  decomposable n mu ((1 - c1) / (c2 - c1)) k 1 -> trade_off g -> not_trivial g c1 c2 ->
  is_lambda g c1 c2 lam ->
  functional (between c1 c2 n mu) g n (fun P x => lam * P x + (1 - lam) * mu x).

Theorem theorem_3_6 : ~ theorem_3_6_as_printed.
Proof.
  intros H.
  assert (D : distribution 2 (fun _ => 1/2)) by (split; [intros; lra|simpl; lra]).
  assert (Dec : decomposable 2 (fun _ => 1/2) ((1 - 0) / (2 - 0)) 2 1).
  { exists (fun i x => Nat.eqb i x). split.
    - intros [|[|i]] Hi; try lia; unfold prob; simpl; lra.
    - intros [|[|x]] Hx; try lia; simpl; lra. }
  assert (T : not_trivial half 0 2).
  { exists 0, (- / 2). split; [lra|]. split; [apply half_conjugate_is; rewrite exp_0; lra|].
    rewrite exp_0. lra. }
  assert (B : forall z, (z < 2)%nat -> between 0 2 2 (fun _ => 1/2) (point z)).
  { intros z Hz. split; [apply point_dist; auto|]. intros x _. unfold point.
    destruct (Nat.eq_dec x z); lra. }
  specialize (H 2%nat (fun _ => 1/2) 0 2 half (1/2) 2%nat 2%nat D ltac:(lra) ltac:(lra)
    ltac:(simpl; lra) Dec half_trade_off T half_lambda_0_2 (point 0) (point 1) (1/4)
    (fun y => match y with O => 0 | _ => 1 end) (B 0%nat ltac:(lia)) (B 1%nat ltac:(lia)) ltac:(lra)).
  unfold point, half in H. simpl in H.
  assert (R : forall y, (y < 2)%nat -> 0 <= match y with O => 0 | _ => 1 end <= 1)
    by (intros [|y] _; lra).
  specialize (H R). lra.
Qed.
