import TenonCore
import Testing
import WalletCredentials
import WalletTestSupport
import WalletVault

@Suite("Counts, lists, groups and the end of logins, as browsers ask for them")
struct BrowserListTests {
    private func login(_ title: String, _ site: String, tags: [String] = []) -> Login {
        Login(
            title: title, sites: [site], userName: "alice", password: SecretText("secret"),
            tags: tags)
    }

    private func connected(
        _ test: TemporaryVault, _ person: ScriptedPerson = ScriptedPerson()
    ) async throws -> (BrowserClient, BrowserClient.Object) {
        let client = try await BrowserClient(
            CredentialService(test.credentials, person: person).makeBrowserSession())
        return (client, try await client.associate().object)
    }

    private func store(_ test: TemporaryVault) async {
        _ = await CredentialService(test.credentials).git(
            "store", SecretText("url=https://git:token@example.com\n"))
    }

    @Test("A page's logins are counted as they are handed out")
    func count() async throws {
        let test = try await TemporaryVault.make([
            login("One", "https://example.com"), login("Two", "https://www.example.com"),
            login("Other", "https://other.test"),
        ])
        await store(test)
        let (client, keys) = try await connected(test)
        func count(_ url: String) async throws -> BrowserClient.Object {
            try await client.ask("get-logins-count", ["url": url, "keys": [keys]])
        }
        #expect(try await count("https://www.example.com/x")["count"] as? String == "2")
        #expect(try await count("https://example.com/x")["count"] as? String == "1")
        #expect(try await count("https://nobody.test")["count"] as? String == "0")
        expectProblem(14, try await count(""), "get-logins-count")
    }

    @Test("The list of all logins has titles and sites, if the person agrees each time")
    func allLogins() async throws {
        let test = try await TemporaryVault.make([
            login("Zoo", "https://zoo.test"), login("Art", "https://art.test"),
        ])
        await store(test)
        let person = ScriptedPerson()
        let (client, _) = try await connected(test, person)
        for round in 2...3 {
            let answer = try await client.ask("get-database-entries")
            let entries = answer["entries"] as? [BrowserClient.Object] ?? []
            #expect(entries.map { $0["title"] as? String } == ["Art", "Zoo"])
            #expect(
                entries.map { $0["url"] as? String } == ["https://art.test", "https://zoo.test"])
            #expect(entries.allSatisfy { Set($0.keys) == ["title", "url", "uuid"] })
            #expect(await person.questions.count == round)
        }
    }

    @Test("Who may not see the list is told so")
    func noList() async throws {
        let test = try await TemporaryVault.make([login("Art", "https://art.test")])
        let (_, keys) = try await connected(test)
        for person in [
            ScriptedPerson(isWilling: false), ScriptedPerson(hindrance: "There is no window."),
        ] {
            let client = try await BrowserClient(
                CredentialService(test.credentials, person: person).makeBrowserSession())
            _ = try await client.ask("test-associate", keys)
            expectProblem(
                19, try await client.ask("get-database-entries"), "get-database-entries")
        }
    }

    @Test("A login goes to the trash if the browser knows it and the person agrees")
    func delete() async throws {
        let test = try await TemporaryVault.make([
            login("Site", "https://example.com"), login("Bank", "https://bank.test"),
        ])
        let person = ScriptedPerson()
        let (client, keys) = try await connected(test, person)
        let bank = try #require(try await test.logins().first { $0.title == "Bank" })
        func delete(_ uuid: String) async throws -> BrowserClient.Object {
            try await client.ask("delete-entry", ["uuid": uuid])
        }
        expectProblem(6, try await delete("\(bank.id)"), "delete-entry")
        for text in ["", "nonsense"] {
            expectProblem(18, try await delete(text), "delete-entry")
        }
        #expect(await person.questions.count == 1)
        let answer = try await client.ask(
            "get-logins", ["url": "https://example.com", "keys": [keys]])
        let entry = (answer["entries"] as? [BrowserClient.Object])?.first
        let uuid = try #require(entry?["uuid"] as? String)
        #expect(try await delete(uuid)["success"] as? String == "true")
        #expect(await person.questions.last?.contains("'Site'") == true)
        #expect(try await test.logins().map(\.title).contains("Site") == false)
        expectProblem(6, try await delete(uuid), "delete-entry")
    }

    @Test("A login stays when the person refuses")
    func noDelete() async throws {
        let test = try await TemporaryVault.make([login("Site", "https://example.com")])
        let (_, keys) = try await connected(test)
        let client = try await BrowserClient(
            CredentialService(test.credentials, person: ScriptedPerson(isWilling: false))
                .makeBrowserSession())
        let answer = try await client.ask(
            "get-logins", ["url": "https://example.com", "keys": [keys]])
        let uuid = (answer["entries"] as? [BrowserClient.Object])?.first?["uuid"] as? String
        expectProblem(
            6, try await client.ask("delete-entry", ["uuid": uuid ?? ""]), "delete-entry")
        #expect(try await test.logins().contains { $0.title == "Site" })
    }

    @Test(
        "Tags are the groups, and a new login gets the tag of its group")
    func groups() async throws {
        let test = try await TemporaryVault.make([
            login("Site", "https://example.com", tags: ["work", "docker"])
        ])
        let (client, _) = try await connected(test)
        func groups() async throws -> [String: String] {
            let answer = try await client.ask("get-database-groups")
            let list = (answer["groups"] as? BrowserClient.Object)?["groups"]
            let root = try #require((list as? [BrowserClient.Object])?.first)
            #expect(root["name"] as? String == "Wallet")
            let children = root["children"] as? [[String: Any]] ?? []
            return Dictionary(
                uniqueKeysWithValues: children.map {
                    ($0["name"] as? String ?? "", $0["uuid"] as? String ?? "")
                })
        }
        #expect(try await groups().keys.sorted() == ["work"])
        let made = try await client.ask("create-new-group", ["groupName": " Home/Bank "])
        #expect(made["name"] as? String == "Home/Bank")
        let id = try #require(made["uuid"] as? String)
        #expect(id.count == 32)
        func add(_ host: String, _ group: String, _ id: String) async throws -> [String] {
            _ = try await client.ask(
                "set-login",
                [
                    "url": "https://\(host)/", "login": "bob", "password": "x", "group": group,
                    "groupUuid": id,
                ])
            return try #require(
                try await test.logins().first { $0.sites == ["https://\(host)"] }
            ).tags
        }
        #expect(try await add("bank.test", "Home/Bank", id) == ["Home/Bank"])
        #expect(try await groups()["Home/Bank"] == id)
        let work = try #require(try await groups()["work"])
        #expect(try await add("work.test", "work", work) == ["work"])
        #expect(try await add("none.test", "Home/Bank", work) == [])
        let root = try await client.ask("get-databasehash")["hash"] as? String ?? ""
        #expect(try await add("root.test", "Wallet", root) == [])
    }

    @Test(
        "What has a meaning of its own, or is no tag, is no name for a group",
        arguments: [
            "", " ", "browser", "Docker", "git", "a,b", "a\u{7}b",
            String(repeating: "x", count: 201),
        ])
    func badGroup(name: String) async throws {
        let test = try await TemporaryVault.make()
        defer { withExtendedLifetime(test) {} }
        let (client, _) = try await connected(test)
        expectProblem(
            17, try await client.ask("create-new-group", ["groupName": name]), "create-new-group")
    }
}
