(* claim: zamanlooy2025.definition-4
   finding: proved
   for: every n, eps and private kernel *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums PublicPrior.
Open Scope R_scope.

Theorem definition_4 : forall eps n K, ldp eps n n K ->
  forall p p' y, distribution n p -> distribution n p' -> (y < n)%nat ->
  by_kernel n K p y <= exp eps * by_kernel n K p' y.
Proof.
  intros eps n K L p p' y D D' Hy.
  apply (average_le n p (fun x => K x y)); auto. intros x Hx. unfold by_kernel, marginal.
  rewrite <- Sum_scal.
  apply Rle_trans with (Sum n (fun x' => p' x' * (exp eps * K x' y))).
  - apply (average_ge n p' (fun x' => exp eps * K x' y)); auto.
  - right. apply Sum_ext. intros. ring.
Qed.
