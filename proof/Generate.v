(** * Lists of moves, made fast *)

From Coq Require Import Bool List.
From Tsumugi Require Import Board Moves Game.
Import ListNotations.

Definition moves (p : position) : list move := legal_moves p.

Lemma in_moves p m : In m (moves p) <-> legal p m = true.
Proof. apply in_legal_moves. Qed.

Definition checks_opponent (p : position) (m : move) : bool :=
  in_check (board_after (on_board p) (turn p) m) (opponent (turn p)).

Definition checks (p : position) : list move := filter (checks_opponent p) (moves p).

Lemma checks_opponent_iff p m : checks_opponent p m = true <-> gives_check p m.
Proof. unfold gives_check. rewrite board_play. reflexivity. Qed.

Lemma in_checks p m : In m (checks p) <-> legal p m = true /\ gives_check p m.
Proof. unfold checks. now rewrite filter_In, in_moves, checks_opponent_iff. Qed.

Definition checked (p : position) : bool := in_check (on_board p) (turn p).

Definition has_move (p : position) : bool := match moves p with [] => false | _ => true end.

Definition is_legal (p : position) (m : move) : bool := legal p m.

Lemma is_legal_iff p m : is_legal p m = legal p m.
Proof. reflexivity. Qed.

Lemma checked_iff p : checked p = in_check (on_board p) (turn p).
Proof. reflexivity. Qed.

Lemma has_move_iff p : has_move p = true <-> exists m, legal p m = true.
Proof.
  unfold has_move. destruct (moves p) as [| m l] eqn:E.
  - split; [discriminate |]. intros [m L]. apply in_moves in L. now rewrite E in L.
  - split; auto. intros _. exists m. apply in_moves. rewrite E. now left.
Qed.
