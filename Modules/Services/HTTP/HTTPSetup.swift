public import TenonNetworking

/// Certificate authorities that are believed beside those of the system.
public enum TrustRoots: Sendable, Hashable {
    /// A file with certificates in PEM form.
    case file(String)
    /// Certificates in PEM form.
    case pem([UInt8])
}

/// How an ``HTTPNetworker`` deals with servers.
public struct HTTPSetup: Sendable {
    /// The user agent for servers; empty for none.
    public var userAgent: String
    /// The authorities that are trusted beside those of the system.
    public var trustRoots: [TrustRoots]
    /// The hosts with pinned keys; the first that covers a host counts.
    public var pinnedHosts: [PinnedHost]
    /// The proxies that other machines are reached through; `nil` for none.
    public var proxy: HTTPProxy?
    /// How long a connection is kept for the next request to the same server.
    public var idleTime: Duration

    /// Makes a set-up.
    public init(
        userAgent: String = "", trustRoots: [TrustRoots] = [], pinnedHosts: [PinnedHost] = [],
        proxy: HTTPProxy? = nil, idleTime: Duration = .seconds(30)
    ) {
        self.userAgent = userAgent
        self.trustRoots = trustRoots
        self.pinnedHosts = pinnedHosts
        self.proxy = proxy
        self.idleTime = idleTime
    }
}
