(* claim: park2024.section-2-3-mollifier
   finding: proved
   for: every n, reference and sampler *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem section_2_3_mollifier : forall eps n (C : (nat -> R) -> Prop) Q0 S,
  (forall P x, C P -> (x < n)%nat -> exp (- (eps / 2)) * Q0 x <= S P x <= exp (eps / 2) * Q0 x) ->
  sampler_ldp C eps n S.
Proof.
  intros eps n C Q0 S H P P' x D D' Hx. destruct (H P x D Hx) as [_ A]. destruct (H P' x D' Hx) as [B _].
  apply Rle_trans with (1 := A). replace (exp (eps / 2) * Q0 x) with
    (exp eps * (exp (- (eps / 2)) * Q0 x)).
  - apply Rmult_le_compat_l; auto. left. apply exp_pos.
  - rewrite <- Rmult_assoc, <- exp_plus. do 2 f_equal. field.
Qed.
