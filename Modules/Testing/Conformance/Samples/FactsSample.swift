import TenonCore
import TenonUI

/// Facts of every kind, of which two are secret.
enum FactsSample {
    /// Shown on request.
    static let password = "pass-Zq7-word"
    /// Copied, and never shown.
    static let pin = "pin-4711-0815"
    /// The address behind the link.
    static let host = "links.example.com"

    private struct State: Equatable {
        var isRevealed = false
        var codes = 1
    }

    static let sample = Sample("facts", state: State()) { state in
        .sample("facts", "Facts", blocks: [.facts(facts(state)), .facts(further(state))])
    } respond: { input, _, context in
        switch input {
        case .act("reveal", "password", _, _): .just { $0.isRevealed = true }
        case .act("conceal", "password", _, _): .just { $0.isRevealed = false }
        case .act("next", "code", _, _): .just { $0.codes += 1 }
        case .act("copy", _, _, _):
            .run("copy") { _ in
                try await context.ports[.clipboard].copy(
                    SecretText(pin), clearAfter: .seconds(60))
                try context.ports[.notices].notify(Notice("The PIN was copied.", tone: .positive))
            }
        default: nil
        }
    }

    private static func facts(_ state: State) -> FactsBlock {
        FactsBlock(
            id: "secrets", title: "Secrets",
            facts: [
                Fact(
                    id: "password", label: "Password",
                    value: state.isRevealed ? .revealed(password) : .concealed,
                    actions: [
                        state.isRevealed
                            ? Action(id: "conceal", title: "Conceal", scope: .row)
                            : Action(id: "reveal", title: "Reveal", scope: .row)
                    ]),
                Fact(
                    id: "pin", label: "PIN", value: .concealed,
                    actions: [Action(id: "copy", title: "Copy", scope: .row)]),
            ])
    }

    private static func further(_ state: State) -> FactsBlock {
        FactsBlock(
            id: "further", title: "Further facts",
            facts: [
                Fact(id: "name", label: "Name", value: .text("Ada\nAugusta")),
                Fact(
                    id: "site", label: "Site",
                    value: .link(text: "The example", address: "https://\(host)/start")),
                Fact(
                    id: "code", label: "One-time code",
                    value: .code("\(state.codes)11 \(state.codes)22", secondsLeft: 17, period: 30),
                    actions: [Action(id: "next", title: "Next code", scope: .row)]),
            ])
    }
}
