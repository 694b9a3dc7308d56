import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression
import NIOSSL
import Synchronization
import TenonCore
import TenonNetworking

/// The clients of the library, one for each kind of connection that is asked for.
///
/// The library sets the limits of time for connecting and for silence, and what is checked of a
/// connection, for a whole client; its threads are shared by all.
final class HTTPClients: Sendable {
    /// The key of a client; the values come from code, so there are few.
    private struct Kind: Hashable {
        let host: PinnedHost?
        let proxy: WebAddress?
        let connectionTimeout: Duration?
        let idleTimeout: Duration?
    }

    private struct State {
        var clients: [Kind: HTTPClient] = [:]
        var isShutDown = false
    }

    private let tls: TLSConfiguration
    private let setup: HTTPSetup
    private let state = Mutex(State())

    init(_ setup: HTTPSetup) throws {
        self.setup = setup
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.additionalTrustRoots = try setup.trustRoots.map { .certificates(try $0.certificates()) }
        self.tls = tls
    }

    deinit {
        // A client that is dropped without being shut down ends the process in a debug build.
        for client in state.withLock({ $0.clients.values }) { client.shutdown { _ in } }
    }

    /// The client for a request.
    ///
    /// - Throws: `NetworkError` for a pinned host that is to be asked in clear, a proxy that cannot be used,
    ///   and after the end.
    func client(for call: NetworkCall) throws -> HTTPClient {
        let host = setup.pinnedHosts.first { $0.covers(call.address.host) }
        guard host == nil || call.address.scheme == .https else {
            throw NetworkError.untrusted(
                call.address, "Its key is pinned, but this address does not use HTTPS.")
        }
        let kind = Kind(
            host: host, proxy: try setup.proxy?.address(for: call.address),
            connectionTimeout: call.connectionTimeout, idleTimeout: call.idleTimeout)
        return try state.withLock { state in
            guard !state.isShutDown else { throw NetworkError.interrupted(call.address) }
            if let client = state.clients[kind] { return client }
            let client = HTTPClient(
                eventLoopGroupProvider: .singleton, configuration: configuration(for: kind))
            state.clients[kind] = client
            return client
        }
    }

    /// Closes all connections.
    ///
    /// The library waits without limit for a connection that is being made and for a server that
    /// does not say good-bye; this delays the end for no longer than ``patience``.
    func shutDown() async {
        let clients = state.withLock { state in
            defer { state = State(isShutDown: true) }
            return Array(state.clients.values)
        }
        await withTaskGroup { group in
            for client in clients { group.addTask { await Self.shutDown(client) } }
        }
    }

    private static let patience = Duration.seconds(1)

    /// How many times as long as it was sent a reply may become; texts get to a tenth at most.
    private static let expansion = 200

    private static func shutDown(_ client: HTTPClient) async {
        let (end, continuation) = AsyncStream.makeStream(of: Never.self)
        client.shutdown { _ in continuation.finish() }
        let timer = Task {
            try await Task.sleep(for: patience)
            continuation.finish()
        }
        for await _ in end {}
        timer.cancel()
    }

    private func configuration(for kind: Kind) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(
                connect: TimeAmount(kind.connectionTimeout ?? .seconds(10))))
        configuration.timeout.read = kind.idleTimeout.map { TimeAmount($0) }
        configuration.timeout.write = configuration.timeout.read
        configuration.proxy = kind.proxy.map { .server(host: String($0.host.bare), port: $0.port) }
        configuration.decompression = .enabled(limit: .ratio(Self.expansion))
        configuration.connectionPool.idleTimeout = TimeAmount(setup.idleTime)
        // The caller decides whether and when to try again, and gets the first failure.
        configuration.connectionPool.retryConnectionEstablishment = false
        let check = kind.host.map { PinCheck(pins: $0.pins) }
        configuration.http1_1ConnectionDebugInitializer = { channel in
            let guarding = ReplyGuard.guardConnection(channel)
            guard let check else { return guarding }
            return guarding.flatMap { check.check(channel) }
        }
        configuration.http2StreamChannelDebugInitializer = { channel in
            StatusGuard.guardStream(channel).flatMap { ReplyGuard.guardStream(channel) }
        }
        if let check { configuration.http2ConnectionDebugInitializer = { check.check($0) } }
        return configuration
    }
}

extension TrustRoots {
    /// Reads the certificates.
    fileprivate func certificates() throws -> [NIOSSLCertificate] {
        let (name, read): (String, () throws -> [NIOSSLCertificate]) =
            switch self {
            case .file(let path): (path, { try NIOSSLCertificate.fromPEMFile(path) })
            case .pem(let bytes): ("The text", { try NIOSSLCertificate.fromPEMBytes(bytes) })
            }
        do {
            let certificates = try read()
            guard !certificates.isEmpty else { throw NetworkError.badTrustRoots(name) }
            return certificates
        } catch {
            throw error as? NetworkError ?? NetworkError.badTrustRoots(name, cause: error)
        }
    }
}
