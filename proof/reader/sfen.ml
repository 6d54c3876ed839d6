(* SFEN and USI moves: text to the types of the proof and back (docs/RULES.md, sections 10 and 11). *)

open Proved

exception Bad of string

let bad format = Printf.ksprintf (fun text -> raise (Bad text)) format

let file_of_digit = function
  | '1' -> F1 | '2' -> F2 | '3' -> F3 | '4' -> F4 | '5' -> F5
  | '6' -> F6 | '7' -> F7 | '8' -> F8 | '9' -> F9
  | c -> bad "'%c' is no file" c

let rank_of_letter = function
  | 'a' -> Ra | 'b' -> Rb | 'c' -> Rc | 'd' -> Rd | 'e' -> Re
  | 'f' -> Rf | 'g' -> Rg | 'h' -> Rh | 'i' -> Ri
  | c -> bad "'%c' is no rank" c

let digit_of_file = function
  | F1 -> '1' | F2 -> '2' | F3 -> '3' | F4 -> '4' | F5 -> '5'
  | F6 -> '6' | F7 -> '7' | F8 -> '8' | F9 -> '9'

let letter_of_rank = function
  | Ra -> 'a' | Rb -> 'b' | Rc -> 'c' | Rd -> 'd' | Re -> 'e'
  | Rf -> 'f' | Rg -> 'g' | Rh -> 'h' | Ri -> 'i'

let kind_of_letter = function
  | 'K' -> Some King | 'R' -> Some Rook | 'B' -> Some Bishop | 'G' -> Some Gold
  | 'S' -> Some Silver | 'N' -> Some Knight | 'L' -> Some Lance | 'P' -> Some Pawn
  | _ -> None

let letter_of_kind = function
  | King -> 'K' | Rook | Dragon -> 'R' | Bishop | Horse -> 'B' | Gold -> 'G'
  | Silver | PromotedSilver -> 'S' | Knight | PromotedKnight -> 'N'
  | Lance | PromotedLance -> 'L' | Pawn | Tokin -> 'P'

let promoted_kind = function
  | Rook -> Dragon | Bishop -> Horse | Silver -> PromotedSilver
  | Knight -> PromotedKnight | Lance -> PromotedLance | Pawn -> Tokin
  | k -> bad "'+' before %c, which does not promote" (letter_of_kind k)

let rec nat_of_int i = if i <= 0 then O else S (nat_of_int (i - 1))

let square text at = { file_of = file_of_digit text.[at]; rank_of = rank_of_letter text.[at + 1] }

(* A piece by its letter: capitals are Black's. *)
let piece letter =
  let side = if Char.uppercase_ascii letter = letter then Black else White in
  match kind_of_letter (Char.uppercase_ascii letter) with
  | Some kind -> (side, kind)
  | None -> bad "'%c' is no piece" letter

let read_rank board rank text =
  let board = ref board and files = ref "987654321" in
  let place content =
    if !files = "" then bad "rank %c has more than 9 squares" (letter_of_rank rank);
    board := put !board { file_of = file_of_digit !files.[0]; rank_of = rank } content;
    files := String.sub !files 1 (String.length !files - 1)
  in
  let rec go i =
    if i < String.length text then
      match text.[i] with
      | '1' .. '9' as digit ->
        for _ = 1 to Char.code digit - Char.code '0' do place Empty done;
        go (i + 1)
      | 'O' -> place Stone; go (i + 1)
      | '+' when i + 1 < String.length text ->
        let side, kind = piece text.[i + 1] in
        place (Piece (side, promoted_kind kind));
        go (i + 2)
      | letter ->
        let side, kind = piece letter in
        place (Piece (side, kind));
        go (i + 1)
  in
  go 0;
  if !files <> "" then bad "rank %c has fewer than 9 squares" (letter_of_rank rank);
  !board

let read_board text =
  let ranks = [ Ra; Rb; Rc; Rd; Re; Rf; Rg; Rh; Ri ] in
  let texts = String.split_on_char '/' text in
  if List.length texts <> 9 then bad "a board has 9 ranks";
  List.fold_left2 read_rank empty_board ranks texts

let empty_counts () = Array.make 7 0

let index_of_kind = function
  | Rook -> 0 | Bishop -> 1 | Gold -> 2 | Silver -> 3 | Knight -> 4 | Lance -> 5 | Pawn -> 6
  | _ -> bad "a king is never in hand"

let hand_of_counts counts =
  let n i = nat_of_int counts.(i) in
  { rooks = n 0; bishops = n 1; golds = n 2; silvers = n 3; knights = n 4; lances = n 5; pawns = n 6 }

(* Reads [number] letter, again and again, and shows each. A number goes from 1 to [most], without leading zeros. *)
let read_counts text most show =
  let length = String.length text in
  let rec go i =
    if i < length then begin
      let rec digits j = if j < length && text.[j] >= '0' && text.[j] <= '9' then digits (j + 1) else j in
      let j = digits i in
      if j - i > 3 || (j > i && text.[i] = '0') then bad "a bad number in a hand";
      let count = if j = i then None else Some (int_of_string (String.sub text i (j - i))) in
      (match count with Some n when n > most -> bad "a bad number in a hand" | _ -> ());
      if j >= length then bad "a number without a piece in a hand";
      show count text.[j];
      go (j + 1)
    end
  in
  go 0

let read_hands text =
  let black = empty_counts () and white = empty_counts () in
  if text <> "-" then begin
    if text = "" then bad "the hands are missing";
    read_counts text 99 (fun count letter ->
        let side, kind = piece letter in
        let counts = if side = Black then black else white in
        let i = index_of_kind kind in
        if counts.(i) > 0 then bad "'%c' is listed twice" letter;
        counts.(i) <- Option.value count ~default:1)
  end;
  (hand_of_counts black, hand_of_counts white)

let is_number text =
  text <> "" && String.length text <= 10
  && String.for_all (fun c -> c >= '0' && c <= '9') text
  && int_of_string ("0u" ^ text) <= 0xFFFFFFFF

let read_sfen text =
  let words = List.filter (( <> ) "") (String.split_on_char ' ' text) in
  let words =
    match words with "position" :: "sfen" :: rest -> rest | "sfen" :: rest -> rest | rest -> rest
  in
  let read board turn hands =
    let turn = match turn with "b" -> Black | "w" -> White | _ -> bad "the side to move is 'b' or 'w'" in
    let black_hand, white_hand = read_hands hands in
    { on_board = read_board board; black_hand; white_hand; turn }
  in
  match words with
  | [ board; turn; hands ] -> read board turn hands
  | [ board; turn; hands; number ] when is_number number -> read board turn hands
  | _ -> bad "a SFEN is BOARD TURN HANDS NUMBER"

let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n

(* The one form that we write, without the move number. *)
let write_sfen p =
  let text = Buffer.create 100 in
  let ranks = [ Ra; Rb; Rc; Rd; Re; Rf; Rg; Rh; Ri ] and files = [ F9; F8; F7; F6; F5; F4; F3; F2; F1 ] in
  let case side letter = if side = Black then letter else Char.lowercase_ascii letter in
  List.iteri
    (fun i rank ->
      if i > 0 then Buffer.add_char text '/';
      let empty = ref 0 in
      let flush () =
        if !empty > 0 then Buffer.add_string text (string_of_int !empty);
        empty := 0
      in
      List.iter
        (fun file ->
          match get p.on_board { file_of = file; rank_of = rank } with
          | Empty -> incr empty
          | Stone -> flush (); Buffer.add_char text 'O'
          | Piece (side, kind) ->
            flush ();
            if unpromoted kind <> kind then Buffer.add_char text '+';
            Buffer.add_char text (case side (letter_of_kind kind)))
        files;
      flush ())
    ranks;
  Buffer.add_string text (match p.turn with Black -> " b " | White -> " w ");
  let before = Buffer.length text in
  List.iter
    (fun (side, h) ->
      List.iter
        (fun (letter, n) ->
          let n = int_of_nat n in
          if n > 1 then Buffer.add_string text (string_of_int n);
          if n > 0 then Buffer.add_char text (case side letter))
        [ ('R', h.rooks); ('B', h.bishops); ('G', h.golds); ('S', h.silvers); ('N', h.knights);
          ('L', h.lances); ('P', h.pawns) ])
    [ (Black, p.black_hand); (White, p.white_hand) ];
  if Buffer.length text = before then Buffer.add_char text '-';
  Buffer.contents text

let read_move text =
  let length = String.length text in
  if length = 4 && text.[1] = '*' then
    match kind_of_letter text.[0] with
    | Some kind when kind <> King -> Drop (kind, square text 2)
    | _ -> bad "'%s' is no move" text
  else if length = 4 then Move (square text 0, square text 2, false)
  else if length = 5 && text.[4] = '+' then Move (square text 0, square text 2, true)
  else bad "'%s' is no move" text

let write_square s = Printf.sprintf "%c%c" (digit_of_file s.file_of) (letter_of_rank s.rank_of)

let write_move = function
  | Move (from, to_, promote) -> write_square from ^ write_square to_ ^ if promote then "+" else ""
  | Drop (kind, to_) -> Printf.sprintf "%c*%s" (letter_of_kind kind) (write_square to_)
