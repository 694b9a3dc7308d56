import Synchronization
import TenonCore

/// Tells when what features add to all screens is another: of the person who is signed in at the time.
final class ContributionWatch: Sendable {
    private let tasks = Mutex<[Task<Void, Never>]>([])

    /// Follows what a container has, in place of what was followed before.
    func follow(_ container: Container, _ changed: @escaping @Sendable () -> Void) {
        replace(
            by: container[.destinations].map { destination in
                Task {
                    await Environment.$current.withValue(container) {
                        for await _ in destination.changes() { changed() }
                    }
                }
            })
    }

    /// Follows nothing any more.
    func stop() { replace(by: []) }

    private func replace(by new: [Task<Void, Never>]) {
        let old = tasks.withLock { tasks in
            defer { tasks = new }
            return tasks
        }
        for task in old { task.cancel() }
    }
}
