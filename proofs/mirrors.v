(* Mirror images of a position have its value: left-right, top-bottom, and the transposition of rows and columns. *)
From Coq Require Import Permutation.
From Pipopipette Require Import game boards symmetry.

(* A map of the places of one rectangle to those of another one, and the map back; and what it does to the boxes. *)
Record mirror (rows columns rows' columns' : nat) (there back : place -> place) (move unmove : nat * nat -> nat * nat)
  : Prop := {
  there_inside : forall x, inside rows columns x -> inside rows' columns' (there x) /\ back (there x) = x;
  back_inside : forall x, inside rows' columns' x -> inside rows columns (back x) /\ there (back x) = x;
  move_inside : forall cell, In cell (cells rows columns) ->
    In (move cell) (cells rows' columns') /\ unmove (move cell) = cell;
  unmove_inside : forall cell, In cell (cells rows' columns') ->
    In (unmove cell) (cells rows columns) /\ move (unmove cell) = cell;
  move_sides : forall cell, In cell (cells rows columns) ->
    forall x, In x (map there (sides cell)) <-> In x (sides (move cell))
}.

Definition renumbered rows columns rows' columns' (s : place -> place) (e : nat) : nat :=
  number rows' columns' (s (place_of rows columns e)).

(* The mirror image of a position. *)
Definition reflected rows columns rows' columns' (back : place -> place) (p : position) : position :=
  image (rectangle rows' columns') (renumbered rows' columns' rows columns back) p.

Section Mirror.
  Context (rows columns rows' columns' : nat) (there back : place -> place) (move unmove : nat * nat -> nat * nat)
    (m : mirror rows columns rows' columns' there back move unmove).

  Lemma mirror_isomorphism :
    isomorphism (rectangle rows columns) (rectangle rows' columns')
      (renumbered rows columns rows' columns' there) (renumbered rows' columns' rows columns back).
  Proof.
    destruct m as [Hthere Hback Hmove Hunmove Hsides]. unfold renumbered. constructor.
    - intros e He. apply number_place_of in He. apply number_inside. now apply Hthere.
    - intros e He. apply number_place_of in He. apply number_inside. now apply Hback.
    - intros e He. apply number_place_of in He. destruct He as [Hi Hn].
      rewrite place_of_number by now apply Hthere. destruct (Hthere _ Hi) as [_ ->]. auto.
    - intros e He. apply number_place_of in He. destruct He as [Hi Hn].
      rewrite place_of_number by now apply Hback. destruct (Hback _ Hi) as [_ ->]. auto.
    - exists (map (box rows' columns') (map move (cells rows columns))). split.
      + apply Permutation_map. apply NoDup_Permutation.
        * generalize (cells_once rows columns).
          assert (forall l, incl l (cells rows columns) -> NoDup l -> NoDup (map move l)) as H.
          { induction l as [|cell l IH]; simpl; intros Hi Hn; constructor; inversion Hn; subst.
            - intros Hin. apply in_map_iff in Hin. destruct Hin as [cell' [E Hin]].
              assert (cell' = cell); [|now subst].
              rewrite <- (proj2 (Hmove cell' (Hi _ (or_intror Hin)))), E. apply Hmove, Hi. simpl. auto.
            - apply IH; auto. intros x Hx. apply Hi. simpl. auto. }
          apply H. apply incl_refl.
        * apply cells_once.
        * intros cell. rewrite in_map_iff. split.
          -- intros [cell' [<- Hc]]. now apply Hmove.
          -- intros Hc. exists (unmove cell). now split; apply Hunmove.
      + rewrite map_map. simpl.
        assert (forall cell, In cell (cells rows columns) -> In cell (cells rows columns)) as H by auto.
        revert H. generalize (cells rows columns) at 1 3 4 as l.
        induction l as [|cell l IH]; simpl; intros H; constructor.
        * intros e. unfold box. rewrite map_map, !in_map_iff.
          assert (forall x, In x (sides cell) ->
                    number rows' columns' (there (place_of rows columns (number rows columns x)))
                    = number rows' columns' (there x)) as Hn.
          { intros x Hx. rewrite place_of_number; auto. apply sides_inside with cell; auto. }
          split.
          -- intros [x [<- Hx]]. rewrite Hn by auto. exists (there x). split; auto.
             apply Hsides; auto. now apply in_map.
          -- intros [x [<- Hx]]. apply Hsides in Hx; auto. apply in_map_iff in Hx. destruct Hx as [y [<- Hy]].
             exists y. auto.
        * apply IH. auto.
  Qed.

  Theorem value_reflected : forall p, length p = edges (rectangle rows columns) ->
    value (rectangle rows' columns') (reflected rows columns rows' columns' back p) = value (rectangle rows columns) p.
  Proof.
    intros. apply value_image with (f := renumbered rows columns rows' columns' there); auto.
    - apply rectangle_well_formed.
    - apply mirror_isomorphism.
  Qed.

  (* Which edges the mirror image draws. *)
  Theorem drawn_reflected : forall p x, inside rows columns x ->
    drawn (reflected rows columns rows' columns' back p) (number rows' columns' (there x))
    = drawn p (number rows columns x).
  Proof.
    intros p x Hx. destruct (there_inside _ _ _ _ _ _ _ _ m x Hx) as [Hi Hb]. unfold reflected.
    rewrite drawn_image by now apply number_inside. unfold renumbered. now rewrite place_of_number, Hb.
  Qed.
End Mirror.

Definition left_right (columns : nat) (x : place) : place :=
  match x with
  | Horizontal r c => Horizontal r (columns - 1 - c)
  | Vertical r c => Vertical r (columns - c)
  end.

Definition top_bottom (rows : nat) (x : place) : place :=
  match x with
  | Horizontal r c => Horizontal (rows - r) c
  | Vertical r c => Vertical (rows - 1 - r) c
  end.

Definition transposed (x : place) : place :=
  match x with
  | Horizontal r c => Vertical c r
  | Vertical r c => Horizontal c r
  end.

Ltac by_places :=
  repeat match goal with
    | |- forall x : place, _ => intros [r c|r c]
    | |- forall cell : nat * nat, _ => intros [r c]
    end; rewrite ?in_cells; simpl; intros; try (split; [lia|f_equal; lia]).

Lemma left_right_mirror : forall rows columns,
  mirror rows columns rows columns (left_right columns) (left_right columns)
    (fun cell => (fst cell, columns - 1 - snd cell)) (fun cell => (fst cell, columns - 1 - snd cell)).
Proof.
  intros. constructor; by_places.
  replace (columns - c) with (S (columns - 1 - c)) by lia. replace (columns - S c) with (columns - 1 - c) by lia. tauto.
Qed.

Lemma top_bottom_mirror : forall rows columns,
  mirror rows columns rows columns (top_bottom rows) (top_bottom rows)
    (fun cell => (rows - 1 - fst cell, snd cell)) (fun cell => (rows - 1 - fst cell, snd cell)).
Proof.
  intros. constructor; by_places.
  replace (rows - r) with (S (rows - 1 - r)) by lia. replace (rows - S r) with (rows - 1 - r) by lia. tauto.
Qed.

Lemma transposed_mirror : forall rows columns,
  mirror rows columns columns rows transposed transposed
    (fun cell => (snd cell, fst cell)) (fun cell => (snd cell, fst cell)).
Proof. intros. constructor; by_places. tauto. Qed.

(* The theorems: mirror images have the same value. *)

Theorem value_left_right : forall rows columns p, length p = edges (rectangle rows columns) ->
  value (rectangle rows columns) (reflected rows columns rows columns (left_right columns) p)
  = value (rectangle rows columns) p.
Proof. intros. eapply value_reflected; eauto using left_right_mirror. Qed.

Theorem value_top_bottom : forall rows columns p, length p = edges (rectangle rows columns) ->
  value (rectangle rows columns) (reflected rows columns rows columns (top_bottom rows) p)
  = value (rectangle rows columns) p.
Proof. intros. eapply value_reflected; eauto using top_bottom_mirror. Qed.

Theorem value_transposed : forall rows columns p, length p = edges (rectangle rows columns) ->
  value (rectangle columns rows) (reflected rows columns columns rows transposed p)
  = value (rectangle rows columns) p.
Proof. intros. eapply value_reflected; eauto using transposed_mirror. Qed.
