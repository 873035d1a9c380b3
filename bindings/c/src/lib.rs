//! arimaa-oracle for C, C++ and every other language that calls C functions, and as a WebAssembly
//! module without imports.
//!
//! [`arimaa_ask`] answers a line of the oracle's protocol with a line, [`arimaa_clock`] works out
//! the time of a turn, [`arimaa_reserve`] makes room for a request, and [`arimaa_release`] gives
//! memory back. `docs/protocol.md` describes the lines. Nothing is remembered between these calls,
//! and several threads may make them at once.
//!
//! | file | what it is |
//! |---|---|
//! | `block.rs` | memory that is handed over |
//! | `game.rs` | a game that is kept between calls |
//! | `limit.rs` | how long an answer may take |

mod block;
#[cfg(not(target_family = "wasm"))]
mod game;
mod limit;

use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::slice;

use arimaa::compare::Engine;
use limit::Limit;
use oracle::serve::answer_line;
use oracle::subject::Local;

/// The response after a panic outside of the oracle, which catches its own.
const FAILED: &str =
    r#"{"id":null,"error":{"kind":"failed","line":1,"message":"the library panicked"}}"#;

/// Answers one request of the oracle's protocol, which docs/protocol.md describes.
///
/// `request` is one line of JSON in UTF-8, `length` bytes long; it need not end with a zero byte.
/// Null counts as an empty line. The result is the response: one line of JSON in UTF-8 without a
/// line break, which ends with a zero byte and holds no other. Whatever is wrong with the request
/// is said in the response. The caller gives the response back with `arimaa_release`.
///
/// An answer takes at most 60 seconds, and less where the request has a `timeout_ms`; then the
/// response is the error `timed_out`. The WebAssembly module has no clock: it disregards
/// `timeout_ms`, and says `timed_out` after a fixed amount of work.
///
/// Returns null if there is no memory for the response.
///
/// # Safety
///
/// `request` points to `length` readable bytes, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn arimaa_ask(request: *const c_char, length: usize) -> *mut c_char {
    // SAFETY: the caller lends `length` bytes until this function returns.
    unsafe { respond(request, length, answer) }
}

/// Works out the time of a turn from a time control, `M/R/P/L/G/T` as docs/referee.md describes it.
///
/// `request` is `length` bytes of JSON: `{"control": "15s/90s", "reserve": 60, "used": 20.5}`, with
/// times in seconds; the last two are optional. The response is JSON: the parts of the control, the
/// `limit` of a turn and, with `used`, the `reserve_after` the turn; or an `error`. The caller
/// gives it back with `arimaa_release`.
///
/// Returns null if there is no memory for the response.
///
/// # Safety
///
/// `request` points to `length` readable bytes, or is null.
#[cfg(feature = "clock")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn arimaa_clock(request: *const c_char, length: usize) -> *mut c_char {
    // SAFETY: the caller lends `length` bytes until this function returns.
    unsafe { respond(request, length, oracle::clock::answer_clock) }
}

/// The response to a request in the caller's memory, in a new block.
///
/// # Safety
///
/// As for [`arimaa_ask`].
unsafe fn respond(
    request: *const c_char,
    length: usize,
    answer: impl FnOnce(&[u8]) -> String,
) -> *mut c_char {
    // SAFETY: the caller says so.
    let request = unsafe { lent_bytes(request, length) };
    let response = catching_panics(|| answer(request)).unwrap_or_else(|| FAILED.to_owned());
    block::of(response.as_bytes()).map_or(ptr::null_mut(), |block| block.cast().as_ptr())
}

/// The bytes in the caller's memory, valid during the call; none for null.
///
/// # Safety
///
/// As for [`arimaa_ask`].
unsafe fn lent_bytes<'a>(bytes: *const c_char, length: usize) -> &'a [u8] {
    if bytes.is_null() {
        return &[];
    }
    // SAFETY: the caller says so.
    unsafe { slice::from_raw_parts(bytes.cast(), length) }
}

/// Makes room for a request: `length` zero bytes, and one more behind them.
///
/// Callers with memory of their own need not use it. The caller gives the block back with
/// `arimaa_release`. Returns null if there is no memory for it.
#[unsafe(no_mangle)]
pub extern "C" fn arimaa_reserve(length: usize) -> *mut c_char {
    block::reserve(length).map_or(ptr::null_mut(), |block| block.cast().as_ptr())
}

/// Gives back a block that `arimaa_ask`, `arimaa_clock`, `arimaa_game_ask` or `arimaa_reserve`
/// returned; ignores null.
///
/// # Safety
///
/// `block` comes from one of these functions and was not given back before, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn arimaa_release(block: *mut c_char) {
    if let Some(block) = ptr::NonNull::new(block.cast()) {
        // SAFETY: the caller says that it is a block that was not given back.
        unsafe { block::release(block) }
    }
}

/// The response to one request, without a line break.
fn answer(request: &[u8]) -> String {
    let mut engine = Local::new("arimaa-oracle", Engine::of::<arimaa::Game>());
    let limit = Limit::start();
    answer_line(&mut engine, request, &|asked| limit.is_over(asked))
}

/// The value of `work`, or `None` after a panic, which must not unwind into C.
fn catching_panics<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic")]
mod tests {
    use std::ffi::CStr;

    use oracle::protocol::{MAX_LINE, ProblemKind, Response};

    use super::*;

    /// Reads the text of a response and releases the response.
    pub(crate) fn text_of(response: *mut c_char) -> String {
        // SAFETY: a response ends with a zero byte, and is released once.
        unsafe {
            let text = CStr::from_ptr(response).to_str().unwrap().to_owned();
            arimaa_release(response);
            text
        }
    }

    fn ask(request: &[u8]) -> String {
        // SAFETY: the slice is readable.
        text_of(unsafe { arimaa_ask(request.as_ptr().cast(), request.len()) })
    }

    #[cfg(feature = "clock")]
    #[test]
    fn time_of_a_turn_is_worked_out() {
        let request = br#"{"control":"15s/90s","reserve":60,"used":20.5}"#;
        // SAFETY: the slice is readable.
        let clock = |request: &[u8]| unsafe {
            text_of(arimaa_clock(request.as_ptr().cast(), request.len()))
        };
        let response = clock(request);
        for part in [r#""limit":75.0"#, r#""reserve_after":54.5"#] {
            assert!(response.contains(part), "{response}");
        }
        assert!(clock(b"{}").contains(r#""error""#));
    }

    fn problem(response: &str) -> ProblemKind {
        match serde_json::from_str(response).unwrap() {
            Response::Error { error, .. } => error.kind,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn question_is_answered_in_the_words_of_the_protocol() {
        let request = r#"{"id":7,"ask":{"kind":"turn_count","position":{"state":{"side":"gold","setup":{}}}}}"#;
        let response = r#"{"id":7,"answer":{"kind":"turn_count","count":64864800}}"#;
        assert_eq!(ask(request.as_bytes()), response);
        assert_eq!(ask(format!("{request}\n").as_bytes()), response);
    }

    #[test]
    fn errors_are_responses() {
        for (request, kind) in [
            (&b"{"[..], ProblemKind::BadJson),
            (b"", ProblemKind::BadJson),
            (b"\0", ProblemKind::BadJson),
            (b"{\"id\":\"\xff\"}", ProblemKind::NotUtf8),
            (b"{\"id\":1,\"ask\":{}}", ProblemKind::BadRequest),
            (&vec![b' '; MAX_LINE + 1], ProblemKind::TooLong),
            (&vec![b'['; MAX_LINE], ProblemKind::BadJson),
        ] {
            assert_eq!(problem(&ask(request)), kind);
        }
    }

    #[test]
    fn null_is_an_empty_line() {
        // SAFETY: null may be asked and released.
        unsafe {
            assert_eq!(text_of(arimaa_ask(ptr::null(), 0)), ask(b""));
            arimaa_release(ptr::null_mut());
        }
    }

    #[test]
    fn zero_byte_of_a_text_is_escaped_in_the_response() {
        let response = ask(br#"{"id":"a\u0000b","hello":{}}"#);
        assert!(
            response.starts_with(r#"{"id":"a\u0000b","hello""#),
            "{response}"
        );
    }

    #[test]
    fn request_may_shorten_its_time() {
        let start = "g [rrrrrrrrdhcemchd................................DHCMECHDRRRRRRRR]";
        let ask_perft = |timeout: &str| {
            let question = format!(
                r#"{{"kind":"perft","count":"turns","depth":3,"position":{{"any":{{"text":"{start}"}}}}}}"#
            );
            ask(format!(r#"{{"id":1,"ask":{question}{timeout}}}"#).as_bytes())
        };
        let response = ask_perft(r#","timeout_ms":20"#);
        assert!(response.contains(r#""kind":"timed_out""#), "{response}");
    }

    #[test]
    fn panic_becomes_a_response() {
        // SAFETY: null may be asked.
        let panicking = unsafe { respond(ptr::null(), 0, |_| panic!("on purpose")) };
        assert_eq!(problem(&text_of(panicking)), ProblemKind::Failed);
    }
}
