import Dispatch

/// Runs an actor on a thread of Dispatch, so that waiting for disk and key derivation does not hold
/// one of the few threads that all Swift tasks share.
package final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Makes the thread's queue.
    ///
    /// - Parameter label: Names it for debuggers.
    package init(label: String) {
        queue = DispatchQueue(label: label, qos: .userInitiated)
    }

    /// Runs a job after those before it.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// The executor for an actor.
    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}
