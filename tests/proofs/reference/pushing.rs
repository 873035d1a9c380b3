//! Compares the beginning of a push with the formulas (SPEC.md PSH-1 to PSH-3).

use proofs::formula;
use proofs::geometry::squares_beside;
use proofs::proof::in_part;

use crate::contents::{Both, fill};
use crate::control::Control;
use crate::turn::Open;
use crate::vocab::{Kind, Piece, Placed, Side, Square};
use crate::{moment, push_and_pull};

/// Kinds from the weakest to the strongest.
const FROM_THE_WEAKEST: [Kind; 6] = [
    Kind::Rabbit,
    Kind::Cat,
    Kind::Dog,
    Kind::Horse,
    Kind::Camel,
    Kind::Elephant,
];

/// Whether a piece can be pushed depends on squares two steps away: at the enemy piece, at the
/// pieces beside it, and at what is beside those, which can freeze them.
///
/// A piece beside it matters by its side, by being stronger or not (every pair of pieces is tried
/// in `movement`), and by being frozen or not (every piece with everything beside it is tried
/// there). So beside it stand: nothing, an enemy, an own piece of its own kind, too weak by as
/// little as can be, and one of the next kind, strong enough by as little; and two squares away
/// nothing, or an enemy elephant, which freezes every piece without a friend beside it. Of
/// these every combination is tried, on every square, for every kind pushed.
#[test]
fn pushes_begin_the_same() {
    let mut tried = 0_u64;
    let mut control = Control::new("a frozen piece could push");
    for side in Side::ALL {
        for square in in_part(Square::ALL.to_vec()) {
            let beside: Vec<Square> = squares_beside(square).collect();
            let outer = beside_those(square, &beside);
            let far = [None, Some(Piece::new(side.other(), Kind::Elephant))];
            for (place, kind) in FROM_THE_WEAKEST.into_iter().enumerate() {
                let piece = Piece::new(side.other(), kind);
                let near = [
                    None,
                    Some(Piece::new(side.other(), Kind::Rabbit)),
                    Some(Piece::new(side, kind)),
                    FROM_THE_WEAKEST
                        .get(place + 1)
                        .map(|&kind| Piece::new(side, kind)),
                ];
                // Nothing is stronger than an elephant.
                let near = &near[..if kind == Kind::Elephant { 3 } else { 4 }];
                let mut both = Both::empty();
                both.set(square, Some(piece));
                fill(&mut both, &beside, near, &mut |both| {
                    fill(both, &outer, &far, &mut |both| {
                        judge(both, side, Placed { piece, square }, &mut control);
                        tried += 1;
                    });
                });
            }
        }
    }
    println!("pushes: {tried} boards");
    control.assert_noticed();
}

/// The squares adjacent to these, without `middle`.
fn beside_those(middle: Square, those: &[Square]) -> Vec<Square> {
    let mut outer: Vec<Square> = those
        .iter()
        .flat_map(|&square| squares_beside(square))
        .collect();
    outer.retain(|&square| square != middle);
    outer.sort();
    outer.dedup();
    outer
}

/// Compares whether this piece can be pushed; with a step too few it cannot.
fn judge(both: &Both, side: Side, enemy: Placed, control: &mut Control) {
    let to = enemy.square;
    let now = moment(&both.board, side, Open::Nothing, 2);
    let found = push_and_pull::judge_enemy_step(&now, enemy, to).is_ok();
    let mut pushers = squares_beside(enemy.square);
    let expected = pushers.any(|by| formula::pusher(&both.cells, side, by, enemy.square));
    assert_eq!(found, expected, "{enemy} in {:?}", both.board);
    control.look(&both.board, found, || {
        squares_beside(enemy.square).any(|by| {
            let (by, pushed) = (&both.cells[by.index()], &both.cells[enemy.square.index()]);
            by.of(side) && formula::stronger(by, pushed)
        })
    });
    if expected {
        let last = moment(&both.board, side, Open::Nothing, 1);
        assert!(push_and_pull::judge_enemy_step(&last, enemy, to).is_err());
    }
}
