(* Total variation: (A - B)/2 and (B - A)/2. *)
Require Import Reals Lra Lia ZArith List Bool.
From Lpcheck Require Import Definitions Sums.
From Lpcheck.instances Require Import Entries Piecewise Certificates.
Import ListNotations.
Open Scope R_scope.

Definition half_gap (A B : R) := Rabs (A - B) / 2.
Definition low (A B v : Z) : bool := (2 * v <=? Z.abs (A - B))%Z.
Definition check := check_pieces_both low 2 [(1, -1); (-1, 1)]%Z.

Theorem certificate eps k m un ud tn td D0 D1 Dc Dq p0 p1 c rows vs ln ld hn hd :
  check k m un ud tn td D0 D1 Dc Dq p0 p1 c rows vs ln ld hn hd = true ->
  IZR un / IZR ud <= exp (- eps) -> IZR tn / IZR td <= exp eps ->
  encloses eps k (fun m Q => TV m (marginal k (over D0 p0) Q) (marginal k (over D1 p1) Q))
    (IZR ln / IZR ld) (IZR hn / IZR hd).
Proof.
  intros H Hu Ht. apply (encloses_ext eps k (sum_of half_gap k (over D0 p0) (over D1 p1))).
  { intros. unfold sum_of, half_gap, TV, Rdiv. rewrite Sum_scal_r. auto. }
  apply (pieces_certificate half_gap low 2 [(1, -1); (-1, 1)]%Z eps k m un ud tn td D0 D1 Dc Dq
    p0 p1 c rows vs ln ld hn hd); auto.
  - intros A B X HX. unfold half_gap. replace (A / X - B / X) with ((A - B) * / X) by (field; lra).
    rewrite Rabs_mult, (Rabs_right (/ X)) by (apply Rle_ge; left; apply Rinv_0_lt_compat; auto).
    field. lra.
  - intros A B v L. unfold low in L. apply Z.leb_le, IZR_le in L. rewrite mult_IZR, abs_IZR, minus_IZR in L.
    unfold half_gap. lra.
  - intros A B _ _. unfold half_gap. destruct (Rle_dec B A).
    + exists 1%Z, (-1)%Z. split; [simpl; auto|]. rewrite Rabs_right by lra. lra.
    + exists (-1)%Z, 1%Z. split; [simpl; auto|]. rewrite Rabs_left by lra. lra.
Qed.
