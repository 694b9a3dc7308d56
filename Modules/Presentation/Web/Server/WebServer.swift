import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
package import TenonCore
package import TenonUI

/// The server: listens on loopback, and lives as long as its session.
package struct WebServer: Sendable {
    private let port: Int
    private let limits: WebLimits
    private let host: SessionHost

    /// Makes a server.
    ///
    /// - Parameter port: The port of 127.0.0.1; 0 takes any free one.
    package init(host: SessionHost, port: Int, limits: WebLimits) {
        self.host = host
        self.port = port
        self.limits = limits
    }

    /// Runs until the session is over, the server is idle, or the task is cancelled.
    ///
    /// - Parameter ready: Called with the start address when the server listens.
    /// - Throws: ``WebError`` when it cannot listen, `CancellationError`.
    package func run(ready: @escaping @Sendable (String) -> Void) async throws -> ExitStatus {
        let site = WebSite(host: host, limits: limits)
        let (ends, ended) = AsyncStream.makeStream(of: End.self)
        let isReady = ReadyFlag()
        let server = application(site) { channel in
            guard let port = channel.localAddress?.port else { return }
            ready(site.open(port: port))
            isReady.set()
        }
        let group = serviceGroup(server)
        // Not a child of this task: NIO traps when a server is cancelled while a connection comes
        // in, so that it is always shut down in order.
        let serving = Task {
            do {
                try await group.run()
                ended.yield(.stopped)
            } catch {
                ended.yield(.failed(error))
            }
        }
        let watching = Task {
            try await site.waitForEnd()
            ended.yield(.over)
        }
        let end = await ends.first { _ in true }
        watching.cancel()
        site.endAll()
        await group.triggerGracefulShutdown()
        await serving.value
        try Task.checkCancellation()
        if case .failed(let error) = end, !isReady.isSet {
            throw WebError.cannotListen(port: port, cause: error)
        }
        return .success
    }

    /// Why the server ended.
    private enum End: Sendable {
        /// The sessions are over.
        case over
        /// It has stopped listening.
        case stopped
        /// It could not go on, or not begin.
        case failed(any Error)
    }

    /// Runs the server so that it can be shut down in order; it leaves signals alone.
    private func serviceGroup(_ server: some Service) -> ServiceGroup {
        var configuration = ServiceGroupConfiguration(services: [server], logger: Self.silent)
        configuration.maximumGracefulShutdownDuration = limits.graceTime + limits.settleTime
        return ServiceGroup(configuration: configuration)
    }

    /// No log: a line about a request could hold private data.
    private static let silent = Logger(label: "tenon.web") { _ in SwiftLogNoOpLogHandler() }

    private func application(
        _ site: WebSite, onServerRunning: @escaping @Sendable (any Channel) async -> Void
    ) -> Hummingbird.Application<WebResponder> {
        var decoder = HTTP1Channel.Configuration.DecoderConfiguration()
        decoder.maxHeaderFieldSize = 16 * 1024
        decoder.maxHeaderListSize = 32 * 1024
        decoder.maxHeaderFieldCount = 100
        return Hummingbird.Application(
            responder: WebResponder(site: site),
            server: .http1(
                configuration: HTTP1Channel.Configuration(
                    additionalChannelHandlers: [SecurityHeadersHandler()],
                    idleTimeout: .seconds(limits.idleConnectionSeconds),
                    httpDecoderConfiguration: decoder)),
            configuration: ApplicationConfiguration(
                address: .hostname("127.0.0.1", port: port), reuseAddress: true,
                availableConnectionsDelegate: MaximumAvailableConnections(
                    limits.connections, logger: Self.silent)),
            onServerRunning: onServerRunning, logger: Self.silent)
    }
}
