import TenonCore
import TenonUI

/// Actions of every role, available or not, with and without a question first.
enum ActionSample {
    private struct State: Equatable {
        var last = "nothing"
        var isLocked = true
        var count = 0

        mutating func did(_ what: String) {
            last = what
            count += 1
        }
    }

    static let sample = Sample("actions", state: State()) { state in
        .sample(
            "actions", "Actions",
            blocks: [.text(TextBlock("\(state.count) done, last: \(state.last)."))],
            actions: actions(state))
    } respond: { input, _, _ in
        guard case .act(let id, nil, _, let text) = input else { return nil }
        return switch id {
        case "unlock":
            .just { state in
                state.isLocked = false
                state.did("unlocked")
            }
        case "fail": .run("fail") { _ in throw TestingError.unmet("no error", seen: "this one") }
        case "secret": .just { $0.did("a secret of \(text?.count ?? 0) bytes") }
        default: .just { $0.did([id, text?.reveal()].compactMap(\.self).joined(separator: " ")) }
        }
    }

    private static func actions(_ state: State) -> [Action] {
        [
            Action(
                id: "primary", title: "Do the obvious", help: "What most people want.",
                role: .primary, shortcut: "o"),
            Action(id: "normal", title: "Do another thing", shortcut: "t"),
            Action(id: "destructive", title: "Do harm", role: .destructive),
            Action(id: "cancel", title: "Do nothing", role: .cancel),
            Action(
                id: "locked", title: "Enter the room",
                availability: state.isLocked
                    ? .disabled(reason: "The door is locked.") : .enabled),
            Action(id: "unlock", title: "Unlock the door"),
            Action(id: "fail", title: "Fail"),
            confirmed("mild", .mild), confirmed("moderate", .moderate),
            confirmed("severe", .severe(name: "Old Town")),
            Action(
                id: "input", title: "Give it a name",
                input: Prompt(title: "Which name?", message: "It is shown afterwards.")),
            Action(
                id: "secret", title: "Give it a secret",
                input: Prompt(title: "Which secret?", isSecret: true)),
        ]
    }

    private static func confirmed(_ id: String, _ severity: Severity) -> Action {
        Action(
            id: id, title: "Do the \(id) thing",
            confirmation: Confirmation(
                title: "Do the \(id) thing, really?", message: "A \(id) thing will happen.",
                confirmTitle: "Go ahead", severity: severity))
    }
}
