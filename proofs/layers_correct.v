(* The checker of layers accepts only right tables. *)
From Coq Require Import NArith.
From Pipopipette Require checker.
From Pipopipette Require Import game boards symmetry mirrors merging settle settle_bounds settling stored quiet_moves
  quiet_tables edge_sets layer_checker layer_entries layer_walk.

(* Images of positions. *)

Lemma quiet_image : forall g h f back p, well_formed g -> isomorphism g h f back -> length p = edges g ->
  quiet g p -> quiet h (image h back p).
Proof.
  intros g h f back p Hw iso Hp Hq e He. apply open_inside in He as Hl. rewrite image_length in Hl.
  rewrite drawn_image in He by auto. rewrite <- (f_back _ _ _ _ iso e Hl), (captures_image g h f back Hw iso); auto.
  now apply (symmetry.back_inside _ _ _ _ iso).
Qed.

Lemma reads_image_of : forall g n f, isomorphism g g f f ->
  reads (edges g) (image_of (edges g) n f) = image g f (reads (edges g) n).
Proof.
  intros g n f iso. apply drawn_ext; rewrite reads_length, ?image_length; auto. intros e He.
  rewrite drawn_reads, drawn_image by auto.
  assert (f e < edges g) as Hf by now apply (symmetry.back_inside _ _ _ _ iso).
  rewrite drawn_reads by auto. apply eq_true_iff_eq. rewrite has_image_of. split.
  - intros [d [D1 [D2 <-]]]. now rewrite (back_f _ _ _ _ iso).
  - intros H. exists (f e). repeat split; auto. now apply (f_back _ _ _ _ iso).
Qed.

Lemma half_turn_mirror : forall rows columns,
  mirror rows columns rows columns (half_turn rows columns) (half_turn rows columns)
    (fun cell => (rows - 1 - fst cell, columns - 1 - snd cell))
      (fun cell => (rows - 1 - fst cell, columns - 1 - snd cell)).
Proof.
  intros. unfold half_turn. constructor; by_places.
  replace (columns - c) with (S (columns - 1 - c)) by lia. replace (columns - S c) with (columns - 1 - c) by lia.
  replace (rows - r) with (S (rows - 1 - r)) by lia. replace (rows - S r) with (rows - 1 - r) by lia. tauto.
Qed.

(* Properties that mirror images and merging keep. *)
Record like (g : board) (n n' : N) : Prop := {
  like_small : small (edges g) n';
  like_quiet : quiet g (reads (edges g) n) -> quiet g (reads (edges g) n');
  like_open : length (open_edges (reads (edges g) n')) = length (open_edges (reads (edges g) n));
  like_value : value g (reads (edges g) n') = value g (reads (edges g) n)
}.

Lemma like_then : forall g n n' n'', like g n n' -> like g n' n'' -> like g n n''.
Proof. intros g n n' n'' [] []. constructor; auto; congruence. Qed.

Lemma mirrors_like : forall rows columns n f, In f (mirrors rows columns) ->
  like (rectangle rows columns) n (image_of (edges (rectangle rows columns)) n f).
Proof.
  intros rows columns n f Hf. set (g := rectangle rows columns).
  assert (exists s move unmove, mirror rows columns rows columns s s move unmove
            /\ f = renumbered rows columns rows columns s) as [s [move [unmove [Hm ->]]]].
  { destruct Hf as [<-|[<-|[<-|[]]]]; do 3 eexists; split; try reflexivity.
    - apply left_right_mirror.
    - apply top_bottom_mirror.
    - apply half_turn_mirror. }
  apply mirror_isomorphism in Hm as iso. apply reflected_represents in Hm as [_ Hopen Hvalue].
  set (p := reads (edges g) n). assert (length p = edges g) as Hp by apply reads_length.
  constructor.
  - intros e He. apply has_image_of in He. destruct He as [d [D1 [_ <-]]]. now apply (f_inside _ _ _ _ iso).
  - rewrite reads_image_of by auto. apply quiet_image with (renumbered rows columns rows columns s); auto.
    apply rectangle_well_formed.
  - rewrite reads_image_of by auto. now apply Hopen.
  - rewrite reads_image_of by auto. now apply Hvalue.
Qed.

Section Merging.
  Context {g : board} (inside : well_formed g).

  Let read := reads (edges g).

  (* The conditions of a pair. *)
  Definition fit_pair (start : N) (ab : nat * nat) : Prop :=
    fst ab < edges g /\ snd ab < edges g /\ twins g (fst ab) (snd ab)
      /\ (has start (snd ab) = true -> has start (fst ab) = true).

  Definition merge_one (a b : nat) (n : N) : N :=
    if (N.land n (bit b) =? 0)%N then n else if (N.land n (bit a) =? 0)%N then N.lor (N.ldiff n (bit b)) (bit a) else n.

  Lemma merge_one_cases : forall a b n,
    (merge_one a b n = n /\ (has n b = true -> has n a = true))
    \/ (has n b = true /\ has n a = false
      /\ forall e, has (merge_one a b n) e = (has n e && negb (e =? b)) || (e =? a)).
  Proof.
    intros. unfold merge_one. rewrite !land_bit. destruct (has n b) eqn:B; [|left; split; auto; discriminate].
    destruct (has n a) eqn:A; simpl; [left; auto|right]. repeat split; auto. intros e.
    now rewrite has_lor, has_ldiff, !has_bit.
  Qed.

  Lemma merge_one_like : forall start a b n, fit_pair start (a, b) -> a <> b -> small (edges g) n ->
    like g n (merge_one a b n).
  Proof.
    intros start a b n [Ha [Hb [Ht _]]] Hab Hsmall. cbn [fst snd] in *.
    destruct (merge_one_cases a b n) as [[-> _]|[Nb [Na Hn]]]; [constructor; auto|].
    set (n' := merge_one a b n) in *.
    assert (small (edges g) n') as Hsmall'.
    { intros e He. rewrite Hn in He. apply orb_true_iff in He. destruct He as [He|He].
      - apply andb_true_iff in He. now apply Hsmall.
      - apply Nat.eqb_eq in He. now subst. }
    assert (reads (edges g) n' = image g (exchange a b) (read n)) as Himage.
    { apply drawn_ext; rewrite reads_length, ?image_length; auto. intros e He.
      rewrite drawn_reads, Hn, drawn_image by auto. unfold read.
      destruct (exchange_spec a b e) as [[-> ->]|[[Hea [-> ->]]|[Hea [Heb ->]]]].
      - rewrite drawn_reads, Nb, Nat.eqb_refl by auto. apply orb_true_r.
      - rewrite drawn_reads, Na, Nat.eqb_refl by auto. apply Nat.eqb_neq in Hea. now rewrite Hea, andb_false_r.
      - rewrite drawn_reads by auto. apply Nat.eqb_neq in Hea, Heb. rewrite Hea, Heb. simpl.
        now rewrite andb_true_r, orb_false_r. }
    assert (isomorphism g g (exchange a b) (exchange a b)) as iso by now apply exchange_isomorphism.
    constructor; auto.
    - rewrite Himage. apply quiet_image with (exchange a b); auto. apply reads_length.
    - (* Both draw one edge more than the position without either. *)
      set (u := N.ldiff n (bit b)).
      assert (n' = N.lor u (bit a)) as ->.
      { apply same_bits. intros e. unfold u. now rewrite Hn, has_lor, has_ldiff, !has_bit. }
      assert (n = N.lor u (bit b)) as En.
      { apply same_bits. intros e. unfold u. rewrite has_lor, has_ldiff, !has_bit.
        destruct (Nat.eqb_spec e b) as [->|]; [now rewrite Nb|]. now rewrite andb_true_r, orb_false_r. }
      replace (reads (edges g) n) with (reads (edges g) (N.lor u (bit b))) by now rewrite <- En.
      rewrite !reads_draw.
      assert (drawn (reads (edges g) u) a = false /\ drawn (reads (edges g) u) b = false) as [Oa Ob].
      { rewrite !open_reads. unfold u. rewrite !has_ldiff, !has_bit, Na, Nat.eqb_refl, andb_false_r. auto. }
      apply open_draw in Oa, Ob. lia.
    - rewrite Himage. apply value_exchange; auto. apply reads_length.
  Qed.

  Definition bit_pairs (pairs : list (nat * nat)) : list (N * N) := map (fun ab => (bit (fst ab), bit (snd ab))) pairs.

  Definition ends (pairs : list (nat * nat)) : list nat := flat_map (fun ab => [fst ab; snd ab]) pairs.

  Context (start : N).

  Definition contains (n : N) : Prop := forall e, has start e = true -> has n e = true.

  Lemma merge_pairs_like : forall pairs n, Forall (fit_pair start) pairs -> NoDup (ends pairs) -> small (edges g) n ->
    like g n (merge_pairs (bit_pairs pairs) n) /\ (contains n -> contains (merge_pairs (bit_pairs pairs) n)).
  Proof.
    induction pairs as [|[a b] pairs IH]; intros n Hfit Honce Hsmall.
    - split; auto. constructor; auto.
    - inversion Hfit as [|? ? Hab Hfit']. subst. cbn [ends flat_map fst snd app] in Honce.
      inversion Honce as [|? ? Ha Honce']. subst. inversion Honce' as [|? ? Hb Honce'']. subst.
      assert (a <> b) as Hne by (intros ->; apply Ha; simpl; auto).
      assert (like g n (merge_one a b n)) as Hl by now apply merge_one_like with start.
      change (merge_pairs (bit_pairs ((a, b) :: pairs)) n) with (merge_pairs (bit_pairs pairs) (merge_one a b n)).
      destruct (IH (merge_one a b n)) as [H1 H2]; auto; [apply Hl|].
      split; [now apply like_then with (merge_one a b n)|].
      intros Hc. apply H2. intros e He. destruct (merge_one_cases a b n) as [[-> _]|[Nb [Na Hn]]]; auto.
      rewrite Hn. rewrite (Hc e He). destruct (Nat.eqb_spec e b) as [->|]; auto. exfalso.
      destruct Hab as [_ [_ [_ Hab]]]. apply Hab in He. apply Hc in He. cbn [fst] in He. congruence.
  Qed.

  Lemma merge_pairs_other : forall pairs n e, ~ In e (ends pairs) -> has (merge_pairs (bit_pairs pairs) n) e = has n e.
  Proof.
    induction pairs as [|[a b] pairs IH]; intros n e He; auto. cbn [ends flat_map fst snd app In] in He.
    change (merge_pairs (bit_pairs ((a, b) :: pairs)) n) with (merge_pairs (bit_pairs pairs) (merge_one a b n)).
    rewrite IH by tauto. destruct (merge_one_cases a b n) as [[-> _]|[_ [_ Hn]]]; auto. rewrite Hn.
    destruct (Nat.eqb_spec e b) as [->|]; [tauto|]. destruct (Nat.eqb_spec e a) as [->|]; [tauto|].
    now rewrite andb_true_r, orb_false_r.
  Qed.

  Lemma merge_pairs_merged : forall pairs n a b, NoDup (ends pairs) -> In (a, b) pairs ->
    has (merge_pairs (bit_pairs pairs) n) b = true -> has (merge_pairs (bit_pairs pairs) n) a = true.
  Proof.
    induction pairs as [|[a' b'] pairs IH]; intros n a b Honce Hin; [contradiction|].
    cbn [ends flat_map fst snd app] in Honce. inversion Honce as [|? ? Ha Honce']. subst.
    inversion Honce' as [|? ? Hb Honce'']. subst.
    change (merge_pairs (bit_pairs ((a', b') :: pairs)) n) with (merge_pairs (bit_pairs pairs) (merge_one a' b' n)).
    destruct Hin as [E|Hin]; [|now apply IH]. injection E as -> ->.
    rewrite !merge_pairs_other by (auto; intros Hx; apply Ha; simpl; auto).
    destruct (merge_one_cases a b n) as [[-> H]|[Nb [Na Hn]]]; auto. rewrite !Hn, !Nat.eqb_refl.
    intros _. apply orb_true_r.
  Qed.

  Lemma merge_pairs_same : forall pairs n, (forall a b, In (a, b) pairs -> has n b = true -> has n a = true) ->
    merge_pairs (bit_pairs pairs) n = n.
  Proof.
    induction pairs as [|[a b] pairs IH]; intros n H; auto.
    change (merge_pairs (bit_pairs ((a, b) :: pairs)) n) with (merge_pairs (bit_pairs pairs) (merge_one a b n)).
    destruct (merge_one_cases a b n) as [[-> _]|[Nb [Na _]]].
    - apply IH. intros. apply (H a0 b0); simpl; auto.
    - rewrite (H a b) in Na; simpl; auto. discriminate.
  Qed.
End Merging.

(* The conditions that [fits] tests. *)

Lemma same_list_equal : forall l l', same_list l l' = true -> l = l'.
Proof.
  induction l as [|a l IH]; intros [|a' l'] H; simpl in H; try discriminate; auto.
  apply andb_true_iff in H. destruct H as [H1 H2]. apply N.eqb_eq in H1. f_equal; auto.
Qed.

Lemma different_once : forall l, different l = true -> NoDup l.
Proof.
  induction l as [|e l IH]; intros H; constructor; simpl in H; apply andb_true_iff in H; destruct H as [H1 H2]; auto.
  apply negb_true_iff in H1. now apply not_among.
Qed.

Lemma fits_spec : forall g start pairs around, fits g start pairs around = true ->
  small (edges g) start /\ (forall e, e < edges g -> around (bit e) = boxes_of g e)
    /\ Forall (fit_pair (g := g) start) pairs /\ NoDup (ends pairs).
Proof.
  intros g start pairs around H. unfold fits in H. apply andb_true_iff in H. destruct H as [H H3].
  apply andb_true_iff in H. destruct H as [H H2]. apply andb_true_iff in H. destruct H as [H0 H1].
  rewrite forallb_forall in H1, H2. repeat split.
  - intros e He. apply N.eqb_eq in H0. apply empty_iff with (e := e) in H0. rewrite has_ldiff, He in H0.
    apply negb_false_iff, has_mask_in, in_seq in H0. lia.
  - intros e He. apply same_list_equal, H1, in_seq. lia.
  - apply Forall_forall. intros [a b] Hab. specialize (H2 _ Hab). unfold pair_fits in H2.
    apply andb_true_iff in H2. destruct H2 as [H2 Hstart]. apply andb_true_iff in H2. destruct H2 as [H2 Htwins].
    apply andb_true_iff in H2. destruct H2 as [Ha Hb]. apply Nat.ltb_lt in Ha, Hb. rewrite forallb_forall in Htwins.
    repeat split; auto; cbn [fst snd].
    + intros Hx. specialize (Htwins x H). apply eqb_prop in Htwins. unfold among in Htwins.
      apply in_existsb. rewrite <- Htwins. now apply in_existsb.
    + intros Hx. specialize (Htwins x H). apply eqb_prop in Htwins. unfold among in Htwins.
      apply in_existsb. rewrite Htwins. now apply in_existsb.
    + intros E. rewrite E in Hstart. now destruct (has start a).
  - now apply different_once.
Qed.

Lemma earlier_spec : forall pairs start n images,
  earlier pairs start n images = n
  \/ exists m, In m images /\ (forall e, has start e = true -> has m e = true)
       /\ earlier pairs start n images = merge_pairs pairs m /\ (merge_pairs pairs m < n)%N.
Proof.
  induction images as [|m images IH]; simpl; auto.
  assert (earlier pairs start n images = n
          \/ exists m', (m = m' \/ In m' images) /\ (forall e, has start e = true -> has m' e = true)
               /\ earlier pairs start n images = merge_pairs pairs m' /\ (merge_pairs pairs m' < n)%N) as IH'.
  { destruct IH as [|[m' [M1 M2]]]; auto. right. exists m'. auto. }
  destruct (N.eqb_spec (N.ldiff start m) 0) as [E|]; auto.
  destruct (N.ltb_spec (merge_pairs pairs m) n); auto. right. exists m. repeat split; auto. intros e He.
  destruct (has m e) eqn:Em; auto. exfalso. apply empty_iff with (e := e) in E.
  rewrite has_ldiff, He, Em in E. discriminate.
Qed.

(* The theorem: if the checker accepts the layers with at most [most] open edges, then the entries of their quiet
   positions are the values, and so is what a reader answers for any position of these layers that contains the start.
   *)
Theorem check_layers_correct : forall rows columns start pairs around lookup most,
  (forall left, left <= most -> check_layer rows columns start pairs around lookup left = true) ->
  let g := rectangle rows columns in
  let entry := fun p => lookup (merge_pairs (bit_pairs pairs) (bits p)) in
  let kept := fun p => holds_start g (reads (edges g) start) p /\ length (open_edges p) <= most in
  (forall p, kept p -> quiet g p -> entry p = value g p)
  /\ (forall p, kept p -> settled_answer g entry p = value g p).
Proof.
  intros rows columns start pairs around lookup most Hcheck g entry kept.
  assert (fits g start pairs around = true) as Hfits.
  { specialize (Hcheck 0 (Nat.le_0_l _)). unfold check_layer in Hcheck. fold g in Hcheck.
    destruct (fits g start pairs around); auto. }
  apply fits_spec in Hfits as [Hstart [Haround [Hpairs Honce]]].
  assert (well_formed g) as Hin by apply rectangle_well_formed.
  set (merge := merge_pairs (bit_pairs pairs)).
  set (stored := fun p => reads (edges g) (merge (bits p))).
  set (read := reads (edges g)).
  assert (closed g kept) as Hclosed by apply few_open_closed, start_closed.
  assert (forall p, kept p -> small (edges g) (bits p) /\ read (bits p) = p /\ contains start (bits p)) as Hbits.
  { intros p [[Hl Hs] _]. repeat split.
    - rewrite <- Hl. apply bits_small.
    - unfold read. rewrite <- Hl. apply reads_bits.
    - intros e He. rewrite has_bits, nth_indep with (d' := true) by (rewrite Hl; auto). apply Hs.
      rewrite drawn_reads; auto. }
  assert (forall n, contains start n -> length (open_edges (read n)) <= most -> kept (read n)) as Hkept.
  { intros n Hc Hm. split; auto. split; [apply reads_length|]. intros e He.
    destruct (Nat.lt_ge_cases e (edges g)) as [Hl|Hl].
    - rewrite drawn_reads in He by auto. unfold read. rewrite drawn_reads by auto. auto.
    - apply drawn_outside. unfold read. now rewrite reads_length. }
  assert (forall p, kept p -> like g (bits p) (merge (bits p)) /\ contains start (merge (bits p))) as Hmerge.
  { intros p Hp. destruct (Hbits p Hp) as [B1 [B2 B3]].
    destruct (merge_pairs_like Hin start pairs (bits p) Hpairs Honce B1). auto. }
  apply quiet_table_is_value with (stored := stored) (order := fun p => N.to_nat (merge (bits p))); auto.
  - (* Each position is represented by the merged one. *)
    constructor; intros p Hp Hq; destruct (Hbits p Hp) as [B1 [B2 B3]], (Hmerge p Hp) as [[L1 L2 L3 L4] C];
      fold read in L2, L3, L4; rewrite B2 in L2, L3, L4; auto.
    apply Hkept; auto. rewrite L3. apply Hp.
  - intros p Hp Hq. destruct (Hbits p Hp) as [B1 [B2 B3]], (Hmerge p Hp) as [[L1 L2 L3 L4] C].
    fold read in L2, L3, L4. rewrite B2 in L2, L3, L4. set (n := merge (bits p)) in *.
    set (left := length (open_edges (read n))).
    assert (forall a b, In (a, b) pairs -> has n b = true -> has n a = true) as Hmerged.
    { intros a b Hab. now apply (merge_pairs_merged (g := g)). }
    assert (check_layer rows columns start pairs around lookup left = true) as Hc.
    { apply Hcheck. unfold left. rewrite L3. apply Hp. }
    unfold check_layer in Hc. fold g in Hc. destruct (fits g start pairs around); [|discriminate].
    set (t := tools_of g pairs around lookup) in *.
    assert (right_entry t start (left =? 0) n (map (image_of (edges g) n) (mirrors rows columns)) = true) as Hright.
    { apply walk_visits with (pairs := pairs) (es := filter (fun e => negb (has start e)) (seq 0 (edges g)))
        (n := start);
        auto.
      - intros b Hb. apply not_true_iff_false. rewrite (ready_mask Hin) by auto. intros [e He].
        assert (0 < captures g (read n) e); [apply captures_last; [apply He|eauto]|].
        rewrite L2 in *; auto; [lia|apply He].
      - intros e He. apply filter_In in He. destruct He as [He _]. apply in_seq in He. lia.
      - intros d Hd. destruct (has start d) eqn:E; auto. right. apply filter_In. rewrite in_seq, E. split; auto.
        apply L1 in Hd. lia.
      - assert (count (fun e => negb (has n e)) (filter (fun e => negb (has start e)) (seq 0 (edges g)))
          = left) as ->; auto.
        rewrite checker.count_filter. unfold left. rewrite open_count. unfold read at 2. rewrite reads_length.
        apply checker.count_ext. intros e He. apply in_seq in He. unfold read. rewrite drawn_reads by lia.
        destruct (has start e) eqn:E; auto. now rewrite (C e E). }
    unfold right_entry in Hright. change (pairs_of_board t) with (bit_pairs pairs) in Hright.
    destruct (earlier_spec (bit_pairs pairs) start n (map (image_of (edges g) n) (mirrors rows columns)))
      as [E|[m [M1 [M2 [M3 M4]]]]].
    + left. rewrite E, N.eqb_refl in Hright.
      apply (best_agrees Hin t) with (full := left =? 0); auto.
    + right. rewrite M3 in Hright. fold merge in Hright, M4. set (n' := merge m) in *.
      destruct (N.eqb_spec n' n) as [|_]; [lia|]. apply Z.eqb_eq in Hright.
      apply in_map_iff in M1. destruct M1 as [f [<- Hf]]. apply (mirrors_like rows columns n) in Hf. fold g in Hf.
      destruct (merge_pairs_like Hin start pairs _ Hpairs Honce (like_small _ _ _ Hf)) as [Hl Hs].
      apply (like_then _ _ _ _ Hf) in Hl. fold merge n' in Hl, Hs.
      destruct Hl as [K1 K2 K3 K4]. fold read in K2, K3, K4.
      assert (merge n' = n') as Hsame.
      { apply merge_pairs_same. intros a b Hab. now apply (merge_pairs_merged (g := g)). }
      assert (bits (read n') = n') as Hb by (unfold read; now apply bits_reads).
      exists (read n'). repeat split.
      * apply Hkept; auto. rewrite K3, L3. apply Hp.
      * apply Hkept; auto. rewrite K3, L3. apply Hp.
      * rewrite K3, L3. apply Hp.
      * apply K2, L2, Hq.
      * rewrite K3. exact L3.
      * cbv beta. rewrite Hb, Hsame. fold n. lia.
      * exact (eq_trans K4 L4).
      * unfold entry. fold merge. rewrite Hb, Hsame. symmetry. exact Hright.
Qed.

Lemma none_ready_all : forall n l m, none_ready n l = true -> In m l -> single (N.ldiff m n) = false.
Proof.
  induction l as [|d l IH]; intros m H; simpl in *; [tauto|].
  destruct (single (N.ldiff d n)) eqn:E; [discriminate|]. intros [<-|Hm]; auto.
Qed.

(* If the checker accepts positions, each is a quiet one whose entry is what (B) makes of the entries after its moves. *)
Theorem check_positions_correct : forall rows columns pairs around lookup ns,
  check_positions rows columns pairs around lookup ns = true ->
  let g := rectangle rows columns in
  let read := reads (edges g) in
  let entry := fun p => lookup (merge_pairs (bit_pairs pairs) (bits p)) in
  forall n, In n ns -> bits (read n) = n /\ quiet g (read n) /\ agrees g entry (read n) (lookup n).
Proof.
  intros rows columns pairs around lookup ns H g read entry n Hn. unfold check_positions in H. fold g in H.
  destruct (fits g 0 pairs around) eqn:Hfits; [|discriminate].
  apply fits_spec in Hfits as [_ [Haround _]]. assert (well_formed g) as Hin by apply rectangle_well_formed.
  rewrite forallb_forall in H. specialize (H n Hn). apply andb_true_iff in H. destruct H as [H Hright].
  apply andb_true_iff in H. destruct H as [Hinside Hcalm]. apply N.eqb_eq in Hinside.
  assert (small (edges g) n) as Hsmall.
  { intros e He. apply empty_iff with (e := e) in Hinside. rewrite has_ldiff, He in Hinside.
    apply negb_false_iff, has_mask_in, in_seq in Hinside. lia. }
  assert (quiet g (read n)) as Hquiet.
  { intros e He. destruct (captures g (read n) e) eqn:E; auto. exfalso.
    assert (0 < captures g (read n) e) as Hc by lia. apply captures_last in Hc; auto. destruct Hc as [b Hb].
    assert (In b (boxes g)) as Hbox by apply Hb. pose proof (none_ready_all _ _ (mask b) Hcalm (in_map mask _ _ Hbox)).
    assert (single (N.ldiff (mask b) n) = true); [|congruence]. apply (ready_mask Hin); eauto. }
  repeat split; auto; [now apply bits_reads|].
  unfold right_entry in Hright. simpl earlier in Hright. rewrite N.eqb_refl in Hright.
  apply (best_agrees Hin (tools_of g pairs around lookup)) with (full := (n =? mask (seq 0 (edges g)))%N); auto.
  apply eq_true_iff_eq. rewrite N.eqb_eq, Nat.eqb_eq, length_zero_iff_nil. split; intros H.
  - destruct (open_edges (reads (edges g) n)) as [|x l] eqn:E; auto. exfalso.
    assert (In x (open_edges (reads (edges g) n))) as Hx by (rewrite E; simpl; auto).
    apply in_open, open_reads in Hx. destruct Hx as [Hx Hopen]. rewrite H in Hopen. apply not_true_iff_false in Hopen.
    apply Hopen, has_mask_in, in_seq. lia.
  - apply same_bits. intros e. apply eq_true_iff_eq. rewrite has_mask_in, in_seq.
    split; [intros He; apply Hsmall in He; lia|]. intros [_ He]. apply not_false_iff_true. intros Hopen.
    assert (In e (open_edges (reads (edges g) n))) as Hx by (apply in_open, open_reads; auto).
    now rewrite H in Hx.
Qed.
