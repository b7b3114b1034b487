(* claim: zamanlooy2025.example-1-conclusion
   finding: refuted
   for: q = (0.01, 0.99), eps = 2
   The worst case is worse with the prior, not better; for the example's own user it does help. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity PublicPrior.
From Lpcheck.zamanlooy2025 Require Import corollary_1.
Open Scope R_scope.

Definition example_1_conclusion_as_printed := forall v w,
  Gamma (fun x => Rabs (x - 1) / 2) 2 2 (fun x => match x with O => 1/100 | _ => 99/100 end) v ->
  Gamma (fun x => Rabs (x - 1) / 2) 2 2 (fun _ => 1/2) w -> v < w.

Theorem example_1_conclusion : ~ example_1_conclusion_as_printed.
Proof.
  intros H. set (q := fun x => match x with O => 1/100 | _ => 99/100 end) in *.
  assert (D : distribution 2 q) by (split; [intros [|x] _; unfold q; lra|unfold q; simpl; lra]).
  assert (L : least 2 q 0) by (split; [lia|intros [|x] _; unfold q; lra]).
  assert (D' : distribution 2 (fun _ => 1/2)) by (split; [intros; lra|simpl; lra]).
  assert (L' : least 2 (fun _ => 1/2) 0) by (split; [lia|intros; lra]).
  pose proof (corollary_1 2 2 q 0%nat ltac:(lra) D L ltac:(unfold q; lra)) as A.
  pose proof (corollary_1 2 2 (fun _ => 1/2) 0%nat ltac:(lra) D' L' ltac:(lra)) as A'.
  specialize (H _ _ A A'). cbv beta in H. unfold q in H. pose proof (exp_ge_1 2 ltac:(lra)).
  revert H. apply Rle_not_lt.
  pose proof (keep_mono 2 (1/100) (1/2) ltac:(lra) ltac:(lra) ltac:(lra)) as K. unfold keep in K.
  replace ((1 - 1/2) / (exp 2 * (1/2) + 1 - 1/2)) with
    (1 - exp 2 * (1/2) / (exp 2 * (1/2) + 1 - 1/2)) by (field; lra).
  replace ((1 - 1/100) / (exp 2 * (1/100) + 1 - 1/100)) with
    (1 - exp 2 * (1/100) / (exp 2 * (1/100) + 1 - 1/100)) by (field; lra). lra.
Qed.
