(* Prints what each theorem assumes. tests/proofs/check_proofs.sh accepts one answer: nothing. *)
From Pipopipette Require Import game checker.

Print Assumptions value_greatest.
Print Assumptions table_is_value.
Print Assumptions check_correct.
