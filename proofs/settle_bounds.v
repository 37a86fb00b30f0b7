(* Bounds of the value of a position by the value of the position to which it settles. *)
From Pipopipette Require Import game settle.

(* On the way from [p] to [q] the player to move can decline when [m] boxes are left, and the opponent has to capture
   them. *)
Definition keeps (g : board) (p q : position) (m : Z) : Prop := exists p' x,
  takes g p p' /\ settles g p' q /\ In x (declining g p' q) /\ (done g q - done g p' = m)%Z
  /\ declining g (draw p' x) q = [].

Section Bounds.
  Context {g : board}.

  Lemma worth_draw : forall p e, drawn p e = false ->
    (move_worth g (value g) p e
     = if (captures g p e =? 0)%nat then - value g (draw p e) else Z.of_nat (captures g p e) + value g (draw p e))%Z.
  Proof. intros. unfold move_worth, worth. now destruct (captures g p e). Qed.

  Lemma value_ge : forall p e, drawn p e = false -> (move_worth g (value g) p e <= value g p)%Z.
  Proof.
    intros p e He. apply in_open in He.
    destruct (value_greatest g p) as [_ H]; [intros E; rewrite E in He; contradiction|]. apply H. now apply in_map.
  Qed.

  Lemma value_le : forall p m, (exists e, drawn p e = false) ->
    (forall e, drawn p e = false -> (move_worth g (value g) p e <= m)%Z) -> (value g p <= m)%Z.
  Proof.
    intros p m [e He] H. apply in_open in He.
    destruct (value_greatest g p) as [Hin _]; [intros E; rewrite E in He; contradiction|].
    apply in_map_iff in Hin. destruct Hin as [d [<- Hd]]. apply H. now apply in_open.
  Qed.

  Lemma value_capture : forall p e, drawn p e = false -> 0 < captures g p e ->
    (Z.of_nat (captures g p e) + value g (draw p e) <= value g p)%Z.
  Proof.
    intros p e He Hc. apply value_ge in He as H. rewrite worth_draw in H by auto.
    destruct (Nat.eqb_spec (captures g p e) 0); lia.
  Qed.

  Lemma value_no_capture : forall p e, drawn p e = false -> captures g p e = 0 ->
    (- value g (draw p e) <= value g p)%Z.
  Proof.
    intros p e He Hc. apply value_ge in He as H. rewrite worth_draw, Hc in H by auto. exact H.
  Qed.

  (* Capturing on the way from [p] to [q] is a possible choice. *)
  Lemma value_takes : forall p q, takes g p q -> (done g q - done g p + value g q <= value g p)%Z.
  Proof.
    induction 1 as [p|p e q He Hc H IH]; [lia|].
    apply value_capture in Hc; auto. rewrite done_draw in IH. lia.
  Qed.

  (* A move outside of the settled position gives all captures to the opponent. *)
  Lemma worth_outside : forall p q x, settles g p q -> drawn q x = false ->
    (move_worth g (value g) p x <= value g q - (done g q - done g p))%Z.
  Proof.
    intros p q x [H Hq] Hx.
    assert (drawn p x = false) as Hp.
    { destruct (drawn p x) eqn:E; auto. rewrite (takes_drawn _ _ H x E) in Hx. discriminate. }
    assert (captures g p x = 0) as Hc.
    { destruct (captures g p x) eqn:E; auto. exfalso.
      rewrite (capture_drawn (g := g) p q x) in Hx; [discriminate|split; auto|auto|lia]. }
    rewrite worth_draw, Hc by auto. simpl.
    assert (value g (draw q x) <= value g (draw p x) - (done g q - done g p))%Z.
    { generalize (value_takes _ _ (takes_beside _ _ H x Hx)). rewrite !done_draw, Hc, Hq by auto. lia. }
    apply value_no_capture in Hx; auto. lia.
  Qed.

  Lemma takes_same_or_open : forall p q, takes g p q -> p = q \/ exists e, drawn p e = false.
  Proof. destruct 1; eauto. Qed.

  Lemma takes_open_inside : forall p q, takes g p q -> p = q \/ exists e, drawn p e = false /\ 0 < captures g p e.
  Proof. destruct 1; eauto. Qed.

  Lemma in_declining : forall p q x,
    In x (declining g p q) <-> drawn p x = false /\ drawn q x = true /\ captures g p x = 0.
  Proof. intros. unfold declining. rewrite filter_In, in_open, andb_true_iff, Nat.eqb_eq. tauto. Qed.

  Lemma declining_before : forall p q x e, drawn p e = false ->
    In x (declining g (draw p e) q) -> In x (declining g p q).
  Proof.
    intros p q x e He H. apply in_declining in H. destruct H as [H1 [H2 H3]]. apply open_after in H1.
    apply in_declining. split; [tauto|]. split; auto. destruct (captures g p x) eqn:E; auto. exfalso.
    assert (0 < captures g (draw p e) x); [|lia]. apply captures_after; try tauto; [lia|]. intros ->. tauto.
  Qed.

  (* With no edge to decline, all boxes are captured. *)
  Lemma value_all : forall p q, settles g p q -> declining g p q = [] ->
    value g p = (done g q - done g p + value g q)%Z.
  Proof.
    assert (forall n p q, length (open_edges p) = n -> settles g p q -> declining g p q = [] ->
              (value g p <= done g q - done g p + value g q)%Z) as H.
    { induction n as [n IH] using lt_wf_ind. intros p q Hn Hs Hd.
      destruct (takes_same_or_open p q (proj1 Hs)) as [->|Ho]; [lia|].
      apply value_le; auto. intros e He. destruct (drawn q e) eqn:Hq.
      - assert (0 < captures g p e) as Hc.
        { destruct (captures g p e) eqn:E; [|lia]. exfalso.
          assert (In e (declining g p q)) as Hi by now apply in_declining. rewrite Hd in Hi. contradiction. }
        rewrite worth_draw by auto. destruct (Nat.eqb_spec (captures g p e) 0); [lia|].
        assert (value g (draw p e) <= done g q - done g (draw p e) + value g q)%Z; [|rewrite done_draw in *; lia].
        apply IH with (length (open_edges (draw p e))); auto.
        + apply open_draw in He. lia.
        + now apply settles_any.
        + destruct (declining g (draw p e) q) as [|x l] eqn:E; auto. exfalso.
          assert (In x (declining g p q)) as Hi.
          { apply declining_before with e; auto. rewrite E. simpl. auto. }
          rewrite Hd in Hi. contradiction.
      - generalize (worth_outside p q e Hs Hq) (takes_done p q (proj1 Hs)). lia. }
    intros p q Hs Hd. apply Z.le_antisymm; [|apply value_takes, Hs]. now apply H with (length (open_edges p)).
  Qed.

  (* If at least [m] boxes are left whenever the rest can be declined, declining costs at least 2 [m]. *)
  Lemma value_upper : forall m p q, settles g p q ->
    (forall p' x, takes g p p' -> takes g p' q -> In x (declining g p' q) -> (m <= done g q - done g p')%Z) ->
    (value g p <= done g q - done g p + Z.max (value g q) (- (2 * m) - value g q))%Z.
  Proof.
    intros m.
    assert (forall n p q, length (open_edges p) = n -> settles g p q ->
              (forall p' x, takes g p p' -> takes g p' q -> In x (declining g p' q) -> (m <= done g q - done g p')%Z) ->
              (value g p <= done g q - done g p + Z.max (value g q) (- (2 * m) - value g q))%Z) as H.
    { induction n as [n IH] using lt_wf_ind. intros p q Hn Hs Hm.
      destruct (takes_same_or_open p q (proj1 Hs)) as [->|Ho]; [lia|].
      apply value_le; auto. intros e He. destruct (drawn q e) eqn:Hq.
      - rewrite worth_draw by auto. destruct (Nat.eqb_spec (captures g p e) 0) as [Hc|Hc].
        + assert (m <= done g q - done g p)%Z.
          { apply Hm with e; [constructor|apply Hs|]. now apply in_declining. }
          generalize (value_takes _ _ (proj1 (settles_any p q e Hs He Hq))). rewrite done_draw, Hc. lia.
        + assert (value g (draw p e)
                  <= done g q - done g (draw p e) + Z.max (value g q) (- (2 * m) - value g q))%Z;
            [|rewrite done_draw in *; lia].
          apply IH with (length (open_edges (draw p e))); auto.
          * apply open_draw in He. lia.
          * now apply settles_any.
          * intros p' x H1 H2 H3. apply Hm with x; auto. apply takes_one with e; auto. lia.
      - generalize (worth_outside p q e Hs Hq) (takes_done p q (proj1 Hs)). lia. }
    intros. now apply H with (length (open_edges p)).
  Qed.

  Lemma value_keeps : forall p q m, keeps g p q m -> (done g q - done g p - 2 * m - value g q <= value g p)%Z.
  Proof.
    intros p q m [p' [x [H1 [H2 [H3 [H4 H5]]]]]]. apply in_declining in H3. destruct H3 as [Hp [Hq Hc]].
    generalize (value_takes p p' H1) (value_no_capture p' x Hp Hc).
    rewrite (value_all (draw p' x) q) by (auto using settles_any). rewrite done_draw, Hc. lia.
  Qed.

  Lemma keeps_before : forall p q e m, drawn p e = false -> 0 < captures g p e ->
    keeps g (draw p e) q m -> keeps g p q m.
  Proof.
    intros p q e m He Hc [p' [x [H1 H2]]]. exists p', x. split; auto. now apply takes_one with e.
  Qed.
End Bounds.
