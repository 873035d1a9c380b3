//! The time of a turn by a time control, as JSON.

use std::time::Duration;

use serde_json::{Value, json};

use super::{BadTimeControl, TimeControl};

/// Answers a question in JSON about the time of a turn, with JSON. All times are seconds.
///
/// The question has the `control` and, if known, the `reserve` and the time that a turn `used`. The
/// answer has the parts of the control, the `limit` of a turn with that reserve (by default the
/// reserve at the start), and the `reserve_after` the turn. A limit that is not set is null. A
/// question that cannot be read gets an `error`.
///
/// ```
/// use arimaa_oracle::clock::answer_clock;
///
/// let told = answer_clock(br#"{"control": "15s/90s/100/2m", "reserve": 60, "used": 20.5}"#);
/// assert!(told.contains(r#""limit":75.0"#) && told.contains(r#""reserve_after":54.5"#));
/// assert!(told.contains(r#""most_reserve":120.0"#) && told.contains(r#""moves":null"#));
///
/// let told = answer_clock(br#"{"control": "15s"}"#);
/// assert!(told.starts_with(r#"{"error":"part R of a time control"#));
/// let told = answer_clock(br#"{"control": "15s/1", "used": -1}"#);
/// assert_eq!(told, r#"{"error":"`used` is no number of seconds"}"#);
/// ```
pub fn answer_clock(request: &[u8]) -> String {
    let told = answer_or_reason(request).unwrap_or_else(|error| json!({ "error": error }));
    told.to_string()
}

fn answer_or_reason(request: &[u8]) -> Result<Value, String> {
    let asked: Value = serde_json::from_slice(request).map_err(|error| error.to_string())?;
    let control = asked["control"].as_str().unwrap_or_default();
    let control: TimeControl = control
        .parse()
        .map_err(|error: BadTimeControl| error.to_string())?;
    let time = |name: &str| match &asked[name] {
        Value::Null => Ok(None),
        value => {
            let time = value.as_f64().map(Duration::try_from_secs_f64);
            let time = time.and_then(Result::ok).map(Some);
            time.ok_or_else(|| format!("`{name}` is no number of seconds"))
        }
    };
    let (reserve, used) = (time("reserve")?.unwrap_or(control.reserve), time("used")?);
    let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64());
    Ok(json!({
        "control": control.to_string(),
        "turn": control.turn.as_secs_f64(),
        "reserve": control.reserve.as_secs_f64(),
        "percent": control.percent,
        "most_reserve": seconds(control.most_reserve),
        "game": seconds(control.game),
        "moves": control.moves,
        "longest_turn": seconds(control.longest_turn),
        "limit": control.limit(reserve).as_secs_f64(),
        "reserve_after": seconds(used.map(|used| control.reserve_after(reserve, used))),
    }))
}
