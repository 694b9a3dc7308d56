import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import TestSupport

/// A server on loopback that does to each request what its path says, over raw bytes.
///
/// It speaks no HTTP library, so that it can reply with what no library would.
final class MisbehavingServer: Sendable {
    /// What it does in answer to a request.
    enum Step: Sendable {
        /// Sends text, with CRLF for each line end.
        case send(String)
        /// Sends bytes as they are.
        case bytes([UInt8])
        /// Sends zeros.
        case zeros(Int)
        /// Waits.
        case pause(Duration)
        /// Waits until the headers of a request over HTTP/2 have come.
        case requestHeaders
        /// Sends zeros until nobody reads them any more.
        case zerosForEver
        /// Closes the connection.
        case close
        /// Closes the connection with a reset.
        case reset
    }

    /// What it is asked, as the lines of the head and the body.
    struct Request: Sendable {
        /// `GET /path HTTP/1.1`.
        let line: String
        /// The header fields, names in lower case.
        let fields: [String: String]
        /// The content.
        let body: String

        /// The path and query.
        var target: String { String(line.split(separator: " ")[1]) }
    }

    /// Decides on an answer; the number counts the requests from 1.
    typealias Script = @Sendable (_ number: Int, _ request: Request) -> [Step]

    /// The port on which it listens.
    let port: Int

    private let channel: any Channel
    private let log: RequestLog

    private init(_ channel: any Channel, _ log: RequestLog) {
        self.channel = channel
        self.log = log
        port = channel.localAddress?.port ?? 0
    }

    /// What it was asked, in order.
    var requests: [Request] { log.requests }
    /// How many connections were made to it.
    var connections: Int { log.connections }
    /// How many zeros were taken off its hands.
    var zerosSent: Int { log.zerosSent }

    /// Starts a server, lends it, and stops it.
    ///
    /// - Parameters:
    ///   - certificate: Makes it speak TLS.
    ///   - protocols: What it offers to speak over TLS (ALPN).
    ///   - greeting: What it says on each connection before it is asked anything.
    static func run<Result: Sendable>(
        certificate: TestCertificate? = nil, protocols: [String] = [], greeting: String = "",
        _ script: @escaping Script,
        _ body: (MisbehavingServer) async throws -> Result
    ) async throws -> Result {
        let context = try certificate.map { certificate in
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: certificate.chain.map { .certificate($0) },
                privateKey: .privateKey(certificate.key))
            configuration.applicationProtocols = protocols
            return try NIOSSLContext(configuration: configuration)
        }
        let log = RequestLog()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let context {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLServerHandler(context: context))
                    }
                    try channel.pipeline.syncOperations.addHandler(
                        ScriptHandler(greeting: greeting, script: script, log: log))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = MisbehavingServer(channel, log)
        do {
            let result = try await body(server)
            try await channel.close()
            return result
        } catch {
            try? await channel.close()
            throw error
        }
    }
}

/// What a server was asked.
final class RequestLog: Sendable {
    private struct State {
        var requests: [MisbehavingServer.Request] = []
        var connections = 0
        var zerosSent = 0
    }

    private let state = Mutex(State())

    var requests: [MisbehavingServer.Request] { state.withLock(\.requests) }
    var connections: Int { state.withLock(\.connections) }
    var zerosSent: Int { state.withLock(\.zerosSent) }

    /// Adds a request and returns its number.
    func add(_ request: MisbehavingServer.Request) -> Int {
        state.withLock { state in
            state.requests.append(request)
            return state.requests.count
        }
    }

    func addConnection() { state.withLock { $0.connections += 1 } }

    func add(zeros count: Int) { state.withLock { $0.zerosSent += count } }
}
