import TenonCore
import TenonUI
import WalletVault

/// Items that may be the same as one: compares each with it, and makes one item of two.
struct DuplicateGroupInteractor: Interactor {
    /// An item and those that may be the same; none when there are none any more.
    struct Likeness: Sendable, Equatable {
        /// Another item, compared with the one.
        struct Other: Sendable, Equatable {
            let item: ItemOverview
            let comparison: DuplicateComparison
        }

        /// The one; `nil` when it is gone.
        var item: ItemOverview?
        /// The others of the window.
        var others: [Other] = []
        /// Where the window begins.
        var offset = 0
        /// How many others there are.
        var total = 0
    }

    typealias Reading = VaultReading<Likeness?>

    enum Action: Sendable {
        case reading(Reading.Action)
        case open(ItemID)
        /// Makes one item of the one and another.
        case merge(ItemID)
    }

    let reading: Reading
    let vault: any Vault
    let health: any ItemHealthWatching
    let clock: any TimeTelling
    let notices: any NoticePresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: Reading.State { reading.initialState }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(health.changes()).map { _ in .reading(.refresh) })
    }

    func mutate(_ action: Action, _ state: Reading.State) -> Effect<Reading.Mutation> {
        switch action {
        case .reading(let action): return reading.mutate(action, state)
        case .open(let id):
            guard let item = other(id, state)?.item else { return .none }
            return .run("navigate") { _ in navigator.open(item.kind.route.location(id)) }
        case .merge(let id):
            guard let item = state.value??.item, let other = other(id, state)?.item else {
                return .none
            }
            return .run("merge", policy: .first) { _ in
                let merged = try await vault.merge(item, other, at: clock.now())
                let notice = Notice(
                    localizer(
                        AuditText.merged,
                        [
                            "title": AuditText.title(of: item, localizer),
                            "other": AuditText.title(of: other, localizer),
                        ]), tone: .positive)
                if merged.canBeSeparated {
                    notices.notify(notice) { try await vault.separate(merged) }
                } else {
                    notices.notify(notice)
                }
                navigator.back()
            }
        }
    }

    func reduce(_ state: inout Reading.State, _ mutation: Reading.Mutation) {
        reading.reduce(&state, mutation)
    }

    private func other(_ id: ItemID, _ state: Reading.State) -> Likeness.Other? {
        state.value??.others.first { $0.item.id == id }
    }

    /// Reads an item and the window of those that may be the same, and drops what is secret of them at once.
    static func likeness(
        to id: ItemID, _ window: Range<Int>, _ vault: any Vault, _ health: any ItemHealthWatching
    ) async throws -> Likeness? {
        guard let known = health.current else { return nil }
        let ids = known.duplicates(of: id)
        guard !ids.isEmpty else { return Likeness() }
        // What is gone meanwhile is a change that is still to come.
        guard let item = try? await vault.item(id) else { return nil }
        guard !item.isTrashed else { return Likeness() }
        let window = window.clamped(to: 0..<ids.count)
        var likeness = Likeness(
            item: try await vault.overview(id), offset: window.lowerBound, total: ids.count)
        for id in ids[window] {
            guard let other = try? await vault.item(id), !other.isTrashed,
                other.kind == item.kind
            else { return nil }
            likeness.others.append(
                Likeness.Other(
                    item: try await vault.overview(id),
                    comparison: DuplicateComparison(item, other)))
        }
        return likeness
    }
}
