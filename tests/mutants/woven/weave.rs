//! Puts all mutants of a file into its text at once, one of them to be chosen when the program runs.
//!
//! The smallest expression that a mutant changes becomes a choice,
//!
//! ```text
//! (match crate::woven::active() { 17 => { the expression with mutant 17 } 18 => { … } _ => { the expression } })
//! ```
//!
//! or the body of the function, where no expression holds the change. Choices stand in each other where expressions do. Whole bodies would be
//! simpler, but a closure is another one in every copy of a body, and whatever is generic over it is compiled again: the
//! compiler takes all memory.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

use serde::Deserialize;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr};

/// What `cargo mutants --list --json` says of a mutant.
#[derive(Clone, Deserialize)]
pub(crate) struct Mutant {
    /// File, line, column and change, as the lists of outcomes have it.
    pub(crate) name: String,
    pub(crate) file: String,
    span: Span,
    replacement: String,
    #[serde(default)]
    function: Option<Changed>,
}

/// The function that a mutant changes.
#[derive(Clone, Deserialize)]
struct Changed {
    return_type: String,
}

impl Mutant {
    /// Whether its function promises some type without a name. A choice has one type, and a mutant may be of another.
    pub(crate) fn has_a_type_of_its_own(&self) -> bool {
        let function = self.function.as_ref();
        function.is_some_and(|function| function.return_type.contains("impl "))
    }
}

#[derive(Clone, Deserialize)]
struct Span {
    start: Place,
    end: Place,
}

/// Both count from one, columns in characters.
#[derive(Clone, Deserialize)]
struct Place {
    line: usize,
    column: usize,
}

/// What does not go in, as the compiler has shown so far.
#[derive(Default)]
pub(crate) struct LeftOut {
    /// Mutants that do not compile.
    pub(crate) unviable: BTreeSet<usize>,
    /// Mutants that would compile, but not as a choice.
    pub(crate) alone: BTreeSet<usize>,
    /// Functions, by file and name, whose body cannot become a choice.
    pub(crate) bodies: BTreeSet<(String, String)>,
    /// Functions, by name, that must stay `const`: a constant is made with them.
    pub(crate) constants: BTreeSet<String>,
}

/// A file with its mutants.
pub(crate) struct Woven {
    pub(crate) text: String,
    /// Where each mutant stands in it.
    pub(crate) arms: Vec<(Range<usize>, usize)>,
    /// Where each choice stands in it, and of which mutants.
    pub(crate) choices: Vec<(Range<usize>, Vec<usize>)>,
    /// Where each function with mutants stands in it.
    pub(crate) bodies: Vec<(Range<usize>, String)>,
}

/// A function outside of other functions.
struct Function {
    name: String,
    /// The word `const`.
    constant: Option<Range<usize>>,
    /// What stands between its braces.
    body: Range<usize>,
    /// The expressions that can become a choice.
    expressions: Vec<Expression>,
}

/// Where an expression stands, and whether it ends a statement without a semicolon.
#[derive(Clone)]
struct Expression {
    range: Range<usize>,
    is_block: bool,
}

/// A choice: an expression, or a body, and what changes it.
struct Choice {
    place: Expression,
    mutants: Vec<usize>,
}

/// Weaves those of `mutants` that are in this file, each under its number in that list.
pub(crate) fn weave(
    file: &str,
    text: &str,
    mutants: &[Mutant],
    out: &LeftOut,
) -> syn::Result<Woven> {
    let mut weaver = Weaver {
        text,
        mutants,
        woven: Woven {
            text: String::new(),
            arms: Vec::new(),
            choices: Vec::new(),
            bodies: Vec::new(),
        },
    };
    let mut done = 0;
    for function in functions(text)? {
        let own = (0..mutants.len()).filter(|&number| {
            let mutant = &mutants[number];
            mutant.file == file
                && function.body.contains(&offset(text, &mutant.span.start))
                && !out.unviable.contains(&number)
                && !out.alone.contains(&number)
        });
        let choices = weaver.choices(&function, own);
        let stays = out
            .bodies
            .contains(&(file.to_owned(), function.name.clone()))
            || function.constant.is_some() && out.constants.contains(&function.name);
        if choices.is_empty() || stays {
            continue;
        }
        if let Some(word) = function.constant {
            weaver.woven.text += &text[done..word.start];
            done = word.end;
        }
        weaver.woven.text += &text[done..function.body.start];
        let start = weaver.woven.text.len();
        weaver.add(function.body.clone(), &choices);
        let range = start..weaver.woven.text.len();
        weaver.woven.bodies.push((range, function.name));
        done = function.body.end;
    }
    weaver.woven.text += &text[done..];
    Ok(weaver.woven)
}

struct Weaver<'a> {
    text: &'a str,
    mutants: &'a [Mutant],
    woven: Woven,
}

impl Weaver<'_> {
    fn range(&self, number: usize) -> Range<usize> {
        let Span { start, end } = &self.mutants[number].span;
        offset(self.text, start)..offset(self.text, end)
    }

    /// What becomes a choice in a function: outer ones first.
    fn choices(&self, function: &Function, own: impl Iterator<Item = usize>) -> Vec<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        for number in own {
            let range = self.range(number);
            let around = function.expressions.iter().filter(|expression| {
                expression.range.start <= range.start && range.end <= expression.range.end
            });
            let smallest = around.min_by_key(|expression| expression.range.len());
            let place = smallest.cloned().unwrap_or_else(|| Expression {
                range: function.body.clone(),
                is_block: true,
            });
            match choices
                .iter_mut()
                .find(|choice| choice.place.range == place.range)
            {
                Some(choice) => choice.mutants.push(number),
                None => choices.push(Choice {
                    place,
                    mutants: vec![number],
                }),
            }
        }
        choices
            .sort_by_key(|Choice { place, .. }| (place.range.start, usize::MAX - place.range.end));
        choices
    }

    /// Adds a part of the text, with the choices that are in it.
    fn add(&mut self, range: Range<usize>, choices: &[Choice]) {
        let mut done = range.start;
        let mut rest = choices;
        while let [choice, behind @ ..] = rest {
            let place = &choice.place.range;
            let inner = behind
                .iter()
                .take_while(|inner| inner.place.range.start < place.end)
                .count();
            let (open, close) = if choice.place.is_block {
                ("{", "}")
            } else {
                ("(", ")")
            };
            self.woven.text += &self.text[done..place.start];
            let start = self.woven.text.len();
            let _ = writeln!(self.woven.text, " {open}match crate::woven::active() {{");
            for &number in &choice.mutants {
                let changed = self.range(number);
                let (before, after) = (
                    &self.text[place.start..changed.start],
                    &self.text[changed.end..place.end],
                );
                let replacement = &self.mutants[number].replacement;
                let arm = self.woven.text.len();
                let _ = writeln!(
                    self.woven.text,
                    "{number} => {{{before}{replacement} {after}\n}}"
                );
                self.woven.arms.push((arm..self.woven.text.len(), number));
            }
            self.woven.text += "_ => {";
            self.add(place.clone(), &behind[..inner]);
            let _ = write!(self.woven.text, "\n}}\n}}{close} ");
            let range = start..self.woven.text.len();
            self.woven.choices.push((range, choice.mutants.clone()));
            done = place.end;
            rest = &behind[inner..];
        }
        self.woven.text += &self.text[done..range.end];
    }
}

/// How many bytes lie before a place.
fn offset(text: &str, place: &Place) -> usize {
    let line: usize = text
        .split_inclusive('\n')
        .take(place.line - 1)
        .map(str::len)
        .sum();
    let before = text[line..].chars().take(place.column - 1);
    line + before.map(char::len_utf8).sum::<usize>()
}

/// The functions of a file, in its order.
fn functions(text: &str) -> syn::Result<Vec<Function>> {
    let mut found = Found(Vec::new());
    found.visit_file(&syn::parse_file(text)?);
    Ok(found.0)
}

struct Found(Vec<Function>);

impl Found {
    fn add(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let braces = block.span().byte_range();
        let mut expressions = Expressions(Vec::new());
        for statement in &block.stmts {
            expressions.visit_stmt(statement);
        }
        self.0.push(Function {
            name: signature.ident.to_string(),
            constant: signature.constness.map(|word| word.span().byte_range()),
            body: braces.start + 1..braces.end - 1,
            expressions: expressions.0,
        });
    }
}

// What is within a function belongs to it, so none of these look further.
impl<'ast> Visit<'ast> for Found {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.add(&function.sig, &function.block);
    }
    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.add(&function.sig, &function.block);
    }
    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(block) = &function.default {
            self.add(&function.sig, block);
        }
    }
}

/// The expressions that can become a choice.
struct Expressions(Vec<Expression>);

impl<'ast> Visit<'ast> for Expressions {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        // A place that is assigned to has to stay one, and names that `let` binds have to reach behind the choice.
        if !binds(expression) {
            self.0.push(Expression {
                range: expression.span().byte_range(),
                is_block: matches!(
                    expression,
                    Expr::If(_)
                        | Expr::Match(_)
                        | Expr::ForLoop(_)
                        | Expr::While(_)
                        | Expr::Loop(_)
                        | Expr::Block(_)
                ),
            });
        }
        visit::visit_expr(self, expression);
    }
}

/// Whether an expression is a condition with `let`, or a part that is borrowed or called as it stands.
fn binds(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(binary) => {
            matches!(binary.op, BinOp::And(_)) && (binds(&binary.left) || binds(&binary.right))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const END: &str = "fn g() {}\n";
    const TEXT: &str = "const fn f(a: u8) -> bool {\n    a < 3 && a > 1\n}\nfn g() {}\n";

    fn mutant(line: usize, columns: Range<usize>, replacement: &str) -> Mutant {
        let place = |column| Place { line, column };
        Mutant {
            name: format!("src/a.rs:{line}:{}: …", columns.start),
            file: "src/a.rs".to_owned(),
            span: Span {
                start: place(columns.start),
                end: place(columns.end),
            },
            replacement: replacement.to_owned(),
            function: None,
        }
    }

    #[test]
    fn what_a_mutant_changes_becomes_a_choice() {
        let mutants = [
            mutant(2, 7..8, ">"),
            mutant(2, 5..19, "true"),
            mutant(2, 11..13, "||"),
        ];
        let woven = weave("src/a.rs", TEXT, &mutants, &LeftOut::default()).unwrap();
        let expected = " fn f(a: u8) -> bool {\n    \n\
            (match crate::woven::active() {\n\
            1 => {true \n}\n2 => {a < 3 ||  a > 1\n}\n_ => {\n\
            (match crate::woven::active() {\n0 => {a >  3\n}\n_ => {a < 3\n}\n}) \n\
            && a > 1\n}\n}) \n}\n";
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(flat(&woven.text), flat(&(expected.to_owned() + END)));
        for (range, number) in woven.arms {
            assert!(woven.text[range].starts_with(&format!("{number} => {{")));
        }
    }

    #[test]
    fn what_is_left_out_stays_as_it_is() {
        let mutants = [mutant(2, 7..8, ">")];
        let same = |out: &LeftOut| weave("src/a.rs", TEXT, &mutants, out).unwrap().text == TEXT;
        assert!(!same(&LeftOut::default()));
        assert!(same(&LeftOut {
            unviable: [0].into(),
            ..LeftOut::default()
        }));
        assert!(same(&LeftOut {
            alone: [0].into(),
            ..LeftOut::default()
        }));
        assert!(same(&LeftOut {
            constants: ["f".to_owned()].into(),
            ..LeftOut::default()
        }));
        let body = ("src/a.rs".to_owned(), "f".to_owned());
        assert!(same(&LeftOut {
            bodies: [body].into(),
            ..LeftOut::default()
        }));
    }

    #[test]
    fn names_bound_in_a_condition_reach_behind_it() {
        let text =
            "fn f(a: Option<u8>) -> u8 {\n    if let Some(b) = a && b > 1 { b } else { 0 }\n}\n";
        let mutants = [mutant(2, 24..26, "||"), mutant(2, 29..30, "<")];
        let woven = weave("src/a.rs", text, &mutants, &LeftOut::default()).unwrap();
        // The one changes the whole `if`, the other only the comparison.
        assert!(
            woven
                .text
                .contains("0 => {if let Some(b) = a ||  b > 1 { b } else { 0 }")
        );
        assert!(woven.text.contains("1 => {b <  1"));
    }
}
