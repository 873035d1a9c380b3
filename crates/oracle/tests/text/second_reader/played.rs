//! Random records to be judged: games played by random choices, a shuffle of elephants that repeats
//! positions, and real games.

use std::fmt::Write as _;

use arimaa::compare::EngineKind;
use arimaa::text::read_compact;
use arimaa::vocab::{Action, Edition, Snapshot};
use proptest::bool::weighted;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::meaning::{LETTERS, TRAPS, next};
use super::values::Label;
use crate::root::texts_in;

/// Tags for the end of a game; many ends are by score (NOT-12).
fn ended() -> impl Strategy<Value = String> {
    let result = select(&["gold", "silver", "draw", "unknown"][..]);
    let code = select("gmepnitrfassssss".chars().collect::<Vec<_>>());
    (result, code).prop_map(|(result, code)| format!("Result: {result}\nTermination: {code}\n"))
}

fn edition() -> impl Strategy<Value = Edition> {
    select(&Edition::ALL[..])
}

/// A board with few pieces, so that games are decided soon.
fn board() -> impl Strategy<Value = String> {
    let beside_traps = [
        17, 19, 10, 26, 20, 22, 13, 29, 41, 43, 34, 50, 44, 46, 37, 53,
    ];
    let square = prop_oneof![0..64_usize, select(beside_traps.to_vec())];
    let piece = (square, select(LETTERS.as_bytes()));
    vec(piece, 2..14).prop_map(|pieces| {
        let mut board = [b'.'; 64];
        for (at, letter) in pieces {
            if !TRAPS.contains(&at) {
                board[at] = letter;
            }
        }
        board.iter().copied().map(char::from).collect()
    })
}

/// A game from a position, played by random choices among the legal actions; it may go on after its
/// end. Some turns are taken back.
pub(crate) fn game() -> impl Strategy<Value = String> {
    let turn = (vec(any::<u16>(), 1..6), weighted(0.125));
    (
        edition(),
        board(),
        select(&['g', 's'][..]),
        vec(turn, 0..8),
        ended(),
    )
        .prop_map(|(edition, board, side, turns, ended)| {
            let (to_move, squares) = read_compact(&format!("{side} [{board}]")).unwrap();
            let start = Snapshot::position(edition, to_move, squares);
            let mut text = format!("Edition: {edition}\nStart: {side} [{board}]\n{ended}");
            let Ok(game) = EngineKind::Bitboard.start(&start) else {
                return text;
            };
            let mut label = Label { number: 2, side };
            let mut standing = vec![(game, label)];
            for (choices, is_taken_back) in turns {
                if is_taken_back && standing.len() > 1 {
                    standing.pop();
                    text += "takeback\n";
                    continue;
                }
                let (mut game, at) = standing.last().unwrap().clone();
                label = at;
                let mut words = vec![format!("{}{}", label.number, label.side)];
                for choice in choices {
                    let actions = game.legal_actions();
                    let Some(&action) = actions.get(usize::from(choice) % actions.len().max(1))
                    else {
                        break;
                    };
                    let effect = game.apply(action).unwrap();
                    if action == Action::EndTurn {
                        break;
                    }
                    words.push(action.to_string());
                    words.extend(effect.captured.map(|captured| format!("{captured}x")));
                }
                let ended = game.snapshot().side != label.of_library().side;
                text += &(words.join(" ") + "\n");
                if !ended && game.apply(Action::EndTurn).is_err() {
                    break;
                }
                standing.push((game, next(label)));
            }
            text
        })
}

/// Two elephants that go to and fro, with takebacks, so that positions occur for the third time.
pub(crate) fn shuffle() -> impl Strategy<Value = String> {
    (edition(), vec(0..5_u8, 0..20), ended()).prop_map(|(edition, choices, ended)| {
        let board = "r..........e.......................................E...........R";
        let mut text = format!("Edition: {edition}\nStart: g [{board}]\n{ended}");
        // How often each elephant has stepped, after each standing turn.
        let mut stood = vec![(0, 0)];
        for choice in choices {
            let (gold, silver) = *stood.last().unwrap();
            if choice == 0 {
                text += "takeback\n";
                if stood.len() > 1 {
                    stood.pop();
                }
                continue;
            }
            let turns = stood.len() - 1;
            let number = 2 + turns / 2;
            if turns % 2 == 0 {
                let step = if gold % 2 == 0 { "Ed2n" } else { "Ed3s" };
                writeln!(text, "{number}g {step}").unwrap();
                stood.push((gold + 1, silver));
            } else {
                let step = if silver % 2 == 0 { "ed7s" } else { "ed6n" };
                writeln!(text, "{number}s {step}").unwrap();
                stood.push((gold, silver + 1));
            }
        }
        text
    })
}

/// The real games, each as its path and its text.
pub(crate) fn real_games() -> Vec<(String, String)> {
    let games = texts_in("tests/games").into_iter();
    let games = games.map(|(path, text)| (path.display().to_string(), text));
    games.collect()
}

/// The first lines of a real game, 8 to 39 of them.
pub(crate) fn beginning() -> impl Strategy<Value = String> {
    (select(real_games()), 8..40_usize).prop_map(|((_, text), lines)| {
        let lines: Vec<&str> = text.lines().take(lines).collect();
        lines.join("\n")
    })
}
