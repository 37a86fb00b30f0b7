(* The checker of layers judges an entry as identity (B) does. *)
From Coq Require Import NArith.
From Pipopipette Require checker.
From Pipopipette Require Import game boards merging settle settle_bounds settling quiet_moves quiet_tables edge_sets
  layer_checker.

Section Entries.
  Context {g : board} (inside : well_formed g) (t : tools)
    (around_right : forall e, e < edges g -> around t (bit e) = boxes_of g e).

  Let read := reads (edges g).

  (* The entry that a reader finds for a quiet position. *)
  Definition entry_of (p : position) : Z := lookup t (merge_pairs (pairs_of_board t) (bits p)).

  Lemma in_boxes_of : forall m e, In m (boxes_of g e) <-> exists b, In b (boxes g) /\ m = mask b /\ In e b.
  Proof.
    intros. unfold boxes_of. rewrite filter_In, in_map_iff. split.
    - intros [[b [<- Hb]] He]. exists b. repeat split; auto. now apply has_mask_in.
    - intros [b [Hb [-> He]]]. split; [eauto|]. now apply has_mask_in.
  Qed.

  Lemma completed_count : forall n l, completed n l = Z.of_nat (count (fun m => N.ldiff m n =? 0)%N l).
  Proof.
    unfold count. induction l as [|m l IH]; auto. cbn [completed filter]. rewrite IH.
    destruct (N.ldiff m n =? 0)%N; cbn [length]; lia.
  Qed.

  Lemma completed_captures : forall n e, drawn (read n) e = false ->
    completed (N.lor n (bit e)) (boxes_of g e) = Z.of_nat (captures g (read n) e).
  Proof.
    intros n e He. rewrite completed_count. f_equal. unfold boxes_of, captures.
    rewrite checker.count_filter, checker.count_map. apply checker.count_ext. intros b Hb.
    rewrite <- (complete_mask inside _ b Hb), reads_draw. fold (read n).
    destruct (has (mask b) e) eqn:E; simpl.
    - apply has_mask_in in E. replace (complete (read n) b) with false; [now rewrite andb_true_r|].
      symmetry. apply not_complete. eauto.
    - assert (complete (draw (read n) e) b = complete (read n) b) as ->; [|now destruct (complete (read n) b)].
      apply eq_true_iff_eq. rewrite !complete_iff. split; intros H d Hd; specialize (H d Hd).
      + rewrite drawn_draw in H. destruct (Nat.eqb_spec d e) as [Hde|]; [|now rewrite orb_false_r in H].
        subst d. apply has_mask_in in Hd. congruence.
      + now rewrite drawn_draw, H.
  Qed.

  Lemma edges_drawn_draw : forall p q e, drawn p e = false -> edges_drawn p q = (1 + edges_drawn (draw p e) q)%Z.
  Proof. intros p q e He. unfold edges_drawn. apply open_draw in He. lia. Qed.

  Lemma worth_settled_right : forall bound steps n todo d c,
    small (edges g) n ->
    (forall m, In m todo -> exists b, In b (boxes g) /\ m = mask b) ->
    (forall b e, last_edge g (read n) b e -> In (mask b) todo) ->
    (worth_settled t bound steps n todo d c <= bound)%Z ->
    exists q, settles g (read n) q /\ worth_settled t bound steps n todo d c
      = effect_worth (c + (done g q - done g (read n))) (d + edges_drawn (read n) q) (entry_of q).
  Proof.
    induction steps as [|steps IH]; intros n todo d c Hsmall Hboxes Hready Hle; [simpl in Hle; lia|].
    destruct todo as [|m rest].
    - exists (read n). split.
      + split; [constructor|]. intros e He. destruct (captures g (read n) e) eqn:E; auto. exfalso.
        assert (0 < captures g (read n) e) as Hc by lia. apply captures_last in Hc; auto. destruct Hc as [b Hb].
        exact (Hready b e Hb).
      + simpl. unfold entry_of, read. rewrite bits_reads by auto. unfold edges_drawn. f_equal; lia.
    - cbn [worth_settled] in *. destruct (Hboxes m (or_introl eq_refl)) as [b [Hb Em]].
      destruct (single (N.ldiff m n)) eqn:Hs.
      + subst m. apply (ready_mask inside) in Hs; auto. destruct Hs as [e He]. fold (read n) in He.
        apply (last_edge_mask inside) in He as E; auto. rewrite E in *.
        assert (drawn (read n) e = false) as Ho by apply He. apply open_reads in Ho as Hi. destruct Hi as [Hi _].
        rewrite around_right in * by auto. rewrite completed_captures in * by auto.
        assert (0 < captures g (read n) e) as Hc by (apply captures_last; eauto).
        destruct (IH (N.lor n (bit e)) (boxes_of g e ++ rest) (d + 1)%Z (c + Z.of_nat (captures g (read n) e))%Z)
          as [q [Hq Hw]]; auto.
        * intros x Hx. rewrite has_lor, has_bit in Hx. apply orb_true_iff in Hx. destruct Hx as [Hx|Hx]; auto.
          apply Nat.eqb_eq in Hx. now subst.
        * intros x Hx. apply in_app_iff in Hx. destruct Hx as [Hx|Hx]; [|apply Hboxes; simpl; auto].
          apply in_boxes_of in Hx. destruct Hx as [b' [B1 [B2 _]]]. eauto.
        * intros b' s Hs. unfold read in Hs. rewrite reads_draw in Hs. fold (read n) in Hs. apply in_app_iff.
          destruct (last_edge_because _ _ _ _ Hs) as [Hs'|[Hin _]].
          -- destruct (Hready b' s Hs') as [Hm|]; auto. exfalso.
             apply (last_edge_mask inside) in Hs'; [|apply Hs]. rewrite <- Hm, E in Hs'.
             assert (has (bit e) s = true) as Hse by (rewrite Hs', has_bit; apply Nat.eqb_refl).
             rewrite has_bit in Hse. apply Nat.eqb_eq in Hse. subst s. destruct Hs as [_ [_ [Hd _]]].
             apply open_after in Hd. tauto.
          -- left. apply in_boxes_of. exists b'. repeat split; auto. apply Hs.
        * unfold read in Hq. rewrite reads_draw in Hq. fold (read n) in Hq. exists q. split.
          -- destruct Hq as [Hq1 Hq2]. split; auto. apply takes_one with e; auto.
          -- rewrite Hw. unfold read. rewrite reads_draw. fold (read n). rewrite done_draw.
             rewrite (edges_drawn_draw (read n) q e) by auto. f_equal; lia.
      + apply IH; auto.
        * intros x Hx. apply Hboxes. simpl. auto.
        * intros b' s Hl. destruct (Hready b' s Hl) as [Hm|]; auto. exfalso.
          apply not_true_iff_false in Hs. apply Hs. rewrite Hm. apply (ready_mask inside); [apply Hl|eauto].
  Qed.

  Lemma move_right : forall n e v, small (edges g) n -> quiet g (read n) -> drawn (read n) e = false ->
    let q := settle g (draw (read n) e) in
    let w := worth_settled t v (enough t) (N.lor n (bit e)) (boxes_of g e) 1 0 in
    (w <= v)%Z -> w = quiet_worth g (read n) q (entry_of q).
  Proof.
    intros n e v Hsmall Hq He q w Hw. apply open_reads in He as Hi. destruct Hi as [Hi _].
    destruct (worth_settled_right v (enough t) (N.lor n (bit e)) (boxes_of g e) 1 0) as [q' [Q1 Q2]]; auto.
    - intros x Hx. rewrite has_lor, has_bit in Hx. apply orb_true_iff in Hx. destruct Hx as [Hx|Hx]; auto.
      apply Nat.eqb_eq in Hx. now subst.
    - intros x Hx. apply in_boxes_of in Hx. destruct Hx as [b' [B1 [B2 _]]]. eauto.
    - intros b s Hs. unfold read in Hs. rewrite reads_draw in Hs. fold (read n) in Hs. apply in_boxes_of. exists b.
      repeat split; auto; try apply Hs. now apply (last_edge_of_move (g := g) (read n) q e Hq b s).
    - unfold w. rewrite Q2. unfold read in Q1 |- *. rewrite reads_draw in Q1 |- *. fold (read n) in Q1 |- *.
      assert (q' = q) as -> by (apply (settles_unique (g := g) (draw (read n) e)); auto; apply settle_settles).
      unfold quiet_worth. rewrite (edges_drawn_draw (read n) q e) by auto. rewrite done_draw, (Hq e He). f_equal; lia.
  Qed.

  Lemma is_best_right : forall n v, small (edges g) n -> quiet g (read n) ->
    let worths := fun e => let q := settle g (draw (read n) e) in quiet_worth g (read n) q (entry_of q) in
    forall es found, (forall e, In e es -> e < edges g) ->
    is_best t n v (map (fun e => (bit e, boxes_of g e)) es) found = true ->
    (forall e, In e es -> drawn (read n) e = false -> (worths e <= v)%Z)
    /\ (found = true \/ exists e, In e es /\ drawn (read n) e = false /\ worths e = v).
  Proof.
    intros n v Hsmall Hq worths. induction es as [|e es IH]; intros found Hi H;
      [simpl in *; split; auto; contradiction|].
    cbn [map is_best fst snd] in H. rewrite land_bit in H.
    assert (e < edges g) as He by (apply Hi; simpl; auto). assert (forall d, In d es -> d < edges g) as Hi'.
    { intros d Hd. apply Hi. simpl. auto. }
    destruct (has n e) eqn:E; simpl in H.
    - destruct (IH found Hi' H) as [H1 H2]. split.
      + intros d [<-|Hd] Ho; auto. apply open_reads in Ho. destruct Ho. congruence.
      + destruct H2 as [|[d [D1 D2]]]; auto. right. exists d. simpl. auto.
    - assert (drawn (read n) e = false) as Ho by now apply open_reads.
      set (w := worth_settled t v (enough t) (N.lor n (bit e)) (boxes_of g e) 1 0) in *.
      destruct (Z.leb_spec w v) as [Hw|]; [|discriminate].
      assert (w = worths e) as Ew by (apply move_right; auto).
      destruct (IH _ Hi' H) as [H1 H2]. split.
      + intros d [<-|Hd] Hd'; auto. lia.
      + destruct H2 as [H2|[d [D1 D2]]]; [|right; exists d; simpl; auto].
        destruct (Z.eqb_spec w v); auto. right. exists e. simpl. rewrite <- Ew. auto.
  Qed.

  (* An entry that is the best of its moves agrees with (B). *)
  Lemma best_agrees : forall n v full, small (edges g) n -> quiet g (read n) ->
    moves_of_board t = map (fun e => (bit e, boxes_of g e)) (seq 0 (edges g)) ->
    full = (length (open_edges (read n)) =? 0) ->
    (if full : bool then (v =? 0)%Z else is_best t n v (moves_of_board t) false) = true ->
    agrees g entry_of (read n) v.
  Proof.
    intros n v full Hsmall Hq Hmoves -> H. unfold agrees. destruct (open_edges (read n)) as [|x l] eqn:E.
    - now apply Z.eqb_eq.
    - simpl in H. rewrite Hmoves in H. apply is_best_right in H; auto.
      + destruct H as [H1 [H2|[e [_ [E2 E3]]]]]; [discriminate|]. split.
        * rewrite <- E3. unfold quiet_worths. apply in_map_iff. exists e. split; auto. now apply in_open.
        * intros u Hu. unfold quiet_worths in Hu. apply in_map_iff in Hu. destruct Hu as [d [<- Hd]].
          apply in_open in Hd. apply H1; auto. apply open_reads in Hd. apply in_seq. lia.
      + intros d Hd. apply in_seq in Hd. lia.
  Qed.
End Entries.
