import TenonCore
import Testing
import WalletCredentials
import WalletTestSupport
import WalletVault

@Suite("Hosts that git and Docker store logins for") struct GitHostTests {
    private func git(
        _ verb: String, _ input: String, _ test: TemporaryVault
    ) async -> CredentialAnswer {
        await CredentialService(test.credentials).git(verb, SecretText(input))
    }

    private static let user = "username=alice\npassword=one\n"

    /// No program can connect to these.
    private static let impossible = [
        "exa mple.com", " ", ".", "..", "a..b", ".example.com", "example.com..", "*.example.com",
        "example.com:0", "example.com:65536", "example.com:http", "example.com:80:80",
        "user@example.com", "example.com/path", "exam\tple.com", "example.com?query",
        "example.com#part",
        "exa\\mple",
        "[::1", "[::1]x", "[example.com]", "[::1]:70000", "-", "exa%20mple.com",
        "ex\u{202E}ample.com", "\u{1B}[31mred", "a,b", "a;b", "a'b", "a\"b",
    ]

    @Test(
        "What no program can connect to is refused, and nothing is stored",
        arguments: impossible)
    func refused(host: String) async throws {
        let test = try await TemporaryVault.make()
        let place = "protocol=https\nhost=\(host)\n"
        let answer = await git("store", place + Self.user, test)
        #expect(answer.status == 0 && answer.output.isEmpty)
        let text = "\(answer.message)"
        #expect(text.hasPrefix("The login was not stored: “"), "\(text)")
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        #expect(try await test.logins().isEmpty)
        // Asking and erasing are no reason to complain.
        for verb in ["get", "erase"] {
            #expect(await git(verb, place + Self.user, test) == CredentialAnswer())
        }
    }

    @Test(
        "So are protocols that cannot be", arguments: ["ht tp", "https:", "/", "keepassxc-browser"])
    func protocols(name: String) async throws {
        let test = try await TemporaryVault.make()
        let place = "protocol=\(name)\nhost=example.com\n"
        #expect(!(await git("store", place + Self.user, test)).message.isEmpty)
        #expect(try await test.logins().isEmpty)
    }

    @Test(
        "What is unusual and possible is stored, and found again",
        arguments: [
            "localhost", "my_host", "xn--bcher-kva.example", "bücher.example",
            "BÜCHER.example:8443",
            "EXAMPLE.com", "example.com.", "example.com:", "example.com:1", "example.com:65535",
            "127.0.0.1", "[::1]", "[FE80::1]:8080", "[::ffff:127.0.0.1]", "1.example", "a-b.c--d",
        ])
    func kept(host: String) async throws {
        let test = try await TemporaryVault.make()
        let place = "protocol=https\nhost=\(host)\n"
        #expect(
            await git("store", place + Self.user, test) == CredentialAnswer())
        #expect(await git("get", place, test).output.reveal() == Self.user)
        _ = await git("store", place + Self.user, test)
        #expect(try await test.logins().count == 1)
    }

    @Test(
        "A host is the same however it is written",
        arguments: [
            ("https://bücher.example", "xn--bcher-kva.example"),
            ("https://xn--bcher-kva.example", "bücher.example"),
            ("bücher.example", "BÜCHER.example."), ("example.com.", "example.com"),
            ("https://[::1]:8080/", "[::1]:8080"),
        ])
    func spelling(entered: (site: String, host: String)) async throws {
        let test = try await TemporaryVault.make([
            Login(
                title: "Forge", sites: [entered.site], userName: "alice",
                password: SecretText("one"))
        ])
        let place = "protocol=https\nhost=\(entered.host)\n"
        #expect(await git("get", place, test).output.reveal() == Self.user)
    }

    @Test("Docker's servers are looked at in the same way")
    func docker() async throws {
        let test = try await TemporaryVault.make()
        for server in ["exa mple.com", "a..b/v1", "https://example.com:99999/v1/", "https://"] {
            let json = #"{"ServerURL":"\#(server)","Username":"a","Secret":"b"}"#
            let answer = await CredentialService(test.credentials).docker("store", SecretText(json))
            #expect(answer.status == 1)
            #expect(answer.output.reveal().hasPrefix("The login was not stored: “\(server)”"))
        }
        #expect(try await test.logins().isEmpty)
    }
}
