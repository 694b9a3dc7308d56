public import TenonCore

/// One kind of request that a server answers: a method, the form of a path, and what answers.
///
/// Whatever is linked contributes its endpoints to the port `endpoints`; a front end that is a service
/// serves them all. Neither knows the other:
///
/// ```swift
/// registrar.contribute(.endpoints, using: .clock) { clock in
///     [Endpoint("GET", "/time") { _ in .text("\(clock.now().milliseconds)") }]
/// }
/// ```
public struct Endpoint: Sendable {
    /// Answers a request.
    ///
    /// A ``ProblemDocument`` that it throws becomes the answer; any other error is written to the
    /// log alone.
    public typealias Answer = @Sendable (ServedRequest) async throws -> ServedReply

    /// Looks at a request before its content is read, and says what answers it.
    ///
    /// The content is empty then. What it throws is answered as what an ``Answer`` throws; the content is
    /// discarded.
    public typealias Admission = @Sendable (_ head: ServedRequest) async throws -> Answer

    /// The method, in capital letters.
    public let method: String
    /// The path, whose parts may be parameters: `/shops/{shop}/orders`.
    public let path: String
    /// The longest body that is read, in bytes.
    public let bodyLimit: Int
    /// Looks at a request before its content is read.
    public let admission: Admission

    /// What is between the slashes of the path; each request is compared with that of all endpoints.
    private let pattern: [Substring]

    /// Declares an endpoint; contribute it to the port `endpoints`.
    ///
    /// - Parameters:
    ///   - method: The method, in capital letters.
    ///   - path: The path, whose parts may be parameters in braces.
    ///   - bodyLimit: The longest body that is read, in bytes.
    ///   - answer: Answers a request.
    public init(
        _ method: String, _ path: String, bodyLimit: Int = 0, answer: @escaping Answer
    ) {
        self.init(method, path, bodyLimit, { _ in answer })
    }

    private init(
        _ method: String, _ path: String, _ bodyLimit: Int, _ admission: @escaping Admission
    ) {
        self.method = method
        self.path = path
        self.bodyLimit = bodyLimit
        self.admission = admission
        pattern = path.split(separator: "/", omittingEmptySubsequences: false)
    }

    /// Declares an endpoint that looks at each request before its content is read.
    ///
    /// - Parameters:
    ///   - method: The method, in capital letters.
    ///   - path: The path, whose parts may be parameters in braces.
    ///   - bodyLimit: The longest body that is read, in bytes.
    ///   - admission: Looks at the head of a request, and says what answers the whole of it.
    public static func admitting(
        _ method: String, _ path: String, bodyLimit: Int = 0, _ admission: @escaping Admission
    ) -> Endpoint {
        Endpoint(method, path, bodyLimit, admission)
    }

    /// The values of the parameters of the path in a target; `nil` when it is another path.
    ///
    /// - Parameter segments: What is between the slashes of the target's path, percent-encoded as sent.
    public func parameters(in segments: [Substring]) -> [String: String]? {
        guard pattern.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (part, segment) in zip(pattern, segments) {
            if part.first == "{", part.last == "}" {
                guard !segment.isEmpty else { return nil }
                values[String(part.dropFirst().dropLast())] = String(segment)
            } else if part != segment {
                return nil
            }
        }
        return values
    }
}

/// Tells whether a server can do its work at this moment.
public struct ReadinessCheck: Sendable {
    /// What is checked, in one word.
    public let name: String
    /// Throws when it is not ready.
    public let check: @Sendable () async throws -> Void

    /// Declares a check; contribute it to the port `readinessChecks`.
    ///
    /// - Parameters:
    ///   - name: What is checked, in one word.
    ///   - check: Throws when it is not ready.
    public init(_ name: String, check: @escaping @Sendable () async throws -> Void) {
        self.name = name
        self.check = check
    }
}

extension AnyPort {
    /// What a server answers.
    public static let endpoints = CollectionPort<Endpoint>("endpoints")
    /// What must be in order before a server takes requests.
    public static let readinessChecks = CollectionPort<ReadinessCheck>("readinessChecks")
}
