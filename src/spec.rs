//! The rules of SPEC.md, one by one: the text that every ruling cites.

use std::sync::LazyLock;

/// The whole text of SPEC.md.
pub const TEXT: &str = include_str!("../SPEC.md");

/// The kind of a rule, which decides the tests that it needs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum RuleKind {
    /// A rule by which something is allowed or refused.
    Permission,
    /// A rule by which something decides a game.
    End,
    /// A rule that says what a word means.
    Definition,
    /// A consequence of other rules, which allows and forbids nothing by itself.
    Theorem,
}

impl RuleKind {
    /// The name of the kind in SPEC.md.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Permission => "permission",
            Self::End => "end of game",
            Self::Definition => "definition",
            Self::Theorem => "theorem",
        }
    }
}

/// One rule of SPEC.md.
///
/// ```
/// let rule = arimaa::spec::rule("FRZ-2").unwrap();
/// assert!(rule.text.starts_with("¹A frozen piece does not step"));
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Rule {
    /// The stable id of the rule, such as `FRZ-1`.
    pub id: &'static str,
    /// The kind of the rule.
    pub kind: RuleKind,
    /// The chapter that has the rule, such as `3 Steps and freezing`.
    pub chapter: &'static str,
    /// The text of the rule with sources and drawings, in Markdown.
    pub text: &'static str,
}

impl Rule {
    /// The first sentence of the rule, without marks of Markdown and without its sources.
    pub fn summary(&self) -> String {
        self.sentences()
            .first()
            .map_or_else(String::new, |(_, text)| without_marks(text))
    }

    /// The sentences of the rule, each with the id that cites it (`FRZ-1.2`, or `BRD-3` in a rule
    /// of one sentence) and its text in Markdown without the number.
    pub fn sentences(&self) -> Vec<(String, &'static str)> {
        let mut sentences = Vec::new();
        let mut number = String::new();
        for part in self.text.split_inclusive(NUMERALS) {
            let text = part.trim_end_matches(NUMERALS);
            if !text.is_empty() {
                let point = if number.is_empty() { "" } else { "." };
                sentences.push((format!("{}{point}{number}", self.id), text.trim()));
                number.clear();
            }
            let digit = part.chars().next_back();
            let digit = NUMERALS.iter().position(|numeral| digit == Some(*numeral));
            number.extend(digit.map(|digit| digit.to_string()));
        }
        sentences
    }
}

/// The digits of the number that stands before each sentence of a rule.
const NUMERALS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// A sentence in one line, without marks of Markdown and without the sources behind it.
fn without_marks(sentence: &str) -> String {
    let text = sentence.split("\n\n").next().unwrap_or_default();
    let mut text = text.replace('\n', " ").replace(['*', '`'], "");
    if text.ends_with(']') {
        text.truncate(text.rfind(" [").unwrap_or(text.len()));
    }
    text
}

/// The lines of SPEC.md that can be cited, followed by zeros, and the number of their bytes.
static CITED: ([u8; TEXT.len()], usize) = copy_citable_lines(TEXT.as_bytes());

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| parse(cited_text()));

static THEOREMS: LazyLock<Vec<Rule>> = LazyLock::new(|| parse_theorems(cited_text()));

/// The version, the titles of chapters, the rules without the lines that name their cases, and the
/// theorems. A program that does not use [`TEXT`] has only this part of SPEC.md in it, and is
/// quicker to download.
fn cited_text() -> &'static str {
    let (bytes, length) = &CITED;
    str::from_utf8(&bytes[..*length]).unwrap_or_default()
}

/// Copies the lines of `text` that can be cited, and counts their bytes.
const fn copy_citable_lines<const LENGTH: usize>(text: &[u8]) -> ([u8; LENGTH], usize) {
    let mut bytes = [0; LENGTH];
    let (mut length, mut at) = (0, 0);
    let (mut is_rule, mut is_theorem) = (false, false);
    while at < text.len() {
        let mut rest = text.split_at(at).1;
        let is_heading = begins_with(rest, b"#") || begins_with(rest, b"Cases: ");
        let is_end = is_theorem && begins_with(rest, b"\n");
        is_theorem = begins_with(rest, b"- **THM-") || (is_theorem && !is_end);
        is_rule = begins_with(rest, b"#### ") || (is_rule && !is_heading);
        let is_named = begins_with(rest, b"## ") || begins_with(rest, b"Specification version");
        let is_kept = is_rule || is_theorem || is_end || is_named;
        while let Some((&byte, others)) = rest.split_first() {
            if is_kept {
                bytes[length] = byte;
                length += 1;
            }
            (rest, at) = (others, at + 1);
            if byte == b'\n' {
                break;
            }
        }
    }
    (bytes, length)
}

const fn begins_with(text: &[u8], with: &[u8]) -> bool {
    let mut at = 0;
    while at < with.len() {
        if at >= text.len() || text[at] != with[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Every theorem of SPEC.md, in the order of the text. No ruling cites a theorem.
pub fn theorems() -> &'static [Rule] {
    &THEOREMS
}

/// Every rule of SPEC.md without the theorems, in the order of the text.
pub fn rules() -> &'static [Rule] {
    &RULES
}

/// The rule or the theorem with this id, or the rule that has this sentence (`FRZ-1.2`), or `None`.
/// The case of letters does not matter.
pub fn rule(id: &str) -> Option<&'static Rule> {
    let (of, number) = id.split_once('.').unzip();
    let mut all = RULES.iter().chain(THEOREMS.iter());
    let rule = all.find(|rule| rule.id.eq_ignore_ascii_case(of.unwrap_or(id)))?;
    (number.is_none() || sentence(id).is_some()).then_some(rule)
}

/// The sentence with this id in one line, without marks of Markdown and without its sources. `None`
/// for an unknown id, and for the id of a rule of several sentences.
///
/// ```
/// let sentence = arimaa::spec::sentence("FRZ-1.2").unwrap();
/// assert_eq!(sentence, "An elephant is never frozen, there being nothing stronger.");
/// ```
pub fn sentence(id: &str) -> Option<String> {
    let of = id.split('.').next().unwrap_or(id);
    let rule = RULES.iter().find(|rule| rule.id.eq_ignore_ascii_case(of))?;
    let sentences = rule.sentences().into_iter();
    let mut found = sentences.filter(|(known, _)| known.eq_ignore_ascii_case(id));
    found.next().map(|(_, text)| without_marks(text))
}

/// The version of SPEC.md, such as `1.1.0`.
pub fn version() -> &'static str {
    cited_text()
        .split("version **")
        .nth(1)
        .and_then(|rest| rest.split("**").next())
        .unwrap_or("unknown")
}

fn parse(text: &'static str) -> Vec<Rule> {
    let mut rules = Vec::new();
    for chapter in text.split("\n## ").skip(1) {
        let title = chapter.lines().next().unwrap_or_default();
        for section in chapter.split("\n#### ").skip(1) {
            let (heading, text) = section.split_once('\n').unwrap_or((section, ""));
            let (id, kind) = heading.split_once(" (").unwrap_or((heading, ""));
            rules.push(Rule {
                id,
                kind: match kind.trim_end_matches(')') {
                    "permission" => RuleKind::Permission,
                    "end of game" => RuleKind::End,
                    _ => RuleKind::Definition,
                },
                chapter: title,
                text: text.trim(),
            });
        }
    }
    rules
}

/// Reads the theorems: list items that begin with the id of a theorem in bold letters.
fn parse_theorems(text: &'static str) -> Vec<Rule> {
    let mut theorems = Vec::new();
    for chapter in text.split("\n## ").skip(1) {
        let title = chapter.lines().next().unwrap_or_default();
        let items = chapter.split("\n- **").skip(1);
        for item in items.filter(|item| item.starts_with("THM-")) {
            let item = item.split("\n\n").next().unwrap_or(item);
            let (id, says) = item.split_once("**").unwrap_or((item, ""));
            theorems.push(Rule {
                id,
                kind: RuleKind::Theorem,
                chapter: title,
                // The further lines of a list item are indented.
                text: says.trim().replace("\n  ", "\n").leak(),
            });
        }
    }
    theorems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentence_is_found_by_its_number_and_an_unknown_number_finds_no_rule() {
        assert_eq!(rule("frz-1.2"), rule("FRZ-1"));
        let only = ["BRD-3", "1"].join(".");
        for unknown in ["FRZ-1.99", "FRZ-1.", "THM-1.", &only] {
            assert_eq!(
                (rule(unknown), sentence(unknown)),
                (None, None),
                "{unknown}"
            );
        }
        assert_eq!(sentence("FRZ-1"), None);
        let says = |id: &str| sentence(id).unwrap_or_default();
        let last = "Whether what the header names is legal is judged and not read (VAL-5).";
        assert_eq!(says("NOT-7.14"), last);
        assert_eq!(
            says("BRD-3"),
            "The traps are the four squares c3, f3, c6 and f6."
        );
    }

    #[test]
    fn theorems_are_numbered_and_found_by_their_id() {
        assert!(theorems().len() >= 7, "{} theorems", theorems().len());
        for (index, theorem) in theorems().iter().enumerate() {
            assert_eq!(theorem.id, format!("THM-{}", index + 1));
            let mut lines = theorem.text.lines();
            assert!(lines.all(|line| !line.is_empty() && line == line.trim()));
            assert!(!theorem.text.is_empty() && !theorem.text.contains("**"));
            assert_eq!(rule(&theorem.id.to_lowercase()), Some(theorem));
        }
    }

    #[test]
    fn the_version_is_found() {
        let parts: Vec<_> = version().split('.').map(str::parse::<u32>).collect();
        assert!(
            parts.len() == 3 && parts.iter().all(Result::is_ok),
            "{}",
            version()
        );
    }
}
