import TenonCore
import TenonUI

/// Shows the settings, and stores what the person chooses.
struct SettingsInteractor: Interactor {
    struct State: Sendable, Equatable {
        var settings: WalletSettings
        /// Why the stored settings could not be read.
        var unreadable: Explanation?
        var problem: Explanation?
    }

    enum Action: Sendable {
        case refresh
        case save([SettingsItem: FieldValue])
        case setAside
        case open(Location)
    }

    enum Mutation: Sendable {
        case setSettings(WalletSettings)
        case setUnreadable(Explanation?)
        case fail(Explanation)
    }

    let preferences: any PreferencesProviding
    let notices: any NoticePresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State {
        State(settings: preferences.current, unreadable: preferences.problem)
    }

    /// Changes by other scenes and front ends.
    func transform(mutations: Flow<Mutation>) -> Flow<Mutation> {
        mutations.merge(with: Flow(preferences.changes()).map { .setSettings($0) })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .refresh:
            .run("reload", policy: .latest) { emit in
                await preferences.reload()
                emit(.setSettings(preferences.current))
                emit(.setUnreadable(preferences.problem))
            }
        case .save(let fields):
            .run("save", policy: .serial) { emit in
                try await preferences.change { SettingsForm.apply(fields, to: &$0) }
                emit(.setSettings(preferences.current))
                notices.notify(Notice(localizer(SettingsText.saved), tone: .positive))
            }
        case .setAside:
            .run("save", policy: .serial) { emit in
                try await preferences.setAside()
                emit(.setUnreadable(preferences.problem))
                emit(.setSettings(preferences.current))
            }
        case .open(let location):
            .run("navigate") { _ in navigator.open(location) }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setSettings(let settings):
            state.settings = settings
            state.problem = nil
        case .setUnreadable(let problem):
            state.unreadable = problem
        case .fail(let problem):
            state.problem = problem
        }
    }

    func mutation(for error: any Error) -> Mutation? { .fail(Explanation(error)) }
}
