import TenonCore
import TestSupport
import Testing

@Suite struct RouteTests {
    private enum Part: String, RouteArgument, CaseIterable {
        case edit
        case history
    }

    private static let detail = Route("login").argument("id", as: RouteText.self)
    private static let part = detail.argument("part", as: Part.self)
    private static let page = Route("list").argument("n", as: Int.self).constant("page: all")
        .argument("size", as: Int.self).argument("order", as: RouteText.self)
    private static let files = Route("files").remainder("path")
    private static let owned = Route("files").argument("n", as: Int.self).remainder("path")
    private static let both = Route("files").argument("n", as: Int.self)
        .argument("m", as: Int.self).remainder("path")

    @Test("a route has the pattern that one would write by hand")
    func patterns() throws {
        #expect(Route("settings").pattern.text == "settings")
        #expect(Self.detail.pattern.text == "login:{id}")
        #expect(
            Self.page.pattern.text == "list:{n:int}:page%3A%20all:{size:int}:{order}")
        #expect(Self.files.pattern.text == "files:{path...}")
        #expect(Self.owned.constant("x").pattern.text == "files:{n:int}:{path...}:x")
        #expect(try RoutePattern(Self.page.pattern.text) == Self.page.pattern)
    }

    @Test("a route without arguments has one location")
    func constant() {
        #expect(Route("settings").location() == Location(["settings"]))
        #expect(Route("a").constant("b:c").location(query: ["q": "1"]).description == "a:b%3Ac?q=1")
        #expect(Route("settings").arguments(of: [:]) != nil)
    }

    @Test("an argument that is not of its type is none")
    func wrongType() {
        #expect(Self.part.arguments(of: ["id": "1", "part": "remove"]) == nil)
        #expect(Self.part.arguments(of: ["id": "1"]) == nil)
        #expect(Self.files.arguments(of: ["path": "a::b"]) == nil)
        #expect(Self.files.arguments(of: ["path": "a?b=c"]) == nil)
        #expect(Int(routeText: "1e3") == nil)
    }

    @Test("texts that no location can hold are no arguments")
    func texts() throws {
        #expect(RouteText(routeText: "") == nil)
        #expect(RouteText(routeText: "a\nb") == nil)
        #expect(RouteRemainder([]) == nil)
        let text = try #require(RouteText(routeText: "a"))
        #expect(RouteRemainder(Array(repeating: text, count: 16)) != nil)
        #expect(RouteRemainder(Array(repeating: text, count: 17)) == nil)
    }

    @Test("a location that a route prints is parsed, matched and read to the same values")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 42)
        let router = try Router(
            [
                Self.detail.pattern, Self.part.pattern, Self.page.pattern, Self.files.pattern,
                Self.owned.pattern, Self.both.pattern, try RoutePattern("{any...}"),
            ].map { Router.Entry($0, $0.text) })

        func arguments(of location: Location, by route: String) throws -> [String: String] {
            let parsed = try Location(parsing: "wallet://\(location)", scheme: "wallet")
            let match = try router.match(parsed)
            #expect(match.value == route)
            for (name, text) in match.arguments { #expect(match[name] == text) }
            #expect(match["none"] == nil)
            return match.arguments
        }

        for _ in 0..<500 {
            let id = try text(&generator)
            let part = try #require(Part.allCases.randomElement(using: &generator))
            let (n, m) = (Int.random(in: .min ... .max, using: &generator), Int.min)
            let rest = try remainder(&generator)

            let detail = try arguments(of: Self.detail.location(id), by: "login:{id}")
            #expect(Self.detail.arguments(of: detail) == id)
            let parts = try arguments(of: Self.part.location(id, part), by: "login:{id}:{part}")
            #expect(try #require(Self.part.arguments(of: parts)) == (id, part))
            let page = try arguments(
                of: Self.page.location(n, m, id, query: ["q": id.routeText]),
                by: Self.page.pattern.text)
            #expect(try #require(Self.page.arguments(of: page)) == (n, m, id))
            // What begins with a number belongs to the routes that have one there.
            if Int(rest.segments[0].routeText) == nil {
                let files = try arguments(of: Self.files.location(rest), by: "files:{path...}")
                #expect(Self.files.arguments(of: files) == rest)
                let owned = try arguments(
                    of: Self.owned.location(n, rest), by: "files:{n:int}:{path...}")
                #expect(try #require(Self.owned.arguments(of: owned)) == (n, rest))
            }
            let both = try arguments(
                of: Self.both.location(n, m, rest), by: "files:{n:int}:{m:int}:{path...}")
            #expect(try #require(Self.both.arguments(of: both)) == (n, m, rest))
        }
    }

    private func text(_ generator: inout SeededGenerator) throws -> RouteText {
        let alphabet: [Character] = Array("abz09-._~:/?#[]@!$&'()*+,;=% \"<>\\^`{|}äß字🙂é\u{202E}")
        let characters = (0..<Int.random(in: 1...8, using: &generator)).compactMap { _ in
            alphabet.randomElement(using: &generator)
        }
        return try #require(RouteText(routeText: String(characters)))
    }

    private func remainder(_ generator: inout SeededGenerator) throws -> RouteRemainder {
        let count = Int.random(in: 1...16, using: &generator)
        var texts: [RouteText] = []
        for _ in 0..<count { texts.append(try text(&generator)) }
        return try #require(RouteRemainder(texts))
    }

    @Test("an unsound route is refused as a pattern")
    func unsound() {
        let routes = [
            Route("").pattern, Route("a").constant("").pattern, Self.files.constant("x").pattern,
            Route("a").argument("b c", as: Int.self).pattern,
            Route("a").argument("b", as: Int.self).argument("b", as: Int.self).pattern,
        ]
        for pattern in routes {
            #expect(throws: RoutingError.self, "\(pattern.text)") { try RoutePattern(pattern.text) }
        }
    }
}
