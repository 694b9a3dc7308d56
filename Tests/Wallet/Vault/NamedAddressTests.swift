import Testing
import WalletVault

@Suite("An address by which somebody names an item")
struct NamedAddressTests {
    @Test(
        "is not what has an @ and no scheme, nor what has neither dot nor colon",
        arguments: [
            "alice@example.org", "example", "two words.example", "", ".", "a:b", "user@[::1]",
            "localhost", "alice@example.org?x=https://example.net", "bob:x@example.org/://",
            "alice@[2001:db8::1]", "https://", "https://[2001:db8::1",
        ])
    func none(_ text: String) { #expect(NamedAddress(text) == nil) }

    @Test(
        "is what looks like a host, or has a scheme",
        arguments: [
            "example.org", "localhost:8080", "[::1]", "::1", "https://localhost",
            "https://alice@example.org", "ssh://host", "10.0", "münchen.example",
            "2001:db8::1", "[2001:db8::1]:8443/x", "//example.org", "https:example.org",
        ])
    func some(_ text: String) { #expect(NamedAddress(text) != nil) }

    private static let pairs: [(named: String, stored: String, fits: Bool)] = [
        ("example.org", "https://example.org", true), ("example.org", "example.org", true),
        ("example.org", "https://www.example.org/login", true),
        ("example.org", "https://a.example.org", false),
        ("a.example.org", "https://example.org", false),
        ("https://example.org", "http://example.org", true),
        ("http://example.org", "https://example.org", false),
        ("https://example.org", "example.org", true), ("ssh://example.org", "example.org", false),
        ("example.org:8443", "https://example.org", false),
        ("example.org:443", "https://example.org", true),
        ("example.org:8443", "example.org", true),
        ("https://example.org:8443", "https://example.org:8443/", true),
        ("https://example.org", "https://example.org:8443", false),
        ("example.org", "https://example.org:8443", true),
        ("https://example.org/a", "https://example.org", true),
        ("https://example.org/a", "https://example.org/a", true),
        ("https://example.org/a", "https://example.org/a/", true),
        ("https://example.org/a/", "https://example.org/a", true),
        ("https://example.org/a/b", "https://example.org/a", true),
        ("https://example.org/a", "https://example.org/a/b", false),
        ("https://example.org/ab", "https://example.org/a", false),
        ("https://example.org/b", "https://example.org/a", false),
        ("https://example.org/?id=1", "https://example.org/a", false),
        ("https://example.org/", "https://example.org/a", true),
        ("[2001:db8::1]", "https://[2001:DB8:0:0::1]:8443", true),
        ("https://[2001:db8::1]", "https://[2001:db8::2]", false),
        ("münchen.example", "https://xn--mnchen-3ya.example", true),
        ("[2001:db8::1]:9", "https://[2001:db8::1]:8443", false),
        ("2001:db8::1", "ssh://[2001:db8::1]:2222", true),
        ("example.org", "no address", false), ("example.org", "", false),
        ("https://example.org/A", "https://example.org/a", false),
        ("https://example.org/x/../a", "https://example.org/a", true),
        ("https://example.org/a?t=1", "https://example.org/a", true),
        ("https://example.org/a", "https://example.org/a?t=1", true),
        ("https://example.org/a?t=1", "https://example.org/a?t=2", false),
        ("https://example.org/?t=1", "https://example.org/?t=2", false),
        ("db.example", "postgres://db.example:5432/app", true),
        ("db.example:5432", "postgres://db.example:5432/app", true),
        ("db.example:5433", "postgres://db.example:5432/app", false),
        ("https://db.example", "postgres://db.example:5432/app", false),
        ("https://example.org@example.net", "https://example.org", false),
        ("example.org", "https://example.org@example.net", false),
    ]

    @Test("fits what has all that it gives", arguments: pairs.indices)
    func fits(_ index: Int) throws {
        let (named, stored, fits) = Self.pairs[index]
        let address = try #require(NamedAddress(named))
        #expect((address.fit(of: stored) != nil) == fits, "\(named), \(stored)")
    }

    @Test("fits best what is closest to it")
    func best() throws {
        let address = try #require(NamedAddress("https://example.org:8443/a/b/c"))
        let stored = [
            "example.org", "https://example.org:8443", "https://example.org:8443/a",
            "https://example.org:8443/a/b", "https://example.org:8443/a/b/c",
        ]
        let fits = try stored.map { try #require(address.fit(of: $0)) }
        #expect(fits == fits.sorted())
        #expect(Set(fits.indices.filter { fits[$0] == fits[4] }) == [4])
    }

    @Test("fits equally well what differs in nothing that it gives")
    func equal() throws {
        let address = try #require(NamedAddress("example.org"))
        let stored = [
            "example.org", "https://example.org", "https://example.org:8443",
            "http://example.org/a", "ssh://example.org",
        ]
        let fits = try stored.map { try #require(address.fit(of: $0)) }
        #expect(fits.allSatisfy { $0 == fits[0] && !$0.isExact })
        let other = try #require(address.fit(of: "www.example.org"))
        #expect(other < fits[0])
    }

    @Test("fits equally well what has its scheme and what has none, and best what is the same")
    func unknownScheme() throws {
        let address = try #require(NamedAddress("https://example.org"))
        let root = try #require(address.fit(of: "example.org"))
        let page = try #require(address.fit(of: "https://example.org/staff"))
        #expect(!(root < page) && !(page < root))
        #expect(try #require(address.fit(of: "https://example.org")) > page)
        #expect(try #require(address.fit(of: "http://example.org")) < root)
    }

    @Test("fits better what has more of it to the letter")
    func letters() throws {
        let address = try #require(NamedAddress("https://example.org"))
        let stored = [
            "http://www.example.org", "http://example.org", "https://example.org/a",
            "https://example.org/",
        ]
        let fits = try stored.map { try #require(address.fit(of: $0)) }
        #expect(zip(fits, fits.dropFirst()).allSatisfy { $0 < $1 })
    }

    private static let locations: [(named: String, stored: String, isExact: Bool)] = [
        ("https://example.org", "https://example.org/", true),
        ("HTTPS://EXAMPLE.org.:443/#top", "https://example.org", true),
        ("https://bob@example.org", "https://example.org", true),
        ("https://example.org/a/", "https://example.org/a", true),
        ("https://example.org/a?t=1", "https://example.org/a?t=1", true),
        ("https://[2001:DB8::1]:8443/x", "https://[2001:db8:0::1]:8443/x", true),
        ("ssh://git@host.example:2222/r", "ssh://host.example:2222/r", true),
        ("example.org", "example.org", false), ("https://example.org", "example.org", false),
        ("https://example.org", "http://example.org", false),
        ("https://www.example.org", "https://example.org", false),
        ("https://example.org", "https://example.org/a", false),
        ("https://example.org/a/b", "https://example.org/a", false),
        ("https://example.org/a?t=1", "https://example.org/a", false),
        ("https://example.org/a", "https://example.org/a?t=1", false),
    ]

    @Test("with a scheme is the location of what is stored just so", arguments: locations.indices)
    func exact(_ index: Int) throws {
        let (named, stored, isExact) = Self.locations[index]
        let fit = try #require(NamedAddress(named)?.fit(of: stored), "\(named), \(stored)")
        #expect(fit.isExact == isExact, "\(named), \(stored)")
    }

    @Test("has the user name that stands before the host")
    func userName() {
        #expect(NamedAddress("https://alice@example.org")?.userName == "alice")
        #expect(NamedAddress("https://a%40b:secret@example.org/x")?.userName == "a@b")
        #expect(NamedAddress("https://a@example.net@example.org")?.userName == "a@example.net")
        #expect(NamedAddress("https:alice@example.org")?.userName == "alice")
        #expect(NamedAddress("https://@example.org") != nil)
        #expect(NamedAddress("https://@example.org")?.userName == nil)
        #expect(NamedAddress("https://:secret@example.org")?.userName == nil)
        #expect(NamedAddress("https://example.org/@alice") != nil)
        #expect(NamedAddress("https://example.org/@alice")?.userName == nil)
    }
}
