/// The headers of a request that are checked before its path.
package struct RequestOrigin: Sendable {
    /// The `Host` header.
    var host: String?
    /// The `Origin` header.
    var origin: String?
    /// The `Sec-Fetch-Site` header.
    var fetchSite: String?
    /// The `Sec-Fetch-Mode` header.
    var fetchMode: String?
    /// The `Sec-Purpose` header, which marks a page that is fetched before it is requested.
    var purpose: String?

    /// Makes the description of a request.
    package init(
        host: String?, origin: String? = nil, fetchSite: String? = nil, fetchMode: String? = nil,
        purpose: String? = nil
    ) {
        self.host = host
        self.origin = origin
        self.fetchSite = fetchSite
        self.fetchMode = fetchMode
        self.purpose = purpose
    }
}

/// Decides whether a request is accepted: against DNS rebinding and requests that another site
/// makes in the person's browser.
package struct RequestGate: Sendable {
    /// Why a request is turned away.
    package enum Refusal: Sendable, Equatable {
        /// The `Host` is not this server (DNS rebinding).
        case foreignHost
        /// Another site sent it.
        case foreignSite
    }

    private let hosts: Set<String>

    /// Makes the gate of a server on loopback.
    package init(port: Int) {
        let names = ["127.0.0.1", "localhost", "[::1]"]
        hosts = Set(names.map { "\($0):\(port)" } + (port == 80 ? names : []))
    }

    /// Whether the server is addressed by one of its own names; checked first.
    package func checkHost(_ request: RequestOrigin) -> Refusal? {
        guard let host = request.host?.lowercased(), hosts.contains(host) else {
            return .foreignHost
        }
        return nil
    }

    /// Whether a request that only reads may be answered.
    ///
    /// - Parameter isStart: The start address may be opened from a file or another program; it
    ///   carries its own proof.
    package func checkRead(_ request: RequestOrigin, isStart: Bool) -> Refusal? {
        if isStart {
            let isNavigation = request.fetchMode.map { $0 == "navigate" } ?? true
            return isNavigation && request.purpose == nil ? nil : .foreignSite
        }
        // A page that the person has not requested must not open anything.
        guard isOwnOrigin(request), request.purpose == nil else { return .foreignSite }
        switch request.fetchSite {
        case nil, "none", "same-origin": return nil
        default: return .foreignSite
        }
    }

    /// Whether a request that changes something may be carried out: it must come from our own
    /// pages, and the browser must say so.
    ///
    /// Our `Referrer-Policy: no-referrer` makes browsers send `Origin: null` with a form (Fetch,
    /// "append a request Origin header"). It counts as ours only beside `Sec-Fetch-Site:
    /// same-origin`, which no page of another origin, sandboxed or not, can send.
    package func checkChange(_ request: RequestOrigin) -> Refusal? {
        let isFormOfOurs = request.fetchSite == "same-origin" && request.origin == "null"
        guard isOwnOrigin(request) || isFormOfOurs else { return .foreignSite }
        switch request.fetchSite {
        case "same-origin": return nil
        // A browser that does not send the header sends at least the origin with a form.
        case nil: return request.origin == nil ? .foreignSite : nil
        default: return .foreignSite
        }
    }

    /// Whether the origin, when there is one, is ours under the very name that was called.
    private func isOwnOrigin(_ request: RequestOrigin) -> Bool {
        guard let origin = request.origin else { return true }
        return request.host.map { origin.lowercased() == "http://\($0.lowercased())" } ?? false
    }
}
