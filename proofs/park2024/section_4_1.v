(* claim: park2024.section-4-1
   finding: proved
   for: every n, lower bounds l, eps and two answers before normalising *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem section_4_1 : forall eps d1 d2 n (g g' l : nat -> R), 0 <= eps -> 0 <= d1 < 1 -> 0 <= d2 ->
  (forall x, (x < n)%nat -> 0 <= l x) ->
  (forall x, (x < n)%nat -> l x <= g x <= exp eps * l x) ->
  (forall x, (x < n)%nat -> l x <= g' x <= exp eps * l x) ->
  1 - d1 <= Sum n g <= 1 + d2 -> 1 - d1 <= Sum n g' <= 1 + d2 ->
  forall x, (x < n)%nat -> g x / Sum n g <= exp (eps + ln ((1 + d2) / (1 - d1))) * (g' x / Sum n g').
Proof.
  intros eps d1 d2 n g g' l He H1 H2 N B B' S S' x Hx.
  rewrite exp_plus, exp_ln by (apply Rdiv_lt_0_compat; lra). pose proof (exp_pos eps).
  specialize (B x Hx). specialize (B' x Hx). specialize (N x Hx).
  assert (El : 0 <= exp eps * l x) by (apply Rmult_le_pos; lra).
  apply Rle_trans with (exp eps * l x * / (1 - d1)).
  - unfold Rdiv. apply Rmult_le_compat; try lra.
    + left. apply Rinv_0_lt_compat. lra.
    + apply Rinv_le_contravar; lra.
  - replace (exp eps * l x * / (1 - d1)) with (exp eps * ((1 + d2) / (1 - d1)) * (l x / (1 + d2)))
      by (field; lra).
    apply Rmult_le_compat_l.
    + apply Rmult_le_pos; [lra|]. left. apply Rdiv_lt_0_compat; lra.
    + unfold Rdiv. apply Rmult_le_compat; try lra.
      * left. apply Rinv_0_lt_compat. lra.
      * apply Rinv_le_contravar; lra.
Qed.
