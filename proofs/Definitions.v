(* What a reader must believe; everything else is checked.  Letters are 0..k-1, outputs 0..m-1;
   a distribution, a column or a row is a function of naturals, of which only these entries count. *)
Require Import Reals.
Open Scope R_scope.

Fixpoint Sum (n : nat) (f : nat -> R) : R := match n with O => 0 | S n' => Sum n' f + f n' end.

(* Distributions, mechanisms, privacy. *)
Definition distribution k (P : nat -> R) := (forall x, (x < k)%nat -> 0 <= P x) /\ Sum k P = 1.
Definition positive k (P : nat -> R) := forall x, (x < k)%nat -> 0 < P x.
Definition kernel k m (Q : nat -> nat -> R) := forall x, (x < k)%nat -> distribution m (Q x).
Definition ldp eps k m (Q : nat -> nat -> R) :=
  forall x x' y, (x < k)%nat -> (x' < k)%nat -> (y < m)%nat -> Q x y <= exp eps * Q x' y.
Definition marginal k (P : nat -> R) (Q : nat -> nat -> R) y := Sum k (fun x => P x * Q x y).
Definition invariant n (q : nat -> R) (K : nat -> nat -> R) :=
  forall y, (y < n)%nat -> marginal n q K y = q y.
Definition point z x : R := if Nat.eq_dec x z then 1 else 0.
(* The probability of a set, given by its indicator. *)
Definition prob n (P : nat -> R) (A : nat -> bool) := Sum n (fun x => if A x then P x else 0).
Definition approximate_ldp eps delta k m (Q : nat -> nat -> R) :=
  forall x x' A, (x < k)%nat -> (x' < k)%nat -> prob m (Q x) A <= exp eps * prob m (Q x') A + delta.

(* Divergences.  In Coq a quotient by 0 is some number; every term below is multiplied by 0 there,
   but where P y > 0 = Q y: Df is the divergence if P is absolutely continuous, and for private
   mechanisms it always is.  [divergence] is the general definition. *)
Definition TV n (P Q : nat -> R) := Sum n (fun y => Rabs (P y - Q y)) / 2.
Definition KL n (P Q : nat -> R) := Sum n (fun y => P y * ln (P y / Q y)).
Definition convex (f : R -> R) := forall x y l, 0 <= x -> 0 <= y -> 0 <= l <= 1 ->
  f (l * x + (1 - l) * y) <= l * f x + (1 - l) * f y.
Definition Df f n (P Q : nat -> R) := Sum n (fun y => Q y * f (P y / Q y)).
Definition continuous_for n (P Q : nat -> R) := forall y, (y < n)%nat -> Q y = 0 -> P y = 0.
(* L = f'(oo) = lim f(x)/x *)
Definition slope_at_infinity (f : R -> R) L :=
  forall e, 0 < e -> exists X, 0 < X /\ forall x, X <= x -> Rabs (f x / x - L) <= e.
(* D_f(P||Q) = v, a real number (there is no such v where it is infinite) *)
Definition divergence f n P Q v :=
  (continuous_for n P Q /\ v = Df f n P Q) \/
  exists L, slope_at_infinity f L /\
    v = Df f n P Q + L * Sum n (fun y => if Req_EM_T (Q y) 0 then P y else 0).

(* Optima. *)
Definition is_max (E : R -> Prop) v := E v /\ forall w, E w -> w <= v.
Definition is_min (E : R -> Prop) v := E v /\ forall w, E w -> v <= w.
Definition is_sup (E : R -> Prop) v :=
  (forall w, E w -> w <= v) /\ forall b, (forall w, E w -> w <= b) -> v <= b.
(* A utility U(Q) of a mechanism with m outputs; the values that it takes under privacy. *)
Definition attained eps k (U : nat -> (nat -> nat -> R) -> R) v :=
  exists m Q, kernel k m Q /\ ldp eps k m Q /\ v = U m Q.
Definition maximises eps k (U : nat -> (nat -> nat -> R) -> R) m Q :=
  kernel k m Q /\ ldp eps k m Q /\
  forall m' Q', kernel k m' Q' -> ldp eps k m' Q' -> U m' Q' <= U m Q.

(* kairouz2016: sums of sublinear functions of the columns, and staircase mechanisms. *)
Definition sublinear k (mu : (nat -> R) -> R) :=
  (forall c c', (forall x, (x < k)%nat -> c x = c' x) -> mu c = mu c') /\
  (forall g c, 0 < g -> (forall x, (x < k)%nat -> 0 <= c x) -> mu (fun x => g * c x) = g * mu c) /\
  (forall c c', (forall x, (x < k)%nat -> 0 <= c x) -> (forall x, (x < k)%nat -> 0 <= c' x) ->
     mu (fun x => c x + c' x) <= mu c + mu c').
Definition utility mu m (Q : nat -> nat -> R) := Sum m (fun y => mu (fun x => Q x y)).
Definition staircase eps k m (Q : nat -> nat -> R) :=
  forall x x' y, (x < k)%nat -> (x' < k)%nat -> (y < m)%nat ->
  Q x y = Q x' y \/ Q x y = exp eps * Q x' y \/ Q x' y = exp eps * Q x y.
Definition hypothesis_testing f k P0 P1 (c : nat -> R) :=
  Sum k (fun x => P1 x * c x) * f (Sum k (fun x => P0 x * c x) / Sum k (fun x => P1 x * c x)).
Definition information k P (c : nat -> R) :=
  Sum k (fun x => P x * (c x * ln (c x / Sum k (fun z => P z * c z)))).

(* park2024, zamanlooy2025, ghoukasian2025: a sampler answers a distribution of the class C by a
   distribution; its worst case over C is v (in particular no divergence there is infinite). *)
Definition sampler (C : (nat -> R) -> Prop) n (S : (nat -> R) -> nat -> R) :=
  forall P, C P -> distribution n (S P).
Definition sampler_ldp (C : (nat -> R) -> Prop) eps n (S : (nat -> R) -> nat -> R) :=
  forall P P' y, C P -> C P' -> (y < n)%nat -> S P y <= exp eps * S P' y.
Definition worst (C : (nat -> R) -> Prop) f n (S : (nat -> R) -> nat -> R) v :=
  (forall P, C P -> exists w, divergence f n P (S P) w) /\
  is_sup (fun w => exists P, C P /\ divergence f n P (S P) w) v.
(* The minimax risk is v, and some sampler has it. *)
Definition minimax C eps f n v :=
  is_min (fun v => exists S, sampler C n S /\ sampler_ldp C eps n S /\ worst C f n S v) v.
Definition between c1 c2 n (mu P : nat -> R) :=
  distribution n P /\ forall x, (x < n)%nat -> c1 * mu x <= P x <= c2 * mu x.
Definition clip x l h := Rmax l (Rmin h x).
