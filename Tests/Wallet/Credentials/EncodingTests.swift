import TenonCore
import Testing
import WalletCredentials
import WalletTestSupport
import WalletVault

@Suite("What programs write that is not UTF-8")
struct EncodingTests {
    /// Texts with a byte that is not UTF-8 for each `~`.
    private func bytes(_ text: String) -> SecretText {
        SecretText(utf8: text.utf8.map { $0 == UInt8(ascii: "~") ? 0xFF : $0 })
    }

    private static let place = "protocol=https\nhost=example.com\n"

    @Test(
        "Is refused when git writes it, so that two places are never one",
        arguments: [
            ("path", "path=a~.git\n"), ("username", "username=al~ce\n"), ("host", "host=~\n"),
            ("protocol", "protocol=http~\n"), ("password", "username=alice\npassword=p~\n"),
            ("password_expiry_utc", "password_expiry_utc=~\n"),
            ("oauth_refresh_token", "oauth_refresh_token=~\n"),
            ("url", "url=https://example.com/~\n"), ("url", "url=https://example.com/a%FF\n"),
            ("url", "url=https://al%C3ce@example.com/\n"),
            ("url", "url=https://alice:p%FF@example.com/\n"),
            ("credential", "capability[]=authtype\nauthtype=basic\ncredential=~\n"),
            ("state[]", "capability[]=state\nstate[]=~\n"),
        ])
    func git(key: String, lines: String) async throws {
        let login = Login(
            title: "Forge", sites: ["https://example.com"], userName: "alice",
            password: SecretText("secret"))
        let test = try await TemporaryVault.make([login])
        for verb in ["get", "store", "erase"] {
            let answer = await CredentialService(test.credentials)
                .git(verb, bytes(Self.place + lines))
            #expect(answer.output.isEmpty, "\(verb)")
            #expect("\(answer.message)".contains("\"\(key)\" is not text in UTF-8"), "\(verb)")
        }
        #expect(try await test.logins().map(\.password) == [SecretText("secret")])
    }

    @Test("Is passed over in what git writes besides")
    func unknownKey() async throws {
        let login = Login(
            title: "Forge", sites: ["https://example.com"], userName: "alice",
            password: SecretText("secret"))
        let test = try await TemporaryVault.make([login])
        let answer = await CredentialService(test.credentials)
            .git("get", bytes(Self.place + "wwwauth[]=Basic realm=\"~\"\n"))
        #expect(answer.output.reveal() == "username=alice\npassword=secret\n")
    }

    @Test("Does not make two addresses of the vault one")
    func storedAddress() async throws {
        let logins = ["%FE", "%FF"].map { path in
            Login(
                title: path, sites: ["https://example.com/\(path)"], userName: path,
                password: SecretText("secret"))
        }
        let test = try await TemporaryVault.make(logins)
        let answer = await CredentialService(test.credentials)
            .git("get", SecretText(Self.place + "path=\u{FFFD}\n"))
        #expect(answer.output.isEmpty)
    }

    @Test(
        "Is refused when Docker writes an address",
        arguments: [
            "~.example", "https://a.example/~", "~", "a.example~", "a.example:~", "https://~/v1/",
            "~https://a.example", "a.example/~/b", " ~ ", "https://a.example/é~", "é~.example",
        ])
    func docker(server: String) async throws {
        let test = try await TemporaryVault.make()
        for verb in ["get", "erase"] {
            let answer = await CredentialService(test.credentials).docker(verb, bytes(server))
            #expect(answer.status == 1)
            #expect(answer.output.reveal() == "the server URL is not text in UTF-8\n")
        }
    }

    @Test(
        "Is refused, and called so, when Docker stores it",
        arguments: [
            ("~.example", "a", "b"), ("https://a.example/~", "a", "b"), ("~", "a", "b"),
            ("a.example", "~", "b"), ("a.example", "al~ce", "b"), ("a.example", "é~", "b"),
            ("a.example", "a", "~"), ("a.example", "a", "s3~cret"), ("a.example", "a", "b~"),
            ("a.example", "~", "~"), ("a.example", "a\",\"~\":\"x", "b"), ("", "~", ""),
        ])
    func dockerStore(server: String, userName: String, secret: String) async throws {
        let test = try await TemporaryVault.make()
        let stored = await CredentialService(test.credentials).docker(
            "store",
            bytes(#"{"ServerURL":"\#(server)","Username":"\#(userName)","Secret":"\#(secret)"}"#))
        #expect(stored.status == 1)
        #expect(stored.output.reveal() == "the input is not text in UTF-8\n")
        #expect(try await test.logins().isEmpty)
    }
}
