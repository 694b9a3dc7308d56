import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
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

    /// Runs until the session is over, nobody comes, or the task is cancelled.
    ///
    /// - Parameter ready: Called with the start address when the server listens.
    /// - Throws: ``WebError`` when it cannot listen.
    package func run(ready: @escaping @Sendable (String) -> Void) async throws -> ExitStatus {
        let site = WebSite(host: host, limits: limits)
        defer { site.endAll() }
        let isReady = ReadyFlag()
        let server = application(site) { channel in
            guard let port = channel.localAddress?.port else { return }
            ready(site.open(port: port))
            isReady.set()
        }
        return try await withThrowingTaskGroup(of: ExitStatus?.self) { group in
            group.addTask {
                do {
                    try await server.run()
                } catch where !(error is CancellationError) && !isReady.isSet {
                    throw WebError.cannotListen(port: port, cause: error)
                }
                return nil
            }
            group.addTask {
                try await site.waitForEnd()
                return .success
            }
            defer { group.cancelAll() }
            while let status = try await group.next() {
                if let status { return status }
                try Task.checkCancellation()
            }
            return .success
        }
    }

    private func application(
        _ site: WebSite, onServerRunning: @escaping @Sendable (any Channel) async -> Void
    ) -> Hummingbird.Application<WebResponder> {
        // No log at all: a line about a request could hold what nobody else may know.
        let silent = Logger(label: "tenon.web") { _ in SwiftLogNoOpLogHandler() }
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
                    limits.connections, logger: silent)),
            onServerRunning: onServerRunning, logger: silent)
    }
}
