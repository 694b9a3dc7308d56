import TenonCore
import TenonUI

/// A list that can be searched, and whose rows lead to other samples: what stands beside it belongs
/// to the row that was chosen.
enum ChoosingSample {
    static let sample = Sample("choosing", state: "") { text in
        let names = ["chart", "draft", "facts", "group", "table"].filter {
            text.isEmpty || $0.contains(text)
        }
        return .sample(
            "choosing", "Things to choose",
            phase: names.isEmpty ? .empty(message: "Nothing has this name.", action: nil) : .ready,
            blocks: names.isEmpty ? [] : [.list(ListBlock(id: "things", rows: names.map(row)))],
            actions: [Action(id: "compare", title: "Compare them", accelerator: .new)],
            search: Search(text: text, label: "Search the things"))
    } respond: { input, _, context in
        switch input {
        case .search(let text):
            return .just { $0 = text }
        case .act("compare", _, _, _):
            context.navigator.open(Sample.location("text"))
            return Effect.none
        case .act("open", let target?, _, _):
            context.navigator.open(Sample.location(target))
            return Effect.none
        default: return nil
        }
    }

    private static func row(_ name: String) -> Row {
        Row(
            id: name, title: "Thing \(name)",
            actions: [Action(id: "open", title: "Open", scope: .row, role: .primary)])
    }
}
