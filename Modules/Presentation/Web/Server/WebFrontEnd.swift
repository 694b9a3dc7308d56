import Foundation
import TenonCore
import TenonUI

/// Serves the application to a browser on this machine until the person ends it.
struct WebFrontEnd: ScreenFrontEnd {
    func run(_ host: SessionHost) async throws -> ExitStatus {
        let configuration = host.container[.configuration]
        let settings = try WebSettings(configuration)
        let server = WebServer(host: host, port: settings.port, limits: settings.limits)
        return try await server.run { address in
            announce(address, of: host.application)
            guard settings.opensBrowser else { return }
            BrowserOpener(environment: configuration.environment).open(address)
        }
    }

    /// The address is all that goes to standard output, so that a program can read it.
    private func announce(_ address: String, of application: ApplicationInfo) {
        let hint =
            "\(application.name) runs on this machine only. Open this address once; "
            + "Ctrl-C stops it.\n"
        try? FileHandle.standardError.write(contentsOf: Data(hint.utf8))
        try? FileHandle.standardOutput.write(contentsOf: Data("\(address)\n".utf8))
    }
}
