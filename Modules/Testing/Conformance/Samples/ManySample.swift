import TenonCore
import TenonUI

/// A list of 100,000 rows that can be searched, of which a window is present.
enum ManySample {
    static let count = 100_000
    /// How many rows the scene shows by default.
    static let window = 20

    private struct State: Equatable {
        var text = ""
        var range = 0..<ManySample.window
    }

    static let sample = Sample("many", state: State()) { state in
        // Whoever has not searched sees all, which need not be listed for that.
        let found = state.text.isEmpty ? nil : matches(state.text)
        let total = found?.count ?? count
        let range = state.range.clamped(to: 0..<total)
        let list = ListBlock(
            id: "items", title: "Items", total: total, offset: range.lowerBound,
            rows: range.map { row(found?[$0] ?? $0 + 1) })
        return .sample(
            "many", "Many rows",
            phase: total == 0
                ? .empty(message: "No item has \"\(state.text)\" in its name.", action: nil)
                : .ready,
            blocks: total == 0 ? [] : [.list(list)],
            search: Search(text: state.text, label: "Search the items"))
    } respond: { input, _, context in
        switch input {
        case .search(let text):
            .just { $0 = State(text: text) }
        case .window("items", let range):
            .just { $0.range = range }
        case .act("open", let target?, _, _):
            .run("open") { _ in
                try context.ports[.notices].notify(Notice("Row \(target) was opened."))
            }
        default: nil
        }
    }

    /// The title of a row; no title is a part of another one.
    static func title(_ number: Int) -> String { "Item #\(number)." }

    /// The numbers of the rows that can be seen in a text.
    static func numbers(in text: String) -> Set<Int> {
        Set(DriverText.normalized(text).matches(of: /Item#([0-9]+)\./).compactMap { Int($0.1) })
    }

    private static func matches(_ text: String) -> [Int] {
        (1...count).filter { title($0).contains(text) }
    }

    private static func row(_ number: Int) -> Row {
        Row(
            id: "\(number)", title: title(number),
            actions: [Action(id: "open", title: "Open", scope: .row, role: .primary)])
    }
}
