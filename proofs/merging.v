(* Merging of outer edges: only the number of a box's outer edges that are drawn affects the value. *)
From Coq Require Import Permutation.
From Pipopipette Require Import game boards symmetry.

(* The map that exchanges the edges [a] and [b]. *)
Definition exchange (a b e : nat) : nat := if e =? a then b else if e =? b then a else e.

(* Every box has both edges or neither. *)
Definition twins (g : board) (a b : nat) : Prop := forall x, In x (boxes g) -> (In a x <-> In b x).

Lemma exchange_spec : forall a b e,
  (e = a /\ exchange a b e = b) \/ (e <> a /\ e = b /\ exchange a b e = a)
  \/ (e <> a /\ e <> b /\ exchange a b e = e).
Proof.
  intros. unfold exchange. destruct (Nat.eqb_spec e a); auto. destruct (Nat.eqb_spec e b); auto.
Qed.

Lemma exchange_twice : forall a b e, exchange a b (exchange a b e) = e.
Proof.
  intros a b e. destruct (exchange_spec a b e) as [[? H]|[[? [? H]]|[? [? H]]]]; rewrite H;
    destruct (exchange_spec a b (exchange a b e)) as [[? H']|[[? [? H']]|[? [? H']]]]; rewrite H in H'; congruence.
Qed.

Lemma exchange_isomorphism : forall g a b, a < edges g -> b < edges g -> twins g a b ->
  isomorphism g g (exchange a b) (exchange a b).
Proof.
  intros g a b Ha Hb Ht.
  assert (forall e, e < edges g -> exchange a b e < edges g) as Hi.
  { intros e He. destruct (exchange_spec a b e) as [[_ ->]|[[_ [_ ->]]|[_ [_ ->]]]]; auto. }
  constructor; auto using exchange_twice. exists (boxes g). split; auto.
  assert (forall l, incl l (boxes g) -> Forall2 (fun x y => same_edges (map (exchange a b) x) y) l l) as H.
  { induction l as [|x l IH]; intros Hl; constructor.
    - assert (forall e, In e x -> In (exchange a b e) x) as Hin.
      { intros e He. specialize (Ht x (Hl _ (or_introl eq_refl))).
        destruct (exchange_spec a b e) as [[E ->]|[[_ [E ->]]|[_ [_ ->]]]]; subst; tauto. }
      intros e. rewrite in_map_iff. split.
      + intros [d [<- Hd]]. auto.
      + intros He. exists (exchange a b e). auto using exchange_twice.
    - apply IH. intros y Hy. apply Hl. simpl. auto. }
  apply H. apply incl_refl.
Qed.

(* Exchanging two twins keeps the value. *)
Theorem value_exchange : forall g a b p, well_formed g -> length p = edges g ->
  a < edges g -> b < edges g -> twins g a b -> value g (image g (exchange a b) p) = value g p.
Proof.
  intros. apply value_image with (f := exchange a b); auto. now apply exchange_isomorphism.
Qed.

(* Counting in a list without repetitions. *)

Lemma count_one_less : forall (f h : nat -> bool) a l, NoDup l -> In a l -> f a = true -> h a = false ->
  (forall e, In e l -> e <> a -> f e = h e) -> count f l = S (count h l).
Proof.
  intros f h a l Hl Ha Hf Hh Heq. unfold count. induction l as [|x l IH]; [contradiction|].
  inversion Hl as [|? ? Hx Hl']. subst. simpl. destruct Ha as [->|Ha].
  - rewrite Hf, Hh. simpl. f_equal. f_equal. apply filter_ext_in. intros e He. apply Heq; simpl; auto. intros ->. auto.
  - rewrite (Heq x) by (simpl; auto; intros ->; auto).
    destruct (h x); simpl; rewrite IH; simpl; auto; intros; apply Heq; simpl; auto.
Qed.

Lemma count_positive : forall (f : nat -> bool) l, 0 < count f l -> exists a, In a l /\ f a = true.
Proof.
  unfold count. intros f l H. destruct (filter f l) as [|a l'] eqn:E; simpl in H; [lia|].
  exists a. apply filter_In. rewrite E. simpl. auto.
Qed.

Lemma count_zero : forall (f : nat -> bool) l, count f l = 0 -> forall e, In e l -> f e = false.
Proof.
  unfold count. intros f l H e He. destruct (f e) eqn:E; auto. exfalso.
  apply length_zero_iff_nil in H. assert (In e (filter f l)) as Hi by now apply filter_In.
  rewrite H in Hi. contradiction.
Qed.

Definition group (g : board) (l : list nat) : Prop :=
  NoDup l /\ (forall e, In e l -> e < edges g) /\ (forall a b, In a l -> In b l -> twins g a b).

(* Positions that differ only in a group of twins have the same value if they draw the same number of them. *)
Theorem value_of_group : forall g l p q, well_formed g -> group g l -> length p = edges g -> length q = edges g ->
  (forall e, ~ In e l -> drawn p e = drawn q e) -> count (drawn p) l = count (drawn q) l ->
  value g p = value g q.
Proof.
  intros g l p q Hg [Hl [Hi Ht]] Hp Hq Hout Hc.
  assert (forall n p, length p = edges g -> (forall e, ~ In e l -> drawn p e = drawn q e) ->
            count (fun e => drawn p e && negb (drawn q e)) l = n ->
            count (fun e => drawn q e && negb (drawn p e)) l = n -> value g p = value g q) as H.
  { clear p Hp Hout Hc. induction n as [|n IH]; intros p Hp Hout H1 H2.
    - f_equal. apply drawn_ext; [congruence|]. intros e _.
      destruct (in_dec Nat.eq_dec e l) as [He|He]; auto.
      apply (count_zero _ _ H1) in He as E1. apply (count_zero _ _ H2) in He as E2. simpl in *.
      destruct (drawn p e), (drawn q e); auto; discriminate.
    - destruct (count_positive (fun e => drawn p e && negb (drawn q e)) l) as [a [Ha Hda]]; [lia|].
      destruct (count_positive (fun e => drawn q e && negb (drawn p e)) l) as [b [Hb Hdb]]; [lia|].
      apply andb_true_iff in Hda, Hdb. rewrite !negb_true_iff in Hda, Hdb. destruct Hda as [Pa Qa], Hdb as [Qb Pb].
      rewrite <- (value_exchange g a b p) by auto. set (p' := image g (exchange a b) p).
      assert (forall e, e < edges g -> drawn p' e = drawn p (exchange a b e)) as Hd by (intros; now apply drawn_image).
      assert (drawn p' a = false) as P'a.
      { rewrite Hd by auto. destruct (exchange_spec a b a) as [[_ ->]|[[? _]|[? _]]]; congruence. }
      assert (drawn p' b = true) as P'b.
      { rewrite Hd by auto. destruct (exchange_spec a b b) as [[? ->]|[[_ [_ ->]]|[_ [? _]]]]; congruence. }
      assert (forall e, e <> a -> e <> b -> e < edges g -> drawn p' e = drawn p e) as Hsame.
      { intros e Hea Heb He. rewrite Hd by auto. f_equal.
        destruct (exchange_spec a b e) as [[? _]|[[_ [? _]]|[_ [_ ->]]]]; congruence. }
      apply IH.
      + apply image_length.
      + intros e He. destruct (Nat.lt_ge_cases e (edges g)) as [Hle|Hge].
        * rewrite Hsame; auto; intros ->; auto.
        * rewrite !drawn_outside by (unfold p'; rewrite ?image_length; lia). auto.
      + assert (count (fun e => drawn p e && negb (drawn q e)) l
                = S (count (fun e => drawn p' e && negb (drawn q e)) l)); [|lia].
        apply count_one_less with a; auto.
        * now rewrite Pa, Qa.
        * now rewrite P'a.
        * intros e He Hea. destruct (Nat.eq_dec e b) as [->|Heb].
          -- rewrite Qb. now rewrite !andb_false_r.
          -- rewrite Hsame; auto.
      + assert (count (fun e => drawn q e && negb (drawn p e)) l
                = S (count (fun e => drawn q e && negb (drawn p' e)) l)); [|lia].
        apply count_one_less with b; auto.
        * now rewrite Pb, Qb.
        * now rewrite P'b, andb_false_r.
        * intros e He Heb. destruct (Nat.eq_dec e a) as [->|Hea].
          -- now rewrite Qa.
          -- rewrite Hsame; auto. }
  apply H with (count (fun e => drawn p e && negb (drawn q e)) l); auto.
  assert (forall l, count (drawn p) l + count (fun e => drawn q e && negb (drawn p e)) l
                    = count (drawn q) l + count (fun e => drawn p e && negb (drawn q e)) l) as Hsum.
  { intros m. unfold count. induction m as [|e m IH]; simpl; auto. destruct (drawn p e), (drawn q e); simpl; lia. }
  specialize (Hsum l). lia.
Qed.

(* Outer edges. *)

(* An edge is outer if it is an edge of exactly one box. *)
Definition outer (g : board) (e : nat) : bool := count (existsb (Nat.eqb e)) (boxes g) =? 1.

Lemma outer_once : forall g e x y, outer g e = true -> In x (boxes g) -> In y (boxes g) -> In e x -> In e y -> x = y.
Proof.
  intros g e x y Ho Hx Hy Hex Hey. unfold outer, count in Ho. apply Nat.eqb_eq in Ho.
  assert (In x (filter (existsb (Nat.eqb e)) (boxes g))) as H1 by (apply filter_In; split; auto; now apply in_existsb).
  assert (In y (filter (existsb (Nat.eqb e)) (boxes g))) as H2 by (apply filter_In; split; auto; now apply in_existsb).
  destruct (filter (existsb (Nat.eqb e)) (boxes g)) as [|z [|? ?]]; simpl in *; try lia.
  destruct H1 as [H1|[]], H2 as [H2|[]]. congruence.
Qed.

Theorem outer_twins : forall g x a b, In x (boxes g) -> In a x -> In b x ->
  outer g a = true -> outer g b = true -> twins g a b.
Proof.
  intros g x a b Hx Ha Hb Hoa Hob y Hy. split; intros He.
  - now rewrite (outer_once g a y x).
  - now rewrite (outer_once g b y x).
Qed.

(* [l] has outer edges of one box, in some order. *)
Definition outer_group (g : board) (l : list nat) : Prop :=
  NoDup l /\ exists x, In x (boxes g) /\ forall e, In e l -> In e x /\ outer g e = true.

(* Draws as many edges of [l] as before, but the first ones. *)
Fixpoint first_drawn (k : nat) (l : list nat) (e : nat) : option bool :=
  match l with
  | [] => None
  | a :: rest => if e =? a then Some (0 <? k) else first_drawn (k - 1) rest e
  end.

Definition merge_group (p : position) (l : list nat) : position :=
  map (fun e => match first_drawn (count (drawn p) l) l e with
                | Some d => d
                | None => drawn p e
                end) (seq 0 (length p)).

(* Merges all groups of outer edges. *)
Definition merged (groups : list (list nat)) (p : position) : position := fold_left merge_group groups p.

Lemma merge_group_length : forall p l, length (merge_group p l) = length p.
Proof. intros. unfold merge_group. now rewrite map_length, seq_length. Qed.

Lemma drawn_merge_group : forall p l e, e < length p ->
  drawn (merge_group p l) e = match first_drawn (count (drawn p) l) l e with Some d => d | None => drawn p e end.
Proof.
  intros. unfold merge_group, drawn at 1.
  set (f := fun e => match first_drawn _ l e with Some d => d | None => drawn p e end).
  rewrite nth_indep with (d' := f 0) by now rewrite map_length, seq_length. rewrite map_nth. now rewrite seq_nth.
Qed.

Lemma first_drawn_outside : forall l k e, ~ In e l -> first_drawn k l e = None.
Proof.
  induction l as [|a l IH]; simpl; intros k e H; auto. destruct (Nat.eqb_spec e a); [exfalso; auto|]. apply IH. auto.
Qed.

Lemma first_drawn_count : forall l k, NoDup l -> k <= length l ->
  count (fun e => match first_drawn k l e with Some d => d | None => false end) l = k.
Proof.
  induction l as [|a l IH]; intros k Hl Hk; simpl in *; [unfold count; simpl; lia|].
  inversion Hl as [|? ? Ha Hl']. subst. unfold count in *. simpl. rewrite Nat.eqb_refl.
  assert (filter (fun e => match (if e =? a then Some (0 <? k) else first_drawn (k - 1) l e) with
                           | Some d => d
                           | None => false
                           end) l
          = filter (fun e => match first_drawn (k - 1) l e with Some d => d | None => false end) l) as E.
  { apply filter_ext_in. intros e He. destruct (Nat.eqb_spec e a); [subst; contradiction|auto]. }
  rewrite E. destruct (Nat.ltb_spec 0 k); simpl; rewrite IH by (auto; lia); lia.
Qed.

Lemma first_drawn_some : forall l k e, In e l -> exists d, first_drawn k l e = Some d.
Proof.
  induction l as [|a l IH]; simpl; intros k e H; [contradiction|]. destruct (Nat.eqb_spec e a); eauto.
  apply IH. destruct H; congruence.
Qed.

Lemma count_merge_group : forall p l, NoDup l -> (forall e, In e l -> e < length p) ->
  count (drawn (merge_group p l)) l = count (drawn p) l.
Proof.
  intros p l Hl Hi. rewrite <- (first_drawn_count l (count (drawn p) l)) at 1; auto.
  - unfold count at 1 2. f_equal. apply filter_ext_in. intros e He. rewrite drawn_merge_group by auto.
    destruct (first_drawn_some l (count (drawn p) l) e He) as [d ->]. auto.
  - unfold count. clear. induction l as [|e l IH]; simpl; auto. destruct (drawn p e); simpl; lia.
Qed.

Theorem value_merge_group : forall g l p, well_formed g -> outer_group g l -> length p = edges g ->
  value g (merge_group p l) = value g p.
Proof.
  intros g l p Hg [Hl [x [Hx Ho]]] Hp.
  assert (group g l) as Hgroup.
  { repeat split; auto.
    - intros e He. apply Hg with x; auto. now apply Ho.
    - apply Ho in H, H0. apply (outer_twins g x a b); tauto.
    - apply Ho in H, H0. apply (outer_twins g x a b); tauto. }
  apply value_of_group with l; auto.
  - now rewrite merge_group_length.
  - intros e He. destruct (Nat.lt_ge_cases e (length p)).
    + rewrite drawn_merge_group, first_drawn_outside; auto.
    + rewrite !drawn_outside; auto. now rewrite merge_group_length.
  - apply count_merge_group; auto. intros e He. rewrite Hp. now apply Hgroup.
Qed.

(* The theorem: merging keeps the value. *)
Theorem value_merged : forall g groups p, well_formed g -> Forall (outer_group g) groups -> length p = edges g ->
  value g (merged groups p) = value g p.
Proof.
  intros g groups. unfold merged. induction groups as [|l groups IH]; intros p Hg Hl Hp; auto. simpl.
  inversion Hl. subst. rewrite IH; auto.
  - now apply value_merge_group.
  - now rewrite merge_group_length.
Qed.

(* The groups that the tables merge: all outer edges of each box with two or more of them. The order within a group does
   not matter to [value_merged]. *)
Definition outer_groups (g : board) : list (list nat) :=
  filter (fun l => 2 <=? length l) (map (filter (outer g)) (boxes g)).

Lemma box_once : forall rows columns cell, In cell (cells rows columns) -> NoDup (box rows columns cell).
Proof.
  intros rows columns [r c] H. apply in_cells in H.
  assert (S r * columns + c < S rows * columns) by nia.
  unfold box. simpl map. repeat constructor; simpl in *; lia.
Qed.

Lemma rectangle_outer_groups : forall rows columns,
  Forall (outer_group (rectangle rows columns)) (outer_groups (rectangle rows columns)).
Proof.
  intros. apply Forall_forall. intros l Hl. apply filter_In in Hl. destruct Hl as [Hl _].
  apply in_map_iff in Hl. destruct Hl as [x [<- Hx]]. split.
  - apply NoDup_filter. apply in_map_iff in Hx. destruct Hx as [cell [<- Hc]]. now apply box_once.
  - exists x. split; auto. intros e He. now apply filter_In in He.
Qed.

Theorem value_outer_merged : forall rows columns p, length p = edges (rectangle rows columns) ->
  value (rectangle rows columns) (merged (outer_groups (rectangle rows columns)) p) = value (rectangle rows columns) p.
Proof.
  intros. apply value_merged; auto using rectangle_well_formed, rectangle_outer_groups.
Qed.

Example outer_groups_of_3x3 : outer_groups (rectangle 3 3) = [[0; 12]; [2; 15]; [9; 20]; [11; 23]].
Proof. reflexivity. Qed.

Example outer_groups_of_1x3 : outer_groups (rectangle 1 3) = [[0; 3; 6]; [1; 4]; [2; 5; 9]].
Proof. reflexivity. Qed.

Example merged_corner : merged (outer_groups (rectangle 1 1)) [false; false; true; true] = [true; true; false; false].
Proof. reflexivity. Qed.
