(* Lets the proved checker judge tables of quiet positions, layer by layer.

       check_layers 3x4 VALUES FROM TO              checks the layers with FROM to TO open edges
       check_layers 3x4 VALUES FROM TO COUNT SEED   changes the values of COUNT positions of these layers, one at a
                                                    time, and checks the layer of each; each must be refused

   VALUES has one signed byte for each quiet position whose outer edges are merged, in the order of [place]. A layer
   that is accepted is right if those with fewer open edges are.

   The proof holds for every function [lookup], so a mistake in the order of the values cannot make the checker accept
   a wrong table. Trusted is only that [lookup] always returns the same for the same position, and that this file
   prints the checker's verdict. *)

open Rectangles

let merged board n = List.for_all (fun (a, b) -> n lsr b land 1 = 0 || n lsr a land 1 = 1) board.pairs

(* The order of the values: by the horizontal edges as a number, then by the vertical edges of each row of boxes from
   the top. Given the horizontal edges, those of each row can be chosen alone, because no box may have three sides.
   [counts.(r).(pair)] is the number of choices in row r between the horizontals [pair], [ranks.(r)] the rank of each
   among them, and [first] the place of the first position with these horizontals. *)
type order = {
  board : board;
  counts : int array array;
  ranks : (int, Bigarray.int16_unsigned_elt, Bigarray.c_layout) Bigarray.Array1.t array;
  first : int array;
}

let none = 0xffff

let order board =
  let { rows; columns; horizontals; _ } = board in
  let both = 2 * columns in
  let pairs = 1 lsl both and choices = 1 lsl (columns + 1) in
  let rec quiet pair verticals c =
    c = columns
    ||
    let bit set i = (set lsr i) land 1 in
    bit pair c + bit pair (c + columns) + bit verticals c + bit verticals (c + 1) <> 3 && quiet pair verticals (c + 1)
  in
  let ranks = Array.init rows (fun _ -> Bigarray.(Array1.create int16_unsigned c_layout (pairs * choices)))
  and counts = Array.init rows (fun _ -> Array.make pairs 0) in
  for r = 0 to rows - 1 do
    for pair = 0 to pairs - 1 do
      (* The horizontals of other rows count as drawn here. *)
      let around = ((1 lsl horizontals) - 1) lxor ((pairs - 1 - pair) lsl (r * columns)) in
      for verticals = 0 to choices - 1 do
        let n = around lor (verticals lsl (horizontals + (r * (columns + 1)))) in
        let allowed = quiet pair verticals 0 && (rows = 1 || merged board n) in
        ranks.(r).{pair lor (verticals lsl both)} <- (if allowed then counts.(r).(pair) else none);
        if allowed then counts.(r).(pair) <- counts.(r).(pair) + 1
      done
    done
  done;
  let first = Array.make ((1 lsl horizontals) + 1) 0 in
  for h = 0 to (1 lsl horizontals) - 1 do
    let count r = counts.(r).((h lsr (r * columns)) land (pairs - 1)) in
    let product = List.fold_left (fun product r -> product * count r) 1 (List.init rows Fun.id) in
    first.(h + 1) <- first.(h) + if rows > 1 || merged board h then product else 0
  done;
  { board; counts; ranks; first }

(* The place of a position that has a value. *)
let place { board = { rows; columns; horizontals; _ }; counts; ranks; first } =
  let both = 2 * columns in
  let rec from n r number =
    if r = rows then number + first.(n land ((1 lsl horizontals) - 1))
    else
      let pair = (n lsr (r * columns)) land ((1 lsl both) - 1) in
      let verticals = (n lsr (horizontals + (r * (columns + 1)))) land ((1 lsl (columns + 1)) - 1) in
      from n (r + 1) ((number * counts.(r).(pair)) + ranks.(r).{pair lor (verticals lsl both)})
  in
  fun n -> from n 0 0

(* The values in memory. Changes do not reach the file. *)
let read_values { first; _ } file =
  let descriptor = Unix.openfile file [ Unix.O_RDONLY ] 0 in
  let values = Bigarray.(array1_of_genarray (Unix.map_file descriptor int8_signed c_layout false [| -1 |])) in
  let count = first.(Array.length first - 1) in
  if Bigarray.Array1.dim values <> count then
    bad "%s has %d bytes, not one for each of %d positions" file (Bigarray.Array1.dim values) count;
  values

let checker order (values : (int, Bigarray.int8_signed_elt, Bigarray.c_layout) Bigarray.Array1.t) =
  let rows, columns, pairs, around = for_checkers order.board in
  let place = place order in
  let lookup n = values.{place n} in
  fun layer -> Proved.check_layer rows columns 0 pairs around lookup (nat_of_int layer)

let check_layers check ~name ~from ~until =
  let right layer =
    let before = Sys.time () in
    let right = check layer in
    let verdict = if right then "right" else "wrong" in
    Printf.printf "%s: %d open edges: %s, %.2f s\n%!" name layer verdict (Sys.time () -. before);
    right
  in
  List.for_all Fun.id (List.map right (List.init (until - from + 1) (fun i -> from + i)))

(* Changes positions drawn at random. The parity is kept. *)
let refuses_changes order values check ~from ~until count =
  let { edges; _ } = order.board in
  let quiet n =
    let columns = order.board.columns and both = 2 * order.board.columns in
    let rec from r =
      r = order.board.rows
      ||
      let pair = (n lsr (r * columns)) land ((1 lsl both) - 1) in
      let verticals = (n lsr (order.board.horizontals + (r * (columns + 1)))) land ((1 lsl (columns + 1)) - 1) in
      order.ranks.(r).{pair lor (verticals lsl both)} <> none && from (r + 1)
    in
    from 0
  in
  let rec position () =
    let n = Random.bits () lor (Random.bits () lsl 30) land ((1 lsl edges) - 1) in
    let left = edges - popcount n in
    if from <= left && left <= until && merged order.board n && quiet n then n else position ()
  in
  let refused () =
    let n = position () in
    let at = place order n in
    let right = values.{at} in
    values.{at} <- (if right > 0 then right - 2 else right + 2);
    let accepted = check (edges - popcount n) in
    values.{at} <- right;
    not accepted
  in
  List.for_all refused (List.init count ignore)

let () =
  judge ~program:"check_layers" (fun words ->
      match words with
      | name :: file :: from :: until :: rest -> (
          let board = board_of name in
          if board.columns > 7 || board.horizontals > 24 then bad "%s is too large: the values must fit in memory" name;
          let order = order board in
          let from = number from and until = min (number until) board.edges in
          let values = read_values order file in
          let check = checker order values in
          match rest with
          | [] -> check_layers check ~name ~from ~until
          | [ count; seed ] ->
              Random.init (number seed);
              let refused = refuses_changes order values check ~from ~until (number count) in
              Printf.printf "%s: %s\n" name
                (if refused then count ^ " changed values are refused" else "a changed value is accepted");
              refused
          | _ -> bad "too many words")
      | _ -> bad "usage: check_layers BOARD VALUES FROM TO [COUNT SEED]")
