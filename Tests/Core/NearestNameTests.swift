import Testing

@testable import TenonCore  // Other modules see a booted application only.

@Suite struct NearestNameTests {
    @Test(
        "the distance counts insertions, removals, replacements and swaps of neighbours",
        arguments: [
            ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("list", "lsit", 1),
            ("list", "lst", 1), ("list", "lists", 1), ("list", "lint", 1), ("kitten", "sitting", 3),
            ("LIST", "list", 0),
        ])
    func distance(first: String, second: String, distance: Int) {
        #expect(NearestName.distance(first, second) == distance)
        #expect(NearestName.distance(second, first) == distance)
    }

    @Test("the nearest name is found, equally near ones by the alphabet")
    func nearest() {
        let names = ["list", "lock", "show", "import"]
        #expect(NearestName(of: "lisst", among: names).value == "list")
        #expect(NearestName(of: "improt", among: names).value == "import")
        #expect(NearestName(of: "lit", among: ["lot", "list", "lid"]).value == "lid")
    }

    @Test("a long beginning of a name is near, something else is not")
    func prefix() {
        #expect(NearestName(of: "imp", among: ["import"]).value == "import")
        #expect(NearestName(of: "destroy", among: ["list", "show"]).value == nil)
        #expect(NearestName(of: "x", among: []).value == nil)
    }
}
