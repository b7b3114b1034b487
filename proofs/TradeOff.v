(* Functional privacy (ghoukasian2025, Section 2). *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

(* Proposition B.2: what trade-off functions are *)
Definition trade_off (g : R -> R) :=
  (forall x y l, 0 <= x <= 1 -> 0 <= y <= 1 -> 0 <= l <= 1 ->
     g (l * x + (1 - l) * y) <= l * g x + (1 - l) * g y) /\
  continuity g /\ (forall x y, 0 <= x -> x <= y -> y <= 1 -> g y <= g x) /\
  forall x, 0 <= x <= 1 -> 0 <= g x <= 1 - x.
(* Definition 2.3: every rejection rule of type I error at most u has a type II error of at least
   g u; rules take values in [0, 1] *)
Definition functional (C : (nat -> R) -> Prop) g n (S : (nat -> R) -> nat -> R) :=
  forall P P' u phi, C P -> C P' -> 0 <= u <= 1 -> (forall y, (y < n)%nat -> 0 <= phi y <= 1) ->
  Sum n (fun y => S P y * phi y) <= u -> g u <= 1 - Sum n (fun y => S P' y * phi y).
(* g*(y) = v *)
Definition conjugate (g : R -> R) y v := is_sup (fun w => exists x, 0 <= x <= 1 /\ w = x * y - g x) v.
Definition is_inf (E : R -> Prop) v :=
  (forall w, E w -> v <= w) /\ forall b, (forall w, E w -> b <= w) -> b <= v.
(* eq. 4 *)
Definition is_lambda g c1 c2 lam := is_inf (fun w => exists beta v, 0 <= beta /\
  conjugate g (- exp beta) v /\
  w = (exp beta + (c2 - c1) / (1 - c1) * (1 + v) - 1) / ((1 - c1) * exp beta + c2 - 1)) lam.
(* condition (3) *)
Definition not_trivial g c1 c2 := exists beta v, 0 <= beta /\ conjugate g (- exp beta) v /\
  1 + v <= (c2 - c1 * exp beta) * (1 - c1) / (c2 - c1).

(* The trade-off function of the counterexamples: convex, but not symmetric. *)
Definition half x := (1 - x) / 2.
Lemma half_trade_off : trade_off half.
Proof.
  split; [|split; [|split]].
  - intros. unfold half. lra.
  - unfold half. reg.
  - intros. unfold half. lra.
  - intros. unfold half. lra.
Qed.
Lemma half_conjugate s v : 1 <= s -> conjugate half (- s) v -> v = - / 2.
Proof.
  intros Hs [U L]. apply Rle_antisym.
  - apply L. intros w [x [Hx ->]]. unfold half.
    assert (0 <= x * (s - / 2)) by (apply Rmult_le_pos; lra). lra.
  - apply U. exists 0. unfold half. split; lra.
Qed.
Lemma half_conjugate_is s : 1 <= s -> conjugate half (- s) (- / 2).
Proof.
  intros Hs. split.
  - intros w [x [Hx ->]]. unfold half. assert (0 <= x * (s - / 2)) by (apply Rmult_le_pos; lra). lra.
  - intros b Hb. apply Hb. exists 0. unfold half. split; lra.
Qed.
Lemma half_lambda_0_2 : is_lambda half 0 2 (1/2).
Proof.
  assert (E : forall beta, (exp beta + (2 - 0) / (1 - 0) * (1 + - / 2) - 1) / ((1 - 0) * exp beta + 2 - 1) =
    exp beta / (exp beta + 1)) by (intros; pose proof (exp_pos beta); field; lra).
  split.
  - intros w [beta [v [Hb [V ->]]]]. pose proof (exp_ge_1 beta Hb).
    rewrite (half_conjugate (exp beta) v) by auto. rewrite E.
    apply Rmult_le_reg_r with (exp beta + 1); [lra|].
    unfold Rdiv at 2. rewrite Rmult_assoc, Rinv_l; lra.
  - intros b Hb. apply Hb. exists 0, (- / 2). split; [lra|].
    split; [apply half_conjugate_is; rewrite exp_0; lra|]. rewrite E, exp_0. lra.
Qed.
