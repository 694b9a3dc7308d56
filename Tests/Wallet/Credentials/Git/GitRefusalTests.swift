import TenonCore
import Testing
import WalletCredentials
import WalletVault

@Suite("Logins that a server refused git") struct GitRefusalTests {
    typealias Kind = TestStore.Kind

    private static let place = "protocol=https\nhost=example.com\n"

    private func ask(_ verb: String, _ input: String, _ test: TestStore) async -> String {
        let answer = await CredentialService(store: test.store)
            .answer(CredentialRequest(.git, verb: verb, input: SecretText(input)))
        #expect(answer.message.isEmpty)
        return answer.output.reveal()
    }

    private func said(_ user: String, _ password: String) -> String {
        "username=\(user)\npassword=\(password)\n"
    }

    /// A login that a person entered, and that was refused once.
    private func refused(_ kind: Kind, sites: [String] = ["https://example.com"]) async throws
        -> (TestStore, Login)
    {
        let test = try await TestStore.make(
            kind,
            Login(title: "Forge", sites: sites, userName: "bob", password: SecretText("secret")))
        _ = await ask("erase", Self.place + said("bob", "secret"), test)
        #expect(await ask("get", Self.place, test) == "")
        return (test, try #require(try await test.logins().first))
    }

    @Test("A corrected password is given again", arguments: Kind.allCases)
    func correctedPassword(kind: Kind) async throws {
        var (test, login) = try await refused(kind)
        login.password = SecretText("corrected")
        try await test.store.save(login)
        #expect(await ask("get", Self.place, test) == said("bob", "corrected"))
        // This one is wrong as well, and so is the first one still.
        _ = await ask("erase", Self.place + said("bob", "corrected"), test)
        #expect(await ask("get", Self.place, test) == "")
        login = try #require(try await test.logins().first)
        login.password = SecretText("secret")
        try await test.store.save(login)
        #expect(await ask("get", Self.place, test) == "")
    }

    @Test("A corrected user name is given again", arguments: Kind.allCases)
    func correctedUserName(kind: Kind) async throws {
        var (test, login) = try await refused(kind)
        login.userName = "robert"
        try await test.store.save(login)
        #expect(await ask("get", Self.place, test) == said("robert", "secret"))
    }

    @Test("Other changes do not make a refused password right", arguments: Kind.allCases)
    func otherChanges(kind: Kind) async throws {
        var (test, login) = try await refused(kind)
        login.title = "The forge"
        login.notes = SecretText("precious")
        try await test.store.save(login)
        #expect(await ask("get", Self.place, test) == "")
    }

    @Test("Who refused it matters: other places are given it", arguments: Kind.allCases)
    func otherPlace(kind: Kind) async throws {
        let (test, _) = try await refused(
            kind, sites: ["https://example.com", "https://git.example.com"])
        let other = "protocol=https\nhost=git.example.com\n"
        #expect(await ask("get", other, test) == said("bob", "secret"))
        _ = await ask("erase", other + said("bob", "secret"), test)
        #expect(await ask("get", other, test) == "")
        #expect(await ask("get", Self.place, test) == "")
    }

    @Test("A server that takes it after all has it given again", arguments: Kind.allCases)
    func accepted(kind: Kind) async throws {
        let (test, _) = try await refused(kind)
        _ = await ask("store", Self.place + said("bob", "secret"), test)
        #expect(await ask("get", Self.place, test) == said("bob", "secret"))
        let login = try #require(try await test.logins().first)
        #expect(login.customFields.isEmpty)
    }

    @Test("The same refusal is written once, and without the password", arguments: Kind.allCases)
    func written(kind: Kind) async throws {
        let (test, login) = try await refused(kind)
        let before = try await test.changes()
        _ = await ask("erase", Self.place + said("bob", "secret"), test)
        #expect(try await test.changes() == before)
        let field = try #require(login.customFields.first)
        #expect(field.isHidden && field.isConcealed)
        #expect(!field.value.reveal().contains("secret"))
        // Nobody can tell whether two logins have the same password.
        let (_, twin) = try await refused(kind)
        #expect(twin.customFields.first?.value != field.value)
    }

    @Test("A login keeps only so many refusals, the newest ones", arguments: Kind.allCases)
    func many(kind: Kind) async throws {
        let sites = (0..<40).map { "https://host\($0).example" }
        let (test, _) = try await refused(kind, sites: ["https://example.com"] + sites)
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
        "What cannot be read, as of an older version, refuses nothing", arguments: Kind.allCases,
        ["1", "", "\n", "abc\n0123", "éé\n", "00112233445566778899aabbccddeeff"])
    func unreadable(kind: Kind, value: String) async throws {
        let test = try await TestStore.make(
            kind,
            Login(
                title: "Forge", sites: ["https://example.com"], userName: "bob",
                password: SecretText("secret"),
                customFields: [
                    CustomField(
                        label: ".git.refused", value: SecretText(value), isConcealed: true)
                ]))
        #expect(await ask("get", Self.place, test) == said("bob", "secret"))
        _ = await ask("erase", Self.place + said("bob", "secret"), test)
        #expect(await ask("get", Self.place, test) == "")
    }
}
