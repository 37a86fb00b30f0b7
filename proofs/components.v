(* Identity (A) in the words of docs/format.md: the captured boxes fall into components, which are open-ended or
   closed. *)
From Pipopipette Require Import game boards settle settle_bounds handouts settling.

Section Components.
  Context {g : board} (once : NoDup (boxes g)) (sides : two_sided g) (p q : position).

  (* A box that settling [p] to [q] captures. *)
  Definition captured (b : list nat) : Prop := In b (boxes g) /\ complete q b = true /\ complete p b = false.

  (* [e] was open in [p] and joins two captured boxes. *)
  Definition joined_by (e : nat) (b c : list nat) : Prop :=
    b <> c /\ captured b /\ captured c /\ drawn p e = false /\ In e b /\ In e c.

  Definition joined (b c : list nat) : Prop := exists e, joined_by e b c.

  (* In one component. *)
  Inductive connected (b : list nat) : list nat -> Prop :=
    | connected_same : connected b b
    | connected_next : forall c d, connected b c -> joined c d -> connected b d.

  (* [e] was open in [p] and leads from the captured box [b] to the outside or to a box that is not captured. *)
  Definition leads_out (e : nat) (b : list nat) : Prop :=
    captured b /\ drawn p e = false /\ In e b /\ forall c, captured c -> In e c -> c = b.

  (* The component of [b]. *)
  Definition open_ended (b : list nat) : Prop := exists c e, connected b c /\ leads_out e c.
  Definition two_boxes (b : list nat) : Prop := exists c, connected b c /\ c <> b.
  Definition path_of_four (b : list nat) : Prop := exists b1 b2 b3 b4,
    connected b b1 /\ joined b1 b2 /\ joined b2 b3 /\ joined b3 b4 /\ NoDup [b1; b2; b3; b4].

  Definition some_open_ended : Prop := exists b, captured b /\ open_ended b /\ two_boxes b.
  Definition some_closed : Prop := exists b, captured b /\ ~ open_ended b /\ path_of_four b.

  Context (settled : settles g p q).

  Lemma captured_open : forall b e, In b (boxes g) -> complete q b = true -> In e b -> drawn p e = false -> captured b.
  Proof. intros b e H1 H2 H3 H4. repeat split; auto. apply not_complete. eauto. Qed.

  Lemma captured_drawn : forall b e, captured b -> In e b -> drawn q e = true.
  Proof. intros b e [_ [H _]] He. rewrite complete_iff in H. auto. Qed.

  (* Two open edges of a captured box: neither captures by this box. *)
  Lemma no_capture : forall e, drawn p e = false ->
    (forall b, captured b -> In e b -> exists d, In d b /\ d <> e /\ drawn p d = false) -> captures g p e = 0.
  Proof.
    intros e He H. destruct (captures g p e) eqn:E; auto. exfalso.
    assert (0 < captures g p e) as Hc by lia. apply captures_last in Hc; auto. destruct Hc as [b Hb].
    assert (complete q b = true) as Hq by now apply (last_edge_complete (g := g) p q b e).
    destruct Hb as [B1 [B2 [B3 B4]]].
    destruct (H b) as [d [D1 [D2 D3]]]; auto.
    - now apply captured_open with e.
    - rewrite B4 in D3; auto. discriminate.
  Qed.

  (* Not every captured box with an edge of a set has two of them. *)
  Lemma no_circle : forall s : list nat, (exists e, In e s /\ drawn p e = false /\ drawn q e = true) ->
    exists e b, In e s /\ drawn p e = false /\ captured b /\ In e b
      /\ forall d, In d b -> In d s -> drawn p d = false -> d = e.
  Proof.
    intros s [x [X1 [X2 X3]]].
    destruct (first_of (g := g) (fun e => existsb (Nat.eqb e) s) p q (proj1 settled))
      as [e [b [E1 [E2 [E3 [E4 [E5 [E6 E7]]]]]]]].
    - exists x. split; auto. now apply in_existsb.
    - exists e, b. apply in_existsb in E1. repeat split; auto.
      + apply not_complete. eauto.
      + intros d D1 D2 D3. apply E7; auto. now apply in_existsb.
  Qed.

  Lemma captured_sides_one : forall e b, captured b -> In e b -> (forall c, captured c -> In e c -> c = b) ->
    drawn p e = false -> captured_sides g q e = 1.
  Proof.
    intros e b Hb He H Hp. destruct (Nat.eq_dec (captured_sides g q e) 1) as [|Hn]; auto. exfalso.
    destruct (two_captured_sides once p q e settled Hp) as [c [d [H1 [H2 [H3 [H4 [H5 [H6 H7]]]]]]]]; auto.
    - now apply captured_drawn with b.
    - apply H1. rewrite (H c), (H d); auto; now apply captured_open with e.
  Qed.

  (* An edge that leads out of a box with another open edge is a declining edge that leads out. *)
  Lemma leads_out_declining : forall e b d, leads_out e b -> In d b -> d <> e -> drawn p d = false ->
    In e (leading_out g p q).
  Proof.
    intros e b d [H1 [H2 [H3 H4]]] D1 D2 D3. apply in_leading_out. split.
    - apply in_declining. repeat split; auto.
      + now apply captured_drawn with b.
      + apply no_capture; auto. intros c C1 C2. rewrite (H4 c) by auto. eauto.
    - now apply captured_sides_one with b.
  Qed.

  Lemma joined_sym : forall b c, joined b c -> joined c b.
  Proof. intros b c [e [H1 [H2 [H3 [H4 [H5 H6]]]]]]. exists e. repeat split; auto; try apply H2; apply H3. Qed.

  Lemma connected_trans : forall b c d, connected b c -> connected c d -> connected b d.
  Proof. intros b c d H1 H2. induction H2; auto. eapply connected_next; eauto. Qed.

  Lemma connected_sym : forall b c, connected b c -> connected c b.
  Proof.
    induction 1 as [|c d H IH J]; [constructor|]. apply connected_trans with c; auto.
    apply connected_next with d; [constructor|now apply joined_sym].
  Qed.

  (* A component of two boxes or more: each of its boxes has a neighbour. *)
  Lemma has_neighbour : forall b c, connected b c -> two_boxes b -> exists d, joined c d.
  Proof.
    intros b c H [d [D1 D2]].
    assert (forall x y, connected x y -> x <> y -> exists z, joined x z) as Hn.
    { induction 1 as [|y z H' IH J]; [contradiction|]. intros _.
      destruct (list_eq_dec Nat.eq_dec x y) as [->|]; eauto. }
    destruct (list_eq_dec Nat.eq_dec c b) as [->|Hcb].
    - apply Hn with d; auto.
    - apply Hn with b; auto. now apply connected_sym.
  Qed.

  (* The condition of the first line of identity (A). *)
  Theorem open_ended_leading_out : some_open_ended <-> leading_out g p q <> [].
  Proof.
    split.
    - intros [b [Hb [[c [e [Hc He]]] H2]]]. destruct (has_neighbour b c Hc H2) as [d [x [X1 [X2 [X3 [X4 [X5 X6]]]]]]].
      assert (In e (leading_out g p q)) as Hin.
      { apply leads_out_declining with c x; auto. intros ->. apply X1. destruct He as [_ [_ [_ He]]].
        symmetry. now apply He. }
      intros E. rewrite E in Hin. contradiction.
    - intros H. destruct (leading_out g p q) as [|e l] eqn:E; [contradiction|].
      assert (In e (leading_out g p q)) as He by (rewrite E; simpl; auto).
      apply in_leading_out in He. destruct He as [He Hone]. apply in_declining in He. destruct He as [Hp [Hq Hc]].
      destruct (has_captured_side (g := g) p q e (proj1 settled) Hp Hq) as [b [B1 [B2 B3]]].
      assert (captured b) as Hb by now apply captured_open with e.
      assert (leads_out e b) as Hl.
      { repeat split; auto; try apply Hb. intros c [C1 [C2 C3]] Hec. now apply (one_side (g := g) q e c b). }
      exists b. split; auto. split.
      + exists b, e. split; auto. constructor.
      + (* [x] is another open edge of [b]. *)
        assert (exists x, In x b /\ x <> e /\ drawn p x = false) as [x [X1 [X2 X3]]].
        { destruct (existsb (fun x => negb (x =? e) && negb (drawn p x)) b) eqn:Ex.
          - apply existsb_exists in Ex. destruct Ex as [x [X1 X2]]. apply andb_true_iff in X2.
            rewrite !negb_true_iff, Nat.eqb_neq in X2. exists x. tauto.
          - exfalso. assert (0 < captures g p e); [|lia]. apply captures_last; auto. exists b. repeat split; auto.
            intros d D1 D2. destruct (drawn p d) eqn:Ed; auto. exfalso. apply not_true_iff_false in Ex. apply Ex.
            apply existsb_exists. exists d. split; auto. apply andb_true_iff.
            rewrite !negb_true_iff, Nat.eqb_neq. auto. }
        destruct (Nat.eq_dec (captured_sides g q x) 1) as [Hx|Hx].
        * (* Two edges that lead out of one box: neither can be drawn first. *)
          exfalso. destruct (no_circle [e; x]) as [y [c [Y1 [Y2 [Y3 [Y4 Y5]]]]]]; [exists e; simpl; auto|].
          assert (c = b) as ->.
          { destruct Y3 as [C1 [C2 C3]]. destruct Y1 as [<-|[<-|[]]].
            - now apply (one_side (g := g) q e c b).
            - now apply (one_side (g := g) q x c b). }
          assert (e = y) by (apply Y5; simpl; auto). assert (x = y) by (apply Y5; simpl; auto). congruence.
        * destruct (two_captured_sides once p q x settled X3) as [c [d [H1 [H2 [H3 [H4 [H5 [H6 H7]]]]]]]]; auto.
          { now apply captured_drawn with b. }
          assert (forall y, y <> b -> In y (boxes g) -> In x y -> complete q y = true -> two_boxes b) as Hj.
          { intros y Y1 Y2 Y3 Y4. exists y. split; auto. apply connected_next with b; [constructor|].
            exists x. repeat split; auto; try apply Hb. apply not_complete. eauto. }
          destruct (list_eq_dec Nat.eq_dec c b) as [->|Hcb].
          -- apply Hj with d; auto.
          -- apply Hj with c; auto.
  Qed.

  (* The condition of the second line, where that of the first one does not hold. *)
  Theorem closed_declining : leading_out g p q = [] -> (some_closed <-> declining g p q <> []).
  Proof.
    intros Hl.
    assert (forall b, captured b -> two_boxes b -> ~ open_ended b) as Hclosed.
    { intros b H1 H2 H3. apply (proj1 open_ended_leading_out); auto. exists b. auto. }
    split.
    - intros [b [Hb [_ [b1 [b2 [b3 [b4 [_ [[e [E1 [E2 [E3 [E4 [E5 E6]]]]]]
        [[x [X1 [X2 [X3 [X4 [X5 X6]]]]]] [[f [F1 [F2 [F3 [F4 [F5 F6]]]]]] Hn]]]]]]]]]]].
      inversion Hn as [|? ? N1 Hn2]. subst. inversion Hn2 as [|? ? N2 Hn3]. subst. inversion Hn3 as [|? ? N3 _]. subst.
      simpl in N1, N2, N3.
      assert (In x (declining g p q)) as Hin.
      { apply in_declining. repeat split; auto.
        - now apply captured_drawn with b2.
        - apply no_capture; auto. intros c [C1 _] C2.
          destruct (sides x c b2 b3) as [->|[->|]]; auto; try apply X2; try apply X3; try contradiction.
          + exists e. repeat split; auto. intros ->.
            destruct (sides x b1 b2 b3) as [|[|]]; auto; try apply E2; try apply X2; try apply X3;
              try congruence; tauto.
          + exists f. repeat split; auto. intros ->.
            destruct (sides x b2 b3 b4) as [|[|]]; auto; try apply F3; try apply X2; try apply X3;
              try congruence; tauto. }
      intros E. rewrite E in Hin. contradiction.
    - intros H. destruct (declining g p q) as [|x l] eqn:E; [contradiction|].
      assert (In x (declining g p q)) as Hx by (rewrite E; simpl; auto). clear E H.
      apply in_declining in Hx as Hx'. destruct Hx' as [Hp [Hq Hc]].
      assert (forall e, In e (declining g p q) -> captured_sides g q e <> 1) as Hone.
      { intros e He E. assert (In e (leading_out g p q)) as Hi by now apply in_leading_out.
        rewrite Hl in Hi. contradiction. }
      destruct (two_captured_sides once p q x settled Hp Hq (Hone x Hx)) as [b2 [b3 [B23 [H2 [H3 [X2 [X3 [Q2 Q3]]]]]]]].
      assert (captured b2) as C2 by now apply captured_open with x.
      assert (captured b3) as C3 by now apply captured_open with x.
      (* Each of the two has another open edge, which joins it to another box. *)
      assert (forall b, captured b -> In x b ->
                exists e c, e <> x /\ joined_by e b c) as Hnext.
      { intros b Hb Hxb.
        assert (exists e, In e b /\ e <> x /\ drawn p e = false) as [e [E1 [E2 E3]]].
        { destruct (existsb (fun e => negb (e =? x) && negb (drawn p e)) b) eqn:Ex.
          - apply existsb_exists in Ex. destruct Ex as [e [E1 E2]]. apply andb_true_iff in E2.
            rewrite !negb_true_iff, Nat.eqb_neq in E2. exists e. tauto.
          - exfalso. assert (0 < captures g p x); [|lia]. apply captures_last; auto. exists b.
            repeat split; auto; try apply Hb.
            intros d D1 D2. destruct (drawn p d) eqn:Ed; auto. exfalso. apply not_true_iff_false in Ex. apply Ex.
            apply existsb_exists. exists d. split; auto. apply andb_true_iff.
            rewrite !negb_true_iff, Nat.eqb_neq. auto. }
        assert (drawn q e = true) as E4 by now apply captured_drawn with b.
        assert (captured_sides g q e <> 1) as E5.
        { intros E5. apply (Hone e); auto. apply in_declining. repeat split; auto. apply no_capture; auto.
          intros c [K1 [K2 K3]] K4. assert (c = b) as ->; [|eauto]. apply (one_side (g := g) q e c b); auto; apply Hb. }
        destruct (two_captured_sides once p q e settled E3 E4 E5) as [c [d [D1 [D2 [D3 [D4 [D5 [D6 D7]]]]]]]].
        destruct (list_eq_dec Nat.eq_dec c b) as [->|Hcb].
        - exists e, d. split; auto. repeat split; auto; try apply Hb. apply not_complete. eauto.
        - exists e, c. split; auto. repeat split; auto; try apply Hb. apply not_complete. eauto. }
      destruct (Hnext b2 C2 X2) as [e [b1 [Ex [E1 [E2 [C1 [E4 [E5 E6]]]]]]]].
      destruct (Hnext b3 C3 X3) as [f [b4 [Fx [F1 [F2 [C4 [F4 [F5 F6]]]]]]]].
      assert (forall b, captured b -> In x b -> b = b2 \/ b = b3) as Sx.
      { intros b [K1 _] K2. destruct (sides x b b2 b3) as [|[|]]; auto. congruence. }
      assert (forall b, captured b -> In e b -> b = b1 \/ b = b2) as Se.
      { intros b [K1 _] K2. destruct (sides e b b1 b2) as [|[|]]; auto; try apply C1. congruence. }
      assert (forall b, captured b -> In f b -> b = b3 \/ b = b4) as Sf.
      { intros b [K1 _] K2. destruct (sides f b b3 b4) as [|[|]]; auto; try apply C4. congruence. }
      assert (b1 <> b3) as N13.
      { intros ->. destruct (no_circle [x; e]) as [y [c [Y1 [Y2 [Y3 [Y4 Y5]]]]]]; [exists x; simpl; auto|].
        assert (In x c /\ In e c) as [K1 K2].
        { destruct Y1 as [<-|[<-|[]]]; [destruct (Sx c Y3 Y4)|destruct (Se c Y3 Y4)]; subst; auto. }
        assert (x = y) by (apply Y5; simpl; auto). assert (e = y) by (apply Y5; simpl; auto). congruence. }
      assert (b2 <> b4) as N24.
      { intros <-. destruct (no_circle [x; f]) as [y [c [Y1 [Y2 [Y3 [Y4 Y5]]]]]]; [exists x; simpl; auto|].
        assert (In x c /\ In f c) as [K1 K2].
        { destruct Y1 as [<-|[<-|[]]]; [destruct (Sx c Y3 Y4)|destruct (Sf c Y3 Y4)]; subst; auto. }
        assert (x = y) by (apply Y5; simpl; auto). assert (f = y) by (apply Y5; simpl; auto). congruence. }
      assert (e <> f) as Hef.
      { intros ->. destruct (Sf b2 C2 E5); congruence. }
      assert (b1 <> b4) as N14.
      { intros <-. destruct (no_circle [x; e; f]) as [y [c [Y1 [Y2 [Y3 [Y4 Y5]]]]]]; [exists x; simpl; auto|].
        assert (exists d d', d <> d' /\ In d [x; e; f] /\ In d' [x; e; f] /\ In d c /\ In d' c
                             /\ drawn p d = false /\ drawn p d' = false) as [d [d' [K0 [K1 [K2 [K3 [K4 [K5 K6]]]]]]]].
        { destruct Y1 as [<-|[<-|[<-|[]]]];
            [destruct (Sx c Y3 Y4)|destruct (Se c Y3 Y4)|destruct (Sf c Y3 Y4)]; subst.
          - exists x, e. simpl. auto 10.
          - exists x, f. simpl. auto 10.
          - exists e, f. simpl. auto 10.
          - exists x, e. simpl. auto 10.
          - exists x, f. simpl. auto 10.
          - exists e, f. simpl. auto 10. }
        assert (d = y) by auto. assert (d' = y) by auto. congruence. }
      assert (joined b2 b1) as J21 by (exists e; repeat split; auto; try apply C1; apply C2).
      assert (joined b2 b3) as J23 by (exists x; repeat split; auto; try apply C2; apply C3).
      assert (joined b3 b4) as J34 by (exists f; repeat split; auto; try apply C3; apply C4).
      exists b1. split; auto. split.
      + apply Hclosed; auto. exists b2. split; auto. apply connected_next with b1; [constructor|now apply joined_sym].
      + exists b1, b2, b3, b4. split; [constructor|]. repeat split; auto.
        * now apply joined_sym.
        * repeat constructor; simpl; intuition congruence.
  Qed.
End Components.

(* Identity (A) as docs/format.md states it. *)
Theorem value_by_components : forall rows columns p,
  let g := rectangle rows columns in
  let q := settle g p in
  let k := (done g q - done g p)%Z in
  let v := value g q in
  (some_open_ended (g := g) p q -> value g p = k + Z.max v (-4 - v))%Z
  /\ (~ some_open_ended (g := g) p q -> some_closed (g := g) p q -> value g p = k + Z.max v (-8 - v))%Z
  /\ (~ some_open_ended (g := g) p q -> ~ some_closed (g := g) p q -> value g p = k + v)%Z.
Proof.
  intros rows columns p g q k v.
  assert (settles g p q) as Hs by apply settle_settles.
  assert (NoDup (boxes g)) as Ho by apply rectangle_once.
  assert (two_sided g) as Ht by apply rectangle_two_sided.
  generalize (open_ended_leading_out Ho p q Hs) (closed_declining Ho Ht p q Hs).
  rewrite (value_settled Ho Ht p q Hs). unfold settled_value. fold k v.
  destruct (leading_out g p q) as [|y l]; intros H1 H2.
  - specialize (H2 eq_refl). destruct (declining g p q) as [|x l].
    + repeat split; intros; auto; exfalso; tauto.
    + repeat split; intros; auto; exfalso.
      * tauto.
      * assert (x :: l <> []) by discriminate. tauto.
  - assert (y :: l <> []) by discriminate. repeat split; intros; auto; exfalso; tauto.
Qed.
