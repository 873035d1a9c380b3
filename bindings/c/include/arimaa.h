/* arimaa-oracle: the rules of Arimaa, decided. A test writes this from the Rust sources.
 * Licence: MIT or Apache 2.0, as you prefer. */

#ifndef ARIMAA_H
#define ARIMAA_H

#include <stddef.h>

/**
 * A game with its history. One thread at a time may use it.
 */
typedef struct arimaa_game_t arimaa_game_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Answers one request of the oracle's protocol, which docs/protocol.md describes.
 *
 * `request` is one line of JSON in UTF-8, `length` bytes long; it need not end with a zero byte.
 * Null counts as an empty line. The result is the response: one line of JSON in UTF-8 without a
 * line break, which ends with a zero byte and holds no other. Whatever is wrong with the request
 * is said in the response. The caller gives the response back with `arimaa_release`.
 *
 * An answer takes at most 60 seconds, and less where the request has a `timeout_ms`; then the
 * response is the error `timed_out`. The WebAssembly module has no clock: it disregards
 * `timeout_ms`, and says `timed_out` after a fixed amount of work.
 *
 * Returns null if there is no memory for the response.
 *
 * # Safety
 *
 * `request` points to `length` readable bytes, or is null.
 */
char *arimaa_ask(const char *request, size_t length);

/**
 * Works out the time of a turn from a time control, `M/R/P/L/G/T` as docs/referee.md describes it.
 *
 * `request` is `length` bytes of JSON: `{"control": "15s/90s", "reserve": 60, "used": 20.5}`, with
 * times in seconds; the last two are optional. The response is JSON: the parts of the control, the
 * `limit` of a turn and, with `used`, the `reserve_after` the turn; or an `error`. The caller
 * gives it back with `arimaa_release`.
 *
 * Returns null if there is no memory for the response.
 *
 * # Safety
 *
 * `request` points to `length` readable bytes, or is null.
 */
char *arimaa_clock(const char *request, size_t length);

/**
 * Makes room for a request: `length` zero bytes, and one more behind them.
 *
 * Callers with memory of their own need not use it. The caller gives the block back with
 * `arimaa_release`. Returns null if there is no memory for it.
 */
char *arimaa_reserve(size_t length);

/**
 * Gives back a block that `arimaa_ask`, `arimaa_clock`, `arimaa_game_ask` or `arimaa_reserve`
 * returned; ignores null.
 *
 * # Safety
 *
 * `block` comes from one of these functions and was not given back before, or is null.
 */
void arimaa_release(char *block);

/**
 * Begins a game at the position of a text of `length` bytes: a board, a JSON state or a record.
 * Null or 0 bytes begin before the setups. The caller gives it back with `arimaa_game_release`.
 *
 * Returns null if the text has no position; any question about it to `arimaa_ask` tells why.
 *
 * # Safety
 *
 * `text` points to `length` readable bytes, or is null.
 */
struct arimaa_game_t *arimaa_game(const char *text, size_t length);

/**
 * Answers as `arimaa_ask` does; a question without a `position` is about the game. If the answer
 * to `apply` is `applied`, the game has made the actions, even if it is decided.
 *
 * # Safety
 *
 * `game` comes from `arimaa_game`; `request` is as for `arimaa_ask`.
 */
char *arimaa_game_ask(struct arimaa_game_t *game, const char *request, size_t length);

/**
 * Takes back the last turn and the steps since, and returns 1; returns 0 if there is no turn.
 *
 * # Safety
 *
 * `game` comes from `arimaa_game`.
 */
int arimaa_game_take_back(struct arimaa_game_t *game);

/**
 * Gives a game back; ignores null.
 *
 * # Safety
 *
 * `game` comes from `arimaa_game` and was not given back before, or is null.
 */
void arimaa_game_release(struct arimaa_game_t *game);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ARIMAA_H */
