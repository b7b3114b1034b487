(* claim: kairouz2016.proposition-17
   finding: proved
   for: every k, sublinear mu, mechanism Q and stochastic W *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Sublinear.
Open Scope R_scope.

Theorem proposition_17 : forall k mu m Q l W, sublinear k mu -> kernel k m Q -> kernel m l W ->
  utility mu l (fun x z => Sum m (fun y => Q x y * W y z)) <= utility mu m Q.
Proof.
  intros k mu m Q l W M K KW. unfold utility.
  apply Rle_trans with (Sum l (fun z => Sum m (fun y => W y z * mu (fun x => Q x y)))).
  - apply Sum_le. intros z Hz.
    rewrite (proj1 M _ (fun x => Sum m (fun y => W y z * Q x y)))
      by (intros; apply Sum_ext; intros; ring).
    apply (sub_sum k mu m (fun y => W y z) (fun y x => Q x y) M).
    + intros y Hy. apply (KW y Hy); auto.
    + intros y Hy x Hx. apply (K x Hx); auto.
  - rewrite Sum_swap. right. apply Sum_ext. intros y Hy.
    rewrite (Sum_scal_r l (mu (fun x => Q x y))), (proj2 (KW y Hy)). ring.
Qed.
