import TenonCore
import TenonSecurity
import Testing
import WalletCredentials
import WalletTestSupport
import WalletVault

@Suite("What a browser hears while the person is asked, and when they cannot be")
struct BrowserQuestionTests {
    private static let hindrance: Sentence = "There is no window here."

    private func client(
        _ test: TemporaryVault, _ person: ScriptedPerson
    ) async throws -> BrowserClient {
        try await BrowserClient(
            CredentialService(test.credentials, person: person).makeBrowserSession())
    }

    private func association(_ client: BrowserClient) throws -> BrowserClient.Object {
        [
            "key": BrowserClient.base64(client.pair.publicKey),
            "idKey": BrowserClient.base64(try CryptoBox.KeyPair.make().publicKey),
        ]
    }

    @Test("Other messages are answered while the person thinks")
    func meanwhile() async throws {
        let test = try await TemporaryVault.make()
        let person = ScriptedPerson(isThinking: true)
        let client = try await client(test, person)
        async let first = client.ask("associate", association(client))
        await person.wasAsked()
        #expect(try await client.ask("get-databasehash")["hash"] is String)
        #expect(try await client.ask("generate-password")["password"] is String)
        let second = try await client.ask("associate", association(client))
        expectProblem(6, second, "associate")
        #expect((second["error"] as? String)?.contains("already") == true)
        await person.decide()
        #expect(try await first["id"] is String)
        #expect(await person.questions.count == 1)
        #expect(try await test.logins().count == 1)
    }

    @Test("Who exchanges keys anew while the person thinks is not connected by the answer")
    func newKeys() async throws {
        let test = try await TemporaryVault.make()
        let person = ScriptedPerson(isThinking: true)
        let client = try await client(test, person)
        async let first = client.ask("associate", association(client))
        await person.wasAsked()
        _ = try await BrowserClient(client.session)
        await person.decide()
        expectProblem(8, try await first, "associate")
        #expect(try await test.logins().isEmpty)
    }

    @Test("What ends while the person thinks gets nothing")
    func cancelled() async throws {
        let test = try await TemporaryVault.make()
        let person = ScriptedPerson(isThinking: true)
        let client = try await client(test, person)
        let sealed = try client.message("associate", try association(client))
        guard case .later(let answer) = await client.session.receive(sealed) else {
            Issue.record("The person should have been asked.")
            return
        }
        await person.wasAsked()
        answer.cancel()
        await person.decide()
        _ = await answer.value
        #expect(try await test.logins().isEmpty)
    }

    @Test("Why the person cannot be asked is said where the extension shows it")
    func hindrance() async throws {
        let test = try await TemporaryVault.make()
        let person = ScriptedPerson(hindrance: Self.hindrance)
        let client = try await client(test, person)
        let refused = try await client.ask("associate", association(client))
        expectProblem(6, refused, "associate")
        #expect(refused["error"] as? String == "\(Self.hindrance)")
        #expect(await person.questions.isEmpty)
        // An extension with no connection to this wallet says so, and learns why it gets none.
        for known in [[], ["of another wallet"]] {
            let answer = try await client.ask("get-databasehash", ["connectedKeys": known])
            expectProblem(6, answer, "get-databasehash")
            #expect(answer["error"] as? String == "\(Self.hindrance)")
        }
        let hash = try #require(try await client.ask("get-databasehash")["hash"] as? String)
        let connected = try await client.ask("get-databasehash", ["connectedKeys": [hash]])
        #expect(connected["hash"] as? String == hash)
        await person.hinder(by: nil)
        let again = try await client.ask("get-databasehash", ["connectedKeys": [String]()])
        #expect(again["hash"] as? String == hash)
        #expect(try await client.ask("associate", association(client))["id"] is String)
    }

    @Test("A locked wallet that cannot ask for its passphrase says why")
    func lockedAndHindered() async throws {
        let test = try await TemporaryVault.make()
        await test.manager.lock()
        let person = ScriptedPerson(
            passphrase: SecretText(TemporaryVault.passphrase), hindrance: Self.hindrance)
        let client = try await client(test, person)
        for _ in 0..<2 {
            let answer = try await client.ask(
                "get-databasehash", outer: ["triggerUnlock": "true"])
            expectProblem(1, answer, "get-databasehash")
            #expect(answer["error"] as? String == "\(Self.hindrance)")
        }
        await person.hinder(by: nil)
        _ = try await client.ask("get-databasehash", outer: ["triggerUnlock": "true"])
        await person.wasAsked()
        while test.manager.status != .unlocked { await Task.yield() }
    }

    @Test("The words are those of the person's language")
    func language() async throws {
        let test = try await TemporaryVault.make()
        let session = CredentialService(test.credentials).makeBrowserSession { "«\($0)»" }
        let client = try await BrowserClient(session)
        let answer = try await client.ask("associate", association(client))
        #expect(answer["error"] as? String == "«Nobody can be asked here.»")
        #expect(
            (try await client.ask("nonsense")["error"] as? String)?.hasPrefix("«") == true)
        let garbage = try await BrowserClient.exchange(session, SecretText("{"))
        #expect((garbage["error"] as? String)?.hasPrefix("«") == true)
    }
}
