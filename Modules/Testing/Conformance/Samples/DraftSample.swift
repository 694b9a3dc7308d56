import TenonCore
import TenonUI

/// A form that is left in every way there is, and says what arrives when it is sent.
enum DraftSample {
    private struct State: Equatable {
        var report = ""
        var isRefused = false
        var isBroken = false
        var isForged = false
        var tone: Tone { isRefused ? .critical : .neutral }

        /// Takes the letter, of which one thing at a time is refused.
        mutating func take(_ fields: [String: FieldValue]) {
            isRefused = fields["line"] == .text(unwanted)
            isBroken = fields["seal"] == .secret(broken)
            isForged = !isBroken && fields["stamp"] == .secret(forged)
            report = isRefused ? "The letter has no address." : DraftSample.report(fields)
            if isBroken || isForged { report = "" }
        }
    }

    /// The first line of a letter that is refused.
    static let unwanted = "Dear nobody"
    /// The first line of a letter that is asked about.
    static let doubtful = "Dear everybody"
    /// A seal that is refused.
    static let broken = SecretText("br0ken")
    /// A stamp that is refused.
    static let forged = SecretText("f0rged")

    static let sample = Sample("draft", state: State()) { state in
        .sample("draft", "A letter", blocks: blocks(state), actions: [cancel])
    } respond: { input, _, context in
        switch input {
        case .act("send", _, let fields, _) where fields["line"] == .text(doubtful):
            return .run("ask") { [ports = context.ports] emit in
                let confirmation = Confirmation(
                    title: "Write to everybody?", message: "They all read it.",
                    confirmTitle: "Write to them")
                guard try await ports[.confirmations].confirm(confirmation) else { return }
                emit { $0.take(fields) }
            }
        case .act("send", _, let fields, _):
            return .just { $0.take(fields) }
        case .act("aside", _, _, _):
            context.navigator.open(Sample.location("text"))
            return Effect.none
        case .act("cancel", _, _, _):
            context.navigator.back()
            return Effect.none
        default: return nil
        }
    }

    private static let cancel = Action(id: "cancel", title: "Never mind", role: .cancel)

    private static func blocks(_ state: State) -> [Block] {
        let fact = Fact(
            id: "dictionary", label: "Dictionary", value: .text("On the desk."),
            actions: [Action(id: "aside", title: "Look aside", scope: .row)])
        let form = FormBlock(
            id: "letter",
            fields: [
                Field(id: "line", label: "First line", kind: .text("Dear all", isMultiline: false)),
                Field(
                    id: "seal", label: "Seal", kind: .secret(isSet: false),
                    problem: state.isBroken ? "It is broken. Take another seal." : nil),
                Field(
                    id: "stamp", label: "Stamp", kind: .secret(isSet: false),
                    problem: state.isForged ? "It is forged. Take another stamp." : nil),
            ],
            actions: [
                Action(id: "send", title: "Send the letter", role: .primary, accelerator: .save)
            ])
        return [.facts(FactsBlock(id: "facts", facts: [fact])), .form(form)]
            + (state.report.isEmpty ? [] : [.text(TextBlock(state.report, tone: state.tone))])
    }

    private static func report(_ fields: [String: FieldValue]) -> String {
        guard case .text(let line) = fields["line"], case .secret(let seal) = fields["seal"] else {
            return "Nothing arrived."
        }
        return "It arrived: <\(line)>, with a seal of \(seal.count) bytes."
    }
}
