(* Boards that differ only by the numbers of their edges have the same values. *)
From Coq Require Import Permutation.
From Pipopipette Require Import game boards.

Definition same_edges (b b' : list nat) : Prop := forall e, In e b <-> In e b'.

(* [f] maps the edges of [g] one to one to those of [h], [back] maps them back, and the boxes of [g] become those of
   [h], in some order. *)
Record isomorphism (g h : board) (f back : nat -> nat) : Prop := {
  f_inside : forall e, e < edges g -> f e < edges h;
  back_inside : forall e, e < edges h -> back e < edges g;
  back_f : forall e, e < edges g -> back (f e) = e;
  f_back : forall e, e < edges h -> f (back e) = e;
  f_boxes : exists l, Permutation l (boxes h) /\ Forall2 (fun box box' => same_edges (map f box) box') (boxes g) l
}.

(* The position with edge [e] drawn if edge [back e] is drawn in [p]. *)
Definition image (h : board) (back : nat -> nat) (p : position) : position :=
  map (fun e => drawn p (back e)) (seq 0 (edges h)).

Lemma image_length : forall h back p, length (image h back p) = edges h.
Proof. intros. unfold image. now rewrite map_length, seq_length. Qed.

Lemma drawn_image : forall h back p e, e < edges h -> drawn (image h back p) e = drawn p (back e).
Proof.
  intros. unfold image, drawn at 1.
  rewrite nth_indep with (d' := drawn p (back 0)) by now rewrite map_length, seq_length.
  rewrite map_nth with (d := 0) (f := fun e => drawn p (back e)). now rewrite seq_nth.
Qed.

Lemma count_permutation : forall A (f : A -> bool) l l', Permutation l l' -> count f l = count f l'.
Proof.
  unfold count. induction 1; simpl; auto.
  - destruct (f x); simpl; auto.
  - destruct (f x), (f y); auto.
  - congruence.
Qed.

Section Isomorphism.
  Context (g h : board) (f back : nat -> nat) (inside : well_formed g) (iso : isomorphism g h f back).

  Lemma complete_image : forall p box box',
    In box (boxes g) -> same_edges (map f box) box' -> complete (image h back p) box' = complete p box.
  Proof.
    intros p box box' Hb Hs. apply eq_true_iff_eq. rewrite !complete_iff.
    assert (forall e, In e box -> drawn (image h back p) (f e) = drawn p e) as Hd.
    { intros e He. rewrite drawn_image by (apply (f_inside _ _ _ _ iso); eauto).
      now rewrite (back_f _ _ _ _ iso) by eauto. }
    split.
    - intros H e He. rewrite <- Hd by auto. apply H, Hs. now apply in_map.
    - intros H e He. apply Hs in He. apply in_map_iff in He. destruct He as [d [<- He]]. rewrite Hd; auto.
  Qed.

  Lemma draw_image : forall p e, e < edges g -> image h back (draw p e) = draw (image h back p) (f e).
  Proof.
    intros p e He. apply drawn_ext; rewrite ?draw_length, !image_length; auto.
    intros d Hd. rewrite drawn_draw, !drawn_image by auto. rewrite drawn_draw. f_equal.
    apply eq_true_iff_eq. rewrite !Nat.eqb_eq. split; intros H.
    - now rewrite <- H, (f_back _ _ _ _ iso).
    - subst d. now apply (back_f _ _ _ _ iso).
  Qed.

  Lemma captures_image : forall p e, e < edges g -> captures h (image h back p) (f e) = captures g p e.
  Proof.
    intros p e He. unfold captures. destruct (f_boxes _ _ _ _ iso) as [l [Hp Hl]].
    rewrite <- (count_permutation _ _ _ _ Hp).
    assert (forall bs, (forall box, In box bs -> In box (boxes g)) ->
              Forall2 (fun box box' => same_edges (map f box) box') bs l ->
              count (fun box => complete (draw (image h back p) (f e)) box
                                && negb (complete (image h back p) box)) l
              = count (fun box => complete (draw p e) box && negb (complete p box)) bs) as H.
    { clear Hp Hl. intros bs Hin H2. induction H2 as [|box box' bs l Hs H2 IH]; auto.
      unfold count in *. simpl. rewrite <- draw_image by auto.
      rewrite !(complete_image _ box box') by (auto; apply Hin; simpl; auto).
      rewrite <- draw_image in IH by auto.
      destruct (complete (draw p e) box && negb (complete p box)); simpl;
        rewrite IH; auto; intros; apply Hin; simpl; auto. }
    apply H; auto.
  Qed.

  (* The general lemma. *)
  Theorem value_image : forall p, length p = edges g -> value h (image h back p) = value g p.
  Proof.
    assert (forall n p, length (open_edges p) = n -> length p = edges g ->
              value h (image h back p) = value g p) as H.
    { induction n as [n IH] using lt_wf_ind. intros p Hn Hp.
      rewrite (value_by_moves h), (value_by_moves g). apply best_same.
      assert (forall e, drawn p e = false ->
                worth (captures h (image h back p) (f e)) (value h (draw (image h back p) (f e)))
                = worth (captures g p e) (value g (draw p e))) as Hw.
      { intros e He. assert (e < edges g) by (rewrite <- Hp; now apply open_inside).
        rewrite captures_image, <- draw_image by auto. f_equal.
        apply open_draw in He. apply IH with (length (open_edges (draw p e))); auto; [lia|].
        now rewrite draw_length. }
      intros v. rewrite !in_map_iff. split; intros [e [<- He]]; apply in_open in He.
      - assert (e < edges h) as Hl by (apply open_inside in He; now rewrite image_length in He).
        rewrite drawn_image in He by auto. exists (back e). split; [|now apply in_open].
        rewrite <- Hw by auto. now rewrite (f_back _ _ _ _ iso).
      - exists (f e). split; [now apply Hw|]. apply in_open.
        assert (e < edges g) by (rewrite <- Hp; now apply open_inside).
        rewrite drawn_image by now apply (f_inside _ _ _ _ iso). now rewrite (back_f _ _ _ _ iso). }
    intros. now apply H with (length (open_edges p)).
  Qed.
End Isomorphism.
