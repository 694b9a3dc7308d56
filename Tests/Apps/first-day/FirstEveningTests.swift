import Foundation
import TestSupport
import Testing

/// The whole of a first evening with one vault on several machines, on the built programs: a folder, then
/// a server.
@Suite struct FirstEveningTests {
    private static let passphrase = "nine pelicans juggle violet umbrellas"

    @Test("Share by a folder, by a server, edit offline, decide, attach, lose a machine, recover")
    func transcript() async throws {
        let folder = try TemporaryFolder()
        try folder.write("\(Self.passphrase)\n", to: "passphrase", permissions: 0o600)
        let environment = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path, "LANG": "C.UTF-8",
            "TZ": "UTC", "TENON_PROGRAMS": Program.products, "WALLET_AGENT": "on",
            "PASSPHRASE": "\(folder.path)/passphrase", "PORT": "\(try QuietPort.pick())",
        ]
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "first-evening.sh").path
        let result = try await Program(
            path: "/bin/bash", environment: environment, folder: folder.path, limit: Program.long
        ).run([script])
        #expect(result.status == 0, "\(result.output)\n\(result.errors)")
        #expect(result.output.hasSuffix("All done.\n"), "\(result.output)\n\(result.errors)")
        for secret in [Self.passphrase, "stolen", "wallet-recovery:"] {
            #expect(!result.output.contains(secret) && !result.errors.contains(secret))
        }
    }
}
