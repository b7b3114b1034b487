(* claim: zamanlooy2025.example-1-prior
   finding: refuted
   for: q = (0.01, 0.99), eps = 2
   By Corollary 1 itself the value is at least 0.9, read to the digits printed.  The figure fits the
   user's own p = (0.05, 0.95): example-1-user. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity PublicPrior.
From Lpcheck.zamanlooy2025 Require Import corollary_1.
Open Scope R_scope.

Definition example_1_prior_as_printed :=
  exists v, Gamma (fun x => Rabs (x - 1) / 2) 2 2
    (fun x => match x with O => 1/100 | _ => 99/100 end) v /\ 0.025 <= v <= 0.035.

Theorem example_1_prior : ~ example_1_prior_as_printed.
Proof.
  intros [v [[V _] B]]. set (q := fun x => match x with O => 1/100 | _ => 99/100 end) in *.
  assert (D : distribution 2 q) by (split; [intros [|x] _; unfold q; lra|unfold q; simpl; lra]).
  assert (L : least 2 q 0) by (split; [lia|intros [|x] _; unfold q; lra]).
  destruct (corollary_1 2 2 q 0%nat ltac:(lra) D L ltac:(unfold q; lra)) as [_ M].
  specialize (M v V). unfold q in M.
  assert (E : exp 2 <= 9).
  { replace 2 with (1 + 1) by ring. rewrite exp_plus. pose proof exp_le_3. pose proof (exp_pos 1).
    assert (exp 1 * exp 1 <= 3 * 3); [|lra]. apply Rmult_le_compat; lra. }
  pose proof (exp_pos 2).
  assert (0.9 <= (1 - 1/100) / (exp 2 * (1/100) + 1 - 1/100)); [|lra].
  apply Rmult_le_reg_r with (exp 2 * (1/100) + 1 - 1/100); [lra|].
  replace ((1 - 1/100) / (exp 2 * (1/100) + 1 - 1/100) * (exp 2 * (1/100) + 1 - 1/100))
    with (99/100) by (field; lra). lra.
Qed.
