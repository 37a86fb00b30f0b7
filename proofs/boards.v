(* The boards: rectangles of boxes, with the numbers of edges that docs/format.md defines. *)
From Coq Require Import FinFun.
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

(* Numbers and places of edges. *)

Definition inside (rows columns : nat) (x : place) : Prop :=
  match x with
  | Horizontal r c => r <= rows /\ c < columns
  | Vertical r c => r < rows /\ c <= columns
  end.

Definition place_of (rows columns : nat) (e : nat) : place :=
  if e <? S rows * columns then Horizontal (e / columns) (e mod columns)
  else let d := e - S rows * columns in Vertical (d / S columns) (d mod S columns).

Lemma row_column : forall width r c, c < width -> (r * width + c) / width = r /\ (r * width + c) mod width = c.
Proof.
  intros. rewrite Nat.add_comm, Nat.div_add, Nat.mod_add, Nat.div_small, Nat.mod_small; lia.
Qed.

Lemma row_column_inside : forall height width e, e < height * width ->
  e / width < height /\ e mod width < width /\ e / width * width + e mod width = e.
Proof.
  intros. assert (width <> 0) by (destruct width; lia). repeat split.
  - apply Nat.div_lt_upper_bound; lia.
  - now apply Nat.mod_upper_bound.
  - rewrite (Nat.div_mod e width) at 3; lia.
Qed.

Lemma number_inside : forall rows columns x, inside rows columns x ->
  number rows columns x < edges (rectangle rows columns).
Proof. intros rows columns [r c|r c]; simpl; intros []; nia. Qed.

Lemma place_of_number : forall rows columns x, inside rows columns x ->
  place_of rows columns (number rows columns x) = x.
Proof.
  intros rows columns [r c|r c] [Hr Hc]; unfold place_of, number.
  - assert (r * columns + c < S rows * columns) as H by nia. apply Nat.ltb_lt in H. rewrite H.
    now destruct (row_column columns r c Hc) as [-> ->].
  - assert (S rows * columns <= S rows * columns + r * S columns + c) as H by lia. apply Nat.ltb_ge in H. rewrite H.
    replace (S rows * columns + r * S columns + c - S rows * columns) with (r * S columns + c) by lia.
    destruct (row_column (S columns) r c) as [H1 H2]; [lia|]. cbv zeta. now rewrite H1, H2.
Qed.

Lemma number_place_of : forall rows columns e, e < edges (rectangle rows columns) ->
  inside rows columns (place_of rows columns e) /\ number rows columns (place_of rows columns e) = e.
Proof.
  intros rows columns e H. unfold place_of, edges, rectangle in *.
  destruct (Nat.ltb_spec e (S rows * columns)) as [Hl|Hl].
  - destruct (row_column_inside _ _ _ Hl) as [H1 [H2 H3]]. cbn [inside number]. lia.
  - destruct (row_column_inside rows (S columns) (e - S rows * columns)) as [H1 [H2 H3]]; [lia|].
    cbv zeta. cbn [inside number]. lia.
Qed.

Lemma number_injective : forall rows columns x y, inside rows columns x -> inside rows columns y ->
  number rows columns x = number rows columns y -> x = y.
Proof.
  intros rows columns x y Hx Hy H.
  rewrite <- (place_of_number rows columns x), <- (place_of_number rows columns y) by auto. now rewrite H.
Qed.

(* Boxes. *)

Lemma in_cells : forall rows columns r c, In (r, c) (cells rows columns) <-> r < rows /\ c < columns.
Proof. intros. unfold cells. rewrite in_prod_iff, !in_seq. lia. Qed.

Lemma sides_inside : forall rows columns cell x, In cell (cells rows columns) -> In x (sides cell) ->
  inside rows columns x.
Proof.
  intros rows columns [r c] x Hc Hx. apply in_cells in Hc.
  simpl in Hx. repeat (destruct Hx as [<-|Hx]; [simpl; lia|]). contradiction.
Qed.

Lemma app_once : forall A (l1 l2 : list A),
  NoDup l1 -> NoDup l2 -> (forall x, In x l1 -> ~ In x l2) -> NoDup (l1 ++ l2).
Proof.
  induction l1 as [|x l1 IH]; simpl; auto. intros l2 H1 H2 H3. inversion H1. subst. constructor.
  - rewrite in_app_iff. intros [|]; [auto|]. apply (H3 x); auto.
  - apply IH; auto.
Qed.

Lemma cells_once : forall rows columns, NoDup (cells rows columns).
Proof.
  intros. unfold cells. generalize (seq_NoDup rows 0). generalize (seq 0 rows) as l. induction l as [|r l IH]; intros H.
  - constructor.
  - inversion H as [|? ? Hr Hl]. subst. simpl.
    apply app_once; auto.
    + apply Injective_map_NoDup; [|apply seq_NoDup]. intros a b E. now inversion E.
    + intros [r' c] H1 H2. apply in_map_iff in H1. destruct H1 as [c' [E _]]. inversion E. subst.
      apply in_prod_iff in H2. tauto.
Qed.

(* Every edge of a box is an edge of the board. *)
Definition well_formed (g : board) : Prop := forall b e, In b (boxes g) -> In e b -> e < edges g.

Lemma rectangle_well_formed : forall rows columns, well_formed (rectangle rows columns).
Proof.
  intros rows columns b e Hb He. simpl in Hb. apply in_map_iff in Hb. destruct Hb as [cell [<- Hc]].
  apply in_map_iff in He. destruct He as [x [<- Hx]]. apply number_inside. eapply sides_inside; eauto.
Qed.
