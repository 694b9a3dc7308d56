import TenonCore
import TestSupport
import Testing

@Suite struct RoutePatternTests {
    @Test(
        "what is no pattern is refused",
        arguments: [
            "", "a:", ":a", "a::b", "{", "}", "{}", "{a", "a}", "a{b}", "{a}b", "{a:}", "{a:date}",
            "{a b}", "{a...}:b", "{...}", "{a:int:x}", "%zz", "{a}:{a}", "{a}:b:{a...}",
            Array(repeating: "a", count: 17).joined(separator: ":"),
        ])
    func malformed(text: String) {
        let error = #expect(throws: RoutingError.self) { try RoutePattern(text) }
        #expect(error?.code == .routePattern)
        #expect(error?.message.description.contains(text) == true)
    }

    @Test("a pattern and its arguments make a location")
    func location() throws {
        let pattern = try RoutePattern("login:{id}:edit")
        let location = try pattern.location(["id": "a:b"], query: ["x": "y"])
        #expect(location == Location(["login", "a:b", "edit"], query: ["x": "y"]))
        #expect("\(location)" == "login:a%3Ab:edit?x=y")
    }

    @Test(
        "a missing argument or one of the wrong type is refused",
        arguments: [
            ("a:{n:int}", [:]), ("a:{n:int}", ["n": "x"]), ("a:{n:uuid}", ["n": "42"]),
            ("a:{n}", ["n": ""]), ("a:{n...}", [:]), ("a:{n...}", ["n": ""]),
            ("a:{n...}", ["n": ":"]), ("a:{n...}", ["n": "b:"]), ("a:{n...}", ["n": "b?c=d"]),
        ] as [(String, [String: String])])
    func badArgument(text: String, arguments: [String: String]) throws {
        let pattern = try RoutePattern(text)
        #expect(throws: RoutingError.self) { try pattern.location(arguments) }
    }

    @Test("a location that a pattern makes is matched by it, with the same arguments")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 11)
        let values = ["x", "a:b", "42", "-7", "é ?", "%41", "0189d3c0-5f4e-7c6a-9b1d-2f3e4a5b6c7d"]
        let patterns = try [
            "a:{x}", "a:{x}:b:{y}", "{x}:{y}:{z}", "n:{x:int}", "u:{x:uuid}", "r:{x...}",
            "r:{y}:{x...}",
        ].map { try RoutePattern($0) }
        for _ in 0..<500 {
            let pattern = try #require(patterns.randomElement(using: &generator))
            var arguments: [String: String] = [:]
            for name in ["x", "y", "z"] where pattern.text.contains("{\(name)") {
                arguments[name] = values.randomElement(using: &generator)
            }
            if pattern.text.contains("...") {
                let rest = (0..<Int.random(in: 1...3, using: &generator)).compactMap { _ in
                    values.randomElement(using: &generator)
                }
                arguments["x"] = "\(Location(rest))"
            }
            guard let location = try? pattern.location(arguments) else { continue }
            var router = Router<String>()
            try router.add(pattern, pattern.text)
            let parsed = try Location(parsing: "\(location)")
            #expect(try router.match(parsed).arguments == arguments)
        }
    }
}
