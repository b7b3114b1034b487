(* step: ghoukasian2025.appendix-d-8-corrected
   finding: proved
   for: every gamma >= 1 and eps >= 2 log gamma
   The inequality, and that the identity is private on the neighbourhood. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem appendix_d_8_corrected : forall eps gamma n P0, 1 <= gamma -> 2 * ln gamma <= eps ->
  (forall x, (x < n)%nat -> 0 <= P0 x) ->
  gamma / (1 / gamma) <= exp eps /\
  sampler_ldp (between (/ gamma) gamma n P0) eps n (fun P => P).
Proof.
  intros eps gamma n P0 Hg H N. assert (G : gamma * gamma <= exp eps).
  { rewrite <- (exp_ln gamma) at 1 2 by lra. rewrite <- exp_plus.
    destruct (Req_dec (ln gamma + ln gamma) eps) as [->|E]; [lra|]. left. apply exp_increasing. lra. }
  assert (I : 0 < / gamma) by (apply Rinv_0_lt_compat; lra). split.
  - replace (gamma / (1 / gamma)) with (gamma * gamma) by (field; lra). auto.
  - intros P P' x [_ B] [_ B'] Hx. destruct (B x Hx) as [_ U]. destruct (B' x Hx) as [L _].
    apply Rle_trans with (1 := U). apply Rle_trans with (exp eps * (/ gamma * P0 x)).
    + replace (gamma * P0 x) with (gamma * gamma * (/ gamma * P0 x)) by (field; lra).
      apply Rmult_le_compat_r; auto. apply Rmult_le_pos; [lra|auto].
    + apply Rmult_le_compat_l; auto. left. apply exp_pos.
Qed.
