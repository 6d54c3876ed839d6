(** * Repetition (docs/RULES.md, section 9)

    "If a position comes up a second time on a line of play, the attacker has failed on that line." Game.v knows no
    history. This file plays the game with one, and proves that there is a mate in it exactly if there is one
    within some number of plies. *)

From Coq Require Import List Arith Lia.
From Tsumugi Require Import Board Moves Game Monotone.
Import ListNotations.

Opaque squares legal legal_moves in_check play.

(** [wins a past p]: the attacker forces mate from [p], and no position comes up that is in [past] or came up on the
    line before. *)
Inductive wins (a : side) : list position -> position -> Prop :=
  | win_now past p :
      ~ In p past -> turn p = opponent a -> mated p -> wins a past p
  | win_by_check past p m :
      ~ In p past -> turn p = a -> legal p m = true -> gives_check p m -> wins a (p :: past) (play p m) ->
      wins a past p
  | win_after_reply past p :
      ~ In p past -> turn p = opponent a -> (exists m, legal p m = true) ->
      (forall m, legal p m = true -> wins a (p :: past) (play p m)) ->
      wins a past p.

(** ** Whether there is a mate within n plies can be found out *)

Lemma all_or_one (P : move -> Prop) (l : list move) :
  (forall m, P m \/ ~ P m) -> (forall m, In m l -> P m) \/ exists m, In m l /\ ~ P m.
Proof.
  intros D. induction l as [| m l [All | (m' & I & N)]].
  - left. intros m [].
  - destruct (D m) as [Y | N].
    + left. intros m' [<- | I]; auto.
    + right. exists m. split; auto. now left.
  - right. exists m'. split; auto. now right.
Qed.

Lemma mated_or_not p : mated p \/ ~ mated p.
Proof.
  destruct (in_check (on_board p) (turn p)) eqn:K.
  - destruct (has_move_or_not p) as [[m L] | No].
    + right. intros [_ No]. rewrite No in L. discriminate.
    + left. now split.
  - right. intros [K' _]. congruence.
Qed.

Lemma gives_check_or_not p m : gives_check p m \/ ~ gives_check p m.
Proof. unfold gives_check. destruct (in_check _ _); [now left | right; discriminate]. Qed.

Lemma can_mate_or_not a n : forall p, can_mate a n p \/ ~ can_mate a n p.
Proof.
  assert (D : a <> opponent a) by (destruct a; discriminate).
  induction n as [| n IH]; intros p.
  - destruct (side_eq_dec (turn p) (opponent a)) as [T | T].
    + destruct (mated_or_not p) as [M | M]; [left; now apply mate_now | right]. intros H. inversion H. auto.
    + right. intros H. inversion H. auto.
  - destruct (side_eq_dec (turn p) a) as [T | T].
    + destruct (all_or_one (fun m => ~ (gives_check p m /\ can_mate a n (play p m))) (legal_moves p))
        as [All | (m & I & N)].
      * intros m. destruct (gives_check_or_not p m), (IH (play p m)); tauto.
      * right. intros H. inversion H as [n' p' T' | n' p' m T' L G M | n' p' T']; subst; try congruence.
        apply in_legal_moves in L. now apply (All m L).
      * left. assert (gives_check p m /\ can_mate a n (play p m)) as [G M].
        { destruct (gives_check_or_not p m), (IH (play p m)); tauto. }
        apply mate_by_check with m; auto. now apply in_legal_moves.
    + assert (T' : turn p = opponent a) by (destruct (turn p), a; simpl; congruence).
      destruct (mated_or_not p) as [M | M]; [left; now apply mate_now |].
      destruct (has_move_or_not p) as [E | No].
      * destruct (all_or_one (fun m => can_mate a n (play p m)) (legal_moves p)) as [All | (m & I & N)].
        -- intros m. apply IH.
        -- left. apply mate_after_reply; auto. intros m L. apply All. now apply in_legal_moves.
        -- right. intros H. inversion H as [| | n' p' _ _ All]; subst; try congruence; try tauto.
           apply N, All. now apply in_legal_moves.
      * right. intros H. inversion H as [| | n' p' _ [m L] _]; subst; try congruence; try tauto.
Qed.

(** ** A shortest mate repeats nothing *)

Lemma shortest_way_is_new a n : forall past p,
  can_mate a n p -> (forall q, In q past -> ~ can_mate a n q) -> wins a past p.
Proof.
  induction n as [| n IH]; intros past p M Past; assert (New : ~ In p past) by (intros I; now apply (Past p)).
  - inversion M. now apply win_now.
  - assert (Past' : forall q, In q past -> ~ can_mate a n q).
    { intros q I C. apply (Past q I). eapply can_mate_longer; eauto. }
    destruct (can_mate_or_not a n p) as [Y | N]; [now apply IH |].
    assert (Past2 : forall q, In q (p :: past) -> ~ can_mate a n q) by (intros q [<- | I]; auto).
    inversion M as [n' p' T Mt | n' p' m T L G M' | n' p' T E All]; subst.
    + now apply win_now.
    + apply win_by_check with m; auto.
    + apply win_after_reply; auto.
Qed.

(** Of finitely many numbers one is the largest. *)
Lemma one_bound_for_all a p (l : list move) :
  (forall m, In m l -> exists n, can_mate a n (play p m)) ->
  exists n, forall m, In m l -> can_mate a n (play p m).
Proof.
  induction l as [| m l IH]; intros H.
  - exists 0. intros m [].
  - destruct (H m (or_introl eq_refl)) as [n1 H1].
    destruct IH as [n2 H2]; [intros m' I; apply H; now right |].
    exists (Nat.max n1 n2). intros m' [<- | I].
    + apply (can_mate_longer _ _ _ H1). lia.
    + apply (can_mate_longer _ _ _ (H2 m' I)). lia.
Qed.

Theorem mate_without_repetition a p : mate a p <-> wins a [] p.
Proof.
  split.
  - intros [n M]. apply (shortest_way_is_new a n); auto.
  - generalize (@nil position). intros past W.
    induction W as [past p _ T M | past p m _ T L G _ [n IH] | past p _ T E _ IH].
    + exists 0. now apply mate_now.
    + exists (S n). now apply mate_by_check with m.
    + destruct (one_bound_for_all a p (legal_moves p)) as [n H].
      * intros m I. apply IH. now apply in_legal_moves.
      * exists (S n). apply mate_after_reply; auto. intros m L. apply H. now apply in_legal_moves.
Qed.
