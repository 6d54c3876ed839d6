(** * Looking from the king

    Moves.v asks of every piece whether it attacks the king. It is quicker to look from the king along each line for
    an enemy that attacks along it. This file proves that both find the same. *)

From Coq Require Import Bool List Arith Lia.
From Tsumugi Require Import Board Moves PawnDrop.
Import ListNotations.

Opaque squares.

(** ** Lines, seen from both ends *)

(** What is next for one side is next the other way round for the other side. *)
Lemma next_flip c d s t : next c d s = Some t -> next (opponent c) d t = Some s.
Proof.
  destruct s as [f r]. destruct c, d, f, r; simpl; intros H; try discriminate H; injection H as <-; reflexivity.
Qed.

(** [n] steps from [s] to [t], over empty squares. *)
Inductive line (b : board) (c : side) (d : direction) : nat -> square -> square -> Prop :=
  | line_next s t : next c d s = Some t -> line b c d 1 s t
  | line_over n s u t : next c d s = Some u -> get b u = Empty -> line b c d n u t -> line b c d (S n) s t.

Lemma line_longer b c d n s u t :
  line b c d n s u -> get b u = Empty -> next c d u = Some t -> line b c d (S n) s t.
Proof.
  intros L E N. induction L as [s u Hs | n s v u Hs Ev _ IH].
  - eapply line_over; eauto. now apply line_next.
  - eapply line_over; eauto.
Qed.

Lemma line_flip b c d n s t : line b c d n s t -> line b (opponent c) d n t s.
Proof.
  induction 1 as [s t N | n s u t N E _ IH].
  - apply line_next. now apply next_flip.
  - eapply line_longer; eauto. now apply next_flip.
Qed.

Lemma slide_is_line b c d t n : forall s,
  In t (slide n b c d s) <-> exists m, m <= n /\ line b c d m s t /\ get b t <> Stone.
Proof.
  induction n as [| n IH]; intros s.
  - split; [intros [] |]. intros (m & Hm & L & _). inversion L; lia.
  - cbn [slide]. destruct (next c d s) as [u |] eqn:N.
    + split.
      * destruct (get b u) eqn:E; [intros [<- | I] | intros [] | intros [<- | []]].
        -- exists 1. repeat split; [lia | now apply line_next | congruence].
        -- apply IH in I as (m & Hm & L & G). exists (S m). repeat split; auto; [lia |].
           eapply line_over; eauto.
        -- exists 1. repeat split; [lia | now apply line_next | congruence].
      * intros (m & Hm & L & G). inversion L as [s' t' N' | m' s' u' t' N' E' L']; subst.
        -- rewrite N in N'. injection N' as <-. destruct (get b u); simpl; auto.
        -- rewrite N in N'. injection N' as <-. rewrite E'. right. apply IH. exists m'. repeat split; auto; lia.
    + split; [intros [] |]. intros (m & _ & L & _). inversion L; congruence.
Qed.

(** The first thing that is not empty in a direction; [Empty] if there is none. *)
Fixpoint first (n : nat) (b : board) (c : side) (d : direction) (s : square) : content :=
  match n with
  | 0 => Empty
  | S n =>
    match next c d s with
    | None => Empty
    | Some t => match get b t with Empty => first n b c d t | x => x end
    end
  end.

Lemma first_is_line b c d x n : x <> Empty -> forall s,
  first n b c d s = x <-> exists m t, m <= n /\ line b c d m s t /\ get b t = x.
Proof.
  intros Nx. induction n as [| n IH]; intros s.
  - split; [simpl; congruence |]. intros (m & t & Hm & L & _). inversion L; lia.
  - cbn [first]. destruct (next c d s) as [u |] eqn:N.
    + split.
      * destruct (get b u) eqn:E.
        -- intros F. apply IH in F as (m & t & Hm & L & G). exists (S m), t. repeat split; auto; [lia |].
           eapply line_over; eauto.
        -- intros <-. exists 1, u. repeat split; auto; [lia | now apply line_next].
        -- intros <-. exists 1, u. repeat split; auto; [lia | now apply line_next].
      * intros (m & t & Hm & L & G). inversion L as [s' t' N' | m' s' u' t' N' E' L']; subst s' t'.
        -- rewrite N in N'. injection N' as <-. rewrite G. destruct x; congruence.
        -- rewrite N in N'. injection N' as <-. rewrite E'. apply IH. exists m', t. repeat split; auto; lia.
    + split; [congruence |]. intros (m & t & _ & L & _). inversion L; congruence.
Qed.

(** ** Attacks, seen from the square attacked *)

Scheme Equality for direction.

Definition is_in (d : direction) (l : list direction) : bool := existsb (direction_beq d) l.

Lemma is_in_iff d l : is_in d l = true <-> In d l.
Proof.
  unfold is_in. rewrite existsb_exists. split.
  - intros (e & I & E). apply internal_direction_dec_bl in E. now subst.
  - intros I. exists d. split; auto. now apply internal_direction_dec_lb.
Qed.

Definition lines := [Ahead; Back; Left; Right; AheadLeft; AheadRight; BackLeft; BackRight].
Definition jumps := [JumpLeft; JumpRight].

(** An enemy of kind [k] that stands so attacks. *)
Definition enemy_on (c : side) (ok : kind -> bool) (x : content) : bool :=
  match x with Piece c' k => side_beq c' c && ok k | _ => false end.

Definition step_from (b : board) (c : side) (t : square) (d : direction) : bool :=
  match next (opponent c) d t with
  | Some s => enemy_on c (fun k => is_in d (steps k)) (get b s)
  | None => false
  end.

Definition slide_from (b : board) (c : side) (t : square) (d : direction) : bool :=
  enemy_on c (fun k => is_in d (slides k)) (first 8 b (opponent c) d t).

Definition seen_from (b : board) (c : side) (t : square) : bool :=
  existsb (slide_from b c t) lines || existsb (step_from b c t) lines || existsb (step_from b c t) jumps.

Lemma enemy_on_iff c ok x : enemy_on c ok x = true <-> exists k, x = Piece c k /\ ok k = true.
Proof.
  unfold enemy_on. destruct x as [| | c' k]; split; try discriminate.
  - intros (k & E & _). discriminate.
  - intros (k & E & _). discriminate.
  - rewrite andb_true_iff, side_beq_eq. intros [-> O]. eauto.
  - intros (k' & E & O). injection E as -> ->. rewrite O, andb_true_r. now apply side_beq_eq.
Qed.

Lemma step_from_iff b c t d :
  get b t <> Stone ->
  step_from b c t d = true <-> exists s k, get b s = Piece c k /\ In d (steps k) /\ In t (step_targets b c s d).
Proof.
  intros Nt. unfold step_from, step_targets. split.
  - destruct (next (opponent c) d t) as [s |] eqn:N; [| discriminate]. intros H.
    apply enemy_on_iff in H as (k & E & O). apply is_in_iff in O. exists s, k. repeat split; auto.
    apply next_flip in N. rewrite opponent_opponent in N. rewrite N. destruct (get b t); simpl; auto.
  - intros (s & k & E & O & I). destruct (next c d s) as [u |] eqn:N; [| destruct I].
    assert (u = t) as -> by (destruct (get b u); simpl in I; intuition).
    rewrite (next_flip _ _ _ _ N). apply enemy_on_iff. exists k. split; auto. now apply is_in_iff.
Qed.

Lemma slide_from_iff b c t d :
  get b t <> Stone ->
  slide_from b c t d = true <-> exists s k, get b s = Piece c k /\ In d (slides k) /\ In t (slide_targets b c s d).
Proof.
  intros Nt. unfold slide_from, slide_targets. rewrite enemy_on_iff. split.
  - intros (k & F & O). apply first_is_line in F; [| discriminate]. destruct F as (m & s & Hm & L & G).
    exists s, k. split; auto. split; [now apply is_in_iff |]. apply slide_is_line. exists m. repeat split; auto.
    apply line_flip in L. now rewrite opponent_opponent in L.
  - intros (s & k & E & O & I). exists k. split; [| now apply is_in_iff].
    apply slide_is_line in I as (m & Hm & L & _). apply first_is_line; [discriminate |].
    exists m, s. repeat split; auto. now apply line_flip.
Qed.

Lemma slides_are_lines k d : In d (slides k) -> In d lines.
Proof. destruct k, d; simpl; tauto. Qed.

Lemma direction_is_known d : In d lines \/ In d jumps.
Proof. destruct d; simpl; tauto. Qed.

Theorem seen_from_iff b c t : get b t <> Stone -> seen_from b c t = attacked_by b c t.
Proof.
  intros Nt. apply eq_true_iff_eq. unfold seen_from. rewrite attacked_by_iff, !orb_true_iff, !existsb_exists.
  split.
  - intros H.
    assert (G : exists s k d, get b s = Piece c k /\
              (In d (steps k) /\ In t (step_targets b c s d) \/ In d (slides k) /\ In t (slide_targets b c s d))).
    { destruct H as [[(d & _ & H) | (d & _ & H)] | (d & _ & H)].
      - apply slide_from_iff in H as (s & k & E & O & I); auto. exists s, k, d. auto.
      - apply step_from_iff in H as (s & k & E & O & I); auto. exists s, k, d. auto.
      - apply step_from_iff in H as (s & k & E & O & I); auto. exists s, k, d. auto. }
    destruct G as (s & k & d & E & G). exists s, k. split; auto. apply attacks_in. unfold targets.
    apply in_or_app. destruct G as [[O I] | [O I]]; [left | right]; apply in_flat_map; eauto.
  - intros (s & k & E & A). apply attacks_in in A. unfold targets in A.
    apply in_app_or in A as [A | A]; apply in_flat_map in A as (d & O & I).
    + assert (F : step_from b c t d = true) by (apply step_from_iff; eauto).
      destruct (direction_is_known d); eauto.
    + assert (F : slide_from b c t d = true) by (apply slide_from_iff; eauto).
      left. left. exists d. split; auto. now apply (slides_are_lines k).
Qed.

(** ** Check, with the squares known on which a king may stand *)

Definition king_squares (b : board) (c : side) : list square :=
  filter (fun t => content_eqb (get b t) (Piece c King)) squares.

Definition in_check_at (ks : list square) (b : board) (c : side) : bool :=
  existsb (fun t => content_eqb (get b t) (Piece c King) && seen_from b (opponent c) t) ks.

Definition has_kings_in (b : board) (c : side) (ks : list square) : Prop :=
  forall t, get b t = Piece c King -> In t ks.

Lemma king_squares_has b c : has_kings_in b c (king_squares b c).
Proof. intros t E. apply filter_In. split; [apply in_squares | now apply content_eqb_eq]. Qed.

Lemma in_check_at_iff ks b c : has_kings_in b c ks -> in_check_at ks b c = in_check b c.
Proof.
  intros K. apply eq_true_iff_eq. unfold in_check_at, in_check. rewrite !existsb_exists.
  split; intros (t & I & H); assert (HH := H); apply andb_prop in HH as [E A]; apply content_eqb_eq in E;
    exists t; (split; [auto using in_squares |]).
  - now rewrite <- seen_from_iff by congruence.
  - now rewrite seen_from_iff by congruence.
Qed.

(** A move takes a king nowhere but to the square where it ends. *)
Lemma kings_after b c m ks d :
  has_kings_in b d ks ->
  has_kings_in (board_after b c m) d (match m with Move _ to _ => to :: ks | Drop _ to => to :: ks end).
Proof.
  intros K t. destruct m as [from to promote | k to]; simpl.
  - destruct (get b from); try (intros E; right; now apply K).
    destruct (square_eq_dec to t) as [-> | N]; [now left |]. rewrite get_put_other by auto.
    destruct (square_eq_dec from t) as [-> | N']; [now rewrite get_put_same |].
    rewrite get_put_other by auto. right. now apply K.
  - destruct (square_eq_dec to t) as [-> | N]; [now left |]. rewrite get_put_other by auto. right. now apply K.
Qed.
