(* claim: park2024.definition-2-1
   finding: proved
   for: every n, class and sampler *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem definition_2_1 : forall eps n (C : (nat -> R) -> Prop) S, sampler C n S ->
  ((forall P P' A, C P -> C P' -> prob n (S P) A <= exp eps * prob n (S P') A) <->
   sampler_ldp C eps n S).
Proof.
  intros eps n C S HS. split.
  - intros H P P' y D D' Hy. specialize (H P P' (fun z => Nat.eqb z y) D D').
    assert (E : forall P, prob n P (fun z => Nat.eqb z y) = P y).
    { intros W. unfold prob. rewrite (Sum_ext _ _ (fun z => point y z * W z)).
      - apply Sum_point; auto.
      - intros z _. unfold point.
        destruct (Nat.eqb_spec z y), (Nat.eq_dec z y); subst; try lia; ring. }
    rewrite !E in H. auto.
  - intros L P P' A D D'. unfold prob. rewrite <- Sum_scal. apply Sum_le. intros y Hy.
    destruct (A y); [apply L; auto|lra].
Qed.
