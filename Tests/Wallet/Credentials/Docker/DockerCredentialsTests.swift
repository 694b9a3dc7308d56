import Foundation
import TenonCore
import Testing
import WalletCredentials
import WalletTestSupport
import WalletVault

@Suite struct DockerCredentialsTests {
    private func ask(
        _ verb: String, _ input: String, _ test: TemporaryVault
    ) async -> CredentialAnswer {
        await CredentialService(test.credentials).docker(verb, SecretText(input))
    }

    private func store(
        _ server: String, _ user: String, _ secret: String, _ test: TemporaryVault
    ) async throws {
        let json = try JSONSerialization.data(
            withJSONObject: ["ServerURL": server, "Username": user, "Secret": secret])
        let answer = await ask("store", String(decoding: json, as: UTF8.self), test)
        #expect(answer == CredentialAnswer())
    }

    private func object(_ answer: CredentialAnswer) throws -> [String: String] {
        let data = answer.output.withBytes { Data($0) }
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: String])
    }

    private func expectRefusal(
        _ text: String, _ answer: CredentialAnswer,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(answer.output.reveal() == "\(text)\n", sourceLocation: sourceLocation)
        #expect(answer.status == 1, sourceLocation: sourceLocation)
    }

    @Test(
        "What was stored is given back",
        arguments: ["https://index.docker.io/v1/", "registry.example.com:5000", "localhost:5000"])
    func roundTrip(server: String) async throws {
        let test = try await TemporaryVault.make()
        try await store(server, "ali\"ce", "p\\ä\n\u{1}🔑", test)
        let answer = await ask("get", " \(server)\n", test)
        #expect(answer.status == 0)
        #expect(
            try object(answer)
                == ["ServerURL": server, "Username": "ali\"ce", "Secret": "p\\ä\n\u{1}🔑"])
        let login = try #require(try await test.logins().first)
        #expect(login.sites == [server] && login.tags == ["docker"])
    }

    @Test("A token has the user name <token>")
    func token() async throws {
        let test = try await TemporaryVault.make()
        try await store("registry.example.com", "<token>", "identity", test)
        #expect(try object(await ask("get", "registry.example.com", test))["Username"] == "<token>")
    }

    @Test("There is one account at each server")
    func overwrite() async throws {
        let test = try await TemporaryVault.make()
        try await store("registry.example.com", "alice", "one", test)
        try await store("registry.example.com", "bob", "two", test)
        let before = try await test.changes()
        try await store("registry.example.com", "bob", "two", test)
        #expect(try await test.changes() == before)
        #expect(
            try object(await ask("list", "unused", test)) == ["registry.example.com": "bob"])
    }

    @Test("All accounts are listed, and nothing but those of Docker")
    func list() async throws {
        let test = try await TemporaryVault.make([
            Login(title: "Mail", sites: ["https://mail.example.com"], userName: "me")
        ])
        #expect(await ask("list", "unused", test).output.reveal() == "{}\n")
        try await store("a.example.com", "alice", "one", test)
        try await store("b.example.com", "bob", "two", test)
        #expect(
            try object(await ask("list", "unused", test))
                == ["a.example.com": "alice", "b.example.com": "bob"])
    }

    @Test("Logins of others are not given, nor erased")
    func others() async throws {
        let test = try await TemporaryVault.make([
            Login(
                title: "Registry", sites: ["registry.example.com"], userName: "me",
                password: SecretText("secret"))
        ])
        expectRefusal(
            "credentials not found in native keychain",
            await ask("get", "registry.example.com", test))
        #expect(await ask("erase", "registry.example.com", test) == CredentialAnswer())
        #expect(try await test.logins().count == 1)
    }

    @Test(
        "A login that a person gave to Docker is neither changed nor deleted")
    func entrusted() async throws {
        func mine() -> Login {
            Login(
                title: "Registry", sites: ["registry.example.com"], userName: "me",
                password: SecretText("secret"), tags: ["docker", "work"])
        }
        let first = try await TemporaryVault.make([mine()])
        let before = try await first.changes()
        try await store("registry.example.com", "me", "secret", first)
        #expect(try await first.changes() == before)
        try await store("registry.example.com", "me", "token", first)
        #expect(try object(await ask("get", "registry.example.com", first))["Secret"] == "token")
        #expect(
            try object(await ask("list", "unused", first)) == ["registry.example.com": "me"])
        let kept = try #require(try await first.logins().first { $0.title == "Registry" })
        #expect(kept.password == SecretText("secret") && kept.tags == ["work"])
        let second = try await TemporaryVault.make([mine()])
        #expect(await ask("erase", "registry.example.com", second) == CredentialAnswer())
        expectRefusal(
            "credentials not found in native keychain",
            await ask("get", "registry.example.com", second))
        #expect(try await second.logins().map(\.password) == [SecretText("secret")])
    }

    @Test("The address must be the very same")
    func addresses() async throws {
        let test = try await TemporaryVault.make()
        try await store("https://registry.example.com/v1/", "alice", "one", test)
        for other in [
            "registry.example.com", "https://registry.example.com/v2/",
            "http://registry.example.com/v1/", "https://example.com/v1/",
        ] {
            expectRefusal(
                "credentials not found in native keychain", await ask("get", other, test))
            #expect(await ask("erase", other, test) == CredentialAnswer())
        }
        #expect(try await test.logins().count == 1)
        #expect(
            await ask("erase", "https://registry.example.com/v1/\n", test) == CredentialAnswer())
        #expect(try await test.logins().isEmpty)
    }

    @Test("What is missing is said in the words that Docker knows")
    func refusals() async throws {
        let test = try await TemporaryVault.make()
        let before = try await test.changes()
        expectRefusal("no credentials server URL", await ask("get", " \n", test))
        expectRefusal("no credentials server URL", await ask("erase", "", test))
        expectRefusal(
            "no credentials server URL",
            await ask("store", #"{"ServerURL":"","Username":"a","Secret":"b"}"#, test))
        expectRefusal(
            "no credentials username", await ask("store", #"{"ServerURL":"a.test"}"#, test))
        expectRefusal(
            "docker-credential-wallet: unknown action: fetch", await ask("fetch", "", test))
        for input in ["", "{", "[]", "null", #"{"ServerURL":"a.test",}"#] {
            let answer = await ask("store", input, test)
            #expect(answer.status == 1 && answer.output.reveal().contains("JSON"))
        }
        #expect(try await test.changes() == before)
    }

    @Test("A locked vault asks for its passphrase")
    func locked() async throws {
        let test = try await TemporaryVault.make()
        await test.manager.lock()
        for (verb, input) in [
            ("get", "a.test"), ("list", "unused"), ("erase", "a.test"),
            ("store", #"{"ServerURL":"a.test","Username":"a","Secret":"b"}"#),
        ] {
            let answer = await ask(verb, input, test)
            #expect(answer.status == CredentialAnswer.lockedStatus && answer.output.isEmpty)
        }
    }
}
