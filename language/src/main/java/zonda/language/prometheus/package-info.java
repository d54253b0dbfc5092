/// Pages in Prometheus' text format, and patterns that pick metrics from them.
///
/// Entry: [zonda.language.prometheus.PrometheusPage], read once for all patterns;
/// [zonda.language.prometheus.PrometheusPattern] for one value,
/// [zonda.language.prometheus.PrometheusFilter] for JSON of all that match.
///
/// Immutable; any thread. A page is indexed by the metrics' names in one pass; a row is taken apart
/// only when a pattern asks for its name. A row that cannot be read fails the patterns that ask for
/// its name, and no others.
@NullMarked
package zonda.language.prometheus;

import org.jspecify.annotations.NullMarked;
