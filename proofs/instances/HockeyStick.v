(* max(A - gamma B, 0), gamma = gn/gd. *)
Require Import Reals Lra Lia ZArith List Bool.
From Lpcheck Require Import Definitions Sums.
From Lpcheck.instances Require Import Entries Piecewise Certificates Perspective.
Import ListNotations.
Open Scope R_scope.

Definition stick gn gd (x : R) := Rmax 0 (x - IZR gn / IZR gd).
Definition low gn gd (A B v : Z) : bool :=
  ((0 <=? B) && ((v <=? 0) || ((0 <? B) && (gd * v <=? gd * A - gn * B))))%Z.
Definition check gn gd := check_pieces_both (low gn gd) gd [(gd, - gn); (0, 0)]%Z.

Theorem certificate gn gd eps k m un ud tn td D0 D1 Dc Dq p0 p1 c rows vs ln ld hn hd :
  check gn gd k m un ud tn td D0 D1 Dc Dq p0 p1 c rows vs ln ld hn hd = true ->
  IZR un / IZR ud <= exp (- eps) -> IZR tn / IZR td <= exp eps -> 0 < IZR gd ->
  encloses eps k (fun m Q => Df (fun x => Rmax 0 (x - IZR gn / IZR gd)) m
      (marginal k (over D0 p0) Q) (marginal k (over D1 p1) Q))
    (IZR ln / IZR ld) (IZR hn / IZR hd).
Proof.
  intros H Hu Ht Hg. pose proof (lt_IZR 0 gd Hg) as Hgz.
  apply (pieces_certificate (summand (stick gn gd)) (low gn gd) gd [(gd, - gn); (0, 0)]%Z eps k m
    un ud tn td D0 D1 Dc Dq p0 p1 c rows vs ln ld hn hd); auto.
  - apply summand_homogeneous.
  - intros A B v L. unfold low in L.
    rewrite !andb_true_iff, orb_true_iff, andb_true_iff, Z.ltb_lt, !Z.leb_le in L.
    destruct L as [B0 L]. apply IZR_le in B0. unfold summand, stick.
    destruct L as [L|[HB L]].
    + apply Rle_trans with 0; [apply (IZR_le v 0); auto|]. apply Rmult_le_pos; auto. apply Rmax_l.
    + apply IZR_lt in HB. apply IZR_le in L. rewrite minus_IZR, !mult_IZR in L.
      apply Rle_trans with (IZR B * (IZR A / IZR B - IZR gn / IZR gd)).
      * apply Rmult_le_reg_l with (IZR gd); auto.
        replace (IZR gd * (IZR B * (IZR A / IZR B - IZR gn / IZR gd))) with
          (IZR gd * IZR A - IZR gn * IZR B) by (field; lra). auto.
      * apply Rmult_le_compat_l; [lra|apply Rmax_r].
  - intros A B HA HB. unfold summand, stick. destruct (Req_dec B 0) as [->|N].
    { exists gd, (- gn)%Z. split; [simpl; auto|]. rewrite opp_IZR.
      replace ((IZR gd * A + - IZR gn * 0) / IZR gd) with A by (field; lra). lra. }
    unfold Rmax. destruct (Rle_dec 0 (A / B - IZR gn / IZR gd)).
    + exists gd, (- gn)%Z. split; [simpl; auto|]. right. rewrite opp_IZR. field. lra.
    + exists 0%Z, 0%Z. split; [simpl; auto|]. right. field. lra.
Qed.
