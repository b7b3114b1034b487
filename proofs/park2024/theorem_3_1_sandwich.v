(* step: park2024.theorem-3-1-sandwich
   finding: proved
   for: every k, eps >= 0, distribution and normaliser *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity Clip Simplex.
Open Scope R_scope.

Theorem theorem_3_1_sandwich : forall eps k P r x, 0 <= eps -> distribution k P -> (x < k)%nat ->
  Sum k (fun x => Rmax (P x / r) (/ (exp eps + INR k - 1))) = 1 ->
  1 / (exp eps + INR k - 1) <= Rmax (P x / r) (/ (exp eps + INR k - 1)) <=
  exp eps / (exp eps + INR k - 1).
Proof.
  intros eps k P r x He D Hx S. pose proof (dist_pos k P D) as Hk.
  destruct (floor_facts eps k He Hk) as [A [A' [F G]]]. fold (floor_of eps k) in *.
  unfold Rdiv at 1 4. fold (floor_of eps k). split; [rewrite Rmult_1_l; apply Rmax_r|].
  assert (T := Sum_term k (fun y => Rmax (P y / r) (floor_of eps k) - floor_of eps k) x Hx).
  cbv beta in T. rewrite Sum_minus, Sum_const, S in T.
  assert (Rmax (P x / r) (floor_of eps k) - floor_of eps k <= 1 - INR k * floor_of eps k); [|lra].
  apply T. intros y _. pose proof (Rmax_r (P y / r) (floor_of eps k)). lra.
Qed.
