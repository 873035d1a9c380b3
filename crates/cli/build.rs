//! Tells the program its target, and finds the built page for the feature `page`: beside this file
//! in a package, and in `bindings/page` in a clone.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=ARIMAA_TARGET={target}");
    if env::var_os("CARGO_FEATURE_PAGE").is_none() {
        return;
    }
    let here = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let folders = ["page", "../../bindings/page/dist"].map(|name| Path::new(&here).join(name));
    for folder in &folders {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    match folders
        .iter()
        .find(|folder| folder.join("index.html").is_file())
    {
        Some(folder) => println!("cargo::rustc-env=ARIMAA_PAGE={}", folder.display()),
        None => println!("cargo::error=the feature `page` needs the built page: see bindings/page"),
    }
}
