import Synchronization

/// Counts requests, and writes the counts in the text format of Prometheus (version 0.0.4).
final class ServerMetrics: Sendable {
    private struct Series: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    private struct Counts {
        var requests: [Series: Int] = [:]
        var buckets = [Int](repeating: 0, count: ServerMetrics.bounds.count + 1)
        var seconds = 0.0
        var inFlight = 0
    }

    /// The upper bounds of the classes of times, in seconds.
    private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

    private let counts = Mutex(Counts())

    /// Counts a request that has begun.
    func begin() { counts.withLock { $0.inFlight += 1 } }

    /// Counts a request that was answered.
    ///
    /// - Parameters:
    ///   - method: Its method, or `other` for one that no endpoint has.
    ///   - route: The path of its endpoint, with the names of its parameters.
    ///   - status: The number of the status.
    ///   - time: How long it took.
    func end(_ method: String, _ route: String, _ status: Int, _ time: Duration) {
        let (whole, rest) = time.components
        let seconds = Double(whole) + Double(rest) / 1e18
        counts.withLock { counts in
            counts.inFlight -= 1
            counts.requests[Series(method: method, route: route, status: status), default: 0] += 1
            counts.buckets[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
            counts.seconds += seconds
        }
    }

    /// All counts, as Prometheus reads them.
    var text: String {
        let counts = counts.withLock { $0 }
        var lines = [
            "# HELP tenon_requests_total Requests that were answered.",
            "# TYPE tenon_requests_total counter",
        ]
        lines += counts.requests.map { series, count in
            "tenon_requests_total{method=\"\(series.method)\",route=\"\(series.route)\","
                + "status=\"\(series.status)\"} \(count)"
        }.sorted()
        lines += [
            "# HELP tenon_requests_in_flight Requests that are being answered.",
            "# TYPE tenon_requests_in_flight gauge",
            "tenon_requests_in_flight \(counts.inFlight)",
            "# HELP tenon_request_seconds Time to the answer.",
            "# TYPE tenon_request_seconds histogram",
        ]
        var total = 0
        for (index, count) in counts.buckets.enumerated() {
            total += count
            let bound = index < Self.bounds.count ? "\(Self.bounds[index])" : "+Inf"
            lines.append("tenon_request_seconds_bucket{le=\"\(bound)\"} \(total)")
        }
        lines += [
            "tenon_request_seconds_sum \(counts.seconds)", "tenon_request_seconds_count \(total)",
        ]
        return lines.joined(separator: "\n") + "\n"
    }
}
