(** False neighbours of Game.v: games that come back to a position, computed. *)

From Coq Require Import String List Bool Arith.
From Arimaa Require Import Rules Text Board Game.
Import ListNotations.
Open Scope string_scope.

(** Movement alone has no end in the older editions: in `2005-05-28` nothing refuses a turn that makes
    a position stand for the sixth time, if the game goes on although it is decided (END-11). *)
Definition shuttle : list action :=
  flat_map (fun text => (map Move (steps_named text) ++ [EndTurn])%list) ["Ed1n"; "ed8s"; "Ed2s"; "ed7n"].
Definition two_elephants := board_with "ra8 ed8 Ra1 Ed1".
Example movement_alone_has_no_end :
  let often := List.concat (repeat shuttle 5) in
  match after_actions (InPlay (play_from E2005 two_elephants Gold)) often with
  | Some (InPlay p) => times E2005 (two_elephants, Gold) (past p) = 6
  | _ => False
  end.
Proof. vm_compute. reflexivity. Qed.
(** For players the game ends there with the third occurrence, and in the current edition the turn that
    would make it is refused, so that a bound of one occurrence is false of both. *)
Example a_player_comes_back_twice :
  let twice := List.concat (repeat shuttle 2) in
  option_map outcome (acts (InPlay (play_from E2005 two_elephants Gold)) twice)
    = Some (Some (END_10, Some Gold))
  /\ acts (InPlay (play_from E2005 two_elephants Gold)) (twice ++ shuttle)%list = None
  /\ acts (InPlay (play_from E2008 two_elephants Gold)) twice = None
  /\ match acts (InPlay (play_from E2008 two_elephants Gold)) shuttle with
     | Some (InPlay p) => times E2008 (two_elephants, Gold) (past p) = 2
     | _ => False
     end.
Proof. vm_compute. repeat split. Qed.
