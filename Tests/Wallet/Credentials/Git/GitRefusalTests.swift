import TenonCore
import Testing
import WalletCredentials
import WalletTestSupport
import WalletVault

@Suite("Logins that a server refused git") struct GitRefusalTests {
    private static let place = "protocol=https\nhost=example.com\n"

    private func ask(_ verb: String, _ input: String, _ test: TemporaryVault) async -> String {
        let answer = await CredentialService(test.credentials).git(verb, SecretText(input))
        #expect(answer.message.isEmpty)
        return answer.output.reveal()
    }

    private func said(_ user: String, _ password: String) -> String {
        "username=\(user)\npassword=\(password)\n"
    }

    /// A login that a person entered, and that was refused once.
    private func refused(sites: [String] = ["https://example.com"]) async throws
        -> (TemporaryVault, Login)
    {
        let test = try await TemporaryVault.make([
            Login(title: "Forge", sites: sites, userName: "bob", password: SecretText("secret"))
        ])
        _ = await ask("erase", Self.place + said("bob", "secret"), test)
        #expect(await ask("get", Self.place, test) == "")
        return (test, try #require(try await test.logins().first))
    }

    @Test("A corrected password is given again")
    func correctedPassword() async throws {
        var (test, login) = try await refused()
        login.password = SecretText("corrected")
        try await test.manager.save(login)
        #expect(await ask("get", Self.place, test) == said("bob", "corrected"))
        // This one is wrong as well, and so is the first one still.
        _ = await ask("erase", Self.place + said("bob", "corrected"), test)
        #expect(await ask("get", Self.place, test) == "")
        login = try #require(try await test.logins().first)
        login.password = SecretText("secret")
        try await test.manager.save(login)
        #expect(await ask("get", Self.place, test) == "")
    }

    @Test("A corrected user name is given again")
    func correctedUserName() async throws {
        var (test, login) = try await refused()
        login.userName = "robert"
        try await test.manager.save(login)
        #expect(await ask("get", Self.place, test) == said("robert", "secret"))
    }

    @Test("Other changes do not make a refused password right")
    func otherChanges() async throws {
        var (test, login) = try await refused()
        login.title = "The forge"
        login.notes = SecretText("precious")
        try await test.manager.save(login)
        #expect(await ask("get", Self.place, test) == "")
    }

    @Test("Who refused it matters: other places are given it")
    func otherPlace() async throws {
        let (test, _) = try await refused(
            sites: ["https://example.com", "https://git.example.com"])
        let other = "protocol=https\nhost=git.example.com\n"
        #expect(await ask("get", other, test) == said("bob", "secret"))
        _ = await ask("erase", other + said("bob", "secret"), test)
        #expect(await ask("get", other, test) == "")
        #expect(await ask("get", Self.place, test) == "")
    }

    @Test("A server that takes it after all has it given again")
    func accepted() async throws {
        let (test, _) = try await refused()
        _ = await ask("store", Self.place + said("bob", "secret"), test)
        #expect(await ask("get", Self.place, test) == said("bob", "secret"))
        let login = try #require(try await test.logins().first)
        #expect(login.customFields.isEmpty)
    }

    @Test("The same refusal is written once, and without the password")
    func written() async throws {
        let (test, login) = try await refused()
        let before = try await test.changes()
        _ = await ask("erase", Self.place + said("bob", "secret"), test)
        #expect(try await test.changes() == before)
        let field = try #require(login.customFields.first)
        #expect(field.isHidden && field.isConcealed)
        #expect(!field.value.reveal().contains("secret"))
        // Nobody can tell whether two logins have the same password.
        let (_, twin) = try await refused()
        #expect(twin.customFields.first?.value != field.value)
    }

    @Test("A login keeps only so many refusals, the newest ones")
    func many() async throws {
        let sites = (0..<40).map { "https://host\($0).example" }
        let (test, _) = try await refused(sites: ["https://example.com"] + sites)
        for number in 0..<40 {
            _ = await ask(
                "erase", "protocol=https\nhost=host\(number).example\n" + said("bob", "secret"),
                test)
        }
        let login = try #require(try await test.logins().first)
        #expect((login.customFields.first?.value.count ?? .max) < 2048)
        #expect(await ask("get", "protocol=https\nhost=host39.example\n", test) == "")
        #expect(await ask("get", Self.place, test) == said("bob", "secret"))
    }

    @Test(
        "What cannot be read, as of an older version, refuses nothing",
        arguments: ["1", "", "\n", "abc\n0123", "éé\n", "00112233445566778899aabbccddeeff"])
    func unreadable(value: String) async throws {
        let test = try await TemporaryVault.make([
            Login(
                title: "Forge", sites: ["https://example.com"], userName: "bob",
                password: SecretText("secret"),
                customFields: [
                    CustomField(
                        label: ".git.refused", value: SecretText(value), isConcealed: true)
                ])
        ])
        #expect(await ask("get", Self.place, test) == said("bob", "secret"))
        _ = await ask("erase", Self.place + said("bob", "secret"), test)
        #expect(await ask("get", Self.place, test) == "")
    }
}
