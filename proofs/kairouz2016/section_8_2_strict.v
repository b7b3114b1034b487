(* claim: kairouz2016.section-8-2-strict
   finding: refuted
   for: P0 = (1/2, 1/4, 1/4), P1 = (1/4, 1/4, 1/2), T_j = {1}
   The step of the proof of Lemma 24 where the condition is lost. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Binary.
From Lpcheck.kairouz2016 Require Import theorem_5.
Open Scope R_scope.

Definition section_8_2_strict_as_printed := forall k P0 P1 A, distribution k P0 -> distribution k P1 ->
  positive k P0 -> positive k P1 -> let T := likelier P0 P1 in
  (exists x, (x < k)%nat /\ A x <> T x) -> prob k P0 A - prob k P1 A < prob k P0 T - prob k P1 T.

Theorem section_8_2_strict : ~ section_8_2_strict_as_printed.
Proof.
  intros H. set (P0 := three (1/2) (1/4) (1/4)). set (P1 := three (1/4) (1/4) (1/2)).
  assert (D : forall P, P = P0 \/ P = P1 -> distribution 3 P /\ positive 3 P).
  { intros P [->| ->]; (split; [split; [|simpl; lra]|]); intros [|[|x]] _; simpl; lra. }
  destruct (D P0 ltac:(auto)) as [D0 Q0]. destruct (D P1 ltac:(auto)) as [D1 Q1].
  specialize (H 3%nat P0 P1 (fun x => Nat.eqb x 0) D0 D1 Q0 Q1). cbv zeta in H.
  assert (L : forall P, prob 3 P (likelier P0 P1) = P 0%nat + P 1%nat).
  { intros P. unfold prob, likelier. simpl. repeat destruct (Rle_dec _ _); try lra. }
  rewrite !L in H. unfold prob in H. simpl in H. assert (1/2 - 1/4 < 1/2 - 1/4); [|lra].
  assert (X : exists x, (x < 3)%nat /\ Nat.eqb x 0 <> likelier P0 P1 x).
  { exists 1%nat. split; [lia|]. unfold likelier. simpl. destruct (Rle_dec _ _); [discriminate|lra]. }
  specialize (H X). lra.
Qed.
