//! The machine, and the build of this program.

use std::fs;
use std::process::Command;
use std::thread;

use serde::Serialize;

/// The machine and the build that times depend on.
#[derive(Debug, Serialize)]
pub(super) struct Machine {
    /// The processor's model name; `None` if the system does not give it.
    pub(super) processor: Option<String>,
    pub(super) cores: usize,
    /// The target that this program is compiled for, as rustc names it.
    pub(super) target: &'static str,
    /// Processor features that the build assumes beyond the baseline of its target.
    pub(super) features: Vec<&'static str>,
}

impl Machine {
    pub(super) fn here() -> Self {
        Self {
            processor: processor(),
            cores: thread::available_parallelism().map_or(1, usize::from),
            target: env!("ARIMAA_TARGET"),
            features: processor_features(),
        }
    }
}

/// The name of the processor, if the system tells it.
fn processor() -> Option<String> {
    let name = if cfg!(target_os = "macos") {
        let mut sysctl = Command::new("sysctl");
        let output = sysctl.args(["-n", "machdep.cpu.brand_string"]).output();
        String::from_utf8(output.ok()?.stdout).ok()?
    } else if cfg!(windows) {
        std::env::var("PROCESSOR_IDENTIFIER").ok()?
    } else {
        let info = fs::read_to_string("/proc/cpuinfo").ok()?;
        let line = info.lines().find(|line| line.starts_with("model name"))?;
        line.split_once(':')?.1.to_owned()
    };
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

fn processor_features() -> Vec<&'static str> {
    let mut features = Vec::new();
    for (name, is_there) in [
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
    ] {
        if is_there {
            features.push(name);
        }
    }
    features
}
