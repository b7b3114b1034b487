(* step: kairouz2016.equation-15
   finding: proved
   for: every k >= 1 and eps >= 0 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Binary.
Open Scope R_scope.

Theorem equation_15 : forall eps k, 0 <= eps -> (0 < k)%nat ->
  let Q := randomized_response eps k in kernel k k Q /\ ldp eps k k Q /\ staircase eps k k Q.
Proof.
  intros. split; [apply response_kernel; auto|].
  split; [apply response_ldp; auto|apply response_staircase; auto].
Qed.
