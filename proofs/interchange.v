(* Identity (D) of docs/architecture.md: positions whose moves agree one by one have the same value. *)
From Pipopipette Require Import game boards settle settling stored quiet_moves.

(* Each move of [p] has one of [p'] that captures as many boxes, draws as many edges, and leads to a related
   position. *)
Definition moves_agree (g : board) (related : position -> position -> Prop) (p p' : position) : Prop :=
  forall x, drawn p x = false -> exists x', drawn p' x' = false
    /\ let q := settle g (draw p x) in
       let q' := settle g (draw p' x') in
       (done g q - done g p = done g q' - done g p')%Z /\ edges_drawn p q = edges_drawn p' q' /\ related q q'.

(* Interchangeable positions: quiet ones whose moves agree, in both directions. *)
Record interchangeable (g : board) (related : position -> position -> Prop) : Prop := {
  both_quiet : forall p p', related p p' -> quiet g p /\ quiet g p';
  there_agree : forall p p', related p p' -> moves_agree g related p p';
  back_agree : forall p p', related p p' -> moves_agree g (fun q' q => related q q') p' p
}.

Theorem value_interchangeable : forall rows columns related,
  let g := rectangle rows columns in
  interchangeable g related -> forall p p', related p p' -> value g p = value g p'.
Proof.
  intros rows columns related g [Hquiet Hthere Hback].
  assert (forall n p p', length (open_edges p) = n -> related p p' -> value g p = value g p') as H.
  { induction n as [n IH] using lt_wf_ind. intros p p' Hn Hr. destruct (Hquiet p p' Hr) as [Hq Hq'].
    (* The settled position has fewer open edges. *)
    assert (forall x, drawn p x = false -> length (open_edges (settle g (draw p x))) < n) as Hfewer.
    { intros x Hx. assert (settles g (draw p x) (settle g (draw p x))) as [Ht _] by apply settle_settles.
      apply takes_fewer_open in Ht. apply open_draw in Hx. lia. }
    assert (forall v, In v (quiet_worths g (value g) p) <-> In v (quiet_worths g (value g) p')) as Hsame.
    { intros v. unfold quiet_worths. rewrite !in_map_iff. split; intros [x [<- Hx]]; apply in_open in Hx.
      - destruct (Hthere p p' Hr x Hx) as [x' [X1 [X2 [X3 X4]]]]. exists x'. split; [|now apply in_open].
        cbv zeta. unfold quiet_worth. rewrite <- X2, <- X3. f_equal. symmetry.
        apply IH with (length (open_edges (settle g (draw p x)))); auto.
      - destruct (Hback p p' Hr x Hx) as [x' [X1 [X2 [X3 X4]]]]. exists x'. split; [|now apply in_open].
        cbv zeta. unfold quiet_worth. rewrite <- X2, <- X3. f_equal.
        apply IH with (length (open_edges (settle g (draw p x')))); auto. }
    assert (forall p, quiet g p -> open_edges p <> [] -> is_greatest (value g p) (quiet_worths g (value g) p))
      as Hvalue.
    { apply value_quiet; [apply rectangle_once|apply rectangle_two_sided|apply rectangle_simple]. }
    destruct (open_edges p) as [|x l] eqn:E, (open_edges p') as [|x' l'] eqn:E'.
    - now rewrite !value_full.
    - exfalso. assert (drawn p' x' = false) as Hx by (apply in_open; rewrite E'; simpl; auto).
      destruct (Hback p p' Hr x' Hx) as [y [Y _]]. apply in_open in Y. rewrite E in Y. contradiction.
    - exfalso. assert (drawn p x = false) as Hx by (apply in_open; rewrite E; simpl; auto).
      destruct (Hthere p p' Hr x Hx) as [y [Y _]]. apply in_open in Y. rewrite E' in Y. contradiction.
    - apply greatest_unique with (quiet_worths g (value g) p'); [|apply Hvalue; auto; congruence].
      assert (is_greatest (value g p) (quiet_worths g (value g) p)) as [H1 H2] by (apply Hvalue; auto; congruence).
      split; [now apply Hsame|]. intros v Hv. now apply H2, Hsame. }
  intros p p' Hr. now apply H with (length (open_edges p)).
Qed.
