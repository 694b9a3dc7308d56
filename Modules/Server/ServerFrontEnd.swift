import Glibc
import TenonCore
import TenonNetworking

/// Answers requests until the process is told to end.
struct ServerFrontEnd: FrontEnd {
    func run(in container: Container) async throws -> ExitStatus {
        let settings = try ServerSettings(container[.configuration])
        let clock = container[.clock]
        let log = ServerLog(now: { clock.now() })
        let site = ServerSite(
            endpoints: container[.endpoints], checks: container[.readinessChecks],
            limits: settings.limits, proxies: settings.proxies, log: log)
        let server = HTTPServer(site: site, settings: settings)
        return try await Self.with(container[.servedParts]) {
            try await server.run { port in
                log.note("listening", [("port", .number(port))])
                Self.announce(settings.address(port: port))
            }
        }
    }

    /// Starts the parts, runs the body, and stops the parts that were started, whatever happens.
    private static func with<Result>(
        _ parts: [ServedPart], _ body: () async throws -> Result
    ) async throws -> Result {
        var started: [ServedPart] = []
        do {
            for part in parts {
                try await part.start()
                started.append(part)
            }
            let result = try await body()
            await stop(started)
            return result
        } catch {
            await stop(started)
            throw error
        }
    }

    /// Stops parts in a task of its own, since the one that ends may have been cancelled.
    private static func stop(_ parts: [ServedPart]) async {
        await Task { for part in parts.reversed() { await part.stop() } }.value
    }

    /// The address is all that goes to standard output, so that a program can read it.
    private static func announce(_ address: String) {
        var line = "\(address)\n"
        line.withUTF8 { bytes in _ = write(STDOUT_FILENO, bytes.baseAddress, bytes.count) }
    }
}
