(** * What a diagram must satisfy (docs/RULES.md, section 8) *)

From Coq Require Import Bool List Arith.
From Tsumugi Require Import Board Moves.
Import ListNotations.

Definition count (f : square -> content -> bool) (b : board) : nat :=
  length (filter (fun s => f s (get b s)) squares).

Definition is_king (c : side) (_ : square) (x : content) : bool := content_eqb x (Piece c King).

Definition kings (b : board) (c : side) : nat := count (is_king c) b.

(** Pieces of a kind, promoted ones counted as what they were. *)
Definition is_of_kind (k : kind) (_ : square) (x : content) : bool :=
  match x with Piece _ k' => kind_beq (unpromoted k') k | _ => false end.

(** On the board and in both hands together. *)
Definition in_play (p : position) (k : kind) : nat :=
  count (is_of_kind k) (on_board p) + held (black_hand p) k + held (white_hand p) k.

Definition in_full_set (k : kind) : nat :=
  match k with
  | Rook | Bishop => 2
  | Gold | Silver | Knight | Lance => 4
  | Pawn => 18
  | _ => 0
  end.

Definition is_pawn_on_file (c : side) (f : file) (s : square) (x : content) : bool :=
  file_beq (file_of s) f && content_eqb x (Piece c Pawn).

Definition is_dead (s : square) (x : content) : bool :=
  match x with Piece c k => dead_end c k s | _ => false end.

Inductive fault := NoKing | ManyKings | TooMany | TwoPawns | DeadPiece | KingCanBeCaptured.

Definition has_fault (p : position) (x : fault) : bool :=
  let b := on_board p in
  match x with
  | NoKing => (kings b Black + kings b White =? 0)%nat
  | ManyKings => existsb (fun c => 1 <? kings b c) [Black; White]
  | TooMany => existsb (fun k => in_full_set k <? in_play p k) hand_kinds
  | TwoPawns => existsb (fun c => existsb (fun f => 1 <? count (is_pawn_on_file c f) b) files) [Black; White]
  | DeadPiece => negb (count is_dead b =? 0)%nat
  | KingCanBeCaptured => in_check b (opponent (turn p))
  end.

Definition faults : list fault := [NoKing; ManyKings; TooMany; TwoPawns; DeadPiece; KingCanBeCaptured].

(** A diagram without faults is a position. *)
Definition faultless (p : position) : Prop := forall x, has_fault p x = false.
