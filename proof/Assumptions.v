From Tsumugi Require Import Sound.
Print Assumptions check_sound.
Print Assumptions check_problem.
