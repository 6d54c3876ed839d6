(* The text of a certificate, version 3, to what the proved checker takes (docs/CERTIFICATE.md).

   Whatever is not of the form is refused. Reading decides nothing: it turns words into values and a
   reference into the number of the kept claim that it names. *)

open Proved

exception Fault of int * string

type t = {
  position : position;
  attacker : side;
  statement : statement;
  items : item list;
  lines : int array; (* the line of each item, and after the last one that of the end *)
  claims : int;
}

let longest = 1000
let most_references = 64

let rec positive_of_int i =
  if i = 1 then XH else if i land 1 = 1 then XI (positive_of_int (i lsr 1)) else XO (positive_of_int (i lsr 1))

let n_of_int i = if i = 0 then N0 else Npos (positive_of_int i)

(* Reads characters until End_of_file is raised. *)
let read next_char =
  let number = ref 0 in
  let fault text = raise (Fault (!number, text)) in
  let buffer = Buffer.create longest in
  let next what =
    incr number;
    Buffer.clear buffer;
    let rec go () =
      match next_char () with
      | exception End_of_file -> fault (if Buffer.length buffer = 0 then what ^ " is missing" else "the line does not end")
      | '\n' -> Buffer.contents buffer
      | _ when Buffer.length buffer = longest -> fault "the line is too long"
      | c -> Buffer.add_char buffer c; go ()
    in
    go ()
  in
  (* A number in plain digits without leading zeros, at most 4294967295. *)
  let plain text =
    if Sfen.is_number text && (text = "0" || text.[0] <> '0') then int_of_string text
    else fault ("'" ^ text ^ "' is no number")
  in
  let after prefix line =
    let n = String.length prefix in
    if String.length line >= n && String.sub line 0 n = prefix then
      Some (String.sub line n (String.length line - n))
    else None
  in
  (* The attacker's hand: letters in the order RBGSNLP, a number before one only if it is above 1. *)
  let hand text =
    let counts = Sfen.empty_counts () and last = ref (-1) in
    if text = "" then fault "the hand is missing";
    if text <> "-" then
      Sfen.read_counts text 255 (fun count letter ->
          if Char.uppercase_ascii letter <> letter then fault "a hand has capitals";
          let i = Sfen.index_of_kind (snd (Sfen.piece letter)) in
          if i <= !last then fault "a hand has its letters in the order RBGSNLP";
          last := i;
          match count with
          | Some n when n < 2 -> fault "a number in a hand is above 1"
          | Some n -> counts.(i) <- n
          | None -> counts.(i) <- 1);
    Sfen.hand_of_counts counts
  in
  try
    if next "the first line" <> "tsumugi certificate 3" then fault "the first line is 'tsumugi certificate 3'";
    let position =
      match after "problem " (next "the problem") with
      | None -> fault "the second line is 'problem SFEN'"
      | Some text ->
        let position = Sfen.read_sfen text in
        let written = Sfen.write_sfen position ^ " " in
        (match after written text with
         | Some n when Sfen.is_number n && (n = "0" || n.[0] <> '0') -> ()
         | _ -> fault "the problem is not in the form that we write");
        if List.exists (fun kind -> Sfen.int_of_nat (in_play position kind) > 255) hand_kinds then
          fault "more than 255 pieces of a kind are in play";
        position
    in
    let attacker =
      match next "the attacker" with
      | "attacker black" -> Black
      | "attacker white" -> White
      | _ -> fault "the third line is 'attacker black' or 'attacker white'"
    in
    let statement =
      let line = next "the claim" in
      match (line, after "claim mate " line, after "claim shortest " line) with
      | "claim nomate", _, _ -> StatesNoMate
      | _, Some n, _ -> StatesMate (n_of_int (plain n))
      | _, _, Some n -> StatesShortest (n_of_int (plain n))
      | _ -> fault "the fourth line is 'claim mate N', 'claim nomate' or 'claim shortest N'"
    in
    let items = ref [] and places = ref [] and claims = ref 0 and kept = ref 0 in
    let add item =
      items := item :: !items;
      places := !number :: !places
    in
    (* The references of a line: how many there are. *)
    let references words =
      let count = ref 0 and expected = ref 0 in
      List.iter
        (fun word ->
          let plus = match String.index_opt word '+' with Some i -> i | None -> String.length word in
          String.iteri (fun i c -> if i >= plus && c <> '+' then fault ("'" ^ word ^ "' is no reference")) word;
          let back = plain (String.sub word 0 plus) in
          let first = !kept - back + 1 in
          if back < 1 || first < 1 then fault "no such claim was kept";
          if first = !expected then fault "this reference has to be a '+'";
          let pluses = String.length word - plus in
          if first + pluses > !kept then fault "no such claim was kept";
          for i = first to first + pluses do add (Refer (positive_of_int i)) done;
          count := !count + pluses + 1;
          expected := first + pluses + 1)
        words;
      if !count > most_references then fault "too many references";
      !count
    in
    let rec read_lines full =
      let line = next "the end" in
      match after "end " line with
      | Some count -> if plain count <> !claims then fault (Printf.sprintf "there are %d claims" !claims)
      | None ->
        let claim letter keep h m words =
          incr claims;
          let h = hand h in
          add (Line (keep, letter, h, Sfen.read_move m));
          if keep then incr kept;
          references words
        in
        let count =
          match String.split_on_char ' ' line with
          | (("w" | "W") as l) :: h :: n :: m :: words -> claim (W (n_of_int (plain n))) (l = "W") h m words
          | (("s" | "S") as l) :: h :: n :: m :: words -> claim (S_ (n_of_int (plain n))) (l = "S") h m words
          | (("h" | "H") as l) :: h :: m :: words -> claim H (l = "H") h m words
          | "r" :: words ->
            if not full then fault "an 'r' follows a line with 64 references only";
            let count = references words in
            if count = 0 then fault "an 'r' has references";
            count
          | _ -> fault "a line 'w', 'h', 's', 'r' or 'end' is expected"
        in
        read_lines (count = most_references)
    in
    read_lines false;
    let last = !number in
    (match next_char () with
     | exception End_of_file -> ()
     | _ -> incr number; fault "nothing follows after the end");
    { position; attacker; statement; items = List.rev !items; claims = !claims;
      lines = Array.of_list (List.rev (last :: !places)) }
  with Sfen.Bad text -> fault text
