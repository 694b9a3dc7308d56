import TenonCore
import Testing
import WalletCredentials
import WalletTestSupport
import WalletVault

@Suite("The order of a page's logins")
struct BrowserRankTests {
    /// What the extension of a connected browser gets for a page.
    private func titles(
        _ page: String, form: String? = nil, of logins: [Login], used: [String] = []
    ) async throws -> [String] {
        let test = try await TemporaryVault.make()
        for login in logins { try await test.manager.add(login) }
        for title in used { try await test.markUsed(title) }
        let client = try await BrowserClient(
            CredentialService(test.credentials, person: ScriptedPerson()).makeBrowserSession())
        let keys = try await client.associate().object
        var members: BrowserClient.Object = ["url": page, "keys": [keys]]
        if let form { members["submitUrl"] = form }
        let answer = try await client.ask("get-logins", members)
        return (answer["entries"] as? [BrowserClient.Object] ?? [])
            .compactMap { $0["name"] as? String }
    }

    /// Logins whose titles are their sites.
    private func logins(_ sites: [String]) -> [Login] {
        sites.map { Login(title: $0, sites: [$0], password: SecretText("x")) }
    }

    @Test("Address, path, folder, host, domain, other scheme; the deeper and longer first")
    func steps() async throws {
        let order = [
            "https://www.example.com/a/b/login?next=1",
            "https://www.example.com/a/b/login",
            "https://www.example.com/a/b",
            "https://www.example.com/a/",
            "www.example.com",
            "https://www.example.com/z",
            "https://example.com/a/b/login",
            "http://www.example.com/a/b/login?next=1",
        ]
        let found = try await titles(
            "https://www.example.com/a/b/login?next=1#top", of: logins(order.reversed()))
        #expect(found == order)
    }

    @Test("A stored port that is the page's comes before none")
    func port() async throws {
        let order = [
            "https://example.com:8443/admin", "https://example.com:8443",
            "https://example.com/admin/x",
        ]
        let found = try await titles(
            "https://example.com:8443/admin/x", of: logins(order.reversed()))
        #expect(found == order)
    }

    @Test("A longer domain comes before a shorter one")
    func domains() async throws {
        let order = ["https://b.example.com", "https://example.com/deep/path"]
        #expect(
            try await titles("https://a.b.example.com/", of: logins(order.reversed())) == order)
    }

    @Test("Where the form is sent to counts, but less than the page")
    func form() async throws {
        let page = "https://www.example.com/start"
        let logins = [
            Login(title: "host", sites: ["https://www.example.com/other"]),
            Login(title: "form", sites: ["https://www.example.com/other", "https://id.test/in"]),
            Login(title: "page", sites: ["https://www.example.com/start"]),
            Login(title: "stranger", sites: ["https://id.test/in"]),
        ]
        let found = try await titles(page, form: "https://id.test/in", of: logins)
        #expect(found.last == "host" && Set(found) == ["host", "form", "page"])
        #expect(
            try await titles(page, form: "https://id.test/else", of: logins).first == "page")
    }

    @Test("Paths are compared as browsers write them")
    func spelling() async throws {
        for (stored, page) in [
            ("https://example.com/a/../b%2fc/./d e", "https://example.com/b%2fc/d%20e"),
            ("https:\\\\example.com\\log\tin", "https://example.com/login"),
            ("https://example.com/é", "https://example.com/%C3%A9"),
            ("https://example.com", "https://example.com/"),
            ("HTTPS://EXAMPLE.com:443/?", "https://example.com/?"),
        ] {
            let logins = logins(["https://example.com/other", "example.com/x", stored])
            #expect(try await titles(page, of: logins).first == stored, "\(stored)")
        }
    }

    @Test("Equal ones: the last used first, then the last changed")
    func ties() async throws {
        let logins = ["two", "three", "one"].enumerated().map { day, title in
            var login = Login(
                title: title, sites: ["https://example.com"], password: SecretText("x"))
            login.head.changed = Timestamp(seconds: Int64(day + 1) * 86_400)
            return login
        }
        let page = "https://example.com/login"
        #expect(try await titles(page, of: logins) == ["one", "three", "two"])
        #expect(
            try await titles(page, of: logins, used: ["one", "three", "two"])
                == ["two", "three", "one"])
        let close = [Login(title: "close", sites: ["https://example.com/login"])]
        #expect(
            try await titles(page, of: logins + close, used: ["two"])
                == ["close", "two", "one", "three"])
    }
}
