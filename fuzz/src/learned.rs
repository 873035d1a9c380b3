//! The learned inputs of long runs as text: an input a line, each a JSON string with a character
//! for every byte. A repository keeps one such file more easily than hundreds of tiny ones.

/// The inputs of a file of `fuzz/learned`.
///
/// # Errors
///
/// Says which line is no string of characters up to `U+00FF`.
pub fn read_inputs(text: &str) -> Result<Vec<Vec<u8>>, String> {
    let read = |line: &str| -> Option<Vec<u8>> {
        let text: String = serde_json::from_str(line).ok()?;
        text.chars().map(|byte| u8::try_from(byte).ok()).collect()
    };
    let lines = text.lines().zip(1..);
    lines
        .map(|(line, number)| read(line).ok_or_else(|| format!("line {number} is no input")))
        .collect()
}

/// The text of some inputs: the short ones first, and each once.
pub fn write_inputs(mut inputs: Vec<Vec<u8>>) -> String {
    inputs.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    inputs.dedup();
    let line = |input: Vec<u8>| {
        let text: String = input.into_iter().map(char::from).collect();
        serde_json::Value::from(text).to_string() + "\n"
    };
    inputs.into_iter().map(line).collect()
}
