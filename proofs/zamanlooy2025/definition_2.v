(* claim: zamanlooy2025.definition-2
   finding: proved
   for: every n, reference q with q >= 0 and eps *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem definition_2 : forall eps n q p p',
  (forall x, (x < n)%nat -> 0 <= q x) ->
  (forall x, (x < n)%nat -> exp (- (eps / 2)) * q x <= p x <= exp (eps / 2) * q x) ->
  (forall x, (x < n)%nat -> exp (- (eps / 2)) * q x <= p' x <= exp (eps / 2) * q x) ->
  forall x, (x < n)%nat -> p x <= exp eps * p' x.
Proof.
  intros eps n q p p' N H H' x Hx. destruct (H x Hx) as [_ A]. destruct (H' x Hx) as [B _].
  apply Rle_trans with (1 := A). replace (exp (eps / 2) * q x) with
    (exp eps * (exp (- (eps / 2)) * q x)).
  - apply Rmult_le_compat_l; auto. left. apply exp_pos.
  - rewrite <- Rmult_assoc, <- exp_plus. do 2 f_equal. field.
Qed.
