(* Settling: capture all boxes that can be captured, until none is left. The value of a position follows from that of
   the quiet position to which it settles (settling.v). *)
From Pipopipette Require Import game boards.

(* No edge has three boxes. *)
Definition two_sided (g : board) : Prop := forall e x y z,
  In x (boxes g) -> In y (boxes g) -> In z (boxes g) -> In e x -> In e y -> In e z -> x = y \/ x = z \/ y = z.

(* No box can be captured. *)
Definition quiet (g : board) (p : position) : Prop := forall e, drawn p e = false -> captures g p e = 0.

(* From [p] to [q] by captures only. *)
Inductive takes (g : board) : position -> position -> Prop :=
  | takes_nothing : forall p, takes g p p
  | takes_one : forall p e q, drawn p e = false -> 0 < captures g p e -> takes g (draw p e) q -> takes g p q.

Definition settles (g : board) (p q : position) : Prop := takes g p q /\ quiet g q.

(* The number of complete boxes. *)
Definition done (g : board) (p : position) : Z := Z.of_nat (count (complete p) (boxes g)).

(* The edges that settling draws and that capture nothing in [p]: one of them can be drawn to decline the rest. *)
Definition declining (g : board) (p q : position) : list nat :=
  filter (fun e => drawn q e && (captures g p e =? 0)) (open_edges p).

(* The number of an edge's boxes that are complete in [q]. *)
Definition captured_sides (g : board) (q : position) (e : nat) : nat :=
  count (fun b => existsb (Nat.eqb e) b && complete q b) (boxes g).

(* The declining edges that lead out of the captured boxes: one of their sides is outside or not captured. *)
Definition leading_out (g : board) (p q : position) : list nat :=
  filter (fun e => captured_sides g q e =? 1) (declining g p q).

(* The right-hand side of identity (A), if [v] is the value of [q]. *)
Definition settled_value (g : board) (p q : position) (v : Z) : Z :=
  (let k := done g q - done g p in
   match leading_out g p q, declining g p q with
   | _ :: _, _ => k + Z.max v (-4 - v)
   | [], _ :: _ => k + Z.max v (-8 - v)
   | [], [] => k + v
   end)%Z.

(* Settles a position. *)
Fixpoint settle_within (g : board) (steps : nat) (p : position) : position :=
  match steps with
  | 0 => p
  | S steps' =>
      match find (fun e => 0 <? captures g p e) (open_edges p) with
      | Some e => settle_within g steps' (draw p e)
      | None => p
      end
  end.

Definition settle (g : board) (p : position) : position := settle_within g (length (open_edges p)) p.

(* [e] is the last open edge of the box [b]. *)
Definition last_edge (g : board) (p : position) (b : list nat) (e : nat) : Prop :=
  In b (boxes g) /\ In e b /\ drawn p e = false /\ forall d, In d b -> d <> e -> drawn p d = true.

Section Settle.
  Context {g : board}.

  (* Captures. *)

  Lemma not_complete : forall p b, complete p b = false <-> exists e, In e b /\ drawn p e = false.
  Proof.
    intros. split.
    - intros H. unfold complete in H. induction b as [|d b IH]; simpl in H; [discriminate|].
      destruct (drawn p d) eqn:E.
      + destruct (IH H) as [e [H1 H2]]. exists e. simpl. auto.
      + exists d. simpl. auto.
    - intros [e [H1 H2]]. apply not_true_iff_false. rewrite complete_iff. intros H.
      rewrite H in H2 by auto. discriminate.
  Qed.

  Lemma captures_last : forall p e, drawn p e = false -> (0 < captures g p e <-> exists b, last_edge g p b e).
  Proof.
    intros p e He. unfold captures, count. split.
    - intros H. destruct (filter _ (boxes g)) as [|b l] eqn:E; simpl in H; [lia|].
      assert (In b (b :: l)) as Hb by (simpl; auto). rewrite <- E in Hb. apply filter_In in Hb.
      destruct Hb as [Hb Hc]. apply andb_true_iff in Hc. destruct Hc as [Hc Hn]. apply negb_true_iff in Hn.
      apply not_complete in Hn. destruct Hn as [d [Hd Hdo]]. rewrite complete_iff in Hc.
      exists b. split; [|split; [|split]]; auto.
      + specialize (Hc d Hd) as Hdd. rewrite drawn_draw, Hdo in Hdd. apply Nat.eqb_eq in Hdd. now subst d.
      + intros d' Hd' Hne. specialize (Hc d' Hd'). rewrite drawn_draw in Hc. apply orb_true_iff in Hc.
        destruct Hc as [|Hc]; auto. apply Nat.eqb_eq in Hc. contradiction.
    - intros [b [Hb [Heb [_ Hd]]]].
      assert (In b (filter (fun b => complete (draw p e) b && negb (complete p b)) (boxes g))) as Hin.
      { apply filter_In. split; auto. apply andb_true_iff. split.
        - apply complete_iff. intros d Hdb. rewrite drawn_draw. apply orb_true_iff.
          destruct (Nat.eq_dec d e) as [->|]; [right; apply Nat.eqb_refl|auto].
        - apply negb_true_iff, not_complete. eauto. }
      destruct (filter _ (boxes g)); [contradiction|]. simpl. lia.
  Qed.

  Lemma open_after : forall p e d, drawn (draw p e) d = false <-> drawn p d = false /\ d <> e.
  Proof. intros. rewrite drawn_draw, orb_false_iff, Nat.eqb_neq. tauto. Qed.

  Lemma last_edge_after : forall p b e d, last_edge g p b e -> d <> e -> last_edge g (draw p d) b e.
  Proof.
    intros p b e d [H1 [H2 [H3 H4]]] Hne. repeat split; auto.
    - apply open_after. auto.
    - intros x Hx Hxe. rewrite drawn_draw. rewrite H4 by auto. auto.
  Qed.

  (* An edge that captures only after [d] is drawn shares its box with [d]. *)
  Lemma last_edge_because : forall p b e d, last_edge g (draw p d) b e ->
    last_edge g p b e \/ (In d b /\ drawn p d = false /\ d <> e).
  Proof.
    intros p b e d [H1 [H2 [H3 H4]]]. apply open_after in H3. destruct H3 as [H3 Hne].
    destruct (in_dec Nat.eq_dec d b) as [Hd|Hd].
    - destruct (drawn p d) eqn:E; [|auto]. left. repeat split; auto. intros x Hx Hxe.
      specialize (H4 x Hx Hxe). rewrite drawn_draw in H4. apply orb_true_iff in H4. destruct H4 as [|H4]; auto.
      apply Nat.eqb_eq in H4. now subst.
    - left. repeat split; auto. intros x Hx Hxe.
      specialize (H4 x Hx Hxe). rewrite drawn_draw in H4. apply orb_true_iff in H4. destruct H4 as [|H4]; auto.
      apply Nat.eqb_eq in H4. subst. contradiction.
  Qed.

  Lemma captures_after : forall p e d, drawn p e = false -> 0 < captures g p e -> d <> e -> 0 < captures g (draw p d) e.
  Proof.
    intros p e d He H Hne. apply captures_last in H; auto. destruct H as [b H].
    apply captures_last; [apply open_after; auto|]. exists b. now apply last_edge_after.
  Qed.

  Lemma done_draw : forall p e, done g (draw p e) = (done g p + Z.of_nat (captures g p e))%Z.
  Proof.
    intros. unfold done, captures, count. rewrite <- Nat2Z.inj_add. f_equal.
    induction (boxes g) as [|b l IH]; simpl; auto.
    assert (complete p b = true -> complete (draw p e) b = true) as H.
    { rewrite !complete_iff. intros H d Hd. rewrite drawn_draw. now rewrite H. }
    destruct (complete p b), (complete (draw p e) b); simpl; lia.
  Qed.

  Lemma takes_drawn : forall p q, takes g p q -> forall e, drawn p e = true -> drawn q e = true.
  Proof. induction 1; auto. intros d Hd. apply IHtakes. rewrite drawn_draw. now rewrite Hd. Qed.

  Lemma takes_done : forall p q, takes g p q -> (done g p <= done g q)%Z.
  Proof. induction 1; [lia|]. rewrite done_draw in IHtakes. lia. Qed.

  Lemma takes_trans : forall p q r, takes g p q -> takes g q r -> takes g p r.
  Proof. induction 1; auto. intros. apply takes_one with e; auto. Qed.

  Lemma takes_complete : forall p q b, takes g p q -> complete p b = true -> complete q b = true.
  Proof. intros p q b H. rewrite !complete_iff. intros Hp e He. apply takes_drawn with p; auto. Qed.

  (* An edge of the settled position may be drawn at any time. *)
  Lemma takes_any : forall p q, takes g p q -> forall e, drawn p e = false -> drawn q e = true -> takes g (draw p e) q.
  Proof.
    induction 1 as [p|p d q Hd Hc H IH]; intros e He Hq; [congruence|].
    destruct (Nat.eq_dec e d) as [->|Hne]; auto.
    apply takes_one with d.
    - apply open_after. auto.
    - apply captures_after; auto.
    - rewrite draw_comm. apply IH; auto. apply open_after. auto.
  Qed.

  (* An edge outside of the settled position does not disturb the captures. *)
  Lemma takes_beside : forall p q, takes g p q -> forall x, drawn q x = false -> takes g (draw p x) (draw q x).
  Proof.
    induction 1 as [p|p d q Hd Hc H IH]; intros x Hx; [constructor|].
    assert (d <> x).
    { intros ->. rewrite (takes_drawn _ _ H x) in Hx; [discriminate|].
      rewrite drawn_draw, Nat.eqb_refl. apply orb_true_r. }
    apply takes_one with d.
    - apply open_after. auto.
    - apply captures_after; auto.
    - rewrite draw_comm. auto.
  Qed.

  Lemma last_edge_drawn : forall p q b e, takes g p q -> quiet g q -> last_edge g p b e -> drawn q e = true.
  Proof.
    intros p q b e H Hq [H1 [H2 [H3 H4]]]. destruct (drawn q e) eqn:E; auto. exfalso.
    assert (0 < captures g q e); [|rewrite Hq in *; auto; lia].
    apply captures_last; auto. exists b. repeat split; auto. intros d Hd Hne. apply takes_drawn with p; auto.
  Qed.

  Lemma capture_drawn : forall p q e, settles g p q -> drawn p e = false -> 0 < captures g p e -> drawn q e = true.
  Proof.
    intros p q e [H Hq] He Hc. apply captures_last in Hc; auto. destruct Hc as [b Hb].
    now apply last_edge_drawn with p b.
  Qed.

  Lemma settles_any : forall p q e, settles g p q -> drawn p e = false -> drawn q e = true -> settles g (draw p e) q.
  Proof. intros p q e [H Hq] He Hqe. split; auto. now apply takes_any. Qed.

  Theorem settles_unique : forall p q r, settles g p q -> settles g p r -> q = r.
  Proof.
    intros p q r [H Hq]. induction H as [p|p e q He Hc H IH]; intros Hr.
    - destruct Hr as [Hr _]. inversion Hr as [|? e ? He Hc]; subst; auto. rewrite Hq in Hc by auto. lia.
    - apply IH; auto. apply settles_any; auto. now apply capture_drawn with p.
  Qed.

  Lemma settle_within_settles : forall n p, length (open_edges p) <= n -> settles g p (settle_within g n p).
  Proof.
    induction n as [|n IH]; intros p Hn.
    - simpl. split; [constructor|]. intros e He. apply in_open in He.
      assert (open_edges p = []) as E by (apply length_zero_iff_nil; lia). rewrite E in He. contradiction.
    - simpl. destruct (find _ (open_edges p)) as [e|] eqn:E.
      + apply find_some in E. destruct E as [He Hc]. apply in_open in He. apply Nat.ltb_lt in Hc.
        destruct (IH (draw p e)) as [H Hq]; [apply open_draw in He; lia|]. split; auto. now apply takes_one with e.
      + split; [constructor|]. intros e He. apply in_open in He. apply find_none with (x := e) in E; auto.
        apply Nat.ltb_ge in E. lia.
  Qed.

  Theorem settle_settles : forall p, settles g p (settle g p).
  Proof. intros. now apply settle_within_settles. Qed.
End Settle.
