import Foundation
import TestSupport
import Testing
import WalletAgentLink
import WalletTestSupport

/// A person's home with the built programs and an agent of their own.
///
/// The agent is started by the programs, as in real life, and told to end with the last reference.
final class AgentHome: Sendable {
    static let passphrase = TemporaryVault.passphrase

    let folder: TemporaryFolder
    private let systemBus: String?

    /// Makes a home without a vault.
    ///
    /// - Parameter systemBus: The address of the system's message bus; none is there without it.
    init(systemBus: String? = nil) throws {
        self.systemBus = systemBus
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: path("run"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try folder.write("\(Self.passphrase)\n", to: "passphrase", permissions: 0o600)
    }

    deinit {
        guard let socket = try? place().connect() else { return }
        try? socket.send(Frame(.stop), within: 1000)
        while (try? socket.receive(upTo: 1 << 20, startingWithin: 10_000)) != nil {}
    }

    /// A home with a vault, locked, and with its agent running.
    static func make(systemBus: String? = nil) async throws -> AgentHome {
        let home = try AgentHome(systemBus: systemBus)
        try await TemporaryVault.create(at: home.path("home/vault.db"))
        try await home.require("wallet", "unlock", "--passphrase-file", home.path("passphrase"))
        try await home.require("wallet", "lock")
        return home
    }

    /// A path in the home.
    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    /// Where the agent of this home listens.
    func place() throws -> AgentPlace {
        let environment = environment
        return try AgentPlace { environment[$0] }
    }

    /// What programs of this person find in their environment.
    var environment: [String: String] {
        [
            "PATH": "/usr/bin:/bin", "HOME": folder.path, "WALLET_HOME": path("home"),
            "XDG_RUNTIME_DIR": path("run"), "LANG": "C.UTF-8", "TZ": "UTC",
            "WALLET_AGENT": "on",
            "DBUS_SYSTEM_BUS_ADDRESS": systemBus ?? "unix:path=\(path("no-bus"))",
        ]
    }

    /// Runs a program to its end.
    func run(
        _ name: String, _ arguments: String..., input: String = "",
        adding variables: [String: String] = [:]
    ) async throws -> Program.Result {
        try await Program(
            built: name, environment: environment.merging(variables) { $1 }
        ).run(arguments, input: input)
    }

    /// Runs a program that has to succeed.
    func require(_ name: String, _ arguments: String...) async throws {
        let result = try await Program(built: name, environment: environment).run(arguments)
        try #require(result.status == 0, "\(name) \(arguments): \(result.errors)")
    }

    /// Starts the agent by a command that ends with its path, and waits until it has ended.
    ///
    /// By a shell: Foundation takes a program that closes what it inherited for one that has ended.
    func serve(by command: [String]) async throws -> Program.Result {
        try await Program(path: "/bin/bash", environment: environment).run(
            ["-c", #""$@"; exit $?"#, "bash"] + command + ["\(Program.products)/wallet-agent"])
    }

    /// The process of the agent that runs, as the agent itself tells.
    ///
    /// - Throws: An error when none runs, so that no signal goes astray.
    func agent() async throws -> Int32 {
        let result = try await run("wallet", "agent", "status", "--json")
        let data = Data(result.output.utf8)
        let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let process = Int32(try #require(document?["process"] as? Int))
        try #require(process > 1)
        return process
    }

    /// The text of the agent's log.
    var log: String { folder.text(of: "home/state/agent.log") ?? "" }
}
