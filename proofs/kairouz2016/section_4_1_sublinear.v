(* step: kairouz2016.section-4-1-sublinear
   finding: proved
   for: every k and positive P *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Sublinear.
Open Scope R_scope.

Theorem section_4_1_sublinear : forall k P, positive k P -> sublinear k (information k P).
Proof. exact information_sublinear. Qed.
