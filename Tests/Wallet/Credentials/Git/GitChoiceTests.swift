import TenonCore
import Testing
import WalletCredentials
import WalletTestSupport
import WalletVault

@Suite("Which of several logins git gets") struct GitChoiceTests {
    private static let place = "protocol=https\nhost=example.com\n"

    private func answer(_ verb: String, _ input: String, _ test: TemporaryVault) async
        -> CredentialAnswer
    {
        await CredentialService(test.credentials).git(verb, SecretText(input))
    }

    private func get(_ input: String, _ test: TemporaryVault) async -> String {
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
        arguments: [false, true])
    func order(isReversed: Bool) async throws {
        let logins = [
            login("used last", created: 1, changed: 1, used: 9),
            login("used before", created: 9, changed: 9, used: 8),
            login("changed last", created: 1, changed: 7),
            login("made last", created: 6, changed: 6),
            login("made before", created: 5, changed: 6),
        ]
        let test = try await TemporaryVault.make()
        for login in isReversed ? logins.reversed() : logins { try await test.manager.add(login) }
        for login in logins {
            #expect(await get(Self.place, test) == said(login.userName))
            let known = try await test.logins().first { $0.title == login.title }
            try await test.manager.moveToTrash(try #require(known).id)
        }
    }

    @Test(
        "Where all dates are the same the answer is, too", arguments: [false, true])
    func tie(isReversed: Bool) async throws {
        let ids = [ItemID(), ItemID()].sorted()
        let logins = [login("first", id: ids[0]), login("second", id: ids[1])]
        let test = try await TemporaryVault.make()
        for login in isReversed ? logins.reversed() : logins { try await test.manager.add(login) }
        #expect(await get(Self.place, test) == said("first"))
    }

    @Test("Of those that git stored the newest comes first")
    func newest() async throws {
        let test = try await TemporaryVault.make([login("entered", used: 9)])
        for (number, user) in ["zoe", "alice", "mia"].enumerated() {
            var own = login(user, changed: Int64(number))
            own.customFields = [
                CustomField(label: ".git.made", value: SecretText("1"), isConcealed: false)
            ]
            try await test.manager.add(own)
        }
        #expect(await get(Self.place, test) == said("mia"))
    }

    @Test("Docker gets and lists the same one of two", arguments: [false, true])
    func docker(isReversed: Bool) async throws {
        let test = try await TemporaryVault.make()
        let logins = [login("used", tags: ["docker"], used: 5), login("a", tags: ["docker"])]
        for login in isReversed ? logins.reversed() : logins { try await test.manager.add(login) }
        func ask(_ verb: String, _ input: String) async -> String {
            await CredentialService(test.credentials).docker(verb, SecretText(input))
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
        arguments: ["\n", "\r", "\r\n", "\u{0}"])
    func lineBreak(text: String) async throws {
        let test = try await TemporaryVault.make([
            login("bob\(text)host=evil.test", used: 9),
            login("carol", password: "se\(text)cret", used: 8), login("alice"),
        ])
        let found = await answer("get", Self.place, test)
        #expect(found.output.reveal() == said("alice") && found.message.isEmpty)
        let alone = await answer("get", Self.place + "username=carol\n", test)
        #expect(alone.output.isEmpty && alone.status == 0)
        #expect("\(alone.message)".contains("“carol” contains a line break"))
    }

    @Test(
        "A login with the tag no-git, or no-fill, is kept from git",
        arguments: ["No-Git", "no-fill", "No-Fill"])
    func keptFromGit(tag: String) async throws {
        let test = try await TemporaryVault.make([login("bob", tags: ["work", tag])])
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

    @Test("Neither git nor Docker ever gets the key of a browser")
    func browserKey() async throws {
        var key = login("", password: "key of the browser", tags: ["browser", "docker"])
        key.sites = ["keepassxc-browser://wallet-1234", "https://example.com"]
        let test = try await TemporaryVault.make([key])
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
                let answer = await CredentialService(test.credentials)
                    .docker(verb, SecretText(server))
                #expect(!answer.output.reveal().contains("key of the browser"))
            }
        }
        let answer = await CredentialService(test.credentials)
            .docker("list", SecretText("unused"))
        #expect(answer.output.reveal() == "{}\n")
        #expect(try await test.changes() == before)
    }
}
