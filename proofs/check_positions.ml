(* Lets the proved checker judge single quiet positions, such as a sample of a table that is too large for check_layers.

       check_positions 4x5 POSITIONS           prints the positions whose values are needed, these among them
       check_positions 4x5 POSITIONS VALUES    checks the positions by these values

   Each line of POSITIONS is a position, 4x5:0110..., and each line of VALUES a position and its value; what follows,
   empty lines, and lines that begin with '#', are ignored. That is the form of `pipo sample`.

   A position that is accepted has the value that its moves give it, by the values after these moves. The proof holds for
   every function [lookup]. Trusted is only that it always returns the same for the same position, that VALUES belongs to
   the table, and that this file prints the checker's verdict. *)

open Rectangles

let position name board text =
  let before = String.length name + 1 in
  if String.length text <> before + board.edges || String.sub text 0 before <> name ^ ":" then
    bad "%s is no position of %s" text name;
  let rec from i =
    if i = String.length text then 0
    else
      match text.[i] with
      | '0' -> 2 * from (i + 1)
      | '1' -> (2 * from (i + 1)) + 1
      | _ -> bad "%s is no position of %s" text name
  in
  from before

let text name board n = name ^ ":" ^ String.init board.edges (fun e -> if (n lsr e) land 1 = 1 then '1' else '0')

(* Calls [f] with the words of each line of a file. *)
let each_line file f =
  let channel = open_in file in
  let rec next () =
    match input_line channel with
    | "" -> next ()
    | line ->
        if line.[0] <> '#' then f (String.split_on_char ' ' line);
        next ()
    | exception End_of_file -> close_in channel
  in
  next ()

(* The positions whose values the checker asks for. It stops at a move that is worth more than the position, so that
   gets a value that no move reaches. *)
let needed board positions =
  let rows, columns, pairs, around = for_checkers board in
  let asked = Hashtbl.create 100_000 in
  let lookup n =
    if not (Hashtbl.mem asked n) then Hashtbl.add asked n ();
    0
  in
  let tools = Proved.tools_of (Proved.rectangle rows columns) pairs around lookup in
  let ask n =
    ignore (lookup n);
    ignore (Proved.is_best tools n 1000 tools.moves_of_board false)
  in
  List.iter ask positions;
  asked

let () =
  judge ~program:"check_positions" (fun words ->
      let name, file, values =
        match words with
        | [ name; file ] -> (name, file, None)
        | [ name; file; values ] -> (name, file, Some values)
        | _ -> bad "usage: check_positions BOARD POSITIONS [VALUES]"
      in
      let board = board_of name in
      let layers = Array.make (board.edges + 1) [] in
      each_line file (fun words ->
          let n = position name board (List.hd words) in
          let left = board.edges - popcount n in
          layers.(left) <- n :: layers.(left));
      match values with
      | None ->
          let print n () = print_endline (text name board n) in
          Array.iter (fun positions -> Hashtbl.iter print (needed board positions)) layers;
          true
      | Some values ->
          let known = Hashtbl.create 1_000_000 in
          each_line values (function
            | shown :: value :: _ -> Hashtbl.replace known (position name board shown) (int_of_string value)
            | _ -> bad "%s: a line needs a position and its value" values);
          let lookup n =
            match Hashtbl.find_opt known n with
            | Some value -> value
            | None -> bad "%s has no value of %s" values (text name board n)
          in
          let rows, columns, pairs, around = for_checkers board in
          let accepts = Proved.check_positions rows columns pairs around lookup in
          let right left positions =
            let accepted = accepts positions in
            let wrong = if accepted then [] else List.filter (fun n -> not (accepts [ n ])) positions in
            if positions <> [] then
              Printf.printf "%s: %d open edges: %d positions: %s\n%!" name left (List.length positions)
                (if accepted then "right" else "wrong: " ^ String.concat " " (List.map (text name board) wrong));
            accepted
          in
          Array.for_all Fun.id (Array.mapi right layers))
