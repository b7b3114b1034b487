(* step: kairouz2016.corollary-9-constant
   finding: proved
   for: every eps > 0 and delta < 3 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem corollary_9_constant : forall eps delta, 0 <= eps -> delta < 3 ->
  2 * (1 + delta) / (exp eps + 1) < 4.
Proof.
  intros eps delta He Hd. pose proof (exp_ge_1 eps He).
  apply Rmult_lt_reg_r with (exp eps + 1); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
