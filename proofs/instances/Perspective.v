(* F A B = B f(A/B), the summand of D_f. *)
Require Import Reals Lra.
From Lpcheck Require Import Definitions.
From Lpcheck.instances Require Import Certificates.
Open Scope R_scope.

Definition summand (f : R -> R) (A B : R) := B * f (A / B).
Lemma summand_homogeneous f : homogeneous (summand f).
Proof.
  intros A B X HX. unfold summand. destruct (Req_dec B 0) as [->|N].
  - unfold Rdiv. ring.
  - replace (A / X / (B / X)) with (A / B) by (field; lra). unfold Rdiv. ring.
Qed.
(* The bounds lo/G <= s <= hi/G that the tests need. *)
Lemma quotient_le a b c d : 0 < b -> 0 < d -> a * d <= c * b -> a / b <= c / d.
Proof.
  intros Hb Hd H. apply Rmult_le_reg_r with (b * d); [apply Rmult_lt_0_compat; auto|].
  replace (a / b * (b * d)) with (a * d) by (field; lra).
  replace (c / d * (b * d)) with (c * b) by (field; lra). auto.
Qed.
Lemma quotient_cross a b c d : 0 < b -> 0 < d -> a / b <= c / d -> a * d <= c * b.
Proof.
  intros Hb Hd H. apply Rmult_le_compat_r with (r := b * d) in H.
  - replace (a / b * (b * d)) with (a * d) in H by (field; lra).
    replace (c / d * (b * d)) with (c * b) in H by (field; lra). auto.
  - left. apply Rmult_lt_0_compat; auto.
Qed.
