import TenonCore
import TenonUI

/// The locations of this feature.
enum TeaRoute {
    static let list = Route("teas")
}

/// Steeps one kind of tea at a time.
struct TeaInteractor: Interactor {
    struct State: Sendable, Equatable {
        var steeping: String?
        var cups = 0
    }

    enum Action: Sendable {
        case steep(String)
        case stop
    }

    enum Mutation: Sendable, Equatable {
        case begin(String)
        case stop
        case finish
    }

    let timing: any TeaTiming
    let clock: any TimeTelling

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .steep(let kind): .merge(.just(.begin(kind)), wait(for: kind))
        case .stop: .merge(.cancel("steep"), .just(.stop))
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .begin(let kind): state.steeping = kind
        case .stop: state.steeping = nil
        case .finish:
            state.steeping = nil
            state.cups += 1
        }
    }

    private func wait(for kind: String) -> Effect<Mutation> {
        .run("steep", policy: .latest, isBackground: true) { emit in
            try await clock.sleep(for: .seconds(60 * timing.minutes[kind, default: 3]))
            emit(.finish)
        }
    }
}

/// The texts of this feature.
enum TeaText: String, LocalizedKey {
    case title, cups, minutes, steep, stop

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}

/// All kinds of tea, and what can be done with them.
struct TeaPresenter: Presenter {
    enum Command: String { case steep, stop }

    let minutes: [String: Int]
    let localizer: Localizer

    func screen(for state: TeaInteractor.State) -> Screen {
        Screen(
            location: TeaRoute.list.location(), title: localizer(TeaText.title),
            summary: localizer(TeaText.cups, count: state.cups),
            blocks: [
                .list(ListBlock(id: "teas", rows: minutes.sorted(by: <).map { row($0, $1, state) }))
            ])
    }

    private func row(_ kind: String, _ minutes: Int, _ state: TeaInteractor.State) -> Row {
        let isSteeping = state.steeping == kind
        return Row(
            id: kind, title: kind, value: localizer(TeaText.minutes, count: minutes),
            actions: [
                isSteeping
                    ? Action(Command.stop, title: localizer(TeaText.stop), scope: .row)
                    : Action(Command.steep, title: localizer(TeaText.steep), scope: .row)
            ])
    }
}

extension SceneDefinition {
    /// The list of teas.
    static func teas(timing: any TeaTiming, clock: any TimeTelling) throws -> SceneDefinition {
        try SceneDefinition(TeaRoute.list) {
            TeaPresenter(minutes: timing.minutes, localizer: $0)
        } interactor: { _ in
            TeaInteractor(timing: timing, clock: clock)
        } action: { input, _ in
            switch input {
            case .act(.steep, let act): act.target.map { .steep($0) }
            case .act(.stop, _): .stop
            case .other, .edit, .search, .filter, .window, .reading, .appear, .disappear, .back: nil
            }
        }
    }
}

/// Begins with the list.
struct TeaCoordinator: Coordinator {
    func decide(_ event: NavigationEvent) async -> NavigationDecision? {
        switch event {
        case .start(nil): .reset([TeaRoute.list.location()])
        case .start, .open, .finished, .back: nil
        }
    }
}

/// What linking this feature contributes.
enum TeaFeature: Plugin {
    static let manifest = PluginManifest(
        name: "acme.tea", version: "1.0.0", summary: "Steeps tea")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.scenes, using: .teaTiming, .clock) { timing, clock in
            [try .teas(timing: timing, clock: clock)]
        }
        registrar.contribute(.coordinators) { [TeaCoordinator()] }
    }
}
