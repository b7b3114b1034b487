(* claim: ghoukasian2025.section-4-zeta-corrected
   finding: proved
   for: every n, gamma >= 0, zeta >= 0, c > 1 and distributions
   The equivalence, and the bound under P0 on the ratio exceeding c gamma. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem section_4_zeta_corrected : forall n gamma zeta P P0, 0 < gamma -> 0 <= zeta ->
  distribution n P -> distribution n P0 ->
  (Sum n (fun x => Rmax 0 (P x - gamma * P0 x)) <= zeta <->
   forall A, prob n P A <= gamma * prob n P0 A + zeta) /\
  (Sum n (fun x => Rmax 0 (P x - gamma * P0 x)) <= zeta -> forall c, 1 < c ->
   prob n P0 (fun x => if Rle_dec (P x) (c * gamma * P0 x) then false else true)
     <= zeta / ((c - 1) * gamma)).
Proof.
  intros n gamma zeta P P0 Hg Hz D D0.
  assert (F : Sum n (fun x => Rmax 0 (P x - gamma * P0 x)) <= zeta ->
    forall A, prob n P A <= gamma * prob n P0 A + zeta).
  { intros H A. unfold prob. rewrite <- Sum_scal.
    assert (Sum n (fun x => (if A x then P x else 0) - gamma * (if A x then P0 x else 0)) <=
      Sum n (fun x => Rmax 0 (P x - gamma * P0 x))).
    { apply Sum_le. intros x _. destruct (A x); [apply Rmax_r|].
      pose proof (Rmax_l 0 (P x - gamma * P0 x)). lra. }
    rewrite Sum_minus in H0. lra. }
  split; [split; [exact F|]|].
  - intros H. specialize (H (fun x => if Rle_dec 0 (P x - gamma * P0 x) then true else false)).
    unfold prob in H. rewrite <- Sum_scal in H.
    rewrite (Sum_ext n (fun x => Rmax 0 (P x - gamma * P0 x)) (fun x =>
      (if if Rle_dec 0 (P x - gamma * P0 x) then true else false then P x else 0) -
      gamma * (if if Rle_dec 0 (P x - gamma * P0 x) then true else false then P0 x else 0))).
    + rewrite Sum_minus. lra.
    + intros x _. unfold Rmax. destruct (Rle_dec 0 (P x - gamma * P0 x)); lra.
  - intros H c Hc. set (A := fun x => if Rle_dec (P x) (c * gamma * P0 x) then false else true).
    pose proof (F H A) as G.
    assert (K : c * gamma * prob n P0 A <= prob n P A).
    { unfold prob. rewrite <- Sum_scal. apply Sum_le. intros x _. unfold A.
      destruct (Rle_dec (P x) (c * gamma * P0 x)); lra. }
    assert (Cg : 0 < (c - 1) * gamma) by (apply Rmult_lt_0_compat; lra).
    apply Rmult_le_reg_r with ((c - 1) * gamma); auto.
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
