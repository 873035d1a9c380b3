(* Writes the formulas of Formulas.v as lines. Squares and directions are numbers, in the order of Rules.v.

   A formula of its own line has the number of formulas before it:

     known TRUTH | stands PIECE SQUARE | frozen SQUARE | left SQUARE | and N M | or N M | not N

   Other lines say which formula states what:

     = frozen SQUARE N
     = unsupported SQUARE N
     = goal SQUARE SIDE N                                       a rabbit of that side is at goal there
     = after FROM TO SQUARE PIECE N                             after a step PIECE stands on SQUARE
     = step FROM DIRECTION SIDE TAKEN OPEN own|enemy N          some own piece, or some enemy piece, may step; OPEN: `nothing`,
                                                                `pull KIND` or `push KIND` *)

open Rules

let index item list =
  let rec find at = function [] -> raise Not_found | other :: rest -> if other = item then at else find (at + 1) rest in
  find 0 list

let square_number = Hashtbl.create 64
let () = List.iteri (fun at square -> Hashtbl.replace square_number square at) squares
let of_square = Hashtbl.find square_number
let of_kind kind = String.make 1 "EMHDCR".[index kind kinds]
let of_piece { side_of; kind_of } = (if side_of = Gold then Fun.id else String.lowercase_ascii) (of_kind kind_of)
let numbers : (string * int * int, int) Hashtbl.t = Hashtbl.create 100000

(* The number of a formula, whose line is written if it is new: a word, and the numbers of its parts if it has parts. *)
let numbered ((word, n, m) as formula) =
  match Hashtbl.find_opt numbers formula with
  | Some number -> number
  | None ->
      let number = Hashtbl.length numbers in
      Hashtbl.add numbers formula number;
      print_endline (if n < 0 then word else if m < 0 then Printf.sprintf "%s %d" word n else Printf.sprintf "%s %d %d" word n m);
      number

let rec number = function
  | And (Known false, _) | And (_, Known false) -> number (Known false)
  | And (Known true, f) | And (f, Known true) | Or (Known false, f) | Or (f, Known false) -> number f
  | Known truth -> numbered (Printf.sprintf "known %b" truth, -1, -1)
  | Stands (s, p) -> numbered ("stands " ^ of_piece p, of_square s, -1)
  | Frozen s -> numbered ("frozen", of_square s, -1)
  | Left s -> numbered ("left", of_square s, -1)
  | And (f, g) -> two "and" f g
  | Or (f, g) -> two "or" f g
  | Not f -> numbered ("not", number f, -1)

and two word f g =
  let n = number f in
  numbered (word, n, number g)

let states formula what = Printf.printf "= %s %d\n" what (number formula)
let openings = (NothingBegun, "nothing") :: List.concat_map (fun k -> [ (PullBegun k, "pull " ^ of_kind k); (PushBegun k, "push " ^ of_kind k) ]) kinds

let text_of_side side = if side = Gold then "gold" else "silver"

let steps_from from at towards =
  let step side taken (opening, text) (whose, mover) =
    let may { side_of; kind_of } =
      if side_of = mover then step_formula side taken opening { stepper = { side_of; kind_of }; from; towards } else Known false
    in
    let what = Printf.sprintf "step %d %d %s %d %s %s" (of_square from) at (text_of_side side) taken text whose in
    states (any (List.map may pieces)) what
  in
  let whose side = List.iter (fun taken -> List.iter (fun o -> List.iter (step side taken o) [ ("own", side); ("enemy", other side) ]) openings) in
  List.iter (fun side -> whose side [ 0; 1; 2; 3; 4 ]) sides

let after_step_from from towards =
  let after target square piece =
    let what = Printf.sprintf "after %d %d %d %s" (of_square from) (of_square target) (of_square square) (of_piece piece) in
    states (after_formula from target square piece) what
  in
  let to_square target = List.iter (fun square -> List.iter (after target square) pieces) squares in
  Option.iter to_square (beside from towards)

let () =
  let of_square_alone square =
    states (frozen_formula square) (Printf.sprintf "frozen %d" (of_square square));
    states (unsupported_formula (fun s p -> Stands (s, p)) square) (Printf.sprintf "unsupported %d" (of_square square));
    List.iter (fun side -> states (goal_formula square side) (Printf.sprintf "goal %d %s" (of_square square) (text_of_side side))) sides;
    List.iteri (steps_from square) directions;
    List.iter (after_step_from square) directions
  in
  List.iter of_square_alone squares
