(** * How pieces move, and which moves are legal (docs/RULES.md, sections 2, 3, 5, 6, 7)

    Everything is a boolean function, so that the same text can be read, proved about and run. *)

From Coq Require Import Bool List.
From Tsumugi Require Import Board.
Import ListNotations.

(** ** Directions: RULES 1 and 2

    Relative to the owner of the piece. [JumpLeft] and [JumpRight] are the knight's. *)

Inductive direction :=
  | Ahead | Back | Left | Right | AheadLeft | AheadRight | BackLeft | BackRight
  | JumpLeft | JumpRight.

Definition higher_file (f : file) : option file :=
  match f with
  | f1 => Some f2 | f2 => Some f3 | f3 => Some f4 | f4 => Some f5 | f5 => Some f6
  | f6 => Some f7 | f7 => Some f8 | f8 => Some f9 | f9 => None
  end.

Definition lower_file (f : file) : option file :=
  match f with
  | f1 => None | f2 => Some f1 | f3 => Some f2 | f4 => Some f3 | f5 => Some f4
  | f6 => Some f5 | f7 => Some f6 | f8 => Some f7 | f9 => Some f8
  end.

Definition upper_rank (r : rank) : option rank :=
  match r with
  | ra => None | rb => Some ra | rc => Some rb | rd => Some rc | re => Some rd
  | rf => Some re | rg => Some rf | rh => Some rg | ri => Some rh
  end.

Definition lower_rank (r : rank) : option rank :=
  match r with
  | ra => Some rb | rb => Some rc | rc => Some rd | rd => Some re | re => Some rf
  | rf => Some rg | rg => Some rh | rh => Some ri | ri => None
  end.

(** Black plays towards rank a and has file 9 on its left; for White all is turned upside down. *)
Definition ahead (c : side) : rank -> option rank :=
  match c with Black => upper_rank | White => lower_rank end.

Definition left (c : side) : file -> option file :=
  match c with Black => higher_file | White => lower_file end.

Definition at_ (f : option file) (r : option rank) : option square :=
  match f, r with Some f, Some r => Some (Sq f r) | _, _ => None end.

Definition ahead_twice (c : side) (r : rank) : option rank :=
  match ahead c r with Some r' => ahead c r' | None => None end.

(** The next square in a direction, if there is one. *)
Definition next (c : side) (d : direction) (s : square) : option square :=
  let '(Sq f r) := s in
  let ahead_r := ahead c r in
  let back_r := ahead (opponent c) r in
  let left_f := left c f in
  let right_f := left (opponent c) f in
  match d with
  | Ahead => at_ (Some f) ahead_r
  | Back => at_ (Some f) back_r
  | Left => at_ left_f (Some r)
  | Right => at_ right_f (Some r)
  | AheadLeft => at_ left_f ahead_r
  | AheadRight => at_ right_f ahead_r
  | BackLeft => at_ left_f back_r
  | BackRight => at_ right_f back_r
  | JumpLeft => at_ left_f (ahead_twice c r)
  | JumpRight => at_ right_f (ahead_twice c r)
  end.

(** ** The table of RULES 2: in which directions a piece steps (or jumps), in which it slides *)

Definition orthogonal := [Ahead; Back; Left; Right].
Definition diagonal := [AheadLeft; AheadRight; BackLeft; BackRight].
Definition gold_steps := [Ahead; AheadLeft; AheadRight; Left; Right; Back].

Definition steps (k : kind) : list direction :=
  match k with
  | King => orthogonal ++ diagonal
  | Rook | Bishop | Lance => []
  | Gold | PromotedSilver | PromotedKnight | PromotedLance | Tokin => gold_steps
  | Silver => Ahead :: diagonal
  | Knight => [JumpLeft; JumpRight]
  | Pawn => [Ahead]
  | Dragon => diagonal
  | Horse => orthogonal
  end.

Definition slides (k : kind) : list direction :=
  match k with
  | Rook | Dragon => orthogonal
  | Bishop | Horse => diagonal
  | Lance => [Ahead]
  | _ => []
  end.

(** A step or jump attacks its square whatever stands there, a stone excepted. *)
Definition step_targets (b : board) (c : side) (s : square) (d : direction) : list square :=
  match next c d s with
  | None => []
  | Some t => match get b t with Stone => [] | _ => [t] end
  end.

(** A slide goes over empty squares and ends on the first piece, or before a stone or the edge. Eight
    squares are as far as it can go. *)
Fixpoint slide (n : nat) (b : board) (c : side) (d : direction) (s : square) : list square :=
  match n with
  | 0 => []
  | S n =>
    match next c d s with
    | None => []
    | Some t =>
      match get b t with
      | Stone => []
      | Empty => t :: slide n b c d t
      | Piece _ _ => [t]
      end
    end
  end.

Definition slide_targets (b : board) (c : side) (s : square) (d : direction) : list square :=
  slide 8 b c d s.

(** The squares that a piece of this side and kind attacks from a square: RULES 2. *)
Definition targets (b : board) (c : side) (k : kind) (s : square) : list square :=
  flat_map (step_targets b c s) (steps k) ++ flat_map (slide_targets b c s) (slides k).

Definition attacks (b : board) (c : side) (k : kind) (s t : square) : bool :=
  existsb (square_eqb t) (targets b c k s).

(** ** Check: RULES 6 *)

Definition attacked_by (b : board) (c : side) (t : square) : bool :=
  existsb (fun s => match get b s with
                    | Piece c' k => side_beq c' c && attacks b c k s t
                    | _ => false
                    end) squares.

(** Some king of this side is attacked by the other side; never if there is none. *)
Definition in_check (b : board) (c : side) : bool :=
  existsb (fun t => content_eqb (get b t) (Piece c King) && attacked_by b (opponent c) t) squares.

(** ** Promotion and dead ends: RULES 3 *)

(** The three far ranks of a side. *)
Definition in_zone (c : side) (s : square) : bool :=
  match c, rank_of s with
  | Black, (ra | rb | rc) => true
  | White, (rg | rh | ri) => true
  | _, _ => false
  end.

Definition far_rank (c : side) (s : square) : bool :=
  match c, rank_of s with
  | Black, ra => true
  | White, ri => true
  | _, _ => false
  end.

Definition two_far_ranks (c : side) (s : square) : bool :=
  match c, rank_of s with
  | Black, (ra | rb) => true
  | White, (rh | ri) => true
  | _, _ => false
  end.

(** Where the piece could never move again (行き所のない駒). *)
Definition dead_end (c : side) (k : kind) (s : square) : bool :=
  match k with
  | Pawn | Lance => far_rank c s
  | Knight => two_far_ranks c s
  | _ => false
  end.

(** ** Moves: RULES 3, 5 and 11 *)

Inductive move :=
  | Move (from to : square) (promote : bool)
  | Drop (k : kind) (to : square).

(** A piece may land where no piece of its own side, no stone and no king stands. *)
Definition may_land (b : board) (c : side) (t : square) : bool :=
  match get b t with
  | Empty => true
  | Stone => false
  | Piece c' k => side_beq c' (opponent c) && negb (kind_beq k King)
  end.

Definition may_promote (c : side) (k : kind) (from to : square) : bool :=
  match promoted k with
  | Some _ => in_zone c from || in_zone c to
  | None => false
  end.

(** RULES 3, without the question of the own king's safety. *)
Definition may_move (b : board) (c : side) (from to : square) (promote : bool) : bool :=
  match get b from with
  | Piece c' k =>
    side_beq c' c && attacks b c k from to && may_land b c to &&
    (if promote then may_promote c k from to else negb (dead_end c k to))
  | _ => false
  end.

(** Two pawns (二歩): RULES 5. *)
Definition has_pawn_on_file (b : board) (c : side) (f : file) : bool :=
  existsb (fun r => content_eqb (get b (Sq f r)) (Piece c Pawn)) ranks.

(** RULES 5 for a piece that is held, without pawn-drop mate and the own king's safety. *)
Definition may_drop (b : board) (c : side) (k : kind) (to : square) : bool :=
  content_eqb (get b to) Empty && negb (dead_end c k to) &&
  negb (kind_beq k Pawn && has_pawn_on_file b c (file_of to)).

Definition holds (h : hand) (k : kind) : bool :=
  match held h k with 0 => false | S _ => true end.

(** What RULES 3 to 5 allow, pawn-drop mate and the own king's safety aside. *)
Definition allowed (p : position) (m : move) : bool :=
  match m with
  | Move from to promote => may_move (on_board p) (turn p) from to promote
  | Drop k to => holds (hand_of p (turn p)) k && may_drop (on_board p) (turn p) k to
  end.

(** ** Playing a move: RULES 3, 4 and 5 *)

Definition lands_as (k : kind) (promote : bool) : kind :=
  if promote then match promoted k with Some k' => k' | None => k end else k.

Definition board_after (b : board) (c : side) (m : move) : board :=
  match m with
  | Move from to promote =>
    match get b from with
    | Piece c' k => put (put b from Empty) to (Piece c' (lands_as k promote))
    | _ => b
    end
  | Drop k to => put b to (Piece c k)
  end.

(** The hand of the side that moved: a captured piece is added unpromoted, a dropped one is taken off. *)
Definition hand_after (b : board) (h : hand) (m : move) : hand :=
  match m with
  | Move _ to _ =>
    match get b to with
    | Piece _ k => gain (unpromoted k) h
    | _ => h
    end
  | Drop k _ => lose k h
  end.

Definition play (p : position) (m : move) : position :=
  let b := on_board p in
  match turn p with
  | Black => Position (board_after b Black m) (hand_after b (black_hand p) m) (white_hand p) White
  | White => Position (board_after b White m) (black_hand p) (hand_after b (white_hand p) m) Black
  end.

(** ** Legal moves: RULES 6 and 7 *)

(** The move does not leave the mover's own king in check. *)
Definition safe (b : board) (c : side) (m : move) : bool :=
  negb (in_check (board_after b c m) c).

(** Every move on the board that can be written, in canonical order. *)
Definition all_board_moves : list move :=
  flat_map (fun from => flat_map (fun to => [Move from to false; Move from to true]) squares) squares.

Definition all_drops : list move :=
  flat_map (fun k => map (Drop k) squares) hand_kinds.

Definition may_play_on_board (b : board) (c : side) (m : move) : bool :=
  match m with
  | Move from to promote => may_move b c from to promote && safe b c m
  | Drop _ _ => false
  end.

(** Pawn-drop mate (打ち歩詰め): after the drop the opponent is in check and no move on the board answers it.
    RULES 7 asks whether there is a legal reply of any sort; PawnDrop.v proves that this is the same. *)
Definition pawn_drop_mate (b : board) (c : side) (m : move) : bool :=
  match m with
  | Drop Pawn _ =>
    let b' := board_after b c m in
    in_check b' (opponent c) &&
    negb (existsb (may_play_on_board b' (opponent c)) all_board_moves)
  | _ => false
  end.

Definition legal (p : position) (m : move) : bool :=
  allowed p m && safe (on_board p) (turn p) m && negb (pawn_drop_mate (on_board p) (turn p) m).

(** All legal moves, in canonical order: moves on the board before drops. *)
Definition legal_moves (p : position) : list move :=
  filter (legal p) (all_board_moves ++ all_drops).

(** A side to move is mated (詰み) if it is in check and has no legal move: RULES 6. *)
Definition mated (p : position) : Prop :=
  in_check (on_board p) (turn p) = true /\ forall m, legal p m = false.

(** ** First facts *)

Lemma turn_play p m : turn (play p m) = opponent (turn p).
Proof. unfold play. now destruct (turn p). Qed.

Lemma board_play p m : on_board (play p m) = board_after (on_board p) (turn p) m.
Proof. unfold play. now destruct (turn p). Qed.

Lemma hand_play_mover p m :
  hand_of (play p m) (turn p) = hand_after (on_board p) (hand_of p (turn p)) m.
Proof. unfold play. now destruct (turn p). Qed.

Lemma hand_play_other p m :
  hand_of (play p m) (opponent (turn p)) = hand_of p (opponent (turn p)).
Proof. unfold play. now destruct (turn p). Qed.

Lemma in_all_board_moves from to promote : In (Move from to promote) all_board_moves.
Proof.
  unfold all_board_moves. apply in_flat_map. exists from. split; [apply in_squares |].
  apply in_flat_map. exists to. split; [apply in_squares |]. destruct promote; simpl; auto.
Qed.

Lemma holds_hand_kind h k : holds h k = true -> In k hand_kinds.
Proof. unfold holds. destruct k; simpl; try discriminate; tauto. Qed.

(** The list of legal moves has exactly the legal moves. *)
Lemma in_legal_moves p m : In m (legal_moves p) <-> legal p m = true.
Proof.
  unfold legal_moves. rewrite filter_In. split; [tauto |]. intros H. split; [| exact H].
  apply in_or_app. destruct m as [from to promote | k to].
  - left. apply in_all_board_moves.
  - right. unfold legal, allowed in H. apply andb_prop in H as [H _]. apply andb_prop in H as [H _].
    apply andb_prop in H as [H _]. apply holds_hand_kind in H.
    unfold all_drops. apply in_flat_map. exists k. split; [exact H |]. apply in_map. apply in_squares.
Qed.
