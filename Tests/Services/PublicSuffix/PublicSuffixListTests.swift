import TenonCore
import TenonPublicSuffix
import Testing

@Suite struct PublicSuffixListTests {
    private let list = PublicSuffixList()

    @Test(
        "The registrable domain is the public suffix and one label more",
        arguments: [
            ("example.com", "example.com"),
            ("www.example.com", "example.com"),
            ("accounts.example.co.uk", "example.co.uk"),
            ("a.b.c.d.example.co.uk", "example.co.uk"),
            ("www.login.gov.br", "login.gov.br"),
            ("x.city.kawasaki.jp", "city.kawasaki.jp"),
            ("a.b.c.kawasaki.jp", "b.c.kawasaki.jp"),
        ])
    func registrable(host: String, expected: String) {
        #expect(list.registrableDomain(of: host) == expected)
    }

    @Test("Customers of a hosting company are strangers to each other")
    func privateSuffixes() {
        #expect(list.registrableDomain(of: "a.github.io") == "a.github.io")
        #expect(list.registrableDomain(of: "b.github.io") == "b.github.io")
        #expect(list.registrableDomain(of: "deep.a.github.io") == "a.github.io")
        #expect(list.registrableDomain(of: "www.github.com") == "github.com")
    }

    @Test(
        "A public suffix has no owner",
        arguments: ["com", "co.uk", "github.io", "xn--p1ai", "рф", "CO.UK."])
    func suffixes(host: String) {
        #expect(list.registrableDomain(of: host) == nil)
    }

    @Test(
        "All spellings of a host have one answer",
        arguments: [
            ("example.com.", "example.com"),
            ("WWW.Example.COM", "example.com"),
            ("www.bücher.de", "xn--bcher-kva.de"),
            ("www.BÜCHER.de", "xn--bcher-kva.de"),
            ("www.bu\u{308}cher.de", "xn--bcher-kva.de"),
            ("www.XN--BCHER-KVA.de", "xn--bcher-kva.de"),
            ("www.bücher.de.", "xn--bcher-kva.de"),
            ("www。bücher。de", "xn--bcher-kva.de"),
            ("www.straße.de", "xn--strae-oqa.de"),
            ("www.食狮.公司.cn", "xn--85x722f.xn--55qx5d.cn"),
            ("a.пример.рф", "xn--e1afmkfd.xn--p1ai"),
        ])
    func spellings(host: String, expected: String) {
        #expect(list.registrableDomain(of: host) == expected)
    }

    @Test(
        "An IP address has no registrable domain",
        arguments: [
            "127.0.0.1", "192.168.178.1", "255.255.255.256", "1.2.3", "1.2.3.4.", "::1", "[::1]",
            "2001:db8::1", "[2001:db8::1]", "fe80::1%eth0", "::ffff:10.0.0.1",
        ])
    func addresses(host: String) {
        #expect(list.registrableDomain(of: host) == nil)
    }

    @Test(
        "What is no host name in a domain has no registrable domain",
        arguments: [
            "", ".", "..", "localhost", "localhost.", "printer", "a..com", ".example.com",
            "example.com..", "example.com:443", "user@example.com", "exa mple.com",
            "example.com/path", "exam\0ple.com", "bü\0cher.de", "\u{FFFD}.de", "xn--ü.de",
        ])
    func noNames(host: String) {
        #expect(list.registrableDomain(of: host) == nil)
    }

    @Test("Names and labels up to the limits of the domain name system are accepted, longer not")
    func limits() {
        let label = String(repeating: "a", count: 63)
        #expect(list.registrableDomain(of: "\(label).com") == "\(label).com")
        #expect(list.registrableDomain(of: "\(label)a.com") == nil)
        let longest = String(repeating: "a.", count: 124) + "ab.cc"
        #expect(longest.utf8.count == 253)
        #expect(list.registrableDomain(of: longest) == "ab.cc")
        #expect(list.registrableDomain(of: "a" + longest) == nil)
        #expect(list.registrableDomain(of: String(repeating: "ü.", count: 100_000)) == nil)
    }

    @Test("An unknown top-level domain counts as a public suffix")
    func unknownTopLevel() {
        #expect(list.registrableDomain(of: "www.wiki.invalidtld") == "wiki.invalidtld")
        #expect(list.registrableDomain(of: "nas.fritz.box") == "fritz.box")
        #expect(list.registrableDomain(of: "invalidtld") == nil)
    }

    @Test("Service labels with an underscore do not change the owner")
    func underscores() {
        #expect(list.registrableDomain(of: "_sip.example.com") == "example.com")
        #expect(list.registrableDomain(of: "_sip.bücher.de") == "xn--bcher-kva.de")
    }

    @Test("One list answers many threads at once")
    func threads() async {
        let answers = await withTaskGroup(of: Int.self) { group in
            for worker in 0..<8 {
                group.addTask { [list] in
                    (0..<2_000).count { index in
                        list.registrableDomain(of: "h\(index).w\(worker).co.uk")
                            == "w\(worker).co.uk"
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(answers == 16_000)
    }
}
