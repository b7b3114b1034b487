(* claim: ghoukasian2025.section-2-decomposable
   finding: refuted
   for: three letters, alpha = 1/2, t = 2
   It holds where t divides k: section-2-decomposable-corrected. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums TradeOff Bounded.
Open Scope R_scope.

Definition section_2_decomposable_as_printed := forall k t, (2 <= t)%nat -> (t <= k)%nat ->
  decomposable k (fun _ => / INR k) (/ INR t) t 1.

Theorem section_2_decomposable : ~ section_2_decomposable_as_printed.
Proof.
  intros H. destruct (H 3%nat 2%nat ltac:(lia) ltac:(lia)) as [A [M _]].
  specialize (M 0%nat ltac:(lia)). unfold prob in M. simpl in M.
  destruct (A 0%nat 0%nat), (A 0%nat 1%nat), (A 0%nat 2%nat); lra.
Qed.
