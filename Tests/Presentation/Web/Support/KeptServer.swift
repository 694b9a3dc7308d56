import Foundation
import TenonCore
import TenonQRCode
import TenonTesting
import TenonUI
import TenonWeb
import TestSupport

/// The real server for as long as somebody keeps it.
final class KeptServer: Sendable {
    /// The start address.
    let address: String
    private let application: RunningApplication
    private let task: Task<ExitStatus, any Error>

    /// Starts the conformance application at a location.
    init(
        at location: String?, language: String = "en", limits: WebLimits = WebLimits(),
        others: [any Plugin.Type] = [], flags further: [String: String] = [:]
    ) async throws {
        var flags = ["language": language].merging(further) { $1 }
        flags["open"] = location
        let application = try await ConformanceApplication.application(
            frontEnd: WebPresentation.self, configuration: Configuration(flags: flags),
            others: others + [QRCodePlugin.self]
        ).boot()
        let server = WebServer(
            host: SessionHost(application.container), port: 0, limits: limits)
        let (addresses, continuation) = AsyncStream.makeStream(of: String.self)
        task = Task {
            defer { continuation.finish() }
            return try await server.run { continuation.yield($0) }
        }
        guard let address = await addresses.first(where: { _ in true }) else {
            throw LoopbackHTTP.Failure(description: "The server did not start.")
        }
        self.address = address
        self.application = application
    }

    /// Waits until it has ended by itself.
    func end() async throws -> ExitStatus {
        let status = try await task.value
        await application.stop()
        return status
    }

    /// Stops it.
    func stop() async {
        task.cancel()
        _ = try? await task.value
        await application.stop()
    }
}
