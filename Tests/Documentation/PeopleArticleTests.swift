import TenonCore
import TenonUI
import Testing

@Suite("The article on texts, times and people")
struct PeopleArticleTests {
    private static let entry = GuestBookEntry(
        name: "Ada", text: "Try the #green one", time: Timestamp(seconds: 1_000))

    @Test("A word that begins with # leads to the teas")
    func spans() {
        let spans = Self.entry.spans
        #expect(spans.map(\.text).joined() == "Try the #green one")
        #expect(
            spans.filter { $0.link != nil }
                == [TextSpan("#green", link: .location(TeaRoute.list.location()))])
    }

    @Test("The guest and the time are facts, and on the row")
    func people() {
        #expect(Self.entry.row.person == Person("Ada"))
        #expect(Self.entry.row.moment?.time == Timestamp(seconds: 1_000))
        guard case .facts(let facts)? = Self.entry.blocks.last else {
            Issue.record("There are no facts.")
            return
        }
        #expect(facts.facts.map(\.label) == ["Guest", "Written"])
    }

    @Test("A picture of a tea has words, and its bytes come from the tea house")
    func pictures() async throws {
        guard case .image(let block) = TeaPictures.block("green") else {
            Issue.record("There is no image.")
            return
        }
        #expect(block.image.alternative == "A cup of green tea")
        #expect(try await TeaPictures(files: ["green": [1]]).image(id: "green") == [1])
    }
}
