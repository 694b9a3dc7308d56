import TenonCore
import TenonNetworking
import Testing

@Suite("An address of the web")
struct WebAddressTests {
    @Test(
        "is read, and written in one way only",
        arguments: [
            ("https://example.org", "https://example.org/"),
            ("HTTPS://Example.ORG:443/A", "https://example.org/A"),
            ("http://example.org:80", "http://example.org/"),
            ("http://example.org:/x", "http://example.org/x"),
            ("http://127.0.0.1:8080/?q", "http://127.0.0.1:8080/?q"),
            ("http://[::1]:8080/a?b=c#d", "http://[::1]:8080/a?b=c"),
            ("https://example.org./", "https://example.org/"),
            ("https://example.org?x=/y?z", "https://example.org/?x=/y?z"),
            ("https://example.org/a/./b/../c", "https://example.org/a/c"),
            ("https://example.org/a/..", "https://example.org/"),
            ("https://example.org/../../a/.", "https://example.org/a/"),
            ("https://example.org/a/%2E%2e/b", "https://example.org/b"),
            ("https://example.org//a//", "https://example.org//a//"),
            ("https://example.org/é x?ü=\"", "https://example.org/%C3%A9%20x?%C3%BC=%22"),
            ("https://example.org/a%20b", "https://example.org/a%20b"),
            ("https://example.org/a:b@c", "https://example.org/a:b@c"),
        ])
    func reading(_ text: String, _ expected: String) throws {
        let address = try WebAddress(text)
        #expect(address.text == expected)
        #expect(try WebAddress(address.text) == address)
    }

    @Test(
        "is refused when it is none, without being quoted",
        arguments: [
            "", "example.org", "/path", "//example.org", "ftp://example.org", "file:///etc/passwd",
            "https:", "https://", "https:///path", "https://user@example.org",
            "https://user:secret@example.org/", "https://exa mple.org", "https://exämple.org",
            "https://example.org:0", "https://example.org:65536", "https://example.org:+80",
            "https://example.org:80:80", "https://[::1", "https://[::1]x", "https://[]",
            "https://.", "https://example..org", "https://.example.org", "https://example.org..",
            "https://example.org/%", "https://example.org/%4", "https://example.org/%zz",
            "https://example.org/\u{7}", "https://example.org/\r\nHost: x", "https://a\\b",
        ])
    func refusing(_ text: String) throws {
        let error = try #require(throws: NetworkError.self) { try WebAddress(text) }
        #expect(error.code == .networkBadAddress)
        #expect(!"\(error)".contains("secret"))
        #expect(!error.mayHaveArrived)
    }

    @Test(
        "resolves references as RFC 3986, section 5.4 has it",
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"),
            (";x", "http://a/b/c/;x"), ("g;x?y#s", "http://a/b/c/g;x?y"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
            ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
            ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
            ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"), ("g/./h", "http://a/b/c/g/h"),
            ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
            ("https://other.example/x", "https://other.example/x"),
        ])
    func resolving(_ reference: String, _ expected: String) throws {
        let base = try WebAddress("http://a/b/c/d;p?q")
        #expect(try base.resolving(reference).text == expected)
    }

    @Test("hides the values of its query in messages")
    func description() throws {
        let address = try WebAddress("https://example.org:8443/a?token=secret")
        #expect("\(address)" == "https://example.org:8443/a?…")
        #expect(address.origin == "https://example.org:8443")
    }

    @Test("has the origin of others with the same scheme, host and port")
    func origins() throws {
        let address = try WebAddress("https://example.org/a")
        #expect(address.hasOrigin(of: try WebAddress("https://EXAMPLE.org:443/b")))
        for other in ["http://example.org/a", "https://example.org:444/a", "https://b.example.org"]
        {
            #expect(!address.hasOrigin(of: try WebAddress(other)))
        }
    }
}
