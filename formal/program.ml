(* Reads lines, asks the rules extracted from Rules.v, and writes one line for each. It knows letters and no rule.

   A line of the line kit (docs/line-kit.md) is answered as that page says. A line may also be

     QUESTION EDITION SIDE BOARD EARLIER HANDICAP [WORD...] [/ WORD...]

   with the words of the line kit. EDITION is `-` for the default. HANDICAP is `-` in play, and in a setup the letters left
   out, or `none`. The words before the stroke are the actions already taken in the turn, the words after it are actions put
   to the rules.

     valid      valid | invalid RULE                  RULE: the first rule of chapter 11 that is violated
     actions    actions WORD...                       the legal actions in the order of ORD-2
     play       played BOARD SIDE OUTCOME TOKEN...    after all actions: the board now, the player whose turn it is, and the
                                                      actions as text, each with its captures behind it
                refused NUMBER RULE BOARD OUTCOME     the action that is refused, from 0, and the board and outcome before all
     turns      turns BOARD...                        the distinct turns
     levels     levels WAY... / WAY... / ...          in play: the boards that the search for distinct turns keeps after one step, two
                                                      and so on, below the last; each by its WAY, words with commas between
     steps N    counts COUNT...                       sequences of 1 to N steps
     turns N    counts COUNT...                       sequences of 1 to N turns

   Any of them may be answered by `invalid RULE`. A question with a `!` behind it is about movement where the game is over. *)

open Rules

exception Unreadable of string

let unreadable what = raise (Unreadable what)

let squares_of_text = Array.init 64 (fun at -> List.nth squares (((7 - (at / 8)) * 8) + (at mod 8)))
let kind_letters = [ ('E', Elephant); ('M', Camel); ('H', Horse); ('D', Dog); ('C', Cat); ('R', Rabbit) ]

let piece_of_letter letter =
  match List.assoc_opt (Char.uppercase_ascii letter) kind_letters with
  | Some kind_of ->
      let side_of = if letter = Char.uppercase_ascii letter then Gold else Silver in
      { side_of; kind_of }
  | None -> unreadable (Printf.sprintf "piece %c" letter)

let letter_of_piece { side_of; kind_of } =
  let letter = fst (List.find (fun (_, kind) -> kind = kind_of) kind_letters) in
  if side_of = Gold then letter else Char.lowercase_ascii letter

let board_of_text text =
  if String.length text <> 64 then unreadable "board";
  let cell square =
    let rec find at = if squares_of_text.(at) = square then at else find (at + 1) in
    match text.[find 0] with '.' -> None | letter -> Some (piece_of_letter letter)
  in
  board_of cell

let text_of_board board =
  let cell at = match contents board squares_of_text.(at) with None -> '.' | Some piece -> letter_of_piece piece in
  String.init 64 cell

let square_of_text text =
  let number first letter =
    let at = Char.code letter - Char.code first in
    if at < 0 || at > 7 then unreadable ("square " ^ text) else at
  in
  List.nth squares ((number '1' text.[1] * 8) + number 'a' text.[0])

let text_of_square square =
  let rec find at = function [] -> 0 | other :: rest -> if other = square then at else find (at + 1) rest in
  let at = find 0 squares in
  Printf.sprintf "%c%d" (Char.chr (Char.code 'a' + (at mod 8))) ((at / 8) + 1)

let direction_letters = [ ('n', North); ('s', South); ('e', East); ('w', West) ]

let action_of_word word =
  match String.length word with
  | 3 when word = "end" -> EndTurn
  | 3 -> Place (piece_of_letter word.[0], square_of_text (String.sub word 1 2))
  | 4 -> (
      match List.assoc_opt word.[3] direction_letters with
      | Some towards ->
          Move { stepper = piece_of_letter word.[0]; from = square_of_text (String.sub word 1 2); towards }
      | None -> unreadable word)
  | _ -> unreadable word

let text_of_placement piece square = Printf.sprintf "%c%s" (letter_of_piece piece) (text_of_square square)

let word_of_action = function
  | EndTurn -> "end"
  | Place (piece, square) -> text_of_placement piece square
  | Move { stepper; from; towards } ->
      let letter = fst (List.find (fun (_, direction) -> direction = towards) direction_letters) in
      Printf.sprintf "%s%c" (text_of_placement stepper from) letter

let side_of_text = function "gold" -> Gold | "silver" -> Silver | text -> unreadable ("side " ^ text)
let text_of_side = function Gold -> "gold" | Silver -> "silver"

let editions =
  [ ("2002", E2002); ("2005-05-28", E2005); ("2005-05-28+no-draws", E2005_no_draws); ("2008-07-01", E2008) ]

let edition_of_text = function "-" -> current | text -> List.assoc text editions

let earlier_of_text = function
  | "-" -> []
  | text ->
      let position text =
        match String.split_on_char ':' text with
        | [ side; board ] -> (board_of_text board, side_of_text side)
        | _ -> unreadable "earlier position"
      in
      List.map position (String.split_on_char ',' text)

let handicap_of_text = function
  | "-" -> None
  | "none" -> Some []
  | text -> Some (List.map piece_of_letter (List.of_seq (String.to_seq text)))

let name_of_rule = function
  | SET_1 -> "SET-1" | SET_2 -> "SET-2" | SET_3 -> "SET-3" | SET_4 -> "SET-4" | SET_5 -> "SET-5" | SET_6 -> "SET-6"
  | STP_1 -> "STP-1" | STP_2 -> "STP-2" | STP_3 -> "STP-3" | STP_4 -> "STP-4" | STP_5 -> "STP-5" | FRZ_2 -> "FRZ-2"
  | PSH_1 -> "PSH-1" | PSH_2 -> "PSH-2" | PSH_3 -> "PSH-3" | PSH_4 -> "PSH-4" | PSH_5 -> "PSH-5"
  | TRN_1 -> "TRN-1" | TRN_2 -> "TRN-2" | TRN_3 -> "TRN-3" | REP_2 -> "REP-2"
  | END_3 -> "END-3" | END_4 -> "END-4" | END_5 -> "END-5" | END_6 -> "END-6" | END_7 -> "END-7" | END_8 -> "END-8"
  | END_9 -> "END-9" | END_10 -> "END-10"
  | VAL_1 -> "VAL-1" | VAL_2 -> "VAL-2" | VAL_3 -> "VAL-3" | VAL_4 -> "VAL-4" | VAL_5 -> "VAL-5" | VAL_6 -> "VAL-6"
  | VAL_7 -> "VAL-7"

let board_now = function InSetup setup -> setup.placed | InPlay play -> play.current_turn.now
let side_now = function InSetup setup -> setup.placer | InPlay play -> play.current_turn.mover

(* The pieces that a step captured, as `cf3x`: those that stood there before the traps were looked at, and do not after it. *)
let captures before action =
  match (before, action) with
  | InPlay { current_turn = { now; _ }; _ }, Move { from; towards; _ } -> (
      match beside from towards with
      | None -> []
      | Some target ->
          let between = moved now from target and after = after_step now from target in
          let gone square =
            match (contents between square, contents after square) with
            | Some piece, None -> [ text_of_placement piece square ^ "x" ]
            | _ -> []
          in
          List.concat_map gone squares)
  | _ -> []

(* Plays actions one after the other: the game and the tokens, or the number and the rule of the first that is refused. *)
let rec played refusal game number tokens = function
  | [] -> Ok (game, List.rev tokens)
  | action :: rest -> (
      match refusal game action with
      | Some rule -> Error (number, rule)
      | None ->
          let tokens = List.rev_append (word_of_action action :: captures game action) tokens in
          played refusal (effect game action) (number + 1) tokens rest)

let outcome_text game =
  match outcome game with
  | None -> "-"
  | Some (rule, winner) ->
      Printf.sprintf "%s:%s" (match winner with None -> "draw" | Some side -> text_of_side side) (name_of_rule rule)

(* The line kit. *)
let line_kit side board earlier words =
  let given_board = board_of_text board and given_side = side_of_text side in
  let game =
    given_start
      { given_edition = current; given_side; given_board; given_actions = []; given_earlier = earlier_of_text earlier;
        given_setup = None }
  in
  match played player_refusal game 0 [] (List.map action_of_word words) with
  | Error _ -> "no"
  | Ok (after, _) ->
      let decided = words = [] || List.mem "end" words in
      let winner = if decided then outcome after else None in
      let winner = match winner with Some (_, Some side) -> text_of_side side | _ -> "-" in
      Printf.sprintf "ok %s %s" (text_of_board (board_now after)) winner

let all_actions game =
  match game with
  | InPlay play -> List.map (fun step -> Move step) (steps_on play.current_turn.now)
  | InSetup setup ->
      let pieces = List.map (fun kind_of -> { side_of = setup.placer; kind_of }) kinds in
      List.concat_map (fun piece -> List.map (fun square -> Place (piece, square)) squares) pieces

let answer question past_end game words =
  let refused = if past_end then refusal else player_refusal in
  let counts count depth = "counts " ^ String.concat " " (List.init depth (fun at -> string_of_int (count (at + 1)))) in
  let over = (not past_end) && outcome game <> None in
  match (question, game, words) with
  | "valid", _, [] -> "valid"
  | "actions", _, [] ->
      let legal = List.filter (fun action -> refused game action = None) (all_actions game) in
      let words = List.sort compare (List.map word_of_action legal) in
      let last = if refused game EndTurn = None then [ "end" ] else [] in
      String.concat " " (("actions" :: words) @ last)
  | "play", _, words -> (
      match played refused game 0 [] (List.map action_of_word words) with
      | Ok (after, tokens) ->
          let board = text_of_board (board_now after) and side = text_of_side (side_now after) in
          String.concat " " ([ "played"; board; side; outcome_text after ] @ tokens)
      | Error (number, rule) ->
          Printf.sprintf "refused %d %s %s %s" number (name_of_rule rule) (text_of_board (board_now game)) (outcome_text game))
  | "turns", game, [] ->
      let boards = match game with InPlay play -> distinct_turns play | InSetup setup -> distinct_setups setup in
      String.concat " " ("turns" :: List.sort compare (List.map text_of_board (if over then [] else boards)))
  | "turns", game, [ depth ] -> counts (fun depth -> turns_to_depth depth game) (int_of_string depth)
  | "levels", InPlay play, [] -> "levels " ^ Levels.levels text_of_board (fun step -> word_of_action (Move step)) play.current_turn
  | "steps", game, [ depth ] -> counts (fun depth -> steps_to_depth depth game) (int_of_string depth)
  | _ -> unreadable question

let rec split_at_stroke = function
  | [] -> ([], [])
  | "/" :: rest -> ([], rest)
  | word :: rest ->
      let before, after = split_at_stroke rest in
      (word :: before, after)

let ask question edition side board earlier handicap words =
  let taken, words = split_at_stroke words in
  let question, past_end =
    match String.split_on_char '!' question with [ question; "" ] -> (question, true) | _ -> (question, false)
  in
  let moment =
    { given_edition = edition_of_text edition; given_side = side_of_text side; given_board = board_of_text board;
      given_actions = List.map action_of_word taken; given_earlier = earlier_of_text earlier;
      given_setup = handicap_of_text handicap }
  in
  match invalidity moment with
  | Some rule -> "invalid " ^ name_of_rule rule
  | None -> (
      match after_actions (given_start moment) moment.given_actions with
      | Some game -> answer question past_end game words
      | None -> unreadable "moment")

let reply line =
  match List.filter (fun word -> word <> "") (String.split_on_char ' ' line) with
  | (("gold" | "silver") as side) :: board :: earlier :: words -> line_kit side board earlier words
  | question :: edition :: side :: board :: earlier :: handicap :: words ->
      ask question edition side board earlier handicap words
  | _ -> unreadable "line"

let () =
  try
    while true do
      let line = input_line stdin in
      let text = try reply line with Unreadable what -> "skip cannot read " ^ what | Not_found -> "skip cannot read it" in
      print_endline text
    done
  with End_of_file -> ()
