import FeedStore
import TenonCore
import TenonUI

/// Shows how much is kept on this machine, and sets how much may be.
struct RoomInteractor: Interactor {
    struct State: Sendable, Equatable {
        /// How many bytes are kept; `nil` before that is known.
        var bytes: Int?
        var limit = RoomLimit.medium
    }

    enum Action: Sendable {
        case appear
        case set(RoomLimit)
    }

    enum Mutation: Sendable {
        case show(Int, RoomLimit)
    }

    let account: FeedAccount
    let navigator: Navigator

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .appear:
            .run("read", policy: .latest) { emit in
                emit(.show(try await account.room(), try await account.roomLimit()))
            }
        case .set(let limit):
            .run("set", policy: .first) { _ in
                try await account.setRoomLimit(limit)
                navigator.back()
            }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .show(let bytes, let limit): (state.bytes, state.limit) = (bytes, limit)
        }
    }
}

/// The screen of how much is kept.
struct RoomPresenter: Presenter {
    enum Command: String { case save }
    enum FieldName: String { case limit }

    let localizer: Localizer

    func screen(for state: RoomInteractor.State) -> Screen {
        Screen(
            location: FeedRoute.room.location(), title: localizer(MenuText.roomTitle),
            summary: localizer(MenuText.roomSummary),
            phase: state.bytes == nil ? .loading(message: localizer(MenuText.loading)) : .ready,
            blocks: state.bytes.map { blocks($0, state.limit) } ?? [],
            parent: FeedRoute.menu.location())
    }

    private func blocks(_ bytes: Int, _ limit: RoomLimit) -> [Block] {
        let used = Fact(
            id: "used", label: localizer(MenuText.roomUsed), value: .text(megabytes(bytes)))
        let options = RoomLimit.allCases.map {
            Field.Option(id: $0.rawValue, title: megabytes($0.bytes))
        }
        return [
            .facts(FactsBlock(id: "room", facts: [used])),
            .form(
                FormBlock(
                    id: "limit",
                    fields: [
                        Field(
                            FieldName.limit, label: localizer(MenuText.roomLimit),
                            kind: .choice(limit.rawValue, options: options))
                    ],
                    actions: [
                        Action(
                            Command.save, title: localizer(UIText.save), role: .primary,
                            accelerator: .save)
                    ])),
        ]
    }

    private func megabytes(_ bytes: Int) -> String {
        localizer(
            MenuText.megabytes, ["number": localizer.number((bytes + (1 << 20) - 1) >> 20)])
    }
}

extension SceneDefinition {
    /// How much is kept on this machine.
    static func room() throws -> SceneDefinition {
        try SceneDefinition(FeedRoute.room) { context in
            guard let account = context.ports[.feedAccount] else { throw FeedStoreError.nobody }
            return InteractiveScene(
                RoomInteractor(account: account, navigator: context.navigator),
                presenter: RoomPresenter(localizer: context.localizer), context: context
            ) { input, _ in
                switch input {
                case .appear: .appear
                case .act(.save, let act):
                    act.fields.text(.limit).flatMap(RoomLimit.init).map { .set($0) }
                default: nil
                }
            }
        }
    }
}
