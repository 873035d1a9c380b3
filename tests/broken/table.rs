//! The table of mutations, `mutations.toml`, as the build and the test read it.

use serde::Deserialize;

/// The whole table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Every mutation, in the order of SPEC.md.
    pub mutation: Vec<Mutation>,
}

/// The hooks of the parameterised engine, `hooks.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only the build puts them in")]
pub struct Hooks {
    /// The calls, in the order of SPEC.md.
    pub edit: Vec<Edit>,
}

#[allow(dead_code, reason = "only the build puts them in")]
impl Hooks {
    /// Reads the hooks.
    ///
    /// # Errors
    ///
    /// The message says where the text is not a list of hooks.
    pub fn read(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }
}

/// One fault that turns an engine into a broken one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(
    dead_code,
    reason = "the build needs the edits, the test needs the rest"
)]
pub struct Mutation {
    /// Unique, in kebab-case, named after the fault.
    pub id: String,
    /// The sentence of SPEC.md that the engine breaks.
    pub rule: String,
    /// Why such an engine comes to be written.
    pub why: String,
    /// Why no case of the suite can show it. Such a mutation must be noticed by a walk alone.
    pub hidden_from_suite: Option<String>,
    /// Why no walk can show it. Such a mutation must be noticed by a case alone.
    pub hidden_from_walks: Option<String>,
    /// The proofs of `tests/proofs/kernels` that find a counterexample; `.ci/broken-kernels` runs
    /// them.
    #[serde(default)]
    pub refuted_by: Vec<String>,
    /// The changes of the sources; nearly always one.
    pub edit: Vec<Edit>,
}

/// One change of one source file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only the build edits")]
pub struct Edit {
    /// The file, from `src`.
    pub file: String,
    /// The text to replace. It stands exactly once in the file.
    pub replace: String,
    /// Its replacement.
    pub with: String,
}

impl Table {
    /// Reads the table.
    ///
    /// # Errors
    ///
    /// The message says where the text is not such a table.
    pub fn read(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }
}
