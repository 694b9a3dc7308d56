import TenonCore
import TenonUI

/// A scene that asks before it is left, and one way to end the session.
enum LeavingSample {
    /// What the scene comes to.
    enum Outcome: SceneOutcome {
        case end
    }

    static let sample = Sample("leaving", state: 0) { _ in
        .sample(
            "leaving", "Something unfinished",
            blocks: [.text(TextBlock("It would be lost if you left."))],
            actions: [Action(id: "end", title: "End it all")])
    } respond: { input, _, context in
        switch input {
        case .act("end", _, _, _):
            context.navigator.finish(Outcome.end)
            return Effect.none
        case .back:
            return .run("leave") { _ in
                let isSure = try await context.ports[.confirmations].confirm(
                    Confirmation(
                        title: "Leave without finishing?", message: "It will be lost.",
                        confirmTitle: "Leave"))
                if isSure { context.navigator.back() }
            }
        default: return nil
        }
    }
}
