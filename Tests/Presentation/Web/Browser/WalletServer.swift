import FormTestSupport
import Foundation
import TestSupport

/// The built `wallet-web` with a home and a display of its own, as a person would start it.
final class WalletServer: Sendable {
    static let passphrase = WalletHome.passphrase

    private let home: WalletHome
    private let shell = Process()
    private let input = Pipe()

    /// Serves what is in a home.
    init(_ home: WalletHome) { self.home = home }

    /// Makes a home without a vault.
    ///
    /// - Parameter hasAgent: Whether an agent of this home holds the vault, and not each program for itself.
    convenience init(hasAgent: Bool = false) throws {
        self.init(try WalletHome(hasAgent: hasAgent))
    }

    deinit { try? input.fileHandleForWriting.close() }

    /// A vault with three logins, made by the command line.
    static func withLogins() async throws -> WalletServer {
        WalletServer(try await WalletHome.withLogins())
    }

    /// Makes a file in the home.
    func write(_ text: String, to name: String) throws { try home.write(text, to: name) }

    /// Runs an executable to its end, with what it reads.
    func run(
        _ executable: String, _ arguments: [String], input: String = ""
    ) async throws -> Program.Result {
        try await home.run(executable, arguments, input: input)
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
        shell.environment = home.environment
        shell.currentDirectoryURL = URL(fileURLWithPath: home.folder.path)
        shell.standardInput = input
        shell.standardOutput = FileHandle.nullDevice
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        return try await home.folder.startAddress()
    }

    /// What another program gets when it pastes.
    func paste() async throws -> String {
        let number = (home.folder.text(of: "number") ?? "").trimmingCharacters(in: .newlines)
        return try await Program(
            path: "/usr/bin/xclip", environment: ["DISPLAY": ":\(number)"]
        ).run("-selection", "clipboard", "-out").output
    }
}
