(* step: ghoukasian2025.theorem-b-1
   finding: proved
   for: every n, m, convex f, distributions with P1 << P2 and Markov kernel
   For absolutely continuous P1 (else see the extended definition). *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity.
Open Scope R_scope.

Theorem theorem_b_1 : forall f n m P1 P2 M, convex f -> distribution n P1 -> distribution n P2 ->
  continuous_for n P1 P2 -> kernel n m M ->
  Df f m (marginal n P1 M) (marginal n P2 M) <= Df f n P1 P2.
Proof.
  intros f n m P1 P2 M C D1 D2 AC K.
  apply Rle_trans with (Sum m (fun y => Sum n (fun x => (P2 x * M x y) * f (P1 x / P2 x)))).
  - apply Sum_le. intros y Hy.
    assert (N : forall P x, distribution n P -> (x < n)%nat -> 0 <= P x * M x y).
    { intros P x D Hx. apply Rmult_le_pos; [apply D; auto|apply (K x Hx); auto]. }
    apply Rle_trans with (Sum n (fun x => (P2 x * M x y) * f ((P1 x * M x y) / (P2 x * M x y)))).
    + apply (perspective_sum f n (fun x => P1 x * M x y) (fun x => P2 x * M x y)); auto.
      intros x Hx Z. destruct (Rmult_integral _ _ Z) as [E|E]; [rewrite (AC x Hx E)|rewrite E]; ring.
    + right. apply Sum_ext. intros x Hx. destruct (Req_dec (P2 x * M x y) 0) as [Z|Z].
      * rewrite Z. ring.
      * f_equal. f_equal. field. split; intros E; apply Z; rewrite E; ring.
  - rewrite Sum_swap. right. apply Sum_ext. intros x Hx.
    rewrite (Sum_ext _ _ (fun y => (P2 x * f (P1 x / P2 x)) * M x y)) by (intros; ring).
    rewrite Sum_scal, (proj2 (K x Hx)). ring.
Qed.
