(* A checker of tables, proved to accept exactly the right ones. *)
From Pipopipette Require Import game.

(* A table is a binary tree with a leaf for each position of the board. The branch at depth [e] is taken by edge [e]. *)
Inductive table :=
  | Leaf (v : Z)
  | Node (open drawn : table).

Definition leaf (t : table) : Z :=
  match t with
  | Leaf v => v
  | Node _ _ => 0%Z
  end.

Definition if_open (t : table) : table :=
  match t with
  | Leaf _ => t
  | Node t' _ => t'
  end.

Definition if_drawn (t : table) : table :=
  match t with
  | Leaf _ => t
  | Node _ t' => t'
  end.

Fixpoint lookup (t : table) (p : position) : Z :=
  match p with
  | [] => leaf t
  | d :: rest => lookup (if d then if_drawn t else if_open t) rest
  end.

(* True if every leaf has depth [n]. *)
Fixpoint perfect (n : nat) (t : table) : bool :=
  match n, t with
  | 0, Leaf _ => true
  | S n', Node t1 t2 => if perfect n' t1 then perfect n' t2 else false
  | _, _ => false
  end.

(* A mask is a set of edges: one element for each edge from some depth on, [true] if the set contains it. *)
Definition mask := list bool.

Definition mask_of (n : nat) (box : list nat) : mask :=
  map (fun e => existsb (Nat.eqb e) box) (seq 0 n).

Definition first (m : mask) : bool := hd false m.

(* True if [p] draws every edge of [m]. *)
Fixpoint covers (p : position) (m : mask) : bool :=
  match p, m with
  | d :: p', x :: m' => implb x d && covers p' m'
  | _, _ => true
  end.

(* The rest of the masks that do not contain the first edge, and of those that do. *)
Definition without_first (l : list mask) : list mask := map (@tl bool) (filter (fun m => negb (first m)) l).
Definition with_first (l : list mask) : list mask := map (@tl bool) (filter first l).

(* Walks the tree. [t] has the positions that begin with the edges chosen so far; [whole] has the boxes that are
   complete if the rest of their edges is drawn. [moves] has, for each edge left open, the tree of the positions with
   this edge drawn, and the boxes that the edge completes if the rest of their edges is drawn. *)
Fixpoint check_from (n : nat) (t : table) (whole : list mask) (moves : list (table * list mask)) : bool :=
  match n with
  | 0 => (leaf t =? best (map (fun move => worth (length (snd move)) (leaf (fst move))) moves))%Z
  | S n' =>
      if check_from n' (if_drawn t) (map (@tl bool) whole)
           (map (fun move => (if_drawn (fst move), map (@tl bool) (snd move))) moves)
      then check_from n' (if_open t) (without_first whole)
             ((if_drawn t, with_first whole)
              :: map (fun move => (if_open (fst move), without_first (snd move))) moves)
      else false
  end.

Definition check (g : board) (t : table) : bool :=
  if perfect (edges g) t
  then check_from (edges g) t (map (mask_of (edges g)) (boxes g)) []
  else false.

(* The boxes of [whole] that drawing [e] completes. *)
Definition gained (whole : list mask) (p : position) (e : nat) : nat :=
  count (fun m => nth e m false && covers (draw p e) m) whole.

Lemma count_map : forall A B (f : B -> bool) (h : A -> B) l, count f (map h l) = count (fun a => f (h a)) l.
Proof.
  intros. unfold count. induction l; simpl; auto. destruct (f (h a)); simpl; auto.
Qed.

Lemma count_filter : forall A (f h : A -> bool) l, count f (filter h l) = count (fun a => h a && f a) l.
Proof.
  intros. unfold count. induction l; simpl; auto.
  destruct (h a); simpl; auto. destruct (f a); simpl; auto.
Qed.

Lemma count_ext : forall A (f h : A -> bool) l,
  (forall a, In a l -> f a = h a) -> count f l = count h l.
Proof.
  intros. unfold count. f_equal. now apply filter_ext_in.
Qed.

Lemma covers_true : forall p m, covers (true :: p) m = covers p (tl m).
Proof. destruct m; simpl; [now destruct p|]. now destruct b. Qed.

Lemma covers_false : forall p m, covers (false :: p) m = negb (first m) && covers p (tl m).
Proof. destruct m; simpl; [now destruct p|]. now destruct b. Qed.

Arguments covers : simpl never.

Lemma nth_tl : forall e (m : mask), nth (S e) m false = nth e (tl m) false.
Proof. destruct m; simpl; auto. now destruct e. Qed.

Lemma nth_first : forall (m : mask), nth 0 m false = first m.
Proof. now destruct m. Qed.

Lemma covers_without_first : forall p l,
  count (covers p) (without_first l) = count (covers (false :: p)) l.
Proof.
  intros. unfold without_first. rewrite count_map, count_filter. apply count_ext.
  intros. now rewrite covers_false.
Qed.

(* The worth of the moves at [s], the rest of a position: those of edges chosen before, and those of [s]. *)
Definition earlier (moves : list (table * list mask)) (s : position) : list Z :=
  map (fun move => worth (count (covers s) (snd move)) (lookup (fst move) s)) moves.

Definition later (t : table) (whole : list mask) (s : position) : list Z :=
  map (fun e => worth (gained whole s e) (lookup t (draw s e))) (open_edges s).

Lemma check_from_correct : forall n t whole moves,
  check_from n t whole moves = true <->
  forall s, length s = n -> lookup t s = best (earlier moves s ++ later t whole s).
Proof.
  induction n as [|n IH]; intros t whole moves.
  - simpl. rewrite Z.eqb_eq.
    assert (earlier moves [] = map (fun move => worth (length (snd move)) (leaf (fst move))) moves) as He.
    { apply map_ext. intros [t' w]. simpl. f_equal. unfold count. f_equal.
      induction w; simpl; auto. f_equal; auto. }
    split.
    + intros H s Hs. apply length_zero_iff_nil in Hs. subst s.
      unfold later. simpl. rewrite app_nil_r, He. auto.
    + intros H. specialize (H [] eq_refl). unfold later in H. simpl in H.
      rewrite app_nil_r, He in H. auto.
  - assert (forall s,
      earlier (map (fun move => (if_drawn (fst move), map (@tl bool) (snd move))) moves) s
        ++ later (if_drawn t) (map (@tl bool) whole) s
      = earlier moves (true :: s) ++ later t whole (true :: s)) as Hdrawn.
    { intros s. unfold earlier, later. rewrite map_map, open_cons. simpl. rewrite map_map. f_equal.
      - apply map_ext. intros [t' w]. simpl. f_equal. rewrite count_map. apply count_ext.
        intros. now rewrite covers_true.
      - apply map_ext. intros e. f_equal. unfold gained. rewrite count_map. apply count_ext.
        intros. cbn [draw]. now rewrite covers_true, nth_tl. }
    assert (forall s v,
      In v (earlier ((if_drawn t, with_first whole)
                     :: map (fun move => (if_open (fst move), without_first (snd move))) moves) s
            ++ later (if_open t) (without_first whole) s)
      <-> In v (earlier moves (false :: s) ++ later t whole (false :: s))) as Hopen.
    { intros s v. unfold earlier, later. rewrite open_cons. simpl. rewrite !map_map. simpl.
      assert (map (fun e => worth (gained (without_first whole) s e) (lookup (if_open t) (draw s e))) (open_edges s)
              = map (fun e => worth (gained whole (false :: s) (S e)) (lookup (if_open t) (draw s e)))
                    (open_edges s)) as H1.
      { apply map_ext. intros e. f_equal. unfold gained, without_first. rewrite count_map, count_filter.
        apply count_ext. intros. cbn [draw]. rewrite covers_false, nth_tl.
        destruct (first a), (nth e (tl a) false); reflexivity. }
      assert (map (fun move => worth (count (covers s) (without_first (snd move))) (lookup (if_open (fst move)) s))
                  moves
              = map (fun move => worth (count (covers (false :: s)) (snd move)) (lookup (if_open (fst move)) s)) moves)
        as H2.
      { apply map_ext. intros [t' w]. simpl. now rewrite covers_without_first. }
      assert (count (covers s) (with_first whole) = gained whole (false :: s) 0) as H3.
      { unfold gained, with_first. rewrite count_map, count_filter. apply count_ext. intros. cbn [draw].
        now rewrite covers_true, nth_first. }
      rewrite H1, H2, H3. rewrite !in_app_iff. simpl. tauto. }
    simpl. split.
    + intros H. destruct (check_from n (if_drawn t) _ _) eqn:H1; [|discriminate].
      rewrite IH in H1, H. intros [|[|] s] Hs; simpl in Hs; try discriminate; injection Hs as Hs.
      * simpl. rewrite H1 by auto. f_equal. apply Hdrawn.
      * simpl. rewrite H by auto. apply best_same. apply Hopen.
    + intros H.
      assert (check_from n (if_drawn t) (map (@tl bool) whole)
                (map (fun move => (if_drawn (fst move), map (@tl bool) (snd move))) moves) = true) as H1.
      { apply IH. intros s Hs. rewrite Hdrawn. apply (H (true :: s)). simpl. auto. }
      rewrite H1. apply IH. intros s Hs. rewrite (best_same _ _ (Hopen s)).
      apply (H (false :: s)). simpl. auto.
Qed.

(* Masks and boxes. *)

Arguments covers : simpl nomatch.

Lemma nth_mask_of : forall n box e, e < n -> nth e (mask_of n box) false = existsb (Nat.eqb e) box.
Proof.
  intros. unfold mask_of.
  rewrite nth_indep with (d' := existsb (Nat.eqb 0) box) by now rewrite map_length, seq_length.
  rewrite map_nth with (d := 0) (f := fun e => existsb (Nat.eqb e) box). now rewrite seq_nth.
Qed.

Lemma covers_nth : forall p m, length m = length p ->
  (covers p m = true <-> forall e, e < length p -> nth e m false = true -> nth e p true = true).
Proof.
  induction p as [|d p IH]; intros [|x m] H; simpl in *; try discriminate.
  - split; auto. intros. lia.
  - injection H as H. rewrite andb_true_iff, IH by auto. split.
    + intros [H1 H2] [|e] He Hx; simpl in *; [now subst x|]. apply H2; auto. lia.
    + intros H1. split.
      * specialize (H1 0). simpl in H1. destruct x; auto. rewrite H1; auto. lia.
      * intros e He Hx. apply (H1 (S e)); auto. lia.
Qed.

Lemma complete_covers : forall p box, complete p box = covers p (mask_of (length p) box).
Proof.
  intros. apply eq_true_iff_eq. rewrite complete_iff.
  rewrite covers_nth by (unfold mask_of; now rewrite map_length, seq_length).
  split.
  - intros H e He Hm. rewrite nth_mask_of in Hm by auto. apply H. now apply in_existsb.
  - intros H e He. destruct (Nat.lt_ge_cases e (length p)) as [Hl|Hl].
    + apply H; auto. rewrite nth_mask_of by auto. now apply in_existsb.
    + now apply drawn_outside.
Qed.

Lemma captures_gained : forall g p e, length p = edges g -> drawn p e = false ->
  captures g p e = gained (map (mask_of (edges g)) (boxes g)) p e.
Proof.
  intros g p e Hp He. unfold captures, gained. rewrite count_map. apply count_ext. intros box _.
  assert (e < edges g) as Hl.
  { destruct (Nat.lt_ge_cases e (edges g)); auto. rewrite drawn_outside in He; [discriminate|lia]. }
  rewrite nth_mask_of by auto. rewrite (complete_covers (draw p e)), draw_length, Hp.
  destruct (covers (draw p e) (mask_of (edges g) box)) eqn:Hc; [|now rewrite andb_false_r].
  rewrite andb_true_r. simpl. apply eq_true_iff_eq. rewrite in_existsb.
  rewrite negb_true_iff, <- not_true_iff_false, complete_iff. split.
  - intros H. destruct (in_dec Nat.eq_dec e box) as [|Hn]; auto. exfalso. apply H. intros d Hd.
    rewrite <- Hp, <- (draw_length p e), <- complete_covers, complete_iff in Hc. specialize (Hc d Hd).
    rewrite drawn_draw in Hc. apply orb_true_iff in Hc. destruct Hc as [|Hc]; auto.
    apply Nat.eqb_eq in Hc. now subst d.
  - intros H1 H2. rewrite H2 in He; [discriminate|auto].
Qed.

(* The checker accepts a tree if and only if it has a leaf for each position and every leaf has the value. *)
Theorem check_correct : forall g t,
  check g t = true <->
  perfect (edges g) t = true /\ forall p, length p = edges g -> lookup t p = value g p.
Proof.
  intros. unfold check.
  assert (forall s, length s = edges g ->
            later t (map (mask_of (edges g)) (boxes g)) s = map (move_worth g (lookup t) s) (open_edges s)) as Hl.
  { intros s Hs. apply map_ext_in. intros e He. apply in_open in He. unfold move_worth.
    now rewrite captures_gained. }
  destruct (perfect (edges g) t); [|split; [discriminate|intros [H _]; discriminate]].
  rewrite check_from_correct. split.
  - intros H. split; auto. apply by_moves_is_value. intros p Hp. rewrite H by auto. now rewrite Hl.
  - intros [_ H] s Hs. simpl. rewrite H, Hl by auto. rewrite value_by_moves. apply by_moves_ext.
    intros. now rewrite H by now rewrite draw_length.
Qed.
