//! The table of texts (`tests/texts.toml`), read by the library and by the second reader.

use std::fs;

use arimaa::text::compact::read_headed_compact;
use arimaa::text::header::{HeadedBoard, write_sentence};
use arimaa::text::kind::TextKind;
use arimaa::text::plain::read_plain;
use arimaa::text::{
    Annotated, AnnotatedRecords, Archive, CivilDate, EventKind, Located, ReadError, Record,
    TextError, draw, read_annotated, read_compact, read_diagram, read_record, read_records,
    read_turn, transcribe, write_annotated, write_compact, write_record, write_turn,
};
use arimaa::vocab::{Handicap, Label, Token};
use arimaa_oracle::ask::{read_state, state_value};

use crate::root::root;

/// A text, and the result of its reader: the value in its written form, or an error message.
#[derive(Clone)]
pub(crate) struct Row {
    pub(crate) reader: String,
    pub(crate) text: String,
    pub(crate) value: String,
}

fn table() -> toml::Table {
    let file = fs::read_to_string(root().join("tests/texts.toml")).unwrap();
    file.parse().unwrap()
}

/// The rows of a section: `readers` or `library`.
pub(crate) fn rows(section: &str) -> Vec<Row> {
    let file = table();
    let names = file["names"].as_table().unwrap();
    let whole = |text: &toml::Value| {
        let text = text.as_str().unwrap().to_owned();
        let replaced = |text: String, (name, value): (&String, &toml::Value)| {
            text.replace(&format!("{{{name}}}"), value.as_str().unwrap())
        };
        names.iter().fold(text, replaced)
    };
    let mut rows = Vec::new();
    for (reader, listed) in file[section].as_table().unwrap() {
        for row in listed.as_array().unwrap() {
            let (value, texts) = row.as_array().unwrap().split_last().unwrap();
            assert!(!texts.is_empty(), "{value:?} is made of no text");
            rows.extend(texts.iter().map(|text| Row {
                reader: reader.clone(),
                text: whole(text),
                value: whole(value),
            }));
        }
    }
    rows
}

impl Row {
    /// Whether the expected result is an error message.
    pub(crate) fn is_message(&self) -> bool {
        self.value.starts_with("line ")
    }

    /// Whether a result is the expected one. In an expected message, `…` stands for any text.
    fn is(&self, made: &str) -> bool {
        let parts = self.value.split_once('…').filter(|_| self.is_message());
        let fits = |(start, end)| made.starts_with(start) && made.ends_with(end);
        made == self.value || parts.is_some_and(fits)
    }
}

#[test]
fn rows_are_read_as_the_table_says() {
    let rows = [rows("readers"), rows("library")].concat();
    let wrong = rows.iter().filter_map(|row| {
        let made = read(&row.reader, &row.text).unwrap_or_else(|error| error.to_string());
        let Row {
            reader,
            text,
            value,
        } = row;
        (!row.is(&made)).then(|| format!("{reader} {text:?}\nshould be {value}\nbut is    {made}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn values_are_read_as_they_are_written() {
    let forms = [
        "label",
        "date",
        "turn",
        "compact",
        "records",
        "record",
        "annotated",
    ];
    for row in rows("readers") {
        if forms.contains(&row.reader.as_str()) && !row.is_message() {
            assert_eq!(read(&row.reader, &row.value), Ok(row.value));
        }
    }
}

#[test]
fn annotated_records_have_the_turns_of_records_and_are_read_on_from_a_place() {
    let are_games = |row: &Row| ["records", "annotated"].contains(&row.reader.as_str());
    for row in rows("readers").into_iter().filter(are_games) {
        // Annotated records alone have a turn that goes on after a comment of several lines.
        let Some(records) = read_records(&row.text).ok().filter(|_| !row.is_message()) else {
            continue;
        };
        let annotated = read_annotated(&row.text).unwrap();
        let turns: Vec<Record> = annotated.iter().map(Annotated::record).collect();
        let written = |records: &[Record]| records.iter().map(write_record).collect::<String>();
        assert_eq!(written(&turns), written(&records), "{}", row.text);
        for record in records {
            assert_eq!(Annotated::from(record.clone()).record(), record);
        }
        let text: String = annotated.iter().map(write_annotated).collect();
        let mut read = AnnotatedRecords::new(&text);
        for record in annotated {
            let again = AnnotatedRecords::at(&text, read.place()).next();
            let read = read.next().unwrap().unwrap();
            assert_eq!(write_annotated(&read), write_annotated(&record), "{text}");
            assert_eq!(again, Some(Ok(read)), "{text}");
        }
    }
}

/// Each layout of a game with each repair of tags and each repair of moves.
#[test]
fn every_dress_is_read_with_every_repair() {
    let file = table();
    let rows = |name: &str| file["cross"][name].as_array().unwrap();
    let words = |row: &toml::Value| -> Vec<String> { row.clone().try_into().unwrap() };
    for dress in rows("dresses").iter().map(words) {
        let [head, tag, before, between, end, blank @ ..] = &dress[..] else {
            panic!("{dress:?}");
        };
        let blank = blank.first().map_or(" ", String::as_str);
        for tags in rows("tags") {
            let (known, tags) = tags.as_array().unwrap().split_last().unwrap();
            let tags = tags.iter().map(words);
            let tags = tags.map(|one| tag.replace("NAME", &one[0]).replace("VALUE", &one[1]));
            let tags: String = tags.collect();
            for moves in rows("moves") {
                let [lines, read_as] = &moves.as_array().unwrap()[..] else {
                    panic!("{moves:?}");
                };
                let lines = words(lines).join(between).replace(' ', blank);
                let text = format!("{head}{tags}{before}{lines}{end}");
                let expected = [known, read_as].map(|value| value.as_str().unwrap());
                let read = read_records(&text)
                    .map(|records| records.iter().map(write_record).collect::<String>());
                if expected.contains(&"line ") {
                    assert!(read.is_err() && read_annotated(&text).is_err(), "{text}");
                    continue;
                }
                // `Start` is among the known tags.
                let mut lines: Vec<&str> = expected.iter().flat_map(|text| text.lines()).collect();
                lines.sort_unstable();
                let read = read.unwrap_or_else(|error| panic!("{text}\n{error}"));
                let mut found: Vec<&str> = read.lines().filter(|line| !line.is_empty()).collect();
                found.sort_unstable();
                assert_eq!(found, lines, "{text}");
                let annotated = read_annotated(&text).unwrap();
                let turns = annotated.iter().map(|one| write_record(&one.record()));
                assert_eq!(turns.collect::<String>(), read, "{text}");
            }
        }
    }
}

#[test]
fn header_of_a_diagram_is_read_from_a_sentence() {
    let ends_in_steps = |text: &str| {
        let last = text.split_whitespace().next_back();
        last.is_some_and(|word| word.parse::<Token>().is_ok())
    };
    for row in rows("readers")
        .iter()
        .filter(|row| row.reader == "diagram" && !row.is_message() && !ends_in_steps(&row.text))
    {
        let read = read_diagram(&row.text).unwrap();
        let tokens = Located::values(&read.tokens);
        let sentence = write_sentence(read.label, read.side, tokens, read.handicap);
        let drawn = row.text.lines().filter(|line| line.contains(['+', '|']));
        let drawn: Vec<&str> = drawn.collect();
        let again = diagram(&format!("{sentence}\n{}", drawn.join("\n")));
        assert_eq!(again, Ok(row.value.clone()), "{sentence}");
    }
}

#[test]
fn text_without_its_end_is_refused() {
    for row in rows("readers").iter().filter(|row| !row.is_message()) {
        let end = match row.reader.as_str() {
            "diagram" => row.text.rfind('+').unwrap(),
            "state" => row.text.rfind('}').unwrap(),
            _ => continue,
        };
        let mut cuts = row
            .text
            .char_indices()
            .map(|(at, _)| at)
            .filter(|&at| at <= end);
        assert!(cuts.all(|cut| read(&row.reader, &row.text[..cut]).is_err()));
    }
}

fn read(reader: &str, text: &str) -> Result<String, TextError> {
    Ok(match reader {
        "label" => text.parse::<Label>()?.to_string(),
        "date" => text.parse::<CivilDate>()?.to_string(),
        "turn" => {
            let turn = read_turn(text, 1)?;
            let label = turn.label.map(|label| label.value);
            write_turn(label, Located::values(&turn.tokens))
        }
        "compact" => {
            let (side, board) = read_compact(text)?;
            write_compact(side, &board)
        }
        "headed" => headed(&read_headed_compact(text)?),
        "plain" => headed(&read_plain(text)?),
        "diagram" => diagram(text)?,
        "state" => state_value(&read_state(text)?).to_string(),
        "kind" => format!("{:?}", TextKind::of(text)),
        "records" => read_records(text)?.iter().map(write_record).collect(),
        "record" => write_record(&read_record(text)?),
        "transcript" => transcribe(text).unwrap_or("none".to_owned()),
        "annotated" => read_annotated(text)?.iter().map(write_annotated).collect(),
        "archive" => archive(text)?,
        "event" => event(text),
        "draw" => {
            let (board, marks) = text.rsplit_once(']').unwrap();
            let (_, board) = read_compact(&format!("{board}]"))?;
            let marks = marks.split_whitespace().map(|mark| mark.parse().unwrap());
            draw(&board, &marks.collect::<Vec<_>>())
        }
        _ => panic!("no reader is called {reader}"),
    })
}

fn headed(read: &HeadedBoard) -> String {
    let mut text = write_compact(read.side, &read.board);
    text.extend(read.steps.iter().map(|step| format!(" {step}")));
    read.label
        .map_or(text.clone(), |label| format!("{label}{}", &text[1..]))
}

fn diagram(text: &str) -> Result<String, TextError> {
    let read = read_diagram(text)?;
    let (label, side, board) = (read.label, read.side, read.start);
    let mut written = headed(&HeadedBoard {
        label,
        side,
        board,
        steps: Vec::new(),
    });
    let tokens = Located::values(&read.tokens);
    written.extend(tokens.iter().map(|token: &Token| format!(" {token}")));
    if read.handicap != Handicap::NONE {
        written.push_str("; handicap ");
        written.push_str(&read.handicap.to_string());
    }
    Ok(written)
}

fn archive(text: &str) -> Result<String, TextError> {
    let text_error = |error| match error {
        ReadError::Text(error) => error,
        ReadError::Io(error) => panic!("{error}"),
    };
    let rows = Archive::new(text.as_bytes()).map_err(text_error)?;
    let written = rows.map(|row| match row {
        Ok(game) => write_record(&Record::from(game)),
        Err(error) => format!("{error}\n"),
    });
    Ok(written.collect())
}

fn event(text: &str) -> String {
    // A log has a known line.
    let table = format!("id\tmovelist\tevents\n7\t\t{text}\\n1 [x] start move received from w\n");
    let game = Archive::new(table.as_bytes()).unwrap().next().unwrap();
    match &game.unwrap().events.unwrap()[..] {
        [event, _] => match &event.kind {
            EventKind::Submission { label, turn } => {
                let (text, places) = match turn {
                    Ok(tokens) => {
                        let places = tokens.iter().map(|at| format!("{}:{}", at.line, at.column));
                        let text = write_turn(None, Located::values(tokens));
                        (text, places.collect::<Vec<_>>().join(" "))
                    }
                    Err(unread) => (unread.text.clone(), unread.error.to_string()),
                };
                format!("{label} [{text}] {places}")
            }
            EventKind::Other(kept) => {
                assert_eq!(kept, text.trim());
                "Other".to_owned()
            }
            kind => format!("{kind:?}"),
        },
        events => panic!("{text:?} is {events:?}"),
    }
}
