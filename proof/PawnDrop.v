(** * Pawn-drop mate is read off the board (docs/RULES.md, section 7)

    Moves.v asks whether a *move on the board* answers the check of the dropped pawn. RULES 7 asks for a legal
    reply of any sort. In a diagram in which the side not to move is not in check both are the same, and legal
    moves lead only to such diagrams. *)

From Coq Require Import Bool List.
From Tsumugi Require Import Board Moves.
Import ListNotations.

Opaque squares all_board_moves.

(** ** The invariant: fault 6 of RULES 8 is absent *)

Definition king_is_not_capturable (p : position) : Prop :=
  in_check (on_board p) (opponent (turn p)) = false.

Lemma safe_move_keeps_invariant p m :
  safe (on_board p) (turn p) m = true -> king_is_not_capturable (play p m).
Proof.
  unfold safe, king_is_not_capturable. rewrite board_play, turn_play, opponent_opponent. apply negb_true_iff.
Qed.

Theorem legal_move_keeps_invariant p m : legal p m = true -> king_is_not_capturable (play p m).
Proof.
  intros L. apply safe_move_keeps_invariant. unfold legal in L. rewrite !andb_true_iff in L. tauto.
Qed.

(** ** A drop opens no line *)

Lemma slide_over_fewer n b x c d s t v :
  get b x = Empty -> v <> Empty -> v <> Stone -> In t (slide n (put b x v) c d s) -> In t (slide n b c d s).
Proof.
  intros Ex Vx Vs. revert s. induction n as [| n IH]; intros s; simpl; auto.
  destruct (next c d s) as [u |]; auto. destruct (square_eq_dec x u) as [<- | N].
  - rewrite get_put_same, Ex. destruct v; try congruence. intros [<- | []]. now left.
  - rewrite get_put_other by auto. destruct (get b u); auto. intros [<- | I]; [now left |]. right. auto.
Qed.

Lemma step_same b x c d s t v :
  get b x = Empty -> v <> Stone -> In t (step_targets (put b x v) c s d) -> In t (step_targets b c s d).
Proof.
  intros Ex Vs. unfold step_targets. destruct (next c d s) as [u |]; auto.
  destruct (square_eq_dec x u) as [<- | N].
  - rewrite get_put_same, Ex. destruct v; auto. congruence.
  - now rewrite get_put_other.
Qed.

Lemma attacks_in b c k s t : attacks b c k s t = true <-> In t (targets b c k s).
Proof.
  unfold attacks. rewrite existsb_exists. split.
  - intros (u & I & E). apply square_eqb_eq in E. now subst.
  - intros I. exists t. split; auto. now apply square_eqb_eq.
Qed.

Theorem drop_opens_no_line b x c d k k' s t :
  get b x = Empty -> attacks (put b x (Piece d k)) c k' s t = true -> attacks b c k' s t = true.
Proof.
  intros Ex. rewrite !attacks_in. unfold targets. rewrite !in_app_iff, !in_flat_map.
  intros [(e & Ie & H) | (e & Ie & H)].
  - left. exists e. split; auto. eapply step_same; eauto. discriminate.
  - right. exists e. split; auto. eapply slide_over_fewer; eauto; discriminate.
Qed.

(** ** Check, as a statement about squares *)

Lemma attacked_by_iff b c t :
  attacked_by b c t = true <-> exists s k, get b s = Piece c k /\ attacks b c k s t = true.
Proof.
  unfold attacked_by. rewrite existsb_exists. split.
  - intros (s & _ & H). destruct (get b s) as [| | c' k] eqn:E; try discriminate.
    apply andb_prop in H as [S A]. apply side_beq_eq in S. subst c'. eauto.
  - intros (s & k & E & A). exists s. split; [apply in_squares |]. rewrite E, A.
    assert (S : side_beq c c = true) by now apply side_beq_eq. now rewrite S.
Qed.

Lemma in_check_iff b c :
  in_check b c = true <->
  exists t s k, get b t = Piece c King /\ get b s = Piece (opponent c) k /\
                attacks b (opponent c) k s t = true.
Proof.
  unfold in_check. rewrite existsb_exists. split.
  - intros (t & _ & H). apply andb_prop in H as [E A]. apply content_eqb_eq in E.
    apply attacked_by_iff in A as (s & k & Es & A). eauto 6.
  - intros (t & s & k & Et & Es & A). exists t. split; [apply in_squares |].
    apply andb_true_intro. split; [now apply content_eqb_eq |]. apply attacked_by_iff. eauto.
Qed.

(** The checker is the dropped piece itself. *)
Theorem dropped_piece_gives_the_check b c k x :
  get b x = Empty -> in_check b (opponent c) = false ->
  in_check (put b x (Piece c k)) (opponent c) = true ->
  exists t, get b t = Piece (opponent c) King /\ attacks (put b x (Piece c k)) c k x t = true.
Proof.
  intros Ex No H. apply in_check_iff in H as (t & s & k' & Et & Es & A). rewrite opponent_opponent in *.
  assert (Nt : x <> t).
  { intros <-. rewrite get_put_same in Et. injection Et as E _. now destruct c. }
  rewrite get_put_other in Et by auto. exists t. split; auto.
  destruct (square_eq_dec x s) as [<- | Ns].
  - rewrite get_put_same in Es. injection Es as <-. exact A.
  - rewrite get_put_other in Es by auto. apply drop_opens_no_line in A; auto.
    assert (Y : in_check b (opponent c) = true).
    { apply in_check_iff. exists t, s, k'. now rewrite opponent_opponent. }
    congruence.
Qed.

(** ** No drop answers the check of a pawn *)

Lemma pawn_attacks b c x t :
  attacks b c Pawn x t = true <-> next c Ahead x = Some t /\ get b t <> Stone.
Proof.
  rewrite attacks_in. unfold targets, steps, slides, flat_map, step_targets. rewrite !app_nil_r.
  destruct (next c Ahead x) as [u |]; [| split; [intros [] | intros [E _]; discriminate]].
  split.
  - destruct (get b u) eqn:E; simpl; intros H; try tauto; destruct H as [<- | []]; split; congruence.
  - intros [E G]. injection E as <-. destruct (get b u); simpl; auto.
Qed.

Lemma no_drop_answers_a_pawn b c x t k y :
  get b x = Piece c Pawn -> get b t = Piece (opponent c) King -> next c Ahead x = Some t ->
  get b y = Empty -> in_check (put b y (Piece (opponent c) k)) (opponent c) = true.
Proof.
  intros Ex Et N Ey. apply in_check_iff. exists t, x, Pawn. rewrite opponent_opponent.
  rewrite !get_put_other by congruence. repeat split; auto.
  apply pawn_attacks. split; auto. rewrite get_put_other by congruence. rewrite Et. discriminate.
Qed.

(** ** The theorems *)

Lemma drop_allowed_on_empty p k to : allowed p (Drop k to) = true -> get (on_board p) to = Empty.
Proof.
  unfold allowed, may_drop. rewrite !andb_true_iff. intros [_ [[E _] _]]. now apply content_eqb_eq.
Qed.

(** A reply to the check of a dropped pawn that keeps the king safe is a move on the board. *)
Theorem reply_to_pawn_drop_is_on_board p to r :
  king_is_not_capturable p -> allowed p (Drop Pawn to) = true ->
  let q := play p (Drop Pawn to) in
  in_check (on_board q) (turn q) = true ->
  allowed q r = true -> safe (on_board q) (turn q) r = true ->
  exists from to' promote, r = Move from to' promote.
Proof.
  intros Inv A q K Ar Sr. apply drop_allowed_on_empty in A.
  destruct r as [from to' promote | k y]; [eauto |]. exfalso.
  apply drop_allowed_on_empty in Ar. unfold safe in Sr. apply negb_true_iff in Sr.
  assert (Bq : on_board q = put (on_board p) to (Piece (turn p) Pawn)) by (unfold q; now rewrite board_play).
  assert (Tq : turn q = opponent (turn p)) by (unfold q; now rewrite turn_play).
  rewrite Bq, Tq in *. simpl in Sr.
  destruct (dropped_piece_gives_the_check _ _ _ _ A Inv K) as (t & Et & At).
  apply pawn_attacks in At as [N _].
  assert (Nt : to <> t) by congruence.
  rewrite (no_drop_answers_a_pawn _ (turn p) to t) in Sr; auto; [discriminate | apply get_put_same |].
  now rewrite get_put_other.
Qed.

Lemma legal_on_board q from to promote :
  legal q (Move from to promote) = may_play_on_board (on_board q) (turn q) (Move from to promote).
Proof. unfold legal. simpl. now rewrite andb_true_r. Qed.

(** Pawn-drop mate as Moves.v has it is a pawn drop after which the opponent is mated. *)
Theorem pawn_drop_mate_is_mate p to :
  king_is_not_capturable p -> allowed p (Drop Pawn to) = true ->
  pawn_drop_mate (on_board p) (turn p) (Drop Pawn to) = true <-> mated (play p (Drop Pawn to)).
Proof.
  intros Inv A. set (q := play p (Drop Pawn to)).
  assert (Bq : board_after (on_board p) (turn p) (Drop Pawn to) = on_board q) by (unfold q; now rewrite board_play).
  assert (Tq : opponent (turn p) = turn q) by (unfold q; now rewrite turn_play).
  unfold pawn_drop_mate. rewrite Bq, Tq. rewrite andb_true_iff, negb_true_iff.
  split; intros [K No]; split; auto.
  - intros r. destruct (legal q r) eqn:L; auto.
    assert (LL := L). unfold legal in LL. rewrite !andb_true_iff in LL. destruct LL as [[Ar Sr] _].
    destruct (reply_to_pawn_drop_is_on_board p to r Inv A K Ar Sr) as (f & t & pr & ->).
    rewrite legal_on_board in L. rewrite <- No. symmetry. apply existsb_exists.
    eauto using in_all_board_moves.
  - destruct (existsb _ all_board_moves) eqn:E; auto. apply existsb_exists in E as (r & _ & Hr).
    destruct r as [f t pr | k t]; [| discriminate]. rewrite <- legal_on_board, No in Hr. discriminate.
Qed.

Definition drops_pawn (m : move) : Prop := exists to, m = Drop Pawn to.

(** Legal, in the words of RULES 6 and 7. *)
Theorem legal_as_in_rules p m :
  king_is_not_capturable p ->
  legal p m = true <->
  allowed p m = true /\ safe (on_board p) (turn p) m = true /\ ~ (drops_pawn m /\ mated (play p m)).
Proof.
  intros Inv. unfold legal. rewrite !andb_true_iff, negb_true_iff. split.
  - intros [[A S] D]. repeat split; auto. intros [[to ->] M].
    apply pawn_drop_mate_is_mate in M; auto. congruence.
  - intros (A & S & D). repeat split; auto.
    destruct (pawn_drop_mate (on_board p) (turn p) m) eqn:E; auto. exfalso. apply D.
    destruct m as [f t pr | k to]; [discriminate |]. destruct k; try discriminate.
    split; [now exists to |]. now apply pawn_drop_mate_is_mate.
Qed.

(** That description goes round in a circle, since "mated" speaks of legal replies. It fixes legality all the same:
    whatever satisfies it is [legal]. *)
Theorem legal_is_the_only_reading (L : position -> move -> Prop) :
  (forall p m, king_is_not_capturable p ->
     L p m <-> allowed p m = true /\ safe (on_board p) (turn p) m = true /\
               ~ (drops_pawn m /\ in_check (on_board (play p m)) (turn (play p m)) = true /\
                  forall r, ~ L (play p m) r)) ->
  forall p m, king_is_not_capturable p -> L p m <-> legal p m = true.
Proof.
  intros Reading.
  assert (OnBoard : forall p f t pr, king_is_not_capturable p ->
            L p (Move f t pr) <-> legal p (Move f t pr) = true).
  { intros p f t pr Inv. rewrite Reading, legal_as_in_rules by auto.
    assert (~ drops_pawn (Move f t pr)) by (intros [to E]; discriminate). tauto. }
  intros p m Inv. rewrite Reading, legal_as_in_rules by auto.
  split; intros (A & S & D); repeat split; auto; intros [Dr [K No]]; apply D; split; auto; split; auto;
    intros r; destruct Dr as [to ->].
  - intros Lr. assert (Inv' := safe_move_keeps_invariant _ _ S). assert (LL := Lr).
    apply Reading in LL as (Ar & Sr & _); auto.
    destruct (reply_to_pawn_drop_is_on_board p to r Inv A K Ar Sr) as (f & t & pr & ->).
    apply OnBoard in Lr; auto. rewrite No in Lr. discriminate.
  - destruct (legal (play p (Drop Pawn to)) r) eqn:Lr; auto. exfalso.
    assert (Inv' := safe_move_keeps_invariant _ _ S). assert (LL := Lr).
    apply legal_as_in_rules in LL as (Ar & Sr & _); auto.
    destruct (reply_to_pawn_drop_is_on_board p to r Inv A K Ar Sr) as (f & t & pr & ->).
    apply (No (Move f t pr)). now apply OnBoard.
Qed.
