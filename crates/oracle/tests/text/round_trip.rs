//! Written values are read back as the same, and no input makes a reader panic.

use std::fmt::Write as _;

use arimaa::text::{
    Archive, Lines, Located, ReadError, Record, SvgOptions, Tags, draw, read_compact, read_diagram,
    read_record, read_records, read_turn, svg, write_compact, write_diagram, write_record,
    write_turn,
};
use arimaa::vocab::{Side, Token};
use arimaa_oracle::ask::{State, read_state, state_value, write_state};
use proptest::collection::vec;
use proptest::option;

use proptest::prelude::*;
use proptest::sample::select;

use crate::fuzz::texts::{check_readers, unlocated};
use crate::values::{
    board, entries, happen, happened, label, piece, record, side, slips, square, state, tags,
    token, with_slips,
};

fn values<T: Copy>(located: &[Located<T>]) -> Vec<T> {
    located.iter().map(|one| one.value).collect()
}

/// A text as old records and careless people would have written it.
pub(crate) fn old_fashioned(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let words =
            line.split(' ')
                .map(|word| match word.split_at_checked(word.len().max(1) - 1) {
                    Some((number, "g")) if number.parse::<u32>().is_ok() => format!("{number}w"),
                    Some((number, "s")) if number.parse::<u32>().is_ok() => format!("{number}b"),
                    _ => word.to_owned(),
                });
        words.collect::<Vec<_>>().join(" \t")
    });
    lines.collect::<Vec<_>>().join("\r\n\n")
}

proptest! {
    #[test]
    fn compact_boards_are_read_as_they_were_written(side in side(), board in board()) {
        let text = write_compact(side, &board);
        prop_assert_eq!(text.chars().count(), 68);
        prop_assert_eq!(read_compact(&text), Ok((side, board)));
        let (head, squares) = text.split_at(3);
        let dotted = format!("{head}{}", squares.replace(' ', "."));
        prop_assert_eq!(read_compact(&dotted), Ok((side, board)));
    }

    /// A compact board with one square too few or too many is refused, whatever stands on it.
    #[test]
    fn compact_boards_have_64_squares(board in board(), at in 3..67_usize, letter in piece()) {
        let text = write_compact(Side::Gold, &board);
        let mut short = text.clone();
        short.remove(at);
        prop_assert_eq!(read_compact(&short).unwrap_err().found, "63 squares");
        let mut long = text;
        long.insert(at, letter.letter());
        prop_assert_eq!(read_compact(&long).unwrap_err().found, "65 squares");
    }

    #[test]
    fn turn_lines_are_read_as_they_were_written(
        label in option::of(label()),
        tokens in vec(token(), 0..20),
        blanks in "[ \t]{1,3}",
    ) {
        let text = write_turn(label, tokens.clone());
        for text in [&text, &old_fashioned(&text), &text.replace(' ', &blanks)] {
            let turn = read_turn(text, 5).unwrap();
            prop_assert_eq!(turn.label.map(|label| label.value), label);
            prop_assert_eq!(values(&turn.tokens), tokens.clone());
            for token in turn.tokens {
                let there: String = text.chars().skip(token.column - 1).collect();
                prop_assert!(there.starts_with(&token.value.to_string()));
                prop_assert_eq!(token.line, 5);
            }
        }
    }

    /// The board before the tokens is found again.
    #[test]
    fn diagrams_are_read_as_they_were_written(
        label in option::of(label()),
        side in side(),
        start in board(),
        happened in vec(happened(), 0..20),
    ) {
        let side = label.map_or(side, |label| label.side);
        let mut after = start;
        let tokens: Vec<Token> = happened.iter().filter_map(|one| happen(&mut after, one)).collect();
        let text = write_diagram(label, side, &after, tokens.clone());
        prop_assert!(text.ends_with(&draw(&after, &[])));
        let (header, board) = text.split_once('\n').unwrap();
        let unmarked = format!("{header}\n{}", board.replace('x', "."));
        for text in [&text, &text.replace('\n', "\r\n  "), &unmarked] {
            let diagram = read_diagram(text).unwrap();
            prop_assert_eq!((diagram.label, diagram.side), (label, side));
            prop_assert_eq!(diagram.start, start);
            prop_assert_eq!(values(&diagram.tokens), tokens.clone());
        }
    }

    /// A board on which the last step has not been taken is refused at that step.
    #[test]
    fn diagrams_of_another_board_are_refused(start in board(), happened in vec(happened(), 0..20)) {
        let mut after = start;
        let mut boards = vec![after];
        let mut tokens = Vec::new();
        for one in &happened {
            if let Some(token) = happen(&mut after, one) {
                tokens.push(token);
                boards.push(after);
            }
        }
        prop_assume!(!tokens.is_empty());
        let before_last = boards[boards.len() - 2];
        let text = write_diagram(None, Side::Gold, &before_last, tokens.clone());
        let error = read_diagram(&text).unwrap_err();
        let named = write_turn(None, tokens[..tokens.len() - 1].iter().copied());
        let column = if named.is_empty() { 3 } else { named.len() + 4 };
        prop_assert_eq!((error.line, error.column), (1, column), "{}\n{}", error, text);
    }

    #[test]
    fn records_are_read_as_they_were_written(record in record()) {
        let text = write_record(&record);
        prop_assume!(record != Record::default());
        let again = read_record(&text).unwrap();
        prop_assert_eq!(unlocated(&again), record);
    }

    #[test]
    fn old_records_are_read(entries in entries(1..12)) {
        let record = Record { entries, ..Record::default() };
        let text = write_record(&record);
        let old = old_fashioned(&text).replace("\r\n", "# a comment: 12g\r\n");
        prop_assert_eq!(write_record(&read_record(&old).unwrap()), text);
    }

    #[test]
    fn consecutive_records_are_separated(records in vec((tags(), entries(1..4)), 0..5)) {
        let records: Vec<Record> = records
            .into_iter()
            .map(|(tags, entries)| {
                // Only a tag tells where the next record begins.
                let game = tags.game.clone().or(Some("7".to_owned()));
                Record { tags: Tags { game, ..tags }, entries }
            })
            .collect();
        let text: String = records.iter().map(write_record).collect();
        let again = read_records(&text).unwrap();
        prop_assert_eq!(again.iter().map(unlocated).collect::<Vec<_>>(), records);
    }

    #[test]
    fn states_are_read_as_they_were_written(state in state()) {
        let text = write_state(&state);
        prop_assert_eq!(read_state(&text), Ok(state.clone()));
        let value = state_value(&state);
        prop_assert_eq!(&serde_json::to_value(&state).unwrap(), &value);
        prop_assert_eq!(read_state(&value.to_string()), Ok(state.clone()));
        prop_assert_eq!(serde_json::from_value::<State>(value).unwrap(), state);
    }

    #[test]
    fn pictures_show_every_piece(board in board(), marks in vec(square(), 0..4), caption in ".*") {
        let picture = svg(&board, &SvgOptions { marks: marks.clone(), caption: Some(caption) });
        prop_assert_eq!(picture.matches("<circle").count(), board.placed().count());
        prop_assert_eq!(picture.matches("</svg>").count(), 1);
        let drawing = draw(&board, &marks);
        let widths: Vec<usize> = drawing.lines().skip(1).take(8).map(|line| line.chars().count()).collect();
        let width = if marks.is_empty() { 20 } else { 27 };
        prop_assert_eq!(widths, vec![width; 8]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,80}|[ -~\r\n\t\0é]{0,200}") {
        check_readers(&text);
    }

    #[test]
    fn no_almost_right_text_makes_a_reader_panic(
        board in board(),
        side in side(),
        label in label(),
        tokens in vec(token(), 0..4),
        record in record(),
        state in state(),
        slips in slips(),
    ) {
        for text in [
            write_compact(side, &board),
            write_turn(Some(label), tokens.clone()),
            write_diagram(Some(label), side, &board, []),
            write_diagram(None, side, &board, tokens),
            write_record(&record),
            write_state(&state),
            format!(
                "name a-1\nsource made\nposition {}\ntaken Ea1n\nsteps 1 2\nturns 1 3\n",
                write_compact(side, &board)
            ),
        ] {
            check_readers(&with_slips(&text, &slips));
        }
    }

    /// Any bytes have as many lines as they have line breaks, and each is within the limit or an
    /// error.
    #[test]
    fn no_bytes_make_a_reader_panic(bytes in vec(prop_oneof![any::<u8>(), select(&b"\n\r a\0"[..])], 0..200)) {
        let lines: Vec<_> = Lines::new(&bytes[..]).with_limit(10).map(Result::unwrap).collect();
        let mut pieces: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
        pieces.pop_if(|piece| piece.is_empty());
        prop_assert_eq!(lines.len(), pieces.len());
        for ((number, line), (index, piece)) in lines.into_iter().zip(pieces.into_iter().enumerate()) {
            prop_assert_eq!(number, index + 1);
            match line {
                Ok(text) => prop_assert!(text.len() <= 10 && piece.starts_with(text.as_bytes())),
                Err(error) => {
                    prop_assert_eq!(error.line, number);
                    let wrong = piece.len() > 10 || piece.contains(&0) || std::str::from_utf8(piece).is_err();
                    prop_assert!(wrong, "{}", error);
                }
            }
        }
    }

    /// Every row that is not blank is a game or an error.
    #[test]
    fn archives_are_read_row_by_row(rows in vec(row(), 0..6), slips in slips()) {
        let mut table = "id\tresult\ttermination\tstartts\tplycount\tmovelist\tevents\n".to_owned();
        for row in &rows {
            writeln!(table, "{row}").unwrap();
        }
        let games: Vec<_> = Archive::new(table.as_bytes()).unwrap().collect();
        prop_assert_eq!(games.len(), rows.len());
        prop_assert!(games.iter().all(Result::is_ok));

        let table = with_slips(&table, &slips);
        match Archive::new(table.as_bytes()) {
            Ok(archive) => {
                let rows = archive.inspect(|row| {
                    if let Err(error) = row {
                        assert!(matches!(error, ReadError::Text(_)), "{error}");
                    }
                });
                let blank = |row: &&str| !row.trim().is_empty();
                prop_assert_eq!(rows.count(), table.lines().skip(1).filter(blank).count());
            }
            Err(error) => prop_assert!(error.to_string().starts_with("line 1, "), "{}", error),
        }
    }
}

/// A row of the archive with a game and a log.
fn row() -> impl Strategy<Value = String> {
    (entries(0..6), vec((label(), vec(token(), 0..4)), 0..4)).prop_map(|(entries, log)| {
        let moves: Vec<String> = entries.iter().map(ToString::to_string).collect();
        let log: Vec<String> = log
            .into_iter()
            .map(|(label, tokens)| {
                let turn = write_turn(None, tokens);
                format!(
                    "5 [Sun Feb  1] move {label} received from w [{turn}]\\n5 [Sun Feb  1] after {label}, move used:1"
                )
            })
            .collect();
        format!("7\tw\tg\t5\t9\t{}\t{}", moves.join("\\n"), log.join("\\n"))
    })
}
