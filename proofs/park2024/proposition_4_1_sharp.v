(* claim: park2024.proposition-4-1-sharp
   finding: proved
   for: every n, bounds l, h, distributions p, p' and choice of the normalisers
   The constant 1 in place of 2. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Contraction Clip.
Open Scope R_scope.

Theorem proposition_4_1_sharp : forall n p p' l h r r', distribution n p -> distribution n p' ->
  normalises n p l h r -> normalises n p' l h r' ->
  TV n (answer p l h r) (answer p' l h r') <= / Rmax r r' * TV n p p'.
Proof. exact clip_contracts. Qed.
