(* check PROBLEM CERT            is the certificate true of the problem? exit code 0 yes, 1 no, 2 bad input
   check many                    the same about any number, read one after the other; see [check_many]
   check perft SFEN DEPTH        counts lines of legal moves
   check moves FILE              compares legal moves and checks with those listed in the file
   check plain FILE              the same, by the definitions themselves instead of the quick lists
   check faults FILE             compares the faults of diagrams with those listed in the file *)

open Proved

let rec int_of_positive = function
  | XH -> 1
  | XO p -> 2 * int_of_positive p
  | XI p -> (2 * int_of_positive p) + 1

let int_of_n = function N0 -> 0 | Npos p -> int_of_positive p

let side_name = function Black -> "black" | White -> "white"

let fault_text = function
  | NoKing -> "there is no king"
  | ManyKings -> "a side has more than one king"
  | TooMany -> "there are too many pieces of a kind"
  | TwoPawns -> "a side has two pawns on a file"
  | DeadPiece -> "a piece can never move"
  | KingCanBeCaptured -> "the side not to move is in check"

let fault_name = function
  | NoKing -> "no-king"
  | ManyKings -> "many-kings"
  | TooMany -> "too-many"
  | TwoPawns -> "two-pawns"
  | DeadPiece -> "dead-piece"
  | KingCanBeCaptured -> "king-can-be-captured"

let reason_text = function
  | Faulty fault -> "the problem is faulty: " ^ fault_text fault
  | NoKingToMate side -> side_name side ^ " has no king"
  | WrongParity -> "the number has the wrong parity"
  | Illegal -> "the move is not legal"
  | NoCheck -> "the move gives no check"
  | NotMated -> "the defender has no move but is not in check"
  | MatedAtOnce -> "a check mates at once"
  | NotInPlay -> "the hand has more than is in play"
  | NotCovered -> "the claim does not cover the position"
  | NothingToCover -> "there is nothing left to cover"
  | NoSuchClaim -> "no such claim was kept"
  | LeftOver -> "positions are left uncovered"

let statement_text = function
  | StatesMate n -> Printf.sprintf "the attacker mates within %d plies" (int_of_n n)
  | StatesNoMate -> "there is no mate"
  | StatesShortest n -> Printf.sprintf "the shortest mate takes %d plies" (int_of_n n)

let allowed = ref []

let allow name =
  match List.find_opt (fun fault -> fault_name fault = name) [ TooMany; TwoPawns; DeadPiece ] with
  | Some fault -> allowed := fault :: !allowed
  | None -> raise (Sfen.Bad ("no fault that may be allowed is called " ^ name))

(* What the certificate proves about the problem, or why it is rejected. *)
let judge problem next_char =
  let problem = if problem = "-" then None else Some (Sfen.read_sfen problem) in
  let rejected line text = Error (Printf.sprintf "line %d: %s" line text) in
  match Certificate.read next_char with
  | exception Certificate.Fault (line, text) -> rejected line text
  | { Certificate.position; _ } when problem <> None && problem <> Some position ->
    rejected 2 "it is about another problem"
  | { Certificate.position; attacker; statement; items; lines; claims } ->
    let allow fault = List.mem fault !allowed in
    let began = Sys.time () in
    (match check allow position attacker statement items with
     | Verified ->
       let seconds = Sys.time () -. began in
       Ok
         (Printf.sprintf "%s\n%s attacks in %s\n%d claims, %.2f s" (statement_text statement)
            (side_name attacker) (Sfen.write_sfen position) claims seconds)
     | Rejected (item, why) ->
       let line =
         match (item, why) with
         | Some i, _ -> lines.(int_of_n i)
         | None, Faulty _ -> 2
         | None, NoKingToMate _ -> 3
         | None, _ -> 4
       in
       rejected line (reason_text why))

let check_certificate problem path =
  let channel = open_in_bin path in
  match judge problem (fun () -> input_char channel) with
  | Ok text -> Printf.printf "verified: %s\n" text; 0
  | Error text -> Printf.printf "rejected: %s\n" text; 1

(* Reads, until there is no more: a line with a problem, a line with a number, and a certificate of so many bytes. Answers
   each with a line that begins with "verified", "rejected" or, if the problem is none, "bad". *)
let check_many () =
  set_binary_mode_in stdin true;
  (try
     while true do
       let problem = input_line stdin in
       let text = really_input_string stdin (int_of_string (input_line stdin)) in
       let at = ref 0 in
       let next_char () =
         if !at = String.length text then raise End_of_file;
         incr at;
         text.[!at - 1]
       in
       (match judge problem next_char with
        | Ok text -> print_endline ("verified: " ^ List.hd (String.split_on_char '\n' text))
        | Error text -> print_endline ("rejected: " ^ String.escaped text)
        | exception Sfen.Bad text -> print_endline ("bad: " ^ String.escaped text))
     done
   with End_of_file -> ());
  0

let rec perft position depth =
  let moves = moves position in
  if depth <= 1 then List.length moves
  else List.fold_left (fun sum m -> sum + perft (play position m) (depth - 1)) 0 moves

(* Shows each line of a file, split at its tabs, to [same], which says whether the proved rules agree. *)
let compare_lines path same =
  let channel = open_in path in
  let count = ref 0 and wrong = ref 0 in
  (try
     while true do
       let line = input_line channel in
       incr count;
       if not (same (String.split_on_char '\t' line)) then begin
         incr wrong;
         Printf.printf "differs: %s\n" line
       end
     done
   with End_of_file -> ());
  Printf.printf "%d positions, %d differences\n" !count !wrong;
  if !wrong = 0 then 0 else 1

(* SFEN, legal moves, the checks among them; moves separated by spaces, in canonical order. *)
let same_moves moves checks = function
  | [ sfen; legal; checking ] ->
    let words moves = String.concat " " (List.map Sfen.write_move moves) in
    let position = Sfen.read_sfen sfen in
    words (moves position) = legal && words (checks position) = checking
  | _ -> raise (Sfen.Bad "a line is SFEN, tab, moves, tab, checks")

(* By the definitions of Moves.v. *)
let same_plain_moves =
  let gives_check position m =
    let after = play position m in
    in_check after.on_board after.turn
  in
  same_moves legal_moves (fun position -> List.filter (gives_check position) (legal_moves position))

(* SFEN, the names of its faults in the order of RULES 8. *)
let same_faults = function
  | [ sfen; names ] ->
    let position = Sfen.read_sfen sfen in
    String.concat " " (List.map fault_name (List.filter (has_fault position) faults)) = names
  | _ -> raise (Sfen.Bad "a line is SFEN, tab, faults")

let usage = "usage: check [--allow too-many|two-pawns|dead-piece] PROBLEM CERT\n       check [--allow ...] many\n       check perft SFEN DEPTH\n       check moves|plain|faults FILE"

let rec main = function
  | "--allow" :: name :: rest -> allow name; main rest
  | [ "perft"; sfen; depth ] ->
    Printf.printf "%d\n" (perft (Sfen.read_sfen sfen) (int_of_string depth));
    0
  | [ "moves"; path ] -> compare_lines path (same_moves moves checks)
  | [ "plain"; path ] -> compare_lines path same_plain_moves
  | [ "faults"; path ] -> compare_lines path same_faults
  | [ "many" ] -> check_many ()
  | [ problem; path ] -> check_certificate problem path
  | _ -> prerr_endline usage; 2

let () =
  exit
    (try main (List.tl (Array.to_list Sys.argv)) with
     | Sfen.Bad text | Sys_error text | Failure text -> prerr_endline text; 2)
