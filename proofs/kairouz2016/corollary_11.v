(* claim: kairouz2016.corollary-11
   finding: proved
   for: every k, P0, P1, eps >= 0 and private mechanism *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Contraction Binary.
From Lpcheck.kairouz2016 Require Import section_8_3_binary.
Open Scope R_scope.

Theorem corollary_11 : forall eps k P0 P1, 0 <= eps -> distribution k P0 -> distribution k P1 ->
  (forall m Q, kernel k m Q -> ldp eps k m Q ->
     TV m (marginal k P0 Q) (marginal k P1 Q) <= (exp eps - 1) / (exp eps + 1) * TV k P0 P1) /\
  TV 2 (marginal k P0 (binary eps P0 P1)) (marginal k P1 (binary eps P0 P1)) =
    (exp eps - 1) / (exp eps + 1) * TV k P0 P1.
Proof.
  intros. split; [intros; apply contraction; auto|apply section_8_3_binary; auto].
Qed.
