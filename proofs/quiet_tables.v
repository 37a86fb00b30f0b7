(* Tables that have entries for quiet positions only: by identities (A) and (B), each is the value. *)
From Pipopipette Require Import game boards settle settling stored quiet_moves.

(* A set of positions that moves do not leave, such as those that contain a start, or those with few open edges. *)
Record closed (g : board) (kept : position -> Prop) : Prop := {
  kept_length : forall p, kept p -> length p = edges g;
  kept_draw : forall p e, kept p -> kept (draw p e)
}.

(* [stored] represents each quiet position of the set by a quiet one of the set with the same value and as many open
   edges. *)
Record stands_for (g : board) (kept : position -> Prop) (stored : position -> position) : Prop := {
  stored_kept : forall p, kept p -> quiet g p -> kept (stored p);
  stored_quiet : forall p, kept p -> quiet g p -> quiet g (stored p);
  stored_open : forall p, kept p -> quiet g p -> length (open_edges (stored p)) = length (open_edges p);
  stored_value : forall p, kept p -> quiet g p -> value g (stored p) = value g p
}.

(* [v] agrees with (B) as the entry of the quiet position [p], by the entries of other quiet positions; that of the full
   board is 0. *)
Definition agrees (g : board) (table : position -> Z) (p : position) (v : Z) : Prop :=
  match open_edges p with
  | [] => v = 0%Z
  | _ :: _ => is_greatest v (quiet_worths g table p)
  end.

(* The answer of a reader: (A), with the entry of the settled position. *)
Definition settled_answer (g : board) (table : position -> Z) (p : position) : Z :=
  let q := settle g p in settled_value g p q (table q).

Lemma kept_takes : forall g kept p q, closed g kept -> kept p -> takes g p q -> kept q.
Proof. intros g kept p q Hc Hp H. induction H; auto. apply IHtakes. now apply Hc. Qed.

Lemma quiet_worths_ext : forall g f h p,
  (forall x, drawn p x = false -> f (settle g (draw p x)) = h (settle g (draw p x))) ->
  quiet_worths g f p = quiet_worths g h p.
Proof. intros. apply map_ext_in. intros x Hx. apply in_open in Hx. cbv zeta. now rewrite H. Qed.

(* The entry of [p] is that of a position which comes before it in some order and has the same value. *)
Definition repeats (g : board) (kept : position -> Prop) (order : position -> nat) (table : position -> Z)
  (p : position)
  : Prop :=
  exists p', kept p' /\ quiet g p' /\ length (open_edges p') = length (open_edges p) /\ order p' < order p
    /\ value g p' = value g p /\ table p' = table p.

(* The theorem of the quiet table. [entry] has the entry that a reader finds for a quiet position, such as that of the
   position that stands for it. If each agrees with (B), or is that of a position before, it is the value, and what a
   reader answers by (A) is the value of any position of the set. *)
Theorem quiet_table_is_value : forall rows columns kept stored order (entry : position -> Z),
  let g := rectangle rows columns in
  closed g kept -> stands_for g kept stored ->
  (forall p, kept p -> quiet g p -> agrees g entry (stored p) (entry p) \/ repeats g kept order entry p) ->
  (forall p, kept p -> quiet g p -> entry p = value g p)
  /\ (forall p, kept p -> settled_answer g entry p = value g p).
Proof.
  intros rows columns kept stored order entry g Hclosed [Hkept Hquiet Hopen Hvalue] Hrule.
  assert (forall n m p, length (open_edges p) = n -> order p = m -> kept p -> quiet g p -> entry p = value g p) as H.
  { induction n as [n IH] using lt_wf_ind. induction m as [m IHm] using lt_wf_ind. intros p Hn Hm Hk Hq.
    destruct (Hrule p Hk Hq) as [Hrule'|[p' [R1 [R2 [R3 [R4 [R5 R6]]]]]]].
    - rewrite <- Hvalue by auto. unfold agrees in Hrule'. destruct (open_edges (stored p)) as [|e l] eqn:E.
      + now rewrite value_full.
      + assert (open_edges (stored p) <> []) as Hne by (rewrite E; discriminate).
        apply greatest_unique with (quiet_worths g (value g) (stored p)).
        * rewrite (quiet_worths_ext g (value g) entry); auto. intros x Hx. symmetry.
          assert (settles g (draw (stored p) x) (settle g (draw (stored p) x))) as [Ht Hs] by apply settle_settles.
          apply IH with (length (open_edges (settle g (draw (stored p) x))))
            (order (settle g (draw (stored p) x))); auto.
          -- apply takes_fewer_open in Ht. apply open_draw in Hx. rewrite Hopen in Hx by auto. lia.
          -- apply kept_takes with g (draw (stored p) x); auto. apply Hclosed. auto.
        * apply value_quiet; auto; [apply rectangle_once|apply rectangle_two_sided|apply rectangle_simple].
    - rewrite <- R5, <- R6. apply IHm with (order p'); auto; [lia|congruence]. }
  split; [intros p; now apply H with (length (open_edges p)) (order p)|].
  intros p Hk. unfold settled_answer. cbv zeta.
  assert (settles g p (settle g p)) as [Ht Hs] by apply settle_settles.
  rewrite (H (length (open_edges (settle g p))) (order (settle g p))); auto.
  - symmetry. apply value_settle.
  - now apply kept_takes with g p.
Qed.

(* The set may be all positions, those that contain a start, or those with at most [m] open edges. *)

Definition holds_start (g : board) (start p : position) : Prop :=
  length p = edges g /\ forall e, drawn start e = true -> drawn p e = true.

Lemma start_closed : forall g start, closed g (holds_start g start).
Proof.
  intros. constructor; intros p; [now intros []|]. intros e [H1 H2]. split; [now rewrite draw_length|].
  intros d Hd. rewrite drawn_draw. now rewrite H2.
Qed.

Lemma few_open_closed : forall g kept m, closed g kept -> closed g (fun p => kept p /\ length (open_edges p) <= m).
Proof.
  intros g kept m [H1 H2]. constructor; [now intros p []; auto|]. intros p e [Hk Hm]. split; auto.
  destruct (drawn p e) eqn:E; [|apply open_draw in E; lia].
  assert (draw p e = p) as ->; auto. apply drawn_ext; rewrite ?draw_length; auto. intros d _. rewrite drawn_draw.
  destruct (Nat.eqb_spec d e) as [->|]; [now rewrite E|apply orb_false_r].
Qed.
