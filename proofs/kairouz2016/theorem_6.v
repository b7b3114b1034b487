(* claim: kairouz2016.theorem-6
   finding: proved
   for: every k, P0, P1 and eps >= 0; mechanisms with any number of outputs
   Both halves, with the value: the binary mechanism is a maximiser, and the maximum is
   (t - 1)/(t + 1) TV(P0, P1), t = exp eps. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Contraction Binary.
From Lpcheck.kairouz2016 Require Import section_8_3_binary.
Open Scope R_scope.

Theorem theorem_6 : forall eps k P0 P1, 0 <= eps -> distribution k P0 -> distribution k P1 ->
  let U m Q := TV m (marginal k P0 Q) (marginal k P1 Q) in
  maximises eps k U 2 (binary eps P0 P1) /\
  is_max (attained eps k U) ((exp eps - 1) / (exp eps + 1) * TV k P0 P1).
Proof.
  intros eps k P0 P1 He D0 D1 U. pose proof (section_8_3_binary eps k P0 P1 He D0 D1) as V.
  assert (H : forall m Q, kernel k m Q -> ldp eps k m Q ->
    U m Q <= (exp eps - 1) / (exp eps + 1) * TV k P0 P1)
    by (intros; apply contraction; auto).
  split; [|split].
  - split; [apply binary_kernel|]. split; [apply binary_ldp; auto|]. intros m Q K L.
    unfold U at 2. rewrite V. auto.
  - exists 2%nat, (binary eps P0 P1). split; [apply binary_kernel|].
    split; [apply binary_ldp; auto|]. symmetry. exact V.
  - intros w [m [Q [K [L E]]]]. subst. auto.
Qed.
