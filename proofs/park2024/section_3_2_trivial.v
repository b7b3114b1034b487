(* step: park2024.section-3-2-trivial
   finding: proved
   for: every n, reference and c2 <= exp eps c1 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem section_3_2_trivial : forall eps c1 c2 n mu, (forall x, (x < n)%nat -> 0 <= mu x) ->
  c2 <= exp eps * c1 -> sampler (between c1 c2 n mu) n (fun P => P) /\
  sampler_ldp (between c1 c2 n mu) eps n (fun P => P).
Proof.
  intros eps c1 c2 n mu N H. split; [intros P [D _]; auto|].
  intros P P' x [_ B] [_ B'] Hx. destruct (B x Hx) as [_ U]. destruct (B' x Hx) as [L _].
  apply Rle_trans with (1 := U). apply Rle_trans with (exp eps * c1 * mu x).
  - apply Rmult_le_compat_r; auto.
  - rewrite Rmult_assoc. apply Rmult_le_compat_l; auto. left. apply exp_pos.
Qed.
