(* The boards: rectangles of boxes, with the numbers of edges that docs/format.md defines. *)
From Pipopipette Require Import game.

(* Edges by row and column. [Horizontal r c] is the upper edge of the box in row [r] and column [c], [Vertical r c] its
   left edge. *)
Inductive place := Horizontal (r c : nat) | Vertical (r c : nat).

(* The horizontal edges come first, row by row, then the vertical ones. *)
Definition number (rows columns : nat) (e : place) : nat :=
  match e with
  | Horizontal r c => r * columns + c
  | Vertical r c => S rows * columns + r * S columns + c
  end.

Definition sides (cell : nat * nat) : list place :=
  let (r, c) := cell in [Horizontal r c; Horizontal (S r) c; Vertical r c; Vertical r (S c)].

Definition cells (rows columns : nat) : list (nat * nat) := list_prod (seq 0 rows) (seq 0 columns).

Definition box (rows columns : nat) (cell : nat * nat) : list nat := map (number rows columns) (sides cell).

Definition rectangle (rows columns : nat) : board :=
  {| edges := S rows * columns + rows * S columns;
     boxes := map (box rows columns) (cells rows columns) |}.

(* The sizes of the boards that are checked, and the value of the smallest one, computed here. *)
Example edges_of_3x3 : edges (rectangle 3 3) = 24.
Proof. reflexivity. Qed.

Example boxes_of_1x2 : boxes (rectangle 1 2) = [[0; 2; 4; 5]; [1; 3; 5; 6]].
Proof. reflexivity. Qed.

Example value_of_1x1 : value (rectangle 1 1) (repeat false 4) = (-1)%Z.
Proof. reflexivity. Qed.

Example value_of_1x2 : value (rectangle 1 2) (repeat false 7) = 0%Z.
Proof. vm_compute. reflexivity. Qed.
