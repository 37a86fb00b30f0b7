(* Prints what each theorem assumes. tests/proofs/check_proofs.sh accepts one answer: nothing. *)
From Pipopipette Require Import game checker symmetry mirrors merging settle settling components stored
  quiet_moves quiet_tables layer_entries layer_walk layers_correct interchange.

Print Assumptions value_greatest.
Print Assumptions table_is_value.
Print Assumptions check_correct.
Print Assumptions value_image.
Print Assumptions drawn_reflected.
Print Assumptions value_left_right.
Print Assumptions value_top_bottom.
Print Assumptions value_transposed.
Print Assumptions value_exchange.
Print Assumptions value_of_group.
Print Assumptions outer_twins.
Print Assumptions value_merged.
Print Assumptions value_outer_merged.
Print Assumptions settles_unique.
Print Assumptions settle_settles.
Print Assumptions value_settled.
Print Assumptions value_settle.
Print Assumptions open_ended_leading_out.
Print Assumptions closed_declining.
Print Assumptions value_by_components.
Print Assumptions stored_table_is_value.
Print Assumptions merged_represents.
Print Assumptions reflected_represents.
Print Assumptions represents_then.
Print Assumptions represents_either.
Print Assumptions value_quiet.
Print Assumptions rectangle_simple.
Print Assumptions quiet_table_is_value.
Print Assumptions start_closed.
Print Assumptions few_open_closed.
Print Assumptions best_agrees.
Print Assumptions walk_visits.
Print Assumptions check_layers_correct.
Print Assumptions check_positions_correct.
Print Assumptions value_interchangeable.
