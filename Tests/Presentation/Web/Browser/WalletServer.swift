import Foundation
import TestSupport
import Testing

/// The built `wallet-web` with a home and a display of its own, as a person would start it.
final class WalletServer: Sendable {
    private let folder: TemporaryFolder
    private let environment: [String: String]
    private let shell = Process()
    private let input = Pipe()

    /// Makes a home without a vault.
    ///
    /// - Parameter hasAgent: Whether an agent of this home holds the vault, and not each program for itself.
    init(hasAgent: Bool = false) throws {
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
        try? input.fileHandleForWriting.close()
        guard environment["WALLET_AGENT"] == "on" else { return }
        let stop = Process()
        stop.executableURL = URL(fileURLWithPath: "\(Program.products)/wallet")
        stop.arguments = ["agent", "stop"]
        stop.environment = environment
        stop.standardError = FileHandle.nullDevice
        try? stop.run()
        stop.waitUntilExit()
    }

    /// Makes a file in the home.
    func write(_ text: String, to name: String) throws {
        try folder.write(text, to: name, permissions: 0o600)
    }

    /// Runs an executable to its end, with what it reads.
    func run(
        _ executable: String, _ arguments: [String], input: String = ""
    ) async throws -> Program.Result {
        try await Program(built: executable, environment: environment, folder: folder.path)
            .run(arguments, input: input)
    }

    /// Starts the display and the server; both end with this object.
    ///
    /// - Returns: The start address.
    func start() async throws -> String {
        // Without a reset when nobody uses the display for a moment, which would refuse who comes then.
        // The end of standard input is the sign to end: signals may be blocked in a test's children.
        let script = """
            mkfifo display
            Xvfb -displayfd 3 -noreset -nolisten tcp 3>display >/dev/null 2>&1 & screen=$!
            read -r number <display; echo "$number" >number
            DISPLAY=":$number" wallet-web --web-no-open >page 2>messages & page=$!
            cat >/dev/null; kill -9 $page $screen
            """
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        shell.arguments = ["-c", script]
        shell.environment = environment
        shell.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        shell.standardInput = input
        shell.standardOutput = FileHandle.nullDevice
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        return try await folder.startAddress()
    }

    /// What another program gets when it pastes.
    func paste() async throws -> String {
        let number = (folder.text(of: "number") ?? "").trimmingCharacters(in: .newlines)
        return try await Program(
            path: "/usr/bin/xclip", environment: ["DISPLAY": ":\(number)"]
        ).run("-selection", "clipboard", "-out").output
    }
}

extension WalletServer {
    static let passphrase = "nine pelicans juggle violet umbrellas"

    /// A vault with three logins, made by the command line.
    static func withLogins() async throws -> WalletServer {
        let server = try WalletServer()
        try server.write("\(passphrase)\n", to: "passphrase")
        try server.write(
            "name,url,username,password\r\n"
                + "Bank,https://bank.example.com,ada,s3cret-bank\r\n"
                + "<script>owned=1</script>,https://evil.example.net,eve,s3cret-evil\r\n"
                + "Mail,https://mail.example.org,ada@example.org,s3cret-mail", to: "logins.csv")
        #expect(try await server.run("wallet", ["init"]).status == 0)
        #expect(try await server.run("wallet", ["import", "logins.csv", "--yes"]).status == 0)
        return server
    }
}
