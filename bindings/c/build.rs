//! Sets the soname of the shared library, which programs linked to it load.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let part = |name: &str| env::var(format!("CARGO_PKG_VERSION_{name}")).unwrap_or_default();
    // Before version 1 every minor version may change the functions.
    let version = match part("MAJOR").as_str() {
        "0" => format!("0.{}", part("MINOR")),
        major => major.to_owned(),
    };
    let argument = match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("macos" | "ios") => format!("-Wl,-install_name,@rpath/libarimaa.{version}.dylib"),
        Ok("linux" | "android" | "freebsd" | "netbsd" | "openbsd" | "dragonfly") => {
            format!("-Wl,-soname,libarimaa.so.{version}")
        }
        _ => return,
    };
    println!("cargo::rustc-cdylib-link-arg={argument}");
}
