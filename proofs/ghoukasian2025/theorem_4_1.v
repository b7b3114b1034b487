(* claim: ghoukasian2025.theorem-4-1
   finding: refuted
   for: P0 uniform on three letters, gamma = 2, g(x) = (1 - x)/2
   The same fault as in Theorem 3.6, with c1 = 1/gamma, c2 = gamma (theorem-4-1-symmetric stands). *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums TradeOff Bounded.
Open Scope R_scope.

Definition theorem_4_1_as_printed := forall n P0 gamma g lam k, distribution n P0 -> (2 <= gamma)%nat ->
  decomposable n P0 (/ (INR gamma + 1)) k 1 -> trade_off g ->
  not_trivial g (/ INR gamma) (INR gamma) -> is_lambda g (/ INR gamma) (INR gamma) lam ->
  functional (between (/ INR gamma) (INR gamma) n P0) g n (fun P x => lam * P x + (1 - lam) * P0 x).

Theorem theorem_4_1 : ~ theorem_4_1_as_printed.
Proof.
  intros H.
  assert (D : distribution 3 (fun _ => 1/3)) by (split; [intros; lra|simpl; lra]).
  assert (Dec : decomposable 3 (fun _ => 1/3) (/ (INR 2 + 1)) 3 1).
  { exists (fun i x => Nat.eqb i x). split.
    - intros [|[|[|i]]] Hi; try lia; unfold prob; simpl; lra.
    - intros [|[|[|x]]] Hx; try lia; simpl; lra. }
  assert (E : forall beta, (exp beta + (INR 2 - / INR 2) / (1 - / INR 2) * (1 + - / 2) - 1) /
      ((1 - / INR 2) * exp beta + INR 2 - 1) = (exp beta + 1/2) / (exp beta / 2 + 1))
    by (intros; pose proof (exp_pos beta); simpl; field; lra).
  assert (L : is_lambda half (/ INR 2) (INR 2) 1).
  { split.
    - intros w [beta [v [Hb [V ->]]]]. pose proof (exp_ge_1 beta Hb).
      rewrite (half_conjugate (exp beta) v) by auto. rewrite E.
      apply Rmult_le_reg_r with (exp beta / 2 + 1); [lra|].
      replace ((exp beta + 1/2) / (exp beta / 2 + 1) * (exp beta / 2 + 1)) with (exp beta + 1/2)
        by (field; lra). lra.
    - intros b Hb. apply Hb. exists 0, (- / 2). split; [lra|].
      split; [apply half_conjugate_is; rewrite exp_0; lra|]. rewrite E, exp_0. lra. }
  assert (T : not_trivial half (/ INR 2) (INR 2)).
  { exists 0, (- / 2). split; [lra|]. split; [apply half_conjugate_is; rewrite exp_0; lra|].
    rewrite exp_0. simpl. lra. }
  set (P := fun a b c (x : nat) => match x with O => a | 1%nat => b | _ => c end : R).
  assert (B : forall a b c, a + b + c = 1 -> 1/6 <= a <= 2/3 -> 1/6 <= b <= 2/3 -> 1/6 <= c <= 2/3 ->
    between (/ INR 2) (INR 2) 3 (fun _ => 1/3) (P a b c)).
  { intros a b c S Ha Hb Hc. split; [split|].
    - intros [|[|x]] _; unfold P; lra.
    - unfold P. simpl. lra.
    - intros [|[|x]] _; unfold P; simpl; lra. }
  specialize (H 3%nat (fun _ => 1/3) 2%nat half 1 3%nat D (le_n 2) Dec half_trade_off T L
    (P (2/3) (1/6) (1/6)) (P (1/6) (1/6) (2/3)) (1/6) (fun y => match y with 2%nat => 1 | _ => 0 end)
    (B (2/3) (1/6) (1/6) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra))
    (B (1/6) (1/6) (2/3) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) ltac:(lra)).
  assert (R : forall y, (y < 3)%nat -> 0 <= match y with 2%nat => 1 | _ => 0 end <= 1)
    by (intros [|[|[|y]]] _; cbn; lra).
  specialize (H R). unfold P, half in H. simpl in H. lra.
Qed.
