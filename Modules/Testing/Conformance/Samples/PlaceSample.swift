import TenonCore
import TenonUI

/// A list that somebody has read half of, which keeps the place.
enum PlaceSample {
    /// The number of the page that was read last.
    static let first = 121

    private struct State: Equatable {
        var range = PlaceSample.first - 1..<PlaceSample.first + 29
        var place = PlaceSample.first
        /// Whether the front end says what is in sight.
        var isFollowed = false
        /// How many pages came in above the first one.
        var added = 0
        /// How many times the place was asked for.
        var asked = 0
    }

    /// How many pages come in above at once.
    static let more = 7

    static let sample = Sample("place", state: State()) { state in
        .sample(
            "place", "A long book",
            blocks: [
                .list(
                    ListBlock(
                        id: "pages", title: "Pages", total: 10_000 + state.added,
                        offset: state.range.lowerBound,
                        rows: state.range.map { row($0 + 1 - state.added) }))
            ],
            actions: [
                Action(
                    id: "tell", title: "Tell the place", scope: .application, shortcut: "t"),
                Action(
                    id: "add", title: "Add pages above", scope: .application, shortcut: "i"),
            ])
    } respond: { input, state, context in
        switch input {
        case .window("pages", let range):
            .just {
                $0.range = range
                if !$0.isFollowed { $0.place = range.lowerBound + 1 - $0.added }
            }
        case .reading("pages", let row):
            .just {
                $0.isFollowed = true
                $0.place = Int(row) ?? 0
            }
        case .act("add", _, _, _):
            .merge(
                .just {
                    $0.added += more
                    $0.range = $0.range.lowerBound + more..<$0.range.upperBound + more
                },
                .run("add") { _ in
                    let added = state.added + more
                    try context.ports[.notices].notify(Notice("\(added) pages came in above."))
                })
        case .act("tell", _, _, _):
            .merge(
                .just { $0.asked += 1 },
                .run("tell") { _ in
                    let number = state.asked + 1
                    try context.ports[.notices].notify(
                        Notice("Answer \(number): The place is \(state.place)."))
                })
        default: nil
        }
    }

    /// The numbers of the pages that can be seen in a text.
    static func pages(in text: String) -> [Int] {
        DriverText.normalized(text).matches(of: /Page#([0-9]+)\./).compactMap { Int($0.1) }
    }

    /// The latest answer in a text that has several: its number, and the place.
    static func answer(in text: String) -> (number: Int, place: Int)? {
        DriverText.normalized(text).matches(of: /Answer([0-9]+):Theplaceis([0-9]+)\./)
            .compactMap { match in
                guard let number = Int(match.1), let place = Int(match.2) else { return nil }
                return (number, place)
            }
            .max { $0.number < $1.number }
    }

    private static func row(_ number: Int) -> Row {
        Row(
            id: "\(number)", title: "Page #\(number).",
            actions: [Action(id: "open", title: "Open", scope: .row, role: .primary)])
    }
}
