import TenonCore
import Testing
import WalletVault

@Suite struct VaultSitesTests {
    private let fixture = VaultFixture()

    @Test(
        "A stored site is found from a visited address, or is a stranger to it",
        arguments: [
            // The registered domain decides.
            ("example.co.uk", "https://accounts.example.co.uk/x", true),
            ("example.co.uk", "https://example.co.uk/", true),
            ("accounts.example.co.uk", "https://example.co.uk/", true),
            ("accounts.example.co.uk", "https://mail.example.co.uk/", true),
            ("example.co.uk", "https://other.co.uk/", false),
            ("co.uk", "https://example.co.uk/", false),
            ("example.co.uk", "https://co.uk/", false),
            ("example.com", "https://example.com.evil.org/", false),
            ("example.com", "https://notexample.com/", false),
            ("example.com", "https://evil.org/?u=https://example.com", false),
            ("example.com", "https://example.com@evil.org/", false),
            ("example.com", "https://evil.org\\@example.com/", false),
            // Owners below a public suffix are strangers.
            ("a.github.io", "https://b.github.io/", false),
            ("github.io", "https://a.github.io/", false),
            ("a.github.io", "https://github.io/", false),
            ("a.github.io", "https://www.a.github.io/", true),
            // Hosts without an owner match themselves only.
            ("192.168.0.1", "http://192.168.0.1/admin", true),
            ("192.168.0.1", "http://192.168.0.2/", false),
            ("localhost", "http://localhost:3000", true),
            ("http://localhost:3000", "http://localhost:3000/x", true),
            ("http://localhost:3000", "http://localhost:3001/x", false),
            ("http://[::1]:80", "http://[::1]/", true),
            // Schemes and ports count as they are stored.
            ("https://example.com", "http://example.com/", false),
            ("http://example.com", "https://example.com/", true),
            ("https://example.com", "example.com", true),
            ("https://example.com:8443", "https://example.com/", false),
            ("https://example.com:8443", "https://www.example.com:8443/", true),
            ("https://example.com:443", "https://example.com/", true),
            ("https://example.com", "https://example.com:8443/", true),
            ("ssh://example.com", "https://example.com/", false),
            ("android://hash@com.example.app/", "android://hash@com.example.app/", true),
            ("android://hash@com.example.app/", "android://hash@com.example.other/", false),
            ("https://com.example.app", "android://hash@com.example.app/", false),
            // Spelling of hosts.
            ("EXAMPLE.com.", "https://Example.COM/", true),
            ("bücher.example.com", "https://xn--bcher-kva.example.com/", true),
            ("https://bücher.de", "https://xn--bcher-kva.de/", true),
        ])
    func matching(_ stored: String, _ visited: String, _ isFound: Bool) async throws {
        let manager = try await fixture.created()
        try await manager.add(Login(title: "Stored", sites: [stored]))
        try await manager.add(Login(title: "Other", sites: ["https://unrelated.example"]))
        let found = try await manager.items(forSite: visited)
        #expect(found.map(\.title) == (isFound ? ["Stored"] : []))
    }

    @Test("The same host comes first, then hosts above it, then others of the owner; then use")
    func ranking() async throws {
        let manager = try await fixture.created()
        let sites = [
            "mail.example.com": "sibling", "example.com": "above", "www.example.com": "same",
            "https://www.example.com": "same, used",
        ]
        for (site, title) in sites {
            let login = try await manager.add(Login(title: title, sites: ["x.org", site]))
            if title.hasSuffix("used") { try await manager.markUsed(login.id) }
        }
        let found = try await manager.items(forSite: "https://www.example.com/login")
        #expect(found.map(\.title) == ["same, used", "same", "above", "sibling"])
        let exact = try await manager.items(forSite: "https://www.example.com", isExact: true)
        #expect(exact.map(\.title) == ["same, used", "same"])
    }

    @Test("The index follows changes of sites, also in a new process")
    func follows() async throws {
        let manager = try await fixture.created()
        var login = try await manager.add(Login(title: "One", sites: ["a.com", "b.com"]))
        login.sites = ["b.com", "c.com"]
        try await manager.save(login)
        let other = try await fixture.unlocked()
        #expect(try await other.items(forSite: "a.com").isEmpty)
        #expect(try await other.items(forSite: "b.com").count == 1)
        #expect(try await other.items(forSite: "c.com").count == 1)
        #expect(try await other.check().isClean)
    }

    @Test(
        "One owner's logins are found whole however many they are, and follow changes",
        arguments: [1, 3, 4, 31, 32, 70], [false, true])
    func manyOfOneOwner(count: Int, isListLoaded: Bool) async throws {
        let manager = try await fixture.created()
        try await manager.add(Login(title: "Other", sites: ["https://example.org"]))
        var items: [Item] = []
        for number in 0..<count {
            let login = Login(title: "Login \(number)", sites: ["host\(number).example.com"])
            items.append(try await manager.add(Item.login(login)))
        }
        if isListLoaded { _ = try await manager.list(ItemQuery()) }
        let found = try await manager.items(forSite: "https://example.com")
        #expect(Set(found.map(\.title)) == Set(items.map(\.title)))
        let other = try await fixture.unlocked()
        try await other.moveToTrash(items[0].id)
        if count > 1 { try await other.deletePermanently(items[1].id) }
        let left = try await manager.items(forSite: "https://example.com")
        #expect(Set(left.map(\.id)) == Set(items.dropFirst(2).map(\.id)))
    }

    @Test("What is no address is an error for a visit, and harmless in an item")
    func noAddress() async throws {
        let manager = try await fixture.created()
        let sites = [
            "", "not a host", "://", "https://", "http://a:99999/", "%", "http://[::1]x/",
            "a.com..",
        ]
        let login = try await manager.add(Login(title: "Odd", sites: sites))
        #expect(try await manager.login(login.id).sites == sites)
        for site in sites {
            #expect(
                await code { _ = try await manager.items(forSite: site) } == "vault.bad-site")
        }
        #expect(try await manager.check().isClean)
    }
}
