(* step: zamanlooy2025.equation-24
   finding: proved
   for: every eps >= 0 and 0 < q_i <= 1 *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums PublicPrior.
Open Scope R_scope.

Theorem equation_24 : forall eps, 0 <= eps ->
  (forall q, 0 < q <= 1 -> let x := exp eps * q / (exp eps * q + 1 - q) in
     x * (q + exp (- eps) * (1 - q)) = q /\ 1 - x = (1 - q) / (exp eps * q + 1 - q)) /\
  (forall a b, 0 <= a <= b -> b <= 1 ->
     exp eps * a / (exp eps * a + 1 - a) <= exp eps * b / (exp eps * b + 1 - b)).
Proof.
  intros eps He. split.
  - intros q Hq x. pose proof (keep_denominator eps q He ltac:(lra)). pose proof (exp_pos eps).
    unfold x. rewrite exp_Ropp. split; field; lra.
  - intros a b H Hb. apply (keep_mono eps); auto.
Qed.
