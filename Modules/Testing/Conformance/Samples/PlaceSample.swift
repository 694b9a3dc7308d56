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
    }

    static let sample = Sample("place", state: State()) { state in
        .sample(
            "place", "A long book",
            blocks: [
                .list(
                    ListBlock(
                        id: "pages", title: "Pages", total: 10_000,
                        offset: state.range.lowerBound,
                        rows: state.range.map { row($0 + 1) }))
            ],
            actions: [
                Action(
                    id: "tell", title: "Tell the place", scope: .application, shortcut: "t")
            ])
    } respond: { input, state, context in
        switch input {
        case .window("pages", let range):
            .just {
                $0.range = range
                if !$0.isFollowed { $0.place = range.lowerBound + 1 }
            }
        case .reading("pages", let row):
            .just {
                $0.isFollowed = true
                $0.place = Int(row) ?? 0
            }
        case .act("tell", _, _, _):
            .run("tell") { _ in
                try context.ports[.notices].notify(Notice("The place is \(state.place)."))
            }
        default: nil
        }
    }

    /// The numbers of the pages that can be seen in a text.
    static func pages(in text: String) -> [Int] {
        DriverText.normalized(text).matches(of: /Page#([0-9]+)\./).compactMap { Int($0.1) }
    }

    /// The places that were told in a text.
    static func places(in text: String) -> Set<Int> {
        Set(
            DriverText.normalized(text).matches(of: /Theplaceis([0-9]+)\./)
                .compactMap { Int($0.1) })
    }

    private static func row(_ number: Int) -> Row {
        Row(
            id: "\(number)", title: "Page #\(number).",
            actions: [Action(id: "open", title: "Open", scope: .row, role: .primary)])
    }
}
