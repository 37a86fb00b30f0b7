(* Handouts: how two boxes of a string, or four of a loop, can be declined. *)
From Coq Require Import Permutation.
From Pipopipette Require Import game settle settle_bounds.

Section Handouts.
  Context {g : board} (once : NoDup (boxes g)) (sides : two_sided g).

  (* Boxes with an open edge that settling draws. *)

  Lemma count_exact : forall (f : list nat -> bool) l, NoDup l -> incl l (boxes g) ->
    (forall b, In b (boxes g) -> (f b = true <-> In b l)) -> count f (boxes g) = length l.
  Proof.
    intros f l Hl Hi H. unfold count. apply Permutation_length. apply NoDup_Permutation; auto.
    - now apply NoDup_filter.
    - intros b. rewrite filter_In. split.
      + intros [Hb Hf]. now apply H.
      + intros Hb. split; auto. apply H; auto.
  Qed.

  (* The boxes left are those that are complete in [q] and not in [p]. *)
  Lemma done_left : forall p q, takes g p q ->
    (done g q - done g p = Z.of_nat (count (fun b => complete q b && negb (complete p b)) (boxes g)))%Z.
  Proof.
    intros p q H. unfold done, count.
    assert (forall l, length (filter (complete q) l)
                      = length (filter (complete p) l)
                        + length (filter (fun b => complete q b && negb (complete p b)) l)) as Hl.
    { induction l as [|b l IH]; simpl; auto. generalize (takes_complete p q b H).
      destruct (complete p b), (complete q b); simpl; intros Hc; lia. }
    rewrite Hl. lia.
  Qed.

  Lemma has_captured_side : forall p q x, takes g p q -> drawn p x = false -> drawn q x = true ->
    exists b, In b (boxes g) /\ In x b /\ complete q b = true.
  Proof.
    induction 1 as [p|p d q Hd Hc H IH]; intros Hp Hq; [congruence|].
    destruct (Nat.eq_dec x d) as [->|Hne]; [|apply IH; auto; now apply open_after].
    apply captures_last in Hc; auto. destruct Hc as [b [H1 [H2 [H3 H4]]]]. exists b. repeat split; auto.
    apply (takes_complete (g := g)) with (draw p d); auto. apply complete_iff. intros e He. rewrite drawn_draw.
    destruct (Nat.eq_dec e d) as [->|]; [rewrite Nat.eqb_refl; apply orb_true_r|]. now rewrite H4.
  Qed.

  (* The box of a last edge is complete in the settled position. *)
  Lemma last_edge_complete : forall p q b e, settles g p q -> last_edge g p b e -> complete q b = true.
  Proof.
    intros p q b e [H Hq] Hl. apply complete_iff. intros d Hd. destruct (Nat.eq_dec d e) as [->|Hne].
    - now apply (last_edge_drawn (g := g)) with p b.
    - apply (takes_drawn (g := g)) with p; auto. now apply Hl.
  Qed.

  (* The edge of a set that settling draws first completes a box with no other open edge in the set. *)
  Lemma first_of : forall (s : nat -> bool) p q, takes g p q ->
    (exists x, s x = true /\ drawn p x = false /\ drawn q x = true) ->
    exists x b, s x = true /\ drawn p x = false /\ drawn q x = true /\ In b (boxes g) /\ In x b /\ complete q b = true
      /\ forall d, In d b -> s d = true -> drawn p d = false -> d = x.
  Proof.
    intros s. induction 1 as [p|p d q Hd Hc H IH]; intros [x [H1 [H2 H3]]]; [congruence|].
    destruct (s d) eqn:Hs.
    - apply captures_last in Hc; auto. destruct Hc as [b [Hb [Hdb [_ Ho]]]]. exists d, b.
      assert (drawn q d = true) as Hq.
      { apply (takes_drawn (g := g)) with (draw p d); auto. rewrite drawn_draw, Nat.eqb_refl. apply orb_true_r. }
      repeat split; auto.
      + apply (takes_complete (g := g)) with (draw p d); auto. apply complete_iff. intros e He. rewrite drawn_draw.
        destruct (Nat.eq_dec e d) as [->|]; [rewrite Nat.eqb_refl; apply orb_true_r|]. now rewrite Ho.
      + intros e He _ Hpe. destruct (Nat.eq_dec e d); auto. rewrite Ho in Hpe; auto. discriminate.
    - destruct IH as [y [b [Y1 [Y2 [Y3 [Y4 [Y5 [Y6 Y7]]]]]]]].
      + exists x. repeat split; auto. apply open_after. split; auto. intros ->. congruence.
      + apply open_after in Y2. exists y, b. repeat split; try tauto. intros e He Hse Hpe. apply Y7; auto.
        apply open_after. split; auto. intros ->. congruence.
  Qed.

  Lemma in_leading_out : forall p q x,
    In x (leading_out g p q) <-> In x (declining g p q) /\ captured_sides g q x = 1.
  Proof. intros. unfold leading_out. rewrite filter_In, Nat.eqb_eq. tauto. Qed.

  Lemma one_side : forall q x b c, captured_sides g q x = 1 -> In b (boxes g) -> In c (boxes g) ->
    In x b -> In x c -> complete q b = true -> complete q c = true -> b = c.
  Proof.
    intros q x b c H Hb Hc Hxb Hxc Hqb Hqc. unfold captured_sides, count in H.
    set (f := fun b => existsb (Nat.eqb x) b && complete q b) in H.
    assert (In b (filter f (boxes g))) as H1.
    { apply filter_In. split; auto. apply andb_true_iff. split; auto. now apply in_existsb. }
    assert (In c (filter f (boxes g))) as H2.
    { apply filter_In. split; auto. apply andb_true_iff. split; auto. now apply in_existsb. }
    destruct (filter f (boxes g)) as [|y [|? ?]]; simpl in *; try lia.
    destruct H1 as [H1|[]], H2 as [H2|[]]. congruence.
  Qed.

  Lemma two_captured_sides : forall p q x, settles g p q -> drawn p x = false -> drawn q x = true ->
    captured_sides g q x <> 1 ->
    exists b c, b <> c /\ In b (boxes g) /\ In c (boxes g) /\ In x b /\ In x c
      /\ complete q b = true /\ complete q c = true.
  Proof.
    intros p q x [Hs _] Hp Hq H. unfold captured_sides, count in H.
    destruct (has_captured_side p q x Hs Hp Hq) as [y [Y1 [Y2 Y3]]].
    set (f := fun b => existsb (Nat.eqb x) b && complete q b) in H.
    assert (In y (filter f (boxes g))) as Hy.
    { apply filter_In. split; auto. apply andb_true_iff. split; auto. now apply in_existsb. }
    assert (NoDup (filter f (boxes g))) as Hn by now apply NoDup_filter.
    assert (forall b, In b (filter f (boxes g)) -> In b (boxes g) /\ In x b /\ complete q b = true) as Hf.
    { intros b Hb. apply filter_In in Hb. destruct Hb as [Hb Hfb]. apply andb_true_iff in Hfb.
      destruct Hfb as [Hfb Hqb]. apply in_existsb in Hfb. auto. }
    destruct (filter f (boxes g)) as [|b [|c l]]; [contradiction|simpl in H; lia|].
    inversion Hn as [|? ? Hbc _]. subst. exists b, c.
    destruct (Hf b) as [B1 [B2 B3]]; [simpl; auto|]. destruct (Hf c) as [C1 [C2 C3]]; [simpl; auto|].
    repeat split; auto. intros ->. apply Hbc. simpl. auto.
  Qed.

  Lemma exists_or_all : forall (f : nat -> bool) p,
    (exists e, drawn p e = false /\ 0 < captures g p e /\ f e = true)
    \/ (forall e, drawn p e = false -> 0 < captures g p e -> f e = false).
  Proof.
    intros f p. destruct (existsb (fun e => (0 <? captures g p e) && f e) (open_edges p)) eqn:E.
    - left. apply existsb_exists in E. destruct E as [e [H1 H2]]. apply andb_true_iff in H2. destruct H2 as [H2 H3].
      exists e. apply in_open in H1. apply Nat.ltb_lt in H2. auto.
    - right. intros e He Hc. destruct (f e) eqn:F; auto. exfalso. apply not_true_iff_false in E. apply E.
      apply existsb_exists. exists e. split; [now apply in_open|]. apply Nat.ltb_lt in Hc. now rewrite Hc, F.
  Qed.

  Definition some {A} (l : list A) : bool := match l with [] => false | _ => true end.

  Lemma some_in : forall A (l : list A), some l = true <-> exists a, In a l.
  Proof.
    intros A [|a l]; simpl; split; auto; try discriminate.
    - intros [a []].
    - intros _. exists a. auto.
  Qed.

  (* A string: if an edge leads out of the captured boxes, the player to move can decline two boxes. *)
  Lemma keeps_two : forall p q, settles g p q -> some (leading_out g p q) = true -> keeps g p q 2.
  Proof.
    assert (forall n p q, length (open_edges p) = n -> settles g p q -> some (leading_out g p q) = true ->
              keeps g p q 2) as H.
    { induction n as [n IH] using lt_wf_ind. intros p q Hn Hs Hl.
      destruct (exists_or_all (fun e => some (leading_out g (draw p e) q)) p) as [[e [He [Hc Hle]]]|Hall].
      { apply keeps_before with e; auto. apply IH with (length (open_edges (draw p e))); auto.
        - apply open_draw in He. lia.
        - apply settles_any; auto. now apply (capture_drawn (g := g)) with p. }
      apply some_in in Hl. destruct Hl as [y Hy]. apply in_leading_out in Hy. destruct Hy as [Hy Hone].
      apply in_declining in Hy as Hy'. destruct Hy' as [Hyp [Hyq Hyc]].
      (* A capture makes [y] the last edge of its box [b]. *)
      assert (forall e, drawn p e = false -> 0 < captures g p e ->
                exists b, last_edge g (draw p e) b y /\ In e b) as Hcap.
      { intros e He Hc. specialize (Hall e He Hc).
        assert (e <> y) by (intros ->; lia).
        assert (0 < captures g (draw p e) y) as Hcy.
        { destruct (captures g (draw p e) y) eqn:E; [|lia]. exfalso. apply not_true_iff_false in Hall. apply Hall.
          apply some_in. exists y. apply in_leading_out. split; auto. apply in_declining. split; auto.
          apply open_after. auto. }
        apply captures_last in Hcy; [|apply open_after; auto]. destruct Hcy as [b Hb]. exists b. split; auto.
        destruct (last_edge_because _ _ _ _ Hb) as [Hb'|[Hb' _]]; auto. exfalso.
        assert (0 < captures g p y); [|lia]. apply captures_last; eauto. }
      destruct (takes_open_inside p q (proj1 Hs)) as [->|[e [He Hc]]]; [congruence|].
      assert (e <> y) as Hey by (intros ->; lia).
      assert (drawn q e = true) as Heq by now apply (capture_drawn (g := g)) with p.
      destruct (Hcap e He Hc) as [b [Hb Heb]].
      assert (complete q b = true) as Hbq.
      { apply last_edge_complete with (draw p e) y; auto. now apply settles_any. }
      assert (forall d, In d b -> drawn p d = false -> d = e \/ d = y) as Hbo.
      { intros d Hd Hdp. destruct (Nat.eq_dec d e); auto. destruct (Nat.eq_dec d y) as [|Hdy]; auto. exfalso.
        destruct Hb as [_ [_ [_ Hb]]]. specialize (Hb d Hd Hdy).
        assert (drawn (draw p e) d = false) by (apply open_after; auto). congruence. }
      destruct Hb as [Hbg [Hyb _]].
      apply captures_last in Hc as Hc'; auto. destruct Hc' as [c Hcl].
      assert (complete q c = true) as Hcq by now apply last_edge_complete with p e.
      destruct Hcl as [Hcg [Hec [_ Hco]]].
      assert (c <> b) as Hcb.
      { intros ->. rewrite (Hco y) in Hyp; auto. discriminate. }
      assert (forall x, In x (boxes g) -> In y x -> complete q x = true -> x = b) as Hyx.
      { intros x Hx Hyx Hxq. now apply one_side with q y. }
      assert (forall x, In x (boxes g) -> In e x -> x = b \/ x = c) as Hex.
      { intros x Hx Hex. destruct (sides e x b c) as [|[|]]; auto. congruence. }
      (* Settling draws only [e] and [y]. *)
      assert (forall s, drawn p s = false -> drawn q s = true -> s = e \/ s = y) as Honly.
      { intros s Hsp Hsq. destruct (Nat.eq_dec s e) as [|Hse]; auto. destruct (Nat.eq_dec s y) as [|Hsy]; auto. exfalso.
        destruct (first_of (fun x => negb (x =? e) && negb (x =? y)) p q (proj1 Hs))
          as [x [d [X1 [X2 [X3 [X4 [X5 [X6 X7]]]]]]]].
        { exists s. split; auto. apply andb_true_iff. rewrite !negb_true_iff, !Nat.eqb_neq. auto. }
        apply andb_true_iff in X1. rewrite !negb_true_iff, !Nat.eqb_neq in X1. destruct X1 as [Xe Xy].
        assert (~ In y d) as Hyd.
        { intros Hyd. rewrite (Hyx d) in X5 by auto. destruct (Hbo x); auto. }
        assert (~ In e d) as Hed.
        { intros Hed. destruct (Hex d X4 Hed) as [->| ->]; auto.
          rewrite Hco in X2; auto. discriminate. }
        assert (last_edge g p d x) as Hlast.
        { split; [|split; [|split]]; auto. intros z Hz Hzx. destruct (drawn p z) eqn:E; auto. exfalso. apply Hzx.
          apply X7; auto. apply andb_true_iff. rewrite !negb_true_iff, !Nat.eqb_neq. split; intros ->; auto. }
        assert (0 < captures g p x) as Hxc by (apply captures_last; eauto).
        destruct (Hcap x X2 Hxc) as [b' [Hb' Hxb']].
        assert (b' = b) as ->.
        { apply Hyx; try apply Hb'. apply last_edge_complete with (draw p x) y; auto. now apply settles_any. }
        destruct (Hbo x); auto. }
      exists p, y. split; [constructor|]. split; auto. split; auto. split.
      - rewrite done_left by apply Hs.
        rewrite count_exact with (l := [b; c]); auto.
        + repeat constructor; simpl; intuition congruence.
        + intros x [<-|[<-|[]]]; auto.
        + intros x Hx. rewrite andb_true_iff, negb_true_iff, not_complete. split.
          * intros [Hxq [s [Hsx Hsp]]]. assert (drawn q s = true) as Hsq by (rewrite complete_iff in Hxq; auto).
            destruct (Honly s Hsp Hsq) as [->| ->].
            -- destruct (Hex x Hx Hsx) as [->| ->]; simpl; auto.
            -- rewrite (Hyx x); simpl; auto.
          * intros [<-|[<-|[]]]; split; auto; eauto.
      - destruct (declining g (draw p y) q) as [|s l] eqn:E; auto. exfalso.
        assert (In s (declining g (draw p y) q)) as Hin by (rewrite E; simpl; auto).
        apply in_declining in Hin. destruct Hin as [S1 [S2 S3]]. apply open_after in S1. destruct S1 as [S1 Sy].
        destruct (Honly s S1 S2) as [->|]; [|auto].
        assert (0 < captures g (draw p y) e); [|lia]. apply captures_after; auto. }
    intros. now apply H with (length (open_edges p)).
  Qed.

  (* A loop: if no edge leads out but one can be declined, the player to move can decline four boxes. *)
  Lemma keeps_four : forall p q, settles g p q -> leading_out g p q = [] -> some (declining g p q) = true ->
    keeps g p q 4.
  Proof.
    assert (forall n p q, length (open_edges p) = n -> settles g p q -> leading_out g p q = [] ->
              some (declining g p q) = true -> keeps g p q 4) as H.
    { induction n as [n IH] using lt_wf_ind. intros p q Hn Hs Hl Hd.
      destruct (exists_or_all (fun e => some (declining g (draw p e) q)) p) as [[e [He [Hc Hde]]]|Hall].
      { apply keeps_before with e; auto. apply IH with (length (open_edges (draw p e))); auto.
        - apply open_draw in He. lia.
        - apply settles_any; auto. now apply (capture_drawn (g := g)) with p.
        - destruct (leading_out g (draw p e) q) as [|x l] eqn:E; auto. exfalso.
          assert (In x (leading_out g p q)) as Hi.
          { assert (In x (leading_out g (draw p e) q)) as Hx by (rewrite E; simpl; auto).
            apply in_leading_out in Hx. apply in_leading_out. split; [|tauto].
            apply declining_before with e; tauto. }
          rewrite Hl in Hi. contradiction. }
      apply some_in in Hd. destruct Hd as [x Hx]. apply in_declining in Hx as Hx'. destruct Hx' as [Hxp [Hxq Hxc]].
      assert (captured_sides g q x <> 1) as Hone.
      { intros E. assert (In x (leading_out g p q)) as Hi by now apply in_leading_out.
        rewrite Hl in Hi. contradiction. }
      (* After a capture [e], every other edge left captures. *)
      assert (forall e s, drawn p e = false -> 0 < captures g p e -> drawn p s = false -> drawn q s = true ->
                s <> e -> exists b, last_edge g (draw p e) b s) as Hafter.
      { intros e s He Hc Hsp Hsq Hse. specialize (Hall e He Hc). apply captures_last; [now apply open_after|].
        destruct (captures g (draw p e) s) eqn:E; [|lia]. exfalso. apply not_true_iff_false in Hall. apply Hall.
        apply some_in. exists s. apply in_declining. split; auto. now apply open_after. }
      (* If such an edge captured nothing before, it shares its box with [e], and the box has no other open edge. *)
      assert (forall e s, drawn p e = false -> 0 < captures g p e -> drawn p s = false -> drawn q s = true ->
                s <> e -> captures g p s = 0 ->
                exists b, In b (boxes g) /\ In e b /\ In s b /\ forall d, In d b -> drawn p d = false -> d = e \/ d = s)
        as Hshared.
      { intros e s He Hc Hsp Hsq Hse Hs0. destruct (Hafter e s He Hc Hsp Hsq Hse) as [b Hb]. exists b.
        destruct (last_edge_because _ _ _ _ Hb) as [Hb'|[Heb _]].
        - exfalso. assert (0 < captures g p s); [|lia]. apply captures_last; eauto.
        - destruct Hb as [B1 [B2 [_ B4]]]. repeat split; auto. intros d Hd Hdp.
          destruct (Nat.eq_dec d e); auto. destruct (Nat.eq_dec d s) as [|Hds]; auto. exfalso.
          specialize (B4 d Hd Hds). assert (drawn (draw p e) d = false) by now apply open_after. congruence. }
      destruct (two_captured_sides p q x Hs Hxp Hxq Hone) as [b1 [b2 [Hb12 [B1 [B2 [Hx1 [Hx2 [Q1 Q2]]]]]]]].
      destruct (takes_open_inside p q (proj1 Hs)) as [->|[e [He Hc]]]; [congruence|].
      assert (x <> e) as Hxe by (intros ->; lia).
      destruct (Hshared e x He Hc Hxp Hxq Hxe Hxc) as [b [Hbg [Heb [Hxb Hbo]]]].
      (* [b] and [b'] are the boxes of [x]. *)
      assert (exists b', b' <> b /\ In b' (boxes g) /\ In x b' /\ complete q b' = true /\ complete q b = true
                /\ forall y, In y (boxes g) -> In x y -> y = b \/ y = b') as [b' [Hbb [Hbg' [Hxb' [Hbq' [Hbq Hxy]]]]]].
      { assert (b = b1 \/ b = b2) as [->| ->] by (destruct (sides x b b1 b2) as [|[|]]; auto; congruence).
        - exists b2. repeat split; auto. intros y Hy Hyx. destruct (sides x y b1 b2) as [|[|]]; auto. congruence.
        - exists b1. repeat split; auto. intros y Hy Hyx. destruct (sides x y b2 b1) as [|[|]]; auto. congruence. }
      apply captures_last in Hc as Hc'; auto. destruct Hc' as [c Hcl].
      assert (complete q c = true) as Hcq by now apply last_edge_complete with p e.
      assert (drawn q e = true) as Heq by now apply (capture_drawn (g := g)) with p.
      destruct Hcl as [Hcg [Hec [_ Hco]]].
      assert (~ In x c) as Hxnc by (intros Hin; rewrite (Hco x) in Hxp; auto; discriminate).
      assert (c <> b) as Hcb by (intros ->; auto).
      assert (c <> b') as Hcb' by (intros ->; auto).
      assert (forall y, In y (boxes g) -> In e y -> y = b \/ y = c) as Hey.
      { intros y Hy Hin. destruct (sides e y b c) as [|[|]]; auto. congruence. }
      assert (~ In e b') as Heb' by (intros Hin; destruct (Hey b'); auto).
      (* [z] is another open edge of [b']; it captures a box, too. *)
      assert (exists z, In z b' /\ z <> x /\ drawn p z = false) as [z [Hzb' [Hzx Hzp]]].
      { destruct (existsb (fun z => negb (z =? x) && negb (drawn p z)) b') eqn:E.
        - apply existsb_exists in E. destruct E as [z [Hz E]]. apply andb_true_iff in E.
          rewrite !negb_true_iff, Nat.eqb_neq in E. exists z. tauto.
        - exfalso. assert (0 < captures g p x); [|lia]. apply captures_last; auto. exists b'. repeat split; auto.
          intros d Hd Hdx. destruct (drawn p d) eqn:Hdp; auto. exfalso. apply not_true_iff_false in E. apply E.
          apply existsb_exists. exists d. split; auto. apply andb_true_iff. rewrite !negb_true_iff, Nat.eqb_neq. auto. }
      assert (drawn q z = true) as Hzq by (rewrite complete_iff in Hbq'; auto).
      assert (z <> e) as Hze by (intros ->; auto).
      (* An edge that captures nothing is [x]. *)
      assert (forall s, drawn p s = false -> drawn q s = true -> captures g p s = 0 -> s = x) as Honly0.
      { intros s Hsp Hsq Hs0. assert (s <> e) as Hse by (intros ->; lia).
        destruct (Hshared e s He Hc Hsp Hsq Hse Hs0) as [d [Hdg [Hed [Hsd _]]]].
        destruct (Hey d Hdg Hed) as [->| ->].
        - destruct (Hbo s); auto. contradiction.
        - rewrite (Hco s) in Hsp; auto. discriminate. }
      assert (0 < captures g p z) as Hzc.
      { destruct (captures g p z) eqn:E; [|lia]. exfalso. apply Hzx. now apply Honly0. }
      assert (x <> z) as Hxz by auto.
      destruct (Hshared z x Hzp Hzc Hxp Hxq Hxz Hxc) as [bz [Hbzg [Hzbz [Hxbz Hbzo]]]].
      assert (bz = b') as ->.
      { destruct (Hxy bz Hbzg Hxbz) as [->|]; auto. exfalso. destruct (Hbo z); auto. }
      apply captures_last in Hzc as Hzc'; auto. destruct Hzc' as [c' Hcl'].
      assert (complete q c' = true) as Hcq' by now apply last_edge_complete with p z.
      destruct Hcl' as [Hcg' [Hzc' [_ Hco']]].
      assert (~ In x c') as Hxnc' by (intros Hin; rewrite (Hco' x) in Hxp; auto; discriminate).
      assert (c' <> b) as Hcb1 by (intros ->; auto).
      assert (c' <> b') as Hcb1' by (intros ->; auto).
      assert (c <> c') as Hcc by (intros ->; rewrite (Hco z) in Hzp; auto; discriminate).
      assert (forall y, In y (boxes g) -> In z y -> y = b' \/ y = c') as Hzy.
      { intros y Hy Hin. destruct (sides z y b' c') as [|[|]]; auto. congruence. }
      (* Settling draws only [x], [e] and [z]. *)
      assert (forall s, drawn p s = false -> drawn q s = true -> s = x \/ s = e \/ s = z) as Honly.
      { intros s Hsp Hsq. destruct (captures g p s) as [|k] eqn:E; [left; now apply Honly0|right].
        assert (x <> s) as Hxs by (intros ->; lia).
        destruct (Hshared s x) as [d [Hdg [Hsd [Hxd Hdo]]]]; auto; [lia|].
        destruct (Hxy d Hdg Hxd) as [->| ->].
        - destruct (Hbo s); auto. congruence.
        - destruct (Hbzo s); auto. congruence. }
      exists p, x. split; [constructor|]. split; auto. split; auto. split.
      - rewrite done_left by apply Hs.
        rewrite count_exact with (l := [b; b'; c; c']); auto.
        + repeat constructor; simpl; intuition congruence.
        + intros y [<-|[<-|[<-|[<-|[]]]]]; auto.
        + intros y Hy. rewrite andb_true_iff, negb_true_iff, not_complete. split.
          * intros [Hyq [s [Hsy Hsp]]]. assert (drawn q s = true) as Hsq by (rewrite complete_iff in Hyq; auto).
            destruct (Honly s Hsp Hsq) as [->|[->| ->]].
            -- destruct (Hxy y Hy Hsy) as [->| ->]; simpl; auto.
            -- destruct (Hey y Hy Hsy) as [->| ->]; simpl; auto.
            -- destruct (Hzy y Hy Hsy) as [->| ->]; simpl; auto.
          * intros [<-|[<-|[<-|[<-|[]]]]]; split; auto; eauto.
      - destruct (declining g (draw p x) q) as [|s l] eqn:E; auto. exfalso.
        assert (In s (declining g (draw p x) q)) as Hin by (rewrite E; simpl; auto).
        apply in_declining in Hin. destruct Hin as [S1 [S2 S3]]. apply open_after in S1. destruct S1 as [S1 Sx].
        assert (0 < captures g (draw p x) s); [|lia].
        destruct (Honly s S1 S2) as [->|[->| ->]]; [congruence| |]; apply captures_after; auto. }
    intros. now apply H with (length (open_edges p)).
  Qed.
End Handouts.
