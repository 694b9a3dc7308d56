import TenonCore
import TenonNetworking
import TenonTesting

extension NetworkPolicy {
    /// Without limits of time, so that all who wait for a clock wait for a delay.
    static func untimed(
        retry: RetryPolicy = .never, maximumRedirections: Int = 5
    ) -> NetworkPolicy {
        NetworkPolicy(
            timeouts: NetworkTimeouts(connection: nil, attempt: nil, total: nil), retry: retry,
            maximumRedirections: maximumRedirections)
    }
}

extension NetworkController {
    /// A controller whose delays are at their bounds unless told otherwise.
    convenience init(
        _ networker: some Networker, clock: any TimeTelling = ManualClock(),
        alerts: any AlertPresenting = ScriptedAlerts(), policy: NetworkPolicy = .untimed(),
        keptBytes: Int = 1 << 20, jitter: Double = 1
    ) {
        self.init(
            networker: networker, clock: clock, alerts: alerts, policy: policy,
            keptBytes: keptBytes, jitter: { jitter })
    }
}

extension WebAddress {
    /// An address that is not looked at.
    static func sample(_ rest: String = "/") throws -> WebAddress {
        try WebAddress("https://example.org\(rest)")
    }
}
