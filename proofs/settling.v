(* The theorem of settling: identity (A) of docs/architecture.md. *)
From Pipopipette Require Import game boards settle settle_bounds handouts.

Section Settling.
  Context {g : board} (once : NoDup (boxes g)) (sides : two_sided g).

  Lemma keeps_left : forall p q m, keeps g p q m -> (m <= done g q - done g p)%Z.
  Proof. intros p q m [p' [x [H1 [H2 [H3 [H4 H5]]]]]]. apply takes_done in H1. lia. Qed.

  Lemma leading_out_before : forall p p' q, takes g p p' -> leading_out g p q = [] -> leading_out g p' q = [].
  Proof.
    induction 1 as [p|p e p' He Hc H IH]; auto. intros Hl. apply IH.
    destruct (leading_out g (draw p e) q) as [|x l] eqn:E; auto. exfalso.
    assert (In x (leading_out g (draw p e) q)) as Hx by (rewrite E; simpl; auto).
    apply in_leading_out in Hx. assert (In x (leading_out g p q)) as Hi; [|rewrite Hl in Hi; contradiction].
    apply in_leading_out. split; [|tauto]. apply declining_before with e; tauto.
  Qed.

  (* Identity (A). *)
  Theorem value_settled : forall p q, settles g p q -> value g p = settled_value g p q (value g q).
  Proof.
    intros p q Hs. unfold settled_value. destruct (leading_out g p q) as [|y l] eqn:Hl.
    - destruct (declining g p q) as [|x l] eqn:Hd; [now apply value_all|].
      assert (keeps g p q 4) as Hk by (apply (keeps_four once sides); auto; now rewrite Hd).
      apply value_keeps in Hk. generalize (value_takes p q (proj1 Hs)).
      assert (value g p <= done g q - done g p + Z.max (value g q) (- (2 * 4) - value g q))%Z; [|lia].
      apply value_upper; auto. intros p' z H1 H2 H3. apply keeps_left. apply (keeps_four once sides).
      + split; auto. apply Hs.
      + now apply leading_out_before with p.
      + apply some_in. eauto.
    - assert (keeps g p q 2) as Hk by (apply (keeps_two once sides); auto; now rewrite Hl).
      apply value_keeps in Hk. generalize (value_takes p q (proj1 Hs)).
      assert (value g p <= done g q - done g p + Z.max (value g q) (- (2 * 2) - value g q))%Z; [|lia].
      apply value_upper; auto. intros p' z H1 H2 H3.
      assert (settles g p' q) as Hs' by (split; auto; apply Hs).
      destruct (leading_out g p' q) as [|y' l'] eqn:Hl'.
      + assert (keeps g p' q 4) as Hk4; [|apply keeps_left in Hk4; lia].
        apply (keeps_four once sides); auto. apply some_in. eauto.
      + apply keeps_left. apply (keeps_two once sides); auto. now rewrite Hl'.
  Qed.
End Settling.

(* Rectangles. *)

Lemma rectangle_once : forall rows columns, NoDup (boxes (rectangle rows columns)).
Proof.
  intros. simpl. assert (forall l, incl l (cells rows columns) -> NoDup l -> NoDup (map (box rows columns) l)) as H.
  { induction l as [|cell l IH]; simpl; intros Hi Hn; constructor; inversion Hn as [|? ? Hc Hl]; subst.
    - intros Hin. apply in_map_iff in Hin. destruct Hin as [cell' [E Hin]]. apply Hc.
      assert (cell' = cell); [|now subst].
      assert (In cell' (cells rows columns)) as H1 by (apply Hi; simpl; auto).
      assert (In cell (cells rows columns)) as H2 by (apply Hi; simpl; auto).
      destruct cell' as [r' c'], cell as [r c]. apply in_cells in H1, H2. unfold box in E. simpl map in E.
      injection E as E _ _ _.
      assert (Horizontal r' c' = Horizontal r c) as E'; [|now inversion E'].
      apply number_injective with rows columns; simpl; auto; lia.
    - apply IH; auto. intros x Hx. apply Hi. simpl. auto. }
  apply H; [apply incl_refl|apply cells_once].
Qed.

Lemma rectangle_two_sided : forall rows columns, two_sided (rectangle rows columns).
Proof.
  intros rows columns e x y z Hx Hy Hz Hex Hey Hez. simpl in Hx, Hy, Hz.
  apply in_map_iff in Hx, Hy, Hz. destruct Hx as [cx [<- Hx]], Hy as [cy [<- Hy]], Hz as [cz [<- Hz]].
  unfold box in Hex, Hey, Hez. apply in_map_iff in Hex, Hey, Hez.
  destruct Hex as [px [Ex Px]], Hey as [py [Ey Py]], Hez as [pz [Ez Pz]].
  assert (py = px) as ->.
  { apply number_injective with rows columns; [| |congruence].
    - now apply sides_inside with cy.
    - now apply sides_inside with cx. }
  assert (pz = px) as ->.
  { apply number_injective with rows columns; [| |congruence].
    - now apply sides_inside with cz.
    - now apply sides_inside with cx. }
  assert (cx = cy \/ cx = cz \/ cy = cz) as [->|[->| ->]]; auto.
  destruct cx as [rx cx], cy as [ry cy], cz as [rz cz]. rewrite !pair_equal_spec.
  simpl in Px, Py, Pz.
  destruct px as [r c|r c];
    destruct Px as [Px|[Px|[Px|[Px|[]]]]]; try discriminate Px; injection Px as <- <-;
    destruct Py as [Py|[Py|[Py|[Py|[]]]]]; try discriminate Py; injection Py as ? ?;
    destruct Pz as [Pz|[Pz|[Pz|[Pz|[]]]]]; try discriminate Pz; injection Pz as ? ?; lia.
Qed.

(* The theorem, for every board and position, with the settled position computed. *)
Theorem value_settle : forall rows columns p,
  let g := rectangle rows columns in
  value g p = settled_value g p (settle g p) (value g (settle g p)).
Proof.
  intros. apply value_settled; unfold g.
  - apply rectangle_once.
  - apply rectangle_two_sided.
  - apply settle_settles.
Qed.
