import TenonCore
import Testing
import WalletCredentials
import WalletTestSupport
import WalletVault

@Suite("Secrets that applications keep in the vault")
struct ApplicationSecretsTests {
    private func ask(
        _ verb: String, _ name: String, of application: String = "Photos", label: String? = nil,
        secret: String? = nil, _ test: TemporaryVault, by person: any PersonAsking = NobodyToAsk()
    ) async -> CredentialAnswer {
        var members: [JSONValue.Member] = [
            .init("application", .string(application)), .init("name", .string(name)),
        ]
        if let label { members.append(.init("label", .string(label))) }
        if let secret { members.append(.init("secret", .string(secret))) }
        return await CredentialService(test.credentials, person: person)
            .application(verb, JSONValue.object(members).written, mayAsk: true)
    }

    private func had(_ name: String, of application: String = "Photos", _ test: TemporaryVault)
        async -> String
    {
        let answer = await ask("get", name, of: application, test)
        #expect(answer.status == 0 && answer.message == "")
        return answer.output.reveal()
    }

    @Test("What was stored is given back, to this application and under this name alone")
    func roundTrip() async throws {
        let test = try await TemporaryVault.make()
        #expect(await had("one", test) == "")
        let secret = "first\n\np\\ä\u{1}🔑\n"
        let answer = await ask("store", "one", label: "Photos (1)", secret: secret, test)
        #expect(answer == CredentialAnswer())
        #expect(await had("one", test) == secret)
        #expect(await had("two", test) == "")
        #expect(await had("one", of: "Music", test) == "")
        let login = try #require(try await test.logins().first)
        #expect(login.title == "Photos (1)" && login.tags == ["application"])
        #expect(login.sites.isEmpty && login.password == SecretText(secret))
    }

    @Test("A new value takes the place of the former, and the same one changes nothing")
    func replaces() async throws {
        let test = try await TemporaryVault.make()
        _ = await ask("store", "one", label: "Photos", secret: "a", test)
        _ = await ask("store", "one", label: "Photos", secret: "b", test)
        #expect(await had("one", test) == "b")
        #expect(try await test.logins().count == 1)
        let before = try await test.changes()
        _ = await ask("store", "one", label: "Photos", secret: "b", test)
        #expect(try await test.changes() == before)
    }

    @Test("What is erased goes to the trash, and nothing else does")
    func erases() async throws {
        let test = try await TemporaryVault.make([
            Login(title: "Mine", password: SecretText("x"), tags: ["application"])
        ])
        for name in ["one", "two"] { _ = await ask("store", name, secret: name, test) }
        #expect(await ask("erase", "one", test) == CredentialAnswer())
        #expect(await ask("erase", "one", test) == CredentialAnswer())
        #expect(await had("one", test) == "")
        #expect(await had("two", test) == "two")
        #expect(try await test.logins().map(\.title) == ["Mine", "Photos"])
    }

    @Test("A person takes a secret back by its tag; what has been renamed is found")
    func belongsToThePerson() async throws {
        let test = try await TemporaryVault.make()
        _ = await ask("store", "one", label: "Photos", secret: "a", test)
        var login = try #require(try await test.logins().first)
        login.title = "My photographs"
        try await test.manager.save(login)
        #expect(await had("one", test) == "a")
        login = try #require(try await test.logins().first)
        login.tags = []
        try await test.manager.save(login)
        #expect(await had("one", test) == "")
    }

    @Test("git does not get such a secret, whatever a person adds to the login")
    func keptFromOthers() async throws {
        let test = try await TemporaryVault.make()
        _ = await ask("store", "one", label: "Photos", secret: "a", test)
        var login = try #require(try await test.logins().first)
        login.sites = ["https://photos.example.com"]
        login.userName = "ana"
        try await test.manager.save(login)
        let service = CredentialService(test.credentials)
        let git = SecretText("protocol=https\nhost=photos.example.com\n")
        #expect(await service.git("get", git).output.isEmpty)
    }

    @Test(
        "A request that names nothing, or has no secret, is refused in words, and changes nothing")
    func refusals() async throws {
        let test = try await TemporaryVault.make()
        let before = try await test.changes()
        let service = CredentialService(test.credentials)
        for (verb, input) in [
            ("get", ""), ("get", "[]"), ("get", "{}"),
            ("store", #"{"application":"a","name":"b"}"#),
            ("store", #"{"application":"a","name":"b","secret":""}"#),
            ("get", #"{"application":"a","name":""}"#),
            ("list", #"{"application":"a","name":"b"}"#),
            ("get", #"{"application":"a","name":"\#(String(repeating: "b", count: 5000))"}"#),
        ] {
            let answer = await service.application(verb, SecretText(input))
            #expect(answer.status == 1 && answer.output.isEmpty && answer.message != "", "\(input)")
        }
        #expect(try await test.changes() == before)
    }

    @Test("A locked vault asks for the passphrase, and says that it stays locked")
    func locked() async throws {
        let test = try await TemporaryVault.make()
        _ = await ask("store", "one", label: "Photos", secret: "a", test)
        await test.manager.lock()
        let refused = await ask("get", "one", test, by: ScriptedPerson(passphrase: nil))
        #expect(refused.status == CredentialAnswer.lockedStatus && refused.output.isEmpty)
        let person = ScriptedPerson(passphrase: SecretText(TemporaryVault.passphrase))
        // Another program, which has not just been refused.
        #expect(await ask("get", "one", test, by: person).output.reveal() == "a")
    }
}
