(* step: kairouz2016.theorem-7-constant
   finding: proved
   for: every eps between 0 and 1 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem theorem_7_constant : forall eps, 0 <= eps <= 1 -> 2 * (exp eps + 1) ^ 2 <= 32.
Proof.
  intros eps [H0 H1]. assert (E : exp eps <= 3).
  { apply Rle_trans with (exp 1); [|apply exp_le_3].
    destruct (Req_dec eps 1) as [->|]; [lra|]. left. apply exp_increasing. lra. }
  pose proof (exp_pos eps). assert ((exp eps + 1) * (exp eps + 1) <= 4 * 4); [|simpl; lra].
  apply Rmult_le_compat; lra.
Qed.
