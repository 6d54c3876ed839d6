(** * Lists of moves, made quickly

    The same moves as [legal_moves] of Moves.v, in the same order, without trying all that can be written. *)

From Coq Require Import Bool List Arith Lia.
From Tsumugi Require Import Board Moves Game PawnDrop Lines.
Import ListNotations.

Opaque squares all_board_moves in_check.

(** ** Squares in the order of SFEN *)

Definition rank_index (r : rank) : nat :=
  match r with ra => 0 | rb => 1 | rc => 2 | rd => 3 | re => 4 | rf => 5 | rg => 6 | rh => 7 | ri => 8 end.

Definition file_index (f : file) : nat :=
  match f with f9 => 0 | f8 => 1 | f7 => 2 | f6 => 3 | f5 => 4 | f4 => 5 | f3 => 6 | f2 => 7 | f1 => 8 end.

Definition comes_first (s t : square) : bool :=
  if rank_beq (rank_of s) (rank_of t) then Nat.leb (file_index (file_of s)) (file_index (file_of t))
  else Nat.leb (rank_index (rank_of s)) (rank_index (rank_of t)).

Fixpoint insert (s : square) (l : list square) : list square :=
  match l with
  | [] => [s]
  | t :: l' => if comes_first s t then s :: l else t :: insert s l'
  end.

Definition sort (l : list square) : list square := fold_right insert [] l.

Lemma in_insert x s l : In x (insert s l) <-> s = x \/ In x l.
Proof.
  induction l as [| t l IH]; simpl; [tauto |]. destruct (comes_first s t); simpl; [tauto |]. rewrite IH. tauto.
Qed.

Lemma in_sort x l : In x (sort l) <-> In x l.
Proof. induction l as [| t l IH]; simpl; [tauto |]. now rewrite in_insert, IH. Qed.

(** ** Moves on the board *)

Definition end_of (m : move) : square := match m with Move _ to _ => to | Drop _ to => to end.

(** [safe], with the squares of the own kings known. *)
Definition is_safe (ks : list square) (b : board) (c : side) (m : move) : bool :=
  negb (in_check_at (end_of m :: ks) (board_after b c m) c).

Lemma is_safe_iff b c m : is_safe (king_squares b c) b c m = safe b c m.
Proof.
  unfold is_safe, safe. f_equal. apply in_check_at_iff.
  replace (end_of m :: king_squares b c)
    with (match m with Move _ to _ => to :: king_squares b c | Drop _ to => to :: king_squares b c end)
    by now destruct m.
  apply kings_after, king_squares_has.
Qed.

(** With and without promotion. *)
Definition landings (b : board) (c : side) (k : kind) (from to : square) : list move :=
  if may_land b c to then
    (if dead_end c k to then [] else [Move from to false]) ++
    (if may_promote c k from to then [Move from to true] else [])
  else [].

Definition moves_from (ks : list square) (b : board) (c : side) (from : square) : list move :=
  match get b from with
  | Piece c' k =>
    if side_beq c' c then
      filter (is_safe ks b c) (flat_map (landings b c k from) (sort (targets b c k from)))
    else []
  | _ => []
  end.

Definition board_moves (b : board) (c : side) : list move :=
  let ks := king_squares b c in
  flat_map (moves_from ks b c) squares.

Lemma in_landings b c k from to m :
  In m (landings b c k from to) <->
  exists promote, m = Move from to promote /\ may_land b c to = true /\
                  (if promote then may_promote c k from to else negb (dead_end c k to)) = true.
Proof.
  unfold landings. destruct (may_land b c to).
  - rewrite in_app_iff. split.
    + intros [I | I].
      * destruct (dead_end c k to) eqn:D; [destruct I |]. destruct I as [<- | []]. exists false. auto.
      * destruct (may_promote c k from to) eqn:D; [| destruct I]. destruct I as [<- | []]. exists true. auto.
    + intros ([] & -> & _ & D).
      * right. rewrite D. now left.
      * left. apply negb_true_iff in D. rewrite D. now left.
  - split; [intros [] |]. intros (promote & _ & H & _). discriminate.
Qed.

Theorem in_board_moves b c m : In m (board_moves b c) <-> may_play_on_board b c m = true.
Proof.
  unfold board_moves. rewrite in_flat_map. unfold moves_from. split.
  - intros (from & _ & I). destruct (get b from) as [| | c' k] eqn:E; try destruct I.
    destruct (side_beq c' c) eqn:S; [| destruct I].
    apply filter_In in I as [I F]. rewrite is_safe_iff in F.
    apply in_flat_map in I as (to & It & I). apply in_landings in I as (promote & -> & L & P).
    apply in_sort, attacks_in in It. unfold may_play_on_board, may_move. now rewrite E, S, It, L, P, F.
  - destruct m as [from to promote |]; [| discriminate]. unfold may_play_on_board, may_move.
    destruct (get b from) as [| | c' k] eqn:E; try discriminate. rewrite !andb_true_iff.
    intros [[[[S A] L] P] F]. exists from. split; [apply in_squares |]. rewrite E, S.
    apply filter_In. rewrite is_safe_iff. split; auto. apply in_flat_map. exists to. split.
    + now apply in_sort, attacks_in.
    + apply in_landings. eauto.
Qed.

Definition none {A} (l : list A) : bool := match l with [] => true | _ => false end.

Lemma none_board_moves b c :
  none (board_moves b c) = negb (existsb (may_play_on_board b c) all_board_moves).
Proof.
  destruct (existsb _ all_board_moves) eqn:E; simpl.
  - apply existsb_exists in E as (m & _ & H). apply in_board_moves in H. destruct (board_moves b c); [destruct H | auto].
  - destruct (board_moves b c) as [| m l] eqn:B; auto.
    assert (H : In m (board_moves b c)) by (rewrite B; now left).
    apply in_board_moves in H.
    assert (T : existsb (may_play_on_board b c) all_board_moves = true).
    { apply existsb_exists. exists m. split; auto. destruct m; [apply in_all_board_moves | discriminate]. }
    congruence.
Qed.

(** ** Drops *)

(** To one's own king it does not matter which piece is dropped on a square. *)
Lemma slide_over_any n b x c k k' : forall d e s,
  slide n (put b x (Piece c k)) d e s = slide n (put b x (Piece c k')) d e s.
Proof.
  induction n as [| n IH]; intros d e s; simpl; auto. destruct (next d e s) as [u |]; auto.
  destruct (square_eq_dec x u) as [<- | N]; [now rewrite !get_put_same |].
  rewrite !get_put_other by auto. destruct (get b u); auto. now rewrite IH.
Qed.

Lemma targets_over_any b x c k k' d l s :
  targets (put b x (Piece c k)) d l s = targets (put b x (Piece c k')) d l s.
Proof.
  unfold targets. apply f_equal2; apply flat_map_ext; intros e.
  - unfold step_targets. destruct (next d e s) as [u |]; auto.
    destruct (square_eq_dec x u) as [<- | N]; [now rewrite !get_put_same | now rewrite !get_put_other].
  - apply slide_over_any.
Qed.

Lemma drop_safety_implied b c k k' x :
  k <> King -> in_check (put b x (Piece c k)) c = true -> in_check (put b x (Piece c k')) c = true.
Proof.
  intros K H. apply in_check_iff in H as (t & s & l & Et & Es & A). apply in_check_iff.
  assert (Nt : x <> t) by (intros <-; rewrite get_put_same in Et; congruence).
  assert (Ns : x <> s).
  { intros <-. rewrite get_put_same in Es. injection Es as E _. symmetry in E. now apply opponent_not_self in E. }
  rewrite get_put_other in Et, Es by auto. exists t, s, l. rewrite !get_put_other by auto. split; [exact Et |]. split; [exact Es |].
  apply attacks_in. apply attacks_in in A. now rewrite (targets_over_any b x c k' k).
Qed.

Lemma drop_safety_same b c k k' x :
  k <> King -> k' <> King -> in_check (put b x (Piece c k)) c = in_check (put b x (Piece c k')) c.
Proof.
  intros K K'. apply eq_true_iff_eq. split; now apply drop_safety_implied.
Qed.

Lemma drop_stays_safe b c k x :
  k <> King -> get b x = Empty -> in_check b c = false -> in_check (put b x (Piece c k)) c = false.
Proof.
  intros K E No. destruct (in_check (put b x (Piece c k)) c) eqn:H; auto.
  apply in_check_iff in H as (t & s & l & Et & Es & A).
  assert (Nt : x <> t) by (intros <-; rewrite get_put_same in Et; congruence).
  assert (Ns : x <> s).
  { intros <-. rewrite get_put_same in Es. injection Es as E' _. symmetry in E'. now apply opponent_not_self in E'. }
  rewrite get_put_other in Et, Es by auto. apply drop_opens_no_line in A; auto.
  rewrite <- No. symmetry. apply in_check_iff. eauto 6.
Qed.

(** Empty squares on which a drop leaves the own king safe. *)
Definition safe_squares (b : board) (c : side) : list square :=
  let ks := king_squares b c in
  let empty := filter (fun x => content_eqb (get b x) Empty) squares in
  if in_check_at ks b c then filter (fun x => is_safe ks b c (Drop Pawn x)) empty else empty.

Lemma in_safe_squares b c k x :
  k <> King -> In x (safe_squares b c) <-> get b x = Empty /\ safe b c (Drop k x) = true.
Proof.
  intros K. unfold safe_squares. rewrite in_check_at_iff by apply king_squares_has.
  destruct (in_check b c) eqn:C.
  - rewrite !filter_In, is_safe_iff, content_eqb_eq. unfold safe. simpl.
    rewrite (drop_safety_same b c Pawn k) by (auto; discriminate).
    assert (In x squares) by apply in_squares. tauto.
  - rewrite filter_In, content_eqb_eq. unfold safe. simpl. split.
    + intros [_ E]. split; auto. now rewrite drop_stays_safe.
    + intros [E _]. split; auto. apply in_squares.
Qed.

(** [pawn_drop_mate], with the squares of the opponent's kings known. *)
Definition is_pawn_drop_mate (ks : list square) (b : board) (c : side) (m : move) : bool :=
  match m with
  | Drop Pawn _ =>
    let b' := board_after b c m in
    in_check_at ks b' (opponent c) && none (board_moves b' (opponent c))
  | _ => false
  end.

Lemma is_pawn_drop_mate_iff b c m :
  is_pawn_drop_mate (king_squares b (opponent c)) b c m = pawn_drop_mate b c m.
Proof.
  destruct m as [| k x]; auto. destruct k; auto. unfold is_pawn_drop_mate, pawn_drop_mate.
  rewrite none_board_moves. f_equal. apply in_check_at_iff. intros t. simpl.
  destruct (square_eq_dec x t) as [<- | N]; [rewrite get_put_same; discriminate |].
  rewrite get_put_other by auto. apply king_squares_has.
Qed.

Definition drops (b : board) (c : side) (h : hand) : list move :=
  let ks := king_squares b (opponent c) in
  let safe := safe_squares b c in
  flat_map (fun k =>
    if holds h k then
      filter (fun m => negb (is_pawn_drop_mate ks b c m)) (map (Drop k) (filter (may_drop b c k) safe))
    else []) hand_kinds.

Lemma no_king_in_hand k : In k hand_kinds -> k <> King.
Proof. intros I ->. simpl in I. intuition discriminate. Qed.

Theorem in_drops p m :
  In m (drops (on_board p) (turn p) (hand_of p (turn p))) <->
  legal p m = true /\ match m with Drop _ _ => True | Move _ _ _ => False end.
Proof.
  unfold drops. rewrite in_flat_map. split.
  - intros (k & Ik & I). destruct (holds _ k) eqn:Hk; [| destruct I].
    apply filter_In in I as [I P]. rewrite is_pawn_drop_mate_iff in P.
    apply in_map_iff in I as (x & <- & I). apply filter_In in I as [I D].
    apply (in_safe_squares _ _ k) in I as [_ S]; [| now apply no_king_in_hand].
    repeat split; auto. unfold legal, allowed. now rewrite Hk, D, S, P.
  - destruct m as [| k x]; [tauto |]. intros (L & _). unfold legal, allowed in L.
    rewrite !andb_true_iff in L. destruct L as [[[Hk D] S] P].
    assert (Ik : In k hand_kinds) by (eapply holds_hand_kind; eauto).
    exists k. split; auto. rewrite Hk. apply filter_In. rewrite is_pawn_drop_mate_iff. split; auto.
    apply in_map, filter_In. split; auto. apply (in_safe_squares _ _ k); [now apply no_king_in_hand |]. split; auto.
    unfold may_drop in D. rewrite !andb_true_iff in D. now apply content_eqb_eq.
Qed.

(** ** What the checker uses *)

Definition moves (p : position) : list move :=
  board_moves (on_board p) (turn p) ++ drops (on_board p) (turn p) (hand_of p (turn p)).

Theorem in_moves p m : In m (moves p) <-> legal p m = true.
Proof.
  unfold moves. rewrite in_app_iff, in_board_moves, in_drops. destruct m as [f t pr | k x].
  - rewrite legal_on_board. tauto.
  - simpl. intuition discriminate.
Qed.

Definition has_move (p : position) : bool :=
  negb (none (board_moves (on_board p) (turn p))) ||
  negb (none (drops (on_board p) (turn p) (hand_of p (turn p)))).

Theorem has_move_iff p : has_move p = true <-> exists m, legal p m = true.
Proof.
  assert (E : has_move p = negb (none (moves p))).
  { unfold has_move, moves. destruct (board_moves _ _); auto. }
  rewrite E. destruct (moves p) as [| m l] eqn:M; simpl.
  - split; [discriminate |]. intros [m L]. apply in_moves in L. rewrite M in L. destruct L.
  - split; auto. intros _. exists m. apply in_moves. rewrite M. now left.
Qed.

Definition checked (p : position) : bool :=
  in_check_at (king_squares (on_board p) (turn p)) (on_board p) (turn p).

Lemma checked_iff p : checked p = in_check (on_board p) (turn p).
Proof. apply in_check_at_iff, king_squares_has. Qed.

Definition is_legal (p : position) (m : move) : bool :=
  let b := on_board p in
  let c := turn p in
  allowed p m && is_safe (king_squares b c) b c m &&
  negb (is_pawn_drop_mate (king_squares b (opponent c)) b c m).

Lemma is_legal_iff p m : is_legal p m = legal p m.
Proof. unfold is_legal, legal. now rewrite is_safe_iff, is_pawn_drop_mate_iff. Qed.

(** The legal moves that give check. *)
Definition checks (p : position) : list move :=
  let b := on_board p in
  let c := turn p in
  let ks := king_squares b (opponent c) in
  filter (fun m => in_check_at (end_of m :: ks) (board_after b c m) (opponent c)) (moves p).

Theorem in_checks p m : In m (checks p) <-> legal p m = true /\ gives_check p m.
Proof.
  unfold checks. rewrite filter_In, in_moves. unfold gives_check. rewrite board_play.
  rewrite in_check_at_iff; [tauto |].
  replace (end_of m :: king_squares (on_board p) (opponent (turn p)))
    with (match m with Move _ to _ => to :: king_squares (on_board p) (opponent (turn p))
                     | Drop _ to => to :: king_squares (on_board p) (opponent (turn p)) end) by now destruct m.
  apply kings_after, king_squares_has.
Qed.
