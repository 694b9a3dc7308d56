import Foundation
import TenonCore
import TestSupport
import Testing
import WalletAgentLink
import WalletTestSupport
import WalletVault

/// The built helper while the vault is locked, missing, or held by an agent that hangs.
@Suite struct UnlockingTests {
    private let home: ProviderHome

    private static let place = "protocol=https\nhost=example.com\n"
    private static let said = "username=alice\npassword=for-git\n"

    init() async throws { home = try await ProviderHome([.example]) }

    /// Runs the helper as an editor does, without a terminal.
    private func get(
        _ arguments: [String] = ["git-credential-wallet", "get"],
        adding variables: [String: String] = [:], input: String = UnlockingTests.place
    ) async throws -> Program.Result {
        try await home.run(
            "/usr/bin/setsid", ["--wait"] + arguments, input: input, adding: variables)
    }

    /// A `pinentry` that types a passphrase, and writes down what it is told.
    private func installPinentry(typing passphrase: String, flavor: String = "gnome3") throws {
        try home.folder.write(
            """
            #!/bin/sh
            echo "$* W=$WAYLAND_DISPLAY" >> "$HOME/pinentry-log"
            echo "OK Pleased to meet you"
            while read -r line; do
                echo "$line" >> "$HOME/pinentry-log"
                case "$line" in
                    GETINFO*) echo "D \(flavor)"; echo OK ;;
                    GETPIN) \(passphrase.isEmpty ? "echo ERR 83886179 no" : "echo 'D \(passphrase)'; echo OK") ;;
                    BYE) echo OK; exit ;;
                    *) echo OK ;;
                esac
            done
            """, to: "bin/pinentry", permissions: 0o700)
    }

    private var log: String { home.folder.text(of: "pinentry-log") ?? "" }

    private var questions: Int { log.split(separator: "\n").count { $0 == "GETPIN" } }

    // MARK: - Without a terminal

    @Test(
        "An editor without a terminal unlocks with pinentry, on its own screen",
        arguments: ["DISPLAY", "WAYLAND_DISPLAY"])
    func editor(variable: String) async throws {
        try installPinentry(typing: TemporaryVault.passphrase)
        // The agent was started elsewhere.
        _ = try await get()
        let result = try await get(adding: [variable: "screen-7"])
        #expect(result.output == Self.said, "\(result.errors)")
        #expect(result.errors.isEmpty)
        #expect(log.contains("screen-7"), "\(log)")
        #expect(questions == 1)
        #expect(try await get().output == Self.said)
    }

    @Test("So does Docker")
    func docker() async throws {
        try installPinentry(typing: TemporaryVault.passphrase)
        let result = try await get(
            ["docker-credential-wallet", "list"], adding: ["DISPLAY": ":7"], input: "unused")
        #expect(result.output == "{}\n" && result.status == 0)
    }

    @Test("Who closes the window is not asked at once again, and git goes on")
    func declined() async throws {
        try installPinentry(typing: "")
        for _ in 0..<2 {
            let result = try await get(adding: ["DISPLAY": ":7"])
            #expect(result.status == 0 && result.output.isEmpty)
            #expect(result.errors.contains("You were asked for its passphrase"))
        }
        #expect(questions == 1)
    }

    @Test(
        "What runs in the background, or without screen and terminal, asks nobody",
        arguments: [
            [:], ["GIT_TERMINAL_PROMPT": "1"], ["GPG_TTY": "/dev/tty"],
            ["GIT_TERMINAL_PROMPT": "1", "GPG_TTY": "not a tty"],
            ["GIT_TERMINAL_PROMPT": "1", "GPG_TTY": "/dev/null"],
            ["DISPLAY": ":7", "GIT_CONFIG_PARAMETERS": "'credential.interactive'='false'"],
        ])
    func background(variables: [String: String]) async throws {
        try installPinentry(typing: TemporaryVault.passphrase)
        let result = try await get(adding: variables)
        #expect(result.status == 0 && result.output.isEmpty)
        #expect(
            result.errors
                == "wallet: The vault is locked. Unlock it with \"wallet unlock\" in a terminal.\n")
        #expect(log.isEmpty)
    }

    @Test("Without a pinentry for a screen it is said why")
    func noScreen() async throws {
        try installPinentry(typing: TemporaryVault.passphrase, flavor: "curses")
        let result = try await get(adding: ["DISPLAY": ":7"])
        #expect(result.status == 0 && result.output.isEmpty)
        #expect(result.errors.contains("The vault is locked."))
        #expect(result.errors.contains("pinentry needs a terminal"), "\(result.errors)")
        #expect(questions == 0)
    }

    @Test("A real pinentry asks in the terminal that GPG_TTY names")
    func gpgTerminal() async throws {
        let script = """
            set timeout -1
            spawn -noecho sh -c "GPG_TTY=\\$(tty); export GPG_TTY; setsid --wait git-credential-wallet get <place >answer 2>errors; echo END"
            expect "git asks"
            send "\(TemporaryVault.passphrase)\\r"
            expect "END"
            """
        try home.folder.write(Self.place, to: "place")
        let result = try await home.run(
            "/usr/bin/env", ["expect", "-c", script],
            adding: ["GIT_TERMINAL_PROMPT": "1", "TERM": "xterm"])
        #expect(home.folder.text(of: "answer") == Self.said, "\(result.output)")
        #expect(home.folder.text(of: "errors") == "")
    }

    // MARK: - In a terminal

    /// What a person sees who types passphrases in a terminal.
    private func typed(_ passphrases: [String], at vault: String) async throws -> String {
        let script = """
            set timeout -1
            spawn -noecho sh -c "git-credential-wallet get <place; echo END"
            foreach passphrase [list \(passphrases.map { "{\($0)}" }.joined(separator: " "))] {
                expect "Passphrase of the wallet: " { send "$passphrase\\r" } "END" { exit }
            }
            expect "END"
            """
        try home.folder.write(Self.place, to: "place")
        return try await home.run(
            "/usr/bin/env", ["expect", "-c", script],
            adding: ["GIT_TERMINAL_PROMPT": "1", "WALLET_VAULT": vault]
        ).output
    }

    @Test("Without a vault nobody is asked, and it is said what to do")
    func noVault() async throws {
        let path = "\(home.folder.path)/none.db"
        let shown = try await typed(["one", "two", "three"], at: path)
        #expect(!shown.contains("Passphrase"), "\(shown)")
        #expect(shown.contains("There is no vault at \(path). Make one with \"wallet init\""))
        let docker = try await get(
            ["docker-credential-wallet", "get"], adding: ["WALLET_VAULT": path], input: "a.test")
        #expect(docker.output.hasPrefix("There is no vault at \(path).") && docker.status == 1)
    }

    @Test("The question comes again only when another passphrase may be right")
    func foreign() async throws {
        try home.folder.write("This is no vault.", to: "foreign.db", permissions: 0o600)
        let shown = try await typed(["one", "two"], at: "\(home.folder.path)/foreign.db")
        #expect(shown.ranges(of: "Passphrase of the wallet").count == 1, "\(shown)")
        #expect(shown.contains("is not a vault"))
    }

    // MARK: - An agent that hangs

    @Test("An agent that hangs is given up, and git asks by itself")
    func hanging() async throws {
        try await home.unlock()
        let agent = try home.agent()
        try #require(agent > 1)
        kill(agent, SIGSTOP)
        defer { kill(agent, SIGCONT) }
        try home.folder.write("#!/bin/sh\necho typed\n", to: "askpass", permissions: 0o700)
        let result = try await home.run(
            "/usr/bin/git", ["credential", "fill"], input: Self.place,
            adding: ["GIT_ASKPASS": "\(home.folder.path)/askpass", "TENON_PATIENCE": "1"])
        #expect(result.output == Self.place + "username=typed\npassword=typed\n")
        #expect(result.errors.hasPrefix("wallet: wallet-agent d"))
        #expect(result.errors.contains("answer"), "\(result.errors)")
    }

    @Test("So is one that greets and then says nothing")
    func silent() async throws {
        let place = try home.place()
        try place.prepareFolder()
        let server = try SilentAgent(at: place.socket)
        let result = try await get(adding: ["TENON_PATIENCE": "1"])
        #expect(result.status == 0 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("wallet: wallet-agent d"))
        #expect(result.errors.contains("answer"), "\(result.errors)")
        server.stop()
    }

    @Test("Without an agent nothing is stored, and it is said why")
    func noAgent() async throws {
        let result = try await get(
            ["git-credential-wallet", "store"], input: Self.place + Self.said)
        #expect(result.status == 0)
        #expect(result.errors.hasPrefix("wallet: The vault is locked; nothing was stored"))
    }
}
