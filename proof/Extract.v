(** * From Coq to OCaml

    Booleans, lists, options and pairs become OCaml's own. Nothing else is replaced: squares, pieces and hands are the
    types of Board.v, numbers are Coq's [N] and [nat]. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Tsumugi Require Import Board Moves Faults Generate Checker.

Extraction Language OCaml.

Extraction "proved.ml" check moves checks legal_moves in_check play has_fault faults in_play hand_kinds empty_board put get.
