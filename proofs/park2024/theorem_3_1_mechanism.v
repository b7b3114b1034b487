(* claim: park2024.theorem-3-1-mechanism
   finding: proved
   for: every k >= 1, convex f, eps >= 0 and choice r of the normalisers
   Whatever the choice of the normalisers: r P > 0 with which the answer sums to 1. *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums Convexity Clip Simplex.
Open Scope R_scope.

Theorem theorem_3_1_mechanism : forall f eps k r, convex f -> 0 <= eps -> (0 < k)%nat ->
  (forall P, distribution k P -> 0 < r P /\
     Sum k (fun x => Rmax (P x / r P) (/ (exp eps + INR k - 1))) = 1) ->
  let Q P x := Rmax (P x / r P) (/ (exp eps + INR k - 1)) in
  sampler (distribution k) k Q /\ sampler_ldp (distribution k) eps k Q /\
  worst (distribution k) f k Q (simplex_risk f eps k) /\
  minimax (distribution k) eps f k (simplex_risk f eps k).
Proof.
  intros f eps k r C He Hk H Q. pose proof (exp_ge_1 eps He) as Ht.
  destruct (floor_facts eps k He Hk) as [A [A' [F G]]]. fold (floor_of eps k) in *.
  assert (QD : forall P, distribution k P -> distribution k (Q P)).
  { intros P D. split; [|apply H; auto]. intros x Hx. apply Rle_trans with (floor_of eps k); [lra|].
    apply Rmax_r. }
  assert (B : forall P x, distribution k P -> (x < k)%nat ->
    floor_of eps k <= Q P x <= exp eps * floor_of eps k /\ P x * (exp eps * floor_of eps k) <= Q P x).
  { intros P x D Hx. destruct (H P D) as [R S].
    assert (Lo : forall y, floor_of eps k <= Q P y) by (intros; apply Rmax_r).
    split; [split; [apply Lo|]|].
    - (* the other letters have at least the floor *)
      pose proof (proj2 (QD P D)) as E.
      assert (T := Sum_term k (fun y => Q P y - floor_of eps k) x Hx).
      cbv beta in T. rewrite Sum_minus, Sum_const, E in T.
      assert (Q P x - floor_of eps k <= 1 - INR k * floor_of eps k); [|lra].
      apply T. intros y _. specialize (Lo y). lra.
    - (* r is at most r2, or makes no difference *)
      set (r2 := (exp eps + INR k - 1) / exp eps).
      assert (E2 : P x * (exp eps * floor_of eps k) = P x / r2)
        by (unfold r2, floor_of; field; lra).
      assert (R2 : 0 < r2) by (unfold r2; apply Rdiv_lt_0_compat; lra).
      assert (M : forall y, (y < k)%nat -> r2 <= r P -> Q P y <= lifted eps k r2 P y).
      { intros y Hy L. unfold Q, lifted. apply Rle_max_compat_r. unfold Rdiv.
        apply Rmult_le_compat_l; [apply D; auto|]. apply Rinv_le_contravar; auto. }
      destruct (Rle_dec (r P) r2) as [L|L].
      + rewrite E2. apply Rle_trans with (P x / r P); [|apply Rmax_l]. unfold Rdiv.
        apply Rmult_le_compat_l; [apply D; auto|]. apply Rinv_le_contravar; auto.
      + destruct (lifted_ends eps k P He D) as [_ L2]. fold r2 in L2.
        assert (Z := Sum_0_all k (fun y => lifted eps k r2 P y - Q P y)).
        assert (E : lifted eps k r2 P x - Q P x = 0).
        { apply Z; auto; [intros y Hy; specialize (M y Hy ltac:(lra)); lra|].
          rewrite Sum_minus. pose proof (proj2 (QD P D)). lra. }
        rewrite E2. replace (Q P x) with (lifted eps k r2 P x) by lra. apply Rmax_l. }
  destruct (risk_attained f eps k Q C He Hk QD B) as [L W]. split; [exact QD|]. split; auto.
  split; auto. split; [exists Q; auto|]. intros v [S [HS [LS WS]]]. apply (risk_lower f eps k S); auto.
Qed.
