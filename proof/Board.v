(** * The board, the pieces, the hands (docs/RULES.md, sections 1, 2 and 4)

    Only what stands where. How pieces move is in Moves.v. *)

From Coq Require Import Bool List.
Import ListNotations.

(** ** Sides and squares: RULES 1 *)

Inductive side := Black | White.

Definition opponent (c : side) : side :=
  match c with Black => White | White => Black end.

(** Files 1 to 9 from right to left, ranks a to i from top to bottom, as seen by Black. *)
Inductive file := f1 | f2 | f3 | f4 | f5 | f6 | f7 | f8 | f9.
Inductive rank := ra | rb | rc | rd | re | rf | rg | rh | ri.

Record square := Sq { file_of : file; rank_of : rank }.

Definition files : list file := [f9; f8; f7; f6; f5; f4; f3; f2; f1].
Definition ranks : list rank := [ra; rb; rc; rd; re; rf; rg; rh; ri].

(** All squares in the order in which SFEN is read: 9a to 1a, 9b to 1b, and so on to 1i. *)
Definition squares : list square :=
  flat_map (fun r => map (fun f => Sq f r) files) ranks.

(** ** Pieces: RULES 2 *)

Inductive kind :=
  | King | Rook | Bishop | Gold | Silver | Knight | Lance | Pawn
  | Dragon | Horse | PromotedSilver | PromotedKnight | PromotedLance | Tokin.

Definition promoted (k : kind) : option kind :=
  match k with
  | Rook => Some Dragon
  | Bishop => Some Horse
  | Silver => Some PromotedSilver
  | Knight => Some PromotedKnight
  | Lance => Some PromotedLance
  | Pawn => Some Tokin
  | _ => None
  end.

Definition unpromoted (k : kind) : kind :=
  match k with
  | Dragon => Rook
  | Horse => Bishop
  | PromotedSilver => Silver
  | PromotedKnight => Knight
  | PromotedLance => Lance
  | Tokin => Pawn
  | _ => k
  end.

(** What a square holds: nothing, a stone (which belongs to nobody), or a piece of a side. *)
Inductive content := Empty | Stone | Piece (c : side) (k : kind).

(** ** Equality, as a program decides it *)

Scheme Equality for side.
Scheme Equality for file.
Scheme Equality for rank.
Scheme Equality for kind.

Definition square_eqb (s t : square) : bool :=
  rank_beq (rank_of s) (rank_of t) && file_beq (file_of s) (file_of t).

Definition content_eqb (x y : content) : bool :=
  match x, y with
  | Empty, Empty => true
  | Stone, Stone => true
  | Piece c k, Piece c' k' => side_beq c c' && kind_beq k k'
  | _, _ => false
  end.

Lemma side_beq_eq c d : side_beq c d = true <-> c = d.
Proof. split; [apply internal_side_dec_bl | apply internal_side_dec_lb]. Qed.

Lemma kind_beq_eq k l : kind_beq k l = true <-> k = l.
Proof. split; [apply internal_kind_dec_bl | apply internal_kind_dec_lb]. Qed.

Lemma square_eqb_eq s t : square_eqb s t = true <-> s = t.
Proof.
  destruct s as [f r], t as [f' r']; unfold square_eqb; simpl.
  rewrite andb_true_iff. split.
  - intros [Hr Hf]. apply internal_rank_dec_bl in Hr. apply internal_file_dec_bl in Hf. congruence.
  - intros H; inversion H; split; [now apply internal_rank_dec_lb | now apply internal_file_dec_lb].
Qed.

Lemma square_eq_dec (s t : square) : {s = t} + {s <> t}.
Proof.
  destruct (square_eqb s t) eqn:E; [left | right]; rewrite <- square_eqb_eq; congruence.
Defined.

Lemma content_eqb_eq x y : content_eqb x y = true <-> x = y.
Proof.
  destruct x, y; simpl; split; try congruence.
  - rewrite andb_true_iff, side_beq_eq, kind_beq_eq. intros [-> ->]; reflexivity.
  - intros H; inversion H. rewrite andb_true_iff, side_beq_eq, kind_beq_eq. auto.
Qed.

Lemma opponent_opponent c : opponent (opponent c) = c.
Proof. now destruct c. Qed.

Lemma opponent_not_self c : opponent c <> c.
Proof. now destruct c. Qed.

Lemma in_squares s : In s squares.
Proof.
  destruct s as [f r]. unfold squares. apply in_flat_map. exists r. split.
  - destruct r; simpl; tauto.
  - apply (in_map (fun f => Sq f r)). destruct f; simpl; tauto.
Qed.

(** ** The board: nine ranks of nine squares

    Written out field by field, so that a square is read in two steps and changed by copying one rank. *)

Record row := Row { c9 : content; c8 : content; c7 : content; c6 : content; c5 : content;
                    c4 : content; c3 : content; c2 : content; c1 : content }.

Record board := Board { rowa : row; rowb : row; rowc : row; rowd : row; rowe : row;
                        rowf : row; rowg : row; rowh : row; rowi : row }.

Definition row_get (x : row) (f : file) : content :=
  match f with
  | f1 => c1 x | f2 => c2 x | f3 => c3 x | f4 => c4 x | f5 => c5 x
  | f6 => c6 x | f7 => c7 x | f8 => c8 x | f9 => c9 x
  end.

Definition row_put (x : row) (f : file) (v : content) : row :=
  let '(Row x9 x8 x7 x6 x5 x4 x3 x2 x1) := x in
  match f with
  | f9 => Row v x8 x7 x6 x5 x4 x3 x2 x1
  | f8 => Row x9 v x7 x6 x5 x4 x3 x2 x1
  | f7 => Row x9 x8 v x6 x5 x4 x3 x2 x1
  | f6 => Row x9 x8 x7 v x5 x4 x3 x2 x1
  | f5 => Row x9 x8 x7 x6 v x4 x3 x2 x1
  | f4 => Row x9 x8 x7 x6 x5 v x3 x2 x1
  | f3 => Row x9 x8 x7 x6 x5 x4 v x2 x1
  | f2 => Row x9 x8 x7 x6 x5 x4 x3 v x1
  | f1 => Row x9 x8 x7 x6 x5 x4 x3 x2 v
  end.

Definition board_row (b : board) (r : rank) : row :=
  match r with
  | ra => rowa b | rb => rowb b | rc => rowc b | rd => rowd b | re => rowe b
  | rf => rowf b | rg => rowg b | rh => rowh b | ri => rowi b
  end.

Definition board_with (b : board) (r : rank) (x : row) : board :=
  let '(Board a b c d e f g h i) := b in
  match r with
  | ra => Board x b c d e f g h i
  | rb => Board a x c d e f g h i
  | rc => Board a b x d e f g h i
  | rd => Board a b c x e f g h i
  | re => Board a b c d x f g h i
  | rf => Board a b c d e x g h i
  | rg => Board a b c d e f x h i
  | rh => Board a b c d e f g x i
  | ri => Board a b c d e f g h x
  end.

(** What stands on a square, and the board with something else there. *)
Definition get (b : board) (s : square) : content :=
  row_get (board_row b (rank_of s)) (file_of s).

Definition put (b : board) (s : square) (v : content) : board :=
  board_with b (rank_of s) (row_put (board_row b (rank_of s)) (file_of s) v).

Definition empty_row : row := Row Empty Empty Empty Empty Empty Empty Empty Empty Empty.

Definition empty_board : board :=
  Board empty_row empty_row empty_row empty_row empty_row empty_row empty_row empty_row empty_row.

Lemma row_get_put_same x f v : row_get (row_put x f v) f = v.
Proof. now destruct x, f. Qed.

Lemma row_get_put_other x f f' v : f <> f' -> row_get (row_put x f v) f' = row_get x f'.
Proof. destruct x, f, f'; simpl; congruence. Qed.

Lemma board_row_with_same b r x : board_row (board_with b r x) r = x.
Proof. now destruct b, r. Qed.

Lemma board_row_with_other b r r' x : r <> r' -> board_row (board_with b r x) r' = board_row b r'.
Proof. destruct b, r, r'; simpl; congruence. Qed.

Lemma get_put_same b s v : get (put b s v) s = v.
Proof. unfold get, put. now rewrite board_row_with_same, row_get_put_same. Qed.

Lemma get_put_other b s t v : s <> t -> get (put b s v) t = get b t.
Proof.
  destruct s as [f r], t as [f' r']. intros H. unfold get, put; simpl.
  destruct (rank_eq_dec r r') as [-> | Hr].
  - rewrite board_row_with_same. apply row_get_put_other. congruence.
  - now rewrite board_row_with_other.
Qed.

Definition row_eqb (x y : row) : bool :=
  content_eqb (c9 x) (c9 y) && content_eqb (c8 x) (c8 y) && content_eqb (c7 x) (c7 y) &&
  content_eqb (c6 x) (c6 y) && content_eqb (c5 x) (c5 y) && content_eqb (c4 x) (c4 y) &&
  content_eqb (c3 x) (c3 y) && content_eqb (c2 x) (c2 y) && content_eqb (c1 x) (c1 y).

Definition board_eqb (b d : board) : bool :=
  row_eqb (rowa b) (rowa d) && row_eqb (rowb b) (rowb d) && row_eqb (rowc b) (rowc d) &&
  row_eqb (rowd b) (rowd d) && row_eqb (rowe b) (rowe d) && row_eqb (rowf b) (rowf d) &&
  row_eqb (rowg b) (rowg d) && row_eqb (rowh b) (rowh d) && row_eqb (rowi b) (rowi d).

Lemma row_eqb_eq x y : row_eqb x y = true -> x = y.
Proof.
  destruct x, y. unfold row_eqb; simpl. rewrite !andb_true_iff, !content_eqb_eq. intuition congruence.
Qed.

Lemma board_eqb_eq b d : board_eqb b d = true -> b = d.
Proof.
  destruct b, d. unfold board_eqb; simpl. rewrite !andb_true_iff.
  intros H. repeat match type of H with _ /\ _ => destruct H as [H ?] end.
  repeat match goal with E : row_eqb _ _ = true |- _ => apply row_eqb_eq in E end.
  congruence.
Qed.

(** ** Hands: RULES 4 *)

Record hand := Hand { rooks : nat; bishops : nat; golds : nat; silvers : nat;
                      knights : nat; lances : nat; pawns : nat }.

Definition empty_hand : hand := Hand 0 0 0 0 0 0 0.

(** The kinds that can be held, in the order R B G S N L P. *)
Definition hand_kinds : list kind := [Rook; Bishop; Gold; Silver; Knight; Lance; Pawn].

Definition held (h : hand) (k : kind) : nat :=
  match k with
  | Rook => rooks h | Bishop => bishops h | Gold => golds h | Silver => silvers h
  | Knight => knights h | Lance => lances h | Pawn => pawns h
  | _ => 0
  end.

(** A hand with one number changed. Kings and promoted kinds are never held. *)
Definition change (f : nat -> nat) (k : kind) (h : hand) : hand :=
  let '(Hand r b g s n l p) := h in
  match k with
  | Rook => Hand (f r) b g s n l p
  | Bishop => Hand r (f b) g s n l p
  | Gold => Hand r b (f g) s n l p
  | Silver => Hand r b g (f s) n l p
  | Knight => Hand r b g s (f n) l p
  | Lance => Hand r b g s n (f l) p
  | Pawn => Hand r b g s n l (f p)
  | _ => h
  end.

Definition gain : kind -> hand -> hand := change S.
Definition lose : kind -> hand -> hand := change pred.

(** ** A diagram: board, two hands, side to move *)

Record position := Position { on_board : board; black_hand : hand; white_hand : hand; turn : side }.

Definition hand_of (p : position) (c : side) : hand :=
  match c with Black => black_hand p | White => white_hand p end.
