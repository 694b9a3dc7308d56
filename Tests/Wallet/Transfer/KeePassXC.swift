import TenonArchive
import TenonCore
import TenonSystem
import TenonXML
import TestSupport
import Testing
import WalletTransfer

extension DocumentTools {
    /// The real services.
    static let live = DocumentTools(
        archives: ZipCoder(), gzip: GzipCoder(), xml: ExpatReader(), programs: SystemPrograms())
}

/// The command line of KeePassXC on files in a folder.
struct KeePassXC {
    let folder: TemporaryFolder
    let password: String

    /// Runs a command on a database, whose password it types.
    ///
    /// - Parameter further: Typed after the password of the database.
    @discardableResult
    func run(_ command: String, _ arguments: String..., further: String? = nil) async throws
        -> String
    {
        let lines = [password] + (further.map { [$0] } ?? [])
        return try await program(
            [command, "-q"] + arguments, input: lines.map { $0 + "\n" }.joined())
    }

    /// Makes a database with a short key derivation.
    func make(_ name: String) async throws {
        try await program(
            ["db-create", "-q", "-t", "100", "-p", name], input: "\(password)\n\(password)\n")
    }

    /// Runs the program with these arguments and input.
    @discardableResult
    func program(_ arguments: [String], input: String = "") async throws -> String {
        let result = try await attempt(arguments, input: input)
        try #require(result.status == 0, "\(arguments): \(result.errors)")
        return result.output
    }

    /// Runs the program, whatever comes of it.
    func attempt(_ arguments: [String], input: String) async throws -> Program.Result {
        let program = Program(
            path: "/usr/bin/keepassxc-cli",
            environment: [
                "QT_QPA_PLATFORM": "offscreen", "HOME": folder.path, "LC_ALL": "C.UTF-8",
            ], folder: folder.path)
        return try await program.run(arguments, input: input)
    }
}
