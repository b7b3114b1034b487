(* All distributions on [k]: the optimal samplers of park2024's Theorem 3.1. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity Clip.
Open Scope R_scope.

Definition floor_of eps k := / (exp eps + INR k - 1).
(* eq. 8 *)
Definition lifted eps k r (P : nat -> R) x := Rmax (P x / r) (floor_of eps k).
(* the linear sampler of Section 3.3 and Remark 3.5 *)
Definition linear eps k (P : nat -> R) x := (exp eps - 1) * floor_of eps k * P x + floor_of eps k.
Definition simplex_risk f eps k :=
  exp eps / (exp eps + INR k - 1) * f ((exp eps + INR k - 1) / exp eps) +
  (INR k - 1) / (exp eps + INR k - 1) * f 0.

Lemma floor_facts eps k : 0 <= eps -> (0 < k)%nat ->
  1 <= exp eps + INR k - 1 /\ exp eps <= exp eps + INR k - 1 /\ 0 < floor_of eps k /\
  (exp eps + INR k - 1) * floor_of eps k = 1.
Proof.
  intros He Hk. pose proof (exp_ge_1 eps He). assert (1 <= INR k) by (apply (le_INR 1); lia).
  unfold floor_of. assert (0 < / (exp eps + INR k - 1)) by (apply Rinv_0_lt_compat; lra).
  split; [lra|]. split; [lra|]. split; [auto|]. field. lra.
Qed.
Lemma risk_kept f eps k : 0 <= eps -> (0 < k)%nat ->
  simplex_risk f eps k = kept f (exp eps * floor_of eps k).
Proof.
  intros He Hk. destruct (floor_facts eps k He Hk) as [A [B [C D]]]. pose proof (exp_pos eps).
  unfold simplex_risk, kept, floor_of.
  replace (1 / (exp eps * / (exp eps + INR k - 1))) with ((exp eps + INR k - 1) / exp eps)
    by (field; lra).
  replace (1 - exp eps * / (exp eps + INR k - 1)) with ((INR k - 1) / (exp eps + INR k - 1))
    by (field; lra).
  unfold Rdiv at 1. ring.
Qed.
(* Any answer with P <= ((t + k - 1)/t) Q costs at most the risk. *)
Lemma risk_upper f eps k P Q : convex f -> 0 <= eps -> distribution k P -> distribution k Q ->
  (forall x, (x < k)%nat -> P x * (exp eps * floor_of eps k) <= Q x) ->
  Df f k P Q <= simplex_risk f eps k.
Proof.
  intros C He DP DQ H. pose proof (dist_pos k P DP) as Hk. rewrite risk_kept by auto.
  destruct (floor_facts eps k He Hk) as [A [B [F G]]]. pose proof (exp_pos eps) as Ht.
  set (a := exp eps * floor_of eps k) in *. assert (Pa : 0 < a) by (apply Rmult_lt_0_compat; auto).
  pose proof (ratio_bound f k P Q 0 (1 / a) C DP DQ ltac:(lra)
    ltac:(apply Rdiv_lt_0_compat; lra)) as R.
  unfold kept. replace (a * f (1 / a) + (1 - a) * f 0) with
    ((1 - 0) / (1 / a - 0) * f (1 / a) + (1 / a - 1) / (1 / a - 0) * f 0) by (field; lra).
  apply R. intros x Hx. specialize (H x Hx). pose proof (proj1 DP x Hx). split; [lra|].
  apply Rmult_le_reg_r with a; auto. replace (1 / a * Q x * a) with (Q x) by (field; lra). lra.
Qed.
(* Whatever private sampler: some letter's point mass keeps it with probability t/(t + k - 1) at
   most. *)
Lemma risk_lower f eps k S v : convex f -> 0 <= eps -> (0 < k)%nat ->
  sampler (distribution k) k S -> sampler_ldp (distribution k) eps k S ->
  worst (distribution k) f k S v -> simplex_risk f eps k <= v.
Proof.
  intros C He Hk HS L [W [U _]]. destruct (floor_facts eps k He Hk) as [A [B [F G]]].
  pose proof (exp_ge_1 eps He) as Ht.
  destruct (argmin k (fun x => S (point x) x) Hk) as [z [Hz M]]. cbv beta in M.
  set (a := S (point z) z) in *. pose proof (HS (point z) (point_dist k z Hz)) as [N E].
  assert (Sa : INR k * a <= a + exp eps * (1 - a)).
  { rewrite <- Sum_const. apply Rle_trans with
      (Sum k (fun x => exp eps * S (point z) x - point z x * ((exp eps - 1) * S (point z) x))).
    - apply Sum_le. intros x Hx. unfold point at 2. destruct (Nat.eq_dec x z) as [->|D].
      + fold a. lra.
      + apply Rle_trans with (1 := M x Hx). rewrite Rmult_0_l, Rminus_0_r.
        apply L; auto using point_dist.
    - rewrite Sum_minus, Sum_scal, E, (Sum_point k z (fun x => (exp eps - 1) * S (point z) x)) by auto.
      fold a. lra. }
  destruct (W (point z) (point_dist k z Hz)) as [w V].
  apply Rle_trans with w; [|apply U; exists (point z); split; auto; apply point_dist; auto].
  rewrite risk_kept by auto.
  apply (point_lower f k z (S (point z))); auto using point_dist.
  - apply Rmult_lt_0_compat; lra.
  - fold a. apply Rmult_le_reg_l with (exp eps + INR k - 1); [lra|].
    replace ((exp eps + INR k - 1) * (exp eps * floor_of eps k)) with
      (exp eps * ((exp eps + INR k - 1) * floor_of eps k)) by ring. rewrite G. lra.
Qed.
(* A sampler within [floor, t floor] that keeps P <= r2 Q is private and has this risk. *)
Lemma risk_attained f eps k S : convex f -> 0 <= eps -> (0 < k)%nat ->
  (forall P, distribution k P -> distribution k (S P)) ->
  (forall P x, distribution k P -> (x < k)%nat ->
     floor_of eps k <= S P x <= exp eps * floor_of eps k /\
     P x * (exp eps * floor_of eps k) <= S P x) ->
  sampler_ldp (distribution k) eps k S /\ worst (distribution k) f k S (simplex_risk f eps k).
Proof.
  intros C He Hk HS B. pose proof (exp_ge_1 eps He) as Ht.
  destruct (floor_facts eps k He Hk) as [A [A' [F G]]].
  assert (L : sampler_ldp (distribution k) eps k S).
  { intros P P' x D D' Hx. destruct (B P x D Hx) as [[_ H1] _].
    destruct (B P' x D' Hx) as [[H2 _] _].
    apply Rle_trans with (1 := H1). apply Rmult_le_compat_l; lra. }
  assert (AC : forall P, distribution k P -> continuous_for k P (S P)).
  { intros P D x Hx Z. destruct (B P x D Hx) as [[H _] _]. lra. }
  split; auto. split; [|split].
  - intros P D. exists (Df f k P (S P)). left. auto.
  - intros w [P [D V]]. assert (E : w = Df f k P (S P)).
    { destruct V as [[_ V]|[L' [_ V]]]; auto. rewrite V.
      rewrite (Sum_zero k (fun y => if Req_EM_T (S P y) 0 then P y else 0)); [ring|].
      intros y Hy. destruct (Req_EM_T (S P y) 0); auto. apply AC; auto. }
    rewrite E. apply risk_upper; auto. intros x Hx. apply B; auto.
  - intros b Hb. pose proof (point_dist k 0 Hk) as D0. rewrite risk_kept by auto.
    apply Rle_trans with (Df f k (point 0) (S (point 0))).
    + apply (point_lower f k 0 (S (point 0))); auto.
      * apply Rmult_lt_0_compat; lra.
      * apply B; auto.
      * left. auto.
    + apply Hb. exists (point 0). split; auto. left. auto.
Qed.
Lemma linear_facts eps k P : 0 <= eps -> distribution k P -> distribution k (linear eps k P) /\
  forall x, (x < k)%nat -> floor_of eps k <= linear eps k P x <= exp eps * floor_of eps k /\
    P x * (exp eps * floor_of eps k) <= linear eps k P x.
Proof.
  intros He D. pose proof (dist_pos k P D) as Hk. pose proof (exp_ge_1 eps He) as Ht.
  destruct (floor_facts eps k He Hk) as [A [A' [F G]]].
  assert (H : forall x, (x < k)%nat -> floor_of eps k <= linear eps k P x <= exp eps * floor_of eps k /\
    P x * (exp eps * floor_of eps k) <= linear eps k P x).
  { intros x Hx. unfold linear. pose proof (proj1 D x Hx) as N. pose proof (dist_le_1 k P x D Hx) as N1.
    assert (T : 0 <= (exp eps - 1) * floor_of eps k) by (apply Rmult_le_pos; lra).
    assert (0 <= (exp eps - 1) * floor_of eps k * P x) by (apply Rmult_le_pos; lra).
    assert ((exp eps - 1) * floor_of eps k * P x <= (exp eps - 1) * floor_of eps k * 1)
      by (apply Rmult_le_compat_l; lra).
    assert (0 <= floor_of eps k * (1 - P x)) by (apply Rmult_le_pos; lra). lra. }
  split; auto. split; [intros x Hx; destruct (H x Hx); lra|].
  unfold linear. rewrite Sum_plus, Sum_scal, Sum_const, (proj2 D). lra.
Qed.
(* The sum of the lifted answer, at the two ends of the range for r. *)
Lemma lifted_ends eps k P : 0 <= eps -> distribution k P ->
  1 <= Sum k (lifted eps k 1 P) /\ Sum k (lifted eps k ((exp eps + INR k - 1) / exp eps) P) <= 1.
Proof.
  intros He D. pose proof (dist_pos k P D) as Hk. pose proof (exp_ge_1 eps He) as Ht.
  destruct (floor_facts eps k He Hk) as [A [A' [F G]]]. split.
  - rewrite <- (proj2 D) at 1. apply Sum_le. intros x Hx. unfold lifted.
    replace (P x / 1) with (P x) by field. apply Rmax_l.
  - destruct (linear_facts eps k P He D) as [[_ E] B].
    apply Rle_trans with (Sum k (linear eps k P)); [|rewrite E; lra]. apply Sum_le. intros x Hx.
    destruct (B x Hx) as [[B1 _] B2]. unfold lifted. apply Rmax_lub; auto.
    apply Rle_trans with (P x * (exp eps * floor_of eps k)); [|exact B2].
    right. unfold floor_of. field. lra.
Qed.
