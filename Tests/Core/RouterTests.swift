import TenonCore
import TestSupport
import Testing

@Suite struct RouterTests {
    private func router(_ patterns: [String]) throws -> Router<String> {
        var router = Router<String>()
        for pattern in patterns { try router.add(try RoutePattern(pattern), pattern) }
        return router
    }

    private func match(_ location: String, in patterns: [String]) throws -> String {
        try router(patterns).match(Location(parsing: location)).value
    }

    @Test("the match has the value, the arguments and the pattern")
    func match() throws {
        let match = try router(["login:{id}:{action}"]).match(Location(["login", "4:2", "edit"]))
        #expect(match.value == "login:{id}:{action}")
        #expect(match.arguments == ["id": "4:2", "action": "edit"])
        #expect(match.pattern.text == "login:{id}:{action}")
    }

    @Test("precedence is by meaning, in whatever order the routes are added")
    func precedence() throws {
        let cases: [(location: String, patterns: [String])] = [
            ("login:new", ["login:new", "login:{id}", "{kind}:new", "{a}:{b}", "{rest...}"]),
            ("login:x:edit", ["login:{id}:edit", "login:{id}:{action}", "login:{rest...}"]),
            // More constants win against constants further left.
            ("a:b:c:d", ["{w}:b:c:d", "a:{x}:{y}:d", "a:{rest...}"]),
            // With equally many, the one further left wins.
            ("a:b", ["a:{x}", "{x}:b"]),
            ("n:42", ["n:{x:int}", "n:{x}", "n:{x...}"]),
            ("a:1:b", ["{x}:{y:int}:b", "{x}:{y}:b", "{x}:{y}:{z}", "{x}:{y...}"]),
            ("a:b:c", ["{x}:b:{y}", "{x}:{y}:{z}", "{x}:{y...}", "{x...}"]),
        ]
        for (location, patterns) in cases {
            for start in patterns.indices {
                // The best of the patterns from here on, added in both orders.
                let rest = Array(patterns[start...])
                #expect(try match(location, in: rest) == patterns[start])
                #expect(try match(location, in: rest.reversed()) == patterns[start])
            }
        }
    }

    @Test("a way that begins better and ends nowhere is gone back on")
    func backtracking() throws {
        let patterns = ["a:b:c", "a:{x}:d", "{x}:b:{y...}"]
        #expect(try match("a:b:d", in: patterns) == "a:{x}:d")
        #expect(try match("a:b:e", in: patterns) == "{x}:b:{y...}")
        #expect(try match("a:b:c:d", in: patterns) == "{x}:b:{y...}")
    }

    @Test("a remainder takes at least one segment")
    func remainder() throws {
        #expect(throws: RoutingError.self) { try match("a", in: ["a:{rest...}"]) }
        #expect(
            try router(["a:{rest...}"]).match(Location(["a", "b", "c:d"])).arguments == [
                "rest": "b:c%3Ad"
            ])
    }

    @Test(
        "patterns that match the same locations equally well are a conflict that names both",
        arguments: [
            ("a:{x}", "a:{y}"), ("a", "a"), ("{x...}", "{y...}"), ("{a:int}:b", "{c:int}:b"),
            ("a:{x:uuid}", "a:{x:uuid}"),
        ])
    func conflict(first: String, second: String) {
        let error = #expect(throws: RoutingError.self) { _ = try router([first, second]) }
        #expect(error?.code == .routeConflict)
        #expect(
            error?.message.description.contains(first) == true
                && error?.message.description.contains(second) == true)
    }

    @Test("patterns that differ in the type of an argument are no conflict")
    func noConflict() throws {
        let patterns = ["a:{x}", "a:{x:int}", "a:{x:uuid}"]
        #expect(try match("a:b", in: patterns) == "a:{x}")
        #expect(try match("a:7", in: patterns) == "a:{x:int}")
        #expect(
            try match("a:0189D3C0-5f4e-7c6a-9b1d-2f3e4a5b6c7d", in: patterns) == "a:{x:uuid}")
    }

    @Test("an unknown location and a bad argument are different errors")
    func errors() throws {
        let router = try router(["login:{id:uuid}:edit", "card:{n:int}"])
        func code(_ text: String) -> ErrorCode? {
            #expect(throws: RoutingError.self) { try router.match(Location(parsing: text)) }?.code
        }
        #expect(code("nothing") == .locationUnknown)
        #expect(code("card") == .locationUnknown)
        #expect(code("card:x:y") == .locationUnknown)
        #expect(code("login:42:remove") == .locationUnknown)
        #expect(code("login:42:edit") == .locationBadArgument)
        #expect(code("card:x") == .locationBadArgument)
    }

    @Test("a router finds what a search through all patterns finds")
    func reference() throws {
        var generator = SeededGenerator(seed: 23)
        let parts = ["a", "b", "7", "{p}", "{p:int}", "{p...}"]
        for _ in 0..<300 {
            var patterns: [String] = []
            var router = Router<String>()
            for _ in 0..<12 {
                var segments: [String] = []
                for index in 0..<Int.random(in: 1...4, using: &generator) {
                    let part = parts.randomElement(using: &generator) ?? "a"
                    segments.append(part.replacing("p", with: "p\(index)"))
                    if part.hasSuffix("...}") { break }
                }
                let text = segments.joined(separator: ":")
                // Conflicting patterns are left out.
                if (try? router.add(try RoutePattern(text), text)) != nil { patterns.append(text) }
            }
            for _ in 0..<20 {
                let segments = (0..<Int.random(in: 1...5, using: &generator)).compactMap { _ in
                    ["a", "b", "7", "x"].randomElement(using: &generator)
                }
                let expected = Reference.best(of: patterns, for: segments)
                #expect((try? router.match(Location(segments)))?.value == expected)
            }
        }
    }
}

/// Matching written a second time, without a trie.
private enum Reference {
    static func best(of patterns: [String], for segments: [String]) -> String? {
        let ranked = patterns.compactMap { pattern in
            rank(of: pattern.split(separator: ":", maxSplits: 100), segments).map { ($0, pattern) }
        }
        return ranked.max { left, right in
            (left.0.filter { $0 == 3 }.count, left.0.map(String.init).joined())
                < (right.0.filter { $0 == 3 }.count, right.0.map(String.init).joined())
        }?.1
    }

    /// How well each segment is matched: 3 constant, 2 typed, 1 untyped, 0 remainder.
    private static func rank(of pattern: [Substring], _ segments: [String]) -> [Int]? {
        var parts = pattern[...]
        // "{p:int}" has been split in two.
        var result: [Int] = []
        var index = 0
        while let part = parts.popFirst() {
            if part.hasSuffix("...}") {
                guard index < segments.count else { return nil }
                return result + Array(repeating: 0, count: segments.count - index)
            }
            guard index < segments.count else { return nil }
            if part.hasPrefix("{"), !part.hasSuffix("}") {
                _ = parts.popFirst()
                guard Int(segments[index]) != nil else { return nil }
                result.append(2)
            } else if part.hasPrefix("{") {
                result.append(1)
            } else {
                guard part == segments[index] else { return nil }
                result.append(3)
            }
            index += 1
        }
        return index == segments.count ? result : nil
    }
}
