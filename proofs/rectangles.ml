(* What the programs that let a proved checker judge quiet positions have in common: boards as the checker takes them,
   and the verdict as the exit code: 0 accepted, 1 refused, 2 not judged. *)

module Proved = Layers

exception Bad of string

let bad format = Printf.ksprintf (fun text -> raise (Bad text)) format

let rec nat_of_int n = if n = 0 then Proved.O else Proved.S (nat_of_int (n - 1))

type board = { rows : int; columns : int; horizontals : int; edges : int; pairs : (int * int) list }

(* The pairs of outer edges of which the first counts as drawn before the second: those of each corner; on a board one
   box wide the long sides of each box. *)
let board ~rows ~columns =
  let horizontals = (rows + 1) * columns in
  let horizontal r c = (r * columns) + c and vertical r c = horizontals + (r * (columns + 1)) + c in
  let pairs =
    if rows = 1 then List.init columns (fun c -> (horizontal 0 c, horizontal 1 c))
    else
      List.concat_map
        (fun (r, v_row) ->
          [ (horizontal r 0, vertical v_row 0); (horizontal r (columns - 1), vertical v_row columns) ])
        [ (0, 0); (rows, rows - 1) ]
  in
  { rows; columns; horizontals; edges = horizontals + (rows * (columns + 1)); pairs }

(* The board of a name such as 3x4. *)
let board_of name =
  match Scanf.sscanf name "%ux%u%!" (fun rows columns -> (rows, columns)) with
  | rows, columns
    when 1 <= rows && rows <= columns && 1 < columns && columns < 31 && (board ~rows ~columns).edges <= 62 ->
      board ~rows ~columns
  | _ | (exception (Scanf.Scan_failure _ | Failure _ | End_of_file)) ->
      bad "%s is no board that fits, such as 3x4, with rows <= columns" name

let number text = match int_of_string_opt text with Some n when n >= 0 -> n | _ -> bad "%s is no number" text

let rec popcount n = if n = 0 then 0 else 1 + popcount (n land (n - 1))

(* The rows, columns, pairs and boxes of each edge as the checker takes them. *)
let for_checkers { rows; columns; edges; pairs; _ } =
  let rows = nat_of_int rows and columns = nat_of_int columns in
  (* No two powers of 2 below 2^66 have the same remainder. *)
  let boxes = Array.make 67 [] in
  for e = 0 to edges - 1 do
    boxes.((1 lsl e) mod 67) <- Proved.boxes_of (Proved.rectangle rows columns) (nat_of_int e)
  done;
  let pairs = List.map (fun (a, b) -> (nat_of_int a, nat_of_int b)) pairs in
  (rows, columns, pairs, fun edge -> boxes.(edge mod 67))

(* Ends the program with the verdict of [right], which gets the words of the command line. *)
let judge ~program right =
  let failed text =
    prerr_endline (program ^ ": " ^ text);
    exit 2
  in
  match right (List.tl (Array.to_list Sys.argv)) with
  | right -> if not right then exit 1
  | exception (Bad text | Sys_error text | Failure text | Invalid_argument text) -> failed text
  | exception Unix.Unix_error (error, _, file) -> failed (file ^ ": " ^ Unix.error_message error)
