(* Writes the checker of layers as OCaml, layers.ml. Numbers become OCaml's, which have 63 bits: a position has at most
   62 edges, and every other number of the checker is below a thousand. The functions below are trusted to do the same
   as Coq's with numbers of this size; the other ones on numbers are extracted as they are. *)
From Coq Require Import NArith.
From Pipopipette Require Import game boards edge_sets quiet_moves layer_checker.
Require Import ExtrOcamlBasic.

Extraction Language OCaml.

Extract Inductive positive => "int" [ "(fun p -> 2 * p + 1)" "(fun p -> 2 * p)" "1" ]
  "(fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))".
Extract Inductive N => "int" [ "0" "(fun p -> p)" ] "(fun zero positive n -> if n = 0 then zero () else positive n)".
Extract Inductive Z => "int" [ "0" "(fun p -> p)" "(fun p -> - p)" ]
  "(fun zero positive negative n -> if n = 0 then zero () else if n > 0 then positive n else negative (- n))".

Extract Inlined Constant N.land => "(land)".
Extract Inlined Constant N.lor => "(lor)".
Extract Inlined Constant N.ldiff => "(fun a b -> a land lnot b)".
Extract Inlined Constant N.pred => "(fun a -> if a = 0 then 0 else a - 1)".
Extract Inlined Constant N.eqb => "(fun (a : int) b -> a = b)".
Extract Inlined Constant N.ltb => "(fun (a : int) b -> a < b)".
Extract Inlined Constant N.add => "(+)".
Extract Inlined Constant Z.add => "(+)".
Extract Inlined Constant Z.sub => "(-)".
Extract Inlined Constant Z.opp => "(fun a -> - a)".
Extract Inlined Constant Z.max => "(fun (a : int) b -> if a > b then a else b)".
Extract Inlined Constant Z.eqb => "(fun (a : int) b -> a = b)".
Extract Inlined Constant Z.leb => "(fun (a : int) b -> a <= b)".
Extract Inlined Constant Z.ltb => "(fun (a : int) b -> a < b)".

Extraction "layers.ml" check_layer check_positions boxes_of rectangle edges.
