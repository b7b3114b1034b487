(* step: ghoukasian2025.section-4-tv
   finding: proved
   for: every n, gamma >= 1 and distributions with P <= gamma Q *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Contraction.
Open Scope R_scope.

Theorem section_4_tv : forall n gamma P Q, 1 <= gamma -> distribution n P -> distribution n Q ->
  Sum n (fun x => Rmax 0 (P x - gamma * Q x)) = 0 -> TV n P Q <= 1 - / gamma.
Proof.
  intros n gamma P Q Hg [NP EP] [NQ EQ] Z. assert (I : 0 < / gamma) by (apply Rinv_0_lt_compat; lra).
  assert (B : forall x, (x < n)%nat -> P x <= gamma * Q x).
  { intros x Hx. pose proof (Sum_0_all n _ (fun x _ => Rmax_l 0 (P x - gamma * Q x)) ltac:(lra) x Hx) as E.
    cbv beta in E. pose proof (Rmax_r 0 (P x - gamma * Q x)). lra. }
  rewrite <- TV_positive_part by lra.
  apply Rle_trans with (Sum n (fun x => (1 - / gamma) * P x)); [|rewrite Sum_scal, EP; lra].
  apply Sum_le. intros x Hx. specialize (B x Hx). specialize (NP x Hx).
  assert (/ gamma <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  assert (G : / gamma * P x <= Q x).
  { apply Rmult_le_reg_l with gamma; [lra|]. rewrite <- Rmult_assoc, Rinv_r; lra. }
  apply Rmax_lub; [apply Rmult_le_pos; lra|lra].
Qed.
