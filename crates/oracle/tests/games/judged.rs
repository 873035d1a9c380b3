//! Judged games: labels, setups, turns that are taken back, and the errors of games that cannot be
//! begun, reached or played, as people read them.

use std::error::Error;

use arimaa::compare::{Engine, EngineKind};
use arimaa::text::{Located, read_record, read_turn};
use arimaa::vocab::{
    Board, Edition, Handicap, Invalid, Label, Phase, Piece, Side, Snapshot, Token, TurnEnd,
};
use arimaa_oracle::judge::{JudgedGame, NothingToTakeBack, Options, Refusal, Refused, Unreached};

const GOLD: &str = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Da2 Hb2 Cc2 Ed2 Cf2 Hg2 Dh2";
const SILVER: &str = "ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 da7 hb7 cc7 md7 ee7 cf7 hg7 dh7";

fn engines() -> [Engine; 2] {
    [EngineKind::Reference, EngineKind::Bitboard].map(EngineKind::engine)
}

fn tokens(turn: &str) -> Vec<Token> {
    Located::values(&read_turn(turn, 1).unwrap().tokens)
}

fn label(text: &str) -> Label {
    text.parse().unwrap()
}

fn board(pieces: &str) -> Board {
    let pieces = pieces.split(' ').map(|piece| match piece.parse() {
        Ok(Token::Action(arimaa::vocab::Action::Place(placed))) => placed,
        other => panic!("{piece}: {other:?}"),
    });
    pieces.collect()
}

fn play(game: &mut JudgedGame, turn: &str) -> Result<(), Box<Refused>> {
    game.play(None, &tokens(turn), Options::default())
        .map(|_| ())
}

/// Gold leaves out a camel as handicap, and still does after setups are taken back.
#[test]
fn setups_are_taken_back() {
    for engine in engines() {
        let camel = Handicap::NONE.and("M".parse::<Piece>().unwrap());
        let first = Snapshot::game(Edition::July2008, camel);
        let mut game = JudgedGame::from_snapshot(&engine, &first).unwrap();
        assert_eq!(game.take_back(), Err(NothingToTakeBack));
        play(&mut game, GOLD).unwrap();
        let second = game.state().snapshot();
        play(&mut game, SILVER).unwrap();
        let third = game.state().snapshot();
        play(&mut game, "Ed2n").unwrap();
        assert_eq!(game.label(), label("2s"));
        for (before, name) in [(&third, "2g"), (&second, "1s"), (&first, "1g")] {
            game.take_back().unwrap();
            assert_eq!(game.state().snapshot(), *before);
            assert_eq!(game.label(), label(name));
        }
        assert_eq!(game.take_back(), Err(NothingToTakeBack));
        assert_eq!(
            (game.label(), game.edition()),
            (label("1g"), Edition::July2008)
        );
    }
    assert_eq!(
        NothingToTakeBack.to_string(),
        "there is no turn to take back"
    );
}

#[test]
fn a_takeback_undoes_the_end() {
    let start = Snapshot::position(Edition::July2008, Side::Gold, board("Ra7 rh8"));
    for engine in engines() {
        let mut game = JudgedGame::from_snapshot(&engine, &start).unwrap();
        play(&mut game, "Ra7n").unwrap();
        assert!(game.outcome().is_some() && play(&mut game, "rh8s").is_err());
        game.take_back().unwrap();
        assert_eq!(game.outcome(), None);
    }
}

/// A game from a position is numbered by its known turn ends; they alone can be taken back.
#[test]
fn game_from_a_position_is_numbered_by_its_history() {
    let now = board("ra8 Ee4 Rh1");
    let end = |to_move| TurnEnd {
        board: board("ra8 Ed4 Rh1"),
        to_move,
    };
    for engine in engines() {
        for (side, earlier, first) in [
            (Side::Gold, vec![], "2g"),
            (Side::Silver, vec![], "2s"),
            (Side::Silver, vec![end(Side::Gold)], "2s"),
            (Side::Gold, vec![end(Side::Silver)], "3g"),
            (Side::Silver, vec![end(Side::Silver), end(Side::Gold)], "3s"),
        ] {
            let mut snapshot = Snapshot::position(Edition::Year2002, side, now);
            let turns = earlier.len();
            let steps = Vec::new();
            snapshot.phase = Phase::Play { steps, earlier };
            let mut game = JudgedGame::from_snapshot(&engine, &snapshot).unwrap();
            assert_eq!(
                (game.label(), game.edition()),
                (label(first), Edition::Year2002)
            );
            for _ in 0..turns {
                game.take_back().unwrap();
            }
            assert_eq!(game.take_back(), Err(NothingToTakeBack));
        }
    }
}

/// The first label of a record sets the numbers of its turns, if the side to move can have it
/// (NOT-5).
#[test]
fn record_from_a_position_is_numbered_by_its_first_label() {
    for (first, begins) in [("7g", "7g"), ("2g", "2g"), ("1g", "2g"), ("7s", "2g")] {
        let text = format!("Start: g [r{}R]\n{first}\n", " ".repeat(62));
        for engine in engines() {
            let record = read_record(&text).unwrap();
            let game = JudgedGame::from_record(&engine, &record, Edition::July2008).unwrap();
            assert_eq!(game.label(), label(begins), "{first}");
        }
    }
}

/// The place and the sentence of a refused turn of Gold.
fn refused(turn: &str) -> (String, String, bool) {
    let start = Snapshot::position(Edition::July2008, Side::Gold, board("ra8 Ee4 Rh1"));
    let [first, second] = engines().map(|engine| {
        let mut game = JudgedGame::from_snapshot(&engine, &start).unwrap();
        let line = read_turn(turn, 1).unwrap();
        let named = line.label.map(|label| label.value);
        let tokens = Located::values(&line.tokens);
        let refused = game.play(named, &tokens, Options::STRICT).unwrap_err();
        let source = refused.source().unwrap().to_string();
        assert_eq!(source, refused.refusal.to_string());
        let of_rule = match &refused.refusal {
            Refusal::Illegal(illegal) => Some(illegal.to_string()),
            _ => None,
        };
        let of_refusal = refused.refusal.source().map(ToString::to_string);
        assert_eq!(of_refusal, of_rule);
        let is_marked = !refused.refusal.squares().is_empty();
        (refused.place(&tokens), refused.to_string(), is_marked)
    });
    assert_eq!(first, second);
    first
}

#[test]
fn refusal_names_its_place_and_its_rule() {
    for (turn, place, rule, is_marked) in [
        ("Ee4n Ra1n", " at `Ra1n`", "STP-1", true),
        ("Ee4n Ee4n", " at the second `Ee4n`", "STP-1", true),
        ("Ee5n Ee4n Ee5n", " at the first `Ee5n`", "STP-1", true),
        (
            "Ee4n Ee5s Ee4n Ee5s Ee4n",
            " at the third `Ee4n`",
            "TRN-1",
            false,
        ),
        ("Ee4n Ee5s", " at the end of the turn", "TRN-3", false),
        ("Ee4n rc3x", " at `rc3x`", "NOT-4", true),
        ("3g Ee4n", "", "NOT-5", false),
    ] {
        let (at, told, marked) = refused(turn);
        assert_eq!((at.as_str(), marked), (place, is_marked), "{turn}: {told}");
        assert!(told.ends_with(&format!(" ({rule})")), "{told}");
    }
    assert_eq!(refused("3g Ee4n").1, "this turn is 2g, not 3g (NOT-5)");
}

/// After takebacks a label can occur again; the last occurrence counts.
#[test]
fn moment_of_a_label_is_the_last_time_that_it_comes() {
    let text = "Start: g [r..........e.......................................E...........R]\n\
                2g Ed2n\n2s ed7s\n2s takeback\n2g takeback\n2g Ed2e\n2s ed7e\n";
    let record = read_record(text).unwrap();
    for engine in engines() {
        let at = Some(label("2s"));
        let game = JudgedGame::at_moment(&engine, &record, Edition::July2008, at).unwrap();
        assert_eq!(game.state().board(), board("ra8 ed7 Ee2 Rh1"));
    }
}

/// Refusals differ if the board or the reason differs, and are equal otherwise.
#[test]
fn refusals_are_equal_at_the_same_moment_by_any_engine() {
    let refused = |engine: &Engine, pieces: &str, turn: &str| {
        let snapshot = Snapshot::position(Edition::July2008, Side::Gold, board(pieces));
        let mut game = JudgedGame::from_snapshot(engine, &snapshot).unwrap();
        play(&mut game, turn).unwrap_err()
    };
    let [one, other] = engines();
    let known = refused(&one, "Ra1 rh8", "Ra1s");
    assert_eq!(known, refused(&other, "Ra1 rh8", "Ra1s"));
    assert_ne!(known, refused(&one, "Ra1 rg8", "Ra1s"));
    assert_ne!(known, refused(&one, "Ra1 rh8", "Ra1w"));
}

#[test]
fn unreachable_moment_has_its_reason_as_source() {
    let [engine, _] = engines();
    let two = " ".repeat(62);
    let reached = |text: &str, at: Option<&str>| {
        let record = read_record(text).unwrap();
        JudgedGame::at_moment(&engine, &record, Edition::July2008, at.map(label))
    };
    let told = |text: &str, at: Option<&str>| {
        let unreached = reached(text, at).err().unwrap();
        (
            unreached.to_string(),
            unreached.source().map(ToString::to_string),
        )
    };
    let elephants = "2 gold elephants stand on the board and a set has 1".to_owned();
    let start = format!("Start: g [EE{two}]\n");
    let cannot = format!("the game cannot start: {elephants} (VAL-1)");
    assert_eq!(
        told(&start, None),
        (cannot.clone(), Some(elephants.clone()))
    );
    let record = read_record(&start).unwrap();
    let alone = JudgedGame::from_record(&engine, &record, Edition::July2008);
    let alone = alone.err().unwrap();
    assert_eq!(alone.to_string(), cannot);
    assert_eq!(alone.source().map(ToString::to_string), Some(elephants));
    assert!(matches!(alone.0, Invalid::TooMany { .. }));

    let game = format!("Start: g [r{two}R]\n2g Rh1n\n2s ra8s\n");
    let wanted = "the record has no turn 9g; the turn after its last is 3g".to_owned();
    assert_eq!(told(&game, Some("9g")), (wanted, None));
    let (text, source) = told(&(game.clone() + "3g Rh1n\n"), None);
    assert!(
        text.starts_with("the record breaks off at 3g, which is refused by STP-1: "),
        "{text}"
    );
    assert!(
        source.is_some_and(|source| text.ends_with(&source)),
        "{text}"
    );
    // Before it, and in a record that says so, the game goes on.
    let at = |text: &str, at| reached(text, at).map(|game| game.label().to_string());
    let refused = game.clone() + "3g Rh1n\n";
    assert_eq!(at(&refused, Some("3g")).as_deref(), Ok("3g"));
    assert_eq!(at(&refused, Some("2s")).as_deref(), Ok("2s"));
    let verdict = format!("Termination: i\n{refused}");
    assert_eq!(at(&verdict, None).as_deref(), Ok("3g"));
    // That is its last line, and its label is right (NOT-8).
    for refused in ["3g Rh1n\n3s rb8s\n", "3s rb8s\n"] {
        let (text, _) = told(&format!("Termination: i\n{game}{refused}"), None);
        assert!(text.starts_with("the record breaks off at 3"), "{text}");
    }
    let backed = game + "3g takeback\n2s ra8e\n";
    assert_eq!(at(&backed, None).as_deref(), Ok("3g"));
    assert!(matches!(
        at(&backed, Some("9s")),
        Err(Unreached::NoSuchTurn { .. })
    ));
}
