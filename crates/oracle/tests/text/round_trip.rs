//! States are read as they were written, drawings show every piece, and no input makes a reader
//! panic.

use arimaa::text::{
    Lines, SvgOptions, draw, svg, write_compact, write_diagram, write_record, write_turn,
};
use arimaa_oracle::ask::{State, read_state, state_value, write_state};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::fuzz::texts::check_readers;
use crate::values::{board, label, record, side, slips, square, state, token, with_slips};

proptest! {
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

    /// Random bytes have as many lines as their line breaks separate, and each is within the limit
    /// or an error.
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
}
