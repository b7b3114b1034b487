(* claim: zamanlooy2025.equation-3
   finding: refuted
   for: p = (1, 0), q = (1/4, 3/4), exp (eps/2) = 2
   No C exists.  With the condition q(supp p) >= 1/(1 + exp (eps/2)) it does: equation-3-corrected. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
From Lpcheck.zamanlooy2025 Require Import equation_3_threshold.
Open Scope R_scope.

Definition equation_3_as_printed := forall eps n p q, 0 < eps -> distribution n p -> distribution n q ->
  positive n q -> exists C, 0 < C /\
  Sum n (fun x => Rmin (Rmax (q x / exp (eps / 2)) (p x / C)) (exp (eps / 2) * q x)) = 1.

Theorem equation_3 : ~ equation_3_as_printed.
Proof.
  intros H. set (two := fun (a b : R) (x : nat) => match x with O => a | _ => b end).
  assert (L2 : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  destruct (H (2 * ln 2) 2%nat (two 1 0) (two (1/4) (3/4))) as [C [HC S]].
  - lra.
  - split; [intros [|x] _; unfold two; lra|unfold two; simpl; lra].
  - split; [intros [|x] _; unfold two; lra|unfold two; simpl; lra].
  - intros [|x] _; unfold two; lra.
  - pose proof (equation_3_threshold (2 * ln 2) 2 (two 1 0) (two (1/4) (3/4)) C ltac:(lra)) as T.
    replace (2 * ln 2 / 2) with (ln 2) in * by field. rewrite exp_ln in * by lra.
    assert (Z : 1 / (1 + 2) <= Sum 2 (fun x => if Req_EM_T (two 1 0 x) 0 then 0 else two (1/4) (3/4) x)).
    { apply T; auto; split; try (intros [|x] _; unfold two; lra); unfold two; simpl; lra. }
    unfold two in Z. simpl in Z. destruct (Req_EM_T 1 0), (Req_EM_T 0 0); lra.
Qed.
