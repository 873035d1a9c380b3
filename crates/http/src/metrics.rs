//! Counters of the server, in the text format of Prometheus.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Metric, Registry, Unit};

/// Bounds of the histogram of answer times, in seconds.
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

/// All counters of the server.
#[derive(Debug)]
pub(super) struct Metrics {
    registry: Registry,
    requests: Family<Route, Counter>,
    answers: Family<Kind, Counter>,
    seconds: Histogram,
    /// Lines of streams.
    pub(super) lines: Counter,
    /// Open connections.
    pub(super) connections: Gauge,
    /// Connections refused because their client had reached its limit.
    pub(super) refused: Counter,
    /// Connections that failed, timed out, made room, or whose client left during an answer.
    pub(super) failed: Counter,
    /// Bytes of waiting requests and of unsent responses.
    pub(super) held: Gauge,
    /// Expensive questions that wait or are in progress.
    pub(super) expensive: Gauge,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("arimaa_oracle");
        let seconds = Histogram::new(SECONDS);
        let says = "The time for one answer";
        registry.register_with_unit("answer", says, Unit::Seconds, seconds.clone());
        let all = &mut registry;
        Self {
            requests: register(all, "requests", "Requests by route and status"),
            answers: register(all, "answers", "Answers by kind"),
            seconds,
            lines: register(all, "lines", "Lines of streams"),
            connections: register(all, "connections", "Open connections"),
            refused: register(
                all,
                "refused_connections",
                "Connections beyond the limit of a client",
            ),
            failed: register(
                all,
                "failed_connections",
                "Silent, slow and broken connections",
            ),
            held: register(
                all,
                "held_bytes",
                "Waiting requests and unsent responses in memory",
            ),
            expensive: register(
                all,
                "expensive_questions",
                "Expensive questions in progress",
            ),
            registry,
        }
    }
}

/// Registers a metric, which begins at zero.
fn register<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, says: &str) -> M {
    let metric = M::default();
    registry.register(name, says, metric.clone());
    metric
}

impl Metrics {
    /// Counts the response to a request.
    pub(super) fn responded(&self, route: &str, status: u16) {
        let route = route.to_owned();
        self.requests.get_or_create(&Route { route, status }).inc();
    }

    /// Counts an answer and the time that it took.
    pub(super) fn answered(&self, kind: &'static str, time: Duration) {
        self.answers.get_or_create(&Kind { kind }).inc();
        self.seconds.observe(time.as_secs_f64());
    }

    /// All counters as text.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to memory does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
