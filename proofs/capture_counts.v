(* How many edges settling draws, how many boxes they capture, and how many of them lead out. *)
From Pipopipette Require Import game boards merging settle settle_bounds handouts.

Section CaptureCounts.
  Context {g : board} (once : NoDup (boxes g)) (sides : two_sided g).

  (* Edges that settling draws. *)

  Definition fresh (p q : position) (f : nat -> bool) : nat :=
    count (fun e => negb (drawn p e) && drawn q e && f e) (seq 0 (length p)).

  Definition all_edges (e : nat) : bool := true.
  Definition outward (q : position) (e : nat) : bool := captured_sides g q e =? 1.

  Lemma fresh_in : forall p q f, 0 < fresh p q f -> exists e, drawn p e = false /\ drawn q e = true /\ f e = true.
  Proof.
    intros p q f H. apply count_positive in H. destruct H as [e [_ He]]. apply andb_true_iff in He.
    destruct He as [He Hf]. apply andb_true_iff in He. rewrite negb_true_iff in He. exists e. tauto.
  Qed.

  Lemma fresh_none : forall p q f, fresh p q f = 0 -> forall e, drawn p e = false -> drawn q e = true -> f e = false.
  Proof.
    intros p q f H e Hp Hq. apply count_zero with (e := e) in H.
    - rewrite Hp, Hq in H. exact H.
    - apply in_seq. apply open_inside in Hp. lia.
  Qed.

  Lemma fresh_step : forall p q f e, drawn p e = false -> drawn q e = true ->
    fresh p q f = (if f e then 1 else 0) + fresh (draw p e) q f.
  Proof.
    intros p q f e Hp Hq. unfold fresh. rewrite draw_length. destruct (f e) eqn:Hf.
    - apply count_one_less with e.
      + apply seq_NoDup.
      + apply in_seq. apply open_inside in Hp. lia.
      + now rewrite Hp, Hq, Hf.
      + rewrite drawn_draw, Nat.eqb_refl, orb_true_r. reflexivity.
      + intros d _ Hd. rewrite drawn_draw. apply Nat.eqb_neq in Hd. now rewrite Hd, orb_false_r.
    - unfold count. simpl. f_equal. apply filter_ext. intros d. rewrite drawn_draw.
      destruct (Nat.eqb_spec d e) as [->|]; [|now rewrite orb_false_r].
      rewrite Hf. now rewrite !andb_false_r.
  Qed.

  Lemma takes_end : forall p q e, takes g (draw p e) q -> drawn q e = true.
  Proof.
    intros p q e H. apply (takes_drawn (g := g)) with (draw p e); auto.
    rewrite drawn_draw, Nat.eqb_refl. apply orb_true_r.
  Qed.

  Lemma takes_open : forall p q, takes g p q -> length (open_edges p) = length (open_edges q) + fresh p q all_edges.
  Proof.
    induction 1 as [p|p e q He Hc H IH].
    - replace (fresh p p all_edges) with 0; [lia|]. symmetry. destruct (fresh p p all_edges) eqn:E; auto. exfalso.
      destruct (fresh_in p p all_edges) as [e [E1 [E2 _]]]; [lia|congruence].
    - rewrite (fresh_step p q all_edges e); auto; [|now apply takes_end with p]. apply open_draw in He. simpl. lia.
  Qed.

  (* Boxes of an edge. *)

  Lemma at_most_two : forall (f : list nat -> bool) x, (forall b, In b (boxes g) -> f b = true -> In x b) ->
    count f (boxes g) <= 2.
  Proof.
    intros f x H. unfold count.
    assert (NoDup (filter f (boxes g))) as Hn by now apply NoDup_filter.
    assert (forall b, In b (filter f (boxes g)) -> In b (boxes g) /\ In x b) as Hf.
    { intros b Hb. apply filter_In in Hb. destruct Hb. auto. }
    destruct (filter f (boxes g)) as [|a [|b [|c l]]]; simpl; try lia. exfalso.
    inversion Hn as [|? ? Ha Hn2]. subst. inversion Hn2 as [|? ? Hb _]. subst. simpl in Ha, Hb.
    destruct (Hf a) as [A1 A2]; [simpl; auto|]. destruct (Hf b) as [B1 B2]; [simpl; auto|].
    destruct (Hf c) as [C1 C2]; [simpl; auto|]. destruct (sides x a b c) as [->|[->| ->]]; auto.
  Qed.

  Lemma captured_sides_at_most_two : forall q e, captured_sides g q e <= 2.
  Proof.
    intros. apply at_most_two with e. intros b _ Hb. apply andb_true_iff in Hb. now apply in_existsb.
  Qed.

  (* The box can be captured. *)
  Definition ready (p : position) (b : list nat) : bool :=
    negb (complete p b) && existsb (fun e => complete (draw p e) b) (open_edges p).

  Lemma complete_draw : forall p b e, complete (draw p e) b = true <-> forall d, In d b -> d <> e -> drawn p d = true.
  Proof.
    intros. rewrite complete_iff. split; intros H d Hd.
    - intros Hne. specialize (H d Hd). rewrite drawn_draw in H. apply Nat.eqb_neq in Hne.
      now rewrite Hne, orb_false_r in H.
    - rewrite drawn_draw. destruct (Nat.eqb_spec d e); [apply orb_true_r|]. now rewrite H.
  Qed.

  Lemma ready_iff : forall p b, In b (boxes g) -> (ready p b = true <-> exists e, last_edge g p b e).
  Proof.
    intros p b Hb. unfold ready. rewrite andb_true_iff, negb_true_iff, not_complete, existsb_exists. split.
    - intros [[d [D1 D2]] [e [E1 E2]]]. rewrite complete_draw in E2. exists e.
      assert (d = e) as ->; [|repeat split; auto].
      destruct (Nat.eq_dec d e) as [|Hne]; auto. rewrite (E2 d) in D2; auto. discriminate.
    - intros [e [_ [H2 [H3 H4]]]]. split; [eauto|]. exists e. rewrite complete_draw. split; auto. now apply in_open.
  Qed.

  Lemma count_sums : forall (f1 f2 h1 h2 : list nat -> bool) l,
    (forall b, In b l -> Nat.b2n (f1 b) + 2 * Nat.b2n (f2 b) <= Nat.b2n (h1 b) + Nat.b2n (h2 b)) ->
    count f1 l + 2 * count f2 l <= count h1 l + count h2 l.
  Proof.
    unfold count. induction l as [|b l IH]; intros H; simpl; auto.
    assert (forall f : list nat -> bool, length (if f b then b :: filter f l else filter f l)
                                         = Nat.b2n (f b) + length (filter f l)) as E.
    { intros f. destruct (f b); auto. }
    rewrite !E. specialize (IH (fun c Hc => H c (or_intror Hc))). specialize (H b (or_introl eq_refl)). lia.
  Qed.

  (* A capture turns at most one more box of [e] into one that can be captured. *)
  Lemma ready_after : forall p e q, drawn p e = false -> 0 < captures g p e -> settles g (draw p e) q ->
    count (ready (draw p e)) (boxes g) + 2 * captures g p e <= count (ready p) (boxes g) + captured_sides g q e.
  Proof.
    intros p e q He Hc Hs. apply count_sums. intros b Hb.
    destruct (complete (draw p e) b && negb (complete p b)) eqn:Hcap.
    - apply andb_true_iff in Hcap. destruct Hcap as [H1 H2]. apply negb_true_iff in H2.
      assert (ready (draw p e) b = false) as -> by (unfold ready; now rewrite H1).
      rewrite complete_draw in H1. apply not_complete in H2 as [d [D1 D2]].
      assert (d = e) as ->. { destruct (Nat.eq_dec d e); auto. rewrite H1 in D2; auto. discriminate. }
      assert (ready p b = true) as -> by (apply ready_iff; auto; exists e; repeat split; auto).
      assert (existsb (Nat.eqb e) b = true) as -> by now apply in_existsb.
      assert (complete q b = true) as ->; [|simpl; lia].
      apply (takes_complete (g := g)) with (draw p e); [apply Hs|]. now apply complete_draw.
    - destruct (ready (draw p e) b) eqn:Hr; [|simpl; lia]. apply ready_iff in Hr; auto. destruct Hr as [s Hl].
      destruct (last_edge_because _ _ _ _ Hl) as [Hl'|[Hin _]].
      + assert (ready p b = true) as -> by (apply ready_iff; eauto). simpl. lia.
      + assert (existsb (Nat.eqb e) b = true) as -> by now apply in_existsb.
        assert (complete q b = true) as -> by now apply (last_edge_complete (g := g) (draw p e) q b s).
        simpl. lia.
  Qed.

  (* Edges of only one captured box and captures of two boxes use up the boxes that can be captured. *)
  Lemma takes_ready : forall p q, takes g p q -> quiet g q ->
    (Z.of_nat (fresh p q (outward q)) + 2 * (done g q - done g p)
     <= Z.of_nat (count (ready p) (boxes g)) + 2 * Z.of_nat (fresh p q all_edges))%Z.
  Proof.
    intros p q H Hq. induction H as [p|p e q He Hc H IH].
    - replace (fresh p p (outward p)) with 0; [lia|].
      destruct (fresh p p (outward p)) eqn:E; auto. exfalso.
      destruct (fresh_in p p (outward p)) as [e [E1 [E2 _]]]; [lia|congruence].
    - specialize (IH Hq). assert (drawn q e = true) as Hqe by now apply takes_end with p.
      rewrite !(fresh_step p q _ e) by auto. rewrite done_draw in IH.
      generalize (ready_after p e q He Hc (conj H Hq)) (captured_sides_at_most_two q e).
      change (all_edges e) with true. cbv iota. destruct (outward q e) eqn:Ho; [apply Nat.eqb_eq in Ho|]; lia.
  Qed.

  (* Each edge captures a box. If none captures two, the last one leads out. *)
  Lemma takes_leads_out : forall p q, takes g p q ->
    (Z.of_nat (fresh p q all_edges) <= done g q - done g p)%Z
    /\ ((Z.of_nat (fresh p q all_edges) = done g q - done g p)%Z -> 0 < fresh p q all_edges ->
        exists e, drawn p e = false /\ drawn q e = true /\ captured_sides g q e = 1).
  Proof.
    induction 1 as [p|p e q He Hc H [IH1 IH2]].
    - assert (fresh p p all_edges = 0) as ->; [|split; lia].
      destruct (fresh p p all_edges) eqn:E; auto. exfalso.
      destruct (fresh_in p p all_edges) as [e [E1 [E2 _]]]; [lia|congruence].
    - assert (drawn q e = true) as Hqe by now apply takes_end with p.
      rewrite !(fresh_step p q _ e) by auto. rewrite done_draw in IH1, IH2.
      change (all_edges e) with true. cbv iota. split; [lia|]. intros Heq _.
      destruct (Nat.eq_dec (fresh (draw p e) q all_edges) 0) as [E|E].
      + exists e. repeat split; auto.
        assert (q = draw p e) as ->.
        { symmetry. apply drawn_ext.
          - clear - H. induction H; auto. rewrite <- IHtakes. now rewrite draw_length.
          - intros d _. destruct (drawn (draw p e) d) eqn:D.
            + symmetry. now apply (takes_drawn (g := g)) with (draw p e).
            + destruct (drawn q d) eqn:Dq; auto. generalize (fresh_none _ _ _ E d D Dq). discriminate. }
        assert (captured_sides g (draw p e) e = captures g p e) as ->; [|lia].
        unfold captured_sides, captures, count. f_equal. apply filter_ext. intros b. apply eq_true_iff_eq.
        rewrite !andb_true_iff, in_existsb, negb_true_iff.
        split; intros [H1 H2]; split; auto.
        * apply not_complete. eauto.
        * apply not_complete in H2. destruct H2 as [d [D1 D2]]. rewrite complete_draw in H1.
          destruct (Nat.eq_dec e d) as [->|]; auto. rewrite H1 in D2; auto. discriminate.
      + destruct IH2 as [d [D1 [D2 D3]]]; [lia|lia|]. apply open_after in D1. exists d. tauto.
  Qed.
End CaptureCounts.
