import Synchronization
import TenonCore

/// Tells whether the database can be read and written.
final class DatabaseCheck: Sendable {
    /// How long a write stands for those that would follow: anybody may ask, and each costs a flush of the disk.
    private static let pause = Duration.seconds(10)

    private let store: SyncStore
    private let clock: any TimeTelling
    /// When a write has succeeded last.
    private let written = Mutex<Duration?>(nil)

    init(_ store: SyncStore, _ clock: any TimeTelling) {
        self.store = store
        self.clock = clock
    }

    /// Reads, and writes as well unless it has done so within the last ten seconds.
    ///
    /// - Throws: The error of the database, such as that its disk is full.
    func run() async throws {
        try await store.tryRead()
        let time = clock.sinceBoot()
        if let last = written.withLock({ $0 }), time - last < Self.pause { return }
        try await store.tryWrite()
        written.withLock { $0 = time }
    }
}
