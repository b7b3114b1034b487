(* claim: kairouz2016.lemma-22
   finding: proved
   for: every k >= 1, number of outputs m, eps >= 0 and mechanism *)
Require Import Reals Lra Lia.
From Lpcheck Require Import Definitions Sums.
Open Scope R_scope.

Theorem lemma_22 : forall eps k m Q, 0 <= eps -> (0 < k)%nat -> kernel k m Q ->
  (ldp eps k m Q <->
   exists S theta, (forall y, (y < m)%nat -> 0 <= theta y) /\
     (forall x y, (x < k)%nat -> (y < m)%nat -> 1 <= S x y <= exp eps /\ Q x y = S x y * theta y)).
Proof.
  intros eps k m Q He Hk K. pose proof (exp_ge_1 eps He) as Ht. split.
  - intros L.
    assert (A : forall m', (m' <= m)%nat -> exists S theta,
      (forall y, (y < m')%nat -> 0 <= theta y) /\
      forall x y, (x < k)%nat -> (y < m')%nat -> 1 <= S x y <= exp eps /\ Q x y = S x y * theta y).
    { induction m' as [|m' IH]; intros Hm.
      - exists (fun _ _ => 0), (fun _ => 0). split; intros; lia.
      - destruct IH as [S [theta [N E]]]; [lia|].
        destruct (column_min eps k m Q m' Hk ltac:(lia) K L) as [i [Hi [H0 H]]]. set (h := Q i m') in *.
        exists (fun x y => if Nat.eq_dec y m' then (if Req_EM_T h 0 then 1 else Q x m' / h) else S x y),
          (fun y => if Nat.eq_dec y m' then h else theta y). split.
        + intros y Hy. destruct (Nat.eq_dec y m'); auto. apply N. lia.
        + intros x y Hx Hy. destruct (Nat.eq_dec y m') as [->|D]; [|apply E; auto; lia].
          specialize (H x Hx). destruct (Req_EM_T h 0) as [Z|Z].
          * rewrite Z in *. lra.
          * assert (P : 0 < h) by lra. split; [|field; auto].
            split; apply Rmult_le_reg_r with h; auto;
              replace (Q x m' / h * h) with (Q x m') by (field; auto); lra. }
    apply A. auto.
  - intros [S [theta [N E]]] x x' y Hx Hx' Hy.
    destruct (E x y Hx Hy) as [B ->]. destruct (E x' y Hx' Hy) as [B' ->].
    rewrite <- Rmult_assoc. apply Rmult_le_compat_r; auto.
    assert (exp eps * 1 <= exp eps * S x' y) by (apply Rmult_le_compat_l; lra). lra.
Qed.
