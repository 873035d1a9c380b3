//! SPEC.md as a text: every statement has a source, the documents of chapter 9 and the citations
//! are in step, drawings show what they say, and every rule links its cases.
//!
//! `ARIMAA_WRITE=1 cargo test --test conformance spec_text` writes the lines of cases.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use arimaa::Game;
use arimaa::compare::Reference;
use arimaa::rules::Rules;
use arimaa::spec::{self, Rule};
use arimaa::text::{Located, read_diagram, read_turn};
use arimaa::vocab::{Action, Board, Edition, Handicap, Placed, Side, Snapshot, Step, Token};
use arimaa_conformance::{Case, Suite};

use crate::none;
use crate::spec_coverage::is_of;

/// The tags of the five documents.
const DOCUMENTS: [&str; 5] = ["W6", "ENC", "RUL", "SBX", "W9"];

/// Widest line of cases, in characters.
const WIDTH: usize = 100;

/// The tags of the table of sources, and `all`.
fn tags() -> BTreeSet<&'static str> {
    let (_, table) = spec::TEXT.split_once("| tag | source |").unwrap();
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let tags = rows.map(|row| row.split('|').nth(1).unwrap().trim());
    tags.chain(["all"]).collect()
}

/// The paragraphs of prose in a text, without tables and drawings.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs = Vec::new();
    for (index, part) in text.split("```").enumerate() {
        if index % 2 == 0 {
            let blocks = part.split("\n\n").map(str::trim);
            let prose = blocks.filter(|block| !block.is_empty() && !block.starts_with('|'));
            paragraphs.extend(prose.map(|block| block.replace('\n', " ")));
        }
    }
    paragraphs
}

/// The sources that are given in brackets, each with its tags.
fn citations(text: &str) -> Vec<Vec<String>> {
    // Brackets in code are no citations.
    let plain: String = text.split('`').step_by(2).collect();
    let brackets = plain
        .split('[')
        .skip(1)
        .filter_map(|rest| rest.split_once(']'));
    let sources = brackets.flat_map(|(inside, _)| inside.split(';'));
    let tags = sources.map(|source| {
        let source = source.trim().split(':').next().unwrap();
        let source = source.split(" for").next().unwrap();
        source.split(',').map(|tag| tag.trim().to_owned()).collect()
    });
    tags.collect()
}

/// The documents that a rule cites.
fn documents(rule: &Rule) -> BTreeSet<&'static str> {
    let cited: BTreeSet<String> = citations(rule.text).into_iter().flatten().collect();
    let is_cited = |tag: &&str| cited.contains(*tag) || cited.contains("all");
    DOCUMENTS.into_iter().filter(is_cited).collect()
}

/// Every paragraph of a rule, and of the introduction of a chapter with rules, ends in its source.
#[test]
fn every_paragraph_ends_in_its_source() {
    let tags = tags();
    let mut failures = Vec::new();
    let rules = spec::rules().iter().map(|rule| (rule.id, rule.text));
    let chapters = spec::TEXT.split("\n## ").skip(1);
    let introductions = chapters.filter_map(|chapter| {
        let (title, text) = chapter.split_once('\n')?;
        // A chapter without rules explains, lists or proves.
        Some((title, text.split_once("\n#### ")?.0))
    });
    for (name, text) in rules.chain(introductions) {
        for paragraph in paragraphs(text) {
            // Before a table or a drawing the source stands behind it, or in the next sentence.
            if !paragraph.ends_with(']') && !paragraph.ends_with(':') {
                failures.push(format!("{name}: no source: {paragraph}"));
            }
        }
    }
    for rule in spec::rules() {
        let cited = citations(rule.text);
        if cited.is_empty() {
            failures.push(format!("{}: no source", rule.id));
        }
        for tag in cited.iter().flatten() {
            if !tags.contains(tag.as_str()) {
                failures.push(format!(
                    "{}: `{tag}` is not in the table of sources",
                    rule.id
                ));
            }
        }
        let documents = cited
            .iter()
            .flatten()
            .filter(|tag| DOCUMENTS.contains(&tag.as_str()));
        if documents.count() > 0 && cited.iter().any(|tags| tags.len() == DOCUMENTS.len()) {
            failures.push(format!("{}: five documents are `all`", rule.id));
        }
    }
    none(&failures);
}

/// Each sentence has a number, so that it can be cited, and its number stands in one paragraph.
#[test]
fn every_sentence_of_a_rule_has_a_number() {
    let mut failures = Vec::new();
    let sentences = spec::rules().iter().flat_map(Rule::sentences);
    for (id, text) in sentences {
        let paragraphs = paragraphs(text);
        let code = |(at, part)| if at % 2 == 0 { part } else { "X" };
        let prose: String = paragraphs[0].split('`').enumerate().map(code).collect();
        let parts = prose
            .split('[')
            .map(|part| part.split(']').next_back().unwrap());
        let prose: String = parts.collect();
        let begins = |rest: &str| rest.starts_with(|c: char| c.is_uppercase() || "*(".contains(c));
        if paragraphs.len() > 1
            || prose
                .split(". ")
                .skip(1)
                .any(|rest| begins(rest.trim_start()))
        {
            failures.push(format!("{id} is several sentences: {text}"));
        }
    }
    none(&failures);
}

/// A ruling quotes one sentence alone, so no sentence refers to the one before it.
#[test]
fn every_sentence_of_a_rule_can_be_read_alone() {
    const LEANING: [&str; 11] = [
        "Those", "These", "It", "They", "Then", "There", "Such", "This", "So", "Nor", "But",
    ];
    let sentences = spec::rules().iter().flat_map(Rule::sentences);
    let leans = |(_, text): &(String, &str)| {
        let first = text.split(|c: char| !c.is_alphabetic()).next();
        first.is_some_and(|first| LEANING.contains(&first))
    };
    let failures: Vec<String> = sentences
        .filter(leans)
        .map(|(id, text)| format!("{id} leans on another sentence: {text}"))
        .collect();
    none(&failures);
}

#[test]
fn points_of_chapter_9_agree_with_the_citations() {
    let (_, text) = spec::TEXT
        .split_once("### Where the documents disagree")
        .unwrap();
    let text = text.split("\n## ").next().unwrap();
    let points: Vec<&str> = text.split("\n**").skip(1).collect();
    assert!(points.len() >= 9);
    let mut failures = Vec::new();
    for point in points {
        let (name, rest) = point.split_once("** (").unwrap();
        let (ids, lines) = rest.split_once(")\n").unwrap();
        let rules: Vec<&Rule> = ids.split(", ").map(|id| spec::rule(id).unwrap()).collect();
        let cited: BTreeSet<&str> = rules.into_iter().flat_map(documents).collect();
        let speakers: Vec<&str> = lines
            .lines()
            .filter_map(|line| line.strip_prefix("- ")?.split_once(':'))
            .map(|(speaker, _)| speaker)
            .collect();
        let (last, documents) = speakers.split_last().unwrap();
        let in_order = DOCUMENTS.iter().filter(|tag| documents.contains(tag));
        if *last != "Followed" || !in_order.eq(documents) {
            failures.push(format!("{name}: {speakers:?}"));
        }
        for document in documents {
            if !cited.contains(document) {
                failures.push(format!("{name}: no rule of {ids} cites {document}"));
            }
        }
    }
    none(&failures);
}

/// The drawings of a text, each with its lines.
fn drawings(text: &str) -> Vec<Vec<&str>> {
    let blocks = text.split("```").skip(1).step_by(2);
    let drawings = blocks.filter(|block| block.contains("+-----------------+"));
    drawings
        .map(|block| block.trim_start_matches('\n').lines().collect())
        .collect()
}

/// The board that these lines draw.
fn board(side: Side, lines: &[String]) -> Board {
    let header = if side == Side::Gold { "g" } else { "s" };
    let text = format!("{header}\n{}", lines.join("\n"));
    read_diagram(&text).unwrap().start
}

/// The column at which the second of two boards side by side begins.
const SECOND: usize = 31;

#[test]
fn boards_side_by_side_show_the_turn_that_is_named() {
    let mut pairs = 0;
    for lines in drawings(spec::TEXT) {
        let header = lines[0];
        let Some((left, turn)) = header.split_once("after ") else {
            continue;
        };
        let side = match left.trim() {
            "Gold to move" => Side::Gold,
            "Silver to move" => Side::Silver,
            other => panic!("{other}"),
        };
        let halves = lines[1..].iter().map(|line| {
            let (left, right) = line.split_at(SECOND);
            (left.trim_end().to_owned(), right.to_owned())
        });
        let (before, after): (Vec<_>, Vec<_>) = halves.unzip();
        let (before, after) = (board(side, &before), board(side, &after));
        let tokens = Located::values(&read_turn(turn, 1).unwrap().tokens);
        let start = Snapshot::position(Edition::default(), side, before);
        play::<Reference>(&start, &tokens, &after);
        play::<Game>(&start, &tokens, &after);
        pairs += 1;
    }
    assert_eq!(pairs, 4, "a push, a pull, a capture, and the pull of PUL-2");
}

/// Plays the tokens and ends the turn; the captures must be those that the tokens name.
fn play<R: Rules>(start: &Snapshot, tokens: &[Token], after: &Board) {
    let mut state = R::from_snapshot(start).unwrap();
    let mut captured: Vec<Placed> = Vec::new();
    let mut named: Vec<Placed> = Vec::new();
    for token in tokens {
        match *token {
            Token::Action(action) => captured.extend(state.apply(action).unwrap().captured),
            Token::Capture(placed) => named.push(placed),
        }
    }
    assert_eq!(captured, named);
    assert_eq!(state.board(), *after);
    state.apply(Action::EndTurn).unwrap();
    assert_eq!(state.outcome(), None);
}

#[test]
fn the_drawn_setup_is_two_legal_setups() {
    let drawing = drawings(spec::TEXT)
        .into_iter()
        .find(|lines| lines[0] == "setup")
        .unwrap();
    let lines: Vec<String> = drawing[1..].iter().map(|line| (*line).to_owned()).collect();
    let drawn = board(Side::Gold, &lines);
    let mut game =
        Reference::from_snapshot(&Snapshot::game(Edition::default(), Handicap::NONE)).unwrap();
    for side in Side::ALL {
        for placed in drawn.placed().filter(|placed| placed.piece.side == side) {
            game.apply(Action::Place(placed)).unwrap();
        }
        game.apply(Action::EndTurn).unwrap();
    }
    assert_eq!(game.board(), drawn);
}

/// The statements of FRZ-1 about its drawing.
#[test]
fn drawing_of_frz_1_agrees_with_its_text() {
    let drawing = drawings(spec::rule("FRZ-1").unwrap().text).remove(0);
    let lines: Vec<String> = drawing.iter().map(|line| (*line).to_owned()).collect();
    let after = |side: Side, steps: &str| -> Option<&'static str> {
        let start = Snapshot::position(Edition::default(), side, board(side, &lines));
        let mut state = Reference::from_snapshot(&start).unwrap();
        let steps = steps
            .split_whitespace()
            .map(|step| step.parse::<Step>().unwrap());
        let mut actions = steps.map(Action::Step);
        actions.find_map(|action| state.apply(action).err().map(|illegal| illegal.rule()))
    };
    for (side, steps, refused) in [
        (Side::Gold, "Rb7n", Some("FRZ-2")),
        (Side::Gold, "Da6s", None),
        (Side::Silver, "db6s", None),
        (Side::Silver, "rd2e", None),
        (Side::Gold, "rd2e Ed3s", None),
        (Side::Gold, "rd2s", Some("STP-4")),
        (Side::Gold, "rd2w", Some("STP-4")),
        (Side::Gold, "rd2n", Some("STP-4")),
        (Side::Gold, "ra7n Da6n Rb7n", None),
    ] {
        assert_eq!(after(side, steps), refused, "{steps}");
    }
}

#[test]
fn figures_of_chapter_13_are_counted() {
    let (_, text) = spec::TEXT
        .split_once("### Figures to check against")
        .unwrap();
    let text = text.split("\n## ").next().unwrap();
    let counts = drawings(text).into_iter().map(|lines| {
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let start = Snapshot::position(Edition::default(), Side::Gold, board(Side::Gold, &lines));
        let game = Game::from_snapshot(&start).unwrap();
        (game.count_steps(1), game.count_turns())
    });
    let counts: Vec<(u64, u64)> = counts.collect();
    assert_eq!(counts.len(), 2);
    let stated: Vec<u64> = text
        .split(|c: char| !c.is_ascii_digit() && c != ',')
        .filter_map(|word| word.replace(',', "").parse().ok())
        .filter(|&number| number > 8)
        .collect();
    assert_eq!(stated, [counts[0].1, counts[1].0, counts[1].1]);
}

/// The line of cases that must stand under a rule.
fn line_of_cases(rule: &Rule, cases: &[Case]) -> String {
    let chapter = rule.chapter.split(' ').next().unwrap();
    let is_elsewhere = |case: &Case| {
        let own = format!("{chapter:0>2}-");
        let is_in_series = |word: &&str| case.place.0.contains(word);
        let is_series =
            ["few", "every"].iter().any(is_in_series) || case.id.ends_with("-exchanged");
        // A list shows less than the refusal that it repeats.
        !case.place.0.starts_with(&own) || is_series || case.id.ends_with("-unlisted")
    };
    // A case of the rule's own chapter that is about this rule alone says most.
    let first = |cited: fn(&Case) -> &Vec<String>| {
        let is_it = |cited: &String| is_of(cited, rule.id);
        let citing = cases.iter().filter(|case| cited(case).iter().any(is_it));
        citing
            .min_by_key(|case| (is_elsewhere(case), case.yes.len() + case.no.len()))
            .unwrap()
    };
    let place = |case: &Case| case.place.0.trim_end_matches(".toml").to_owned();
    let (yes, no) = (first(|case| &case.yes), first(|case| &case.no));
    let [yes, no] = [("yes", yes), ("no", no)]
        .map(|(word, case)| format!("{word} `{}` [{}]", case.id, place(case)));
    let line = format!("Cases: {yes}, {no}");
    if line.chars().count() <= WIDTH {
        line
    } else {
        format!("Cases: {yes},\n{no}")
    }
}

/// SPEC.md with the lines of cases that it must have, and the links in them.
fn with_cases(text: &str) -> String {
    let cases = Suite::embedded().unwrap().cases;
    let body = text.split("\n[01-").next().unwrap().trim_end();
    let mut out = body.to_owned();
    let files: BTreeSet<String> = cases.iter().map(|case| case.place.0.clone()).collect();
    for rule in spec::rules() {
        let line = line_of_cases(rule, &cases);
        let (head, rest) = out.split_once(&format!("\n#### {} (", rule.id)).unwrap();
        // The rule ends where the next heading begins.
        let end = rest.find("\n#").unwrap_or(rest.len());
        let (section, tail) = rest.split_at(end);
        let section = section.split("\nCases: ").next().unwrap().trim_end();
        out = format!("{head}\n#### {} ({section}\n\n{line}\n{tail}", rule.id);
    }
    let cited = out.clone();
    out.push_str("\n\n");
    let names = files.iter().map(|file| file.trim_end_matches(".toml"));
    for name in names.filter(|name| cited.contains(&format!("[{name}]"))) {
        writeln!(out, "[{name}]: suite/cases/{name}.toml").unwrap();
    }
    out
}

#[test]
fn every_rule_links_its_cases() {
    let expected = with_cases(spec::TEXT);
    if std::env::var_os("ARIMAA_WRITE").is_some() {
        let path = crate::root::root().to_path_buf().join("SPEC.md");
        fs::write(path, &expected).unwrap();
        return;
    }
    let differing = expected
        .lines()
        .zip(spec::TEXT.lines())
        .find(|(one, other)| one != other);
    assert_eq!(differing, None, "ARIMAA_WRITE=1 writes the lines of cases");
    assert_eq!(expected, spec::TEXT);
}
