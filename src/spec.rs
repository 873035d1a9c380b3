//! SPEC.md, rule by rule: the text that every ruling cites.

use std::sync::LazyLock;

/// The whole specification, as it stands in the repository.
pub const TEXT: &str = include_str!("../SPEC.md");

/// The kind of a rule, which decides the tests that it needs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum RuleKind {
    /// Something is allowed or refused.
    Permission,
    /// Something decides a game.
    End,
    /// The meaning of a word.
    Definition,
    /// A consequence of other rules: it allows and forbids nothing.
    Theorem,
}

impl RuleKind {
    /// The name that SPEC.md gives it.
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
/// assert!(rule.text.starts_with("A frozen piece does not step"));
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Rule {
    /// Its stable id, such as `FRZ-1`.
    pub id: &'static str,
    /// The kind of the rule.
    pub kind: RuleKind,
    /// The chapter it stands in, such as `3 Steps and freezing`.
    pub chapter: &'static str,
    /// Its text with sources and drawings, in Markdown.
    pub text: &'static str,
    /// The line that names a case for it and one against it, in Markdown; empty if there is none.
    pub cases: &'static str,
}

impl Rule {
    /// The first sentence, without Markdown marks.
    pub fn summary(&self) -> String {
        let paragraph = self.text.split("\n\n").next().unwrap_or_default();
        let line = paragraph.replace('\n', " ").replace(['*', '`'], "");
        match line.find(". ") {
            Some(end) => line[..=end].to_owned(),
            None => line.split(" [").next().unwrap_or_default().to_owned(),
        }
    }
}

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| parse(TEXT));

static THEOREMS: LazyLock<Vec<Rule>> = LazyLock::new(|| parse_theorems(TEXT));

/// Every theorem, in the order of the text. No ruling cites one.
pub fn theorems() -> &'static [Rule] {
    &THEOREMS
}

/// Every rule, in the order of the text.
pub fn rules() -> &'static [Rule] {
    &RULES
}

/// The rule or the theorem with this id; capitals do not matter.
pub fn rule(id: &str) -> Option<&'static Rule> {
    let mut all = RULES.iter().chain(THEOREMS.iter());
    all.find(|rule| rule.id.eq_ignore_ascii_case(id))
}

/// The version that the text gives itself.
pub fn version() -> &'static str {
    TEXT.split("version **")
        .nth(1)
        .and_then(|rest| rest.split("**").next())
        .unwrap_or("unknown")
}

/// How the line of cases begins, at the end of each rule.
const CASES: &str = "\nCases: ";

fn parse(text: &'static str) -> Vec<Rule> {
    let mut rules = Vec::new();
    for chapter in text.split("\n## ").skip(1) {
        let title = chapter.lines().next().unwrap_or_default();
        for section in chapter.split("\n#### ").skip(1) {
            let (heading, text) = section.split_once('\n').unwrap_or((section, ""));
            let (id, kind) = heading.split_once(" (").unwrap_or((heading, ""));
            // A section after the last rule of a chapter, under a heading of its own, is not part
            // of it.
            let text = text.split("\n### ").next().unwrap_or(text).trim();
            let (text, cases) = text.split_once(CASES).unwrap_or((text, ""));
            rules.push(Rule {
                id,
                kind: match kind.trim_end_matches(')') {
                    "permission" => RuleKind::Permission,
                    "end of game" => RuleKind::End,
                    _ => RuleKind::Definition,
                },
                chapter: title,
                text: text.trim(),
                cases: cases.trim(),
            });
        }
    }
    rules
}

/// The items of lists that begin with the id of a theorem in bold letters.
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
                // Lines of an item are indented.
                text: says.trim().replace("\n  ", "\n").leak(),
                cases: "",
            });
        }
    }
    theorems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_heading_of_a_rule_names_a_known_kind() {
        let headings: Vec<&str> = TEXT
            .lines()
            .filter(|line| line.starts_with("#### "))
            .collect();
        assert_eq!(headings.len(), rules().len());
        for (heading, rule) in headings.into_iter().zip(rules()) {
            assert_eq!(heading, format!("#### {} ({})", rule.id, rule.kind.name()));
        }
    }

    #[test]
    fn ids_are_unique_and_texts_are_there() {
        for (index, rule) in rules().iter().enumerate() {
            assert!(!rule.text.is_empty(), "{} has no text", rule.id);
            assert!(
                rules()[..index].iter().all(|earlier| earlier.id != rule.id),
                "{} stands twice",
                rule.id
            );
        }
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
