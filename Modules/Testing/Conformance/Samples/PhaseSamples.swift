import TenonCore
import TenonUI

/// Screens that have nothing to show yet, or not any more.
enum PhaseSamples {
    static let all = [
        sample(
            "loading", .loading(message: "The bees are being counted."),
            Action(id: "go", title: "Stop counting")),
        sample(
            "empty", .empty(message: "There are no bees yet.", action: "go"),
            Action(id: "go", title: "Buy some bees", role: .primary)),
        sample(
            "failed",
            .failed(
                Problem(
                    code: "bees.gone", message: "The bees have flown away.",
                    remedy: "Look for them in the old oak."), retry: "go"),
            Action(id: "go", title: "Look again", role: .primary)),
        form,
    ]

    /// A form that takes the place of what led to it.
    private static let form = Sample("later", state: false) { isReady in
        let form = FormBlock(
            id: "bee",
            fields: [
                Field(id: "name", label: "Name of the bee", kind: .text("", isMultiline: false))
            ],
            actions: [Action(id: "save", title: "Save the bee", role: .primary)])
        return .sample(
            "later", "A new bee", blocks: isReady ? [.form(form)] : [],
            actions: isReady ? [] : [Action(id: "go", title: "Let a bee in")])
    } respond: { input, _, _ in
        if case .act("go", _, _, _) = input { .just { $0 = true } } else { nil }
    }

    private static func sample(_ name: String, _ phase: Phase, _ action: Action) -> Sample {
        Sample(name, state: false) { isReady in
            .sample(
                name, "Bees (\(name))", phase: isReady ? .ready : phase,
                blocks: isReady ? [.text(TextBlock("Now there are 12 bees."))] : [],
                actions: isReady ? [] : [action])
        } respond: { input, _, _ in
            if case .act("go", _, _, _) = input { .just { $0 = true } } else { nil }
        }
    }
}
