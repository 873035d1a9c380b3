//! Reads the files of the suite strictly; an error names its line and column.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;

use super::exchange::exchanged;
use super::family;
use super::form::{self, Raw};
use super::unlisted::unlisted;
use crate::cases::{Case, WrongRule};
use arimaa::spec;

/// The name of the file that holds the vocabulary of wrong rules.
pub const WRONG_RULES: &str = "wrong-rules.toml";

/// The largest file of cases that is read, in bytes.
const MAX_FILE: usize = 8 << 20;

/// The longest id, in bytes.
const LONGEST_ID: usize = 72;

/// The fewest characters of the sentence of a case or of a wrong rule.
const SHORTEST_SENTENCE: usize = 20;

/// The cases and the vocabulary of wrong rules, in the order of the files.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Suite {
    /// The cases.
    pub cases: Vec<Case>,
    /// The wrong rules that cases name.
    pub wrong_rules: Vec<WrongRule>,
}

/// A mistake in a file of the suite, with its place.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{file}, line {line}, column {column}: {message}")]
pub struct LoadError {
    /// The file.
    pub file: String,
    /// The line, the first being 1.
    pub line: usize,
    /// The column in characters, the first being 1.
    pub column: usize,
    /// The mistake, and what was expected.
    pub message: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    /// Whether each case in play that permits it gets a twin with the sides exchanged.
    #[serde(default)]
    twins: bool,
    #[serde(default)]
    case: Vec<Spanned<Raw>>,
    #[serde(default)]
    family: Vec<Spanned<toml::Table>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrongRules {
    wrong: Vec<Spanned<WrongRule>>,
}

/// Names that the reader has met or may accept.
#[derive(Default)]
struct Known {
    /// The file of each case read so far, by its id.
    cases: HashMap<String, String>,
    /// Ids of rules and sentences that SPEC.md has.
    citations: HashSet<String>,
}

impl Suite {
    /// Reads the files of a suite: their names and their texts, the vocabulary among them.
    ///
    /// # Errors
    ///
    /// The first place that is no TOML, has an unknown field, asks no question or several, names a
    /// rule or a wrong rule that does not exist, repeats an id, or has one that is not in
    /// kebab-case, or a note that is no sentence.
    pub fn load(files: &[(&str, &str)]) -> Result<Self, LoadError> {
        let mut suite = Self::default();
        for &(name, text) in files.iter().filter(|(name, _)| *name == WRONG_RULES) {
            suite
                .wrong_rules
                .extend(wrong_rules(&File::new(name, text))?);
        }
        let mut known = Known::default();
        for &(name, text) in files.iter().filter(|(name, _)| *name != WRONG_RULES) {
            suite.add(&File::new(name, text), &mut known)?;
        }
        Ok(suite)
    }

    fn add(&mut self, file: &File<'_>, known: &mut Known) -> Result<(), LoadError> {
        let chapter = file.chapter()?;
        let cases: Cases = file.parse()?;
        let has_twins = cases.twins;
        let mut twins = Vec::new();
        for (at, raw) in entries(file, cases)? {
            let fail = |message: String| file.error_at(at, message);
            let may_have_twin = has_twins && raw.has_twin();
            for case in cases_of_raw(raw, chapter, file.place_in_file(at)).map_err(fail)? {
                let twin = may_have_twin.then(|| exchanged_twin(&case)).flatten();
                twins.extend(twin.map(|twin| (at, twin)));
                self.add_case(case, known).map_err(fail)?;
            }
        }
        for (at, twin) in twins {
            let pushed = self.add_case(twin, known);
            pushed.map_err(|message| file.error_at(at, message))?;
        }
        Ok(())
    }

    /// Adds a case whose id is new and whose citations exist.
    fn add_case(&mut self, case: Case, known: &mut Known) -> Result<(), String> {
        let (id, file) = (&case.id, &case.place.0);
        for citation in case.citations() {
            if !known.citations.contains(citation) {
                check_citation(citation).map_err(|message| format!("{id}: {message}"))?;
                known.citations.insert(citation.to_owned());
            }
        }
        check_style(id, &case.note)?;
        for (place, name) in case.kills.iter().enumerate() {
            if case.kills.iter().take(place).any(|other| other == name) {
                return Err(format!("{id} names `{name}` twice"));
            }
            if !self.wrong_rules.iter().any(|wrong| wrong.id == *name) {
                return Err(format!(
                    "{id}: `{name}` is not a wrong rule of {WRONG_RULES}"
                ));
            }
        }
        if let Some(other) = known.cases.insert(id.clone(), file.clone()) {
            return Err(format!("{id} stands twice, first in {other}"));
        }
        self.cases.push(case);
        Ok(())
    }

    /// The case with this id.
    pub fn case(&self, id: &str) -> Option<&Case> {
        self.cases.iter().find(|case| case.id == id)
    }
}

/// The cases of a file in its order, members of families among them, each with its place in bytes.
fn entries(file: &File<'_>, cases: Cases) -> Result<Vec<(usize, Raw)>, LoadError> {
    let written = cases.case.into_iter();
    let written = written.map(|raw| (raw.span().start, raw.into_inner()));
    let mut entries: Vec<(usize, Raw)> = written.collect();
    for family in cases.family {
        let at = family.span().start;
        let fail = |message: String| file.error_at(at, message);
        for member in family::members(family.into_inner()).map_err(fail)? {
            let raw = Raw::deserialize(member).map_err(|error| fail(error.to_string()))?;
            entries.push((at, raw));
        }
    }
    entries.sort_by_key(|(at, _)| *at);
    Ok(entries)
}

/// The case that is written and, where it asks for one, the case about the list beside its refusal.
fn cases_of_raw(raw: Raw, chapter: u32, place: (String, usize)) -> Result<Vec<Case>, String> {
    let listed = raw.listed_instead()?;
    let case = form::case(raw, chapter, place)?;
    let list = listed.map(|listed| unlisted(&case, listed)).transpose();
    let list = list.map_err(|message| format!("{}: {message}", case.id))?;
    Ok([case].into_iter().chain(list).collect())
}

/// The case with the sides exchanged; `None` if the case is not in play or cannot be exchanged.
fn exchanged_twin(case: &Case) -> Option<Case> {
    let image = exchanged(case).ok()?;
    Some(Case {
        id: format!("{}-exchanged", case.id),
        kills: Vec::new(),
        note: format!("The same as `{}` with the sides exchanged.", case.id),
        ..image
    })
}

fn wrong_rules(file: &File<'_>) -> Result<Vec<WrongRule>, LoadError> {
    let raw: WrongRules = file.parse()?;
    let mut wrong_rules: Vec<WrongRule> = Vec::new();
    for raw in raw.wrong {
        let at = raw.span().start;
        let wrong = raw.into_inner();
        let WrongRule { id, rule, says } = &wrong;
        check_citation(rule).map_err(|message| file.error_at(at, format!("{id}: {message}")))?;
        check_style(id, says).map_err(|message| file.error_at(at, message))?;
        if wrong_rules.iter().any(|other| other.id == *id) {
            return Err(file.error_at(at, format!("{id} stands twice")));
        }
        wrong_rules.push(wrong);
    }
    Ok(wrong_rules)
}

/// Whether a name has lower-case letters and digits, in words with single hyphens between them.
pub(super) fn is_kebab_case(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    name.split('-')
        .all(|word| !word.is_empty() && word.bytes().all(is_letter))
}

/// Checks that an id is short and in kebab-case, and that its text is a sentence.
fn check_style(id: &str, says: &str) -> Result<(), String> {
    if id.len() > LONGEST_ID || !is_kebab_case(id) {
        return Err(format!(
            "`{id}` is no id in kebab-case of at most {LONGEST_ID} letters"
        ));
    }
    let ends = says.ends_with(['.', '?', '`', '"', ')']);
    if says.chars().count() < SHORTEST_SENTENCE || !ends || says.contains("should") {
        return Err(format!("{id}: `{says}` is no sentence that states a fact"));
    }
    Ok(())
}

/// Checks that a rule or a sentence has this id, in canonical form.
fn check_citation(id: &str) -> Result<(), String> {
    match spec::rule(id) {
        Some(rule) if id.starts_with(rule.id) => Ok(()),
        _ => Err(format!("`{id}` is no rule or sentence of SPEC.md")),
    }
}

/// A file that is being read.
pub(super) struct File<'a> {
    name: &'a str,
    text: &'a str,
    /// The place of the first byte of each line.
    lines: Vec<usize>,
}

impl<'a> File<'a> {
    pub(super) fn new(name: &'a str, text: &'a str) -> Self {
        let ends = text.match_indices('\n').map(|(end, _)| end + 1);
        let lines = [0].into_iter().chain(ends).collect();
        Self { name, text, lines }
    }

    pub(super) fn parse<T: for<'de> Deserialize<'de>>(&self) -> Result<T, LoadError> {
        if self.text.len() > MAX_FILE {
            return Err(self.error_at(0, format!("more than {MAX_FILE} bytes")));
        }
        toml::from_str(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            self.error_at(at, error.message().to_owned())
        })
    }

    /// The chapter, by the number that begins the file's name.
    fn chapter(&self) -> Result<u32, LoadError> {
        let number = self
            .name
            .split('-')
            .next()
            .and_then(|text| text.parse().ok());
        number.ok_or_else(|| {
            let expected = "expected a name that begins with the number of a chapter";
            self.error_at(0, format!("{expected}, such as `03-freezing.toml`"))
        })
    }

    fn place_in_file(&self, at: usize) -> (String, usize) {
        (self.name.to_owned(), self.line_of_place(at))
    }

    /// The number of the line at a place in bytes.
    pub(super) fn line_of_place(&self, at: usize) -> usize {
        self.lines.partition_point(|begin| *begin <= at)
    }

    pub(super) fn error_at(&self, at: usize, message: String) -> LoadError {
        let line = self.line_of_place(at);
        let before = self.text.get(self.lines[line - 1]..at).unwrap_or_default();
        LoadError {
            file: self.name.to_owned(),
            line,
            column: before.chars().count() + 1,
            message,
        }
    }
}
