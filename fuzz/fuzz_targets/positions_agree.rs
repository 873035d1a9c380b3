#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| arimaa_oracle_fuzz::positions_agree(bytes));
