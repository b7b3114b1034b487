(* claim: ghoukasian2025.section-4-zeta
   finding: refuted
   for: gamma = 3/2, P0 = (1/2, 1/2), P = (1, 0), zeta = 1/2
   E_gamma weighs by how much the ratio is passed; what holds is section-4-zeta-corrected. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Binary.
Open Scope R_scope.

Definition section_4_zeta_as_printed := forall n gamma zeta P P0, 1 <= gamma -> 0 <= zeta ->
  distribution n P -> distribution n P0 -> positive n P0 ->
  Sum n (fun x => Rmax 0 (P x - gamma * P0 x)) <= zeta ->
  Sum n (fun x => Rmax 0 (P0 x - gamma * P x)) <= zeta ->
  1 - zeta <= Sum n (fun x => if Rle_dec (/ gamma * P0 x) (P x) then
                              if Rle_dec (P x) (gamma * P0 x) then P0 x else 0 else 0).

Theorem section_4_zeta : ~ section_4_zeta_as_printed.
Proof.
  intros H. set (P := fun x : nat => match x with O => 1 | _ => 0 end).
  specialize (H 2%nat (3/2) (1/2) P (fun _ => 1/2) ltac:(lra) ltac:(lra)).
  assert (D : distribution 2 P) by (split; [intros [|x] _; unfold P; lra|unfold P; simpl; lra]).
  assert (D0 : distribution 2 (fun _ => 1/2)) by (split; [intros; lra|simpl; lra]).
  specialize (H D D0). unfold P in H. simpl in H.
  assert (A1 : Rmax 0 (1 - 3/2 * (1/2)) = 1/4) by (rewrite Rmax_right; lra).
  assert (A2 : Rmax 0 (0 - 3/2 * (1/2)) = 0) by (rewrite Rmax_left; lra).
  assert (A3 : Rmax 0 (1/2 - 3/2 * 1) = 0) by (rewrite Rmax_left; lra).
  assert (A4 : Rmax 0 (1/2 - 3/2 * 0) = 1/2) by (rewrite Rmax_right; lra).
  rewrite A1, A2, A3, A4 in H. specialize (H ltac:(intros x _; lra) ltac:(lra) ltac:(lra)).
  destruct (Rle_dec (/ (3/2) * (1/2)) 1), (Rle_dec 1 (3/2 * (1/2))), (Rle_dec (/ (3/2) * (1/2)) 0); lra.
Qed.
