import Foundation
import TenonCore
import TenonSecurity
import Testing
import WalletCredentials
import WalletTestSupport
import WalletVault

@Suite struct BrowserSessionTests {
    private let person = ScriptedPerson()

    private func session(_ test: TemporaryVault) -> BrowserSession {
        CredentialService(test.credentials, person: person).makeBrowserSession()
    }

    private func login(
        _ title: String, _ sites: [String], user: String = "alice", password: String = "secret",
        oneTimePassword: String? = nil, fields: [CustomField] = []
    ) -> Login {
        Login(
            title: title, sites: sites, userName: user, password: SecretText(password),
            oneTimePassword: oneTimePassword.map { SecretText($0) }, customFields: fields)
    }

    @Test("A browser is connected by the person, and known again later")
    func association() async throws {
        let test = try await TemporaryVault.make()
        let first = try await BrowserClient(session(test))
        let hash = try await first.ask("get-databasehash")["hash"] as? String
        let association = try await first.associate()
        #expect(association.hash == hash)
        #expect(await person.questions.count == 1)
        let later = try await BrowserClient(session(test))
        let answer = try await later.ask("test-associate", association.object)
        #expect(answer["id"] as? String == association.id)
        #expect(answer["hash"] as? String == hash)
        let stored = try #require(try await test.logins().first)
        #expect(stored.title.contains(association.id) && stored.tags == ["browser"])
    }

    @Test("Who is not connected gets nothing")
    func strangers() async throws {
        let test = try await TemporaryVault.make([login("Site", ["https://example.com"])])
        let client = try await BrowserClient(session(test))
        let association = try await client.associate()
        let stranger = try await BrowserClient(session(test))
        let wrongKey = [
            "id": association.id, "key": BrowserClient.base64(.init(repeating: 1, count: 32)),
        ]
        for keys in [
            [], [wrongKey], [["id": "wallet-other", "key": association.key]],
            [["id": "", "key": ""]],
        ] {
            let answer = try await stranger.ask(
                "get-logins", ["url": "https://example.com", "keys": keys])
            expectProblem(8, answer, "get-logins")
        }
        expectProblem(8, try await stranger.ask("test-associate", wrongKey), "test-associate")
        for action in [
            "set-login", "get-totp", "get-database-groups", "get-logins-count",
            "get-database-entries", "create-new-group", "delete-entry",
        ] {
            expectProblem(
                8, try await stranger.ask(action, ["url": "https://example.com", "login": "eve"]),
                action)
        }
        #expect(try await test.logins().map(\.userName).sorted() == ["", "alice"])
    }

    @Test("A person who says no, or is not there, connects nobody")
    func denial() async throws {
        let test = try await TemporaryVault.make()
        let people: [any PersonAsking] = [ScriptedPerson(isWilling: false), NobodyToAsk()]
        for person in people {
            let session = CredentialService(test.credentials, person: person).makeBrowserSession()
            let client = try await BrowserClient(session)
            let key = BrowserClient.base64(client.pair.publicKey)
            expectProblem(
                6, try await client.ask("associate", ["key": key, "idKey": key]), "associate")
            // The key of another client.
            let other = BrowserClient.base64(try CryptoBox.KeyPair.make().publicKey)
            expectProblem(
                8, try await client.ask("associate", ["key": other, "idKey": key]), "associate")
        }
        #expect(try await test.logins().isEmpty)
    }

    @Test("A connection that the person deletes is at an end")
    func revocation() async throws {
        let test = try await TemporaryVault.make([login("Site", ["https://example.com"])])
        let client = try await BrowserClient(session(test))
        let association = try await client.associate()
        #expect(try await client.logins("https://example.com", association).count == 1)
        let stored = try #require(try await test.logins().first { $0.tags == ["browser"] })
        try await test.manager.moveToTrash(stored.id)
        let answer = try await client.ask(
            "get-logins", ["url": "https://example.com", "keys": [association.object]])
        expectProblem(8, answer, "get-logins")
    }

    @Test(
        "The logins of a page come with all that the extension fills in")
    func entries() async throws {
        let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        let test = try await TemporaryVault.make([
            login(
                "Site \"ä\"", ["https://example.com/login"], user: "ali\\ce",
                password: "p\"ä🔑\u{1}",
                oneTimePassword: secret,
                fields: [
                    CustomField(
                        label: "KPH: pin", value: SecretText("1234"), isConcealed: true),
                    CustomField(label: "Other", value: SecretText("x"), isConcealed: true),
                ])
        ])
        let client = try await BrowserClient(session(test))
        let association = try await client.associate()
        let entry = try #require(
            try await client.logins("https://example.com/x?y", association).first)
        #expect(entry["login"] as? String == "ali\\ce")
        #expect(entry["name"] as? String == "Site \"ä\"")
        #expect(entry["password"] as? String == "p\"ä🔑\u{1}")
        #expect(entry["stringFields"] as? [[String: String]] == [["KPH: pin": "1234"]])
        let code = try #require(entry["totp"] as? String)
        let uuid = try #require(entry["uuid"] as? String)
        #expect(try await client.ask("get-totp", ["uuid": uuid])["totp"] as? String != nil)
        #expect(code.count == 6 && code.allSatisfy(\.isNumber))
    }

    @Test(
        "A site is for its own host and those below it",
        arguments: [
            ("github.com", "https://github.com", true),
            ("github.com", "https://www.github.com/a", true),
            ("https://www.github.com", "https://github.com", false),
            ("https://github.com", "https://evilgithub.com", false),
            ("https://github.com", "http://github.com", false),
            ("http://github.com", "https://github.com", true),
            ("https://github.com:8443", "https://github.com", false),
            ("https://github.com:443", "https://github.com", true),
            ("https://github.com:8443", "https://github.com:8443/x", true),
            ("https://github.com", "https://github.com:8443", true),
            ("https://a.github.io", "https://b.github.io", false),
            ("github.io", "https://b.github.io", false),
            ("http://127.0.0.1:3000", "http://127.0.0.1:3000/", true),
            ("https://github.com", "https://github.com/search?q={a|b}", true),
            ("https://git{hub.com", "https://github.com", false),
            ("github.com", "https://git|hub.com", false),
            ("HTTPS://GitHub.COM.:443/", "https://github.com", true),
            ("https:\\\\github.com\\login", "https://github.com", true),
            ("https://gith%75b.com", "https://github.com", true),
            ("http://0x7f.1", "http://127.0.0.1/", true),
            ("https://github.com", "ftp://github.com", false),
            ("https://github.com", "github.com", false),
        ])
    func matching(stored: String, page: String, isExpected: Bool) async throws {
        let test = try await TemporaryVault.make([login("Site", [stored])])
        let client = try await BrowserClient(session(test))
        let association = try await client.associate()
        let found = try await client.logins(page, association)
        #expect(found.count == (isExpected ? 1 : 0), "\(stored) for \(page)")
    }

    @Test("A page without logins, and no page, are told apart")
    func noLogins() async throws {
        let test = try await TemporaryVault.make()
        let client = try await BrowserClient(session(test))
        let keys = [try await client.associate().object]
        expectProblem(
            15, try await client.ask("get-logins", ["url": "https://example.com", "keys": keys]),
            "get-logins")
        expectProblem(
            14, try await client.ask("get-logins", ["url": "", "keys": keys]), "get-logins")
        expectProblem(14, try await client.ask("get-logins", ["keys": keys]), "get-logins")
    }

    @Test("A new login is saved for the site, and a known one is changed")
    func save() async throws {
        let test = try await TemporaryVault.make()
        let client = try await BrowserClient(session(test))
        let association = try await client.associate()
        func save(_ password: String) async throws {
            let answer = try await client.ask(
                "set-login",
                [
                    "url": "https://shop.example.com:8443/register?a=b", "login": "alice",
                    "password": password, "submitUrl": "https://shop.example.com",
                    "id": association.id,
                ])
            #expect(answer["error"] as? String == "")
        }
        try await save("one")
        let login = try #require(try await test.logins().first { $0.userName == "alice" })
        #expect(login.sites == ["https://shop.example.com:8443"] && login.title.contains("shop"))
        let before = try await test.changes()
        try await save("one")
        #expect(try await test.changes() == before)
        try await save("two")
        let logins = try await test.logins().filter { $0.userName == "alice" }
        #expect(logins.map(\.password) == [SecretText("two")])
    }

    @Test("Only a login that was handed out for the page may be changed")
    func update() async throws {
        let test = try await TemporaryVault.make([
            login("Site", ["https://example.com"], oneTimePassword: "GEZDGNBVGY3TQOJQ"),
            login("Bank", ["https://bank.test"], oneTimePassword: "GEZDGNBVGY3TQOJQ"),
        ])
        let client = try await BrowserClient(session(test))
        let association = try await client.associate()
        let bank = try #require(try await test.logins().first { $0.title == "Bank" })
        let entry = try #require(try await client.logins("https://example.com", association).first)
        let uuid = try #require(entry["uuid"] as? String)
        func change(_ uuid: String, _ url: String) async throws -> BrowserClient.Object {
            try await client.ask(
                "set-login", ["url": url, "login": "new", "password": "new", "uuid": uuid])
        }
        expectProblem(6, try await change("\(bank.id)", "https://bank.test"), "set-login")
        expectProblem(6, try await change(uuid, "https://bank.test"), "set-login")
        for text in ["nonsense", "0123456789abcdef0123456789abcdef"] {
            expectProblem(18, try await change(text, "https://example.com"), "set-login")
            expectProblem(18, try await client.ask("get-totp", ["uuid": text]), "get-totp")
        }
        expectProblem(18, try await client.ask("get-totp"), "get-totp")
        expectProblem(15, try await client.ask("get-totp", ["uuid": "\(bank.id)"]), "get-totp")
        _ = try await change(uuid, "https://example.com")
        #expect(try await test.logins().first { $0.title == "Site" }?.userName == "new")
        #expect(try await test.logins().first { $0.title == "Bank" }?.userName == "alice")
    }

    @Test(
        "What git and Docker stored is theirs: not filled in, not changed"
    )
    func programs() async throws {
        let test = try await TemporaryVault.make()
        let service = CredentialService(test.credentials)
        let login = SecretText("url=https://alice:token@example.com\n")
        let account = SecretText(
            #"{"ServerURL":"https://example.com","Username":"bob","Secret":"token"}"#)
        for answer in [await service.git("store", login), await service.docker("store", account)] {
            #expect(answer == CredentialAnswer())
        }
        #expect(try await test.logins().count == 2)
        let client = try await BrowserClient(session(test))
        let keys = [try await client.associate().object]
        let page = "https://example.com/login"
        expectProblem(
            15, try await client.ask("get-logins", ["url": page, "keys": keys]), "get-logins")
        for user in ["alice", "bob"] {
            _ = try await client.ask(
                "set-login", ["url": page, "login": user, "password": "for the web"])
        }
        let answer = try await client.ask("get-logins", ["url": page, "keys": keys])
        let entries = answer["entries"] as? [BrowserClient.Object] ?? []
        #expect(entries.map { $0["password"] as? String } == ["for the web", "for the web"])
        let passwords = try await test.logins().map { $0.password.reveal() }
        #expect(passwords.count { $0 == "token" } == 2)
    }

    @Test("A code by counter is never given out: each is good for one use")
    func counter() async throws {
        let address = "otpauth://hotp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=5"
        let test = try await TemporaryVault.make([
            login("Site", ["https://example.com"], oneTimePassword: address)
        ])
        let client = try await BrowserClient(session(test))
        let association = try await client.associate()
        let before = try await test.changes()
        let entry = try #require(try await client.logins("https://example.com", association).first)
        #expect(entry["password"] as? String == "secret" && entry["totp"] == nil)
        let uuid = try #require(entry["uuid"] as? String)
        expectProblem(15, try await client.ask("get-totp", ["uuid": uuid]), "get-totp")
        #expect(try await test.changes() == before)
    }

    @Test("A password is made")
    func generate() async throws {
        let test = try await TemporaryVault.make()
        let client = try await BrowserClient(session(test))
        let answer = try await client.ask("generate-password", outer: ["requestID": "4f"])
        let password = try #require(answer["password"] as? String)
        #expect(password.count >= 15)
    }

    @Test("Locking is done, and told by the error of a locked vault")
    func lock() async throws {
        let test = try await TemporaryVault.make()
        let client = try await BrowserClient(session(test))
        let association = try await client.associate()
        expectProblem(1, try await client.ask("lock-database"), "lock-database")
        #expect(test.manager.status != .unlocked)
        for action in ["get-databasehash", "get-logins", "associate", "generate-password"] {
            expectProblem(1, try await client.ask(action, outer: ["requestID": "4f"]), action)
        }
        try await test.manager.unlock(passphrase: SecretText(TemporaryVault.passphrase))
        _ = try await client.ask("test-associate", association.object)
    }

    @Test(
        "The person is asked for the passphrase when the extension wants it")
    func unlock() async throws {
        let test = try await TemporaryVault.make()
        await test.manager.lock()
        let person = ScriptedPerson(passphrase: SecretText(TemporaryVault.passphrase))
        let session = CredentialService(test.credentials, person: person).makeBrowserSession()
        let client = try await BrowserClient(session)
        expectProblem(1, try await client.ask("get-databasehash"), "get-databasehash")
        #expect(await person.questions.isEmpty)
        expectProblem(
            1, try await client.ask("get-databasehash", outer: ["triggerUnlock": "true"]),
            "get-databasehash")
        await person.wasAsked()
        while test.manager.status != .unlocked { await Task.yield() }
        #expect(try await client.ask("get-databasehash")["hash"] is String)
    }

    @Test("Changes of the lock are told in the protocol's words")
    func signals() async throws {
        let test = try await TemporaryVault.make()
        defer { withExtendedLifetime(test) {} }
        let session = session(test)
        #expect(session.signal(isUnlocked: true).reveal() == #"{"action":"database-unlocked"}"#)
        #expect(session.signal(isUnlocked: false).reveal() == #"{"action":"database-locked"}"#)
    }

    @Test("Actions that are not known are refused")
    func unknownActions() async throws {
        let test = try await TemporaryVault.make()
        defer { withExtendedLifetime(test) {} }
        let client = try await BrowserClient(session(test))
        for action in ["request-autotype", "passkeys-get", ""] {
            expectProblem(12, try await client.ask(action), action)
        }
        // What is in the box is not what it says on it.
        expectProblem(
            12, try await client.ask("get-databasehash", outer: ["action": "get-logins"]),
            "get-logins")
    }

    @Test("Before the exchange of keys, and with broken boxes, nothing happens")
    func brokenMessages() async throws {
        let test = try await TemporaryVault.make()
        let session = session(test)
        let message: BrowserClient.Object = [
            "action": "get-databasehash", "message": "AAAA", "nonce": "AAAA",
        ]
        expectProblem(
            3, try await BrowserClient.exchange(session, message), "get-databasehash")
        for key in ["", "AAAA", BrowserClient.base64([UInt8](repeating: 0, count: 32))] {
            let answer = try await BrowserClient.exchange(
                session,
                [
                    "action": "change-public-keys", "publicKey": key,
                    "nonce": BrowserClient.base64(CryptoBox.makeNonce()),
                ])
            #expect(["3", "9"].contains(answer["errorCode"] as? String))
        }
        let client = try await BrowserClient(session)
        for (name, value, code) in [
            ("message", "", 13), ("message", "AAAA", 4), ("message", "no base 64 ", 13),
            ("nonce", "", 4), ("nonce", BrowserClient.base64([1, 2, 3]), 4),
            ("nonce", BrowserClient.base64(CryptoBox.makeNonce()), 4),
        ] {
            expectProblem(
                code, try await client.ask("get-databasehash", outer: [name: value]),
                "get-databasehash")
        }
        for text in [
            "", "{", "[]", "17", #"{"action":17}"#, String(repeating: "[", count: 100_000),
        ] {
            let answer = try await BrowserClient.exchange(session, SecretText(text))
            expectProblem(13, answer, "")
        }
        let badText = SecretText(utf8: Array(#"{"action":""#.utf8) + [0xFF] + Array(#""}"#.utf8))
        expectProblem(13, try await BrowserClient.exchange(session, badText), "")
        #expect(try await client.ask("get-databasehash")["hash"] is String)
    }

    @Test("An answer stays within what a browser takes")
    func limit() async throws {
        let test = try await TemporaryVault.make()
        for number in 0..<40 {
            try await test.manager.add(
                login(
                    "Site \(number)", ["https://example.com"],
                    password: String(repeating: "x", count: 40_000)))
        }
        let client = try await BrowserClient(session(test))
        let association = try await client.associate()
        let entries = try await client.logins("https://example.com", association)
        #expect(entries.count == 13)
    }
}
