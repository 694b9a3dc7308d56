import CAllocator
import Synchronization

/// Gives memory that was freed back to the system.
///
/// The allocator keeps freed memory for later. After many clients that read nothing, that is all that waited for them.
final class MemoryReturn: Sendable {
    private let isDue = Atomic(false)

    /// Gives it back in a second, with all that is freed until then.
    func giveBackSoon() {
        guard !isDue.exchange(true, ordering: .relaxed) else { return }
        Task.detached {
            try? await Task.sleep(for: .seconds(1))
            self.isDue.store(false, ordering: .relaxed)
            malloc_trim(0)
        }
    }
}
