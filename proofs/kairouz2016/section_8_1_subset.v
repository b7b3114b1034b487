(* step: kairouz2016.section-8-1-subset
   finding: proved
   for: every k, P0, P1 and set A *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Binary.
Open Scope R_scope.

Theorem section_8_1_subset : forall k P0 P1 A,
  prob k P0 A - prob k P1 A <=
  prob k P0 (likelier P0 P1) - prob k P1 (likelier P0 P1).
Proof.
  intros k P0 P1 A. unfold prob. rewrite <- !Sum_minus. apply Sum_le. intros x _. unfold likelier.
  destruct (A x), (Rle_dec (P1 x) (P0 x)); lra.
Qed.
