import Foundation
import Synchronization
import TenonCore
import TestSupport
import WalletAgentLink
import WalletTestSupport
import WalletVault

/// A person's home with a vault, the credential provider under its names, and an agent of its own.
///
/// The agent is started by the provider, as in real life, and told to end with the last reference.
final class ProviderHome: Sendable {
    let folder: TemporaryFolder
    private let path = Mutex("/usr/local/bin:/usr/bin:/bin")
    private let vault: TemporaryVault

    /// Makes a home whose vault is locked for the agent; this process has it open.
    init(_ logins: [Login] = []) async throws {
        folder = try TemporaryFolder()
        vault = try await TemporaryVault.make(logins)
        let files = FileManager.default
        for name in ["run", "bin"] {
            try files.createDirectory(
                atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        for name in [
            "git-credential-wallet", "docker-credential-wallet", "wallet-credential-browser",
            "wallet-credential",
        ] {
            try files.createSymbolicLink(
                atPath: "\(folder.path)/bin/\(name)",
                withDestinationPath: "\(Program.products)/wallet-credential")
        }
        try folder.write(
            """
            [credential]
                helper = wallet
            [user]
                name = Test
                email = test@example.com
            [init]
                defaultBranch = main
            """, to: ".gitconfig")
    }

    deinit {
        guard let socket = try? place().connect() else { return }
        try? socket.send(Frame(.stop), within: 1000)
        _ = try? socket.receive(upTo: 1 << 20, startingWithin: 5000)
    }

    /// The vault, as another process of the same person sees it.
    var manager: VaultManager { vault.manager }

    /// What programs of this person find in their environment.
    var environment: [String: String] {
        [
            "PATH": "\(folder.path)/bin:\(path.withLock { $0 })", "HOME": folder.path,
            "WALLET_VAULT": manager.path, "XDG_RUNTIME_DIR": "\(folder.path)/run",
            "WALLET_AGENT": "on", "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
            "DOCKER_CONFIG": "\(folder.path)/docker", "LANG": "C.UTF-8",
        ].merging(Program.patience) { given, _ in given }
    }

    /// Takes away `pinentry`, and with it all programs of the system but `env`.
    func withoutPinentry() throws {
        try? FileManager.default.removeItem(atPath: "\(folder.path)/bin/pinentry")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/bin/env", withDestinationPath: "/usr/bin/env")
        path.withLock { $0 = "/nowhere" }
    }

    /// Runs a program of this person to its end.
    func run(
        _ path: String, _ arguments: [String], input: String = "",
        adding variables: [String: String] = [:]
    ) async throws -> Program.Result {
        try await Program(
            path: path, environment: environment.merging(variables) { _, new in new },
            folder: folder.path
        ).run(arguments, input: input)
    }

    /// Runs the credential provider under one of its names.
    func provider(
        _ name: String, _ arguments: String..., input: String = ""
    ) async throws -> Program.Result {
        try await run("\(folder.path)/bin/\(name)", arguments, input: input)
    }

    /// Unlocks the vault, or another one, in the agent, which is started when it does not run.
    func unlock(_ path: String? = nil) async throws {
        _ = try await provider("git-credential-wallet", "get", input: "protocol=a\nhost=b\n")
        let link = try AgentLink(
            place().connect(), client: "test", vault: path ?? manager.path)
        var passphrase = TemporaryVault.passphrase
        try link.send(
            passphrase.withUTF8 { CredentialExchange.unlock(UnsafeRawBufferPointer($0)) })
        _ = try link.receive(within: nil)
    }

    /// All logins that are not in the trash.
    func logins() async throws -> [Login] {
        var all: [Login] = []
        try await manager.forEachItem { if let login = $0.login { all.append(login) } }
        return all
    }

    /// The process of the agent, which runs.
    func agent() throws -> pid_t {
        let socket = try place().connect()
        // Process, user and group, as the kernel knows them of the other end.
        var credentials: (pid_t, UInt32, UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        _ = getsockopt(socket.descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
        return credentials.0
    }

    /// Where the agent of this home listens.
    func place() throws(LinkError) -> AgentPlace {
        let environment = environment
        return try AgentPlace { environment[$0] }
    }

    /// A `pinentry` that writes down what it is told and answers what it is to answer.
    func play(_ answer: String, flavor: String = "gtk2") throws {
        let log = "\(folder.path)/pinentry.log"
        try folder.write(
            """
            #!/bin/sh
            echo "ARGUMENTS $*" >> \(log)
            echo "PLACE $WAYLAND_DISPLAY $XAUTHORITY $DBUS_SESSION_BUS_ADDRESS" >> \(log)
            echo "OK Pleased to meet you"
            while read -r line; do
                echo "$line" >> \(log)
                case "$line" in
                GETPIN | CONFIRM) \(answer) ;;
                "GETINFO flavor") echo "D \(flavor)"; echo OK ;;
                *) echo OK ;;
                esac
            done
            """, to: "bin/pinentry", permissions: 0o700)
    }
}

extension Login {
    /// A login for `https://example.com`.
    static var example: Login {
        Login(
            title: "Example", sites: ["https://example.com"], userName: "alice",
            password: SecretText("for-git"))
    }
}
