import Foundation
import TenonCore
import TenonPublicSuffix
import TenonSQLite
import TenonSecurity
import WalletAgentLink
import WalletVault

/// The home of a person with many logins: in a vault with an agent, and as lines of plain text.
struct SampleHome: Sendable {
    /// The folder with the executables that were built beside this one.
    static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().path

    /// What opens the vault.
    static let passphrase = "benchmark"

    /// How the hosts of the logins belong to owners.
    enum Owners {
        /// Two hosts each.
        case many
        /// Four owners share all hosts.
        case four
    }

    let folder: String
    let count: Int
    let owners: Owners

    /// The file of `git credential-store`.
    var lines: String { "\(folder)/lines" }

    /// Where a test puts what another program has exported.
    var exported: String { "\(folder)/exported.csv" }

    private var passphraseFile: String { "\(folder)/passphrase" }

    /// A command of `wallet` that opens the vault itself.
    func command(_ words: String...) -> WholeCommand {
        WholeCommand(
            arguments: words + ["--agent", "off", "--passphrase-file", passphraseFile],
            environment: environment)
    }

    /// A command of `wallet` that asks the agent.
    func commandThroughAgent(_ words: String...) -> WholeCommand {
        WholeCommand(arguments: words + ["--no-input"], environment: environment)
    }

    /// The environment of programs.
    var environment: [String: String] {
        [
            "PATH": "/usr/bin:/bin", "HOME": folder, "XDG_RUNTIME_DIR": folder,
            "WALLET_VAULT": "\(folder)/vault.db", "LANG": "C.UTF-8", "GIT_TERMINAL_PROMPT": "0",
        ]
    }

    /// Makes the home; its agent does not run yet.
    static func make(count: Int, _ owners: Owners) async throws -> SampleHome {
        var template = Array((NSTemporaryDirectory() + "provider-XXXXXX").utf8CString)
        let folder = template.withUnsafeMutableBufferPointer { bytes in
            bytes.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? ""
        }
        let home = SampleHome(folder: folder, count: count, owners: owners)
        try await home.writeVault()
        let lines = (0..<count).map { "https://user\($0):secret\($0)@\(home.host($0))\n" }
        try lines.joined().write(toFile: home.lines, atomically: false, encoding: .utf8)
        chmod(home.lines, 0o600)
        try Data(passphrase.utf8).write(to: URL(fileURLWithPath: home.passphraseFile))
        return home
    }

    /// Ends the agent, starts another one, and unlocks the vault.
    func startAnew() throws {
        endAgent()
        try unlock()
    }

    /// Ends the agent and removes the folder.
    func remove() {
        endAgent()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The agent, which runs.
    func agent() throws -> ProcessFile {
        guard let holder = AgentHolder(at: try place()) else { throw LinkError.notRunning }
        return ProcessFile(holder.process)
    }

    private func endAgent() {
        guard let socket = try? place().connect() else { return }
        try? socket.send(Frame(.stop), within: 1000)
        // The connection ends with the process.
        while (try? socket.receive(upTo: 1 << 20, startingWithin: 5000)) != nil {}
    }

    /// The host of a login.
    func host(_ number: Int) -> String {
        switch owners {
        case .many: "git\(number % 2).example\(number / 2).com"
        case .four: "git\(number / 4).example\(number % 4).com"
        }
    }

    /// What git asks for a login.
    func question(_ number: Int) -> String { "protocol=https\nhost=\(host(number))\n" }

    private func writeVault() async throws {
        let manager = VaultManager(
            path: "\(folder)/vault.db", databases: SQLiteDatabases(), domains: PublicSuffixList(),
            now: { Timestamp(seconds: 1_750_000_000) }, argon2id: .floor)
        try await manager.create(passphrase: SecretText(Self.passphrase))
        try await manager.write { [self] batch in
            for number in 0..<count {
                let login = Login(
                    title: host(number), sites: ["https://\(host(number))"],
                    userName: "user\(number)", password: SecretText("secret\(number)"))
                try batch.write(.add(.login(login)))
            }
        }
        await manager.lock()
    }

    /// Starts the agent if it does not run, and unlocks the vault there.
    func unlock() throws {
        let start = Process()
        start.executableURL = URL(fileURLWithPath: "\(Self.products)/wallet-credential")
        start.arguments = ["git", "get"]
        start.environment = environment
        start.standardInput = FileHandle.nullDevice
        start.standardError = FileHandle.nullDevice
        try start.run()
        start.waitUntilExit()
        let link = try AgentLink(
            place().connect(), client: "benchmark", vault: "\(folder)/vault.db")
        var passphrase = Self.passphrase
        try link.send(
            passphrase.withUTF8 { CredentialExchange.unlock(UnsafeRawBufferPointer($0)) })
        _ = try link.receive(within: nil)
    }

    private func place() throws(LinkError) -> AgentPlace {
        let environment = environment
        return try AgentPlace { environment[$0] }
    }
}
