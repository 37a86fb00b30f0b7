(* The game: boards, positions, the rule, and the value of a position. *)
From Coq Require Export List ZArith Arith Lia Bool.
Export ListNotations.

(* Edges are the numbers below [edges]. A box is the list of its edges. *)
Record board := { edges : nat; boxes : list (list nat) }.

(* A position of a board has one element for each edge: [true] if the edge is drawn. *)
Definition position := list bool.

Definition drawn (p : position) (e : nat) : bool := nth e p true.

(* The position after edge [e] is drawn. *)
Fixpoint draw (p : position) (e : nat) : position :=
  match p, e with
  | [], _ => []
  | _ :: rest, 0 => true :: rest
  | d :: rest, S e' => d :: draw rest e'
  end.

(* The moves of a position. *)
Definition open_edges (p : position) : list nat :=
  filter (fun e => negb (drawn p e)) (seq 0 (length p)).

(* A box is complete if all its edges are drawn. *)
Definition complete (p : position) (box : list nat) : bool := forallb (drawn p) box.

Definition count {A} (f : A -> bool) (l : list A) : nat := length (filter f l).

(* The number of boxes that drawing [e] completes. *)
Definition captures (g : board) (p : position) (e : nat) : nat :=
  count (fun box => complete (draw p e) box && negb (complete p box)) (boxes g).

(* The margin of a move, given its captures and the margin of the player who moves next. A player who captures
   moves again. *)
Definition worth (captured : nat) (next : Z) : Z :=
  match captured with
  | 0 => - next
  | S _ => Z.of_nat captured + next
  end.

(* The greatest number of a list; 0 if the list is empty, which happens only on the full board. *)
Definition best (l : list Z) : Z :=
  match l with
  | [] => 0%Z
  | v :: rest => fold_left Z.max rest v
  end.

(* The greatest margin of a move, if [table] has the margin of every next position. *)
Definition by_moves (g : board) (table : position -> Z) (p : position) : Z :=
  best (map (fun e => worth (captures g p e) (table (draw p e))) (open_edges p)).

Fixpoint value_within (g : board) (depth : nat) (p : position) : Z :=
  match depth with
  | 0 => 0%Z
  | S depth' => by_moves g (value_within g depth') p
  end.

(* The margin by which the player to move outscores the opponent from here, under best play by both. *)
Definition value (g : board) (p : position) : Z := value_within g (length (open_edges p)) p.

(* Drawing edges. *)

Lemma draw_length : forall p e, length (draw p e) = length p.
Proof. induction p; destruct e; simpl; auto. Qed.

Lemma drawn_draw : forall p e d, drawn (draw p e) d = drawn p d || (d =? e).
Proof.
  unfold drawn. induction p as [|b p IH]; intros [|e] [|d]; simpl; auto.
  - now rewrite orb_true_r.
  - now rewrite orb_false_r.
  - now rewrite orb_false_r.
Qed.

Lemma drawn_ext : forall p q,
  length p = length q -> (forall e, e < length p -> drawn p e = drawn q e) -> p = q.
Proof.
  intros p q Hl He. apply nth_ext with (d := true) (d' := true); auto.
Qed.

Lemma draw_comm : forall p d e, draw (draw p d) e = draw (draw p e) d.
Proof.
  intros. apply drawn_ext; rewrite ?draw_length; auto.
  intros. rewrite !drawn_draw. rewrite <- !orb_assoc. f_equal. apply orb_comm.
Qed.

Lemma drawn_outside : forall p e, length p <= e -> drawn p e = true.
Proof. intros. now apply nth_overflow. Qed.

Lemma open_inside : forall p e, drawn p e = false -> e < length p.
Proof.
  intros. destruct (Nat.lt_ge_cases e (length p)); auto. rewrite drawn_outside in H; [discriminate|auto].
Qed.

Lemma complete_iff : forall p box, complete p box = true <-> forall e, In e box -> drawn p e = true.
Proof. intros. apply forallb_forall. Qed.

Lemma in_existsb : forall e box, existsb (Nat.eqb e) box = true <-> In e box.
Proof.
  intros. rewrite existsb_exists. split.
  - intros [x [H1 H2]]. apply Nat.eqb_eq in H2. now subst x.
  - intros. exists e. now rewrite Nat.eqb_refl.
Qed.

Lemma in_open : forall p e, In e (open_edges p) <-> drawn p e = false.
Proof.
  intros. unfold open_edges. rewrite filter_In, in_seq, negb_true_iff. split.
  - tauto.
  - intros H. split; auto. destruct (Nat.lt_ge_cases e (length p)); [lia|].
    rewrite drawn_outside in H; [discriminate|auto].
Qed.

Lemma open_cons : forall d p, open_edges (d :: p) = (if d then [] else [0]) ++ map S (open_edges p).
Proof.
  intros. unfold open_edges. cbn [length seq]. rewrite <- seq_shift.
  assert (forall l, filter (fun e => negb (drawn (d :: p) e)) (map S l)
                    = map S (filter (fun e => negb (drawn p e)) l)) as Hm.
  { induction l as [|e l IH]; auto. cbn [map filter].
    change (drawn (d :: p) (S e)) with (drawn p e). rewrite IH. now destruct (drawn p e). }
  cbn [filter]. rewrite Hm. change (drawn (d :: p) 0) with d. now destruct d.
Qed.

Lemma open_draw : forall p e, drawn p e = false ->
  length (open_edges p) = S (length (open_edges (draw p e))).
Proof.
  induction p as [|d p IH]; intros [|e] H; unfold drawn in H; simpl in H; try discriminate.
  - subst d. simpl draw. now rewrite !open_cons.
  - simpl draw. rewrite !open_cons, !app_length, !map_length.
    rewrite (IH e H). destruct d; simpl; lia.
Qed.

(* The greatest of a list. *)

Definition is_greatest (m : Z) (l : list Z) : Prop := In m l /\ forall v, In v l -> (v <= m)%Z.

Lemma best_is_greatest : forall l, l <> [] -> is_greatest (best l) l.
Proof.
  intros [|v l] H; [contradiction|]. clear H. simpl. unfold is_greatest. revert v.
  induction l as [|w l IH]; intros v; simpl.
  - split; auto. intros u [->|[]]. lia.
  - destruct (IH (Z.max v w)) as [Hin Hle]. split.
    + destruct Hin as [Hin|Hin]; [|simpl; auto].
      rewrite <- Hin. destruct (Z.max_spec v w) as [[_ ->]|[_ ->]]; auto.
    + intros u Hu. specialize (Hle (Z.max v w) (or_introl eq_refl)) as H1.
      destruct Hu as [->|[->|Hu]]; [lia|lia|]. apply Hle. simpl. auto.
Qed.

Lemma greatest_unique : forall l m n, is_greatest m l -> is_greatest n l -> m = n.
Proof. intros l m n [H1 H2] [H3 H4]. apply H2 in H3. apply H4 in H1. lia. Qed.

Lemma best_same : forall l l', (forall v, In v l <-> In v l') -> best l = best l'.
Proof.
  intros l l' H. destruct l as [|v l].
  - destruct l' as [|v l']; auto. exfalso. apply (H v). simpl. auto.
  - assert (l' <> []) as Hn. { intros ->. apply (H v). simpl. auto. }
    apply greatest_unique with (v :: l).
    + apply best_is_greatest. discriminate.
    + destruct (best_is_greatest l' Hn) as [H1 H2]. split.
      * now apply H.
      * intros u Hu. apply H2. now apply H.
Qed.

Lemma by_moves_ext : forall g f h p,
  (forall e, drawn p e = false -> f (draw p e) = h (draw p e)) -> by_moves g f p = by_moves g h p.
Proof.
  intros. unfold by_moves. f_equal. apply map_ext_in. intros e He.
  apply in_open in He. now rewrite H.
Qed.

Lemma value_within_enough : forall g n p,
  length (open_edges p) <= n -> value_within g n p = value g p.
Proof.
  intros g n. induction n as [n IH] using lt_wf_ind. intros p H. unfold value.
  destruct (length (open_edges p)) as [|k] eqn:Hk.
  - destruct n; auto. simpl. unfold by_moves.
    now rewrite (proj1 (length_zero_iff_nil _) Hk).
  - destruct n as [|n]; [lia|]. simpl. apply by_moves_ext. intros e He.
    apply open_draw in He. rewrite !IH by lia. reflexivity.
Qed.

Theorem value_by_moves : forall g p, value g p = by_moves g (value g) p.
Proof.
  intros. unfold value at 1. destruct (length (open_edges p)) as [|k] eqn:Hk.
  - unfold by_moves. now rewrite (proj1 (length_zero_iff_nil _) Hk).
  - simpl. apply by_moves_ext. intros e He. apply open_draw in He.
    apply value_within_enough. lia.
Qed.

(* The worth of a move, and the greatest one, by a table. *)

Definition move_worth (g : board) (table : position -> Z) (p : position) (e : nat) : Z :=
  worth (captures g p e) (table (draw p e)).

Definition move_worths (g : board) (table : position -> Z) (p : position) : list Z :=
  map (move_worth g table p) (open_edges p).

Theorem value_full : forall g p, open_edges p = [] -> value g p = 0%Z.
Proof. intros. rewrite value_by_moves. unfold by_moves. now rewrite H. Qed.

Theorem value_greatest : forall g p, open_edges p <> [] ->
  is_greatest (value g p) (move_worths g (value g) p).
Proof.
  intros. rewrite value_by_moves. apply best_is_greatest. intros E. now apply map_eq_nil in E.
Qed.

(* The theorem of the table: a table that has 0 for the full board, and for every other position the greatest worth of
   its moves, is the value. *)
Theorem table_is_value : forall g (table : position -> Z),
  (forall p, length p = edges g -> open_edges p = [] -> table p = 0%Z) ->
  (forall p, length p = edges g -> open_edges p <> [] -> is_greatest (table p) (move_worths g table p)) ->
  forall p, length p = edges g -> table p = value g p.
Proof.
  intros g table Hfull Hmoves.
  assert (forall n p, length (open_edges p) = n -> length p = edges g -> table p = value g p) as H.
  { induction n as [|n IH]; intros p Hn Hp.
    - apply length_zero_iff_nil in Hn. now rewrite Hfull, value_full.
    - assert (open_edges p <> []) as Ho by (intros E; rewrite E in Hn; discriminate).
      apply greatest_unique with (move_worths g table p); auto.
      replace (move_worths g table p) with (move_worths g (value g) p).
      + now apply value_greatest.
      + apply map_ext_in. intros e He. apply in_open in He. unfold move_worth. f_equal.
        symmetry. apply IH; [|now rewrite draw_length]. apply open_draw in He. lia. }
  intros. now apply H with (length (open_edges p)).
Qed.

(* The same with [by_moves], which covers both cases. *)
Theorem by_moves_is_value : forall g (table : position -> Z),
  (forall p, length p = edges g -> table p = by_moves g table p) ->
  forall p, length p = edges g -> table p = value g p.
Proof.
  intros g table H. apply table_is_value; intros p Hp Ho; rewrite (H p Hp).
  - unfold by_moves. now rewrite Ho.
  - apply best_is_greatest. intros E. now apply map_eq_nil in E.
Qed.
