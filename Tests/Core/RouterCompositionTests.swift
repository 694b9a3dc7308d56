import TenonCore
import Testing

@Suite struct RouterCompositionTests {
    private func router(_ module: String, _ patterns: String...) throws -> Router<String> {
        try Router(
            patterns.map {
                Router.Entry(try RoutePattern($0), "\($0) of \(module)", module: module)
            })
    }

    private func match(_ router: Router<String>, _ location: String) throws -> String {
        try router.match(Location(parsing: location)).value
    }

    @Test("all conflicts are told at once, with both modules of each")
    func conflicts() throws {
        let error = #expect(throws: RoutingError.self) {
            var first = try router("logins", "login:{id}", "trash", "help")
            try first.merge(try router("cards", "login:{name}", "card:{id}", "trash"))
        }
        #expect(error?.code == .routeConflict)
        #expect(
            error?.message.description
                == "The routes \"login:{id}\" (logins) and \"login:{name}\" (cards) "
                + "match the same locations. The routes \"trash\" (logins) and \"trash\" (cards) "
                + "match the same locations.")
    }

    @Test("a failed merge changes nothing")
    func failedMerge() throws {
        var first = try router("a", "x", "y")
        #expect(throws: RoutingError.self) { try first.merge(try router("b", "z", "x")) }
        #expect(throws: RoutingError.self) { try match(first, "z") }
        #expect(try match(first, "y") == "y of a")
    }

    @Test("merged routers have one precedence")
    func merged() throws {
        var merged = try router("a", "item:{id}", "{any...}")
        try merged.merge(try router("b", "item:new", "{kind}:{id}:edit"))
        #expect(try match(merged, "item:new") == "item:new of b")
        #expect(try match(merged, "item:1") == "item:{id} of a")
        #expect(try match(merged, "item:1:edit") == "{kind}:{id}:edit of b")
        #expect(try merged.match(Location(["item", "1"])).module == "a")
    }

    @Test("a layer comes before those below it, however well those match")
    func layered() throws {
        let before = try router("before", "home", "unlock", "help:{topic}")
        let after = try router("after", "home", "logins", "{any}:x")
        let premium = try router("premium", "logins")
        let signedIn = premium.layered(over: after.layered(over: before))
        #expect(try match(before, "home") == "home of before")
        #expect(try match(signedIn, "home") == "home of after")
        #expect(try match(signedIn, "logins") == "logins of premium")
        #expect(try match(signedIn, "unlock") == "unlock of before")
        #expect(try match(signedIn, "help:x") == "{any}:x of after")
        #expect(throws: RoutingError.self) { try match(before, "logins") }
        let grouped = premium.layered(over: after).layered(over: before)
        for location in ["home", "logins", "unlock", "help:x", "help:y"] {
            #expect(try match(grouped, location) == match(signedIn, location))
        }
    }

    @Test("a merge keeps the layers of both")
    func mergedLayers() throws {
        var first = try router("a", "x").layered(over: router("below a", "p", "q"))
        try first.merge(try router("b", "y").layered(over: router("below b", "q", "r")))
        #expect(try match(first, "y") == "y of b")
        #expect(try match(first, "q") == "q of below a")
        #expect(try match(first, "r") == "r of below b")
    }

    @Test("an argument that is wrong in one layer may be right in the next; what is wrong is told")
    func badArgument() throws {
        let both = try router("a", "n:{count:int}").layered(over: router("b", "n:{id:uuid}:edit"))
        let error = #expect(throws: RoutingError.self) { try match(both, "n:x:edit") }
        #expect(error?.code == .locationBadArgument)
        #expect(
            error?.message.description
                == "\"n:x:edit\" has a wrong argument: \"id\" must be a UUID.")
        let other = #expect(throws: RoutingError.self) { try match(both, "n:x") }
        #expect(other?.message.description.contains("\"count\" must be a whole number") == true)
        let relaxed = both.layered(over: try router("c", "n:{any}"))
        #expect(try match(relaxed, "n:x") == "n:{any} of c")
        let unknown = #expect(throws: RoutingError.self) { try match(relaxed, "m") }
        #expect(unknown?.code == .locationUnknown)
    }
}
