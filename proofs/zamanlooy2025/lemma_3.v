(* claim: zamanlooy2025.lemma-3
   finding: proved
   for: every n, prior q, eps >= 0 and admissible kernel *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity PublicPrior.
Open Scope R_scope.

Theorem lemma_3 : forall eps n q K, 0 <= eps -> distribution n q -> admissible eps n q K ->
  (forall i, (i < n)%nat -> K i i <= exp eps * q i / (exp eps * q i + 1 - q i)) /\
  forall i, least n q i ->
    exists j, (j < n)%nat /\ K j j <= exp eps * q i / (exp eps * q i + 1 - q i).
Proof.
  intros eps n q K He D A. assert (H : forall i, (i < n)%nat -> K i i <= keep eps (q i))
    by (intros; apply (diagonal eps n); auto).
  split; auto. intros i [Hi _]. exists i. split; auto. apply H; auto.
Qed.
