//! The time of a turn, as JSON.

use std::time::Duration;

use oracle::clock::{BadTimeControl, TimeControl};
use serde_json::{Value, json};

/// The response to a request for the time of a turn.
pub(crate) fn answer(request: &[u8]) -> String {
    let told = told(request).unwrap_or_else(|error| json!({ "error": error }));
    told.to_string()
}

/// What a time control makes of a reserve and a time that was used.
fn told(request: &[u8]) -> Result<Value, String> {
    let asked: Value = serde_json::from_slice(request).map_err(|error| error.to_string())?;
    let control = asked["control"].as_str().unwrap_or_default();
    let control: TimeControl = control
        .parse()
        .map_err(|error: BadTimeControl| error.to_string())?;
    let time = |name: &str| match &asked[name] {
        Value::Null => Ok(None),
        value => {
            let time = value.as_u64().map(Duration::from_millis);
            time.map(Some)
                .ok_or_else(|| format!("`{name}` is no number of milliseconds"))
        }
    };
    let (reserve, used) = (time("reserve")?.unwrap_or(control.reserve), time("used")?);
    let millis = |time: Option<Duration>| {
        time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
    };
    Ok(json!({
        "control": control.to_string(),
        "turn": millis(Some(control.turn)),
        "reserve": millis(Some(control.reserve)),
        "percent": control.percent,
        "most_reserve": millis(control.most_reserve),
        "game": millis(control.game),
        "moves": control.moves,
        "longest_turn": millis(control.longest_turn),
        "limit": millis(Some(control.limit(reserve))),
        "reserve_after": millis(used.map(|used| control.reserve_after(reserve, used))),
    }))
}
