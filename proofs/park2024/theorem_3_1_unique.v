(* step: park2024.theorem-3-1-unique
   finding: proved
   for: every k, distribution and two normalisers
   For the lifted answer of (8), written as a clip with the upper bound 1, which is not reached. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Contraction Clip.
Open Scope R_scope.

Theorem theorem_3_1_unique : forall k c P r r', distribution k P -> 0 < c <= 1 ->
  0 < r -> 0 < r' -> Sum k (fun x => Rmax (P x / r) c) = 1 -> Sum k (fun x => Rmax (P x / r') c) = 1 ->
  forall x, (x < k)%nat -> Rmax (P x / r) c = Rmax (P x / r') c.
Proof.
  intros k c P r r' D Hc Hr Hr' S S'.
  assert (E : forall s, Sum k (fun x => Rmax (P x / s) c) = 1 -> forall x, (x < k)%nat ->
    Rmax (P x / s) c = answer P (fun _ => c) (fun _ => 1) s x).
  { intros s T x Hx. assert (B : Rmax (P x / s) c <= 1).
    { rewrite <- T. apply (Sum_term k (fun y => Rmax (P y / s) c)); auto. intros y _.
      apply Rle_trans with c; [lra|apply Rmax_r]. }
    unfold answer, clip. pose proof (Rmax_l (P x / s) c).
    rewrite Rmin_right by lra. apply Rmax_comm. }
  assert (N : forall s, 0 < s -> Sum k (fun x => Rmax (P x / s) c) = 1 ->
    normalises k P (fun _ => c) (fun _ => 1) s).
  { intros s Hs T. split; auto. transitivity (Sum k (fun x => Rmax (P x / s) c)); auto.
    apply Sum_ext. intros. symmetry. apply E; auto. }
  intros x Hx. rewrite (E r S x Hx), (E r' S' x Hx).
  apply (answer_unique k P _ _ r r' D); auto.
Qed.
