(* Tables that store quiet positions only, and one of those that have the same value by symmetry. *)
From Coq Require Import Permutation.
From Pipopipette Require Import game boards settle settle_bounds settling symmetry mirrors merging.

(* What a reader of such a table answers: it settles the position and looks up [stored], the position that represents
   the settled one. *)
Definition answer (g : board) (stored : position -> position) (table : position -> Z) (p : position) : Z :=
  settled_value g p (settle g p) (table (stored (settle g p))).

(* [stored] represents each position by one of the same value with as many open edges. *)
Record represents (g : board) (stored : position -> position) : Prop := {
  same_length : forall p, length p = edges g -> length (stored p) = edges g;
  same_open : forall p, length p = edges g -> length (open_edges (stored p)) = length (open_edges p);
  same_value : forall p, length p = edges g -> value g (stored p) = value g p
}.

Lemma settle_length : forall g p, length (settle g p) = length p.
Proof.
  intros. unfold settle. generalize (length (open_edges p)) as n. intros n. revert p.
  induction n as [|n IH]; intros p; simpl; auto.
  destruct (find _ (open_edges p)); auto. rewrite IH. apply draw_length.
Qed.

Lemma takes_fewer_open : forall g p q, takes g p q -> length (open_edges q) <= length (open_edges p).
Proof. induction 1 as [|p e q He Hc H IH]; auto. apply open_draw in He. lia. Qed.

(* If every stored entry is the greatest worth of its moves, by the answers of the table itself, then every answer is
   the value, even for positions that are not stored. *)
Theorem stored_table_is_value : forall rows columns stored (table : position -> Z),
  let g := rectangle rows columns in
  represents g stored ->
  (forall p, length p = edges g -> quiet g p ->
     table (stored p) = by_moves g (answer g stored table) (stored p)) ->
  forall p, length p = edges g -> answer g stored table p = value g p.
Proof.
  intros rows columns stored table g [Hlength Hopen Hvalue] Hrule.
  assert (forall n p, length (open_edges p) = n -> length p = edges g -> answer g stored table p = value g p) as H.
  { induction n as [n IH] using lt_wf_ind. intros p Hn Hp. unfold answer. set (q := settle g p).
    assert (settles g p q) as Hs by apply settle_settles.
    assert (length q = edges g) as Hq by (unfold q; now rewrite settle_length).
    assert (table (stored q) = value g q) as ->; [|symmetry; apply value_settle].
    rewrite Hrule, <- Hvalue, value_by_moves; auto; [|apply Hs].
    apply by_moves_ext. intros e He. apply IH with (length (open_edges (draw (stored q) e))); auto.
    - apply open_draw in He. specialize (Hopen q Hq). apply proj1, takes_fewer_open in Hs. lia.
    - rewrite draw_length. auto. }
  intros. now apply H with (length (open_edges p)).
Qed.

(* Representatives that the tables use: merged outer edges, and mirror images. *)

Lemma open_count : forall p, length (open_edges p) = count (fun e => negb (drawn p e)) (seq 0 (length p)).
Proof. reflexivity. Qed.

Lemma count_complement : forall (f : nat -> bool) l, count f l + count (fun e => negb (f e)) l = length l.
Proof. intros. unfold count. induction l as [|e l IH]; simpl; auto. destruct (f e); simpl; lia. Qed.

Lemma count_app : forall (f : nat -> bool) l l', count f (l ++ l') = count f l + count f l'.
Proof. intros. unfold count. now rewrite filter_app, app_length. Qed.

Lemma open_merge_group : forall p l, NoDup l -> (forall e, In e l -> e < length p) ->
  length (open_edges (merge_group p l)) = length (open_edges p).
Proof.
  intros p l Hl Hi. rewrite !open_count, merge_group_length.
  set (others := filter (fun e => negb (existsb (Nat.eqb e) l)) (seq 0 (length p))).
  assert (forall e, In e others <-> e < length p /\ ~ In e l) as Ho.
  { intros e. unfold others. rewrite filter_In, in_seq, negb_true_iff, <- not_true_iff_false, in_existsb.
    split; intros []; split; auto; lia. }
  assert (Permutation (seq 0 (length p)) (l ++ others)) as Hp.
  { apply NoDup_Permutation; [apply seq_NoDup| |].
    - apply app_once; auto; [apply NoDup_filter, seq_NoDup|]. intros e He. rewrite Ho. tauto.
    - intros e. rewrite in_app_iff, Ho, in_seq. split.
      + intros He. destruct (in_dec Nat.eq_dec e l); [auto|right; split; [lia|auto]].
      + intros [He|[He _]]; [specialize (Hi e He)|]; lia. }
  rewrite !(count_permutation _ _ _ _ Hp), !count_app. f_equal.
  - assert (count (drawn (merge_group p l)) l = count (drawn p) l) as Hc by now apply count_merge_group.
    generalize (count_complement (drawn (merge_group p l)) l) (count_complement (drawn p) l). lia.
  - unfold count. f_equal. apply filter_ext_in. intros e He. apply Ho in He. f_equal.
    rewrite drawn_merge_group, first_drawn_outside; tauto.
Qed.

Lemma merged_represents : forall rows columns groups, Forall (outer_group (rectangle rows columns)) groups ->
  represents (rectangle rows columns) (merged groups).
Proof.
  intros rows columns groups Hg. set (g := rectangle rows columns) in *.
  assert (forall p, length p = edges g -> length (merged groups p) = edges g
                    /\ length (open_edges (merged groups p)) = length (open_edges p)) as H.
  { unfold merged. induction Hg as [|l groups Hl Hg IH]; intros p Hp; auto. simpl.
    destruct (IH (merge_group p l)) as [H1 H2]; [now rewrite merge_group_length|]. split; auto. rewrite H2.
    destruct Hl as [Hl [x [Hx Ho]]]. apply open_merge_group; auto. intros e He. rewrite Hp.
    apply rectangle_well_formed with x; auto. now apply Ho. }
  constructor; intros p Hp; [now apply H|now apply H|]. apply value_merged; auto. apply rectangle_well_formed.
Qed.

Lemma reflected_represents : forall rows columns there back move unmove,
  mirror rows columns rows columns there back move unmove ->
  represents (rectangle rows columns) (reflected rows columns rows columns back).
Proof.
  intros rows columns there back move unmove m. constructor; intros p Hp.
  - apply image_length.
  - set (g := rectangle rows columns) in *.
    apply mirror_isomorphism in m as iso. fold g in iso.
    set (f := renumbered rows columns rows columns there) in *.
    set (b := renumbered rows columns rows columns back) in *.
    rewrite !open_count. unfold reflected. fold g b. rewrite image_length, Hp.
    assert (Permutation (map b (seq 0 (edges g))) (seq 0 (edges g))) as Hperm.
    { apply NoDup_Permutation; [|apply seq_NoDup|].
      - assert (forall l, incl l (seq 0 (edges g)) -> NoDup l -> NoDup (map b l)) as H.
        { induction l as [|e l IH]; simpl; intros Hi Hn; constructor; inversion Hn; subst.
          - intros Hin. apply in_map_iff in Hin. destruct Hin as [d [E Hd]].
            assert (In e (seq 0 (edges g))) as He by (apply Hi; simpl; auto).
            assert (In d (seq 0 (edges g))) as Hd' by (apply Hi; simpl; auto).
            apply in_seq in He, Hd'. assert (d = e); [|now subst].
            rewrite <- (f_back _ _ _ _ iso d), <- (f_back _ _ _ _ iso e) by lia. now rewrite E.
          - apply IH; auto. intros x Hx. apply Hi. simpl. auto. }
        apply H; [apply incl_refl|apply seq_NoDup].
      - intros e. rewrite in_map_iff, in_seq. split.
        + intros [d [<- Hd]]. apply in_seq in Hd. split; [lia|]. apply (symmetry.back_inside _ _ _ _ iso). lia.
        + intros He. exists (f e). rewrite in_seq. split; [apply (back_f _ _ _ _ iso); lia|].
          split; [lia|]. apply (f_inside _ _ _ _ iso). lia. }
    rewrite <- (count_permutation _ (fun e => negb (drawn p e)) _ _ Hperm). unfold count.
    assert (forall l, incl l (seq 0 (edges g)) ->
              length (filter (fun e => negb (drawn (image g b p) e)) l)
              = length (filter (fun e => negb (drawn p e)) (map b l))) as H; [|apply H, incl_refl].
    induction l as [|e l IH]; intros Hi; auto. simpl.
    assert (In e (seq 0 (edges g))) as He by (apply Hi; simpl; auto). apply in_seq in He.
    rewrite drawn_image by lia. assert (incl l (seq 0 (edges g))) as Hl by (intros x Hx; apply Hi; simpl; auto).
    destruct (drawn p (b e)); simpl; rewrite IH; auto.
  - eapply value_reflected; eauto.
Qed.

(* One after the other, by a choice that may depend on the position. *)
Lemma represents_then : forall g f h, represents g f -> represents g h -> represents g (fun p => h (f p)).
Proof.
  intros g f h [F1 F2 F3] [H1 H2 H3]. constructor; intros p Hp.
  - auto.
  - rewrite H2; auto.
  - rewrite H3; auto.
Qed.

Lemma represents_either : forall g f h (choose : position -> bool), represents g f -> represents g h ->
  represents g (fun p => if choose p then f p else h p).
Proof.
  intros g f h choose [F1 F2 F3] [H1 H2 H3]. constructor; intros p Hp; destruct (choose p); auto.
Qed.
