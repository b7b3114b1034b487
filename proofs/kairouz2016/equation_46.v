(* step: kairouz2016.equation-46
   finding: proved
   for: every k, P0, P1, eps and pattern
   For the pattern with the larger entry on T; the second equality of the display. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Sublinear.
Open Scope R_scope.

Theorem equation_46 : forall eps k P0 P1 j, distribution k P0 -> distribution k P1 ->
  let T x := Nat.testbit j (k - 1 - x) in
  let S P := Sum k (fun x => P x * pattern eps k j x) in
  S P0 * ln (S P0 / S P1) = (prob k P0 T * (exp eps - 1) + 1) *
    ln ((prob k P0 T * (exp eps - 1) + 1) / (prob k P1 T * (exp eps - 1) + 1)).
Proof.
  intros eps k P0 P1 j D0 D1 T S.
  assert (E : forall P, distribution k P -> S P = prob k P T * (exp eps - 1) + 1).
  { intros P [_ D]. replace (prob k P T * (exp eps - 1) + 1) with
      (prob k P T * (exp eps - 1) + Sum k P) by (rewrite D; ring).
    unfold S, prob. rewrite <- Sum_scal_r, <- Sum_plus. apply Sum_ext.
    intros x _. unfold pattern, T. destruct (Nat.testbit _ _); ring. }
  rewrite !E; auto.
Qed.
