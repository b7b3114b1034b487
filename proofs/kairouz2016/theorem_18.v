(* claim: kairouz2016.theorem-18
   finding: proved
   for: every eps >= 0, delta in [0, 1] and utility that obeys the data processing inequality
   U may not look beyond the two rows and the m columns (first hypothesis); data processing is the
   second. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Quaternary.
Open Scope R_scope.

Theorem theorem_18 : forall eps delta (U : nat -> (nat -> nat -> R) -> R),
  0 <= eps -> 0 <= delta <= 1 ->
  (forall m Q Q', (forall x y, (x < 2)%nat -> (y < m)%nat -> Q x y = Q' x y) -> U m Q = U m Q') ->
  (forall m Q l W, kernel 2 m Q -> kernel m l W ->
     U l (fun x z => Sum m (fun y => Q x y * W y z)) <= U m Q) ->
  kernel 2 4 (quaternary eps delta) /\ approximate_ldp eps delta 2 4 (quaternary eps delta) /\
  forall m Q, kernel 2 m Q -> approximate_ldp eps delta 2 m Q -> U m Q <= U 4%nat (quaternary eps delta).
Proof.
  intros eps delta U He Hd X DP. split; [apply quaternary_kernel; auto|].
  split; [apply quaternary_private; auto|]. intros m Q K A.
  destruct (quaternary_dominates eps delta m Q He Hd K A) as [W [KW E]].
  rewrite (X m Q (fun x y => Sum 4 (fun z => quaternary eps delta x z * W z y))) by auto.
  apply DP; auto. apply quaternary_kernel; auto.
Qed.
