/work/python/bindings/python/benches/native/target/release/deps/native_stepping-a7b5819a0884d058.d: src/main.rs

/work/python/bindings/python/benches/native/target/release/deps/native_stepping-a7b5819a0884d058: src/main.rs

src/main.rs:
