(* Writes the checker as OCaml, extracted.ml. Only booleans, pairs and lists become OCaml's own types. *)
From Pipopipette Require Import game checker boards.
Require Import ExtrOcamlBasic.

Extraction Language OCaml.
Extraction "extracted" check rectangle edges.
