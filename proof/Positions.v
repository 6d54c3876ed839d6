(** * Legal moves lead from positions to positions (docs/RULES.md, sections 8 and 9)

    None of the six faults comes up by a legal move, and the pieces in play stay the same. The theorem of Sound.v does
    not need this; it shows that the definitions fit together as RULES says. *)

From Coq Require Import Bool List Arith Lia.
From Tsumugi Require Import Board Moves PawnDrop Faults.
Import ListNotations.

(** ** Counting squares *)

Definition one (x : bool) : nat := if x then 1 else 0.

Lemma squares_differ : NoDup squares.
Proof.
  replace squares with (nodup square_eq_dec squares) by (vm_compute; reflexivity). apply NoDup_nodup.
Qed.

Opaque squares all_board_moves in_check.

Lemma filter_put_outside (f : square -> content -> bool) b x v l : ~ In x l ->
  filter (fun s => f s (get (put b x v) s)) l = filter (fun s => f s (get b s)) l.
Proof.
  intros N. apply filter_ext_in. intros s I. rewrite get_put_other; auto. intros ->. auto.
Qed.

Lemma filter_put (f : square -> content -> bool) b x v l : NoDup l -> In x l ->
  length (filter (fun s => f s (get (put b x v) s)) l) + one (f x (get b x)) =
  length (filter (fun s => f s (get b s)) l) + one (f x v).
Proof.
  induction l as [| s l IH]; intros D I; [destruct I |]. inversion D as [| s' l' Ns Dl]; subst s' l'.
  cbn [filter]. destruct (square_eq_dec x s) as [<- | N].
  - rewrite get_put_same, filter_put_outside by auto.
    destruct (f x v), (f x (get b x)); cbn [length one]; lia.
  - destruct I as [E | I]; [congruence |]. rewrite get_put_other by auto.
    specialize (IH Dl I). destruct (f s (get b s)); cbn [length]; lia.
Qed.

Lemma count_put f b x v : count f (put b x v) + one (f x (get b x)) = count f b + one (f x v).
Proof. apply filter_put; [apply squares_differ | apply in_squares]. Qed.

Lemma count_zero f b : count f b = 0 <-> forall s, f s (get b s) = false.
Proof.
  unfold count. split.
  - intros H s. destruct (f s (get b s)) eqn:E; auto.
    assert (I : In s (filter (fun s => f s (get b s)) squares)) by (apply filter_In; split; auto using in_squares).
    destruct (filter _ squares); [destruct I | discriminate].
  - intros H. assert (E : filter (fun s => f s (get b s)) squares = []); [| now rewrite E].
    destruct (filter _ squares) as [| s l] eqn:E; auto.
    assert (I : In s (filter (fun s => f s (get b s)) squares)) by (rewrite E; now left).
    apply filter_In in I as [_ I]. rewrite H in I. discriminate.
Qed.

(** ** What a legal move looks like *)

Lemma legal_move_looks p from to promote : legal p (Move from to promote) = true ->
  exists k, get (on_board p) from = Piece (turn p) k /\ attacks (on_board p) (turn p) k from to = true /\
    (get (on_board p) to = Empty \/
     exists k', get (on_board p) to = Piece (opponent (turn p)) k' /\ k' <> King) /\
    (promote = true -> exists k', promoted k = Some k') /\
    (promote = false -> dead_end (turn p) k to = false) /\ from <> to.
Proof.
  unfold legal, allowed, may_move. rewrite !andb_true_iff. intros [[H _] _].
  destruct (get (on_board p) from) as [| | c k] eqn:E; try discriminate.
  rewrite !andb_true_iff in H. destruct H as [[[S A] L] P]. apply side_beq_eq in S. subst c.
  unfold may_land in L. exists k. split; [reflexivity |]. split; [exact A |]. split; [| split; [| split]].
  - destruct (get (on_board p) to) as [| | c k'] eqn:Et; [now left | discriminate |]. right. exists k'.
    apply andb_prop in L as [S N]. apply side_beq_eq in S. subst c. split; auto.
    intros ->. discriminate.
  - intros ->. unfold may_promote in P. destruct (promoted k); [eauto | discriminate].
  - intros ->. now apply negb_true_iff.
  - intros <-. rewrite E in L. apply andb_prop in L as [S _]. apply side_beq_eq in S.
    symmetry in S. now apply opponent_not_self in S.
Qed.

Lemma legal_drop_looks p k to : legal p (Drop k to) = true ->
  holds (hand_of p (turn p)) k = true /\ In k hand_kinds /\ get (on_board p) to = Empty /\
  dead_end (turn p) k to = false /\ (k = Pawn -> has_pawn_on_file (on_board p) (turn p) (file_of to) = false).
Proof.
  unfold legal, allowed, may_drop. rewrite !andb_true_iff. intros [[[H [[E D] P]] _] _].
  split; [exact H |]. split; [now apply holds_hand_kind in H |]. split; [now apply content_eqb_eq |].
  split; [now apply negb_true_iff |]. intros ->. now apply negb_true_iff in P.
Qed.

(** How a legal move changes a count. *)
Lemma count_after_move f p from to promote k :
  get (on_board p) from = Piece (turn p) k -> from <> to ->
  count f (board_after (on_board p) (turn p) (Move from to promote)) +
    one (f from (Piece (turn p) k)) + one (f to (get (on_board p) to)) =
  count f (on_board p) + one (f from Empty) + one (f to (Piece (turn p) (lands_as k promote))).
Proof.
  intros E N. cbn [board_after]. rewrite E.
  assert (A := count_put f (put (on_board p) from Empty) to (Piece (turn p) (lands_as k promote))).
  assert (B := count_put f (on_board p) from Empty). rewrite get_put_other in A by auto. rewrite E in B. lia.
Qed.

Lemma count_after_drop f p k to : get (on_board p) to = Empty ->
  count f (board_after (on_board p) (turn p) (Drop k to)) + one (f to Empty) =
  count f (on_board p) + one (f to (Piece (turn p) k)).
Proof.
  intros E. cbn [board_after]. assert (A := count_put f (on_board p) to (Piece (turn p) k)). rewrite E in A. exact A.
Qed.

(** ** Kings *)

Lemma lands_as_king k promote : kind_beq (lands_as k promote) King = kind_beq k King.
Proof. destruct promote, k; reflexivity. Qed.

Theorem kings_stay p m c : legal p m = true -> kings (on_board (play p m)) c = kings (on_board p) c.
Proof.
  intros L. rewrite board_play. unfold kings. destruct m as [from to promote | k to].
  - destruct (legal_move_looks _ _ _ _ L) as (k & E & _ & T & _ & _ & N).
    assert (A := count_after_move (is_king c) p from to promote k E N). unfold is_king in *.
    cbn [content_eqb] in A. rewrite lands_as_king in A. cbn [one] in A.
    assert (one (content_eqb (get (on_board p) to) (Piece c King)) = 0); [| lia].
    destruct T as [-> | (k' & -> & K)]; auto. cbn [content_eqb]. rewrite andb_comm.
    destruct (kind_beq k' King) eqn:B; auto. apply kind_beq_eq in B. congruence.
  - destruct (legal_drop_looks _ _ _ L) as (_ & K & E & _).
    assert (A := count_after_drop (is_king c) p k to E). unfold is_king in *. cbn [content_eqb one] in A.
    assert (kind_beq k King = false) as B by (simpl in K; intuition (subst; auto)).
    rewrite B, andb_false_r in A. cbn [one] in A. lia.
Qed.

(** ** Pieces in play *)

Lemma held_gain k h k' : In k hand_kinds -> held (gain k h) k' = held h k' + one (kind_beq k k').
Proof. intros I. destruct h. simpl in I. intuition (subst k; destruct k'; simpl; lia). Qed.

Lemma held_lose k h k' : holds h k = true -> held (lose k h) k' + one (kind_beq k k') = held h k'.
Proof.
  unfold holds. destruct h, k; simpl; try discriminate; destruct k'; simpl;
    repeat match goal with |- context [pred ?n] => destruct n; simpl end; try discriminate; lia.
Qed.

Lemma unpromoted_in_hand k : k <> King -> In (unpromoted k) hand_kinds.
Proof. destruct k; simpl; intuition congruence. Qed.

Lemma unpromoted_lands k promote : unpromoted (lands_as k promote) = unpromoted k.
Proof. destruct promote, k; reflexivity. Qed.

(** "The set of pieces in play never changes" (RULES 9). *)
Theorem pieces_in_play_stay p m k : legal p m = true -> in_play (play p m) k = in_play p k.
Proof.
  intros L. unfold in_play. rewrite board_play.
  assert (H : held (black_hand (play p m)) k + held (white_hand (play p m)) k =
              held (hand_after (on_board p) (hand_of p (turn p)) m) k + held (hand_of p (opponent (turn p))) k).
  { unfold play. destruct (turn p); simpl; lia. }
  assert (H' : held (black_hand p) k + held (white_hand p) k =
               held (hand_of p (turn p)) k + held (hand_of p (opponent (turn p))) k).
  { destruct (turn p); simpl; lia. }
  rewrite <- !Nat.add_assoc, H, H'.
  destruct m as [from to promote | j to].
  - destruct (legal_move_looks _ _ _ _ L) as (j & E & _ & T & _ & _ & N).
    assert (A := count_after_move (is_of_kind k) p from to promote j E N). cbn [is_of_kind] in A.
    rewrite unpromoted_lands in A. cbn [one] in A. cbn [hand_after].
    destruct T as [T | (k' & T & K)]; rewrite T in *; cbn [is_of_kind one] in A.
    + lia.
    + rewrite held_gain by now apply unpromoted_in_hand. lia.
  - destruct (legal_drop_looks _ _ _ L) as (Hj & I & E & _).
    assert (A := count_after_drop (is_of_kind k) p j to E). cbn [is_of_kind one] in A. cbn [hand_after].
    assert (B := held_lose j (hand_of p (turn p)) k Hj).
    replace (unpromoted j) with j in A by (simpl in I; intuition (subst; auto)). lia.
Qed.

(** ** Two pawns on a file *)

Lemma pawn_keeps_file b c from to : attacks b c Pawn from to = true -> file_of to = file_of from.
Proof.
  intros A. apply pawn_attacks in A as [N _]. destruct from as [f r]. simpl in N.
  destruct (ahead c r); inversion N. reflexivity.
Qed.

Lemma lands_as_pawn k promote : lands_as k promote = Pawn -> (promote = true -> exists k', promoted k = Some k') ->
  k = Pawn.
Proof. destruct promote; simpl; auto. intros H P. destruct (P eq_refl) as [k' E]. rewrite E in H. destruct k; simpl in E; congruence. Qed.

Theorem pawns_stay_apart p m c f :
  legal p m = true -> count (is_pawn_on_file c f) (on_board p) <= 1 ->
  count (is_pawn_on_file c f) (on_board (play p m)) <= 1.
Proof.
  intros L Le. rewrite board_play. destruct m as [from to promote | k to].
  - destruct (legal_move_looks _ _ _ _ L) as (k & E & At & _ & P & _ & N).
    assert (A := count_after_move (is_pawn_on_file c f) p from to promote k E N).
    assert (B : one (is_pawn_on_file c f to (Piece (turn p) (lands_as k promote))) <=
                one (is_pawn_on_file c f from (Piece (turn p) k))).
    { unfold is_pawn_on_file. cbn [content_eqb]. destruct (kind_beq (lands_as k promote) Pawn) eqn:K.
      - apply kind_beq_eq in K. assert (k = Pawn) as -> by (eapply lands_as_pawn; eauto).
        apply pawn_keeps_file in At. rewrite At. reflexivity.
      - rewrite !andb_false_r. simpl. lia. }
    assert (C : one (is_pawn_on_file c f from Empty) = 0) by (unfold is_pawn_on_file; now rewrite andb_false_r).
    lia.
  - destruct (legal_drop_looks _ _ _ L) as (_ & _ & E & _ & P).
    assert (A := count_after_drop (is_pawn_on_file c f) p k to E).
    destruct (is_pawn_on_file c f to (Piece (turn p) k)) eqn:Q; cbn [one] in A; [| lia].
    unfold is_pawn_on_file in Q. cbn [content_eqb] in Q. rewrite !andb_true_iff, side_beq_eq, kind_beq_eq in Q.
    destruct Q as [F [<- ->]]. apply internal_file_dec_bl in F. subst f. specialize (P eq_refl).
    assert (Z : count (is_pawn_on_file (turn p) (file_of to)) (on_board p) = 0); [| lia].
    apply count_zero. intros s. unfold is_pawn_on_file. destruct (file_beq (file_of s) (file_of to)) eqn:F; auto.
    apply internal_file_dec_bl in F. simpl.
    destruct (content_eqb (get (on_board p) s) (Piece (turn p) Pawn)) eqn:G; auto.
    rewrite <- P. symmetry. unfold has_pawn_on_file. apply existsb_exists. exists (rank_of s). split.
    + destruct (rank_of s); simpl; tauto.
    + rewrite <- F. destruct s; exact G.
Qed.

(** ** Dead ends *)

Lemma promoted_never_dead c k k' s : promoted k = Some k' -> dead_end c k' s = false.
Proof. destruct k; simpl; intros H; inversion H; reflexivity. Qed.

Theorem no_dead_piece_arises p m :
  legal p m = true -> count is_dead (on_board p) = 0 -> count is_dead (on_board (play p m)) = 0.
Proof.
  intros L Z. rewrite board_play. rewrite count_zero in Z. apply count_zero. intros s.
  destruct m as [from to promote | k to].
  - destruct (legal_move_looks _ _ _ _ L) as (k & E & _ & _ & P & D & N). cbn [board_after]. rewrite E.
    destruct (square_eq_dec to s) as [<- | Ns].
    + rewrite get_put_same. cbn [is_dead]. destruct promote; cbn [lands_as].
      * destruct (P eq_refl) as [k' Pk]. rewrite Pk. eapply promoted_never_dead; eauto.
      * auto.
    + rewrite get_put_other by auto. destruct (square_eq_dec from s) as [<- | Nf].
      * now rewrite get_put_same.
      * now rewrite get_put_other.
  - destruct (legal_drop_looks _ _ _ L) as (_ & _ & E & D & _). cbn [board_after].
    destruct (square_eq_dec to s) as [<- | Ns].
    + now rewrite get_put_same.
    + now rewrite get_put_other.
Qed.

(** ** The theorem *)

Lemma existsb_false_impl {A} (f g : A -> bool) l :
  (forall x, In x l -> f x = false -> g x = false) -> existsb f l = false -> existsb g l = false.
Proof.
  intros H. induction l as [| x l IH]; simpl; auto. rewrite !orb_false_iff. intros [F E]. split.
  - apply H; auto. now left.
  - apply IH; auto. intros y I. apply H. now right.
Qed.

(** Fault by fault: a legal move brings none that was not there. *)
Theorem legal_move_brings_no_fault p m x :
  legal p m = true -> has_fault p x = false -> has_fault (play p m) x = false.
Proof.
  intros L F. destruct x; cbn [has_fault] in *.
  - now rewrite !kings_stay.
  - revert F. apply existsb_false_impl. intros c _. now rewrite kings_stay.
  - revert F. apply existsb_false_impl. intros k _. now rewrite pieces_in_play_stay.
  - revert F. apply existsb_false_impl. intros c _. apply existsb_false_impl. intros f _.
    rewrite !Nat.ltb_ge. now apply pawns_stay_apart.
  - apply negb_false_iff, Nat.eqb_eq. apply negb_false_iff, Nat.eqb_eq in F. now apply no_dead_piece_arises.
  - now apply legal_move_keeps_invariant.
Qed.

Corollary legal_moves_lead_to_positions p m : faultless p -> legal p m = true -> faultless (play p m).
Proof. intros F L x. apply legal_move_brings_no_fault; auto. Qed.
