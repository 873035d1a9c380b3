(* The ways on the levels of the search for distinct turns, with boards and steps as these functions write them. *)

open Rules

let levels text_of_board word_of_step turn =
  (* The order of actions is asked for more than once on each board. *)
  let orders = Hashtbl.create 64 in
  let actions board =
    let text = text_of_board board in
    if not (Hashtbl.mem orders text) then Hashtbl.add orders text (in_order turn.mover board);
    Hashtbl.find orders text
  in
  let left = 4 - turn.taken in
  let words deed =
    let steps = match deed with Finish step | Plain step -> [ step ] | PullBy (step, next) | PushBy (step, next) -> [ step; next ] in
    List.map word_of_step steps
  in
  let way deeds = String.concat "," (List.concat_map words (List.rev deeds)) in
  let level n =
    let (kept, _), _ = expanded turn left actions (endings_of turn) n in
    List.map way (List.filter (fun deeds -> board_after turn deeds <> turn.start) kept)
  in
  String.concat " / " (List.init (max 0 (left - 1)) (fun n -> String.concat " " (level (n + 1))))
