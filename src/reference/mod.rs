//! The reference engine: SPEC.md in code.
//!
//! It is written to be read beside the specification, chapter by chapter. Clarity comes before
//! speed: a board is an array of 64 squares, every function states one sentence of the text, and
//! there are no tables and no bit tricks. Changes that make it faster and harder to read are
//! refused. It counts and orders pieces by its own code, not by that of the vocabulary.
//!
//! Four files do more than state their rule, to be fast enough for use. `search.rs` finds distinct
//! turns; the definition is in `distinct.rs`, and a test compares the two. `repetition.rs` notes
//! where each position has stood, `arrangements.rs` completes a setup square by square and not in
//! every order of placements, and `counting.rs` counts these completions by a formula; the
//! comparison of both engines checks the last three.
//!
//! | SPEC.md | file |
//! |---|---|
//! | 1 Board and pieces | `board.rs` |
//! | 2 Setup | `setup.rs`, `arrangements.rs` |
//! | 3 Steps and freezing | `steps.rs`, `freezing.rs` |
//! | 4 Push and pull | `push_and_pull.rs` |
//! | 5 Traps and captures | `traps.rs` |
//! | 6 Turns | `turn.rs`, `distinct.rs` (`search.rs`) |
//! | 7 Repetition | `repetition.rs` |
//! | 8 End of the game, 9 Editions | `ending.rs` |
//! | 11 Validity of positions | `validity.rs` |
//! | 12 Order of refusal reasons | the order of the checks in each function that refuses |
//! | 13 What perft counts | `counting.rs` |
//!
//! `game.rs` and `play.rs` hold the state of a game and pass actions on; `equality.rs` tells
//! whether two moments of a turn have the same future.
//!
//! # Where each rule is stated
//!
//! A test checks that each function exists, that its documentation names the rule, and that every
//! rule of SPEC.md is in this table or the second.
//!
//! | rule | functions |
//! |---|---|
//! | BRD-2 | `board::adjacent`, `board::neighbours`, `board::pieces_beside`, `board::has_friend_beside` |
//! | BRD-3 | `board::is_trap` |
//! | BRD-4 | `board::is_stronger` |
//! | BRD-5 | `board::goal_rank`, `ending::has_reached_goal` |
//! | BRD-6 | `board::number_in_set` |
//! | SET-1 | `game::next_stage`, `setup::apply`, `play::apply` |
//! | SET-2 | `setup::judge_placement` |
//! | SET-3 | `setup::home_ranks`, `setup::judge_placement` |
//! | SET-4 | `setup::judge_placement` |
//! | SET-5 | `setup::judge_placement`, `setup::left_to_place` |
//! | SET-6 | `setup::judge_end`, `counting::count_completions` |
//! | SET-7 | `setup::number_after_handicap`, `setup::left_to_place` |
//! | SET-8 | `game::from_snapshot` |
//! | STP-1 | `steps::judge_piece` |
//! | STP-2 | `steps::judge_piece` |
//! | STP-3 | `steps::judge_destination` |
//! | STP-4 | `steps::judge_destination` |
//! | STP-5 | `steps::judge_own_step`, `steps::is_rabbit_backward` |
//! | FRZ-1 | `freezing::is_frozen` |
//! | FRZ-2 | `freezing::judge` |
//! | FRZ-3 | `freezing::judge` |
//! | FRZ-4 | `freezing::is_frozen` |
//! | PLY-1 | `steps::judge`, `push_and_pull::judge_enemy_step` |
//! | PSH-1 | `push_and_pull::judge_push` |
//! | PSH-2 | `push_and_pull::judge_push` |
//! | PSH-3 | `push_and_pull::judge_push` |
//! | PSH-4 | `push_and_pull::judge_completion`, `turn::judge_end`, `steps::left_open` |
//! | PSH-5 | `push_and_pull::judge_completion` |
//! | PSH-6 | `push_and_pull::judge_completion` |
//! | PUL-1 | `push_and_pull::fits_pull`, `steps::left_open` |
//! | PUL-2 | `push_and_pull::fits_pull` |
//! | PUL-3 | `push_and_pull::judge_enemy_step` |
//! | PUL-4 | `steps::left_open` |
//! | CAP-1 | `traps::capture`, `traps::unsupported`, `steps::after` |
//! | CAP-2 | `traps::capture` |
//! | CAP-3 | `traps::capture` |
//! | TRN-1 | `turn::steps_left`, `steps::judge` |
//! | TRN-2 | `turn::judge_end` |
//! | TRN-3 | `turn::judge_end` |
//! | TRN-4 | `turn::judge_end` |
//! | TRN-5 | `turn::judge_end`, `distinct::try_every_way` |
//! | TRN-6 | `distinct::distinct_turns`, `search::distinct_turns`, `arrangements::completions` |
//! | REP-1 | `repetition::position` |
//! | REP-2 | `repetition::judge` |
//! | REP-3 | `repetition::new`, `game::next_stage` |
//! | REP-4 | `repetition::is_third_occurrence` |
//! | END-1 | `ending::outcome` |
//! | END-2 | `ending::outcome`, `ending::checks_in_order` |
//! | END-3 | `ending::mover_goal` |
//! | END-4 | `ending::opponent_goal` |
//! | END-5 | `ending::opponent_eliminated` |
//! | END-6 | `ending::mover_eliminated` |
//! | END-7 | `ending::immobilized` |
//! | END-8 | `ending::only_repetitions` |
//! | END-9 | `ending::no_rabbits` |
//! | END-10 | `ending::third_occurrence` |
//! | END-11 | `game::apply` |
//! | EDN-2 | `repetition::position`, `ending::checks_in_order` |
//! | EDN-3 | `repetition::position`, `ending::checks_in_order` |
//! | EDN-4 | `ending::checks_in_order` |
//! | EDN-5 | `ending::checks_in_order`, `repetition::is_third_occurrence_refused` |
//! | VAL-1 | `validity::check_board` |
//! | VAL-2 | `validity::check_board` |
//! | VAL-3 | `validity::check_handicap` |
//! | VAL-4 | `validity::check_setup_start` |
//! | VAL-5 | `game::from_snapshot` |
//! | VAL-6 | `validity::check_earlier` |
//! | VAL-7 | `validity::check_repetition` |
//! | ORD-1 | `steps::judge` and the order of the checks in every function called `judge…` |
//! | ORD-2 | `steps::legal_steps`, `setup::legal_actions`, `play::legal_actions`, `board::pieces_beside` |
//! | ORD-3 | `distinct::comes_before`, `distinct::sort_by_text`, `arrangements::as_turn` |
//! | ORD-4 | `validity::check`, `validity::pieces_in_order`, `repetition::first_third_occurrence` |
//! | CNT-1 | `counting::count_steps`, `counting::count_placements` |
//!
//! # Rules of other modules
//!
//! These rules are written once for both engines, and so are parts of two rules above: that a
//! player has no legal action in a decided game (END-11), and the order of refusals of a turn given
//! as text (ORD-1). docs/checking.md says where each is, under "Rules written once".
//!
//! | rule | why |
//! |---|---|
//! | BRD-1 | the names of squares are vocabulary |
//! | END-12 | the referee between programs judges it |
//! | EDN-1, EDN-6 | the edition is given to the engine |
//! | NOT-1 to NOT-13 | notation is text, and the engine reads none |
//! | ORD-5 | the names of reasons are vocabulary |
//! | CNT-2, CNT-3 | they add up the engine's counts of steps and of turns |

mod arrangements;
mod board;
mod counting;
mod distinct;
mod ending;
mod equality;
mod freezing;
mod game;
mod play;
mod push_and_pull;
mod repetition;
mod search;
mod setup;
mod steps;
mod traps;
mod turn;
mod validity;

pub use game::Reference;
