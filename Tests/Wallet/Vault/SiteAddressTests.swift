import Testing
import WalletVault

@Suite("Addresses are read as browsers read them")
struct SiteAddressTests {
    @Test(
        "However a host is spelled, it is the one that the browser shows",
        arguments: [
            ("https://EXAMPLE.com./", "example.com"),
            ("  \u{1}https://example.com\u{1F} ", "example.com"),
            ("https://exa\tmple.\ncom", "example.com"),
            ("https:example.com", "example.com"),
            ("https:/example.com/x", "example.com"),
            ("HTTP:////example.com", "example.com"),
            ("https:\\\\example.com\\@evil.org", "example.com"),
            ("//example.com/x", "example.com"),
            ("https://user:p@ss@example.com", "example.com"),
            ("https://ex%61mple%2Ecom", "example.com"),
            ("https://b%C3%BCcher.de", "xn--bcher-kva.de"),
            ("https://BU\u{308}CHER.de", "xn--bcher-kva.de"),
            ("https://example\u{3002}com", "example.com"),
            ("https://\u{FF45}xample.com", "example.com"),
            ("https://faß.de", "xn--fa-hia.de"),
            ("https://XN--BCHER-KVA.de", "xn--bcher-kva.de"),
            ("http://127.0.0.1", "127.0.0.1"),
            ("http://127.1", "127.0.0.1"),
            ("http://0x7F.0.0.01", "127.0.0.1"),
            ("http://2130706433", "127.0.0.1"),
            ("http://0177.0.0.1.", "127.0.0.1"),
            ("http://0x", "0.0.0.0"),
            ("http://1.2.3.4.example", "1.2.3.4.example"),
            ("http://[::1]:80", "[::1]"),
            ("http://[0:0:0:0:0:0:0:1]", "[::1]"),
            ("http://[2001:DB8:0:0::A]/", "[2001:db8::a]"),
            ("2001:db8::1", "[2001:db8::1]"),
            ("localhost:3000", "localhost"),
            ("ssh://GIT.example.com:22", "git.example.com"),
            ("ssh://0x7f", "0x7f"),
        ])
    func host(text: String, host: String) {
        #expect(SiteAddress(text)?.host == host)
    }

    @Test(
        "What browsers refuse has no host",
        arguments: [
            "", "https://", "https:///", "https://exa mple.com", "https://exam|ple.com",
            "https://example%.com", "https://example%00.com", "https://example%2Fevil.org",
            "https://example%40evil.org", "http://256.0.0.1", "http://1.2.3.4.5",
            "http://1.2.3.08", "http://4294967296", "http://[::1",
            "http://[::1]x", "http://[1:2]", "http://[fe80::1%25eth0]", "https://a:b:c",
            "https://example.com:99999", "https://example.com:port",
        ])
    func refused(text: String) {
        #expect(SiteAddress(text) == nil)
    }

    @Test("The port of the scheme is as good as none")
    func ports() {
        #expect(SiteAddress("https://example.com:443") == SiteAddress("https://example.com"))
        #expect(SiteAddress("http://example.com:80/x") == SiteAddress("http://example.com"))
        #expect(SiteAddress("http://example.com:443")?.port == 443)
        #expect(SiteAddress("example.com:443")?.port == 443)
        #expect(SiteAddress("https://example.com:")?.port == nil)
    }

    @Test(
        "Paths are written as browsers write them",
        arguments: [
            ("https://example.com", "/", nil),
            ("https://example.com/a/b", "/a/b", nil),
            ("https://example.com/a/b/", "/a/b/", nil),
            ("https://example.com\\a\\b", "/a/b", nil),
            ("https://example.com/a/./b/../c", "/a/c", nil),
            ("https://example.com/a/%2E%2e/c", "/c", nil),
            ("https://example.com/../..", "/", nil),
            ("https://example.com/a/b/..", "/a/", nil),
            ("https://example.com/a b/é\"<>`{}?x y#z", "/a%20b/%C3%A9%22%3C%3E%60%7B%7D", "x%20y"),
            ("https://example.com?", "/", ""),
            ("https://example.com#x?y", "/", nil),
            ("example.com/x\ty", "/xy", nil),
        ] as [(String, String, String?)])
    func path(text: String, path: String, query: String?) {
        let found = SitePath(text)
        #expect(found.map { "/" + $0.segments.joined(separator: "/") } == path)
        #expect(found?.query == query)
    }

    @Test(
        "An address that no page can have fits nothing",
        arguments: [
            "*.thub.com", "https://*.example.com/a", "\"https://example.com\"", "'example.com'",
            "http://[", "https://[::1", "My bank", "https://", "https://exa mple.com",
            "(example.com)",
            "https://a..b", "example.com,example.org", "https://[2001:db8::z]/", "",
            "https//a.example", "http//a.example/x", "https", "-", "--",
            "_.example", "n/a", "N/A", " n/a ", "n.a.", "n.a", "k.A.", "x", "X/x", "n?a",
            "n#a",
        ])
    func fitsNothing(text: String) {
        #expect(SiteAddress.fitsNothing(text))
    }

    @Test(
        "What a page, a program or a machine can have fits something",
        arguments: [
            "example.com", "https://example.com:8443/a?b#c", "localhost:3000", "router", "10.0.0.1",
            "https://[2001:db8::1]:8443/x", "[::1]:80", "https://bücher.example", "a_b.example",
            "androidapp://com.example", "ssh://git@host/path", "keepassxc-browser://wallet-1",
            " example.com ", "https://user:word@example.com", "https:/a.example",
            "x:8080", "https://n/a", "http://x", "go/link", "x.org", "1.1.1.1", "t.co", "nas/a",
            "ssh://n/a", "a.b1", "g/mail", "x/wiki/a", "[::a]", "我.爱",
        ])
    func fitsSomething(text: String) {
        #expect(!SiteAddress.fitsNothing(text))
    }
}
