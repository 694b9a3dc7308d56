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
            limits: settings.limits, log: log)
        let server = HTTPServer(site: site, settings: settings)
        return try await server.run { port in
            log.note("listening", [("port", .number(port))])
            Self.announce(settings.address(port: port))
        }
    }

    /// The address is all that goes to standard output, so that a program can read it.
    private static func announce(_ address: String) {
        var line = "\(address)\n"
        line.withUTF8 { bytes in _ = write(STDOUT_FILENO, bytes.baseAddress, bytes.count) }
    }
}
