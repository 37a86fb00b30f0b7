(* Reads a table as text and lets the proved checker judge it.

       check_table 3x3 < DUMP

   Each line of the dump is a position and its value, "3x3:110001000011101010101000 -3", in any order; what follows the
   value, and lines that begin with '#', are ignored. Every position must occur once.

   This file is trusted, not proved: it parses the lines and builds the tree. *)

module Proved = Extracted

exception Bad of string

let bad format = Printf.ksprintf (fun text -> raise (Bad text)) format

let rec nat_of_int n = if n = 0 then Proved.O else Proved.S (nat_of_int (n - 1))

let rec int_of_nat = function
  | Proved.O -> 0
  | Proved.S n -> 1 + int_of_nat n

let rec positive_of_int n =
  if n = 1 then Proved.XH
  else if n land 1 = 1 then Proved.XI (positive_of_int (n / 2))
  else Proved.XO (positive_of_int (n / 2))

let z_of_int n =
  if n = 0 then Proved.Z0 else if n > 0 then Proved.Zpos (positive_of_int n) else Proved.Zneg (positive_of_int (-n))

(* A value is a byte of the array, and no value is [missing]. *)
let missing = -128
let greatest = 127

(* The place of a position in the array: the digits of its edges as a binary number, edge 0 first. *)
let place line ~start ~edges =
  let rec from i number =
    if i = start + edges then number
    else
      match line.[i] with
      | '0' -> from (i + 1) (2 * number)
      | '1' -> from (i + 1) ((2 * number) + 1)
      | _ -> bad "a position has digits 0 and 1 only"
  in
  from start 0

let value line ~start =
  let length = String.length line in
  let stop = match String.index_from_opt line start ' ' with Some space -> space | None -> length in
  match int_of_string_opt (String.sub line start (stop - start)) with
  | Some value when abs value <= greatest -> value
  | _ -> bad "no value of at most %d after the position" greatest

let store values ~prefix ~edges line =
  let start = String.length prefix in
  let space = start + edges in
  if not (String.starts_with ~prefix line) then bad "the line does not begin with %s" prefix;
  if String.length line <= space || line.[space] <> ' ' then bad "no position of %d edges and a space" edges;
  let place = place line ~start ~edges in
  if Bytes.get_int8 values place <> missing then bad "the position occurs twice";
  Bytes.set_int8 values place (value line ~start:(space + 1))

let read ~prefix ~edges input =
  let values = Bytes.make (1 lsl edges) (Char.chr (missing land 255)) in
  let rec lines number =
    match input_line input with
    | exception End_of_file -> ()
    | line ->
        (try if line <> "" && line.[0] <> '#' then store values ~prefix ~edges line
         with Bad text -> bad "standard input, line %d: %s: %s" number text line);
        lines (number + 1)
  in
  lines 1;
  values

(* Equal leaves are one object, which saves memory. *)
let tree values ~prefix ~edges =
  let leaves = Array.init (2 * greatest + 1) (fun i -> Proved.Leaf (z_of_int (i - greatest))) in
  let rec node depth number =
    if depth < edges then
      let opened = node (depth + 1) (2 * number) in
      Proved.Node (opened, node (depth + 1) ((2 * number) + 1))
    else
      let value = Bytes.get_int8 values number in
      if value = missing then
        bad "standard input: no value of %s%s" prefix
          (String.init edges (fun e -> if number lsr (edges - 1 - e) land 1 = 1 then '1' else '0'));
      leaves.(value + greatest)
  in
  node 0 0

let () =
  try
    let rows, columns =
      match Sys.argv with
      | [| _; board |] -> (
          try Scanf.sscanf board "%ux%u%!" (fun rows columns -> (rows, columns))
          with Scanf.Scan_failure _ | Failure _ | End_of_file -> bad "%s is no board, such as 3x3" board)
      | _ -> bad "usage: check_table BOARD < DUMP"
    in
    if rows < 1 || columns < 1 || (rows + 1) * (columns + 1) > 16 then
      bad "%dx%d has too many positions or none" rows columns;
    let board = Proved.rectangle (nat_of_int rows) (nat_of_int columns) in
    let edges = int_of_nat (Proved.edges board) in
    let prefix = Printf.sprintf "%dx%d:" rows columns in
    let table = tree (read ~prefix ~edges stdin) ~prefix ~edges in
    if Proved.check board table then Printf.printf "%dx%d: all %d values are right\n" rows columns (1 lsl edges)
    else (
      Printf.printf "%dx%d: a value is wrong\n" rows columns;
      exit 1)
  with Bad text ->
    prerr_endline ("check_table: " ^ text);
    exit 2
