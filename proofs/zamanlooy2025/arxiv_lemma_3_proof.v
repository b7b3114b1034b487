(* step: zamanlooy2025.arxiv-lemma-3-proof
   finding: proved
   for: every n, prior q, eps >= 0 and admissible kernel *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity PublicPrior.
Open Scope R_scope.

Theorem arxiv_lemma_3_proof : forall eps n q K i, 0 <= eps -> distribution n q ->
  admissible eps n q K -> (i < n)%nat ->
  q i - q i * K i i = Sum n (fun j => if Nat.eq_dec j i then 0 else q j * K j i) /\
  (forall j, (j < n)%nat -> exp (- eps) * K i i <= K j i) /\
  exp (- eps) * K i i * (1 - q i) <= q i - q i * K i i.
Proof.
  intros eps n q K i He D A Hi. destruct A as [HK [L I]].
  assert (E1 : q i - q i * K i i = Sum n (fun j => if Nat.eq_dec j i then 0 else q j * K j i)).
  { rewrite <- (I i Hi) at 1. unfold marginal.
    rewrite (Sum_ext n (fun x => q x * K x i)
      (fun j => (if Nat.eq_dec j i then 0 else q j * K j i) + point i j * (q j * K j i))).
    - rewrite Sum_plus, (Sum_point n i (fun j => q j * K j i)) by auto. ring.
    - intros j _. unfold point. destruct (Nat.eq_dec j i); ring. }
  assert (E2 : forall j, (j < n)%nat -> exp (- eps) * K i i <= K j i).
  { intros j Hj. apply Rmult_le_reg_l with (exp eps); [apply exp_pos|].
    rewrite <- Rmult_assoc, <- exp_plus, Rplus_opp_r, exp_0, Rmult_1_l. apply L; auto. }
  split; auto. split; auto. rewrite E1.
  replace (exp (- eps) * K i i * (1 - q i)) with
    (Sum n (fun j => (exp (- eps) * K i i) * (q j - point i j * q j))).
  - apply Sum_le. intros j Hj. unfold point. destruct (Nat.eq_dec j i) as [->|]; [lra|].
    pose proof (proj1 D j Hj). specialize (E2 j Hj).
    assert (q j * (exp (- eps) * K i i) <= q j * K j i) by (apply Rmult_le_compat_l; auto). lra.
  - rewrite Sum_scal, Sum_minus, (Sum_point n i q), (proj2 D) by auto. ring.
Qed.
