import Dispatch

/// Runs an actor on a thread of Dispatch, so that waiting for disk and key derivation does not hold
/// one of the few threads that all Swift tasks share.
final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "wallet.vault", qos: .userInitiated)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}
