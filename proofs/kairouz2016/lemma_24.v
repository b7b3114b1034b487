(* claim: kairouz2016.lemma-24
   finding: refuted
   for: P0 = (1/2, 1/4, 1/4), P1 = (1/4, 1/4, 1/2) and every eps > 0
   The same fault as in Theorem 5, which rests on this lemma (T of the upper bound is the set where
   P0 >= P1). *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Binary.
From Lpcheck.kairouz2016 Require Import equation_31_corrected.
From Lpcheck.kairouz2016 Require Import theorem_5.
Open Scope R_scope.

Definition lemma_24_as_printed := forall k P0 P1, distribution k P0 -> distribution k P1 ->
  positive k P0 -> positive k P1 ->
  exists e0, 0 < e0 /\ forall eps m Q y, 0 < eps <= e0 -> kernel k m Q -> ldp eps k m Q -> (y < m)%nat ->
  let T := likelier P0 P1 in let Tc x := negb (T x) in
  ((exp eps - 1) * prob k P0 Tc + 1) / ((exp eps - 1) * prob k P1 Tc + 1) <=
    marginal k P0 Q y / marginal k P1 Q y /\
  marginal k P0 Q y / marginal k P1 Q y <=
    ((exp eps - 1) * prob k P0 T + 1) / ((exp eps - 1) * prob k P1 T + 1).

Theorem lemma_24 : ~ lemma_24_as_printed.
Proof.
  intros H. set (P0 := three (1/2) (1/4) (1/4)). set (P1 := three (1/4) (1/4) (1/2)).
  assert (D : forall P, P = P0 \/ P = P1 -> distribution 3 P /\ positive 3 P).
  { intros P [->| ->]; (split; [split; [|simpl; lra]|]); intros [|[|x]] _; simpl; lra. }
  destruct (D P0 ltac:(auto)) as [D0 Q0]. destruct (D P1 ltac:(auto)) as [D1 Q1].
  destruct (H 3%nat P0 P1 D0 D1 Q0 Q1) as [e [He F]]. clear H D.
  pose proof (exp_gt_1 e He) as Ht. set (T := fun x => Nat.eqb x 0).
  destruct (F e 2%nat (binary_of e T) 0%nat ltac:(lra) (binary_of_kernel e 3 T)
    (binary_of_ldp e 3 T ltac:(lra)) ltac:(lia)) as [_ G].
  rewrite (proj1 (equation_31_corrected e 3 P0 T D0)), (proj1 (equation_31_corrected e 3 P1 T D1)) in G.
  assert (L : forall P, prob 3 P (likelier P0 P1) = P 0%nat + P 1%nat).
  { intros P. unfold prob, likelier. simpl. repeat destruct (Rle_dec _ _); try lra. }
  assert (LT : forall P, prob 3 P T = P 0%nat) by (intros; unfold prob, T; simpl; lra).
  rewrite !L, !LT in G. simpl in G. set (u := exp e - 1) in *.
  assert (Hu : 0 < u) by (unfold u; lra).
  assert (X : 0 < (u ^ 2 / 16) * / ((u / 4 + 1) * (1 + u / 2))).
  { apply Rmult_lt_0_compat; [|apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra].
    assert (0 < u ^ 2) by (apply pow_lt; auto). lra. }
  replace (u ^ 2 / 16 * / ((u / 4 + 1) * (1 + u / 2))) with
    (/ (exp e + 1) * (u * (1 / 2) + 1) / (/ (exp e + 1) * (u * (1 / 4) + 1)) -
     (u * (1 / 2 + 1 / 4) + 1) / (u * (1 / 4 + 1 / 4) + 1)) in X by (field; lra).
  lra.
Qed.
