(* check PROBLEM CERT            is the certificate true of the problem? exit code 0 yes, 1 no, 2 bad input
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

let check_certificate problem path =
  let problem = if problem = "-" then None else Some (Sfen.read_sfen problem) in
  let channel = open_in_bin path in
  match Certificate.read channel with
  | exception Certificate.Fault (line, text) ->
    Printf.printf "rejected: line %d: %s\n" line text;
    1
  | certificate ->
    let { Certificate.position; attacker; statement; items; lines; claims } = certificate in
    if problem <> None && problem <> Some position then begin
      print_endline "rejected: line 2: it is about another problem";
      1
    end
    else begin
      let allow fault = List.mem fault !allowed in
      let began = Sys.time () in
      match check allow position attacker statement items with
      | Verified ->
        let seconds = Sys.time () -. began in
        Printf.printf "verified: %s\n%s attacks in %s\n%d claims, %.2f s\n" (statement_text statement)
          (side_name attacker) (Sfen.write_sfen position) claims seconds;
        0
      | Rejected (item, why) ->
        let line =
          match (item, why) with
          | Some i, _ -> lines.(int_of_n i)
          | None, Faulty _ -> 2
          | None, NoKingToMate _ -> 3
          | None, _ -> 4
        in
        Printf.printf "rejected: line %d: %s\n" line (reason_text why);
        1
    end

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

let usage = "usage: check [--allow too-many|two-pawns|dead-piece] PROBLEM CERT\n       check perft SFEN DEPTH\n       check moves|plain|faults FILE"

let rec main = function
  | "--allow" :: name :: rest -> allow name; main rest
  | [ "perft"; sfen; depth ] ->
    Printf.printf "%d\n" (perft (Sfen.read_sfen sfen) (int_of_string depth));
    0
  | [ "moves"; path ] -> compare_lines path (same_moves moves checks)
  | [ "plain"; path ] -> compare_lines path same_plain_moves
  | [ "faults"; path ] -> compare_lines path same_faults
  | [ problem; path ] -> check_certificate problem path
  | _ -> prerr_endline usage; 2

let () =
  exit
    (try main (List.tl (Array.to_list Sys.argv)) with
     | Sfen.Bad text | Sys_error text | Failure text -> prerr_endline text; 2)
