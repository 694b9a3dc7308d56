import FeedStore
import Synchronization
import TenonCore
import TenonUI

/// How many notifications the person has not read, for the place where they are.
final class UnreadNotices: LifecycleHandling {
    private struct State {
        var count = 0
        var task: Task<Void, Never>?
    }

    private let account: FeedAccount?
    private let signal = Broadcast<Void>()
    private let state = Mutex(State())

    /// Counts those of an account; of nobody there are none.
    init(_ account: FeedAccount?) { self.account = account }

    func start() async throws {
        guard let account else { return }
        let changes = account.changes()
        let task = Task {
            await self.count(account)
            for await _ in changes { await self.count(account) }
        }
        state.withLock { $0.task = task }
    }

    func stop() async {
        let task = state.withLock(\.task)
        task?.cancel()
        await task?.value
    }

    /// A value each time that there are more or fewer.
    func changes() -> AsyncStream<Void> { signal.changes() }

    /// How many there are, in a word; `nil` for none.
    func badge(_ localizer: Localizer) -> Badge? {
        let count = state.withLock(\.count)
        return count > 0 ? Badge(localizer(NotificationsText.unread, count: count)) : nil
    }

    private func count(_ account: FeedAccount) async {
        guard let count = try? await account.unreadNotices().count else { return }
        let isChanged = state.withLock { state in
            defer { state.count = count }
            return state.count != count
        }
        if isChanged { signal.send() }
    }
}
