import Synchronization
import TenonCore

/// Tells whether the database can be read and written.
///
/// Anybody may ask, and each write costs a flush of the disk; so whoever asks meanwhile hears of the same one.
final class DatabaseCheck: Sendable {
    private struct State {
        /// When a write has succeeded last.
        var written: Duration?
        var writing: Task<Void, any Error>?
    }

    /// How long a write stands for those that would follow.
    private static let pause = Duration.seconds(10)

    private let store: SyncStore
    private let clock: any TimeTelling
    private let state = Mutex(State())

    init(_ store: SyncStore, _ clock: any TimeTelling) {
        self.store = store
        self.clock = clock
    }

    /// Reads, and writes as well unless it has done so within the last ten seconds.
    ///
    /// - Throws: The error of the database, such as that its disk is full; `CancellationError` as soon as one
    ///   of those that wait for the same write is cancelled.
    func run() async throws {
        try await store.tryRead()
        let time = clock.sinceBoot()
        let writing = state.withLock { state -> Task<Void, any Error>? in
            if let last = state.written, time - last < Self.pause { return nil }
            let writing = state.writing ?? Task { try await write(at: time) }
            state.writing = writing
            return writing
        }
        guard let writing else { return }
        try await withTaskCancellationHandler {
            try await writing.value
        } onCancel: {
            writing.cancel()
        }
    }

    private func write(at time: Duration) async throws {
        defer { state.withLock { $0.writing = nil } }
        try await store.tryWrite()
        state.withLock { $0.written = time }
    }
}
