/* arimaa-oracle: the rules of Arimaa, decided. A test writes this from the Rust sources.
 * Licence: MIT or Apache 2.0, as you prefer. */

#ifndef ARIMAA_H
#define ARIMAA_H

#include <stddef.h>

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
 * Returns null where there is no memory for the response.
 *
 * # Safety
 *
 * `request` points to `length` readable bytes, or is null.
 */
char *arimaa_ask(const char *request, size_t length);

/**
 * Works out the time of a turn from a time control, `M/R/P/L/G/T` as docs/referee.md describes it.
 *
 * `request` is JSON, lent as to `arimaa_ask`, with times in seconds: `{"control": "15s/90s",
 * "reserve": 60, "used": 20.5}`, of which the last two may be left out. The response is JSON, too: the
 * parts of the control, the `limit` of a turn and the `reserve_after` it, or an `error`. The caller
 * gives it back with `arimaa_release`.
 *
 * Returns null where there is no memory for the response.
 *
 * # Safety
 *
 * `request` points to `length` readable bytes, or is null.
 */
char *arimaa_clock(const char *request,
                   size_t length);

/**
 * Makes room for a request: `length` zero bytes, and one more behind them.
 *
 * Callers with memory of their own need not use it. The caller gives the block back with
 * `arimaa_release`. Returns null where there is no such room.
 */
char *arimaa_reserve(size_t length);

/**
 * Gives back what `arimaa_ask` or `arimaa_reserve` returned. Nothing happens to null.
 *
 * # Safety
 *
 * `block` comes from one of these functions and was not given back before, or is null.
 */
void arimaa_release(char *block);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ARIMAA_H */
