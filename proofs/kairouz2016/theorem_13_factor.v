(* step: kairouz2016.theorem-13-factor
   finding: proved
   for: every eps between 0 and 1 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem theorem_13_factor : forall eps, 0 <= eps <= 1 -> 1 + exp eps <= 4.
Proof.
  intros eps [H0 H1]. assert (exp eps <= 3); [|lra].
  apply Rle_trans with (exp 1); [|apply exp_le_3].
  destruct (Req_dec eps 1) as [->|]; [lra|]. left. apply exp_increasing. lra.
Qed.
