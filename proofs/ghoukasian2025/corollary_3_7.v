(* claim: ghoukasian2025.corollary-3-7
   finding: proved
   for: every convex f, eps >= 0, c1 < 1 < c2 with c1 exp eps < c2, and mu that splits into sets of measure (1 - c1)/(c2 - c1); all samplers
   Both halves, on finite alphabets: the linear sampler is eps-LDP, its risk is (6), and no eps-LDP
   sampler, linear or not, has a smaller one.  Assumption 3.2 is not needed beyond the partition. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity TwoPoint Bounded.
Open Scope R_scope.

Theorem corollary_3_7 : forall f eps c1 c2 n mu k, convex f -> 0 <= eps -> 0 <= c1 < 1 -> 1 < c2 ->
  c1 * exp eps < c2 -> distribution n mu -> decomposable n mu ((1 - c1) / (c2 - c1)) k 1 ->
  let lam := (exp eps - 1) / ((1 - c1) * exp eps + c2 - 1) in
  let S (P : nat -> R) x := lam * P x + (1 - lam) * mu x in
  let r1 := c1 * (((1 - c1) * exp eps + c2 - 1) / (c2 - c1)) in
  let r2 := c2 / (c2 - c1) * (((1 - c1) * exp eps + c2 - 1) / exp eps) in
  let risk := (1 - r1) / (r2 - r1) * f r2 + (r2 - 1) / (r2 - r1) * f r1 in
  sampler (between c1 c2 n mu) n S /\ sampler_ldp (between c1 c2 n mu) eps n S /\
  worst (between c1 c2 n mu) f n S risk /\ minimax (between c1 c2 n mu) eps f n risk.
Proof.
  intros f eps c1 c2 n mu k C He H1 H2 H3 D Dec lam S r1 r2 risk.
  pose proof (exp_ge_1 eps He) as Ht.
  assert (T : 0 <= (exp eps - 1) * (1 - c1)) by (apply Rmult_le_pos; lra).
  assert (E : risk = bounded_risk f eps c1 c2).
  { unfold risk, bounded_risk.
    replace (c1 / ((c2 - c1) / ((exp eps - 1) * (1 - c1) + c2 - c1))) with r1
      by (unfold r1; field; lra).
    replace (c2 / ((c2 - c1) / ((exp eps - 1) * (1 - c1) + c2 - c1) * exp eps)) with r2
      by (unfold r2; field; lra). auto. }
  rewrite E. apply (bounded_optimal f eps c1 c2 n mu k); auto.
Qed.
