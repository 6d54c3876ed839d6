(** What the theorems rest on. [proof/test] fails unless all that is printed here is
    "Closed under the global context": no axiom, nothing admitted. *)

From Tsumugi Require Import Monotone PawnDrop Positions Repetition Generate Sound.

(** The checker is right. *)
Print Assumptions check_sound.
Print Assumptions check_problem.

(** What it rests on: hands, and the quick lists of moves. *)
Print Assumptions more_in_hand_never_hurts.
Print Assumptions in_moves.
Print Assumptions in_checks.

(** That the definitions say what docs/RULES.md says. *)
Print Assumptions legal_as_in_rules.
Print Assumptions legal_is_the_only_reading.
Print Assumptions legal_moves_lead_to_positions.
Print Assumptions pieces_in_play_stay.
Print Assumptions mate_without_repetition.
