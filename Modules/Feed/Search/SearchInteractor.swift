import FeedAPI
import FeedStore
import TenonCore
import TenonUI

/// Looks for people and hashtags while the person types.
struct SearchInteractor: Interactor {
    struct State: Sendable, Equatable {
        /// What is looked for.
        var text = ""
        /// What was found, now or before; `nil` for what was never found out.
        var findings: Findings?
        /// Whether the server is being asked.
        var isAsking = false
        /// Why the server could not be asked.
        var problem: Explanation?
    }

    enum Action: Sendable {
        case look(String)
        case again
        case open(Location)
    }

    enum Mutation: Sendable {
        case look(String)
        /// What was found before.
        case show(Findings)
        case found(Findings)
        case fail(Explanation)
    }

    /// How long the person pauses before the server is asked.
    private static let pause = Duration.milliseconds(300)

    let account: FeedAccount
    let clock: any TimeTelling
    let navigator: Navigator

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .look(let text): look(text, after: Self.pause)
        case .again: look(state.text, after: .zero)
        case .open(let location): .run("navigate") { _ in navigator.open(location) }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .look(let text):
            if text != state.text { state.findings = nil }
            (state.text, state.isAsking, state.problem) = (text, true, nil)
        case .show(let findings): state.findings = findings
        case .found(let findings): (state.findings, state.isAsking) = (findings, false)
        case .fail(let problem): (state.isAsking, state.problem) = (false, problem)
        }
    }

    func mutation(for error: any Error) -> Mutation? { .fail(Explanation(error)) }

    private func look(_ text: String, after pause: Duration) -> Effect<Mutation> {
        let words = text.trimmed
        return .merge(
            .just(.look(text)),
            .run("look", policy: .latest) { emit in
                guard !words.isEmpty else { return }
                if let known = try await account.findings(of: words) { emit(.show(known)) }
                try await clock.sleep(for: pause)
                emit(.found(try await account.search(words)))
            })
    }
}
