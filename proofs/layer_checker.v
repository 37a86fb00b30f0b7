(* A checker of tables of quiet positions, layer by layer. A position is a binary number, edge 0 its lowest bit. It
   walks all quiet positions with a number of open edges whose outer edges are merged, and checks that the entry of each
   one agrees with identity (B). The table is any function from sets of edges to values. *)
From Coq Require Import NArith.
From Pipopipette Require Import game boards symmetry mirrors merging settle settle_bounds settling
  quiet_moves quiet_tables edge_sets.

(* Merging: of each pair the first edge counts as drawn before the second. *)
Fixpoint merge_pairs (pairs : list (N * N)) (n : N) : N :=
  match pairs with
  | [] => n
  | (a, b) :: rest =>
      merge_pairs rest
        (if (N.land n b =? 0)%N then n else if (N.land n a =? 0)%N then N.lor (N.ldiff n b) a else n)
  end.

(* The number of sets that [n] contains. *)
Fixpoint completed (n : N) (masks : list N) : Z :=
  match masks with
  | [] => 0
  | m :: rest => if (N.ldiff m n =? 0)%N then (1 + completed n rest)%Z else completed n rest
  end.

(* Everything that does not depend on the position: the edges with their boxes, pairs of outer edges, and enough steps;
   the boxes of an edge; the table. *)
Record tools := {
  moves_of_board : list (N * list N);
  pairs_of_board : list (N * N);
  enough : nat;
  around : N -> list N;
  lookup : N -> Z
}.

(* Settles [n] and returns the worth of the move by (B). The move has drawn [drawn] edges and captured [captured] boxes
   so far. [todo] has all boxes that can be captured, and others. The result is more than [bound] if there are not
   enough steps. *)
Fixpoint worth_settled (t : tools) (bound : Z) (steps : nat) (n : N) (todo : list N) (drawn captured : Z) : Z :=
  match steps with
  | 0 => (bound + 1)%Z
  | S steps' =>
      match todo with
      | [] => effect_worth captured drawn (lookup t (merge_pairs (pairs_of_board t) n))
      | m :: rest =>
          let e := N.ldiff m n in
          if single e then
            let after := N.lor n e in
            let boxes := around t e in
            worth_settled t bound steps' after (boxes ++ rest) (drawn + 1)%Z (captured + completed after boxes)%Z
          else worth_settled t bound steps' n rest drawn captured
      end
  end.

(* True if no move is worth more than [v], and [found] holds or one is worth [v]. *)
Fixpoint is_best (t : tools) (n : N) (v : Z) (moves : list (N * list N)) (found : bool) : bool :=
  match moves with
  | [] => found
  | move :: rest =>
      if (N.land n (fst move) =? 0)%N then
        let w := worth_settled t v (enough t) (N.lor n (fst move)) (snd move) 1 0 in
        if (w <=? v)%Z then is_best t n v rest (if (w =? v)%Z then true else found) else false
      else is_best t n v rest found
  end.

(* The first of the mirror images [images] that contains the start and is a smaller number than [n] after merging; [n]
   if there is none. *)
Fixpoint earlier (pairs : list (N * N)) (start n : N) (images : list N) : N :=
  match images with
  | [] => n
  | m :: rest =>
      if (N.ldiff start m =? 0)%N then
        let m' := merge_pairs pairs m in
        if (m' <? n)%N then m' else earlier pairs start n rest
      else earlier pairs start n rest
  end.

(* An entry is right if it is that of an earlier mirror image, or agrees with (B). *)
Definition right_entry (t : tools) (start : N) (full : bool) (n : N) (images : list N) : bool :=
  let m := earlier (pairs_of_board t) start n images in
  if (m =? n)%N then
    let v := lookup t n in
    if full then (v =? 0)%Z else is_best t n v (moves_of_board t) false
  else (lookup t n =? lookup t m)%Z.

(* A step of the walk decides whether an edge is drawn. *)
Record step := {
  edge : N;
  images_of_edge : list N;
  decided : list N;   (* boxes with this edge and none that is decided later *)
  before : N;         (* edges that must be drawn if this one is *)
  later : N           (* the number of steps after this one *)
}.

Fixpoint none_ready (n : N) (masks : list N) : bool :=
  match masks with
  | [] => true
  | m :: rest => if single (N.ldiff m n) then false else none_ready n rest
  end.

Fixpoint lor_each (l l' : list N) : list N :=
  match l, l' with
  | a :: rest, a' :: rest' => N.lor a a' :: lor_each rest rest'
  | _, _ => []
  end.

(* Walks the positions that leave [left] of the edges of the steps open. *)
Fixpoint walk (entry : N -> list N -> bool) (steps : list step) (left : N) (n : N) (images : list N) : bool :=
  match steps with
  | [] => if (left =? 0)%N then entry n images else true
  | s :: rest =>
      if (later s + 1 <? left)%N then true
      else if
        (if (N.ldiff (before s) n =? 0)%N then
           let after := N.lor n (edge s) in
           if none_ready after (decided s)
           then walk entry rest left after (lor_each images (images_of_edge s))
           else true
         else true)
      then
        if (left =? 0)%N then true
        else if none_ready n (decided s) then walk entry rest (N.pred left) n images else true
      else false
  end.

(* Setting up. *)

Definition among (e : nat) (l : list nat) : bool := existsb (Nat.eqb e) l.

Definition boxes_of (g : board) (e : nat) : list N := filter (fun m => has m e) (map mask (boxes g)).

Definition tools_of (g : board) (pairs : list (nat * nat)) (around : N -> list N) (lookup : N -> Z) : tools := {|
  moves_of_board := map (fun e => (bit e, boxes_of g e)) (seq 0 (edges g));
  pairs_of_board := map (fun ab => (bit (fst ab), bit (snd ab))) pairs;
  enough := 4 * edges g + 4;
  around := around;
  lookup := lookup
|}.

Fixpoint steps_of (g : board) (pairs : list (nat * nat)) (mirrors : list (nat -> nat)) (es : list nat) : list step :=
  match es with
  | [] => []
  | e :: rest =>
      {| edge := bit e;
         images_of_edge := map (fun f => bit (f e)) mirrors;
         decided := filter (fun m => (N.land m (mask rest) =? 0)%N) (boxes_of g e);
         before := mask (map fst (filter (fun ab => (snd ab =? e) && negb (among (fst ab) (e :: rest))) pairs));
         later := N.of_nat (length rest) |} :: steps_of g pairs mirrors rest
  end.

(* The image of a set of edges. *)
Definition image_of (count : nat) (n : N) (f : nat -> nat) : N := mask (map f (filter (has n) (seq 0 count))).

Definition half_turn (rows columns : nat) (x : place) : place := left_right columns (top_bottom rows x).

Definition mirrors (rows columns : nat) : list (nat -> nat) :=
  map (renumbered rows columns rows columns) [left_right columns; top_bottom rows; half_turn rows columns].

Fixpoint same_list (l l' : list N) : bool :=
  match l, l' with
  | [], [] => true
  | a :: rest, a' :: rest' => (a =? a')%N && same_list rest rest'
  | _, _ => false
  end.

Fixpoint different (l : list nat) : bool :=
  match l with
  | [] => true
  | e :: rest => negb (among e rest) && different rest
  end.

(* The edges of a pair belong to the same boxes, and the start draws the first one if it draws the second. *)
Definition pair_fits (g : board) (start : N) (ab : nat * nat) : bool :=
  let (a, b) := ab in
  (a <? edges g) && (b <? edges g) && forallb (fun box => eqb (among a box) (among b box)) (boxes g)
  && implb (has start b) (has start a).

Definition fits (g : board) (start : N) (pairs : list (nat * nat)) (around : N -> list N) : bool :=
  (N.ldiff start (mask (seq 0 (edges g))) =? 0)%N
  && forallb (fun e => same_list (around (bit e)) (boxes_of g e)) (seq 0 (edges g))
  && forallb (pair_fits g start) pairs && different (flat_map (fun ab => [fst ab; snd ab]) pairs).

(* Checks the layer of the positions with [left] open edges that contain the start. *)
Definition check_layer (rows columns : nat) (start : N) (pairs : list (nat * nat)) (around : N -> list N)
    (lookup : N -> Z) (left : nat) : bool :=
  let g := rectangle rows columns in
  let all := seq 0 (edges g) in
  if fits g start pairs around then
    walk (right_entry (tools_of g pairs around lookup) start (left =? 0))
      (steps_of g pairs (mirrors rows columns) (filter (fun e => negb (has start e)) all))
      (N.of_nat left) start (map (image_of (edges g) start) (mirrors rows columns))
  else false.

(* Checks positions alone, such as a sample of a table that is too large: each must be a quiet position of the board whose
   entry agrees with (B). *)
Definition check_positions (rows columns : nat) (pairs : list (nat * nat)) (around : N -> list N) (lookup : N -> Z)
    (ns : list N) : bool :=
  let g := rectangle rows columns in
  let t := tools_of g pairs around lookup in
  let all := mask (seq 0 (edges g)) in
  let masks := map mask (boxes g) in
  if fits g 0 pairs around then
    forallb (fun n => (N.ldiff n all =? 0)%N && none_ready n masks && right_entry t 0 (n =? all)%N n []) ns
  else false.
