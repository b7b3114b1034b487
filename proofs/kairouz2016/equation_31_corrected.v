(* claim: kairouz2016.equation-31-corrected
   finding: proved
   for: every k, P, T and eps *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Binary.
Open Scope R_scope.

Theorem equation_31_corrected : forall eps k P T, distribution k P ->
  marginal k P (binary_of eps T) 0 = / (exp eps + 1) * ((exp eps - 1) * prob k P T + 1) /\
  marginal k P (binary_of eps T) 1 =
    / (exp eps + 1) * ((exp eps - 1) * prob k P (fun x => negb (T x)) + 1).
Proof.
  intros eps k P T D. pose proof (exp_pos eps).
  split; rewrite marginal_binary by auto; cbv iota;
    try change (prob k P (fun x => T x)) with (prob k P T); field; lra.
Qed.
