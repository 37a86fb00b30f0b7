(* Identity (B) of docs/architecture.md: the moves of a quiet position, one for each quiet position that is reached. *)
From Pipopipette Require Import game boards merging settle settle_bounds handouts settling capture_counts.

(* The worth of a move of a quiet position that captures [k] boxes and draws [n] edges in all, if [v] is the value of
   the quiet position that it settles to. The moves of a string have [n > k], those of a loop [n = k]. *)
Definition effect_worth (k n v : Z) : Z :=
  (if k <=? 2 then - (k + v)
   else if k <? n then - (k + Z.max v (-4 - v))
   else if k <=? 3 then - (k + v)
   else - (k + Z.max v (-8 - v)))%Z.

(* The number of edges that are open in [p] and not in [q]. *)
Definition edges_drawn (p q : position) : Z :=
  (Z.of_nat (length (open_edges p)) - Z.of_nat (length (open_edges q)))%Z.

Definition quiet_worth (g : board) (p q : position) (v : Z) : Z :=
  effect_worth (done g q - done g p) (edges_drawn p q) v.

(* The worths of all moves, if [table] has the values of quiet positions. *)
Definition quiet_worths (g : board) (table : position -> Z) (p : position) : list Z :=
  map (fun x => let q := settle g (draw p x) in quiet_worth g p q (table q)) (open_edges p).

(* Two boxes have at most one edge in common. *)
Definition simple (g : board) : Prop := forall b c d e,
  In b (boxes g) -> In c (boxes g) -> b <> c -> In d b -> In d c -> In e b -> In e c -> d = e.

Section QuietMoves.
  Context {g : board} (once : NoDup (boxes g)) (sides : two_sided g) (simply : simple g).

  (* A move [x] of a quiet position [p] that settles to [q]. *)
  Section Move.
    Context (p q : position) (x : nat) (still : quiet g p) (open : drawn p x = false)
      (settled : settles g (draw p x) q).

    Let after := draw p x.
    Let k := (done g q - done g after)%Z.
    Let n := fresh after q all_edges.

    Lemma last_edge_of_move : forall b e, last_edge g after b e -> In x b.
    Proof.
      intros b e H. destruct (last_edge_because _ _ _ _ H) as [H'|[H' _]]; auto. exfalso.
      assert (drawn p e = false) as He by apply H'.
      assert (0 < captures g p e) by (apply captures_last; eauto). rewrite still in *; auto. lia.
    Qed.

    Lemma ready_of_move : count (ready after) (boxes g) <= 2.
    Proof.
      apply (at_most_two once sides) with x. intros b Hb Hr. apply (ready_iff (g := g)) in Hr; auto.
      destruct Hr as [e He].
      now apply last_edge_of_move with e.
    Qed.

    Lemma last_edge_same : forall b d e, last_edge g after b d -> last_edge g after b e -> d = e.
    Proof.
      intros b d e [_ [_ [D3 D4]]] [_ [E2 [E3 E4]]]. destruct (Nat.eq_dec d e) as [|Hne]; auto.
      rewrite D4 in E3; auto. discriminate.
    Qed.

    (* At most two edges capture next. *)
    Lemma two_captures : forall d e f, drawn after d = false -> drawn after e = false -> drawn after f = false ->
      0 < captures g after d -> 0 < captures g after e -> 0 < captures g after f -> d = e \/ d = f \/ e = f.
    Proof.
      intros d e f Hd He Hf Cd Ce Cf. apply captures_last in Cd, Ce, Cf; auto.
      destruct Cd as [a A], Ce as [b B], Cf as [c C].
      assert (In x a /\ In x b /\ In x c) as [Xa [Xb Xc]] by (repeat split; eauto using last_edge_of_move).
      destruct (sides x a b c) as [->|[->| ->]]; auto; try apply A; try apply B; try apply C;
        eauto using last_edge_same.
    Qed.

    Lemma captures_of_move : captures g p x = 0.
    Proof. now apply still. Qed.

    Lemma done_after : done g after = done g p.
    Proof. unfold after. rewrite done_draw, captures_of_move. lia. Qed.

    Lemma fresh_bounds : (Z.of_nat n <= k <= Z.of_nat n + 1)%Z.
    Proof.
      generalize (takes_ready once sides after q (proj1 settled) (proj2 settled))
        ready_of_move (takes_leads_out after q (proj1 settled)).
      fold k n. lia.
    Qed.

    Lemma drawn_of_move : length (open_edges p) = S (length (open_edges q) + n).
    Proof. rewrite (open_draw p x open). f_equal. apply (takes_open (g := g)), settled. Qed.

    (* A loop. *)

    Lemma loop_no_leading_out : (Z.of_nat n < k)%Z -> leading_out g after q = [].
    Proof.
      intros H. generalize (takes_ready once sides after q (proj1 settled) (proj2 settled)) ready_of_move.
      fold k n. intros H1 H2.
      destruct (leading_out g after q) as [|e l] eqn:E; auto. exfalso.
      assert (In e (leading_out g after q)) as He by (rewrite E; simpl; auto).
      apply in_leading_out in He. destruct He as [He Ho]. apply in_declining in He. destruct He as [He [Hq _]].
      assert (fresh after q (outward (g := g) q) = 0) as Hz by lia.
      generalize (fresh_none _ _ _ Hz e He Hq). unfold outward. rewrite Ho. discriminate.
    Qed.

    Lemma loop_ends : (Z.of_nat n < k)%Z -> exists d e, d <> e /\ drawn after d = false /\ drawn after e = false
      /\ 0 < captures g after d /\ 0 < captures g after e.
    Proof.
      intros H. generalize (takes_ready once sides after q (proj1 settled) (proj2 settled)). fold k n. intros H1.
      assert (2 <= count (ready after) (boxes g)) as Hr by lia. unfold count in Hr.
      assert (forall b, In b (filter (ready after) (boxes g)) -> exists e, last_edge g after b e) as Hf.
      { intros b Hb. apply filter_In in Hb. destruct Hb as [Hb Hrb]. now apply (ready_iff (g := g)). }
      assert (NoDup (filter (ready after) (boxes g))) as Hn by now apply NoDup_filter.
      destruct (filter (ready after) (boxes g)) as [|b [|c l]]; simpl in Hr; try lia.
      inversion Hn as [|? ? Hb _]. subst. simpl in Hb.
      destruct (Hf b) as [d Hd]; [simpl; auto|]. destruct (Hf c) as [e He]; [simpl; auto|].
      assert (drawn after d = false /\ drawn after e = false) as [Hdo Heo] by (split; [apply Hd|apply He]).
      exists d, e. repeat split; auto; try (apply captures_last; eauto).
      intros <-. assert (x = d) as ->.
      { apply (simply b c x d); auto; try apply Hd; try apply He; eauto using last_edge_of_move. }
      unfold after in Hdo. rewrite drawn_draw, Nat.eqb_refl, orb_true_r in Hdo. discriminate.
    Qed.

    Lemma fresh_three : forall d e f, d <> e -> d <> f -> e <> f -> drawn after d = false -> drawn after e = false ->
      drawn after f = false -> drawn q d = true -> drawn q e = true -> drawn q f = true -> 3 <= n.
    Proof.
      intros d e f Hde Hdf Hef Pd Pe Pf Qd Qe Qf. unfold n. rewrite (fresh_step after q all_edges d) by auto.
      rewrite (fresh_step (draw after d) q all_edges e) by (auto; apply open_after; auto).
      rewrite (fresh_step (draw (draw after d) e) q all_edges f); auto; [simpl; lia|]. apply open_after. split; auto.
      apply open_after. auto.
    Qed.

    Lemma loop_declining : (Z.of_nat n < k)%Z -> (declining g after q = [] <-> (k <= 3)%Z).
    Proof.
      intros H. destruct (loop_ends H) as [d [e [Hde [Hd [He [Cd Ce]]]]]]. generalize fresh_bounds. intros Hb.
      assert (drawn q d = true /\ drawn q e = true) as [Qd Qe].
      { split; [apply (capture_drawn (g := g)) with after|apply (capture_drawn (g := g)) with after]; auto. }
      split.
      - intros E. destruct (Z.le_gt_cases k 3) as [|Hk]; auto. exfalso. unfold n in H, Hb.
        rewrite (fresh_step after q all_edges d) in Hb by auto.
        rewrite (fresh_step (draw after d) q all_edges e) in Hb by (auto; apply open_after; auto).
        change (all_edges d) with true in Hb. change (all_edges e) with true in Hb. cbv iota in Hb.
        destruct (fresh_in (draw (draw after d) e) q all_edges) as [f [F1 [F2 _]]]; [lia|].
        apply open_after in F1. destruct F1 as [F1 Hfe]. apply open_after in F1. destruct F1 as [F1 Hfd].
        assert (In f (declining g after q)) as Hf; [|rewrite E in Hf; contradiction].
        apply in_declining. repeat split; auto. destruct (captures g after f) eqn:Cf; auto. exfalso.
        destruct (two_captures d e f) as [|[|]]; auto. lia.
      - intros Hk. destruct (declining g after q) as [|f l] eqn:E; auto. exfalso.
        assert (In f (declining g after q)) as Hf by (rewrite E; simpl; auto).
        apply in_declining in Hf. destruct Hf as [F1 [F2 F3]].
        assert (3 <= n); [|lia]. apply (fresh_three d e f); auto; intros ->; lia.
    Qed.

    (* A string. *)

    Lemma string_leading_out : (k = Z.of_nat n)%Z -> 3 <= n -> leading_out g after q <> [].
    Proof.
      intros Hk Hn Hl.
      (* Draws an edge that leads out and captures. *)
      assert (forall r, settles g r q -> (done g q - done g r = Z.of_nat (fresh r q all_edges))%Z ->
                (forall e, drawn r e = false -> drawn after e = false) ->
                (forall e, drawn r e = false -> 0 < captures g after e -> 0 < captures g r e) ->
                  0 < fresh r q all_edges ->
                exists e, drawn r e = false /\ 0 < captures g after e /\ settles g (draw r e) q
                  /\ (done g q - done g (draw r e) = Z.of_nat (fresh (draw r e) q all_edges))%Z
                  /\ fresh r q all_edges = S (fresh (draw r e) q all_edges)) as Hnext.
      { intros r Hr Hrk Hopen Hcap Hpos. destruct (takes_leads_out r q (proj1 Hr)) as [_ He].
        destruct He as [e [E1 [E2 E3]]]; auto.
        assert (0 < captures g after e) as Hc.
        { destruct (captures g after e) eqn:C; [|lia]. exfalso.
          assert (In e (leading_out g after q)) as Hi; [|rewrite Hl in Hi; contradiction].
          apply in_leading_out. split; auto. apply in_declining. auto. }
        exists e. assert (settles g (draw r e) q) as Hs by now apply settles_any.
        generalize (proj1 (takes_leads_out (draw r e) q (proj1 Hs))) (Hcap e E1 Hc).
        rewrite (fresh_step r q all_edges e) in Hrk |- * by auto. rewrite done_draw.
        change (all_edges e) with true in *. cbv iota in *. intros H1 H2. repeat split; auto; try apply Hs; lia. }
      destruct (Hnext after) as [d [D1 [D2 [D3 [D4 D5]]]]]; auto; [fold n; lia|].
      destruct (Hnext (draw after d)) as [e [E1 [E2 [E3 [E4 E5]]]]]; auto.
      { intros e He. now apply open_after in He. }
      { intros e He Hc. apply open_after in He. destruct He. apply captures_after; auto. }
      { fold n in D5. lia. }
      destruct (Hnext (draw (draw after d) e)) as [f [F1 [F2 _]]]; auto.
      { intros f Hf. apply open_after in Hf. destruct Hf as [Hf _]. now apply open_after in Hf. }
      { intros f Hf Hc. apply open_after in Hf. destruct Hf as [Hf Hfe]. apply open_after in Hf as Hf'. destruct Hf'.
        apply captures_after; auto. apply captures_after; auto. }
      { fold n in D5. lia. }
      apply open_after in E1. destruct E1 as [E1 Hed].
      apply open_after in F1. destruct F1 as [F1 Hfe]. apply open_after in F1. destruct F1 as [F1 Hfd].
      destruct (two_captures d e f) as [|[|]]; auto.
    Qed.

    (* One or two boxes: another edge of the string leaves no choice. *)
    Lemma short_string : (k = Z.of_nat n)%Z -> n <= 2 ->
      exists y, drawn p y = false /\ settles g (draw p y) q /\ declining g (draw p y) q = [].
    Proof.
      intros Hk Hn. destruct (declining g after q) as [|s l] eqn:E; [exists x; auto|].
      assert (In s (declining g after q)) as Hs by (rewrite E; simpl; auto). clear E l.
      apply in_declining in Hs. destruct Hs as [S1 [S2 S3]].
      destruct settled as [Ht Hq]. fold after in Ht.
      inversion Ht as [r E1 E2|r t r' T1 T2 T3 E1 E2]; subst r; [congruence|]. subst r'.
      assert (drawn q t = true) as Hqt by now apply (takes_end (g := g)) with after.
      assert (t <> s) as Hts by (intros ->; lia).
      assert (forall f, drawn after f = false -> drawn q f = true -> f = t \/ f = s) as Honly.
      { intros f F1 F2. destruct (Nat.eq_dec f t); auto. destruct (Nat.eq_dec f s); auto. exfalso.
        assert (3 <= n); [|lia]. apply (fresh_three f t s); auto. }
      assert (drawn (draw after t) s = false) as S1' by (apply open_after; auto).
      assert (exists c, last_edge g (draw after t) c s) as [c Hc].
      { apply captures_last; auto.
        inversion T3 as [r E1 E2|r u r' U1 U2 U3 E1 E2]; subst; [congruence|].
        assert (u = s) as ->; auto. apply open_after in U1. destruct U1 as [U1 Hut].
        destruct (Honly u); auto; [|contradiction]. now apply (takes_end (g := g)) with (draw after t). }
      apply captures_last in T2 as T2'; auto. destruct T2' as [b Hb].
      assert (In x b) as Hxb by now apply last_edge_of_move with t.
      assert (t <> x) as Htx.
      { intros ->. unfold after in T1. rewrite drawn_draw, Nat.eqb_refl, orb_true_r in T1. discriminate. }
      assert (In t c) as Htc.
      { destruct (last_edge_because _ _ _ _ Hc) as [Hc'|[Hc' _]]; auto. exfalso.
        assert (0 < captures g after s); [|lia]. apply captures_last; eauto. }
      assert (b <> c) as Hbc.
      { intros ->. destruct Hb as [_ [_ [_ Hb]]]. rewrite Hb in S1; auto; [discriminate|apply Hc]. }
      assert (~ In x c) as Hxc.
      { intros Hxc. apply Htx. symmetry. apply (simply b c x t); auto; try apply Hb. apply Hc. }
      apply open_after in T1 as Tp. destruct Tp as [Tp _]. apply open_after in S1 as Sp. destruct Sp as [Sp Hsx].
      assert (drawn (draw p t) x = false) as Hx by (apply open_after; auto).
      assert (0 < captures g (draw p t) x) as Cx.
      { apply captures_last; auto. exists b. repeat split; auto; [apply Hb|]. intros d D1 D2. rewrite drawn_draw.
        destruct (Nat.eqb_spec d t) as [|Hdt]; [apply orb_true_r|]. rewrite orb_false_r.
        destruct Hb as [_ [_ [_ Hb]]]. specialize (Hb d D1 Hdt). unfold after in Hb. rewrite drawn_draw in Hb.
        apply Nat.eqb_neq in D2. now rewrite D2, orb_false_r in Hb. }
      exists t. split; auto. split.
      - split; auto. apply takes_one with x; auto. now rewrite draw_comm.
      - destruct (declining g (draw p t) q) as [|z l] eqn:E; auto. exfalso.
        assert (In z (declining g (draw p t) q)) as Hz by (rewrite E; simpl; auto).
        apply in_declining in Hz. destruct Hz as [Z1 [Z2 Z3]].
        assert (z <> x) as Hzx by (intros ->; lia). apply open_after in Z1. destruct Z1 as [Z1 Hzt].
        assert (z = s) as ->.
        { destruct (Honly z); auto; [|contradiction]. apply open_after. auto. }
        assert (0 < captures g (draw p t) s); [|lia]. apply captures_last; [apply open_after; auto|].
        exists c. repeat split; try apply Hc; [apply open_after; auto|]. intros d D1 D2.
        destruct Hc as [_ [_ [_ Hc]]]. specialize (Hc d D1 D2). unfold after in Hc. rewrite draw_comm, drawn_draw in Hc.
        assert (d <> x) as Hdx by (intros ->; auto). apply Nat.eqb_neq in Hdx. now rewrite Hdx, orb_false_r in Hc.
    Qed.

    (* Another move may be worth more than this one; it is worth as much as (B) says of this one. *)
    Lemma quiet_worth_of_some : exists y, drawn p y = false /\ settles g (draw p y) q
      /\ quiet_worth g p q (value g q) = (- value g (draw p y))%Z
      /\ (- value g after <= quiet_worth g p q (value g q))%Z.
    Proof.
      generalize fresh_bounds drawn_of_move done_after. intros Hb Ho Hd.
      unfold quiet_worth, effect_worth, edges_drawn. rewrite <- Hd. fold k. rewrite Ho.
      replace (Z.of_nat (S (length (open_edges q) + n)) - Z.of_nat (length (open_edges q)))%Z
        with (Z.of_nat n + 1)%Z by lia.
      generalize (value_takes _ _ (proj1 settled)). fold after k. intros Hge.
      destruct (Z.eq_dec k (Z.of_nat n)) as [Hk|Hk].
      - destruct (Z.leb_spec k 2) as [H2|H2].
        + destruct short_string as [y [Y1 [Y2 Y3]]]; [auto|lia|]. exists y. split; auto. split; auto.
          rewrite (value_all (draw p y) q Y2 Y3), done_draw, (still y Y1). unfold k in *. rewrite Hd in *. lia.
        + destruct (Z.ltb_spec k (Z.of_nat n + 1)); [|lia]. exists x. split; auto. split; auto. fold after.
          rewrite (value_settled once sides after q settled). unfold settled_value. fold k.
          destruct (leading_out g after q) eqn:E; [|lia]. exfalso. apply string_leading_out in E; auto. lia.
      - assert (Z.of_nat n < k)%Z as Hlt by lia. exists x. split; auto. split; auto. fold after.
        assert (value g after = settled_value g after q (value g q)) as -> by now apply value_settled.
        unfold settled_value. fold k. rewrite (loop_no_leading_out Hlt).
        generalize (loop_declining Hlt). intros Hdec.
        destruct (Z.leb_spec k 2); [|destruct (Z.ltb_spec k (Z.of_nat n + 1)); [lia|];
          destruct (Z.leb_spec k 3)]; destruct (declining g after q); try lia; exfalso.
        * assert (n0 :: l = []) by (apply Hdec; lia). discriminate.
        * assert (n0 :: l = []) by (apply Hdec; lia). discriminate.
        * assert (k <= 3)%Z by now apply Hdec. lia.
    Qed.
  End Move.

  (* Identity (B). *)
  Theorem value_quiet : forall p, quiet g p -> open_edges p <> [] ->
    is_greatest (value g p) (quiet_worths g (value g) p).
  Proof.
    intros p Hp Ho.
    assert (forall y, drawn p y = false -> move_worth g (value g) p y = (- value g (draw p y))%Z) as Hw.
    { intros y Hy. unfold move_worth. now rewrite Hp. }
    assert (forall v, In v (quiet_worths g (value g) p) -> (v <= value g p)%Z) as Hle.
    { intros v Hv. apply in_map_iff in Hv. destruct Hv as [x [<- Hx]]. apply in_open in Hx.
      destruct (quiet_worth_of_some p (settle g (draw p x)) x Hp Hx (settle_settles _)) as [y [Y1 [_ [Hy _]]]].
      cbv zeta. rewrite Hy, <- Hw by auto. now apply value_ge. }
    split; auto. destruct (value_greatest g p Ho) as [Hin _]. apply in_map_iff in Hin. destruct Hin as [x [Hx Hxo]].
    apply in_map_iff. exists x. split; auto. apply in_open in Hxo. rewrite Hw in Hx by auto.
    destruct (quiet_worth_of_some p (settle g (draw p x)) x Hp Hxo (settle_settles _)) as [y [_ [_ [_ Hge]]]].
    cbv zeta. apply Z.le_antisymm; [|lia]. apply Hle. apply in_map_iff. exists x. split; auto. now apply in_open.
  Qed.
End QuietMoves.

(* Two boxes of a rectangle have at most one edge in common. *)
Lemma rectangle_simple : forall rows columns, simple (rectangle rows columns).
Proof.
  intros rows columns b c d e Hb Hc Hbc Hdb Hdc Heb Hec. simpl in Hb, Hc.
  apply in_map_iff in Hb, Hc. destruct Hb as [cb [<- Hb]], Hc as [cc [<- Hc]].
  assert (forall x, In x (box rows columns cb) -> In x (box rows columns cc) ->
            exists s, x = number rows columns s /\ In s (sides cb) /\ In s (sides cc)) as Hs.
  { intros x H1 H2. apply in_map_iff in H1, H2. destruct H1 as [s [<- S]], H2 as [t [E T]].
    assert (t = s) as ->; [|exists s; auto].
    apply number_injective with rows columns; [now apply sides_inside with cc|now apply sides_inside with cb|auto]. }
  destruct (Hs d Hdb Hdc) as [s [-> [S1 S2]]], (Hs e Heb Hec) as [t [-> [T1 T2]]]. f_equal.
  assert (cb <> cc) as Hne by (intros ->; auto). clear - Hne S1 S2 T1 T2.
  destruct cb as [rb cb], cc as [rc cc]. assert (~ (rb = rc /\ cb = cc)) as Hn by (intros [-> ->]; auto).
  clear Hne. simpl in S1, S2, T1, T2.
  destruct s as [r1 c1|r1 c1];
    destruct S1 as [S1|[S1|[S1|[S1|[]]]]]; try discriminate S1; injection S1 as <- <-;
    destruct S2 as [S2|[S2|[S2|[S2|[]]]]]; try discriminate S2; injection S2 as ? ?;
    destruct t as [r2 c2|r2 c2];
    destruct T1 as [T1|[T1|[T1|[T1|[]]]]]; try discriminate T1; injection T1 as <- <-;
    destruct T2 as [T2|[T2|[T2|[T2|[]]]]]; try discriminate T2; injection T2 as ? ?;
    subst; try (f_equal; lia); exfalso; lia.
Qed.
