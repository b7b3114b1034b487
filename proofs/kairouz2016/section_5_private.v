(* step: kairouz2016.section-5-private
   finding: proved
   for: every eps >= 0 and delta in [0, 1] *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Quaternary.
Open Scope R_scope.

Theorem section_5_private : forall eps delta, 0 <= eps -> 0 <= delta <= 1 ->
  kernel 2 4 (quaternary eps delta) /\ approximate_ldp eps delta 2 4 (quaternary eps delta).
Proof. intros. split; [apply quaternary_kernel|apply quaternary_private]; auto. Qed.
