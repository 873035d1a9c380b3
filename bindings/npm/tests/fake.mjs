// A module with the three functions of the real one, which answers lines in ways of its own.
import binaryen from "binaryen";

/**
 * A fake module that answers with the number of lines that this instance has answered, from 1 to 9.
 * It traps at a line that begins with `!`, and never answers one that begins with `{`.
 */
const TEXT = `(module
  (memory (export "memory") 1)
  (global $answered (mut i32) (i32.const 0))
  (func (export "arimaa_reserve") (param i32) (result i32) (i32.const 1024))
  (func (export "arimaa_release") (param i32))
  (func (export "arimaa_ask") (param $request i32) (param $length i32) (result i32)
    (local $first i32)
    (local.set $first (i32.load8_u (local.get $request)))
    (if (i32.eq (local.get $first) (i32.const 33)) (then (unreachable)))
    (loop $for_ever (br_if $for_ever (i32.eq (local.get $first) (i32.const 123))))
    (global.set $answered (i32.add (global.get $answered) (i32.const 1)))
    (i32.store8 (i32.const 8) (i32.add (global.get $answered) (i32.const 48)))
    (i32.const 8)))`;

/** A line that the fake module never answers, with a time limit of 300 milliseconds. */
export const HANGS = '{"timeout_ms":300}';

export const fake = new WebAssembly.Module(binaryen.parseText(TEXT).emitBinary());
