import TenonCore
import TenonUI

/// Text with parts that lead elsewhere, moments and people: in paragraphs, in facts and on rows.
enum RichTextSample {
    /// The address behind a part of the text.
    static let host = "spans.example.com"
    /// When the hive was built: a noon, so that it is the same day almost everywhere.
    private static let built = Timestamp(seconds: 1_749_988_800)

    private struct State: Equatable {
        /// When somebody looked after the bees.
        var visited = built
    }

    static let sample = Sample("richText", state: State()) { state in
        .sample(
            "richText", "Text with parts", blocks: [.richText(text), facts(state), list(state)],
            actions: [Action(id: "visit", title: "Look after the bees")])
    } respond: { input, _, context in
        guard case .act("visit", _, _, _) = input else { return nil }
        return .run("visit") { emit in
            let time = try context.ports[.clock].now().advanced(by: .seconds(-150))
            emit { $0.visited = time }
        }
    }

    private static let text = RichTextBlock(
        id: "text",
        paragraphs: [
            [
                TextSpan("The long table", link: .location(Sample.location("table"))),
                TextSpan(" says it "), TextSpan("all", .emphasis), TextSpan(", and "),
                TextSpan("nothing", .strong), TextSpan(" is missing.\nType "),
                TextSpan("bees --count", .code), TextSpan(" to see it."),
            ],
            [
                TextSpan("Read more <b>about</b> it at "),
                TextSpan("the bee keepers", link: .address("https://\(host)/bees?a=1&b=2")),
                TextSpan("."),
            ],
        ])

    private static func facts(_ state: State) -> Block {
        .facts(
            FactsBlock(
                id: "hive", title: "The hive",
                facts: [
                    Fact(
                        id: "tags", label: "Subjects",
                        value: .spans([
                            TextSpan("#honey", link: .location(Sample.location("chart"))),
                            TextSpan(" "),
                            TextSpan("#wax", link: .location(Sample.location("group"))),
                        ])),
                    Fact(
                        id: "keeper", label: "Keeper",
                        value: .person(
                            Person("Grace Hopper", handle: "@grace@example.com"),
                            location: Sample.location("progress"))),
                    Fact(
                        id: "founder", label: "Founder",
                        value: .person(Person("Ada Lovelace"), location: nil)),
                    Fact(id: "built", label: "Built", value: .moment(Moment(built))),
                    Fact(id: "seen", label: "Visited", value: .moment(Moment(state.visited))),
                ]))
    }

    private static func list(_ state: State) -> Block {
        var first = Row(id: "1", title: "A full comb", subtitle: "Heavy", value: "2 kg")
        first.person = Person("Ida Rhodes", handle: "@ida@example.com")
        first.moment = Moment(state.visited)
        var second = Row(id: "2", title: "Mary Jackson", subtitle: "@mary@example.com")
        second.person = Person("Mary Jackson", handle: "@mary@example.com")
        return .list(ListBlock(id: "combs", title: "Combs", rows: [first, second]))
    }
}
