import TenonCore
import TenonUI

/// A secret that is made in its field in two ways, says how strong it is, and can be looked at, and one beside it.
enum SecretSample {
    private struct State: Equatable {
        var count = 0
        var kept = 0
        var spare = 0
        var keeper = "Ada"
    }

    /// What is made.
    static let short = "m4de-short"
    static let long = "m4de-l0ng-Kq7-w1th-m0re"

    static let sample = Sample("secret", state: State()) { state in
        .sample(
            "secret", "A keeper",
            blocks: [
                .form(form(state)),
                .text(TextBlock("It keeps a secret of \(state.kept) bytes.")),
                .text(TextBlock("In reserve: \(state.spare) bytes.")),
                .text(TextBlock("Kept by \(state.keeper).")),
            ])
    } respond: { input, _, _ in
        switch input {
        case .edit(let fields):
            let count = fields["new"].map(count)
            return .just { state in
                state.count = count ?? state.count
                if case .text(let keeper) = fields["keeper"] { state.keeper = keeper }
            }
        case .act("keep", _, let fields, _):
            let (kept, spare) = (fields["new"].map(count) ?? 0, fields["spare"].map(count) ?? 0)
            return .just { state in
                state.kept = kept
                state.spare = spare
            }
        default: return nil
        }
    } secret: { action, field in
        guard field == "new" else { return nil }
        return ["make": SecretText(short), "long": SecretText(long)][action]
    }

    private static func form(_ state: State) -> FormBlock {
        var field = Field(
            id: "new", label: "New secret", kind: .secret(isSet: false), autofill: .newPassword,
            isLive: true)
        field.actions = [
            Action(id: "make", title: "Make a short one", scope: .row, icon: .generator),
            Action(id: "long", title: "Make a long one", scope: .row, icon: .generator),
        ]
        if state.count > 0 {
            field.strength = SecretStrength(
                state.count > 12 ? .strong : state.count > 8 ? .fair : .veryWeak,
                text: "As strong as \(state.count) oxen.")
        }
        let spare = Field(id: "spare", label: "Spare key", kind: .secret(isSet: false))
        // With a value from the start, so that no front end asks for the fields before it is told to.
        let keeper = Field(
            id: "keeper", label: "Who keeps it", kind: .text(state.keeper, isMultiline: false),
            isLive: true)
        return FormBlock(
            id: "secret", fields: [field, spare, keeper],
            actions: [Action(id: "keep", title: "Keep the secret", role: .primary)])
    }

    private static func count(_ value: FieldValue) -> Int {
        if case .secret(let secret) = value { secret.count } else { 0 }
    }
}
