(* Sets of edges as binary numbers, which the checker of layers computes with. *)
From Coq Require Import NArith.
From Pipopipette Require Import game boards settle.

Definition has (n : N) (e : nat) : bool := N.testbit n (N.of_nat e).

(* The set of one edge. *)
Definition bit (e : nat) : N := N.shiftl 1 (N.of_nat e).

(* The set of the edges of a list. *)
Definition mask (l : list nat) : N := fold_right (fun e m => N.lor (bit e) m) 0%N l.

(* The position of a board with [count] edges whose drawn edges are [n]; and back. *)
Definition reads (count : nat) (n : N) : position := map (has n) (seq 0 count).

Fixpoint bits (p : position) : N :=
  match p with
  | [] => 0
  | d :: rest => 2 * bits rest + N.b2n d
  end.

(* True if the set has exactly one edge. *)
Definition single (m : N) : bool := if (m =? 0)%N then false else (N.land m (N.pred m) =? 0)%N.

(* Bits. *)

Lemma has_bit : forall e d, has (bit e) d = (d =? e).
Proof.
  intros. unfold has, bit. rewrite N.shiftl_1_l, N.pow2_bits_eqb. apply eq_true_iff_eq.
  rewrite N.eqb_eq, Nat.eqb_eq. split; intros H; [symmetry; now apply Nat2N.inj|now subst].
Qed.

Lemma has_lor : forall n m e, has (N.lor n m) e = has n e || has m e.
Proof. intros. apply N.lor_spec. Qed.

Lemma has_land : forall n m e, has (N.land n m) e = has n e && has m e.
Proof. intros. apply N.land_spec. Qed.

Lemma has_ldiff : forall n m e, has (N.ldiff n m) e = has n e && negb (has m e).
Proof. intros. apply N.ldiff_spec. Qed.

Lemma has_0 : forall e, has 0 e = false.
Proof. intros. apply N.bits_0. Qed.

Lemma same_bits : forall n m, (forall e, has n e = has m e) -> n = m.
Proof. intros n m H. apply N.bits_inj. intros k. rewrite <- (N2Nat.id k). apply H. Qed.

Lemma empty_iff : forall n, n = 0%N <-> forall e, has n e = false.
Proof.
  split; [intros ->; apply has_0|]. intros H. apply same_bits. intros e. now rewrite H, has_0.
Qed.

Lemma not_empty : forall n, n <> 0%N -> exists e, has n e = true.
Proof.
  intros n H. exists (N.to_nat (N.log2 n)). unfold has. rewrite N2Nat.id. now apply N.bit_log2.
Qed.

Lemma land_bit : forall n e, (N.land n (bit e) =? 0)%N = negb (has n e).
Proof.
  intros. apply eq_true_iff_eq. rewrite N.eqb_eq, negb_true_iff, empty_iff. split.
  - intros H. specialize (H e). now rewrite has_land, has_bit, Nat.eqb_refl, andb_true_r in H.
  - intros H d. rewrite has_land, has_bit. destruct (Nat.eqb_spec d e) as [->|]; [now rewrite H|apply andb_false_r].
Qed.

Lemma has_mask : forall l e, has (mask l) e = existsb (Nat.eqb e) l.
Proof.
  induction l as [|d l IH]; intros e; [apply has_0|].
  change (mask (d :: l)) with (N.lor (bit d) (mask l)). now rewrite has_lor, has_bit, IH.
Qed.

Lemma single_bit : forall m, single m = true <-> exists e, m = bit e.
Proof.
  intros m. unfold single. destruct (N.eqb_spec m 0) as [->|Hm].
  - split; [discriminate|]. intros [e H]. assert (has 0 e = true) as E by (rewrite H, has_bit; apply Nat.eqb_refl).
    now rewrite has_0 in E.
  - rewrite N.eqb_eq. split.
    + intros H. exists (N.to_nat (N.log2 m)). unfold bit. rewrite N2Nat.id, N.shiftl_1_l.
      destruct (N.eq_dec m (2 ^ N.log2 m)) as [|Hne]; auto. exfalso.
      assert (2 ^ N.log2 m <= m < 2 ^ N.succ (N.log2 m))%N as Hl by (apply N.log2_spec; lia).
      assert (N.log2 (N.pred m) = N.log2 m) as Hp by (apply N.log2_unique; lia).
      assert (N.pred m <> 0%N) as Hp0.
      { intros E. assert (m = 1%N) by lia. subst m. now apply Hne. }
      generalize (N.bit_log2 m Hm) (N.bit_log2 (N.pred m) Hp0). rewrite Hp. intros H1 H2.
      assert (N.testbit (N.land m (N.pred m)) (N.log2 m) = true) as E by now rewrite N.land_spec, H1, H2.
      rewrite H, N.bits_0 in E. discriminate.
    + intros [e ->]. unfold bit. rewrite N.shiftl_1_l, <- N.ones_equiv, N.land_ones.
      apply N.mod_same. now apply N.pow_nonzero.
Qed.

(* Positions. *)

Lemma reads_length : forall count n, length (reads count n) = count.
Proof. intros. unfold reads. now rewrite map_length, seq_length. Qed.

Lemma drawn_reads : forall count n e, e < count -> drawn (reads count n) e = has n e.
Proof.
  intros. unfold drawn, reads. rewrite nth_indep with (d' := has n 0) by now rewrite map_length, seq_length.
  rewrite map_nth. now rewrite seq_nth.
Qed.

Lemma open_reads : forall count n e, drawn (reads count n) e = false <-> e < count /\ has n e = false.
Proof.
  intros. destruct (Nat.lt_ge_cases e count) as [H|H].
  - rewrite drawn_reads by auto. tauto.
  - rewrite drawn_outside by now rewrite reads_length. split; [discriminate|lia].
Qed.

Lemma reads_draw : forall count n e, reads count (N.lor n (bit e)) = draw (reads count n) e.
Proof.
  intros. apply drawn_ext; rewrite ?draw_length, !reads_length; auto. intros d Hd.
  rewrite drawn_draw, !drawn_reads, has_lor, has_bit by auto. auto.
Qed.

Lemma has_bits : forall p e, has (bits p) e = nth e p false.
Proof.
  unfold has. induction p as [|d p IH]; intros e; [destruct e; apply N.bits_0|]. cbn [bits]. destruct e as [|e].
  - apply N.testbit_0_r.
  - rewrite Nat2N.inj_succ, N.testbit_succ_r. apply IH.
Qed.

(* The set has edges of the board only. *)
Definition small (count : nat) (n : N) : Prop := forall e, has n e = true -> e < count.

Lemma bits_small : forall p, small (length p) (bits p).
Proof.
  intros p e H. rewrite has_bits in H. destruct (Nat.lt_ge_cases e (length p)) as [|Hl]; auto.
  rewrite nth_overflow in H; [discriminate|auto].
Qed.

Lemma reads_bits : forall p, reads (length p) (bits p) = p.
Proof.
  intros. apply drawn_ext; rewrite reads_length; auto. intros e He. rewrite drawn_reads, has_bits by auto.
  now apply nth_indep.
Qed.

Lemma bits_reads : forall count n, small count n -> bits (reads count n) = n.
Proof.
  intros count n H. apply same_bits. intros e. rewrite has_bits. destruct (Nat.lt_ge_cases e count) as [Hl|Hl].
  - rewrite nth_indep with (d' := true) by now rewrite reads_length. now apply drawn_reads.
  - rewrite nth_overflow by now rewrite reads_length. destruct (has n e) eqn:E; auto. apply H in E. lia.
Qed.

(* Boxes. *)

Lemma mask_left : forall l n e, has (N.ldiff (mask l) n) e = true <-> In e l /\ has n e = false.
Proof. intros. rewrite has_ldiff, has_mask, andb_true_iff, negb_true_iff, in_existsb. tauto. Qed.

Section Boxes.
  Context {g : board} (inside : well_formed g) (n : N).

  Let p := reads (edges g) n.

  Lemma complete_mask : forall b, In b (boxes g) -> complete p b = (N.ldiff (mask b) n =? 0)%N.
  Proof.
    intros b Hb. apply eq_true_iff_eq. rewrite complete_iff, N.eqb_eq, empty_iff. split; intros H e.
    - destruct (has (N.ldiff (mask b) n) e) eqn:E; auto. apply mask_left in E. destruct E as [E1 E2].
      specialize (H e E1). unfold p in H. rewrite drawn_reads in H; [congruence|eauto].
    - intros He. unfold p. rewrite drawn_reads by eauto. destruct (has n e) eqn:E; auto.
      specialize (H e). rewrite has_ldiff, has_mask, E in H. apply in_existsb in He. now rewrite He in H.
  Qed.

  Lemma last_edge_mask : forall b e, In b (boxes g) -> (last_edge g p b e <-> N.ldiff (mask b) n = bit e).
  Proof.
    intros b e Hb. split.
    - intros [_ [H2 [H3 H4]]]. apply open_reads in H3. apply same_bits. intros d. rewrite has_bit.
      apply eq_true_iff_eq. rewrite mask_left, Nat.eqb_eq. split.
      + intros [D1 D2]. destruct (Nat.eq_dec d e) as [|Hne]; auto. specialize (H4 d D1 Hne). unfold p in H4.
        rewrite drawn_reads in H4 by eauto. congruence.
      + intros ->. tauto.
    - intros H. assert (forall d, In d b /\ has n d = false <-> d = e) as Hd.
      { intros d. rewrite <- mask_left, H, has_bit. apply Nat.eqb_eq. }
      destruct (proj2 (Hd e) eq_refl) as [H1 H2]. repeat split; auto.
      + apply open_reads. eauto.
      + intros d D1 D2. unfold p. rewrite drawn_reads by eauto. destruct (has n d) eqn:E; auto.
        exfalso. apply D2, Hd. auto.
  Qed.

  Lemma ready_mask : forall b, In b (boxes g) -> (single (N.ldiff (mask b) n) = true <-> exists e, last_edge g p b e).
  Proof.
    intros b Hb. rewrite single_bit. split; intros [e H]; exists e; now apply last_edge_mask.
  Qed.

  (* The edge belongs to a box if the box's set has its bit. *)
  Lemma has_mask_in : forall b e, has (mask b) e = true <-> In e b.
  Proof. intros. rewrite has_mask. apply in_existsb. Qed.
End Boxes.
