(** * More in hand never hurts the attacker (docs/CERTIFICATE.md, "Why that is enough") *)

From Coq Require Import Bool List Arith Lia.
From Tsumugi Require Import Board Moves Game.

(* Nothing below looks inside these. *)
Opaque squares all_board_moves all_drops in_check.

(** ** Comparing hands *)

(** No more of any kind. *)
Definition within (g h : hand) : Prop := forall k, held g k <= held h k.

Definition withinb (g h : hand) : bool :=
  Nat.leb (rooks g) (rooks h) && Nat.leb (bishops g) (bishops h) && Nat.leb (golds g) (golds h) &&
  Nat.leb (silvers g) (silvers h) && Nat.leb (knights g) (knights h) && Nat.leb (lances g) (lances h) &&
  Nat.leb (pawns g) (pawns h).

Lemma withinb_within g h : withinb g h = true -> within g h.
Proof.
  unfold withinb. rewrite !andb_true_iff, !Nat.leb_le. intros H k. destruct k; simpl; lia.
Qed.

Lemma within_refl h : within h h.
Proof. intros k. lia. Qed.

Lemma within_trans f g h : within f g -> within g h -> within f h.
Proof. intros A B k. specialize (A k). specialize (B k). lia. Qed.

Lemma within_gain k g h : within g h -> within (gain k g) (gain k h).
Proof. intros H k'. specialize (H k'). destruct g, h, k, k'; simpl in *; lia. Qed.

Lemma within_lose k g h : within g h -> within (lose k g) (lose k h).
Proof. intros H k'. specialize (H k'). destruct g, h, k, k'; simpl in *; lia. Qed.

Lemma within_hand_after b m g h : within g h -> within (hand_after b g m) (hand_after b h m).
Proof.
  intros H. destruct m as [from to promote | k to]; simpl; [| now apply within_lose].
  destruct (get b to); auto. now apply within_gain.
Qed.

Lemma holds_within g h k : within g h -> holds g k = true -> holds h k = true.
Proof. unfold holds. intros H. specialize (H k). destruct (held g k), (held h k); try discriminate; auto; lia. Qed.

(** ** Legality depends on the board and on what is held

    In particular pawn-drop mate and the safety of the own king are read off the board alone. *)

Lemma legal_by_board p q m :
  on_board p = on_board q -> turn p = turn q -> within (hand_of p (turn p)) (hand_of q (turn q)) ->
  legal p m = true -> legal q m = true.
Proof.
  intros B T H. unfold legal. rewrite B, T in *. rewrite !andb_true_iff. intros [[A S] D]. repeat split; auto.
  revert A. unfold allowed. rewrite B, T. destruct m as [from to promote | k to]; auto.
  rewrite !andb_true_iff. intros [K M]. split; auto. eapply holds_within; eauto.
Qed.

(** ** Positions that differ in the hands only *)

(** [better a q p]: [p] has the board and turn of [q], the attacker holds no less, the defender no more. *)
Record better (a : side) (q p : position) : Prop := {
  same_board : on_board q = on_board p;
  same_turn : turn q = turn p;
  attacker_holds_more : within (hand_of q a) (hand_of p a);
  defender_holds_less : within (hand_of p (opponent a)) (hand_of q (opponent a))
}.

Lemma better_refl a p : better a p p.
Proof. split; auto using within_refl. Qed.

Lemma better_trans a p q r : better a p q -> better a q r -> better a p r.
Proof.
  intros [B1 T1 A1 D1] [B2 T2 A2 D2]. split; try congruence.
  - eapply within_trans; eauto.
  - eapply within_trans; eauto.
Qed.

(** The attacker has all the moves it had. *)
Lemma attacker_keeps_moves a q p m :
  better a q p -> turn q = a -> legal q m = true -> legal p m = true.
Proof.
  intros [B T A _] Ta L. eapply legal_by_board; eauto. rewrite <- T, Ta. exact A.
Qed.

(** The defender has no move that it did not have. *)
Lemma defender_gains_no_move a q p m :
  better a q p -> turn q = opponent a -> legal p m = true -> legal q m = true.
Proof.
  intros [B T _ D] Ta L. apply (legal_by_board p q m); auto. rewrite <- T, Ta. exact D.
Qed.

(** The same move keeps the relation. *)
Lemma better_play a q p m : better a q p -> better a (play q m) (play p m).
Proof.
  intros [B T A D]. split.
  - rewrite !board_play, B, T. reflexivity.
  - rewrite !turn_play, T. reflexivity.
  - unfold play. rewrite <- T, <- B. destruct (turn q), a; simpl in *; auto using within_hand_after.
  - unfold play. rewrite <- T, <- B. destruct (turn q), a; simpl in *; auto using within_hand_after.
Qed.

Lemma better_gives_check a q p m : better a q p -> gives_check q m -> gives_check p m.
Proof. intros [B T _ _]. unfold gives_check. now rewrite !board_play, B, T. Qed.

(** ** The lemma itself *)

Opaque legal.

(** The stalemate exception: a defender to move and not in check may have a move only because it holds a piece
    to drop, and be lost because it has to move. With less in its hand it would be stalemated, which is no mate.
    So the lemma is about positions with the attacker to move, or with the defender in check. *)
Definition no_stalemate (a : side) (p : position) : Prop :=
  turn p = a \/ in_check (on_board p) (opponent a) = true.

Lemma no_stalemate_after_check a p m : turn p = a -> gives_check p m -> no_stalemate a (play p m).
Proof. intros T C. right. unfold gives_check in C. now rewrite T in C. Qed.

Lemma no_stalemate_after_reply a p m : turn p = opponent a -> no_stalemate a (play p m).
Proof. intros T. left. rewrite turn_play, T. apply opponent_opponent. Qed.

Lemma has_move_or_not p : (exists m, legal p m = true) \/ forall m, legal p m = false.
Proof.
  destruct (legal_moves p) as [| m l] eqn:E.
  - right. intros m. destruct (legal p m) eqn:L; auto. apply in_legal_moves in L. rewrite E in L. destruct L.
  - left. exists m. apply in_legal_moves. rewrite E. now left.
Qed.

Theorem more_in_hand_never_hurts a n q :
  can_mate a n q -> forall p, no_stalemate a q -> better a q p -> can_mate a n p.
Proof.
  induction 1 as [n q T M | n q mv T L C _ IH | n q T E _ IH]; intros p N B.
  - destruct M as [K M]. apply mate_now; [now rewrite <- (same_turn _ _ _ B) |]. split.
    + now rewrite <- (same_turn _ _ _ B), <- (same_board _ _ _ B).
    + intros m. destruct (legal p m) eqn:L; auto.
      rewrite <- (M m). symmetry. eapply defender_gains_no_move; eauto.
  - apply mate_by_check with mv.
    + now rewrite <- (same_turn _ _ _ B).
    + eapply attacker_keeps_moves; eauto.
    + eapply better_gives_check; eauto.
    + apply IH; [now apply no_stalemate_after_check | now apply better_play].
  - assert (Tp : turn p = opponent a) by now rewrite <- (same_turn _ _ _ B).
    destruct (has_move_or_not p) as [[m L] | No].
    + apply mate_after_reply; [exact Tp | now exists m |]. intros m' L'. apply (IH m').
      * eapply defender_gains_no_move; eauto.
      * now apply no_stalemate_after_reply.
      * now apply better_play.
    + apply mate_now; auto. split; auto. rewrite Tp, <- (same_board _ _ _ B).
      destruct N as [N | N]; auto. rewrite T in N. now destruct (opponent_not_self a).
Qed.
