import TenonCore
import TestSupport
import Testing

@Suite struct LocationTests {
    @Test(
        "all spellings of a location are the same",
        arguments: [
            "wallet://login:42", "wallet:login:42", "login:42", "WALLET://login:42/", "login:42/",
        ])
    func spellings(text: String) throws {
        #expect(try Location(parsing: text, scheme: "wallet") == Location(["login", "42"]))
    }

    @Test(
        "arguments may follow a question mark or a hash",
        arguments: [
            "find?q=a&n=1", "find#q=a&n=1", "find?q=a#n=1", "find?n=1&q=a", "wallet:find/?q=a&n=1",
            "find?q=b&q=a&n=1", "find?&q=a&&n=1",
        ])
    func query(text: String) throws {
        let location = try Location(parsing: text, scheme: "wallet")
        #expect(location == Location(["find"], query: ["q": "a", "n": "1"]))
    }

    @Test("segments and values are percent-decoded, and may then hold anything that separates")
    func decoding() throws {
        let location = try Location(parsing: "a%3Ab:%C3%A4%20%3F?x%3D=%26%23%25")
        #expect(location == Location(["a:b", "ä ?"], query: ["x=": "&#%"]))
    }

    @Test("an argument without a value has an empty one")
    func emptyValue() throws {
        #expect(try Location(parsing: "a?b&c=").query == ["b": "", "c": ""])
    }

    @Test(
        "what is no location is refused",
        arguments: [
            "", ":", "a:", ":a", "a::b", "/", "wallet:", "wallet://", "?a=b", "%", "%4", "%zz",
            "a%",
            "%FF", "%C3%28", "a%00b", "a%0Ab", "a?b=%0D", "a\nb",
            Array(repeating: "a", count: 33).joined(separator: ":"),
        ])
    func malformed(text: String) {
        let error = #expect(throws: RoutingError.self) {
            try Location(parsing: text, scheme: "wallet")
        }
        #expect(error?.code == .locationMalformed)
    }

    @Test("what only looks like the scheme is not dropped")
    func almostScheme() throws {
        #expect(try Location(parsing: "wallets:a", scheme: "wallet").segments == ["wallets", "a"])
        #expect(try Location(parsing: "wallet", scheme: "wallet").segments == ["wallet"])
        #expect(try Location(parsing: "wallet:a").segments == ["wallet", "a"])
        #expect(try Location(parsing: "wallet:a", scheme: "").segments == ["wallet", "a"])
    }

    @Test("a combining mark after a colon does not hide the colon")
    func combining() throws {
        #expect(try Location(parsing: "a:\u{301}b").segments == ["a", "\u{301}b"])
    }

    @Test("a payload is handed over as it is, and is neither printed nor compared")
    func payload() throws {
        let location = Location(["a"], payload: 42)
        #expect(location.payload as? Int == 42)
        #expect(location == Location(["a"]))
        #expect(Set([location, Location(["a"], payload: "x")]).count == 1)
        #expect("\(location)" == "a")
        #expect(try Location(parsing: "\(location)").payload == nil)
    }

    @Test("another scheme is not dropped")
    func otherScheme() throws {
        #expect(try Location(parsing: "other:a", scheme: "wallet").segments == ["other", "a"])
    }

    @Test("a location that is printed and parsed is the same, whatever is in it")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 7)
        let alphabet: [Character] = Array("abz09-._~:/?#[]@!$&'()*+,;=% \"<>\\^`{|}äß字🙂é\u{202E}")
        func text(_ range: ClosedRange<Int>) -> String {
            let count = Int.random(in: range, using: &generator)
            return String((0..<count).compactMap { _ in alphabet.randomElement(using: &generator) })
        }
        for _ in 0..<2000 {
            let segments = (0..<Int.random(in: 1...5, using: &generator)).map { _ in text(1...6) }
            let pairs = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                (text(0...4), text(0...6))
            }
            let location = Location(segments, query: Dictionary(pairs) { $1 })
            #expect(try Location(parsing: "\(location)") == location)
            #expect(try Location(parsing: "wallet://\(location)", scheme: "wallet") == location)
            #expect("\(location)".utf8.allSatisfy { $0 < 0x80 })
        }
    }
}
