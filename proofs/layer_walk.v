(* The walk of the checker of layers visits every quiet position whose outer edges are merged. *)
From Coq Require Import NArith.
From Pipopipette Require Import game boards symmetry merging settle edge_sets layer_checker layer_entries.

(* The image of a set has an edge if the set has the edge that is mapped to it. *)
Lemma has_image_of : forall count n f d,
  has (image_of count n f) d = true <-> exists e, e < count /\ has n e = true /\ f e = d.
Proof.
  intros. unfold image_of. rewrite has_mask, in_existsb, in_map_iff. split.
  - intros [e [E1 E2]]. apply filter_In in E2. rewrite in_seq in E2. exists e. repeat split; auto; [lia|tauto].
  - intros [e [E1 [E2 E3]]]. exists e. rewrite filter_In, in_seq. repeat split; auto. lia.
Qed.

Lemma image_of_bit : forall count n f e, e < count ->
  image_of count (N.lor n (bit e)) f = N.lor (image_of count n f) (bit (f e)).
Proof.
  intros count n f e He. apply same_bits. intros d. rewrite has_lor, has_bit. apply eq_true_iff_eq.
  rewrite orb_true_iff, !has_image_of, Nat.eqb_eq. split.
  - intros [x [X1 [X2 X3]]]. rewrite has_lor, has_bit in X2. apply orb_true_iff in X2. destruct X2 as [X2|X2].
    + left. eauto.
    + right. apply Nat.eqb_eq in X2. now subst.
  - intros [[x [X1 [X2 X3]]]| ->].
    + exists x. repeat split; auto. now rewrite has_lor, X2.
    + exists e. repeat split; auto. rewrite has_lor, has_bit, Nat.eqb_refl. apply orb_true_r.
Qed.

Lemma lor_each_images : forall count n e mirrors, e < count ->
  lor_each (map (image_of count n) mirrors) (map (fun f => bit (f e)) mirrors)
  = map (image_of count (N.lor n (bit e))) mirrors.
Proof.
  induction mirrors as [|f mirrors IH]; intros He; auto. cbn [map lor_each]. now rewrite IH, image_of_bit.
Qed.

Lemma not_among : forall e l, among e l = false <-> ~ In e l.
Proof. intros. unfold among. rewrite <- not_true_iff_false, in_existsb. tauto. Qed.

Section Walk.
  Context (g : board) (pairs : list (nat * nat)) (mirrors : list (nat -> nat)) (entry : N -> list N -> bool)
    (target : N)
    (calm : forall b, In b (boxes g) -> single (N.ldiff (mask b) target) = false)
    (merged_target : forall a b, In (a, b) pairs -> has target b = true -> has target a = true).

  Let images n := map (image_of (edges g) n) mirrors.

  Lemma none_ready_true : forall n l, (forall m, In m l -> single (N.ldiff m n) = false) -> none_ready n l = true.
  Proof.
    induction l as [|m l IH]; intros H; auto. simpl. rewrite (H m) by (simpl; auto).
    apply IH. intros. apply H. simpl. auto.
  Qed.

  (* A decided box will not change. *)
  Lemma decided_calm : forall n e rest m,
    (forall d, has n d = true -> has target d = true) ->
    (forall d, has target d = true -> has n d = true \/ In d rest) ->
    In m (filter (fun m => (N.land m (mask rest) =? 0)%N) (boxes_of g e)) -> single (N.ldiff m n) = false.
  Proof.
    intros n e rest m Hin Hout Hm. apply filter_In in Hm. destruct Hm as [Hm Hz]. apply in_boxes_of in Hm.
    destruct Hm as [b [Hb [-> _]]]. rewrite <- (calm b Hb). f_equal. apply same_bits. intros d.
    rewrite !has_ldiff. destruct (has (mask b) d) eqn:E; auto. simpl. f_equal.
    apply eq_true_iff_eq. split; auto. intros Ht. destruct (Hout d Ht) as [|Hd]; auto. exfalso.
    apply N.eqb_eq in Hz. assert (has (N.land (mask b) (mask rest)) d = true) as Hd'.
    { rewrite has_land, E. now apply has_mask_in. }
    rewrite Hz, has_0 in Hd'. discriminate.
  Qed.

  Lemma walk_visits : forall es n,
    (forall e, In e es -> e < edges g) ->
    (forall d, has n d = true -> has target d = true) ->
    (forall d, has target d = true -> has n d = true \/ In d es) ->
    walk entry (steps_of g pairs mirrors es) (N.of_nat (count (fun e => negb (has target e)) es)) n (images n) = true ->
    entry target (images target) = true.
  Proof.
    induction es as [|e rest IH]; intros n Hi Hin Hout H.
    - assert (n = target) as ->; [|exact H]. apply same_bits. intros d. apply eq_true_iff_eq. split; auto.
      intros Hd. destruct (Hout d Hd) as [|[]]; auto.
    - assert (count (fun e => negb (has target e)) rest <= length rest) as Hcount.
      { unfold count. clear. induction rest as [|d rest IH]; simpl; auto. destruct (negb (has target d)); simpl; lia. }
      cbn [steps_of walk edge images_of_edge decided before later] in H.
      assert (forall d, In d rest -> d < edges g) as Hi' by (intros; apply Hi; simpl; auto).
      assert (e < edges g) as He by (apply Hi; simpl; auto).
      unfold count in H, Hcount, IH. cbn [filter] in H. destruct (has target e) eqn:E; cbn [negb] in H.
      + destruct (N.ltb_spec (N.of_nat (length rest) + 1)
          (N.of_nat (length (filter (fun e => negb (has target e)) rest))));
          [lia|].
        assert (forall d, has (N.lor n (bit e)) d = true -> has target d = true) as Hin'.
        { intros d Hd. rewrite has_lor, has_bit in Hd. apply orb_true_iff in Hd. destruct Hd as [|Hd]; auto.
          apply Nat.eqb_eq in Hd. now subst. }
        assert (forall d, has target d = true -> has (N.lor n (bit e)) d = true \/ In d rest) as Hout'.
        { intros d Hd. rewrite has_lor, has_bit. destruct (Hout d Hd) as [->|[->|]]; auto.
          rewrite Nat.eqb_refl, orb_true_r. auto. }
        match type of H with context [(N.ldiff (mask ?l) n =? 0)%N] =>
          assert ((N.ldiff (mask l) n =? 0)%N = true) as Hbefore end.
        { apply N.eqb_eq, empty_iff. intros a. destruct (has _ a) eqn:Ea; auto. exfalso.
          rewrite has_ldiff, andb_true_iff, negb_true_iff in Ea. destruct Ea as [Ea Ena]. apply has_mask_in in Ea.
          apply in_map_iff in Ea. destruct Ea as [[a' b] [Ea Hp]]. simpl in Ea. subst a'. apply filter_In in Hp.
          destruct Hp as [Hp Hc]. apply andb_true_iff in Hc. destruct Hc as [Hc Hn]. apply Nat.eqb_eq in Hc.
          cbn [fst snd] in Hc, Hn.
          subst b. apply negb_true_iff, not_among in Hn. destruct (Hout a); auto; [|congruence].
          now apply (merged_target a e). }
        rewrite Hbefore in H. rewrite none_ready_true in H by (intros m Hm; now apply decided_calm with e rest).
        unfold images in H. rewrite lor_each_images in H by auto.
        apply (IH (N.lor n (bit e))); auto. fold (images (N.lor n (bit e))) in H.
        destruct (walk entry (steps_of g pairs mirrors rest) _ (N.lor n (bit e)) _); auto.
      + cbn [length] in H.
        destruct (N.ltb_spec (N.of_nat (length rest) + 1)
          (N.of_nat (S (length (filter (fun e => negb (has target e)) rest))))); [lia|].
        match type of H with (if ?c then ?d else false) = true => destruct c; [|discriminate] end.
        destruct (N.eqb_spec (N.of_nat (S (length (filter (fun e => negb (has target e)) rest)))) 0); [lia|].
        assert (forall d, has target d = true -> has n d = true \/ In d rest) as Hout'.
        { intros d Hd. destruct (Hout d Hd) as [|[->|]]; auto. congruence. }
        rewrite none_ready_true in H by (intros m Hm; now apply decided_calm with e rest).
        replace (N.pred (N.of_nat (S (length (filter (fun e => negb (has target e)) rest)))))
          with (N.of_nat (length (filter (fun e => negb (has target e)) rest))) in H by lia.
        now apply (IH n).
  Qed.
End Walk.
