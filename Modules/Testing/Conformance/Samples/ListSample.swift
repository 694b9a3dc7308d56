import TenonCore
import TenonUI

/// A list of few rows, with everything that a row can have.
enum ListSample {
    private struct State: Equatable {
        var names = ["Apple", "Banana", "Cherry"]
        var last = "nothing"
        var count = 0

        mutating func did(_ what: String) {
            last = what
            count += 1
        }
    }

    static let sample = Sample("list", state: State()) { state in
        .sample(
            "list", "A list",
            blocks: [
                .text(TextBlock("\(state.count) done, last: \(state.last).")),
                .list(ListBlock(id: "fruits", title: "Fruits", rows: state.names.map(row))),
            ])
    } respond: { input, _, _ in
        guard case .act(let id, let target?, _, let text) = input else { return nil }
        return switch id {
        case "choose":
            .just { $0.did("\(target) was chosen") }
        case "rename":
            .just { state in
                state.names = state.names.map { $0 == target ? text?.reveal() ?? $0 : $0 }
                state.did("\(target) was renamed")
            }
        case "remove":
            .just { state in
                state.names.removeAll { $0 == target }
                state.did("\(target) was removed")
            }
        default: nil
        }
    }

    private static func row(_ name: String) -> Row {
        Row(
            id: name, title: name, subtitle: "A fruit called \(name)",
            value: "\(name.count) letters", badge: Badge("ripe \(name)", tone: .positive),
            actions: [
                Action(id: "choose", title: "Choose", scope: .row, role: .primary),
                Action(
                    id: "rename", title: "Rename", scope: .row,
                    input: Prompt(title: "New name of \(name)", message: "Any name will do.")),
                Action(
                    id: "remove", title: "Remove", scope: .row, role: .destructive,
                    confirmation: Confirmation(
                        title: "Remove \(name)?", message: "It is gone then.",
                        confirmTitle: "Remove it")),
                Action(
                    id: "peel", title: "Peel", scope: .row,
                    availability: .disabled(reason: "There is no knife.")),
            ])
    }
}
