(* step: park2024.theorem-3-1-normaliser
   finding: proved
   for: every k, eps >= 0 and distribution *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity Clip Simplex.
Open Scope R_scope.

Theorem theorem_3_1_normaliser : forall eps k P, 0 <= eps -> distribution k P ->
  let r2 := (exp eps + INR k - 1) / exp eps in
  let total r := Sum k (fun x => Rmax (P x / r) (/ (exp eps + INR k - 1))) in
  1 <= total 1 /\ total r2 <= 1 /\ exists r, 1 <= r <= r2 /\ total r = 1.
Proof.
  intros eps k P He D r2 total. pose proof (dist_pos k P D) as Hk. pose proof (exp_ge_1 eps He) as Ht.
  destruct (floor_facts eps k He Hk) as [A [A' [F G]]]. destruct (lifted_ends eps k P He D) as [E1 E2].
  fold r2 in E2. change (1 <= total 1) in E1. change (total r2 <= 1) in E2. split; auto. split; auto.
  assert (R2 : 1 <= r2).
  { unfold r2. apply Rmult_le_reg_r with (exp eps); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  set (F' := fun s => Sum k (fun x => Rmax (s * P x) (floor_of eps k)) - 1).
  assert (C : continuity F').
  { apply (continuity_minus (fun s => Sum k (fun x => Rmax (s * P x) (floor_of eps k))) (fun _ => 1)).
    - apply (Sum_continuous k (fun x s => Rmax (s * P x) (floor_of eps k))).
      intros x _. apply Rmax_continuous.
    - apply continuity_const. intros a b. auto. }
  assert (T : forall r, 0 < r -> total r = F' (/ r) + 1).
  { intros r Hr. unfold total, F'. fold (floor_of eps k).
    rewrite (Sum_ext k (fun x => Rmax (P x / r) (floor_of eps k))
      (fun x => Rmax (/ r * P x) (floor_of eps k))); [ring|].
    intros. unfold Rdiv. rewrite (Rmult_comm (P x)). auto. }
  destruct (IVT_cor F' (/ r2) 1 C) as [s [[S1 S2] Z]].
  - rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
  - pose proof (T r2 ltac:(lra)) as T2. pose proof (T 1 ltac:(lra)) as T1. rewrite Rinv_1 in T1.
    assert (0 <= (- F' (/ r2)) * F' 1) by (apply Rmult_le_pos; lra). lra.
  - assert (I2 : 0 < / r2) by (apply Rinv_0_lt_compat; lra).
    exists (/ s). split.
    + split; [rewrite <- Rinv_1; apply Rinv_le_contravar; lra|].
      rewrite <- (Rinv_inv r2). apply Rinv_le_contravar; lra.
    + rewrite T, Rinv_inv, Z by (apply Rinv_0_lt_compat; lra). ring.
Qed.
