(** * The game of a mate problem (docs/RULES.md, section 9)

    What "mate within n plies", "no mate" and "the shortest mate takes n plies" mean. Nothing here knows of
    certificates. *)

From Coq Require Import Bool List Arith.
From Tsumugi Require Import Board Moves.

(** A move that leaves the opponent of the mover in check. *)
Definition gives_check (p : position) (m : move) : Prop :=
  in_check (on_board (play p m)) (opponent (turn p)) = true.

(** [can_mate a n p]: from [p] the attacker [a] can force the mate of the other side within [n] plies.

    - The defender is to move and mated.
    - The attacker is to move and has a legal check after which it can, with one ply less.
    - The defender is to move, has a legal move, and after every one the attacker can, with one ply less.

    A defender without a legal move who is not in check is not mated: no case applies (RULES 6). *)
Inductive can_mate (a : side) : nat -> position -> Prop :=
  | mate_now n p :
      turn p = opponent a -> mated p -> can_mate a n p
  | mate_by_check n p m :
      turn p = a -> legal p m = true -> gives_check p m -> can_mate a n (play p m) ->
      can_mate a (S n) p
  | mate_after_reply n p :
      turn p = opponent a -> (exists m, legal p m = true) ->
      (forall m, legal p m = true -> can_mate a n (play p m)) ->
      can_mate a (S n) p.

(** "Mate" is mate within some number of plies, "no mate" within none. Repetition counts against the attacker, but a
    shortest mate has none: Repetition.v proves that the game with that rule gives the same. *)
Definition mate (a : side) (p : position) : Prop := exists n, can_mate a n p.
Definition no_mate (a : side) (p : position) : Prop := forall n, ~ can_mate a n p.

Definition shortest_mate (a : side) (n : nat) (p : position) : Prop :=
  can_mate a n p /\ forall m, m < n -> ~ can_mate a m p.

(** ** First facts *)

Lemma can_mate_longer a n p : can_mate a n p -> forall m, n <= m -> can_mate a m p.
Proof.
  induction 1 as [n p T M | n p mv T L C _ IH | n p T E _ IH]; intros m Hm.
  - now apply mate_now.
  - destruct m; [inversion Hm |]. apply mate_by_check with mv; auto. apply IH. now apply le_S_n.
  - destruct m; [inversion Hm |]. apply mate_after_reply; auto. intros mv L. apply IH; auto. now apply le_S_n.
Qed.

(** A mate takes an odd number of plies if the attacker is to move, an even one if not. *)
Lemma can_mate_parity a n p : can_mate a n p ->
  (turn p = a -> Nat.even n = true -> exists k, n = S k /\ can_mate a k p) /\
  (turn p = opponent a -> Nat.even n = false -> exists k, n = S k /\ can_mate a k p).
Proof.
  assert (D : a <> opponent a) by (destruct a; discriminate).
  induction 1 as [n p T M | n p mv T L C Hc IH | n p T E Hc IH].
  - split; intros T' P; [congruence |]. destruct n as [| k]; [discriminate |].
    exists k. split; auto. now apply mate_now.
  - split; intros T' P; [| congruence]. exists n. split; auto.
    assert (P' : Nat.even n = false).
    { rewrite Nat.even_succ in P. rewrite <- Nat.negb_odd, P. reflexivity. }
    destruct IH as [_ IH]. destruct IH as (k & -> & Hk); auto.
    { rewrite turn_play. congruence. }
    apply mate_by_check with mv; auto.
  - split; intros T' P; [congruence |]. exists n. split; auto.
    assert (P' : Nat.even n = true).
    { rewrite Nat.even_succ in P. rewrite <- Nat.negb_odd, P. reflexivity. }
    assert (IH' : forall m, legal p m = true -> exists k, n = S k /\ can_mate a k (play p m)).
    { intros m L. destruct (IH m L) as [IH1 _]. apply IH1; auto.
      rewrite turn_play, T. apply opponent_opponent. }
    destruct E as [m0 L0]. destruct (IH' m0 L0) as (k & -> & _).
    apply mate_after_reply; eauto. intros m L. destruct (IH' m L) as (k' & Ek & Hk). congruence.
Qed.
