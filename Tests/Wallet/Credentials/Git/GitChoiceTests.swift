import TenonCore
import Testing
import WalletCredentials
import WalletVault

@Suite("Which of several logins git gets") struct GitChoiceTests {
    typealias Kind = TestStore.Kind

    private static let place = "protocol=https\nhost=example.com\n"

    private func answer(_ verb: String, _ input: String, _ test: TestStore) async
        -> CredentialAnswer
    {
        await CredentialService(store: test.store)
            .answer(CredentialRequest(.git, verb: verb, input: SecretText(input)))
    }

    private func get(_ input: String, _ test: TestStore) async -> String {
        await answer("get", input, test).output.reveal()
    }

    private func said(_ user: String, _ password: String = "secret") -> String {
        "username=\(user)\npassword=\(password)\n"
    }

    private func login(
        _ user: String, password: String = "secret", tags: [String] = [], created: Int64 = 1,
        changed: Int64 = 1, used: Int64? = nil, id: ItemID = ItemID()
    ) -> Login {
        Login(
            id: id, title: user, sites: ["https://example.com"], userName: user,
            password: SecretText(password), tags: tags, created: Timestamp(seconds: created),
            changed: Timestamp(seconds: changed), passwordChanged: Timestamp(seconds: 1),
            used: used.map { Timestamp(seconds: $0) })
    }

    // MARK: - The order

    @Test(
        "The one used last comes first, then the one changed last, then the one made last",
        arguments: Kind.allCases, [false, true])
    func order(kind: Kind, isReversed: Bool) async throws {
        let logins = [
            login("used last", created: 1, changed: 1, used: 9),
            login("used before", created: 9, changed: 9, used: 8),
            login("changed last", created: 1, changed: 7),
            login("made last", created: 6, changed: 6),
            login("made before", created: 5, changed: 6),
        ]
        let test = try await TestStore.make(kind)
        for login in isReversed ? logins.reversed() : logins { try await test.store.add(login) }
        for login in logins {
            #expect(await get(Self.place, test) == said(login.userName))
            let known = try await test.logins().first { $0.title == login.title }
            try await test.store.moveToTrash(try #require(known).id)
        }
    }

    @Test(
        "Where all dates are the same the answer is, too", arguments: Kind.allCases, [false, true])
    func tie(kind: Kind, isReversed: Bool) async throws {
        let ids = [ItemID(), ItemID()].sorted()
        let logins = [login("first", id: ids[0]), login("second", id: ids[1])]
        let test = try await TestStore.make(kind)
        for login in isReversed ? logins.reversed() : logins { try await test.store.add(login) }
        #expect(await get(Self.place, test) == said("first"))
    }

    @Test("Of those that git stored the newest comes first", arguments: Kind.allCases)
    func newest(kind: Kind) async throws {
        let test = try await TestStore.make(kind, login("entered", used: 9))
        for (number, user) in ["zoe", "alice", "mia"].enumerated() {
            var own = login(user, changed: Int64(number))
            own.customFields = [
                CustomField(label: ".git.made", value: SecretText("1"), isConcealed: false)
            ]
            try await test.store.add(own)
        }
        #expect(await get(Self.place, test) == said("mia"))
    }

    @Test("Docker gets and lists the same one of two", arguments: Kind.allCases, [false, true])
    func docker(kind: Kind, isReversed: Bool) async throws {
        let test = try await TestStore.make(kind)
        let logins = [login("used", tags: ["docker"], used: 5), login("a", tags: ["docker"])]
        for login in isReversed ? logins.reversed() : logins { try await test.store.add(login) }
        func ask(_ verb: String, _ input: String) async -> String {
            await CredentialService(store: test.store)
                .answer(CredentialRequest(.docker, verb: verb, input: SecretText(input)))
                .output.reveal()
        }
        #expect(await ask("get", "https://example.com").contains(#""Username":"used""#))
        #expect(await ask("list", "unused") == "{\"https://example.com\":\"used\"}\n")
        // A new account takes the place of both.
        _ = await ask(
            "store", #"{"ServerURL":"https://example.com","Username":"new","Secret":"x"}"#)
        #expect(await ask("get", "https://example.com").contains(#""Username":"new""#))
        #expect(await ask("list", "unused") == "{\"https://example.com\":\"new\"}\n")
    }

    // MARK: - What is left out

    @Test(
        "A login with a line break does not hide the others",
        arguments: Kind.allCases, ["\n", "\r", "\r\n", "\u{0}"])
    func lineBreak(kind: Kind, text: String) async throws {
        let test = try await TestStore.make(
            kind, login("bob\(text)host=evil.test", used: 9),
            login("carol", password: "se\(text)cret", used: 8), login("alice"))
        let found = await answer("get", Self.place, test)
        #expect(found.output.reveal() == said("alice") && found.message.isEmpty)
        let alone = await answer("get", Self.place + "username=carol\n", test)
        #expect(alone.output.isEmpty && alone.status == 0)
        #expect("\(alone.message)".contains("“carol” contains a line break"))
    }

    @Test("A login with the tag no-git is kept from git", arguments: Kind.allCases)
    func keptFromGit(kind: Kind) async throws {
        let test = try await TestStore.make(kind, login("bob", tags: ["work", "No-Git"]))
        #expect(await answer("get", Self.place, test) == CredentialAnswer())
        #expect(await get(Self.place + "username=bob\n", test) == "")
        let before = try await test.changes()
        // It is not touched either, nor copied.
        for verb in ["erase", "store"] {
            #expect(
                await answer(verb, Self.place + said("bob"), test) == CredentialAnswer())
        }
        #expect(try await test.changes() == before)
        // Another password is git's own.
        _ = await answer("store", Self.place + said("bob", "token"), test)
        #expect(await get(Self.place, test) == said("bob", "token"))
        #expect(try await test.logins().count == 2)
    }

    @Test("Neither git nor Docker ever gets the key of a browser", arguments: Kind.allCases)
    func browserKey(kind: Kind) async throws {
        var key = login("", password: "key of the browser", tags: ["browser", "docker"])
        key.sites = ["keepassxc-browser://wallet-1234", "https://example.com"]
        let test = try await TestStore.make(kind, key)
        let places = [
            "protocol=keepassxc-browser\nhost=wallet-1234\n",
            "protocol=KeePassXC-Browser\nhost=wallet-1234\nusername=\n",
            "url=keepassxc-browser://wallet-1234\n", Self.place,
        ]
        let before = try await test.changes()
        for place in places {
            #expect(await get(place, test) == "")
            _ = await answer("erase", place + "password=key of the browser\n", test)
        }
        for server in ["keepassxc-browser://wallet-1234", "https://example.com"] {
            for verb in ["get", "erase"] {
                let request = CredentialRequest(.docker, verb: verb, input: SecretText(server))
                let answer = await CredentialService(store: test.store).answer(request)
                #expect(!answer.output.reveal().contains("key of the browser"))
            }
        }
        let list = CredentialRequest(.docker, verb: "list", input: SecretText("unused"))
        let answer = await CredentialService(store: test.store).answer(list)
        #expect(answer.output.reveal() == "{}\n")
        #expect(try await test.changes() == before)
    }
}
