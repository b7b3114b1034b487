(* The binary mechanism (kairouz2016, eq. 14) and randomized response (eq. 15). *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

(* Output 0 says "P0 is at least as likely". *)
Definition binary eps (P0 P1 : nat -> R) (x y : nat) : R :=
  let t := exp eps in
  match y with
  | O => if Rle_dec (P1 x) (P0 x) then t / (1 + t) else 1 / (1 + t)
  | _ => if Rle_dec (P1 x) (P0 x) then 1 / (1 + t) else t / (1 + t)
  end.
(* The same for any set T, the letters of which answer 0. *)
Definition binary_of eps (T : nat -> bool) (x y : nat) : R :=
  let t := exp eps in
  match y with
  | O => if T x then t / (1 + t) else 1 / (1 + t)
  | _ => if T x then 1 / (1 + t) else t / (1 + t)
  end.
Definition randomized_response eps k (x y : nat) : R :=
  if Nat.eq_dec x y then exp eps / (INR k - 1 + exp eps) else 1 / (INR k - 1 + exp eps).
Definition likelier (P0 P1 : nat -> R) x : bool := if Rle_dec (P1 x) (P0 x) then true else false.

Lemma binary_is eps P0 P1 x y : binary eps P0 P1 x y = binary_of eps (likelier P0 P1) x y.
Proof. unfold binary, binary_of, likelier. destruct y, (Rle_dec _ _); auto. Qed.
Lemma inv_pos eps : 0 < / (1 + exp eps).
Proof. pose proof (exp_pos eps). apply Rinv_0_lt_compat; lra. Qed.
Lemma binary_of_kernel eps k T : kernel k 2 (binary_of eps T).
Proof.
  intros x _. pose proof (exp_pos eps). pose proof (inv_pos eps). split.
  - intros y _. unfold binary_of, Rdiv. destruct y, (T x); apply Rmult_le_pos; lra.
  - simpl. destruct (T x); field; lra.
Qed.
Lemma binary_of_ldp eps k T : 0 <= eps -> ldp eps k 2 (binary_of eps T).
Proof.
  intros He x x' y _ _ _. pose proof (exp_ge_1 eps He). pose proof (inv_pos eps).
  set (t := exp eps) in *. assert (T1 : t * 1 <= t * t) by (apply Rmult_le_compat_l; lra).
  unfold binary_of; fold t; destruct y, (T x), (T x'); unfold Rdiv; rewrite <- Rmult_assoc;
    apply Rmult_le_compat_r; lra.
Qed.
Lemma binary_of_staircase eps k T : staircase eps k 2 (binary_of eps T).
Proof.
  intros x x' y _ _ _. pose proof (exp_pos eps). unfold binary_of.
  destruct y, (T x), (T x'); auto; right; (left; field; lra) || (right; field; lra).
Qed.
Lemma binary_kernel eps k P0 P1 : kernel k 2 (binary eps P0 P1).
Proof.
  intros x Hx. destruct (binary_of_kernel eps k (likelier P0 P1) x Hx) as [N E]. split.
  - intros y Hy. rewrite binary_is. auto.
  - rewrite <- E. apply Sum_ext. intros. apply binary_is.
Qed.
Lemma binary_ldp eps k P0 P1 : 0 <= eps -> ldp eps k 2 (binary eps P0 P1).
Proof. intros He x x' y A B C. rewrite !binary_is. apply (binary_of_ldp eps k); auto. Qed.

(* The marginals of the binary mechanism (kairouz2016, eq. 31). *)
Lemma marginal_binary eps k P T y : distribution k P -> (y < 2)%nat ->
  marginal k P (binary_of eps T) y =
  ((exp eps - 1) * prob k P (fun x => if y then T x else negb (T x)) + 1) / (exp eps + 1).
Proof.
  intros [_ E] Hy. pose proof (exp_pos eps). unfold marginal, prob.
  rewrite (Sum_ext k _ (fun x => (exp eps - 1) / (exp eps + 1) *
    (if (if y then T x else negb (T x)) then P x else 0) + / (exp eps + 1) * P x)).
  - rewrite Sum_plus, !Sum_scal, E. field. lra.
  - intros x _. unfold binary_of. destruct y as [|[|y]]; [| |lia]; destruct (T x); simpl;
      field; lra.
Qed.
Lemma prob_compl k P T : distribution k P ->
  prob k P (fun x => negb (T x)) = 1 - prob k P T.
Proof.
  intros [_ E]. unfold prob. rewrite <- E, <- Sum_minus. apply Sum_ext. intros.
  destruct (T x); simpl; lra.
Qed.

Lemma response_denominator eps k : (0 < k)%nat -> 0 < INR k - 1 + exp eps.
Proof.
  intros Hk. pose proof (exp_pos eps). assert (INR 1 <= INR k) by (apply le_INR; lia).
  simpl in *. lra.
Qed.
Lemma response_kernel eps k : (0 < k)%nat -> kernel k k (randomized_response eps k).
Proof.
  intros Hk x Hx. pose proof (response_denominator eps k Hk) as D. pose proof (exp_pos eps).
  assert (I : 0 < / (INR k - 1 + exp eps)) by (apply Rinv_0_lt_compat; auto). split.
  - intros y _. unfold randomized_response, Rdiv.
    destruct (Nat.eq_dec x y); apply Rmult_le_pos; lra.
  - rewrite (Sum_ext _ _ (fun y => / (INR k - 1 + exp eps) +
      point x y * ((exp eps - 1) / (INR k - 1 + exp eps)))).
    + rewrite Sum_plus, Sum_const, Sum_scal_r, Sum_point1 by auto. field. lra.
    + intros y _. unfold randomized_response, point.
      destruct (Nat.eq_dec x y), (Nat.eq_dec y x); subst; try congruence; field; lra.
Qed.
Lemma response_ldp eps k m : 0 <= eps -> (0 < k)%nat -> ldp eps k m (randomized_response eps k).
Proof.
  intros He Hk x x' y _ _ _. pose proof (exp_ge_1 eps He).
  pose proof (response_denominator eps k Hk) as D. set (t := exp eps) in *.
  assert (I : 0 < / (INR k - 1 + t)) by (apply Rinv_0_lt_compat; auto).
  assert (T1 : t * 1 <= t * t) by (apply Rmult_le_compat_l; lra).
  unfold randomized_response; fold t. destruct (Nat.eq_dec x y), (Nat.eq_dec x' y);
    unfold Rdiv; rewrite <- Rmult_assoc; apply Rmult_le_compat_r; lra.
Qed.
Lemma response_staircase eps k m : (0 < k)%nat -> staircase eps k m (randomized_response eps k).
Proof.
  intros Hk x x' y _ _ _. pose proof (response_denominator eps k Hk) as D.
  unfold randomized_response. destruct (Nat.eq_dec x y), (Nat.eq_dec x' y); auto; right;
    (left; field; lra) || (right; field; lra).
Qed.
