(* step: kairouz2016.claim-2
   finding: proved
   for: every k, eps and mechanism
   Left to right is eq. 1, which is about sets of outputs. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem claim_2 : forall eps k m Q, kernel k m Q ->
  ((forall x x' A, (x < k)%nat -> (x' < k)%nat -> prob m (Q x) A <= exp eps * prob m (Q x') A) <->
   ldp eps k m Q).
Proof.
  intros eps k m Q K. split.
  - intros H x x' y Hx Hx' Hy. specialize (H x x' (fun z => Nat.eqb z y) Hx Hx').
    assert (E : forall P, prob m P (fun z => Nat.eqb z y) = P y).
    { intros P. unfold prob. rewrite (Sum_ext _ _ (fun z => point y z * P z)).
      - apply Sum_point; auto.
      - intros z _. unfold point. destruct (Nat.eqb_spec z y), (Nat.eq_dec z y); subst; try lia; ring. }
    rewrite !E in H. auto.
  - intros L x x' A Hx Hx'. unfold prob. rewrite <- Sum_scal. apply Sum_le. intros y Hy.
    destruct (A y); [apply L; auto|lra].
Qed.
