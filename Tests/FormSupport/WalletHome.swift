import Foundation
import TenonTesting
package import TestSupport

/// A home of a person who uses Wallet, with the built programs.
package final class WalletHome: Sendable {
    /// The passphrase of the vault, also in the file "passphrase".
    package static let passphrase = "nine pelicans juggle violet umbrellas"

    /// Everything that is in the home.
    package let folder: TemporaryFolder
    /// What programs of this person find in their environment.
    package let environment: [String: String]

    /// Makes a home without a vault.
    ///
    /// - Parameter hasAgent: Whether an agent of this home holds the vault, and not each program for itself.
    package init(hasAgent: Bool = false) throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/run", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        environment = [
            "WALLET_AGENT": hasAgent ? "on" : "off", "XDG_RUNTIME_DIR": "\(folder.path)/run",
            "PATH": "\(Program.products):/usr/bin:/bin", "HOME": folder.path,
            "WALLET_HOME": "\(folder.path)/home", "LANG": "C.UTF-8", "TZ": "UTC",
            "WALLET_PASSPHRASE_FILE": "\(folder.path)/passphrase",
        ].merging(Program.patience) { $1 }
    }

    deinit {
        guard environment["WALLET_AGENT"] == "on" else { return }
        let stop = Process()
        stop.executableURL = URL(fileURLWithPath: "\(Program.products)/wallet")
        stop.arguments = ["agent", "stop"]
        stop.environment = environment
        stop.standardError = FileHandle.nullDevice
        try? stop.run()
        stop.waitUntilExit()
    }

    /// Makes a home with an empty vault, which an agent of this home holds open while it is used.
    ///
    /// - Throws: `TestingError` with what the command line says when it fails, or with what was thrown and the
    ///   log of the agent.
    package static func withAgent(_ use: (WalletHome) async throws -> Void) async throws {
        let home = try WalletHome(hasAgent: true)
        try home.write("\(passphrase)\n", to: "passphrase")
        _ = try await home.wallet("init")
        do {
            try await use(home)
        } catch {
            let log = home.folder.text(of: "home/state/agent.log") ?? "There is none."
            throw TestingError.unmet("no error", seen: "\(error)\nagent.log:\n\(log)")
        }
    }

    /// Makes a home whose vault has three logins, made by the command line.
    ///
    /// - Throws: `TestingError` with what the command line says when it fails.
    package static func withLogins() async throws -> WalletHome {
        let home = try WalletHome()
        try home.write("\(passphrase)\n", to: "passphrase")
        try home.write(
            "name,url,username,password\r\n"
                + "Bank,https://bank.example.com,ada,s3cret-bank\r\n"
                + "<script>owned=1</script>,https://evil.example.net,eve,s3cret-evil\r\n"
                + "Mail,https://mail.example.org,ada@example.org,s3cret-mail", to: "logins.csv")
        _ = try await home.wallet("init")
        _ = try await home.wallet("import", "logins.csv", "--yes")
        return home
    }

    /// Makes a file in the home that only its owner can read.
    package func write(_ text: String, to name: String) throws {
        try folder.write(text, to: name, permissions: 0o600)
    }

    /// The files of the home, by their paths in it, in which one of some texts can be read.
    ///
    /// - Throws: What the system says of a file that cannot be read and is still there.
    func files(with texts: [String]) throws -> [String] {
        let system = FileManager.default
        let names = system.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return try names.filter { name in
            let path = "\(folder.path)/\(name)"
            // Files come and go while programs use them.
            let attributes = try? system.attributesOfItem(atPath: path)
            guard attributes?[.type] as? FileAttributeType == .typeRegular else { return false }
            do {
                let content = try Data(contentsOf: URL(fileURLWithPath: path))
                return texts.contains { content.range(of: Data($0.utf8)) != nil }
            } catch {
                if system.fileExists(atPath: path) { throw error }
                return false
            }
        }
    }

    /// Runs an executable to its end, with what it reads.
    package func run(
        _ executable: String, _ arguments: [String], input: String = ""
    ) async throws -> Program.Result {
        try await Program(built: executable, environment: environment, folder: folder.path)
            .run(arguments, input: input)
    }

    /// Everything that is in the vault, as JSON for Bitwarden.
    func export() async throws -> String {
        try await wallet("export", "bitwarden", "-", "--yes")
    }

    /// What the command line prints.
    ///
    /// - Throws: `TestingError` with what it says when it fails.
    func wallet(_ arguments: String...) async throws -> String {
        let result = try await run("wallet", arguments)
        guard result.status == 0 else {
            throw TestingError.unmet("wallet \(arguments) to succeed", seen: result.errors)
        }
        return result.output
    }
}
