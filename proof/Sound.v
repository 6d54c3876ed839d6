(** * What the checker accepts is true *)

From Coq Require Import Bool List Arith NArith Lia PArith FMapPositive.
From Tsumugi Require Import Board Moves Game Faults Monotone Generate Checker.
Import ListNotations.

(* The proofs below use these by their lemmas only. *)
Opaque squares legal legal_moves in_check moves checks has_move checked is_legal play.

(** ** Reading results *)

Lemma demand_ok B x why (r : result B) y : demand x why r = Ok y -> x = true /\ r = Ok y.
Proof. destruct x; simpl; [auto | discriminate]. Qed.

Lemma bind_ok A B (x : result A) (f : A -> result B) z :
  bind x f = Ok z -> exists y, x = Ok y /\ f y = Ok z.
Proof. destruct x; simpl; [eauto | discriminate]. Qed.

Ltac read H :=
  repeat match type of H with
  | demand _ _ _ = Ok _ => let E := fresh "E" in apply demand_ok in H as [E H]
  | bind _ _ = Ok _ => let y := fresh "y" in let E := fresh "E" in apply bind_ok in H as (y & E & H)
  | Ok _ = Ok _ => injection H as H
  end.

Lemma betterb_better a q p : betterb a q p = true -> better a q p.
Proof.
  unfold betterb. rewrite !andb_true_iff, side_beq_eq. intros [[[B T] A] D].
  split; auto using board_eqb_eq, withinb_within.
Qed.

Lemma survivals_in k ps new p :
  survivals k ps = Ok new -> In p ps -> exists x, survival k p = Ok x /\ incl x new.
Proof.
  revert new. induction ps as [| q ps IH]; intros new H I; [destruct I |].
  simpl in H. read H. destruct I as [-> | I].
  - exists y. split; auto. rewrite <- H. apply incl_appl, incl_refl.
  - destruct (IH _ E0 I) as (x & Ex & Ix). exists x. split; auto. rewrite <- H. now apply incl_appr.
Qed.

(** For how many plies survival is claimed. *)
Definition lasts_for (n : option N) (j : nat) : Prop :=
  match n with Some n => (j <= N.to_nat n)%nat | None => True end.

Lemma lasts_lasts_for n k j : lasts n k = true -> lasts_for k j -> lasts_for n j.
Proof. destruct n, k; simpl; try discriminate; auto. rewrite N.leb_le. lia. Qed.

Section Closed.

Variable a : side.

(** ** Closed sets of claims, each with its move *)

Definition covered (set : list (claim * move)) (x : need) : Prop :=
  exists c m, In (c, m) set /\ covers a c x = true.

Definition closed (set : list (claim * move)) : Prop :=
  forall c m, In (c, m) set ->
  exists new, successors a c m = Ok new /\ forall x, In x new -> covered set x.

Variable set : list (claim * move).
Hypothesis set_closed : closed set.

(** *** Mate: by induction on n *)

Lemma mates_is_odd n p m : In (Mates n p, m) set -> N.odd n = true /\ turn p = a.
Proof.
  intros I. destruct (set_closed _ _ I) as (new & H & _). simpl in H. read H.
  apply andb_prop in E0 as [T _]. now rewrite side_beq_eq in T.
Qed.

Lemma odd_positive n : N.odd n = true -> (1 <= n)%N.
Proof. destruct n; [discriminate | lia]. Qed.

Theorem closed_mates j : forall n p m,
  N.to_nat n = j -> In (Mates n p, m) set -> can_mate a j p.
Proof.
  induction j as [j IH] using lt_wf_ind. intros n p m Hn I.
  destruct (mates_is_odd _ _ _ I) as [Odd T]. apply odd_positive in Odd.
  destruct (set_closed _ _ I) as (new & H & C). simpl in H. read H.
  apply andb_prop in E0 as [_ L]. rewrite is_legal_iff in L. rewrite checked_iff in E1.
  assert (Tq : turn (play p m) = opponent a) by now rewrite turn_play, T.
  assert (G : gives_check p m) by (unfold gives_check; rewrite T, <- Tq; exact E1).
  destruct j as [| j]; [lia |]. apply mate_by_check with m; auto.
  destruct (has_move_or_not (play p m)) as [[r0 L0] | No].
  2: { apply mate_now; auto. split; auto. }
  assert (R : forall r, legal (play p m) r = true ->
              exists j', j = S j' /\ can_mate a j' (play (play p m) r)).
  { intros r Lr.
    assert (Ir : In (NeedMate (n - 2) (play (play p m) r)) new).
    { rewrite <- H. apply in_map_iff. exists r. split; auto. now apply in_moves. }
    destruct (C _ Ir) as (c & mc & Ic & Cov). destruct c as [n' p' | n' p']; [| discriminate].
    simpl in Cov. apply andb_prop in Cov as [Le B]. apply N.leb_le in Le. apply betterb_better in B.
    destruct (mates_is_odd _ _ _ Ic) as [Odd' T']. apply odd_positive in Odd'.
    exists (pred j). split; [lia |].
    apply can_mate_longer with (N.to_nat n'); [| lia].
    apply more_in_hand_never_hurts with p'; auto; [| now left].
    apply IH with n' mc; auto. lia. }
  destruct (R r0 L0) as (j' & -> & _).
  apply mate_after_reply; auto; [now exists r0 |].
  intros r Lr. destruct (R r Lr) as (j'' & Ej & Hj). congruence.
Qed.

Corollary need_mate_met n p : covered set (NeedMate n p) -> can_mate a (N.to_nat n) p.
Proof.
  intros (c & m & I & Cov). destruct c as [n' p' |]; [| discriminate].
  simpl in Cov. apply andb_prop in Cov as [Le B]. apply N.leb_le in Le. apply betterb_better in B.
  apply can_mate_longer with (N.to_nat n'); [| lia].
  apply more_in_hand_never_hurts with p'; auto.
  - eapply closed_mates; eauto.
  - left. now apply (mates_is_odd n' p' m).
Qed.

(** *** Survival: by induction on the number of plies, not on that of the claim *)

Definition survives_for (j : nat) : Prop := forall n p m,
  In (Survives n p, m) set -> lasts_for n j -> forall q, better a q p -> ~ can_mate a j q.

Lemma is_mated_false p : is_mated p = false -> ~ mated p.
Proof.
  unfold is_mated. rewrite checked_iff. intros F [K No]. rewrite K in F. simpl in F.
  destruct (has_move p) eqn:E; [| discriminate].
  apply has_move_iff in E as [m L]. rewrite No in L. discriminate.
Qed.

(** A position that is survived, with the attacker holding no more than there. At the problem itself, where the
    defender may be not in check, it is only about that position. *)
Lemma survival_met j k r x q :
  survives_for j -> survival k r = Ok x -> (forall y, In y x -> covered set y) -> lasts_for k j ->
  turn r = opponent a -> better a q r ->
  q = r \/ in_check (on_board r) (turn r) = true ->
  ~ can_mate a j q.
Proof.
  intros IH Hs C Lk T B Q M.
  assert (D : a <> opponent a) by (destruct a; discriminate).
  assert (Cov : covered set (NeedSurvival k r) -> False).
  { intros (c & mc & Ic & Cov). destruct c as [| n p]; [discriminate |].
    simpl in Cov. apply andb_prop in Cov as [La B']. apply betterb_better in B'.
    refine (IH n p mc Ic _ q _ M).
    - eapply lasts_lasts_for; eauto.
    - eapply better_trans; eauto. }
  destruct k as [[| k] |].
  - simpl in Hs. read Hs. apply negb_true_iff, is_mated_false in E.
    simpl in Lk. replace j with 0 in M by lia.
    inversion M as [n' p' Tq Mq | |]; subst.
    destruct Q as [-> | K]; [now apply E |].
    apply E. split; auto. intros m. destruct (legal r m) eqn:L; auto.
    rewrite <- (proj2 Mq m). symmetry. apply (defender_gains_no_move a q r); auto.
  - apply Cov, C. simpl in Hs. read Hs. subst x. now left.
  - apply Cov, C. simpl in Hs. read Hs. subst x. now left.
Qed.

Lemma survivals_met j k p new q m :
  survives_for j -> survivals k (map (play p) (checks p)) = Ok new ->
  (forall y, In y new -> covered set y) -> lasts_for k j ->
  turn p = a -> better a q p -> legal q m = true -> gives_check q m ->
  ~ can_mate a j (play q m).
Proof.
  intros IH Hs C Lk T B L G.
  assert (Lp : legal p m = true).
  { apply (attacker_keeps_moves a q p); auto. rewrite (same_turn _ _ _ B). exact T. }
  assert (Gp : gives_check p m) by (eapply better_gives_check; eauto).
  assert (I : In (play p m) (map (play p) (checks p))).
  { apply in_map. now apply in_checks. }
  destruct (survivals_in _ _ _ _ Hs I) as (x & Ex & Ix).
  apply (survival_met j k (play p m) x (play q m) IH Ex); [| exact Lk | | |].
  - intros y Iy. apply C, Ix, Iy.
  - now rewrite turn_play, T.
  - now apply better_play.
  - right. rewrite turn_play. exact Gp.
Qed.

Theorem closed_survives j : survives_for j.
Proof.
  induction j as [j IH] using lt_wf_ind. intros n p m I La q B M.
  assert (D : a <> opponent a) by (destruct a; discriminate).
  destruct (set_closed _ _ I) as (new & H & C). simpl in H. read H.
  apply andb_prop in E0 as [T L]. rewrite side_beq_eq in T. rewrite is_legal_iff in L.
  assert (Tq : turn q = opponent a) by now rewrite (same_turn _ _ _ B).
  assert (Lq : legal q m = true) by (apply (defender_gains_no_move a q p); auto).
  inversion M as [n' p' _ [_ No] | n' p' m' T' | j1 p' _ _ All]; subst p'.
  - rewrite No in Lq. discriminate.
  - congruence.
  - specialize (All m Lq).
    inversion All as [n2 p2 T2 | j2 p2 m2 T2 L2 G2 M2 | j2 p2 T2]; subst p2.
    + rewrite turn_play, Tq, opponent_opponent in T2. congruence.
    + apply (survivals_met j2 (two_less n) (play p m) new (play q m) m2); auto.
      * apply IH. lia.
      * destruct n as [n |]; simpl in *; auto. lia.
      * now rewrite turn_play, T, opponent_opponent.
      * now apply better_play.
    + rewrite turn_play, Tq, opponent_opponent in T2. congruence.
Qed.

End Closed.

(** ** The machine builds a closed set *)

(** All that was claimed so far; each successor, of the problem and of the claims, is covered or on the stack. *)
Record invariant (a : side) (needs : list need) (set : list (claim * move)) (st : state) : Prop := {
  kept_are_claims : forall i c, PositiveMap.find i (kept st) = Some c -> exists m, In (c, m) set;
  problem_served : forall x, In x needs -> covered a set x \/ In x (stack st);
  claims_served : forall c m, In (c, m) set ->
    exists new, successors a c m = Ok new /\ forall x, In x new -> covered a set x \/ In x (stack st)
}.

Lemma covered_more a set e x : covered a set x -> covered a (e :: set) x.
Proof. intros (c & m & I & H). exists c, m. split; auto. now right. Qed.

Lemma step_keeps_invariant a needs set st i st' :
  invariant a needs set st -> step a st i = Ok st' -> exists set', invariant a needs set' st'.
Proof.
  intros [K P C] H. unfold step in H. destruct (stack st) as [| x rest] eqn:Es; [discriminate |].
  destruct i as [keep l h m | i].
  - apply bind_ok in H as (p & _ & H). apply demand_ok in H as [Cov H]. apply bind_ok in H as (new & Hs & H).
    injection H as H.
    assert (St : stack st' = new ++ rest) by (rewrite <- H; now destruct keep).
    set (c := claim_of l p) in *.
    assert (Serve : forall y, covered a set y \/ In y (x :: rest) ->
                    covered a ((c, m) :: set) y \/ In y (stack st')).
    { intros y [Hy | [<- | Hy]].
      - left. now apply covered_more.
      - left. exists c, m. split; auto. now left.
      - right. rewrite St. apply in_or_app. now right. }
    exists ((c, m) :: set). split.
    + intros i d F. destruct keep.
      * rewrite <- H in F. simpl in F. destruct (Pos.eq_dec i (next_kept st)) as [-> | N].
        -- rewrite PositiveMap.gss in F. injection F as <-. exists m. now left.
        -- rewrite PositiveMap.gso in F by auto. destruct (K _ _ F) as [m' I]. exists m'. now right.
      * rewrite <- H in F. simpl in F. destruct (K _ _ F) as [m' I]. exists m'. now right.
    + intros y Hy. apply Serve. now apply P.
    + intros d md [E | I].
      * injection E as <- <-. exists new. split; auto. intros y Hy. right. rewrite St. apply in_or_app. now left.
      * destruct (C _ _ I) as (nd & Hn & Hd). exists nd. split; auto.
  - destruct (PositiveMap.find i (kept st)) as [c |] eqn:F; [| discriminate].
    apply demand_ok in H as [Cov H]. injection H as <-. destruct (K _ _ F) as [m I].
    assert (Serve : forall y, covered a set y \/ In y (x :: rest) -> covered a set y \/ In y rest).
    { intros y [Hy | [<- | Hy]]; auto. left. now exists c, m. }
    exists set. split; simpl; auto.
    intros d md Id. destruct (C _ _ Id) as (nd & Hn & Hd). exists nd. split; auto.
Qed.

Lemma run_gives_closed_set a needs items : forall i set st,
  invariant a needs set st -> run a i st items = Verified ->
  exists set', closed a set' /\ forall x, In x needs -> covered a set' x.
Proof.
  induction items as [| x items IH]; intros i set st Inv H; simpl in H.
  - destruct (stack st) eqn:Es; [| discriminate]. destruct Inv as [_ P C]. rewrite Es in P, C. exists set. split.
    + intros c m I. destruct (C _ _ I) as (new & Hn & Hs). exists new. split; auto.
      intros y Hy. destruct (Hs y Hy) as [| []]; auto.
    + intros y Hy. destruct (P y Hy) as [| []]; auto.
  - destruct (step a st x) as [st' |] eqn:E; [| discriminate].
    destruct (step_keeps_invariant _ _ _ _ _ _ Inv E) as [set' Inv']. eapply IH; eauto.
Qed.

Lemma start_invariant a needs : invariant a needs [] (State needs (PositiveMap.empty claim) 1%positive).
Proof.
  split; simpl.
  - intros i c F. now rewrite PositiveMap.gempty in F.
  - auto.
  - intros c m [].
Qed.

(** ** The problem *)

Lemma opponent_turn c d : side_beq c d = false -> c = opponent d.
Proof. destruct c, d; auto; discriminate. Qed.

Lemma root_mate_met a n p needs set :
  closed a set -> root_mate a n p = Ok needs -> (forall x, In x needs -> covered a set x) ->
  can_mate a (N.to_nat n) p.
Proof.
  intros Cl H C. unfold root_mate in H. destruct (side_beq (turn p) a) eqn:T.
  - read H. apply (need_mate_met a set); auto. apply C. rewrite <- H. now left.
  - apply opponent_turn in T. read H.
    destruct (has_move_or_not p) as [[m0 L0] | No].
    + assert (R : forall m, legal p m = true -> can_mate a (N.to_nat (n - 1)) (play p m)).
      { intros m L. apply (need_mate_met a set); auto. apply C. rewrite <- H. apply in_map_iff.
        exists m. split; auto. now apply in_moves. }
      destruct (N.to_nat n) as [| k] eqn:Ek.
      * specialize (R m0 L0). replace (N.to_nat (n - 1)) with 0 in R by lia.
        inversion R as [k q Tq | |]; subst. rewrite turn_play, T, opponent_opponent in Tq.
        now destruct (opponent_not_self a).
      * apply mate_after_reply; auto; [now exists m0 |]. intros m L.
        replace k with (N.to_nat (n - 1)) by lia. auto.
    + assert (Em : moves p = []).
      { destruct (moves p) as [| m l] eqn:Em; auto. assert (L : legal p m = true).
        { apply in_moves. rewrite Em. now left. } rewrite No in L. discriminate. }
      rewrite Em in E0. rewrite orb_false_r, checked_iff in E0. apply mate_now; auto. now split.
Qed.

Lemma root_no_mate_met a p needs set :
  closed a set -> root_no_mate a p = Ok needs -> (forall x, In x needs -> covered a set x) ->
  no_mate a p.
Proof.
  intros Cl H C n M. unfold root_no_mate in H. assert (D : a <> opponent a) by (destruct a; discriminate).
  destruct (side_beq (turn p) a) eqn:T.
  - rewrite side_beq_eq in T.
    inversion M as [n' p' T' | n' p' m T' L G M' | n' p' T']; subst p'; try congruence.
    revert M'. apply (survivals_met a set n' None p needs p m); simpl; auto using better_refl.
    now apply closed_survives.
  - apply opponent_turn in T. destruct (checked p || has_move p) eqn:K.
    + read H. revert M. apply (survival_met a set n None p needs p); simpl; auto using better_refl.
      * now apply closed_survives.
      * now rewrite H.
    + rewrite orb_false_iff in K. destruct K as [K No]. rewrite checked_iff in K.
      inversion M as [n' p' _ [K' _] | n' p' m T' | n' p' _ E _]; subst p'; try congruence.
      apply has_move_iff in E. congruence.
Qed.

(** No mate within two plies less, and by parity none within one less. *)
Lemma root_no_shorter_met a n p needs set :
  closed a set -> root_no_shorter a n p = Ok needs -> (forall x, In x needs -> covered a set x) ->
  (turn p = a -> N.odd n = true) -> (turn p = opponent a -> N.even n = true) ->
  forall j, j < N.to_nat n -> ~ can_mate a j p.
Proof.
  intros Cl H C O E. assert (D : a <> opponent a) by (destruct a; discriminate).
  assert (Two : forall j, (2 <= n)%N -> j <= N.to_nat (n - 2) -> ~ can_mate a j p).
  { intros j N2 Hj M. unfold root_no_shorter in H.
    destruct (N.ltb_spec n 2); [lia |]. destruct (side_beq (turn p) a) eqn:T.
    - rewrite side_beq_eq in T.
      inversion M as [n' p' T' | n' p' m T' L G M' | n' p' T']; subst p'; try congruence.
      revert M'. apply (survivals_met a set n' (Some (n - 3)%N) p needs p m); simpl; auto using better_refl.
      + now apply closed_survives.
      + lia.
    - apply opponent_turn in T. revert M.
      apply (survival_met a set j (Some (n - 2)%N) p needs p); simpl; auto using better_refl.
      now apply closed_survives. }
  intros j Hj M.
  destruct (can_mate_parity _ _ _ (can_mate_longer _ _ _ M (pred (N.to_nat n)) ltac:(lia))) as [P1 P2].
  assert (Par : exists k, pred (N.to_nat n) = S k /\ can_mate a k p).
  { destruct (side_beq (turn p) a) eqn:T.
    - rewrite side_beq_eq in T. apply P1; auto. specialize (O T).
      apply N.odd_spec in O as [h Eh]. apply Nat.even_spec. exists (N.to_nat h). lia.
    - apply opponent_turn in T. apply P2; auto. specialize (E T).
      apply N.even_spec in E as [h Eh]. rewrite <- Nat.negb_odd. apply negb_false_iff, Nat.odd_spec.
      exists (N.to_nat (h - 1)). lia. }
  destruct Par as (k & Ek & Mk). apply (Two k); auto; lia.
Qed.

(** ** The theorem *)

(** What a statement says about the game. *)
Definition holds_in_game (a : side) (s : statement) (p : position) : Prop :=
  match s with
  | StatesMate n => can_mate a (N.to_nat n) p
  | StatesNoMate => no_mate a p
  | StatesShortest n => shortest_mate a (N.to_nat n) p
  end.

Lemma root_mate_parity a n p needs : root_mate a n p = Ok needs ->
  (turn p = a -> N.odd n = true) /\ (turn p = opponent a -> N.even n = true).
Proof.
  unfold root_mate. destruct (side_beq (turn p) a) eqn:T; intros H; read H.
  - rewrite side_beq_eq in T. split; auto. intros T'. rewrite T in T'. now destruct (opponent_not_self a).
  - apply opponent_turn in T. split; auto. intros T'. rewrite T' in T. now destruct (opponent_not_self a).
Qed.

Theorem check_sound allow p a s items :
  check allow p a s items = Verified -> holds_in_game a s p.
Proof.
  unfold check. destruct (first_fault allow p); [discriminate |].
  destruct (Nat.eqb _ 0); [discriminate |].
  destruct (root_needs a s p) as [needs |] eqn:R; [| discriminate]. intros H.
  destruct (run_gives_closed_set _ needs _ _ _ _ (start_invariant a needs) H) as (set & Cl & C).
  destruct s as [n | | n]; simpl in *.
  - now apply (root_mate_met a n p needs set).
  - now apply (root_no_mate_met a p needs set).
  - apply bind_ok in R as (x & Hx & R). apply bind_ok in R as (y & Hy & R). injection R as R.
    assert (Cx : forall z, In z x -> covered a set z) by (intros; apply C; rewrite <- R; apply in_or_app; auto).
    assert (Cy : forall z, In z y -> covered a set z) by (intros; apply C; rewrite <- R; apply in_or_app; auto).
    destruct (root_mate_parity _ _ _ _ Hx) as [O E]. split.
    + now apply (root_mate_met a n p x set).
    + now apply (root_no_shorter_met a n p y set).
Qed.

(** The problem was a fair one: no fault but those that were allowed, and there is a king to mate. *)
Theorem check_problem allow p a s items :
  check allow p a s items = Verified ->
  kings (on_board p) (opponent a) <> 0 /\
  forall x, has_fault p x = true -> may_be_allowed x = true /\ allow x = true.
Proof.
  unfold check, first_fault. destruct (find _ faults) eqn:F; [discriminate |].
  destruct (Nat.eqb_spec (kings (on_board p) (opponent a)) 0); [discriminate |]. intros _. split; auto.
  intros x Hx. assert (I : In x faults) by (destruct x; simpl; tauto).
  apply (find_none _ _ F) in I. rewrite Hx in I. simpl in I. apply negb_false_iff in I.
  now apply andb_prop in I.
Qed.
