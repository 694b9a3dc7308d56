import TenonCore
import TenonUI

/// Actions that mean the same on all screens, beside others that would like their letters.
enum KeysSample {
    static let sample = Sample("keys", state: "nothing") { state in
        .sample(
            "keys", "Keys of their own", blocks: [.text(TextBlock("What was done: \(state)."))],
            actions: [
                Action(id: "empty", title: "Empty it", shortcut: "e"),
                Action(id: "write", title: "Write on it", accelerator: .edit),
                Action(id: "copy", title: "Take it along", accelerator: .copy),
                Action(id: "call", title: "Call for it", shortcut: "c"),
            ])
    } respond: { input, _, _ in
        guard case .act(let id, _, _, _) = input else { return nil }
        return .just { $0 = id }
    }
}
