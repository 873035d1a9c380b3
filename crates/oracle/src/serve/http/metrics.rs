//! Counters for whoever runs the server, in the text format of Prometheus.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// The bounds of the histogram of seconds.
const SECONDS: [f64; 10] = [
    0.000_05, 0.000_1, 0.000_5, 0.001, 0.005, 0.02, 0.1, 0.5, 2.0, 10.0,
];

#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
struct Route {
    route: String,
    status: u16,
}

#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
struct Kind {
    kind: &'static str,
}

/// All of them.
#[derive(Debug)]
pub(super) struct Metrics {
    registry: Registry,
    requests: Family<Route, Counter>,
    answers: Family<Kind, Counter>,
    seconds: Histogram,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("arimaa_oracle");
        let requests = Family::default();
        registry.register("requests", "Requests by route and status", requests.clone());
        let answers = Family::default();
        registry.register("answers", "Answers by kind", answers.clone());
        let seconds = Histogram::new(SECONDS);
        registry.register_with_unit(
            "answer",
            "The time for one answer",
            Unit::Seconds,
            seconds.clone(),
        );
        Self {
            registry,
            requests,
            answers,
            seconds,
        }
    }
}

impl Metrics {
    /// Counts a request that was responded to.
    pub(super) fn responded(&self, route: &str, status: u16) {
        let route = route.to_owned();
        self.requests.get_or_create(&Route { route, status }).inc();
    }

    /// Counts an answer, and its time.
    pub(super) fn answered(&self, kind: &'static str, time: Duration) {
        self.answers.get_or_create(&Kind { kind }).inc();
        self.seconds.observe(time.as_secs_f64());
    }

    /// As text.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to memory does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
