import TenonCore

/// The settings of the server.
struct ServerSettings {
    static let listen = Setting<String>(
        "listen", placeholder: "HOST:PORT",
        help: "Listen on this address of this machine; port 0 takes any free one.",
        environmentVariable: "TENON_LISTEN", defaultValue: "127.0.0.1:8090")
    static let port = Setting<Int?>(
        "port", placeholder: "PORT",
        help: "Listen on this port in place of the one of the address; 0 takes any free one.",
        environmentVariable: "TENON_PORT", range: 0...65_535)
    static let certificate = Setting<String?>(
        "tls-certificate", placeholder: "FILE",
        help: "Answer over TLS with the certificates in this PEM file, the server's own first.",
        environmentVariable: "TENON_TLS_CERTIFICATE")
    static let key = Setting<String?>(
        "tls-key", placeholder: "FILE",
        help: "The private key that belongs to the certificate, as PEM.",
        environmentVariable: "TENON_TLS_KEY")
    static let connections = Setting<Int>(
        "connections", placeholder: "COUNT",
        help: "Have at most this many connections at once, from 1 to 100000.",
        environmentVariable: "TENON_CONNECTIONS", defaultValue: 1024, range: 1...100_000)
    static let answerSeconds = Setting<Int>(
        "answer-seconds", placeholder: "COUNT",
        help: "Say that an answer takes too long after this time, from 1 to 600 seconds.",
        environmentVariable: "TENON_ANSWER_SECONDS", defaultValue: 30, range: 1...600)
    static let unreadSeconds = Setting<Int>(
        "unread-seconds", placeholder: "COUNT",
        help: """
            Cut off a client that takes next to nothing of its answers for this time, from 1 to 3600 \
            seconds.
            """,
        environmentVariable: "TENON_UNREAD_SECONDS", defaultValue: 120, range: 1...3600)
    static let proxies = Setting<TrustedProxies?>(
        "trusted-proxies", placeholder: "ADDRESSES",
        help: """
            Believe the field X-Forwarded-For of proxies at these addresses, separated by commas: it \
            names who has asked them.
            """,
        environmentVariable: "TENON_TRUSTED_PROXIES")

    /// The host as it was named; an IPv6 address without brackets.
    let host: String
    let port: Int
    /// The files of the certificate and its key; `nil` for answers in clear.
    let files: (certificate: String, key: String)?
    let limits: ServerLimits
    /// The proxies that are believed about who has asked them; `nil` for none.
    let proxies: TrustedProxies?

    /// Reads the settings.
    ///
    /// - Throws: `SettingError` for an invalid value, ``ServerError`` for half of a certificate.
    init(_ configuration: Configuration) throws {
        let text = configuration[Self.listen]
        guard let colon = text.lastIndex(of: ":"),
            let port = Int(text[text.index(after: colon)...]), (0...65_535).contains(port)
        else { throw configuration.refusal(of: Self.listen.declaration) }
        var host = text[..<colon]
        if host.first == "[", host.last == "]" {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw configuration.refusal(of: Self.listen.declaration)
        }
        guard !host.isEmpty else { throw configuration.refusal(of: Self.listen.declaration) }
        self.host = String(host)
        self.port = try configuration[Self.port] ?? port
        switch (configuration[Self.certificate], configuration[Self.key]) {
        case (let certificate?, let key?): files = (certificate, key)
        case (nil, nil): files = nil
        default: throw ServerError.halfACertificate
        }
        var limits = ServerLimits()
        limits.connections = try configuration[Self.connections]
        limits.answerTime = .seconds(try configuration[Self.answerSeconds])
        limits.unreadSeconds = Int64(try configuration[Self.unreadSeconds])
        self.limits = limits
        proxies = try configuration[Self.proxies]
    }

    /// The address of the server for clients on this machine.
    func address(port: Int) -> String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(files == nil ? "http" : "https")://\(name):\(port)"
    }
}

/// How much clients may ask of the server.
struct ServerLimits: Sendable {
    /// The time in which more of the body of a request must arrive.
    var bodyTime = Duration.seconds(30)
    /// How many bytes of a body must arrive in each second on average, beyond that time, and how many of a reply
    /// be taken: a line may be slow, and whoever sends or takes next to nothing holds a connection.
    var leastSpeed = 4_000
    /// The time in which a request must be answered, once it has arrived.
    var answerTime = Duration.seconds(30)
    /// The time that each check of readiness has: half of that of an answer, so that the answer is in time.
    var checkTime: Duration { answerTime / 2 }
    /// The time after which a connection without a request is closed, in seconds.
    var idleConnectionSeconds: Int64 = 75
    /// The time after which a connection is closed whose client takes too little of what waits for it, in seconds.
    ///
    /// The system has buffers of its own, so that a client on a slow line takes some only now and then.
    var unreadSeconds: Int64 = 120
    /// How many bytes a client must take within that time.
    var leastRead: Int { leastSpeed * Int(unreadSeconds) }
    /// Open connections.
    var connections = 1024
    /// How long requests in progress may take once the server is told to end.
    var graceTime = Duration.seconds(10)

    /// Whether a body arrives fast enough.
    ///
    /// - Parameters:
    ///   - count: How many bytes have arrived.
    ///   - time: Since when.
    func allow(_ count: Int, after time: Duration) -> Bool {
        time <= bodyTime + .seconds(Double(count) / Double(leastSpeed))
    }
}
