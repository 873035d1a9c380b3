//! Games that are kept between calls, so that no request carries a history.

use std::collections::HashMap;
use std::ffi::{c_char, c_int};
use std::ptr;

use arimaa::compare::Engine;
use oracle::ask::{Answer, Budget, Question, answer_about, find};
use oracle::judge::JudgedGame;
use oracle::protocol::{MAX_LINE, Request, Response};
use oracle::serve::response_line;
use serde_json::json;
use serde_json::value::RawValue;

use crate::limit::Limit;

/// The JSON state of a game before both setups.
const START: &[u8] = br#"{"side":"gold","setup":{}}"#;

/// A game with its history. One thread at a time may use it.
pub struct Game(JudgedGame);

/// Begins a game at the position of a text of `length` bytes: a board, a JSON state or a record.
/// Null or 0 bytes begin before the setups. The caller gives it back with `arimaa_game_release`.
///
/// Returns null if the text has no position; any question about it to `arimaa_ask` tells why.
///
/// # Safety
///
/// `text` points to `length` readable bytes, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn arimaa_game(text: *const c_char, length: usize) -> *mut Game {
    // SAFETY: the caller lends `length` bytes until this function returns.
    let text = unsafe { crate::lent_bytes(text, length) };
    let game = crate::catching_panics(|| Game::begin(text)).flatten();
    game.map_or(ptr::null_mut(), |game| Box::into_raw(Box::new(game)))
}

/// Answers as `arimaa_ask` does; a question without a `position` is about the game. If the answer
/// to `apply` is `applied`, the game has made the actions, even if it is decided.
///
/// # Safety
///
/// `game` comes from `arimaa_game`; `request` is as for `arimaa_ask`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn arimaa_game_ask(
    game: *mut Game,
    request: *const c_char,
    length: usize,
) -> *mut c_char {
    // SAFETY: the caller lends both until this function returns.
    unsafe { crate::respond(request, length, |request| (*game).answer(request)) }
}

/// Takes back the last turn and the steps since, and returns 1; returns 0 if there is no turn.
///
/// # Safety
///
/// `game` comes from `arimaa_game`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn arimaa_game_take_back(game: *mut Game) -> c_int {
    // SAFETY: the caller lends the game until this function returns.
    crate::catching_panics(|| unsafe { (*game).0.take_back().is_ok() }).map_or(0, c_int::from)
}

/// Gives a game back; ignores null.
///
/// # Safety
///
/// `game` comes from `arimaa_game` and was not given back before, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn arimaa_game_release(game: *mut Game) {
    if !game.is_null() {
        // SAFETY: the caller says that it is a game that was not given back.
        drop(unsafe { Box::from_raw(game) });
    }
}

impl Game {
    /// Begins a game at the position of a text; `None` if the text has no position.
    fn begin(text: &[u8]) -> Option<Self> {
        let engine = Engine::of::<arimaa::Game>();
        let text = str::from_utf8(if text.is_empty() { START } else { text }).ok()?;
        let position = serde_json::from_value(json!({"any": {"text": text}})).ok()?;
        find(&engine, &position).ok().map(Self)
    }

    /// The response to one request, without a line break.
    fn answer(&mut self, request: &[u8]) -> String {
        let line = with_position(request).unwrap_or_default();
        let asked = serde_json::from_str::<Request>(&line).ok();
        let (limit, timeout) = (Limit::start(), asked.as_ref().and_then(Request::timeout));
        // What is no question about a position is no other here than without a game.
        let Some(Request::Ask {
            id, ask, details, ..
        }) = asked
        else {
            return crate::answer(request);
        };
        let budget = Budget {
            is_expired: Some(&|| limit.is_over(timeout)),
            ..Budget::default()
        };
        let answer = answer_about(&self.0, &ask, &budget);
        if let (Question::Apply { actions, .. }, Answer::Applied { .. }) = (&*ask, &answer) {
            // Each is legal, or the answer were another.
            for action in actions.iter().filter_map(|word| word.parse().ok()) {
                let _ = self.0.apply(action);
            }
        }
        let answer = Box::new(if details {
            answer
        } else {
            answer.without_details()
        });
        response_line(&Response::Answer { id, answer }, 1)
    }
}

/// Appends a `position` field, whose value is never read, to the question of a request.
fn with_position(request: &[u8]) -> Option<String> {
    let request = str::from_utf8(request)
        .ok()
        .filter(|line| line.len() <= MAX_LINE)?;
    let fields: HashMap<&str, &RawValue> = serde_json::from_str(request).ok()?;
    let question = fields.get("ask")?.get();
    let fields = question
        .strip_suffix('}')
        .filter(|fields| fields.contains(':'))?;
    let whole = format!(r#"{fields},"position":{{"record":{{"text":""}}}}}}"#);
    Some(request.replacen(question, &whole, 1))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by a panic")]
mod tests {
    use super::*;

    fn play(game: &mut Game, step: &str) -> String {
        let ask = json!({"kind": "apply", "actions": [step, "end"]});
        game.answer(json!({"id": 1, "ask": ask}).to_string().as_bytes())
    }

    #[test]
    fn game_knows_its_history_and_takes_turns_back() {
        let mut game = Game::begin(b"g r7/8/8/3e4/3E4/8/8/7R").unwrap();
        let turns = ["Ed4w", "ed5e", "Ec4e", "ee5w"];
        for step in turns.iter().cycle().take(7) {
            assert!(play(&mut game, step).contains(r#""kind":"applied""#));
        }
        assert!(play(&mut game, "ee5w").contains("REP-2"));
        assert!((0..7).all(|_| game.0.take_back().is_ok()));
        let judge = br#"{"id":1,"ask":{"kind":"judge","turn":"Ed4w"}}"#;
        for _ in 0..2 {
            assert!(game.answer(judge).contains(r#""kind":"accepted""#));
        }
        let drawn = game.answer(br#"{"id":1,"ask":{"kind":"draw","drawing":"text"}}"#);
        assert!(drawn.contains("4|       E"), "{drawn}");
    }

    #[test]
    fn game_of_c_begins_with_the_setups_and_is_given_back() {
        // SAFETY: null and lent bytes may be given, and each game is given back once.
        unsafe {
            let game = arimaa_game(ptr::null(), 0);
            let request = br#"{"id":1,"ask":{"kind":"turn_count"}}"#;
            let response = arimaa_game_ask(game, request.as_ptr().cast(), request.len());
            assert!(crate::tests::text_of(response).contains("64864800"));
            assert_eq!(arimaa_game_take_back(game), 0);
            arimaa_game_release(game);
            assert!(arimaa_game(c"no board".as_ptr(), 8).is_null());
            arimaa_game_release(ptr::null_mut());
        }
    }
}
