import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import Synchronization
import TenonCore

/// Listens for requests until its task is cancelled.
struct HTTPServer: Sendable {
    let site: ServerSite
    let settings: ServerSettings

    /// Runs until the task is cancelled; requests in progress are answered first.
    ///
    /// - Parameter ready: Called with the port when the server listens.
    /// - Throws: ``ServerError`` when it cannot listen.
    func run(ready: @escaping @Sendable (Int) -> Void) async throws -> ExitStatus {
        let (ends, ended) = AsyncStream.makeStream(of: (any Error)?.self)
        let isListening = Atomic(false)
        let server = try application { channel in
            isListening.store(true, ordering: .releasing)
            ready(channel.localAddress?.port ?? settings.port)
        }
        var configuration = ServiceGroupConfiguration(services: [server], logger: Self.silent)
        configuration.maximumGracefulShutdownDuration = site.limits.graceTime
        let group = ServiceGroup(configuration: configuration)
        // Not a child of this task: NIO traps when a server is cancelled while a connection comes
        // in, so that it is always shut down in order.
        let serving = Task {
            do {
                try await group.run()
                ended.yield(nil)
            } catch {
                ended.yield(error)
            }
        }
        let end = await ends.first { _ in true }
        site.beginToStop()
        site.log.note("stopping")
        await group.triggerGracefulShutdown()
        await serving.value
        if case .some(.some(let error)) = end {
            guard !isListening.load(ordering: .acquiring) else { throw error }
            throw ServerError.cannotListen(settings.host, port: settings.port, cause: error)
        }
        return .success
    }

    /// Discards Hummingbird's own log, which names paths; ``ServerLog`` takes its place.
    private static let silent = Logger(label: "tenon.server") { _ in SwiftLogNoOpLogHandler() }

    private func application(
        onServerRunning: @escaping @Sendable (any Channel) async -> Void
    ) throws -> Hummingbird.Application<ServerResponder> {
        var decoder = HTTP1Channel.Configuration.DecoderConfiguration()
        decoder.maxHeaderFieldSize = 16 * 1024
        decoder.maxHeaderListSize = 32 * 1024
        decoder.maxHeaderFieldCount = 100
        let plain = HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [
                    ReplyHandler(),
                    ReplyBackpressureHandler(limits: site.limits, memory: site.memory),
                ],
                idleTimeout: .seconds(site.limits.idleConnectionSeconds),
                httpDecoderConfiguration: decoder))
        let tls = try tlsConfiguration()
        return Hummingbird.Application(
            responder: ServerResponder(site: site),
            server: try tls.map { try .tls(plain, tlsConfiguration: $0) } ?? plain,
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: settings.port), reuseAddress: true,
                availableConnectionsDelegate: MaximumAvailableConnections(
                    site.limits.connections, logger: Self.silent)),
            onServerRunning: onServerRunning, logger: Self.silent)
    }

    private func tlsConfiguration() throws -> TLSConfiguration? {
        guard let files = settings.files else { return nil }
        let certificates: [NIOSSLCertificate]
        let key: NIOSSLPrivateKey
        do {
            certificates = try NIOSSLCertificate.fromPEMFile(files.certificate)
        } catch {
            throw ServerError.certificate(files.certificate, cause: error)
        }
        do {
            key = try NIOSSLPrivateKey(file: files.key, format: .pem)
        } catch {
            throw ServerError.certificate(files.key, cause: error)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        return configuration
    }
}
