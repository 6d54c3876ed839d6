(** * The checker of certificates, version 3 (docs/CERTIFICATE.md)

    A program. What it is given is a certificate whose text has been read: the problem, the attacker, what is
    claimed, and the lines. Sound.v proves that what it accepts is true. *)

From Coq Require Import Bool List NArith PArith FMapPositive.
From Tsumugi Require Import Board Moves Faults Monotone Generate.
Import ListNotations.

(** ** What a certificate says *)

Inductive statement := StatesMate (n : N) | StatesNoMate | StatesShortest (n : N).

(** One line [w], [h] or [s], or one reference. *)
Inductive letter := W (n : N) | H | S_ (n : N).

Inductive item :=
  | Line (keep : bool) (l : letter) (h : hand) (m : move)
  | Refer (i : positive).

(** A claim about a position, with the attacker holding exactly the hand of the line:
    [Mates n p] is a line [w], [Survives (Some n) p] a line [s], [Survives None p] a line [h]. *)
Inductive claim :=
  | Mates (n : N) (p : position)
  | Survives (n : option N) (p : position).

(** A position that is still to be covered: within so many plies, or for so many ([None]: for ever). *)
Inductive need :=
  | NeedMate (k : N) (p : position)
  | NeedSurvival (k : option N) (p : position).

Inductive reason :=
  | Faulty (x : fault) | NoKingToMate (c : side) | WrongParity | Illegal | NoCheck | NotMated
  | MatedAtOnce | NotInPlay | NotCovered | NothingToCover | NoSuchClaim | LeftOver.

Inductive result (A : Type) := Ok (x : A) | Wrong (why : reason).
Arguments Ok {A}.
Arguments Wrong {A}.

Definition bind {A B} (x : result A) (f : A -> result B) : result B :=
  match x with Ok y => f y | Wrong why => Wrong why end.

Definition demand {B} (x : bool) (why : reason) (rest : result B) : result B :=
  if x then rest else Wrong why.

(** ** Covering *)

(** [p] has the board and turn of [q], the attacker holds no less, the defender no more. *)
Definition betterb (a : side) (q p : position) : bool :=
  board_eqb (on_board q) (on_board p) && side_beq (turn q) (turn p) &&
  withinb (hand_of q a) (hand_of p a) && withinb (hand_of p (opponent a)) (hand_of q (opponent a)).

(** Whether surviving for [n] is surviving for [k]. *)
Definition lasts (n k : option N) : bool :=
  match n, k with
  | None, None => true
  | Some n, Some k => N.leb k n
  | _, _ => false
  end.

Definition covers (a : side) (c : claim) (x : need) : bool :=
  match c, x with
  | Mates n p, NeedMate k q => N.leb n k && betterb a p q
  | Survives n p, NeedSurvival k q => lasts n k && betterb a q p
  | _, _ => false
  end.

(** ** The check of one claim, which gives its successors *)

Definition is_mated (p : position) : bool := checked p && negb (has_move p).

(** Survival for no ply at all is seen at once. *)
Definition survival (k : option N) (p : position) : result (list need) :=
  match k with
  | Some 0%N => demand (negb (is_mated p)) MatedAtOnce (Ok [])
  | _ => Ok [NeedSurvival k p]
  end.

Fixpoint survivals (k : option N) (ps : list position) : result (list need) :=
  match ps with
  | [] => Ok []
  | p :: ps => bind (survival k p) (fun x => bind (survivals k ps) (fun xs => Ok (x ++ xs)))
  end.

(** Two plies less. *)
Definition two_less (n : option N) : option N :=
  match n with Some n => Some (n - 2)%N | None => None end.

(** The number of a line [s] is even and at least 2. *)
Definition good_number (n : option N) : bool :=
  match n with Some n => N.even n && N.leb 2 n | None => true end.

Definition successors (a : side) (c : claim) (m : move) : result (list need) :=
  match c with
  | Mates n p =>
    demand (N.odd n) WrongParity (
    demand (side_beq (turn p) a && is_legal p m) Illegal (
    let q := play p m in
    demand (checked q) NoCheck (
    Ok (map (fun r => NeedMate (n - 2) (play q r)) (moves q)))))
  | Survives n p =>
    demand (good_number n) WrongParity (
    demand (side_beq (turn p) (opponent a) && is_legal p m) Illegal (
    let q := play p m in
    survivals (two_less n) (map (play q) (checks q))))
  end.

(** ** The problem *)

Definition root_mate (a : side) (n : N) (p : position) : result (list need) :=
  if side_beq (turn p) a then
    demand (N.odd n) WrongParity (Ok [NeedMate n p])
  else
    demand (N.even n) WrongParity (
    let l := moves p in
    demand (checked p || negb (match l with [] => true | _ => false end)) NotMated (
    Ok (map (fun r => NeedMate (n - 1) (play p r)) l))).

Definition root_no_mate (a : side) (p : position) : result (list need) :=
  if side_beq (turn p) a then
    survivals None (map (play p) (checks p))
  else if checked p || has_move p then
    Ok [NeedSurvival None p]
  else
    Ok [].

(** No mate within fewer than [n] plies. *)
Definition root_no_shorter (a : side) (n : N) (p : position) : result (list need) :=
  if N.ltb n 2 then Ok []
  else if side_beq (turn p) a then
    survivals (Some (n - 3)%N) (map (play p) (checks p))
  else
    survival (Some (n - 2)%N) p.

Definition root_needs (a : side) (s : statement) (p : position) : result (list need) :=
  match s with
  | StatesMate n => root_mate a n p
  | StatesNoMate => root_no_mate a p
  | StatesShortest n =>
    bind (root_mate a n p) (fun x => bind (root_no_shorter a n p) (fun y => Ok (x ++ y)))
  end.

(** ** The machine: a stack of needs, and the kept claims *)

Record state := State { stack : list need; kept : PositiveMap.t claim; next_kept : positive }.

(** The position of a line: the board and turn of the one that it is to cover, the attacker holding [h], the
    defender the rest of what is not on the board. *)
Definition sum_hands (g h : hand) : hand :=
  Hand (rooks g + rooks h) (bishops g + bishops h) (golds g + golds h) (silvers g + silvers h)
       (knights g + knights h) (lances g + lances h) (pawns g + pawns h).

Definition less_hands (g h : hand) : hand :=
  Hand (rooks g - rooks h) (bishops g - bishops h) (golds g - golds h) (silvers g - silvers h)
       (knights g - knights h) (lances g - lances h) (pawns g - pawns h).

Definition with_hand (a : side) (h : hand) (p : position) : result position :=
  let off_board := sum_hands (black_hand p) (white_hand p) in
  let rest := less_hands off_board h in
  demand (withinb h off_board) NotInPlay (
  Ok (match a with
      | Black => Position (on_board p) h rest (turn p)
      | White => Position (on_board p) rest h (turn p)
      end)).

Definition position_of (x : need) : position :=
  match x with NeedMate _ p => p | NeedSurvival _ p => p end.

Definition claim_of (l : letter) (p : position) : claim :=
  match l with W n => Mates n p | H => Survives None p | S_ n => Survives (Some n) p end.

Definition step (a : side) (st : state) (i : item) : result state :=
  match stack st with
  | [] => Wrong NothingToCover
  | x :: rest =>
    match i with
    | Line keep l h m =>
      bind (with_hand a h (position_of x)) (fun p =>
      let c := claim_of l p in
      demand (covers a c x) NotCovered (
      bind (successors a c m) (fun new =>
      Ok (if keep
          then State (new ++ rest) (PositiveMap.add (next_kept st) c (kept st)) (Pos.succ (next_kept st))
          else State (new ++ rest) (kept st) (next_kept st)))))
    | Refer i =>
      match PositiveMap.find i (kept st) with
      | None => Wrong NoSuchClaim
      | Some c => demand (covers a c x) NotCovered (Ok (State rest (kept st) (next_kept st)))
      end
    end
  end.

(** Verified, or the number of the item at which the certificate fails, from 0, and why; no number if it is the problem
    and what is stated about it. *)
Inductive verdict := Verified | Rejected (at_item : option N) (why : reason).

Fixpoint run (a : side) (i : N) (st : state) (items : list item) : verdict :=
  match items with
  | [] => match stack st with [] => Verified | _ => Rejected (Some i) LeftOver end
  | x :: items =>
    match step a st x with
    | Ok st' => run a (N.succ i) st' items
    | Wrong why => Rejected (Some i) why
    end
  end.

(** Faults with which play still makes sense; whoever asks may allow them. *)
Definition may_be_allowed (x : fault) : bool :=
  match x with TooMany | TwoPawns | DeadPiece => true | _ => false end.

(** The first fault of the problem that is not allowed. *)
Definition first_fault (allow : fault -> bool) (p : position) : option fault :=
  find (fun x => has_fault p x && negb (may_be_allowed x && allow x)) faults.

Definition check (allow : fault -> bool) (p : position) (a : side) (s : statement) (items : list item) : verdict :=
  match first_fault allow p with
  | Some x => Rejected None (Faulty x)
  | None =>
    if Nat.eqb (kings (on_board p) (opponent a)) 0 then Rejected None (NoKingToMate (opponent a))
    else match root_needs a s p with
         | Wrong why => Rejected None why
         | Ok needs => run a 0 (State needs (PositiveMap.empty claim) 1%positive) items
         end
  end.
