(* claim: kairouz2016.theorem-14-two-letters
   finding: proved
   for: every positive P on two letters and eps >= 0 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Binary Quaternary Sublinear.
From Lpcheck.kairouz2016 Require Import theorem_18_grid.
Open Scope R_scope.

Theorem theorem_14_two_letters : forall eps P, 0 <= eps -> positive 2 P ->
  maximises eps 2 (utility (information 2 P)) 2 (randomized_response eps 2) /\
  forall x y, (x < 2)%nat -> (y < 2)%nat ->
    randomized_response eps 2 x y = binary_of eps (fun z => Nat.eqb z 0) x y.
Proof.
  intros eps P He HP. split.
  - split; [apply response_kernel; lia|]. split; [apply response_ldp; auto; lia|]. intros m Q K L.
    pose proof (information_sublinear 2 P HP) as M.
    assert (A : approximate_ldp eps 0 2 m Q).
    { intros x x' B Hx Hx'. unfold prob. rewrite <- Sum_scal, Rplus_0_r. apply Sum_le.
      intros y Hy. destruct (B y); [apply L; auto|lra]. }
    apply Rle_trans with (1 := theorem_18_grid eps 0 _ He ltac:(lra) M m Q K A).
    set (c := fun y x => randomized_response eps 2 x y).
    assert (E0 : forall z, (z < 2)%nat -> information 2 P (fun x => quaternary eps 0 x z) = 0).
    { intros z Hz. apply (sub_zero 2); auto. intros x Hx. unfold quaternary.
      destruct z as [|[|z]]; [| |lia]; destruct (Nat.eq_dec x 0); auto. }
    assert (E : forall z y, ((z = 2 /\ y = 1) \/ (z = 3 /\ y = 0))%nat ->
      information 2 P (fun x => quaternary eps 0 x z) = information 2 P (c y)).
    { intros z y H. apply M. intros x Hx. unfold c, quaternary, randomized_response.
      pose proof (exp_pos eps). destruct H as [[-> ->]|[-> ->]];
        destruct x as [|[|x]]; try lia; simpl; field; lra. }
    unfold utility at 1. change (Sum 4 ?f) with (0 + f 0%nat + f 1%nat + f 2%nat + f 3%nat). cbv beta.
    rewrite (E0 0%nat), (E0 1%nat), (E 2%nat 1%nat), (E 3%nat 0%nat) by lia.
    unfold utility. change (Sum 2 ?f) with (0 + f 0%nat + f 1%nat). cbv beta. unfold c. lra.
  - intros x y Hx Hy. pose proof (exp_pos eps). unfold randomized_response, binary_of.
    destruct x as [|[|x]], y as [|[|y]]; try lia; simpl; field; lra.
Qed.
