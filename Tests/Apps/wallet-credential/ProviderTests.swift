import Foundation
import TestSupport
import Testing
import WalletTestSupport
import WalletVault

/// The built program under its names.
@Suite struct ProviderTests {
    @Test("Without words it says how it is used, and which status that is")
    func usage() async throws {
        let home = try await ProviderHome()
        let help = try await home.provider("wallet-credential", "--help")
        #expect(help.status == 0 && help.output.hasPrefix("Usage: git-credential-wallet"))
        let nothing = try await home.provider("wallet-credential")
        #expect(nothing.status == 64 && nothing.errors == help.output && nothing.output.isEmpty)
        #expect(try await home.provider("wallet-credential", "svn", "get").status == 64)
        #expect(try await home.provider("git-credential-wallet").status == 64)
        #expect(try await home.provider("git-credential-wallet", "--help").output == help.output)
        for word in ["no-git", "--vault PATH", "GPG_TTY"] { #expect(help.output.contains(word)) }
        let version = try await home.provider("wallet-credential", "--version")
        #expect(version.output.hasPrefix("wallet-credential "))
    }

    @Test("A verb of the future is ignored without starting an agent")
    func futureVerb() async throws {
        let home = try await ProviderHome()
        let result = try await home.provider("git-credential-wallet", "fetch", input: "nonsense")
        #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: "\(home.folder.path)/run/wallet"))
    }

    @Test("Input that is too long is refused")
    func tooLong() async throws {
        let home = try await ProviderHome()
        let input = "protocol=https\nhost=" + String(repeating: "a", count: 1 << 20) + "\n"
        let git = try await home.provider("git-credential-wallet", "get", input: input)
        #expect(git.status == 0 && git.output.isEmpty && git.errors.contains("1 MiB"))
        let docker = try await home.provider("docker-credential-wallet", "get", input: input)
        #expect(docker.status == 1 && docker.output.contains("1 MiB"))
    }

    @Test("In a terminal the passphrase is asked for, unseen, until it is right")
    func prompt() async throws {
        let home = try await ProviderHome()
        let script = """
            set timeout -1
            spawn -noecho sh -c "printf 'protocol=https\\nhost=example.com\\nusername=alice\\n' | git-credential-wallet get; echo END"
            expect "Passphrase of the wallet: "
            send "wrong\\r"
            expect "The passphrase is wrong."
            expect "Passphrase of the wallet: "
            send "\(TemporaryVault.passphrase)\\r"
            expect "END"
            """
        try await home.manager.add(.example)
        let result = try await home.run(
            "/usr/bin/env", ["expect", "-c", script], adding: ["GIT_TERMINAL_PROMPT": "1"])
        #expect(result.output.contains("username=alice"), "\(result.output)")
        #expect(result.output.contains("password=for-git"))
        #expect(!result.output.contains(TemporaryVault.passphrase))
        // The agent stays unlocked.
        let again = try await home.provider(
            "git-credential-wallet", "get", input: "protocol=https\nhost=example.com\n")
        #expect(again.output == "username=alice\npassword=for-git\n")
    }

    @Test("Ctrl-C at the question gives the terminal back as it was")
    func interruptedPrompt() async throws {
        let home = try await ProviderHome()
        let script = """
            set timeout -1
            spawn -noecho sh
            send "printf 'protocol=https\\\\nhost=a.test\\\\n' | git-credential-wallet get\\r"
            expect "Passphrase of the wallet: "
            send "\\003"
            expect -re {[#$] $}
            send "stty -a | grep -o ' echo '; echo EN''D\\r"
            expect "END"
            """
        let result = try await home.run(
            "/usr/bin/env", ["expect", "-c", script], adding: ["GIT_TERMINAL_PROMPT": "1"])
        #expect(result.output.contains(" echo \r\n"), "\(result.output)")
    }
}
