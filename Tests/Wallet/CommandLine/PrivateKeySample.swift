import Foundation
import TestSupport

/// Private keys as `ssh-keygen` makes them.
enum PrivateKeySample {
    /// Makes a key, and returns the text of its file.
    ///
    /// - Parameters:
    ///   - format: `RFC4716`, which is OpenSSH's own, `PEM` or `PKCS8`.
    ///   - passphrase: What it is encrypted with; with nothing when it is empty.
    static func made(
        in folder: TemporaryFolder, type: String, format: String = "RFC4716",
        passphrase: String = ""
    ) async throws -> String {
        let path = "\(folder.path)/key-\(type)-\(format)-\(passphrase)"
        let made = try await Program(path: "/usr/bin/ssh-keygen")
            .run("-q", "-t", type, "-m", format, "-N", passphrase, "-C", "ada", "-f", path)
        guard made.status == 0 else { return made.errors }
        return try String(contentsOfFile: path, encoding: .utf8)
    }
}
