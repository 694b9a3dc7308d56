import FeedStore
import TenonCore
import TenonNetworking
import TenonUI

/// The screen of the sign-in.
struct SignInPresenter: Presenter {
    enum Command: String { case ask, browser, enter, startOver = "start-over" }
    enum FieldName: String { case server, code }

    let location: Location
    let isAdding: Bool
    let localizer: Localizer

    func screen(for state: SignInInteractor.State) -> Screen {
        Screen(
            location: location,
            title: localizer(isAdding ? AccessText.addTitle : .title),
            summary: summary(state), phase: phase(state), blocks: blocks(state),
            actions: actions(state), parent: isAdding ? FeedRoute.menu.location() : nil)
    }

    private func summary(_ state: SignInInteractor.State) -> String {
        guard let pending = state.pending else { return localizer(AccessText.summary) }
        return localizer(AccessText.pendingSummary, ["server": pending.server.host])
    }

    private func phase(_ state: SignInInteractor.State) -> Phase {
        switch state.work {
        case .resuming: .loading(message: localizer(AccessText.resuming))
        case .asking: .loading(message: localizer(AccessText.asking))
        case .checking: .loading(message: localizer(AccessText.checking))
        case .inBrowser, nil: .ready
        }
    }

    private func blocks(_ state: SignInInteractor.State) -> [Block] {
        guard state.work != .resuming else { return [] }
        let problem = state.problem.map { [Block.text(TextBlock($0, localizer))] } ?? []
        guard let pending = state.pending else { return problem + [.form(serverForm(state))] }
        let waiting =
            state.work == .inBrowser
            ? [Block.text(TextBlock(localizer(AccessText.inBrowser)))] : []
        return problem + waiting + [
            .facts(
                FactsBlock(
                    id: "page",
                    facts: [
                        Fact(
                            id: "page", label: localizer(AccessText.page),
                            value: .link(
                                text: localizer(AccessText.pageLink), address: pending.page)
                        )
                    ])),
            .form(
                FormBlock(
                    id: "code",
                    fields: [
                        Field(
                            FieldName.code, label: localizer(AccessText.code),
                            help: localizer(AccessText.codeHelp), kind: .secret(isSet: false),
                            isRequired: true, autofill: .oneTimeCode)
                    ],
                    actions: [
                        Action(
                            Command.enter, title: localizer(AccessText.enter),
                            role: .primary)
                    ])),
        ]
    }

    private func serverForm(_ state: SignInInteractor.State) -> FormBlock {
        FormBlock(
            id: "server",
            fields: [
                Field(
                    text: FieldName.server, label: localizer(AccessText.server),
                    help: localizer(AccessText.serverHelp), value: state.server,
                    isRequired: true, autofill: .url)
            ], actions: [Action(Command.ask, title: localizer(AccessText.ask), role: .primary)])
    }

    private func actions(_ state: SignInInteractor.State) -> [Action] {
        guard state.pending != nil else { return [] }
        return [
            Action(
                Command.browser, title: localizer(AccessText.browser),
                help: localizer(AccessText.browserHelp), shortcut: "b"),
            Action(Command.startOver, title: localizer(AccessText.startOver), role: .cancel),
        ]
    }
}

extension SceneDefinition {
    /// The sign-in before anything else.
    static func signIn(_ sessions: FeedSessions) throws -> SceneDefinition {
        try signIn(sessions, FeedRoute.signIn, isAdding: false)
    }

    /// One more account.
    static func addAccount(_ sessions: FeedSessions) throws -> SceneDefinition {
        try signIn(sessions, FeedRoute.addAccount, isAdding: true)
    }

    private static func signIn(
        _ sessions: FeedSessions, _ route: Route<Void>, isAdding: Bool
    ) throws -> SceneDefinition {
        try SceneDefinition(route, offersApplicationActions: isAdding) { context in
            guard let signing = context.ports[.signing] else { throw FeedStoreError.nobody }
            return InteractiveScene(
                SignInInteractor(
                    sessions: sessions, signing: signing, isAdding: isAdding,
                    target: AccessPolicy.target(of: context.location),
                    latest: try context.ports[.latestTarget],
                    localizer: context.localizer),
                presenter: SignInPresenter(
                    location: context.location, isAdding: isAdding, localizer: context.localizer),
                context: context
            ) { input, state in
                switch input {
                case .appear: .appear
                case .act(.ask, let act): .ask(act.fields.text(.server) ?? "")
                case .act(.browser, _): .openBrowser
                case .act(.enter, let act): .enter(act.fields.secret(.code))
                case .act(.startOver, _): .startOver
                case .back: state.pending == nil ? nil : .startOver
                default: nil
                }
            }
        }
    }
}
